"""Chapter 5: zones of control."""

from __future__ import annotations

from campagna.core.rulebook import rule
from two_fords.state import State, occupied, option
from two_fords.world import BOARD, zone_walls


@rule("5.1")
def zones(state: State, side: str) -> bytearray:
    """Mask of the hexes that the counters of a side control. Decoys count, or they would show."""
    return BOARD.field.zones(occupied(state, side), walls(state))


def walls(state: State) -> bytes:
    return zone_walls(option(state.setup, "river-zones"))


def controls(state: State, place: int, target: int) -> bool:
    """Whether a counter here has that hex in its zone."""
    direction = BOARD.grid.direction(place, target)
    return direction >= 0 and not walls(state)[place * 6 + direction]
