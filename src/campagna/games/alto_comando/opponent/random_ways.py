"""Random legal ways of a base: moves, exits, crossings, entries.

A way is drawn leg by leg out of the regions of the rules, so that nothing drawn has to be thrown away.
"""

from __future__ import annotations

from collections.abc import Callable

from campagna.core.chance import Chance
from campagna.games.alto_comando.orders import Enter
from campagna.games.alto_comando.rules.beda_fomm import entry_columns, entry_line
from campagna.games.alto_comando.rules.geometry import region_finder, rivers
from campagna.games.alto_comando.rules.leg_regions import Path, ends, exit_ends
from campagna.games.alto_comando.rules.leg_rules import Way, refuse_shape, ways
from campagna.games.alto_comando.rules.minefields import crossing_violation
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import AXIS
from campagna.plane.bases import HALF, Point, Rect, gap2
from campagna.plane.legality import Edge
from campagna.plane.legs import path_cost
from campagna.plane.region import Region
from campagna.plane.works import CROSSING, crossings, runs_north_south

LOOKS = 5
"""How many places a base that seeks the enemy compares."""
SOUTH = 40
"""Among how many of the southernmost places a unit that breaks out chooses (BF-5)."""
TRIES = 6
"""How many places of entry a column looks at before it stays out."""


# --- moves ----------------------------------------------------------------------------------------------


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
    turns = region_finder().waypoints(way.ground, start, way.allowance)
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
        region = exit_ends(way, start, edge)
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
                    and crossing_violation(way, points, attempt) is None
                ):
                    return path, attempt.landing
    return None


def random_approach(state: State, base: int, start: Point, chance: Chance) -> Path | None:
    """One straight leg up to a minefield or a river bank, if one can be reached."""
    works = [s.rect for s in state.strips] + [river.bed for river in rivers(state)]
    for way in ways(state, base, start):
        region = ends(way, start, way.allowance)
        sides = [side for rect in works for side in _long_sides(rect)]
        touching = [part for part in (region.clipped(side) for side in sides) if part]
        if touching:
            part = touching[chance.pick(len(touching), "works")]
            return (part[chance.pick(len(part), "contact")],)
    return None


def _contacts(way: Way, start: Point, rects: list[Rect], chance: Chance) -> list[Path]:
    left = way.allowance - CROSSING
    if left <= 0 or not rects:
        return []
    region = region_finder().ends(way.ground, start, left)
    if not region:
        return []
    found: list[Path] = []
    for rect in rects:
        for side in _long_sides(rect):
            touching = region.clipped(side)
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


# --- entries --------------------------------------------------------------------------------------------


def random_entry(state: State, base: int, chance: Chance) -> Enter | None:
    """One straight entry somewhere along the edge; None if no room was found."""
    first, last = entry_columns(state)
    for _ in range(TRIES):
        start = first + chance.pick(last - first + 1, "place of entry"), entry_line(state)
        for way in ways(state, base, start):
            places = ends(way, start, way.allowance)
            if places:
                end = places[chance.pick(len(places), "end of the entry")]
                return Enter(state.name(base), (start, end))
    return None
