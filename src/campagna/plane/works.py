"""What lies on the table without being a base: strips, trench cells, rivers with bridges (G-17 to G-19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from campagna.plane.bases import (
    HALF,
    SIDE,
    Point,
    Rect,
    footprint,
    overlap,
    overlaps_rect,
    rect_gap2,
    rects_overlap,
)

STRIP_LENGTH = 150
STRIP_DEPTH = SIDE
STRIP_SPACE = 30
"""How far apart two strips must be unless they continue one another (G-17)."""

CROSSING = STRIP_DEPTH + SIDE
"""What the way across a strip costs, from contact to contact (G-18)."""


def runs_north_south(r: Rect) -> bool:
    """Whether the long sides of a rectangle run north to south."""
    return r[3] - r[1] > r[2] - r[0]


# --- minefield strips -----------------------------------------------------------------------------


def is_strip(r: Rect) -> bool:
    """Whether a rectangle has the size of a strip, lying either way (G-17)."""
    return {r[2] - r[0], r[3] - r[1]} == {STRIP_LENGTH, STRIP_DEPTH}


def in_line(r: Rect, s: Rect) -> bool:
    """Whether two strips continue one another end to end, touching or not (G-17)."""
    if runs_north_south(r) != runs_north_south(s) or rects_overlap(r, s):
        return False
    if runs_north_south(r):
        return (r[0], r[2]) == (s[0], s[2])
    return (r[1], r[3]) == (s[1], s[3])


def strips_agree(r: Rect, s: Rect) -> bool:
    """Whether two strips may lie as they do: in one line, or with room for a base between them (G-17)."""
    return in_line(r, s) or rect_gap2(r, s) >= STRIP_SPACE * STRIP_SPACE


def strip_landing(base: Point, strip: Rect) -> Point | None:
    """Where a base that touches a long side of the strip comes out on the other one (G-18).

    None if it does not touch one, or only beyond the strip's ends.
    """
    x, y = base
    x0, y0, x1, y1 = strip
    if runs_north_south(strip):
        if not (y0 < y + HALF and y - HALF < y1):
            return None
        across = {x0 - HALF: x1 + HALF, x1 + HALF: x0 - HALF}
        return (across[x], y) if x in across else None
    if not (x0 < x + HALF and x - HALF < x1):
        return None
    across = {y0 - HALF: y1 + HALF, y1 + HALF: y0 - HALF}
    return (x, across[y]) if y in across else None


class Crossing(NamedTuple):
    """One attempt to cross: the strips it goes through, by index, and where it ends."""

    strips: tuple[int, ...]
    landing: Point


def crossings(base: Point, strips: Sequence[Rect]) -> list[Crossing]:
    """Every attempt that a base in contact may make; two strips in one line count as one (G-18).

    Whether contact and landing are legal ends, and the way between them free, is for the ground to say.
    """
    landings: dict[Point, list[int]] = {}
    for i, strip in enumerate(strips):
        landing = strip_landing(base, strip)
        if landing is not None:
            landings.setdefault(landing, []).append(i)
    return [Crossing(tuple(through), landing) for landing, through in landings.items()]


# --- trench cells ---------------------------------------------------------------------------------


def in_cell(base: Point, cell: Point) -> bool:
    """Whether a base is in a trench cell, named by its centre (G-19).

    West and north count, east and south do not, so that neighbouring cells never share a base.
    """
    return -HALF <= base[0] - cell[0] < HALF and -HALF <= base[1] - cell[1] < HALF


def cell_fits(
    cell: Point, cells: Iterable[Point], strips: Iterable[Rect], bases: Iterable[Point]
) -> bool:
    """Whether a new cell overlaps no other cell, no strip and none of these bases (G-19)."""
    return not (
        any(overlap(cell, other) for other in cells)
        or any(overlaps_rect(cell, strip) for strip in strips)
        or any(overlap(cell, base) for base in bases)
    )


# --- rivers and bridges ---------------------------------------------------------------------------


class River(NamedTuple):
    """A river that nobody fords, and the bridges over it, each named by the middle of its passage.

    A bridge crosses the river between its long sides. It is given by one coordinate: x where the river
    runs east to west, y where it runs north to south (G-17b).
    """

    bed: Rect
    bridges: tuple[int, ...] = ()

    def bridge_from(self, base: Point) -> int:
        """The bridge that goes on straight from a base (G-17b)."""
        return base[1] if runs_north_south(self.bed) else base[0]

    def carries(self, a: Point, b: Point) -> bool:
        """Whether the leg keeps the whole base inside one bridge's passage (G-17b).

        The passage is as wide as a base, so the centre has to stay on the middle of it.
        """
        return self.bridge_from(a) == self.bridge_from(b) and self.bridge_from(a) in self.bridges

    def passage(self, bridge: int) -> Rect:
        """The part of the river that a bridge covers (G-17b)."""
        x0, y0, x1, y1 = self.bed
        if runs_north_south(self.bed):
            return x0, bridge - HALF, x1, bridge + HALF
        return bridge - HALF, y0, bridge + HALF, y1

    def bridge_fits(self, base: Point) -> bool:
        """Whether a base touches a long bank with its whole side, so that it can build ahead (G-17b)."""
        x0, y0, x1, y1 = footprint(base)
        left, top, right, bottom = self.bed
        if runs_north_south(self.bed):
            return (x1 == left or x0 == right) and top <= y0 and y1 <= bottom
        return (y1 == top or y0 == bottom) and left <= x0 and x1 <= right
