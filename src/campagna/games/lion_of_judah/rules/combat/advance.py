"""12.12 Advance after combat, and 12.11.1 the reconnaissance attack."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.field_events import Advanced, FollowUpOffered
from campagna.games.lion_of_judah.flags import ATTACKED_TWICE
from campagna.games.lion_of_judah.frames import Advancing, Battle, FollowUp
from campagna.games.lion_of_judah.orders import Advance
from campagna.games.lion_of_judah.rules.combat.combat import refuse_attacker, refuse_target
from campagna.games.lion_of_judah.rules.general import stacking
from campagna.games.lion_of_judah.rules.general.names import own_units
from campagna.games.lion_of_judah.rules.movement import move_effects, undefended
from campagna.games.lion_of_judah.rules.movement.terrain_costs import ground
from campagna.games.lion_of_judah.state import State
from campagna.hexes.grid import DIRECTIONS
from campagna.hexes.kernels import BARRED


@rule("12.12", "A-16", "A-40")
def able(state: State, battle: Battle) -> tuple[int, ...]:
    """Surviving attackers that may enter the defender's hex."""
    return tuple(
        u
        for u in battle.attackers
        if state.units[u].place >= 0
        and may_enter(state, u, battle.target)
        and stacking.fits(state, battle.side, battle.target, [u])
    )


@rule("A-40", "11.4")
def may_enter(state: State, unit: int, target: int) -> bool:
    """Whether the ground is open to a unit: no points are spent, no supply is asked for."""
    g = ground(state, [unit])
    here = state.units[unit].place
    d = state.world.board.grid.direction(here, target)
    return not g.closed[target] and g.costs[here * DIRECTIONS + d] != BARRED


@rule("12.12", "A-30", "A-39")
def judge_advance(state: State, frame: Advancing, order: Advance) -> Refusal | tuple[int, ...]:
    units = own_units(state, order.units, frame.side, "12.12")
    if isinstance(units, Refusal):
        return units
    hex_name = state.hex_name(frame.target)
    if not units:
        return Refusal("12.12", "must-advance", {"hex": hex_name})
    for unit in units:
        if unit not in frame.units:
            return Refusal("12.12", "cannot-advance", {"unit": state.name(unit), "hex": hex_name})
    return stacking.refuse_stack(state, frame.side, frame.target, units) or units


@rule("12.12", "11.6", "3.2-b")
def carry_out_advance(
    state: State, frame: Advancing, units: tuple[int, ...], chance: Chance
) -> list[Event]:
    """The units enter; whatever is left there without a fight is eliminated."""
    state.agenda.pop()
    battle = state.agenda[-1]
    assert isinstance(battle, Battle)
    types = {state.counter(u).type for u in state.stack(frame.target)}
    booty = battle.booty or bool(types & {"hq", "truck"})
    state.agenda[-1] = msgspec.structs.replace(battle, advanced=units, booty=booty)
    events = undefended.enter(state, units, frame.target, chance, in_combat=True)
    for unit in units:
        move_effects.relocate(state, [unit], frame.target)
    names = state.names(units)
    events.insert(0, Advanced(rule="12.12", units=names, hex=state.hex_name(frame.target)))
    return events + move_effects.pass_through(state, units, [frame.target])


def ask_advance(state: State, frame: Advancing) -> Step:
    facts: dict[str, Fact] = {"turn": state.turn, "hex": state.hex_name(frame.target)}
    facts["units"] = state.names(frame.units)
    return Step(state.side_name(frame.side), "advance", "12.12", facts)


def settle_advance(state: State, frame: Advancing, chance: Chance) -> Settled:
    """One unit that can enter must enter."""
    if len(frame.units) != 1:
        return [], True
    return carry_out_advance(state, frame, frame.units, chance), False


def offer_advance(state: State, frame: Advancing) -> tuple[Offer, ...]:
    """One at least; all together if the hex holds them, else as many as the judge finds room for."""
    room = stacking.fits(state, frame.side, frame.target, frame.units)
    offer = Pick(
        "advance",
        "units",
        state.names(frame.units),
        many=True,
        most=len(frame.units),
        exact=room,
        tone="main",
    )
    return (offer,)


ADVANCE = Reply(Advance, "12.12", judge_advance, carry_out_advance, offer=offer_advance)


# --- the reconnaissance attack ------------------------------------------------------------------------


@rule("12.11.1-a", "12.11.1-b", "A-38")
def follow_up(state: State, battle: Battle) -> list[Event]:
    """After an R, units that advanced may attack once more, before any other combat."""
    if not battle.recon:
        return []
    eager = tuple(
        u
        for u in battle.advanced
        if state.units[u].place == battle.target and not state.has(u, ATTACKED_TWICE)
    )
    if not any(targets(state, u, eager) for u in eager):
        return []
    state.agenda.append(FollowUp(battle.side, eager))
    return [FollowUpOffered(rule="12.11.1-a", units=state.names(eager))]


def targets(state: State, unit: int, again: Sequence[int] = ()) -> list[int]:
    """The hexes a unit may attack now."""
    around = state.world.board.grid.around(state.units[unit].place)
    return [
        h
        for h in around
        if refuse_target(state, h) is None and refuse_attacker(state, unit, h, again) is None
    ]


def ask_follow_up(state: State, frame: FollowUp) -> Step:
    facts: dict[str, Fact] = {"turn": state.turn, "units": state.names(frame.units)}
    return Step(state.side_name(frame.side), "follow-up", "12.11.1-a", facts)
