"""The judge: may a base end here, take this leg, make this move, leave? (G-7 to G-12, G-23)

A `Ground` is the table as one moving base meets it. What its kind may not enter, whom it must avoid and
whom it may pass are for the game to say; the ground only measures.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from copy import copy
from enum import Enum
from itertools import combinations, pairwise, product
from typing import NamedTuple

from campagna.plane.bases import (
    HALF,
    KEEP_OUT,
    Point,
    Rect,
    at_least,
    centres,
    inside_rect,
    overlap,
    overlaps_rect,
    point_in_rect,
)
from campagna.plane.kernels import crowd, flat, intruded, overlapped
from campagna.plane.legs import SHORTEST, length2, merged, path_cost
from campagna.plane.shapes import Barrier, Polygon, barrier, rect_polygon
from campagna.plane.works import River

FAR = 1 << 15
"""Farther than any table is wide."""


class Edge(Enum):
    """An edge of the table."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


def beyond(land: Rect, edge: Edge) -> Rect:
    """Where the centre of a base that has left over this edge may be (G-12)."""
    x0, y0, x1, y1 = centres(land)
    match edge:
        case Edge.NORTH:
            return x0, -FAR, x1, land[1] - HALF
        case Edge.SOUTH:
            return x0, land[3] + HALF, x1, FAR
        case Edge.WEST:
            return -FAR, y0, land[0] - HALF, y1
        case Edge.EAST:
            return land[2] + HALF, y0, FAR, y1


class Violation(NamedTuple):
    """The definition that a place or a way breaks, and what it met: a kind of thing, and which of them."""

    definition: str
    met: str
    which: int = 0


class Obstacle(NamedTuple):
    """A shape that bars the way: a wall, a strip or a river, and which of them."""

    kind: str
    which: int
    barrier: Barrier


def _of_rect(rect: Rect) -> Barrier:
    return barrier(tuple(rect_polygon(rect)))


class Ground:
    """The land, the enemies to keep away from, the friends not to end on, and what bars the way.

    `walls` are convex polygons that this base may not enter, `strips` the uncleared minefields. The
    moving base itself is not among the friends.
    """

    def __init__(
        self,
        land: Rect,
        enemies: Iterable[Point] = (),
        friends: Iterable[Point] = (),
        walls: Iterable[Polygon] = (),
        strips: Iterable[Rect] = (),
        rivers: Iterable[River] = (),
    ) -> None:
        self.land = land
        self.field = centres(land)
        """Where the centre of a base on the land may be."""
        self.enemies = flat(enemies)
        self.friends = flat(friends)
        self.rivers = tuple(rivers)
        self.obstacles = [
            *(Obstacle("wall", i, barrier(tuple(wall))) for i, wall in enumerate(walls)),
            *(Obstacle("strip", i, _of_rect(s)) for i, s in enumerate(strips)),
            *(Obstacle("river", i, _of_rect(r.bed)) for i, r in enumerate(self.rivers)),
        ]

    def with_friends(self, friends: Iterable[Point]) -> Ground:
        """The same ground with other friends on it: the next base to move sees it so."""
        other = copy(self)
        other.friends = flat(friends)
        return other

    def without_strips(self, strips: Container[int]) -> Ground:
        """The same ground for a base that crosses these strips (G-18)."""
        other = copy(self)
        other.obstacles = [o for o in self.obstacles if o.kind != "strip" or o.which not in strips]
        return other

    # --- places and legs ------------------------------------------------------------------------

    def end_violation(self, p: Point) -> Violation | None:
        """Why a base may not end at p, if it may not (G-11)."""
        if not inside_rect(p, self.land):
            return Violation("G-11", "land")
        friend = overlapped(p[0], p[1], self.friends)
        if friend >= 0:
            return Violation("G-11", "friend", friend)
        for obstacle in self._entered(p, p):
            return Violation("G-11", obstacle.kind, obstacle.which)
        enemy = crowd(p[0], p[1], self.enemies)
        if enemy >= 0:
            return Violation("G-11", "enemy", enemy)
        return None

    def leg_violation(self, a: Point, b: Point) -> Violation | None:
        """Why a base may not move straight from a to b and turn there, if it may not (G-8, G-9).

        The land is convex, so that a leg from inside it needs no look at more than its end. A leg that
        starts outside, as that of a base entering the table, is judged by its end too.
        """
        if not inside_rect(b, self.land):
            return Violation("G-8", "land")
        return self._way_violation(a, b)

    def _way_violation(self, a: Point, b: Point) -> Violation | None:
        for obstacle in self._entered(a, b):
            return Violation("G-8", obstacle.kind, obstacle.which)
        enemy = intruded(a[0], a[1], b[0], b[1], self.enemies)
        if enemy >= 0:
            return Violation("G-9", "enemy", enemy)
        return None

    def _entered(self, a: Point, b: Point) -> Iterator[Obstacle]:
        """What a base gets into between a and b; a bridge carries it over its river (G-17b)."""
        for obstacle in self.obstacles:
            if obstacle.barrier.entered(a, b) and not (
                obstacle.kind == "river" and self.rivers[obstacle.which].carries(a, b)
            ):
                yield obstacle

    # --- whole moves ----------------------------------------------------------------------------

    def move_violation(self, points: Sequence[Point], allowance: int) -> Violation | None:
        """Why this move, from its start to its end, is not allowed, if it is not (G-6 to G-11)."""
        path = merged(points)
        return (
            _lengths_violation(path, allowance)
            or self._legs_violation(path)
            or self.end_violation(path[-1])
        )

    def leave_violation(
        self, points: Sequence[Point], allowance: int, edge: Edge
    ) -> Violation | None:
        """Why a base may not leave over this edge by this way, if it may not (G-12)."""
        path = merged(points)
        violation = _lengths_violation(path, allowance) or self._legs_violation(path[:-1])
        if violation is None and not point_in_rect(path[-1], beyond(self.land, edge)):
            return Violation("G-12", "edge")
        return violation or self._way_violation(path[-2], path[-1])

    def _legs_violation(self, path: Sequence[Point]) -> Violation | None:
        for a, b in pairwise(path):
            violation = self.leg_violation(a, b)
            if violation is not None:
                return violation
        return None


def _lengths_violation(path: Sequence[Point], allowance: int) -> Violation | None:
    """Why the lengths of the legs of a joined path are not allowed (G-6, G-7), and which leg's."""
    legs = list(pairwise(path))
    if not legs:
        return Violation("G-7", "leg")
    for i, (a, b) in enumerate(legs):
        least = 1 if i == len(legs) - 1 else SHORTEST
        if length2(a, b) < least * least:
            return Violation("G-7", "leg", i)
    return Violation("G-6", "allowance") if path_cost(path) > allowance else None


def invariant_violations(
    sides: tuple[Sequence[Point], Sequence[Point]], land: Rect, strips: Sequence[Rect] = ()
) -> list[Violation]:
    """What must never be true between two actions (G-23); bases are counted through both sides."""
    bases = [*sides[0], *sides[1]]
    first = len(sides[0])
    found = [Violation("G-23", "land", i) for i, p in enumerate(bases) if not inside_rect(p, land)]
    found += [
        Violation("G-23", "base", i)
        for (i, p), (_, q) in combinations(enumerate(bases), 2)
        if overlap(p, q)
    ]
    found += [
        Violation("G-23", "enemy", i)
        for (i, p), q in product(enumerate(bases[:first]), bases[first:])
        if not at_least(p, q, KEEP_OUT)
    ]
    found += [
        Violation("G-23", "strip", i)
        for i, p in enumerate(bases)
        if any(overlaps_rect(p, strip) for strip in strips)
    ]
    return found
