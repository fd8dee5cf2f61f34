"""Opponent: the way round the enemy, to a supply base or to an edge, on a coarse grid.

A cell is closed where an enemy base would be nearer than the rules allow. Distances are those of a
walk by cells, which is near enough to choose a direction; the real move is judged as any other.
"""

from __future__ import annotations

from campagna.core.weights import Weights, load_weights
from campagna.games.alto_comando.opponent.map_reading import MapReading, Piece
from campagna.games.alto_comando.world import HOME, NOBODY


class Grid(Weights, frozen=True):
    cell: int
    opening: int
    unreached: int


WEIGHTS = load_weights(HOME, "flanking", Grid)
CELL, AROUND, UNREACHED = WEIGHTS.cell, WEIGHTS.opening, WEIGHTS.unreached


class Approach:
    """Distance fields to supply bases, made when first asked for."""

    def __init__(self, reading: MapReading) -> None:
        self.reading = reading
        x0, y0, x1, y1 = reading.state.field.land
        self.left, self.top = x0, y0
        self.columns = (x1 - x0) // CELL
        self.rows = (y1 - y0) // CELL
        self._fields: dict[int, list[int]] = {}

    def to_edge(self, x: int, y: int) -> int:
        """How far a base that stands here has to go to the south edge."""
        field = self._fields.get(NOBODY)
        if field is None:
            last = self.rows * (self.columns + 1)
            starts = [last + c for c in range(self.columns)]
            field = self._fields[NOBODY] = self._field(starts, self._closed(None))
        return field[self._cell(x, y)]

    def _cell(self, x: int, y: int) -> int:
        column = min(self.columns - 1, max(0, (x - self.left) // CELL))
        row = min(self.rows - 1, max(0, (y - self.top) // CELL))
        return (row + 1) * (self.columns + 1) + column

    def distance(self, goal: Piece, x: int, y: int) -> int:
        """How far a base that stands here has to go to be next to the goal."""
        field = self._fields.get(goal.base)
        if field is None:
            starts = [self._cell(goal.x, goal.y)]
            field = self._fields[goal.base] = self._field(starts, self._closed(goal))
        return field[self._cell(x, y)]

    def _closed(self, goal: Piece | None) -> bytearray:
        """The grid with a closed cell at the end of each row, and a row of them at either end."""
        wide = self.columns + 1
        closed = bytearray(b"\1") * wide
        closed += (bytearray(self.columns) + b"\1") * self.rows
        closed += bytearray(b"\1") * wide
        for f in self.reading.foes:
            if f is goal:
                continue
            # Cells whose centre is nearer than that, from the first to the last.
            x, y = f.x - self.left - CELL // 2, f.y - self.top - CELL // 2
            first, last = (x - AROUND) // CELL + 1, -((-x - AROUND) // CELL) - 1
            first, last = max(0, first), min(self.columns - 1, last)
            if first > last:
                continue
            bar = b"\1" * (last - first + 1)
            top, bottom = (y - AROUND) // CELL + 1, -((-y - AROUND) // CELL) - 1
            for row in range(max(0, top), min(self.rows - 1, bottom) + 1):
                at = (row + 1) * wide + first
                closed[at : at + len(bar)] = bar
        return closed

    def _field(self, starts: list[int], closed: bytearray) -> list[int]:
        """Distances by cells, wave after wave; cells are numbered as in the closed grid."""
        wide = self.columns + 1
        field = [UNREACHED] * len(closed)
        for start in starts:
            field[start] = 0
            closed[start] = 1
        far, wave = 0, starts
        while wave:
            far += CELL
            if far >= UNREACHED:
                break
            following = []
            for cell in wave:
                for other in (cell - wide, cell + wide, cell - 1, cell + 1):
                    if not closed[other]:
                        closed[other] = 1
                        field[other] = far
                        following.append(other)
            wave = following
        return field
