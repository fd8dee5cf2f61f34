"""Ways of a moving base as regions: where a leg may end, and a random legal path among them.

Every region comes from the surveyor, who agrees with the judge on each place; a path is drawn leg by
leg, so that nothing drawn has to be thrown away.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import gcd

from campagna.core.chance import Chance
from campagna.games.alto_comando.rules.geometry import clipped, rivers, surveyor
from campagna.games.alto_comando.rules.leg_rules import Way, refuse_shape, way_breach, ways
from campagna.games.alto_comando.rules.minefields import crossing_breach
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import AXIS
from campagna.plane.bases import HALF, Point, Rect, gap2
from campagna.plane.ground import Edge
from campagna.plane.legs import SHORTEST, length2, merged, path_cost
from campagna.plane.region import Region
from campagna.plane.works import CROSSING, crossings, runs_north_south

Path = tuple[Point, ...]

LOOKS = 5
"""How many places a base that seeks the enemy compares."""
SOUTH = 40
"""Among how many of the southernmost places a unit that breaks out chooses (BF-5)."""


# --- regions --------------------------------------------------------------------------------------------


def ends(way: Way, start: Point, left: int) -> Region:
    """Where the last leg may end that starts here with so much left."""
    region = surveyor().ends(way.ground, start, max(0, left))
    return region if way.ends is None else clipped(region, way.ends)


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
    return all(way.ground.leg_breach(a, b) is None for a, b in pairwise(seen))


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
        if way_breach(way, [*points, end], None) is None:
            found.append(end)
    return found


# --- random paths ---------------------------------------------------------------------------------------


def random_path(state: State, base: int, start: Point, chance: Chance) -> Path | None:
    """A legal move of one or two legs, half of the time towards an enemy; None if there is none."""
    open_ways = ways(state, base, start)
    first = chance.pick(len(open_ways), "way")
    for way in (*open_ways[first:], *open_ways[:first]):
        pick = _eye(state, base, chance)
        if state.options["legs"] == "multi" and chance.pick(3, "legs") == 0:
            bent = _bent_path(way, start, pick, chance)
            if bent is not None:
                return bent
        region = ends(way, start, way.allowance)
        if region:
            return (pick(region),)
    return None


def _bent_path(
    way: Way, start: Point, pick: Callable[[Region], Point], chance: Chance
) -> Path | None:
    turns = surveyor().waypoints(way.ground, start, way.allowance)
    if not turns:
        return None
    turn = turns[chance.pick(len(turns), "way-point")]
    region = ends(way, turn, way.allowance - path_cost([start, turn]))
    return (turn, pick(region)) if region else None


def _eye(state: State, base: int, chance: Chance) -> Callable[[Region], Point]:
    """How this base chooses among places: anyhow, looking for an enemy, or for the way out (BF-5)."""
    if state.field.escape is not None and state.unit(base).side == AXIS and chance.pick(8, "way"):
        return lambda region: region[
            len(region) - 1 - chance.pick(min(len(region), SOUTH), "place")
        ]
    enemies = state.table_of(1 - state.unit(base).side)
    if not enemies or chance.pick(3, "temper") == 0:
        return lambda region: region[chance.pick(len(region), "place")]
    at = state.at(base)
    near = sorted(enemies, key=lambda e: gap2(at, state.at(e)))[:3]
    goal = state.at(near[chance.pick(len(near), "goal")])

    def nearest(region: Region) -> Point:
        looks = [region[chance.pick(len(region), "place")] for _ in range(LOOKS)]
        return min(looks, key=lambda p: gap2(p, goal))

    return nearest


def random_exit(state: State, base: int, start: Point, edge: Edge, chance: Chance) -> Path | None:
    """One straight leg over an edge."""
    for way in ways(state, base, start):
        region = surveyor().exits(way.ground, start, way.allowance, edge)
        if way.ends is not None:
            region = clipped(region, way.ends)
        if region:
            return (region[chance.pick(len(region), "place")],)
    return None


# --- crossings ------------------------------------------------------------------------------------------


def random_crossing(
    state: State, base: int, start: Point, chance: Chance
) -> tuple[Path, Point] | None:
    """A way to a strip and across it, if one is at hand; the place of contact is drawn once a strip."""
    rects = [s.rect for s in state.strips]
    for way in ways(state, base, start):
        contacts: list[Path] = [()] if crossings(start, rects) else []
        contacts += _contacts(way, start, rects, chance)
        for path in contacts:
            here = path[-1] if path else start
            for attempt in crossings(here, rects):
                points = [start, *path, attempt.landing]
                if (
                    refuse_shape(state, base, points) is None
                    and crossing_breach(way, points, attempt) is None
                ):
                    return path, attempt.landing
    return None


def landings(state: State, base: int, path: Path) -> list[Point]:
    """Where a base that touches a minefield after this path may try to come out."""
    start = state.at(base)
    here = path[-1] if path else start
    found: list[Point] = []
    for attempt in crossings(here, [s.rect for s in state.strips]):
        points = [start, *path, attempt.landing]
        if refuse_shape(state, base, points) is None and any(
            crossing_breach(way, points, attempt) is None for way in ways(state, base, start)
        ):
            found.append(attempt.landing)
    return found


def random_approach(state: State, base: int, start: Point, chance: Chance) -> Path | None:
    """One straight leg up to a minefield or a river bank, if one can be reached."""
    works = [s.rect for s in state.strips] + [river.bed for river in rivers(state)]
    for way in ways(state, base, start):
        region = ends(way, start, way.allowance)
        sides = [side for rect in works for side in _long_sides(rect)]
        touching = [part for part in (clipped(region, side) for side in sides) if part]
        if touching:
            part = touching[chance.pick(len(touching), "works")]
            return (part[chance.pick(len(part), "contact")],)
    return None


def _contacts(way: Way, start: Point, rects: list[Rect], chance: Chance) -> list[Path]:
    left = way.allowance - CROSSING
    if left <= 0 or not rects:
        return []
    region = surveyor().ends(way.ground, start, left)
    if not region:
        return []
    found: list[Path] = []
    for rect in rects:
        for side in _long_sides(rect):
            touching = clipped(region, side)
            if touching:
                found.append((touching[chance.pick(len(touching), "contact")],))
    return found


def _long_sides(rect: Rect) -> tuple[Rect, Rect]:
    """Where the centre of a base is that touches a long side of a strip."""
    x0, y0, x1, y1 = rect
    if runs_north_south(rect):
        low, high = y0 - HALF + 1, y1 + HALF - 1
        return (x0 - HALF, low, x0 - HALF, high), (x1 + HALF, low, x1 + HALF, high)
    low, high = x0 - HALF + 1, x1 + HALF - 1
    return (low, y0 - HALF, high, y0 - HALF), (low, y1 + HALF, high, y1 + HALF)
