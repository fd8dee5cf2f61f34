"""7.1 Zones of control, and the masks that stop movement and lines."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from campagna.core.rulebook import rule
from campagna.games.afrika_korps.state import BOTH_SIDES, PLACES, PLACES_AND_VICTORIES, State
from campagna.kit.derived import derived, derived_by_side

Mask = bytes | bytearray


def either(*masks: Mask) -> bytes:
    """One where any of the masks is one."""
    total = 0
    for m in masks:
        total |= int.from_bytes(m, "little")
    return total.to_bytes(len(masks[0]), "little")


def without(mask: Mask, hole: Mask) -> bytes:
    """One where the first mask is one and the second is not."""
    rest = int.from_bytes(mask, "little") & ~int.from_bytes(hole, "little")
    return rest.to_bytes(len(mask), "little")


@derived_by_side(on=PLACES)
def fighters(state: State, side: int) -> list[int]:
    """Combat units of a side on the map, by unit."""
    army_of = state.world.army_of
    found = [u for stack in state.maps.stacks.values() for u in stack if army_of[u] == side]
    found.sort()
    return found


def beaten(state: State, known: int | None = None) -> frozenset[int]:
    """Units under an automatic victory, of the first `known` declared."""
    victories = state.victories if known is None else state.victories[:known]
    return frozenset(d for v in victories for d in v.defenders)


@rule("7.1a", "7.1b", "7.1c", "9.1a", "15.1a", "22.3")
def zone(state: State, side: int, known: int | None = None) -> Mask:
    """Mask of the hexes in the zone of a side: next to its combat units, not across barred sides.

    Zones neither enter nor leave a fortress (A3); units under an automatic victory have none, as far
    as the mover may know of it: `known` counts the victories that stood when it began to move.
    """
    if known is None or known >= len(state.victories):
        known = len(state.victories)
    return _zone(state, side, known)


@derived_by_side(on=PLACES_AND_VICTORIES)
def _zone(state: State, side: int, known: int) -> Mask:
    void, units = beaten(state, known), state.units
    return zone_of(state, [units[u].place for u in fighters(state, side) if u not in void])


def zone_of(state: State, hexes: Iterable[int]) -> bytearray:
    """The zone that combat units in these hexes have."""
    world = state.world
    exerting = bytearray(world.size)
    for h in hexes:
        exerting[h] = 1
    return world.field.zones(exerting, world.zone_walls)


def held(state: State, side: int, known: int | None = None) -> Mask:
    """Mask of the hexes that combat units of a side close: those not under an automatic victory."""
    if known is None or known >= len(state.victories):
        known = len(state.victories)
    return _held(state, side, known)


@derived_by_side(on=PLACES_AND_VICTORIES)
def _held(state: State, side: int, known: int) -> Mask:
    void, units = beaten(state, known), state.units
    places = [units[u].place for u in fighters(state, side) if u not in void]
    return state.world.board.mask(places)


@derived_by_side(on=PLACES_AND_VICTORIES)
def shut_by(state: State, side: int) -> bytes:
    """Mask of the hexes that a side shuts to the lines and retreats of the other."""
    return either(occupied(state, side), zone(state, side))


@derived_by_side(on=PLACES_AND_VICTORIES)
def _sources(state: State, side: int, known: int) -> Mask:
    world = state.world
    return world.field.sources(held(state, side, known), world.zone_walls)


class Ground(msgspec.Struct, frozen=True):
    """What the combat units of a side put in the way of a mover that knows of some victories."""

    known: int
    stop: Mask
    """Their zones."""
    closed: Mask
    """Their hexes."""
    sources: Mask
    """For each hex, as bits, the directions from which one of them watches it."""
    full: Mask
    """Where no combat unit of the mover can end: in any hex of theirs, or with three of its own."""


@rule("6.1a", "9.1b")
@derived(on=BOTH_SIDES)
def ground(state: State, side: int, known: int) -> Ground:
    limit = state.world.stack_limit
    full = bytearray(occupied(state, side))
    crowd: dict[int, int] = {}
    for u in fighters(state, 1 - side):
        place = state.units[u].place
        crowd[place] = crowd.get(place, 0) + 1
    for place, count in crowd.items():
        full[place] |= count >= limit
    return Ground(
        known,
        zone(state, side, known),
        held(state, side, known),
        _sources(state, side, known),
        full,
    )


def occupied(state: State, side: int) -> Mask:
    """Mask of every hex with a combat unit of a side, beaten or not."""
    return held(state, side, 0)


@rule("8.3a", "7.1a")
def watchers(state: State, side: int, hex_: int, known: int | None = None) -> list[int]:
    """Combat units of a side in whose zone a hex lies."""
    void = beaten(state, known)
    return [
        u for h in state.world.zone_near[hex_] for u in state.fighters_at(h, side) if u not in void
    ]


def adjacent(state: State, a: int, b: int) -> bool:
    """Whether two hexes touch over a side that is not barred (5.7b)."""
    return b in state.world.near[a]
