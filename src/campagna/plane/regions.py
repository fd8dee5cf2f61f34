"""Where can this base go? Regions that agree with the judge of `ground` on every single place.

A move of several legs is asked for leg by leg: choose a way-point among `waypoints`, pay its cost, ask
again from there with what is left, and end among `ends`. Every such move is allowed and, once legs in
the same direction are joined, every allowed move is one of these.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from math import isqrt

from campagna.plane.bases import KEEP_OUT, SIDE, Point, Rect, centres, gap2
from campagna.plane.kernels import Rows, Sight
from campagna.plane.legality import Edge, Ground, Obstacle, beyond
from campagna.plane.legs import SHORTEST, approach
from campagna.plane.region import Region
from campagna.plane.shapes import Plane
from campagna.plane.works import runs_north_south

REPLACED_WITHIN = 150
"""How far from its headquarters a replaced unit may appear if there is no room beside it (G-15)."""

FindRegion = Callable[[Rect, list[Obstacle]], Region]
"""The region inside a field of centres, with only these obstacles in the way."""


class RegionFinder:
    """Answers with regions. It keeps the scratch memory of the kernel: one per process, no threads."""

    def __init__(self) -> None:
        self._rows = Rows()
        self._sight = Sight()

    # --- legs -----------------------------------------------------------------------------------

    def ends(self, ground: Ground, start: Point, left: int) -> Region:
        """Where the last leg of a move may end, with so many millimetres left (G-6 to G-11)."""
        if not ground.rivers:
            return self._ends(ground, start, left, ground.field, ground.obstacles)
        return _and_bridges(
            ground, ground.field, [start], lambda *part: self._ends(ground, start, left, *part)
        )

    def _ends(
        self, ground: Ground, start: Point, left: int, field: Rect, obstacles: list[Obstacle]
    ) -> Region:
        rows = self._legs(ground, start, left, field, obstacles)
        rows.bar_short(1)
        rows.bar_bases(ground.friends)
        # A leg keeps the distance by itself, unless it starts too near and only must not shrink it.
        if self._sight.crowded:
            rows.bar_halos(ground.enemies)
        return Region(*rows.close())

    def waypoints(self, ground: Ground, start: Point, left: int) -> Region:
        """Where a leg that is not the last may end (G-7 to G-9)."""

        def find_region(field: Rect, obstacles: list[Obstacle]) -> Region:
            rows = self._legs(ground, start, left, field, obstacles)
            rows.bar_short(SHORTEST)
            return Region(*rows.close())

        return _and_bridges(ground, ground.field, [start], find_region)

    def exits(self, ground: Ground, start: Point, left: int, edge: Edge) -> Region:
        """Where, off the table, the last leg of a base that leaves over this edge may end (G-12)."""

        def find_region(field: Rect, obstacles: list[Obstacle]) -> Region:
            rows = self._legs(ground, start, left, field, obstacles)
            rows.bar_short(1)
            return Region(*rows.close())

        return _and_bridges(ground, beyond(ground.land, edge), [start], find_region)

    def _legs(
        self, ground: Ground, start: Point, left: int, field: Rect, obstacles: list[Obstacle]
    ) -> Rows:
        rows = self._rows
        rows.open_disc(start[0], start[1], left, field)
        rows.bar_shadows(self._sight.shadows(start[0], start[1], left, ground.enemies))
        if self._sight.crowded:
            for x, y in zip(ground.enemies[::2], ground.enemies[1::2], strict=True):
                if gap2(start, (x, y)) < KEEP_OUT * KEEP_OUT:
                    rows.bar_planes(_as_array(approach(start, (x, y))))
        for _, _, barrier in obstacles:
            if barrier.near(start, left):
                rows.bar_planes(_as_array(barrier.shadow(start)))
        return rows

    # --- places ---------------------------------------------------------------------------------

    def standing(self, ground: Ground, area: Rect) -> Region:
        """Where a base may stand with its whole footprint inside an area, whatever the way (G-11, G-13)."""

        def find_region(field: Rect, obstacles: list[Obstacle]) -> Region:
            rows = self._rows
            rows.open_rect(field)
            rows.bar_bases(ground.friends)
            rows.bar_halos(ground.enemies)
            for _, _, barrier in obstacles:
                rows.bar_planes(_as_array(barrier.inside()))
            return Region(*rows.close())

        field = _common(centres(area), ground.field)
        crossings = [(b, b) for river in ground.rivers for b in river.bridges]
        return _and_bridges(ground, field, crossings, find_region)

    def replacements(self, ground: Ground, headquarters: Point) -> Region:
        """Where a replaced unit may be placed: the nearest legal places to its headquarters (G-15).

        Those that touch it if there are any, else the nearest ones up to 15 cm away, else none. The
        headquarters must be among the friends.
        """
        touching = self.standing(ground, _around(headquarters, 0))
        if touching:
            return touching
        near = self.standing(ground, _around(headquarters, REPLACED_WITHIN))
        x = headquarters[0]
        nearest = [(min(max(x, first), last), y) for y, runs in near.rows() for first, last in runs]
        least = min((gap2(p, headquarters) for p in nearest), default=0)
        if not 0 < least <= REPLACED_WITHIN * REPLACED_WITHIN:
            return Region.of_points(())
        return Region.of_points(p for p in _at_gap(headquarters, least) if p in near)


def _around(centre: Point, distance: int) -> Rect:
    """The area that holds every base at most this far away in x and in y."""
    x, y = centre
    out = SIDE // 2 + distance + SIDE
    return x - out, y - out, x + out, y + out


def _at_gap(centre: Point, squared: int) -> Iterator[Point]:
    """The places whose squared distance from a base is just this, which is more than nothing."""
    out = SIDE + isqrt(squared)
    for dy in range(-out, out + 1):
        rest = squared - max(0, abs(dy) - SIDE) ** 2
        dx = isqrt(rest)
        if dx * dx == rest:
            row = range(-SIDE, SIDE + 1) if dx == 0 else (-SIDE - dx, SIDE + dx)
            for x in row:
                yield centre[0] + x, centre[1] + dy


def _as_array(planes: Iterable[Plane]) -> array[int]:
    return array("q", [number for plane in planes for number in plane])


def _common(r: Rect, s: Rect) -> Rect:
    """What two rectangles have in common; turned inside out, and so empty, if that is nothing."""
    return max(r[0], s[0]), max(r[1], s[1]), min(r[2], s[2]), min(r[3], s[3])


def _and_bridges(
    ground: Ground, field: Rect, on: Iterable[Point], find_region: FindRegion
) -> Region:
    """A survey of the field, and again along the bridges on which these centres are (G-17b).

    On the line of a bridge the rivers that it spans do not count; elsewhere they do.
    """
    region = find_region(field, ground.obstacles)
    if not ground.rivers:
        return region
    x0, y0, x1, y1 = field
    lines = [((x, y0, x, y1), False, x) for x in {p[0] for p in on}]
    lines += [((x0, y, x1, y), True, y) for y in {p[1] for p in on}]
    for line, north_south, at in lines:
        spanned = {
            i
            for i, river in enumerate(ground.rivers)
            if runs_north_south(river.bed) == north_south and at in river.bridges
        }
        if spanned:
            dry = [o for o in ground.obstacles if o.kind != "river" or o.which not in spanned]
            region |= find_region(_common(line, field), dry)
    return region
