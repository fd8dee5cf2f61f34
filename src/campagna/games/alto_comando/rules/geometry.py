"""The geometry chapter: what the digest's definitions mean for the bases of this game (G-3 to G-23).

All measuring is done by `campagna.plane`; here it is asked about the table of a state: who is a
friend or an enemy, which terrain bars whom, which hills hide.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from math import isqrt

from campagna.core.rulebook import rule
from campagna.core.tabletop import Survey
from campagna.games.alto_comando.state import ENEMIES_AND_WORKS, EVERYTHING, TABLE, State, bounds
from campagna.games.alto_comando.world import NOBODY
from campagna.kit.derived import derived, derived_by_side
from campagna.plane.bases import (
    HALF,
    SIDE,
    Point,
    Rect,
    adjacent_to_rect,
    centres,
    inside_rect,
    nearest,
    on_road,
    within,
)
from campagna.plane.kernels import crowd, flat, overlapped
from campagna.plane.legality import FAR, Ground, invariant_violations
from campagna.plane.region import Region
from campagna.plane.regions import RegionFinder
from campagna.plane.retreat import retreat
from campagna.plane.shapes import Polygon, point_in, sight_blocked
from campagna.plane.works import (
    Crossing,
    River,
    cell_fits,
    crossings,
    in_cell,
    is_strip,
    strips_agree,
)

SOFT = ("woods", "broken")
HARD = ("building",)
_local = threading.local()


def region_finder() -> RegionFinder:
    """The region finder of this thread: its scratch memory must not be shared."""
    found: RegionFinder | None = getattr(_local, "region_finder", None)
    if found is None:
        found = _local.region_finder = RegionFinder()
    return found


def sane(points: Iterable[Point]) -> bool:
    """Whether the points lie near enough to the table to be measured at all."""
    return all(-FAR < x < FAR and -FAR < y < FAR for x, y in points)


# --- distances ----------------------------------------------------------------------------------------


@rule("G-3", "G-4")
def in_reach(state: State, a: int, b: int, reach: int) -> bool:
    """Whether two bases are at most so far apart, edge to edge; exactly that far counts."""
    return within(state.at(a), state.at(b), reach)


@rule("G-3")
def distance(state: State, a: int, b: int) -> int:
    """How far apart two bases are, edge to edge: whole millimetres, a part of one counted whole."""
    (ax, ay), (bx, by) = state.at(a), state.at(b)
    dx, dy = max(0, abs(ax - bx) - SIDE), max(0, abs(ay - by) - SIDE)
    square = dx * dx + dy * dy
    return isqrt(square - 1) + 1 if square else 0


@rule("G-3", "G-4")
def near(state: State, at: Point, among: Iterable[int], reach: int) -> list[int]:
    """Those of these bases that are on the table, at most so far from one that stands here."""
    x, y = at
    bases = state.bases
    found = []
    for other in among:
        b = bases[other]
        if b.where != TABLE:
            continue
        # Most bases are far away: one coordinate tells without any multiplication.
        dx = abs(b.x - x) - SIDE
        dy = abs(b.y - y) - SIDE
        if dx <= reach and dy <= reach and max(0, dx) ** 2 + max(0, dy) ** 2 <= reach * reach:
            found.append(other)
    return found


@rule("G-3", "G-20")
def nearest_of(state: State, base: int, others: list[int]) -> list[int]:
    """Those at the smallest distance from a base: several if they tie."""
    return [others[i] for i in nearest(state.at(base), [state.at(o) for o in others])]


@rule("G-5")
def touches(at: Point, rect: Rect) -> bool:
    """Whether a base stands against a minefield or a river; a common corner is enough."""
    return adjacent_to_rect(at, rect)


# --- being in something -------------------------------------------------------------------------------


@rule("G-13")
def inside(at: Point, area: Rect) -> bool:
    """Whether the whole base is in a zone or deployment area."""
    return inside_rect(at, area)


@rule("G-13")
def standing_in(state: State, at: Point, kinds: tuple[str, ...]) -> int:
    """The terrain element of these kinds that holds the centre of a base, NOBODY if there is none."""
    if not state.derived.terrain:
        return NOBODY
    key = (at, kinds)
    known = state.derived.terrain_at
    if key not in known:
        known[key] = _element_at(state, at, kinds)
    return known[key]


def _element_at(state: State, at: Point, kinds: tuple[str, ...]) -> int:
    x, y = at
    for i, (element, (x0, y0, x1, y1)) in enumerate(state.derived.terrain):
        near_it = x0 <= x <= x1 and y0 <= y <= y1
        if near_it and element.kind in kinds and point_in(at, element.polygon):
            return i
    return NOBODY


def hills_between(state: State, a: Point, b: Point) -> list[Polygon]:
    """The hills whose surroundings the line between two points touches."""
    left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
    top, bottom = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
    return [
        element.polygon
        for element, (x0, y0, x1, y1) in state.derived.terrain
        if element.kind == "hill" and left <= x1 and x0 <= right and top <= y1 and y0 <= bottom
    ]


@rule("G-14", "FIR-10")
def line_is_clear(state: State, a: Point, b: Point) -> bool:
    """Whether no hill on which neither stands lies between two bases; bases hide nobody."""
    return not sight_blocked(a, b, hills_between(state, a, b))


@rule("G-19")
def own_segment(state: State, base: int) -> bool:
    """Whether a base stands in a trench segment that its own side dug."""
    side, at = state.unit(base).side, state.at(base)
    key = (at, side)
    known = state.derived.trench_at
    if key not in known:
        known[key] = any(s.side == side and in_cell(at, s.at) for s in state.segments)
    return known[key]


@rule("G-22")
def is_on_road(state: State, at: Point) -> bool:
    road = state.field.road
    return road is not None and on_road(at, road)


# --- the ground under a base --------------------------------------------------------------------------


@rule("G-8", "G-17b", "TER-1")
@derived_by_side(on=ENEMIES_AND_WORKS)
def ground_of(state: State, side: int, infantry: bool, soft_bars: bool = False) -> Ground:
    """The table as a moving base of this side and class meets it, still without its friends.

    With `soft_bars` woods and broken ground count as walls: the ground of those who keep out of them.
    """
    return Ground(
        state.field.land,
        enemies=state.places_of(1 - side),
        walls=[e.polygon for e in state.derived.elements if _bars(e.kind, infantry, soft_bars)],
        strips=[s.rect for s in state.strips],
        rivers=rivers(state),
    )


def _bars(kind: str, infantry: bool, soft_bars: bool) -> bool:
    return kind == "scarp" or (kind == "rough" and not infantry) or (soft_bars and kind in SOFT)


@rule("G-8", "G-11")
def ground_for(state: State, base: int, soft_bars: bool = False) -> Ground:
    """The table as this base meets it: it may pass its friends but not end on them."""
    unit = state.unit(base)
    ground = ground_of(state, unit.side, unit.is_infantry, soft_bars)
    return ground.with_friends(state.places_of(unit.side, without=base))


def ground_among_all(state: State, base: int, soft_bars: bool = False) -> Ground:
    """The same with the base itself among its friends: all bases of its side and class share it.

    Where a base may end here, clear of the place where it stands, it may end on its own ground too.
    """
    unit = state.unit(base)
    return _ground_among_all(state, unit.side, unit.is_infantry, soft_bars)


@derived(on=EVERYTHING)
def _ground_among_all(state: State, side: int, infantry: bool, soft_bars: bool) -> Ground:
    ground = ground_of(state, side, infantry, soft_bars)
    return ground.with_friends(state.places_of(side))


@rule("G-17b")
def rivers(state: State) -> list[River]:
    """The rivers, each with the bridges that were built over it."""
    beds = [e.polygon for e in state.derived.elements if e.kind == "river"]
    return [
        River(bounds(bed), tuple(sorted(s.at for s in state.spans if s.river == i)))
        for i, bed in enumerate(beds)
    ]


# --- placing, falling back ----------------------------------------------------------------------------


@rule("G-15", "HQ-10")
def replacement_places(state: State, base: int, hq: int) -> Region:
    """Where a replaced unit may come back: touching its headquarters, else as near as there is room."""
    return region_finder().replacements(ground_for(state, base), state.at(hq))


@rule("G-16", "HQ-11")
def retreat_of(state: State, hq: int, hitter: int) -> Point:
    """Where a headquarters falls back to, straight away from the nearest enemy unit (A-11)."""
    side = state.unit(hq).side
    enemies = [b for b in state.table_of(1 - side) if not state.unit(b).is_supply]
    if not enemies:
        return state.at(hq)
    tied = nearest_of(state, hq, enemies)
    enemy = hitter if hitter in tied else min(tied, key=state.name)
    return retreat(state.at(hq), state.at(enemy), ground_for(state, hq))


# --- works --------------------------------------------------------------------------------------------


@rule("G-17", "MIN-1")
def strip_fits(state: State, rect: Rect, band: Rect, others: Iterable[Rect]) -> bool:
    """Whether a strip has the right size, lies in the owner's band and agrees with all other works."""
    return (
        rect[0] < rect[2]
        and rect[1] < rect[3]
        and is_strip(rect)
        and band[0] <= rect[0]
        and band[1] <= rect[1]
        and rect[2] <= band[2]
        and rect[3] <= band[3]
        and all(strips_agree(rect, other) for other in others)
        and all(cell_fits(s.at, (), [rect], ()) for s in state.segments)
    )


@rule("G-19", "TRE-1")
def segment_fits(
    state: State, at: Point, area: Rect, others: Iterable[Point], strips: Iterable[Rect]
) -> bool:
    """Whether a trench segment lies in the owner's Defence zones and overlaps nothing."""
    posts = [state.at(b) for b in state.roster.supplies]
    return inside_rect(at, area) and cell_fits(at, others, strips, posts)


@rule("G-18")
def crossing_to(state: State, contact: Point, landing: Point) -> Crossing | None:
    """The attempt that leads from this contact to this landing, if there is one."""
    rects = [s.rect for s in state.strips]
    return next((c for c in crossings(contact, rects) if c.landing == landing), None)


# --- always -------------------------------------------------------------------------------------------


_BROKEN = {
    "land": "stands off the land",
    "base": "overlaps another base",
    "enemy": "stands too near an enemy base",
    "strip": "stands on a minefield",
}


@rule("G-23")
def broken_invariants(state: State) -> list[str]:
    """What must never be true between two orders, in words."""
    if _is_sound(state):
        return []
    axis, allied = state.table_of(0), state.table_of(1)
    names = state.names([*axis, *allied])
    violations = invariant_violations(
        ([state.at(b) for b in axis], [state.at(b) for b in allied]),
        state.field.land,
        [s.rect for s in state.strips],
    )
    return [f"{names[b.which]} {_BROKEN[b.met]} (G-23)" for b in violations]


def _is_sound(state: State) -> bool:
    """The same question for the kernels, who answer it quickly but cannot say what is wrong."""
    own, enemies = flat(state.places_of(0)), flat(state.places_of(1))
    everybody = own + enemies
    left, top, right, bottom = centres(state.field.land)
    for i in range(0, len(everybody), 2):
        x, y = everybody[i], everybody[i + 1]
        if not (left <= x <= right and top <= y <= bottom):
            return False
        if overlapped(x, y, everybody[i + 2 :]) >= 0:
            return False
        if i < len(own) and crowd(x, y, enemies) >= 0:
            return False
    for strip in state.strips:
        x0, y0, x1, y1 = strip.rect
        for i in range(0, len(everybody), 2):
            if x0 - HALF < everybody[i] < x1 + HALF and y0 - HALF < everybody[i + 1] < y1 + HALF:
                return False
    return True


def outlined(piece: str, region: Region, left: int, rule_id: str) -> Survey | None:
    """A region as the table draws it; None if it is empty."""
    if not region:
        return None
    rings = tuple(tuple(c for corner in ring for c in corner) for ring in region.outline())
    return Survey(piece, rings, left, rule_id)
