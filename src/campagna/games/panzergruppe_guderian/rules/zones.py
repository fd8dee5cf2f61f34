"""8.0 Zones of control, and the masks that stop movement and lines."""

from __future__ import annotations

from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.state import PLACES, ZONES, State
from campagna.kit.derived import derived


@rule("8.GEN", "8.11", "8.14", "8.16", "8.17", "8.18", "10.22", "11.35", "12.3b", "6.62")
def zone(state: State, side: int) -> bytearray:
    """Mask of the hexes in the zone of a side: next to any unit that is not disrupted.

    Untried units and leaders exert zones like all others; zones cross rivers but not lakes.
    """
    found = state.maps.zones[side]
    if found is None:
        found = state.world.field.zones(state.maps.exerting[side], state.world.walls)
        state.maps.zones[side] = found
    return found


@rule("8.15", "11.21b", "9.71b")
@derived(on=PLACES | ZONES)
def blocked(state: State, side: int) -> bytearray:
    """Mask of the hexes closed to the lines and retreats of a side.

    Enemy units close a hex, enemy zones too unless a friendly unit stands there.
    """
    held = state.maps.held
    return state.world.field.closed(held[1 - side], zone(state, 1 - side), held[side])
