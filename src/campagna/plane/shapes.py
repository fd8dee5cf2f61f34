"""Convex polygons with integer corners: meeting, being inside, hiding (G-8, G-13, G-14).

Corners may run either way round. Touching is never meeting: only insides count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from campagna.plane.bases import Point, Rect, footprint

Polygon = Sequence[Point]
"""Corners of a convex polygon, in order."""

Plane = tuple[int, int, int]
"""The open half-plane A*x + B*y > C."""


def cross(o: Point, a: Point, b: Point) -> int:
    """Twice the area of the triangle o, a, b; its sign tells on which side of o-a the point b lies."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def dot(o: Point, a: Point, b: Point) -> int:
    """The product of the directions o-a and o-b."""
    return (a[0] - o[0]) * (b[0] - o[0]) + (a[1] - o[1]) * (b[1] - o[1])


def rect_polygon(r: Rect) -> list[Point]:
    return [(r[0], r[1]), (r[2], r[1]), (r[2], r[3]), (r[0], r[3])]


def hull(points: Iterable[Point]) -> list[Point]:
    """Corners of the convex hull, with rising angle in the frame's axes, none of them on a side."""
    ordered = sorted(set(points))

    def chain(along: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for p in along:
            while len(kept) >= 2 and cross(kept[-2], kept[-1], p) <= 0:
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return chain(ordered) + chain(ordered[::-1])


def grown(polygon: Polygon) -> list[Point]:
    """Where the centre of a base is when its inside meets the polygon's: the sum of both shapes.

    A base swept along a leg enters a polygon just when its centre line enters the grown one (G-8).
    """
    return hull(corner for p in polygon for corner in rect_polygon(footprint(p)))


def swept(a: Point, b: Point) -> list[Point]:
    """The area that a base covers on its way from a to b (G-8)."""
    return hull([*rect_polygon(footprint(a)), *rect_polygon(footprint(b))])


def _normals(polygon: Polygon) -> list[Point]:
    n = len(polygon)
    following = [polygon[(i + 1) % n] for i in range(n)]
    return [(q[1] - p[1], p[0] - q[0]) for p, q in zip(polygon, following, strict=True)]


def _parted(axes: Iterable[Point], p: Polygon, q: Polygon) -> bool:
    """Whether one of the axes shows a line between the two shapes."""
    for ax, ay in axes:
        along_p = [x * ax + y * ay for x, y in p]
        along_q = [x * ax + y * ay for x, y in q]
        if max(along_p) <= min(along_q) or max(along_q) <= min(along_p):
            return True
    return False


def insides_meet(p: Polygon, q: Polygon) -> bool:
    """Whether the insides of two convex polygons with area meet (G-8)."""
    return not _parted(_normals(p) + _normals(q), p, q)


def leg_enters(a: Point, b: Point, polygon: Polygon) -> bool:
    """Whether a base moved straight from a to b gets into the polygon; touching is free (G-8)."""
    return insides_meet(swept(a, b), polygon)


def point_in(p: Point, polygon: Polygon) -> bool:
    """Whether a point is in the closed polygon (G-13)."""
    n = len(polygon)
    sides = [cross(polygon[i], polygon[(i + 1) % n], p) for i in range(n)]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)


def line_crosses(a: Point, b: Point, polygon: Polygon) -> bool:
    """Whether the straight line from a to b runs through the inside of the polygon (G-14).

    Running along a side or through a corner is not enough. If a and b are one point, it must lie inside.
    """
    axes = _normals(polygon)
    if a != b:
        axes.append((b[1] - a[1], a[0] - b[0]))
    return not _parted(axes, (a, b), polygon)


def sight_blocked(a: Point, b: Point, hills: Iterable[Polygon]) -> bool:
    """Whether a hill on which neither base stands cuts the line between the two centres (G-14)."""
    return any(
        line_crosses(a, b, hill)
        for hill in hills
        if not point_in(a, hill) and not point_in(b, hill)
    )


class Side(NamedTuple):
    """A side of a polygon: inside it nx*x + ny*y < limit holds; it runs from corner to the next one."""

    nx: int
    ny: int
    limit: int
    corner: Point


class Barrier:
    """A convex shape that a base may not enter, prepared for many questions about centres."""

    __slots__ = ("_bounds", "sides")

    def __init__(self, polygon: Polygon) -> None:
        around = grown(polygon)
        xs, ys = [x for x, _ in around], [y for _, y in around]
        self._bounds: Rect = (min(xs), min(ys), max(xs), max(ys))
        self.sides = [
            Side(nx, ny, nx * p[0] + ny * p[1], p)
            for p, (nx, ny) in zip(around, _normals(around), strict=True)
        ]

    def entered(self, a: Point, b: Point) -> bool:
        """The same as `leg_enters`; with a == b, whether a base standing there overlaps the shape."""
        ax, ay = a
        bx, by = b
        left = right = False
        for nx, ny, limit, (x, y) in self.sides:
            if nx * ax + ny * ay >= limit and nx * bx + ny * by >= limit:
                return False
            turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            left = left or turn > 0
            right = right or turn < 0
        return a == b or (left and right)

    def near(self, a: Point, reach: int) -> bool:
        """False if no leg of this length from a can enter the shape."""
        x0, y0, x1, y1 = self._bounds
        return x0 < a[0] + reach and a[0] - reach < x1 and y0 < a[1] + reach and a[1] - reach < y1

    def inside(self) -> list[Plane]:
        """The half-planes whose common part is where a base would overlap the shape (G-11)."""
        return [(-nx, -ny, -limit) for nx, ny, limit, _ in self.sides]

    def shadow(self, a: Point) -> list[Plane]:
        """The half-planes, seen from a, whose common part is every end of a leg from a that enters.

        A leg that enters crosses every side that faces a, and its direction lies strictly between the
        two corners where facing sides meet averted ones. No half-plane at all is the whole plane: a
        base that starts overlapping the shape enters it with every leg.
        """
        facing = [side.nx * a[0] + side.ny * a[1] >= side.limit for side in self.sides]
        planes: list[Plane] = []
        for i, (nx, ny, limit, (x, y)) in enumerate(self.sides):
            if facing[i]:
                planes.append((-nx, -ny, nx * a[0] + ny * a[1] - limit))
            if facing[i] != facing[i - 1]:
                dx, dy = x - a[0], y - a[1]
                # With rising angle, a facing side begins where the view ends and ends where it begins.
                planes.append((dy, -dx, 0) if facing[i] else (-dy, dx, 0))
        return planes


@lru_cache(maxsize=1024)
def barrier(polygon: tuple[Point, ...]) -> Barrier:
    """A shape prepared once: terrain lies where it is while bases come and go."""
    return Barrier(polygon)
