"""Slow and independent answers to the questions of the plane, in fractions, and situations to ask about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from hypothesis import strategies as st

from campagna.plane.bases import Point, Rect, gap2, inside_rect, overlap
from campagna.plane.legality import Ground
from campagna.plane.legs import keeps_out
from campagna.plane.shapes import Polygon, hull, leg_enters, rect_polygon
from campagna.plane.works import River

Place = tuple[Fraction, Fraction]

# --- distances ------------------------------------------------------------------------------------


def oracle_least_gap2(a: Point, b: Point, enemy: Point) -> Fraction:
    """The least squared gap between a base moved from a to b and an enemy, found piece by piece.

    Between the moments when the centre passes a border of the square of half side 30 the squared gap
    is one parabola; its lowest point is exact.
    """
    moments = {Fraction(0), Fraction(1)}
    for axis in (0, 1):
        v = b[axis] - a[axis]
        for border in (enemy[axis] - 30, enemy[axis] + 30):
            if v:
                moments.add(Fraction(border - a[axis], v))
    inside = sorted(t for t in moments if 0 <= t <= 1)
    best = min(_gap2_at(a, b, enemy, t) for t in inside)
    for begin, end in pairwise(inside):
        middle = (begin + end) / 2
        low, mid, high = (_gap2_at(a, b, enemy, t) for t in (begin, middle, end))
        # The parabola through three moments of this piece.
        curve = 2 * (high - 2 * mid + low)
        slope = high - low
        if curve > 0:
            t = middle - slope * (end - begin) / (2 * curve)
            if begin < t < end:
                best = min(best, _gap2_at(a, b, enemy, t))
    return best


def _gap2_at(a: Point, b: Point, enemy: Point, t: Fraction) -> Fraction:
    gaps = [
        max(Fraction(0), abs(a[axis] + t * (b[axis] - a[axis]) - enemy[axis]) - 30)
        for axis in (0, 1)
    ]
    return gaps[0] ** 2 + gaps[1] ** 2


# --- shapes ---------------------------------------------------------------------------------------


def oracle_common_area(p: Polygon, q: Polygon) -> Fraction:
    """Twice the area that two convex polygons share: q cut by every side of p."""
    cut: list[Place] = [(Fraction(x), Fraction(y)) for x, y in hull(q)]
    around = hull(p)
    for i, a in enumerate(around):
        cut = _left_of(a, around[(i + 1) % len(around)], cut)
    area = Fraction(0)
    for i, (x, y) in enumerate(cut):
        after = cut[(i + 1) % len(cut)]
        area += x * after[1] - y * after[0]
    return abs(area)


def _left_of(a: Point, b: Point, polygon: Sequence[Place]) -> list[Place]:
    def side(p: Place) -> Fraction:
        return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

    kept: list[Place] = []
    for i, p in enumerate(polygon):
        q = polygon[(i + 1) % len(polygon)]
        here, there = side(p), side(q)
        if here >= 0:
            kept.append(p)
        if here * there < 0:
            t = here / (here - there)
            kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
    return kept


def oracle_line_crosses(a: Point, b: Point, polygon: Polygon) -> bool:
    """Whether an open stretch of the segment lies strictly inside the polygon."""
    begin, end = Fraction(0), Fraction(1)
    around = hull(polygon)
    for i, p in enumerate(around):
        q = around[(i + 1) % len(around)]
        at_a = (q[0] - p[0]) * (a[1] - p[1]) - (q[1] - p[1]) * (a[0] - p[0])
        at_b = (q[0] - p[0]) * (b[1] - p[1]) - (q[1] - p[1]) * (b[0] - p[0])
        if at_a <= 0 and at_b <= 0:
            return False
        if at_a * at_b < 0:
            t = Fraction(at_a, at_a - at_b)
            begin, end = (max(begin, t), end) if at_a < 0 else (begin, min(end, t))
    return begin < end


# --- situations -----------------------------------------------------------------------------------

START = (300, 300)
LAND = (0, 100, 1200, 1600)
NARROW = (270, 260, 420, 480)
"""A land whose edges are near the start."""


@dataclass(frozen=True)
class Situation:
    """A base at START and what surrounds it."""

    land: Rect
    enemies: tuple[Point, ...]
    friends: tuple[Point, ...]
    walls: tuple[Polygon, ...]
    strips: tuple[Rect, ...]
    rivers: tuple[River, ...]

    def ground(self) -> Ground:
        return Ground(self.land, self.enemies, self.friends, self.walls, self.strips, self.rivers)


def on_a_bridge(river: River, a: Point, b: Point) -> bool:
    """Whether both ends lie on the middle of the same bridge."""
    axis = 1 if river.bed[3] - river.bed[1] > river.bed[2] - river.bed[0] else 0
    return a[axis] == b[axis] and a[axis] in river.bridges


def oracle_leg(situation: Situation, a: Point, b: Point) -> bool:
    """G-8 and G-9 for the way from a to b, wherever b is, by the readable definitions."""
    shapes = [*situation.walls, *map(rect_polygon, situation.strips)]
    return (
        all(keeps_out(a, b, e) for e in situation.enemies)
        and not any(leg_enters(a, b, s) for s in shapes)
        and all(
            on_a_bridge(r, a, b) or not leg_enters(a, b, rect_polygon(r.bed))
            for r in situation.rivers
        )
    )


def oracle_end(situation: Situation, p: Point) -> bool:
    """G-11, by the readable definitions. A base that stands still sweeps its own footprint."""
    shapes = [*situation.walls, *map(rect_polygon, situation.strips)]
    return (
        inside_rect(p, situation.land)
        and not any(overlap(p, f) for f in situation.friends)
        and not any(leg_enters(p, p, s) for s in shapes)
        and all(
            on_a_bridge(r, p, p) or not leg_enters(p, p, rect_polygon(r.bed))
            for r in situation.rivers
        )
        and all(gap2(p, e) >= 2500 for e in situation.enemies)
    )


def offsets(far: int) -> st.SearchStrategy[int]:
    """Distances in one axis, with a liking for those at which something just touches."""
    telling = st.sampled_from([0, 15, 30, 44, 50, 60, 70, 79, 80, 81, 110, 130])
    signed = st.builds(lambda d, s: d * s, telling, st.sampled_from([-1, 1]))
    return st.one_of(signed, st.integers(-far, far))


def places(far: int = 250) -> st.SearchStrategy[Point]:
    return st.tuples(offsets(far), offsets(far)).map(lambda d: (START[0] + d[0], START[1] + d[1]))


@st.composite
def polygons(draw: st.DrawFn) -> Polygon:
    x, y = draw(places())
    corners = st.tuples(st.integers(0, 120), st.integers(0, 120))
    shape = hull((x + i, y + j) for i, j in draw(st.lists(corners, min_size=3, max_size=7)))
    return shape if len(shape) >= 3 else rect_polygon((x, y, x + 20, y + 40))


@st.composite
def rects(draw: st.DrawFn) -> Rect:
    x, y = draw(places())
    width, height = draw(st.sampled_from([(150, 30), (30, 150)]))
    return x, y, x + width, y + height


@st.composite
def rivers(draw: st.DrawFn) -> River:
    bed = draw(rects())
    near = st.sampled_from([START[0], START[1], START[0] + 20])
    return River(bed, tuple(draw(st.lists(near, max_size=2))))


def situations() -> st.SearchStrategy[Situation]:
    def few(of: st.SearchStrategy[object], most: int) -> st.SearchStrategy[tuple[object, ...]]:
        return st.lists(of, max_size=most).map(tuple)

    return st.builds(
        Situation,
        st.sampled_from([LAND, LAND, NARROW]),
        few(places(), 6),
        few(places(), 4),
        few(polygons(), 2),
        few(rects(), 2),
        few(rivers(), 1),
    )
