"""Where each hex of a board lies on the sheet.

The table in the browser lays counters, paths and zones over the drawing with the same numbers:
x grows to the east, y to the south, and (0, 0) is the top left corner of the box around the hexes.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from campagna.hexes.board import Board
from campagna.hexes.drawing.strokes import Point, Vertex
from campagna.hexes.grid import DIRECTIONS, OFF_MAP, Orientation

DRAWING_SIZE = 30.0
"""Centre to corner in the units of every map drawing. Strokes and type are measured against it."""

# Corners in halves of the size one way and halves of sqrt(3) times the size the other, so that
# they are whole numbers and neighbours share them exactly. Corners d and d + 1 bound the side in
# direction d.
_CORNERS: dict[Orientation, tuple[Vertex, ...]] = {
    Orientation.FLAT: ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
    Orientation.POINTY: ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
}


class MapGeometry:
    """The plan of a board at a given size (centre to corner). Immutable."""

    def __init__(self, board: Board, size: float = DRAWING_SIZE) -> None:
        self.grid = board.grid
        self.size = size
        flat = self.grid.orientation is Orientation.FLAT
        half, tall = size / 2, size * math.sqrt(3) / 2
        self._unit = (half, tall) if flat else (tall, half)
        self._middles: tuple[Vertex, ...] = tuple(
            (3 * q, 2 * r + q) if flat else (2 * q + r, 3 * r) for q, r in self.grid.cells
        )
        steps = _CORNERS[self.grid.orientation]
        self._rings: tuple[tuple[Vertex, ...], ...] = tuple(
            tuple((x + dx, y + dy) for dx, dy in steps) for x, y in self._middles
        )
        owners: dict[Vertex, list[int]] = defaultdict(list)
        for hex_, ring in enumerate(self._rings):
            for corner in ring:
                owners[corner].append(hex_)
        self.owners: dict[Vertex, tuple[int, ...]] = {v: tuple(o) for v, o in owners.items()}
        """The hexes that meet in each corner; fewer than three at the edge of the map."""
        self._origin = min(x for x, _ in self.owners), min(y for _, y in self.owners)
        far = max(x for x, _ in self.owners), max(y for _, y in self.owners)
        self.width, self.height = self.at(far)

    def at(self, vertex: Vertex) -> Point:
        """The place of a corner on the sheet."""
        return (
            (vertex[0] - self._origin[0]) * self._unit[0],
            (vertex[1] - self._origin[1]) * self._unit[1],
        )

    def centre(self, hex_: int) -> Point:
        return self.at(self._middles[hex_])

    def corners(self, hex_: int) -> tuple[Point, ...]:
        """Clockwise; corners d and d + 1 bound the side in direction d."""
        return tuple(self.at(v) for v in self._rings[hex_])

    def side(self, hex_: int, direction: int) -> tuple[Vertex, Vertex]:
        ring = self._rings[hex_]
        return ring[direction], ring[(direction + 1) % DIRECTIONS]

    def gate(self, hex_: int, direction: int) -> Point:
        """The middle of a hexside."""
        (ax, ay), (bx, by) = (self.at(v) for v in self.side(hex_, direction))
        return (ax + bx) / 2, (ay + by) / 2

    def shared_side(self, a: int, b: int) -> tuple[Vertex, Vertex]:
        """The hexside between two neighbours."""
        direction = self.grid.direction(a, b)
        if direction == OFF_MAP:
            raise ValueError(f"{self.grid.ids[a]} and {self.grid.ids[b]} are not neighbours")
        return self.side(a, direction)

    def outlines(self, members: Iterable[int]) -> list[list[Vertex]]:
        """Closed outlines of a set of hexes: rims clockwise, holes the other way."""
        inside = set(members)
        after: dict[Vertex, Vertex] = {}
        for hex_ in sorted(inside):
            for direction in range(DIRECTIONS):
                if self.grid.neighbour(hex_, direction) not in inside:
                    a, b = self.side(hex_, direction)
                    after[a] = b
        rings = []
        while after:
            start = next(iter(after))
            ring, here = [start], after.pop(start)
            while here != start:
                ring.append(here)
                here = after.pop(here)
            rings.append(ring)
        return rings

    def pull(self, corner: Vertex, towards: Iterable[int], amount: float) -> Point:
        """A corner moved by so much towards the middle of some of the hexes that meet in it."""
        x, y = self.at(corner)
        aims = [self.centre(h) for h in towards]
        mx = sum(p[0] for p in aims) / len(aims) - x
        my = sum(p[1] for p in aims) / len(aims) - y
        length = math.hypot(mx, my)
        if length < 1e-6:
            return x, y
        return x + mx / length * amount, y + my / length * amount
