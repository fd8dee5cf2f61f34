"""7.0 Stacking."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.contract import Event, Refusal
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.agenda import Excess
from campagna.games.panzergruppe_guderian.events import Eliminated
from campagna.games.panzergruppe_guderian.orders import Remove
from campagna.games.panzergruppe_guderian.state import NOWHERE, REMOVED, State
from campagna.games.panzergruppe_guderian.world import SOVIET


@rule("7.1a", "7.1b", "7.1c", "7.2a", "10.25")
def fits(state: State, side: int, units: Sequence[int]) -> bool:
    """Whether these units may share a hex: 3, or for the Soviets 4 if at least one is a leader."""
    world, total = state.world, len(units)
    if side != SOVIET:
        return total <= world.german_stack
    if total <= world.soviet_stack:
        return True
    leaders = sum([u < world.leader_count for u in units])
    return total - leaders <= world.soviet_stack and total <= world.soviet_stack_led


def has_room(state: State, unit: int, hex_: int) -> bool:
    return fits(state, state.side(unit), (*state.stack(hex_), unit))


@rule("7.1d", "7.1e", "7.2b")
def overstacked(state: State, side: int) -> list[int]:
    """Hexes of a side that hold too many units, in map order."""
    # Three units or fewer always fit.
    return [h for h in state.maps.crowded(side, 3) if not fits(state, side, state.stack(h))]


def demand_removal(state: State, side: int) -> None:
    """Ask the owner to remove units where too many stand."""
    if overstacked(state, side):
        state.agenda.append(Excess(side))


@rule("7.1e", "7.2b")
def refuse_remove(state: State, order: Remove) -> Refusal | None:
    frame = state.agenda[-1]
    assert isinstance(frame, Excess)
    unit = state.find(order.unit)
    if unit == NOWHERE or state.side(unit) != frame.side:
        return Refusal("7.1e", "not-your-unit", {"unit": order.unit})
    if state.units[unit].place not in overstacked(state, frame.side):
        return Refusal("7.1e", "not-overstacked", {"unit": order.unit})
    return None


@rule("7.1e")
def remove(state: State, order: Remove) -> list[Event]:
    """Units removed for overstacking leave the game: only combat losses come back (12.4a)."""
    unit = state.find(order.unit)
    place = state.units[unit].place
    state.put(unit, REMOVED)
    frame = state.agenda[-1]
    assert isinstance(frame, Excess)
    if not overstacked(state, frame.side):
        state.agenda.pop()
    return [Eliminated(rule="7.1e", unit=order.unit, hex=state.world.hex_ids[place])]
