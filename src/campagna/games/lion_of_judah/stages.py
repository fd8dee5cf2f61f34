"""12.4 The stages of a combat, one after the other, until somebody has to choose."""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah import (
    advance,
    air,
    booty,
    combat,
    escape,
    hq,
    losses,
    results,
    roads,
)
from campagna.games.lion_of_judah.agenda import Advancing, Battle, Stage, Suffer
from campagna.games.lion_of_judah.state import State


def settle(state: State, chance: Chance) -> list[Event]:
    """One step of the frame on top; leaves it alone if a player must decide."""
    frame = state.agenda[-1]
    if isinstance(frame, Suffer):
        victims = results.forced(state, frame)
        return [] if victims is None else results.carry_out_losses(state, victims)
    if isinstance(frame, Advancing) and len(frame.units) == 1:
        return advance.carry_out_advance(state, frame.units, chance)
    if isinstance(frame, Battle):
        return _stage(state, frame, chance)
    return []


@rule("12.4-3", "12.4-4", "12.4-5", "12.4-6", "12.4-7", "12.4-8")
def _stage(state: State, battle: Battle, chance: Chance) -> list[Event]:
    match battle.stage:
        case Stage.ATTACKER_AIR | Stage.DEFENDER_AIR:
            return _await_air(state, battle, chance)
        case Stage.ATTACKER_HQ | Stage.DEFENDER_HQ:
            side = battle.side if battle.stage == Stage.ATTACKER_HQ else 1 - battle.side
            return [] if hq.supporters(state, battle, side) else proceed(state, chance)
        case Stage.ROLL:
            rolled, events = combat.roll(state, battle, chance)
            state.agenda[-1] = rolled
            return events
        case Stage.ATTACKER_LOSSES:
            return _lose(state, battle, attacking=True)
        case Stage.DEFENDER_LOSSES:
            return _lose(state, battle, attacking=False)
        case Stage.ADVANCE:
            return _advance(state, battle, chance)
        case Stage.AIR_RETURN:
            _to(state, battle, Stage.AFTERMATH)
            return air.return_markers(state, chance)
    return _aftermath(state, battle)


def _to(state: State, battle: Battle, stage: Stage) -> None:
    state.agenda[-1] = msgspec.structs.replace(battle, stage=stage)


def _await_air(state: State, battle: Battle, chance: Chance) -> list[Event]:
    side = battle.side if battle.stage == Stage.ATTACKER_AIR else 1 - battle.side
    return [] if air.can_support(state, side, battle.target) else proceed(state, chance)


@rule("12.4-3", "12.4-4", "12.4-5")
def proceed(state: State, chance: Chance) -> list[Event]:
    """The side asked has committed what it wants: on to the next stage."""
    battle = state.agenda[-1]
    assert isinstance(battle, Battle)
    _to(state, battle, Stage(battle.stage + 1))
    if battle.stage == Stage.DEFENDER_AIR and any(battle.air):
        return air.roll_support(state, chance)
    return []


@rule("12.11-a", "12.11-b")
def _lose(state: State, battle: Battle, *, attacking: bool) -> list[Event]:
    """The attacker's losses first, then the defender's."""
    _to(state, battle, Stage(battle.stage + 1))
    side = battle.side if attacking else 1 - battle.side
    units = battle.attackers if attacking else battle.defenders
    count = battle.losses[0 if attacking else 1]
    units = tuple(u for u in units if state.units[u].place >= 0)
    if count and units:
        state.agenda.append(Suffer(side, units, count, "combat", attacking))
    return []


@rule("12.12", "12.13", "PB 13.6.2.4", "A-16", "A-40")
def _advance(state: State, battle: Battle, chance: Chance) -> list[Event]:
    """A hex without defenders must be entered; leaders left alone roll first."""
    events: list[Event] = []
    if not state.combat_units(battle.target):
        types = {state.counter(u).type for u in state.stack(battle.target)}
        if "leader" in types:
            events = escape.alone(state, battle.target, chance)
            if state.agenda[-1] is not battle:
                return events
        _to(state, battle, Stage.AIR_RETURN)
        able = advance.able(state, battle)
        if able:
            state.agenda.append(Advancing(battle.side, able, battle.target, battle.recon))
        elif not battle.defenders:
            events += _abandoned(state, battle.target)
        return events
    _to(state, battle, Stage.AIR_RETURN)
    return events


@rule("12.13", "A-40")
def _abandoned(state: State, target: int) -> list[Event]:
    """Attacked without a fight, whoever stood there is gone even if nobody may enter the hex."""
    events: list[Event] = []
    for unit in state.stack(target):
        if state.units[unit].place == target and state.counter(unit).type != "leader":
            events += losses.eliminate(state, unit, "overrun", "12.13")
    return events


@rule("12.4-8", "12.11.1-a", "PB 13.6.4.1")
def _aftermath(state: State, battle: Battle) -> list[Event]:
    """The combat is over: points captured, roads, the reconnaissance attack."""
    state.agenda.pop()
    events = roads.check_sites(state)
    events += advance.follow_up(state, battle)
    booty.after_combat(state, battle)
    return events
