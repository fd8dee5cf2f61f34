"""Judgement: the way round the enemy, to a supply base or to an edge, on a coarse grid.

A cell is closed where an enemy base would be nearer than the rules allow. Distances are those of a
walk by cells, which is near enough to choose a direction; the real move is judged as any other.
"""

from __future__ import annotations

from collections import deque

from campagna.games.alto_comando.survey import Piece, Survey
from campagna.games.alto_comando.world import NOBODY

CELL = 50
AROUND = 75
"""Half of the opening that a base needs between two enemies, and a little room."""
UNREACHED = 3000


class Approach:
    """Distance fields to supply bases, made when first asked for."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        x0, y0, x1, y1 = survey.state.field.land
        self.left, self.top = x0, y0
        self.columns = (x1 - x0) // CELL
        self.rows = (y1 - y0) // CELL
        self._fields: dict[int, list[int]] = {}

    def to_edge(self, x: int, y: int) -> int:
        """How far a base that stands here has to go to the south edge."""
        field = self._fields.get(NOBODY)
        if field is None:
            last = (self.rows - 1) * self.columns
            starts = [last + c for c in range(self.columns)]
            field = self._fields[NOBODY] = self._field(starts, self._closed(None))
        return field[self._cell(x, y)]

    def _cell(self, x: int, y: int) -> int:
        column = min(self.columns - 1, max(0, (x - self.left) // CELL))
        row = min(self.rows - 1, max(0, (y - self.top) // CELL))
        return row * self.columns + column

    def distance(self, goal: Piece, x: int, y: int) -> int:
        """How far a base that stands here has to go to be next to the goal."""
        field = self._fields.get(goal.base)
        if field is None:
            starts = [self._cell(goal.x, goal.y)]
            field = self._fields[goal.base] = self._field(starts, self._closed(goal))
        return field[self._cell(x, y)]

    def _closed(self, goal: Piece | None) -> bytearray:
        closed = bytearray(self.columns * self.rows)
        for f in self.survey.foes:
            if f is goal:
                continue
            first_column = max(0, (f.x - AROUND - self.left) // CELL)
            last_column = min(self.columns - 1, (f.x + AROUND - self.left) // CELL)
            for row in range(
                max(0, (f.y - AROUND - self.top) // CELL),
                min(self.rows - 1, (f.y + AROUND - self.top) // CELL) + 1,
            ):
                for column in range(first_column, last_column + 1):
                    cx = self.left + column * CELL + CELL // 2
                    cy = self.top + row * CELL + CELL // 2
                    if abs(cx - f.x) < AROUND and abs(cy - f.y) < AROUND:
                        closed[row * self.columns + column] = 1
        return closed

    def _field(self, starts: list[int], closed: bytearray) -> list[int]:
        columns, rows = self.columns, self.rows
        field = [UNREACHED] * (columns * rows)
        for start in starts:
            field[start] = 0
        queue = deque(starts)
        while queue:
            cell = queue.popleft()
            far = field[cell] + CELL
            row, column = divmod(cell, columns)
            for r, c in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                if 0 <= r < rows and 0 <= c < columns:
                    other = r * columns + c
                    if not closed[other] and far < field[other]:
                        field[other] = far
                        queue.append(other)
        return field
