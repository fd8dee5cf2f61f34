"""12.4 The stages of a combat, one after the other, until somebody has to choose."""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Step
from campagna.core.decision import Reply, Settled
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.frames import Advancing, Battle, Stage, Suffer, Support
from campagna.games.lion_of_judah.orders import CommitAir, CommitHq
from campagna.games.lion_of_judah.rules.air_hq import air_support, hq_support
from campagna.games.lion_of_judah.rules.combat import advance, combat
from campagna.games.lion_of_judah.rules.ethiopia import leader_escape
from campagna.games.lion_of_judah.rules.general import losses
from campagna.games.lion_of_judah.rules.resources import resource_points, roads
from campagna.games.lion_of_judah.state import State

DECISIONS = {
    Stage.ATTACKER_AIR: ("attacker-air", "12.4-3"),
    Stage.DEFENDER_AIR: ("defender-air", "12.4-3"),
    Stage.ATTACKER_HQ: ("attacker-hq", "12.4-5"),
    Stage.DEFENDER_HQ: ("defender-hq", "12.4-5"),
}
"""The stages in which a player decides, with the decision and its rule."""


# --- who decides --------------------------------------------------------------------------------------


def asked_side(battle: Battle) -> int:
    """The attacker commits first, then the defender."""
    defends = battle.stage in (Stage.DEFENDER_AIR, Stage.DEFENDER_HQ)
    return 1 - battle.side if defends else battle.side


def asks_for_air(state: State, battle: Battle) -> bool:
    return battle.stage in (Stage.ATTACKER_AIR, Stage.DEFENDER_AIR)


def asks_for_hq(state: State, battle: Battle) -> bool:
    return battle.stage in (Stage.ATTACKER_HQ, Stage.DEFENDER_HQ)


def ask_support(state: State, battle: Battle) -> Step:
    decision, rule_id = DECISIONS[Stage(battle.stage)]
    facts: dict[str, Fact] = {"turn": state.turn, "hex": state.hex_name(battle.target)}
    return Step(state.side_name(asked_side(battle)), decision, rule_id, facts)


# --- what happens by itself ---------------------------------------------------------------------------


@rule("12.4-3", "12.4-5")
def settle_battle(state: State, battle: Battle, chance: Chance) -> Settled:
    """One stage of a combat; waits for a side that has something to commit."""
    side = asked_side(battle)
    if asks_for_air(state, battle):
        waits = bool(air_support.can_support(state, side, battle.target))
    elif asks_for_hq(state, battle):
        waits = bool(hq_support.supporters(state, battle, side))
    else:
        return _stage(state, battle, chance), False
    return ([], True) if waits else (proceed(state, chance), False)


@rule("12.4-4", "12.4-6", "12.4-7", "12.4-8")
def _stage(state: State, battle: Battle, chance: Chance) -> list[Event]:
    match battle.stage:
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
            _set_stage(state, battle, Stage.AFTERMATH)
            return air_support.return_markers(state, chance)
    return _aftermath(state, battle)


def _set_stage(state: State, battle: Battle, stage: Stage) -> None:
    state.agenda[-1] = msgspec.structs.replace(battle, stage=stage)


@rule("12.4-3", "12.4-4", "12.4-5")
def proceed(state: State, chance: Chance) -> list[Event]:
    """The side asked has committed what it wants: on to the next stage."""
    battle = state.agenda[-1]
    assert isinstance(battle, Battle)
    _set_stage(state, battle, Stage(battle.stage + 1))
    if battle.stage == Stage.DEFENDER_AIR and any(battle.air):
        return air_support.roll_support(state, chance)
    return []


@rule("12.11-a", "12.11-b")
def _lose(state: State, battle: Battle, *, attacking: bool) -> list[Event]:
    """The attacker's losses first, then the defender's."""
    _set_stage(state, battle, Stage(battle.stage + 1))
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
            events = leader_escape.alone(state, battle.target, chance)
            if state.agenda[-1] is not battle:
                return events
        _set_stage(state, battle, Stage.AIR_RETURN)
        able = advance.able(state, battle)
        if able:
            state.agenda.append(Advancing(battle.side, able, battle.target, battle.recon))
        elif not battle.defenders:
            events += _abandoned(state, battle.target)
        return events
    _set_stage(state, battle, Stage.AIR_RETURN)
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
    resource_points.after_combat(state, battle)
    return events


# --- what the sides commit ----------------------------------------------------------------------------


def carry_out_commit_air(
    state: State, battle: Battle, plan: tuple[int, ...], chance: Chance
) -> list[Event]:
    events = air_support.carry_out_commit_air(state, battle, plan, chance)
    return events + proceed(state, chance)


def carry_out_commit_hq(
    state: State, battle: Battle, plan: tuple[Support, ...], chance: Chance
) -> list[Event]:
    events = hq_support.carry_out_commit_hq(state, battle, plan, chance)
    return events + proceed(state, chance)


def forecast_commit_air(state: State, battle: Battle, plan: tuple[int, ...]) -> Forecast:
    # Fractions are slow to import, and most processes never ask for a forecast.
    from campagna.games.lion_of_judah.rules.combat import forecast_combat

    return forecast_combat.with_aircraft(state, battle, plan)


def forecast_commit_hq(state: State, battle: Battle, plan: tuple[Support, ...]) -> Forecast:
    from campagna.games.lion_of_judah.rules.combat import forecast_combat

    return forecast_combat.with_support(state, battle, plan)


COMMIT_AIR = Reply(
    CommitAir,
    "12.4-3",
    air_support.judge_commit_air,
    carry_out_commit_air,
    forecast_commit_air,
    offer=air_support.offer_commit_air,
    when=asks_for_air,
)
COMMIT_HQ = Reply(
    CommitHq,
    "12.4-5",
    hq_support.judge_commit_hq,
    carry_out_commit_hq,
    forecast_commit_hq,
    offer=hq_support.offer_commit_hq,
    when=asks_for_hq,
)
