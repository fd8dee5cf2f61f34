"""Hex grids: which hexes exist, what they are called, who their neighbours are.

Inside the engine a hex is a small int, its position in `Grid.ids`. Two orientations exist: flat-top
hexes stand in columns (directions n, ne, se, s, sw, nw), pointy-top hexes lie in rows (directions
ne, e, se, sw, w, nw). A direction is its position in that list, so `(d + 3) % 6` is the way back.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from enum import Enum

OFF_MAP = -1
DIRECTIONS = 6

Cell = tuple[int, int]
"""Axial coordinates (q, r): moving along q or r changes the distance by one."""


class Orientation(Enum):
    FLAT = "flat-top"
    POINTY = "pointy-top"


DIRECTION_NAMES: dict[Orientation, tuple[str, ...]] = {
    Orientation.FLAT: ("n", "ne", "se", "s", "sw", "nw"),
    Orientation.POINTY: ("ne", "e", "se", "sw", "w", "nw"),
}

_STEPS: dict[Orientation, tuple[Cell, ...]] = {
    Orientation.FLAT: ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    Orientation.POINTY: ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}


def opposite(direction: int) -> int:
    return (direction + 3) % DIRECTIONS


class Grid:
    """A set of named hexes with axial coordinates. Immutable after construction."""

    def __init__(self, orientation: Orientation, ids: Sequence[str], cells: Sequence[Cell]) -> None:
        if len(ids) != len(cells):
            raise ValueError("every hex needs exactly one cell")
        self.orientation = orientation
        self.ids: tuple[str, ...] = tuple(ids)
        self.cells: tuple[Cell, ...] = tuple(cells)
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.ids)}
        if len(self.index) != len(self.ids):
            raise ValueError("two hexes share a name")
        at = {cell: i for i, cell in enumerate(self.cells)}
        if len(at) != len(self.cells):
            raise ValueError("two hexes share a cell")
        steps = _STEPS[orientation]
        self._directions = {step: direction for direction, step in enumerate(steps)}
        self.neighbours = array(
            "h", [at.get((q + dq, r + dr), OFF_MAP) for q, r in self.cells for dq, dr in steps]
        )
        """Six entries per hex, in direction order; OFF_MAP where the map ends."""

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def direction_names(self) -> tuple[str, ...]:
        return DIRECTION_NAMES[self.orientation]

    def neighbour(self, hex_: int, direction: int) -> int:
        return self.neighbours[hex_ * DIRECTIONS + direction]

    def around(self, hex_: int) -> list[int]:
        """The neighbours on the map, in direction order."""
        base = hex_ * DIRECTIONS
        return [n for n in self.neighbours[base : base + DIRECTIONS] if n != OFF_MAP]

    def direction(self, from_: int, to: int) -> int:
        """The direction that leads from one hex to an adjacent one; OFF_MAP if they do not touch."""
        q, r = self.cells[from_]
        to_q, to_r = self.cells[to]
        return self._directions.get((to_q - q, to_r - r), OFF_MAP)

    def distance(self, a: int, b: int) -> int:
        (aq, ar), (bq, br) = self.cells[a], self.cells[b]
        dq, dr = aq - bq, ar - br
        return max(abs(dq), abs(dr), abs(dq + dr))

    def centre(self, hex_: int) -> tuple[float, float]:
        """Centre in a plane where the distance from centre to corner is 1; y grows to the south."""
        q, r = self.cells[hex_]
        if self.orientation is Orientation.FLAT:
            return 1.5 * q, math.sqrt(3) * (r + q / 2)
        return math.sqrt(3) * (q + r / 2), 1.5 * r


def offset_columns(
    columns: int,
    rows: int,
    *,
    lower_columns: str,
    name: Callable[[int, int], str] = lambda column, row: f"{column:02d}{row:02d}",
    keep: Callable[[str], bool] = lambda name: True,
) -> Grid:
    """A flat-top map in columns, numbered from 1; `lower_columns` ('even' or 'odd') sit half a hex south."""
    if lower_columns not in ("even", "odd"):
        raise ValueError("lower_columns is 'even' or 'odd'")
    ids: list[str] = []
    cells: list[Cell] = []
    for column in range(1, columns + 1):
        q = column - 1
        sunk = q - (q & 1) if lower_columns == "even" else q + (q & 1)
        for row in range(1, rows + 1):
            id_ = name(column, row)
            if keep(id_):
                ids.append(id_)
                cells.append((q, row - 1 - sunk // 2))
    return Grid(Orientation.FLAT, ids, cells)


def letter_diagonals(names: Iterable[str]) -> Grid:
    """A pointy-top map whose rows are letters (A north) and whose numbers run along the SW-NE diagonal."""
    ids = list(names)
    cells = [(int(id_[1:]) - (ord(id_[0]) - ord("A")), ord(id_[0]) - ord("A")) for id_ in ids]
    return Grid(Orientation.POINTY, ids, cells)
