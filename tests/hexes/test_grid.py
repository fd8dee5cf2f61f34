"""Hex grids: names, neighbours and distances in both orientations."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campagna.hexes.grid import (
    DIRECTIONS,
    OFF_MAP,
    Grid,
    Orientation,
    letter_diagonals,
    offset_columns,
    opposite,
)

EVEN = offset_columns(7, 6, lower_columns="even")
ODD = offset_columns(7, 6, lower_columns="odd")
# As in Afrika Korps: every second row starts one number later, which keeps the map a rectangle.
LETTERS = letter_diagonals(
    f"{chr(ord('A') + row)}{row // 2 + i}" for row in range(6) for i in range(1, 8)
)
GRIDS = [EVEN, ODD, LETTERS]
GRID_NAMES = ["even", "odd", "letters"]


def names_around(grid: Grid, id_: str) -> dict[str, str]:
    here = grid.index[id_]
    there = ((d, grid.neighbour(here, d)) for d in range(DIRECTIONS))
    return {grid.direction_names[d]: grid.ids[n] for d, n in there if n != OFF_MAP}


def distances_from(grid: Grid, start: int) -> dict[int, int]:
    """Distances in steps, found by walking."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in grid.around(here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


@pytest.mark.parametrize(
    ("grid", "id_", "around"),
    [
        (EVEN, "0303", {"n": "0302", "ne": "0402", "se": "0403", "s": "0304", "sw": "0203", "nw": "0202"}),
        (EVEN, "0203", {"n": "0202", "ne": "0303", "se": "0304", "s": "0204", "sw": "0104", "nw": "0103"}),
        (ODD, "0303", {"n": "0302", "ne": "0403", "se": "0404", "s": "0304", "sw": "0204", "nw": "0203"}),
        (ODD, "0203", {"n": "0202", "ne": "0302", "se": "0303", "s": "0204", "sw": "0103", "nw": "0102"}),
        (EVEN, "0101", {"se": "0201", "s": "0102"}),
        (EVEN, "0206", {"n": "0205", "ne": "0306", "nw": "0106"}),
        (ODD, "0101", {"ne": "0201", "se": "0202", "s": "0102"}),
        (ODD, "0706", {"n": "0705", "nw": "0606"}),
    ],
)  # fmt: skip
def test_columns(grid: Grid, id_: str, around: dict[str, str]) -> None:
    assert names_around(grid, id_) == around


def test_columns_are_numbered_down_then_across() -> None:
    assert EVEN.ids[:7] == ("0101", "0102", "0103", "0104", "0105", "0106", "0201")
    assert EVEN.orientation is Orientation.FLAT
    assert len(EVEN) == 42


@pytest.mark.parametrize(("grid", "lower"), [(EVEN, 0), (ODD, 1)])
def test_lower_columns_sit_half_a_hex_south(grid: Grid, lower: int) -> None:
    for id_ in grid.ids:
        column, row = int(id_[:2]), int(id_[2:])
        x, y = grid.centre(grid.index[id_])
        x0, y0 = grid.centre(grid.index["0101"])
        sunk = (column % 2 == lower) - (lower == 1)
        assert x - x0 == pytest.approx(1.5 * (column - 1))
        assert y - y0 == pytest.approx(math.sqrt(3) * (row - 1 + sunk / 2))


def test_lower_columns_must_be_even_or_odd() -> None:
    with pytest.raises(ValueError, match="even"):
        offset_columns(2, 2, lower_columns="all")


def test_columns_can_have_holes_and_other_names() -> None:
    grid = offset_columns(
        3,
        2,
        lower_columns="even",
        name=lambda column, row: f"{'ABC'[column - 1]}{row}",
        keep=lambda id_: id_ != "B1",
    )
    assert grid.ids == ("A1", "A2", "B2", "C1", "C2")
    assert names_around(grid, "A1") == {"s": "A2"}
    assert names_around(grid, "B2") == {"ne": "C2", "nw": "A2"}


def test_letter_diagonals() -> None:
    assert names_around(LETTERS, "C4") == {
        "ne": "B4",
        "e": "C5",
        "se": "D5",
        "sw": "D4",
        "w": "C3",
        "nw": "B3",
    }
    assert LETTERS.orientation is Orientation.POINTY


def test_letter_diagonals_at_the_edge() -> None:
    assert names_around(LETTERS, "A1") == {"e": "A2", "se": "B2", "sw": "B1"}
    assert names_around(LETTERS, "F3") == {"ne": "E3", "e": "F4"}


def test_letter_distance_follows_the_printed_rule() -> None:
    for a in range(len(LETTERS)):
        for b in range(len(LETTERS)):
            dl = ord(LETTERS.ids[a][0]) - ord(LETTERS.ids[b][0])
            dn = int(LETTERS.ids[a][1:]) - int(LETTERS.ids[b][1:])
            assert LETTERS.distance(a, b) == max(abs(dn), abs(dl), abs(dn - dl))


@pytest.mark.parametrize("grid", GRIDS, ids=GRID_NAMES)
def test_distance_is_the_number_of_steps(grid: Grid) -> None:
    for start in range(len(grid)):
        walked = distances_from(grid, start)
        assert walked == {h: grid.distance(start, h) for h in range(len(grid))}


@pytest.mark.parametrize("grid", GRIDS, ids=GRID_NAMES)
def test_every_step_has_a_way_back(grid: Grid) -> None:
    for here, there in steps(grid):
        d = grid.direction(here, there)
        assert grid.neighbour(here, d) == there
        assert grid.neighbour(there, opposite(d)) == here


@pytest.mark.parametrize("grid", GRIDS, ids=GRID_NAMES)
def test_neighbours_lie_where_their_direction_says(grid: Grid) -> None:
    """In the drawing plane neighbours stand sqrt(3) apart, north up and east right."""
    for here, there in steps(grid):
        (x0, y0), (x1, y1) = grid.centre(here), grid.centre(there)
        assert math.hypot(x1 - x0, y1 - y0) == pytest.approx(math.sqrt(3))
        name = grid.direction_names[grid.direction(here, there)]
        assert (y1 < y0 - 0.1) == ("n" in name)
        assert (y1 > y0 + 0.1) == ("s" in name)
        assert (x1 > x0 + 0.1) == ("e" in name)
        assert (x1 < x0 - 0.1) == ("w" in name)


def steps(grid: Grid) -> Iterator[tuple[int, int]]:
    return ((here, there) for here in range(len(grid)) for there in grid.around(here))


def test_hexes_that_do_not_touch_have_no_direction() -> None:
    a, b = EVEN.index["0101"], EVEN.index["0301"]
    assert EVEN.direction(a, b) == OFF_MAP
    assert EVEN.direction(a, a) == OFF_MAP


@given(st.sampled_from(GRIDS), st.data())
def test_distance_is_a_metric(grid: Grid, data: st.DataObject) -> None:
    a, b, c = (data.draw(st.integers(0, len(grid) - 1)) for _ in range(3))
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@pytest.mark.parametrize(
    ("ids", "cells", "message"),
    [
        (["a", "b"], [(0, 0)], "exactly one cell"),
        (["a", "a"], [(0, 0), (0, 1)], "share a name"),
        (["a", "b"], [(0, 0), (0, 0)], "share a cell"),
    ],
)
def test_contradictory_grids_are_refused(
    ids: list[str], cells: list[tuple[int, int]], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Grid(Orientation.FLAT, ids, cells)
