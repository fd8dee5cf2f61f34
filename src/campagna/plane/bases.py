"""Bases, rectangles and the distances between them, in whole millimetres (G-1 to G-5, G-20).

x grows to the east and y to the south. A base is an axis-aligned square named by its centre. Distances
are compared as squares of integers and never rounded, so that a verdict is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence

Point = tuple[int, int]
"""(x, y) of a base's centre, or of any point of the table."""

Rect = tuple[int, int, int, int]
"""(x0, y0, x1, y1) with x0 < x1 and y0 < y1."""

SIDE = 30
"""Side of a base (G-2)."""

HALF = SIDE // 2

KEEP_OUT = 50
"""The distance below which nobody may come to an enemy (G-4, G-9)."""


def gap2(a: Point, b: Point) -> int:
    """Squared distance between the edges of two bases, 0 if they touch or overlap (G-3)."""
    dx = max(0, abs(a[0] - b[0]) - SIDE)
    dy = max(0, abs(a[1] - b[1]) - SIDE)
    return dx * dx + dy * dy


def within(a: Point, b: Point, reach: int) -> bool:
    """Whether two bases are at most `reach` apart; exactly that far counts (G-4)."""
    return gap2(a, b) <= reach * reach


def at_least(a: Point, b: Point, distance: int) -> bool:
    """Whether two bases are `distance` apart or more; exactly that far counts (G-4)."""
    return gap2(a, b) >= distance * distance


def overlap(a: Point, b: Point) -> bool:
    """Whether the insides of two bases meet (G-5)."""
    return abs(a[0] - b[0]) < SIDE and abs(a[1] - b[1]) < SIDE


def adjacent(a: Point, b: Point) -> bool:
    """Whether two bases touch without overlapping; a common corner is enough (G-5)."""
    return gap2(a, b) == 0 and not overlap(a, b)


def nearest(firer: Point, targets: Sequence[Point]) -> list[int]:
    """The targets, by index, at the smallest distance from the firer: several if they tie (G-20)."""
    gaps = [gap2(firer, target) for target in targets]
    least = min(gaps, default=0)
    return [i for i, gap in enumerate(gaps) if gap == least]


# --- bases and rectangles -------------------------------------------------------------------------


def footprint(a: Point) -> Rect:
    """The square that a base covers (G-2)."""
    return a[0] - HALF, a[1] - HALF, a[0] + HALF, a[1] + HALF


def centres(area: Rect) -> Rect:
    """Where the centre of a base may be if its footprint must lie inside the area (G-13).

    Without room for a base the result is turned inside out and holds no point.
    """
    return area[0] + HALF, area[1] + HALF, area[2] - HALF, area[3] - HALF


def rect_gap2(r: Rect, s: Rect) -> int:
    """Squared distance between two rectangles, 0 if they touch or overlap."""
    dx = max(0, s[0] - r[2], r[0] - s[2])
    dy = max(0, s[1] - r[3], r[1] - s[3])
    return dx * dx + dy * dy


def rects_overlap(r: Rect, s: Rect) -> bool:
    """Whether the insides of two rectangles meet."""
    return r[0] < s[2] and s[0] < r[2] and r[1] < s[3] and s[1] < r[3]


def gap2_rect(a: Point, r: Rect) -> int:
    """Squared distance from a base to a rectangle (G-3, G-5)."""
    return rect_gap2(footprint(a), r)


def overlaps_rect(a: Point, r: Rect) -> bool:
    """Whether the insides of a base and a rectangle meet (G-5)."""
    return rects_overlap(footprint(a), r)


def adjacent_to_rect(a: Point, r: Rect) -> bool:
    """Whether a base touches a rectangle without overlapping it (G-5)."""
    return gap2_rect(a, r) == 0 and not overlaps_rect(a, r)


def inside_rect(a: Point, r: Rect) -> bool:
    """Whether the whole footprint lies in the rectangle, its edges included (G-13)."""
    return point_in_rect(a, centres(r))


def point_in_rect(p: Point, r: Rect) -> bool:
    """Whether a point lies in the rectangle, its edges included (G-13, G-22)."""
    return r[0] <= p[0] <= r[2] and r[1] <= p[1] <= r[3]


def on_road(centre: Point, road: Rect) -> bool:
    """Whether a centre is on the road, which goes on endlessly beyond both of its short ends (G-22)."""
    if road[3] - road[1] >= road[2] - road[0]:
        return road[0] <= centre[0] <= road[2]
    return road[1] <= centre[1] <= road[3]


def contact_places(centre: Point) -> list[Point]:
    """The eight principal places that touch a base, clockwise from the north (G-15)."""
    around = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
    return [(centre[0] + i * SIDE, centre[1] + j * SIDE) for i, j in around]
