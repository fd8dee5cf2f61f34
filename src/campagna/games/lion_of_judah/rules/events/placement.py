"""PB 13.6.9, PB 14.6.4.1 Levies and guerrillas come out of their boxes."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from campagna.core import offers
from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.events import Placed
from campagna.games.lion_of_judah.flags import ARRIVED, HOLDING
from campagna.games.lion_of_judah.frames import Place
from campagna.games.lion_of_judah.orders import PlaceUnit
from campagna.games.lion_of_judah.rules.general import control, losses, stacking
from campagna.games.lion_of_judah.rules.general.names import one_hex
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.state import State

LEVY, GUERRILLA = "tribal_levy", "guerrilla"
MIXING = "hidden factors of the box"
"""The purpose of draws that nobody may see."""


def boxed(state: State, kind: str) -> list[int]:
    """Counters of a kind that wait in their box (2.3-d)."""
    return [
        u
        for u in state.theatre.units
        if state.units[u].place == HOLDING and state.counter(u).type == kind
    ]


# --- where ------------------------------------------------------------------------------------------


@rule("PB 13.6.9-a", "PB 14.6.4.1-b", "2.3-d")
def refuse_hex(state: State, frame: Place, hex_: int) -> Refusal | None:
    """Why the next unit may not be placed in a hex."""
    return _refuse_placing(state, frame, hex_, boxed(state, frame.kind))


def _refuse_placing(state: State, frame: Place, hex_: int, waiting: list[int]) -> Refusal | None:
    facts = {"hex": state.hex_name(hex_)}
    rule_id = "PB 13.6.9-a" if frame.kind == LEVY else "PB 14.6.4.1-b"
    if hex_ not in frame.hexes:
        return Refusal(rule_id, "not-a-placement-hex", facts)
    if state.maps.held[1 - frame.side][hex_]:
        return Refusal(rule_id, "enemy-in-hex", facts)
    measure = state.world.board.grid.distance
    if any(measure(hex_, other) < frame.apart for other in frame.placed):
        return Refusal(rule_id, "placed-too-near", facts)
    if not waiting:
        return Refusal("2.3-d", "box-empty", {})
    return stacking.refuse_stack(state, frame.side, hex_, [waiting[0]])


def open_hexes(state: State, frame: Place) -> list[int]:
    waiting = boxed(state, frame.kind)
    return [h for h in frame.hexes if _refuse_placing(state, frame, h, waiting) is None]


@rule("PB 14.6.4.1-b")
def guerrilla_hexes(state: State) -> tuple[int, ...]:
    """Ethiopia without Italians: no desert, town, capital or amba."""
    world = state.world
    return tuple(
        h
        for h in range(world.size)
        if world.ethiopia[h]
        and not (world.desert[h] or world.settlement[h] or world.amba[h])
        and not state.maps.held[ITALIAN][h]
    )


@rule("PB 13.6.9-a")
def levy_hexes(state: State, anchor: int) -> tuple[int, ...]:
    """The anchor of a region or a hex next to it, in Ethiopia, no desert, without Ethiopians."""
    world = state.world
    return tuple(
        h
        for h in world.around(anchor, 1)
        if world.ethiopia[h] and not world.desert[h] and not state.maps.held[OTHER][h]
    )


def lay(
    state: State, kind: str, count: int, hexes: Iterable[int], cause: str, apart: int = 0
) -> None:
    """Ask for the placement of units; levies must be placed, guerrillas may."""
    side, must = (ITALIAN, True) if kind == LEVY else (OTHER, False)
    state.agenda.append(Place(side, kind, count, tuple(hexes), cause, apart, must))


# --- the decision -----------------------------------------------------------------------------------


def judge_place_unit(state: State, frame: Place, order: PlaceUnit) -> Refusal | int:
    hex_ = one_hex(state, order.hex)
    if isinstance(hex_, Refusal):
        return hex_
    refusal = refuse_hex(state, frame, hex_)
    return hex_ if refusal is None else refusal


@rule("PB 13.6.9-a", "PB 14.6.4.1-b", "3.2-b")
def carry_out_place_unit(state: State, frame: Place, plan: int, chance: Chance) -> list[Event]:
    """The next counter of the box, its factor drawn anew from those in the box."""
    waiting = boxed(state, frame.kind)
    losses.mix(state, waiting, chance, MIXING)
    unit = waiting[0]
    state.put(unit, plan, steps=1)
    state.flag(unit, ARRIVED)
    left, placed = frame.count - 1, (*frame.placed, plan)
    if left:
        state.agenda[-1] = msgspec.structs.replace(frame, count=left, placed=placed)
    else:
        state.agenda.pop()
    rule_id = "PB 13.6.9-a" if frame.kind == LEVY else "PB 14.6.4.1-b"
    events: list[Event] = [Placed(rule=rule_id, unit=state.name(unit), hex=state.hex_name(plan))]
    events += control.enter(state, plan, frame.side)
    return events + resources.source_entered(state, plan, frame.side)


def ask_place(state: State, frame: Place) -> Step:
    facts: dict[str, Fact] = {"turn": state.turn, "count": frame.count}
    rule_id = "PB 14.6.4.1-b" if frame.kind == GUERRILLA else "PB 13.6.9-a"
    return Step(state.side_name(frame.side), f"place-{frame.kind}", rule_id, facts)


def settle_place(state: State, frame: Place, chance: Chance) -> Settled:
    """Without a hex or a counter left nothing is placed; a single hex for levies is no choice."""
    hexes = open_hexes(state, frame)
    if not hexes:
        state.agenda.pop()
        return [], False
    if frame.must and len(hexes) == 1:
        return carry_out_place_unit(state, frame, hexes[0], chance), False
    return [], True


def may_decline(frame: Place) -> bool:
    return not frame.must


def placements(state: State, frame: Place) -> list[PlaceUnit]:
    return [PlaceUnit(state.hex_name(h)) for h in open_hexes(state, frame)]


def offer_place_unit(state: State, frame: Place) -> tuple[offers.Offer, ...]:
    hexes = tuple(state.hex_name(h) for h in open_hexes(state, frame))
    return (offers.Place("place-unit", {}, subject="", places=hexes, tone="main"),)


PLACE_UNIT = Reply(
    PlaceUnit, "PB 13.6.9-a", judge_place_unit, carry_out_place_unit, offer=offer_place_unit
)
ASKED = tuple(f"place-{kind}" for kind in (LEVY, GUERRILLA))
"""The decisions that placements may ask for."""
