"""Ways of a moving base as regions: where a leg may end (MOV-1, G-7, G-12).

Every region comes from the region finder, which agrees with the judge on each place.
"""

from __future__ import annotations

from itertools import pairwise
from math import gcd

from campagna.games.alto_comando.rules.geometry import ground_among_all, region_finder
from campagna.games.alto_comando.rules.leg_rules import Way, way_violation, ways
from campagna.games.alto_comando.state import EVERYTHING, State
from campagna.kit.derived import derived
from campagna.plane.bases import SIDE, Point
from campagna.plane.legality import Edge
from campagna.plane.legs import SHORTEST, length2, merged, path_cost
from campagna.plane.region import Region

Path = tuple[Point, ...]

TRIED_FIRST = ((SIDE, 0), (-SIDE, 0), (0, SIDE), (0, -SIDE))
"""Moves that are tried before everything is measured: most bases can make one of them."""


def ends(way: Way, start: Point, left: int) -> Region:
    """Where the last leg may end that starts here with so much left."""
    region = region_finder().ends(way.ground, start, max(0, left))
    return region if way.ends is None else region.clipped(way.ends)


def next_ends(state: State, base: int, start: Point, path: Path) -> tuple[Region, int]:
    """Where the move may end after these way-points, by any way, and what is left at most."""
    here = path[-1] if path else start
    region, most = Region.of_points(()), 0
    for way in ways(state, base, start):
        left = way.allowance - path_cost(merged([start, *path]))
        if left <= 0 or (path and not _walkable(state, way, [start, *path])):
            continue
        most = max(most, left)
        region |= ends(way, here, left)
        if path:
            region |= Region.of_points(_straight_on(way, [start, *path], left))
    return region, most


def _walkable(state: State, way: Way, points: list[Point]) -> bool:
    """Whether these points can be the beginning of a longer move."""
    if state.options["legs"] == "single":
        return False
    seen = merged(points)
    if any(length2(a, b) < SHORTEST * SHORTEST for a, b in pairwise(seen)):
        return False
    return all(way.ground.leg_violation(a, b) is None for a, b in pairwise(seen))


def _straight_on(way: Way, points: list[Point], left: int) -> list[Point]:
    """Ends in the direction of the last leg: joined with it they may cost a millimetre less."""
    a, b = merged(points)[-2:]
    dx, dy = b[0] - a[0], b[1] - a[1]
    step = gcd(dx, dy)
    dx, dy = dx // step, dy // step
    found = []
    for k in range(1, left + 2):
        end = (b[0] + k * dx, b[1] + k * dy)
        if length2(b, end) > (left + 1) ** 2:
            break
        if way_violation(way, [*points, end], None) is None:
            found.append(end)
    return found


@derived(on=EVERYTHING)
def has_end(state: State, base: int) -> bool:
    """Whether a base can go anywhere by one leg."""
    start = state.at(base)
    x, y = start
    for way in ways(state, base, start, ground_among_all):
        for dx, dy in TRIED_FIRST:
            if way_violation(way, [start, (x + dx, y + dy)], None) is None:
                return True
    return any(ends(way, start, way.allowance) for way in ways(state, base, start))


def exits_over(state: State, base: int, edge: Edge) -> Region:
    """Where, off the table, one leg of a base that leaves over this edge may end."""
    start = state.at(base)
    region = Region.of_points(())
    for way in ways(state, base, start):
        region |= exit_ends(way, start, edge)
    return region


def exit_ends(way: Way, start: Point, edge: Edge) -> Region:
    """The same by one way."""
    region = region_finder().exits(way.ground, start, way.allowance, edge)
    return region if way.ends is None else region.clipped(way.ends)
