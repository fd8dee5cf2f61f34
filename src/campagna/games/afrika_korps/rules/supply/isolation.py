"""24 Isolation."""

from __future__ import annotations

from campagna.core.rulebook import rule
from campagna.games.afrika_korps.rules.combat.zones import either, shut_by
from campagna.games.afrika_korps.rules.supply.captures import supplies_on_map
from campagna.games.afrika_korps.state import BOTH_SIDES, PLACES_AND_VICTORIES, SEA, State
from campagna.hexes.kernels import FAR
from campagna.kit.derived import derived, derived_by_side

REACHED = bytes(int(far != FAR) for far in range(256))
"""Turns the distances of a flood into a mask."""


@rule("24.1", "24.4a", "23.6")
@derived(on=BOTH_SIDES)
def supplied_hexes(state: State, side: int) -> bytearray:
    """Mask of the hexes from which a side can trace a line of any length to a supply of its own.

    The hexes between must be free of enemy units and zones; the unit's and the supply's need not.
    """
    sources = tuple([state.place(s) for s in supplies_on_map(state, side)])
    return _tied_to(state, 1 - side, sources)


@derived_by_side(on=PLACES_AND_VICTORIES)
def _tied_to(state: State, enemy: int, sources: tuple[int, ...]) -> bytearray:
    """The same for supplies in these hexes: only what the enemy shuts matters."""
    world = state.world
    far = world.field.flood(world.walls, shut_by(state, enemy), world.nothing, sources, 254)
    reached = far.translate(REACHED)
    beside = world.field.zones(reached, world.walls)
    return bytearray(either(reached, beside))


@rule("24.1", "24.4b")
def is_isolated(state: State, unit: int) -> bool:
    """On the map without a line, or at sea without a supply at sea."""
    place = state.place(unit)
    side = state.owner(unit)
    if place == SEA:
        return not any(state.place(s) == SEA for s in state.world.supplies[side])
    return place >= 0 and not supplied_hexes(state, side)[place]
