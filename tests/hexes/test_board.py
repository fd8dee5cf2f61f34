"""Boards read from map files: terrain, features, places, and the errors a map file can hold."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from campagna.hexes.board import Board, BoardError, load_board, read_board, reverse_costs
from campagna.hexes.grid import DIRECTIONS, OFF_MAP, opposite
from campagna.hexes.kernels import BARRED

COLUMNS = '''
title = "A small map"

[grid]
kind = "columns"
columns = 4
rows = 3
lower = "even"

[terrain]
source = "test terrain"
rows = [
    "..fL",
    ".s.f",
    "... ",
]

[terrain.legend]
"." = "clear"
"f" = "forest"
"s" = "swamp"
"L" = "lake"

[[line]]
kind = "road"
name = "the highway"
source = "test roads"
path = """
0101 0201
0301 | 0103 0203
"""

[[line]]
kind = "rail"
source = "test rails"
path = "0101 0102 0103"

[[side]]
kind = "river"
source = "test rivers"
sides = """
0101/0102
0201/0302
"""

[[place]]
name = "Town"
kind = "major"
hexes = "0201 0301"
source = "test places"

[[area]]
id = "A"
kind = "entry"
side = "german"
hexes = "0101 0102"
source = "test areas"

[[area]]
id = "A"
kind = "setup"
hexes = "0303"
source = "test areas"

[[exit]]
kind = "rail"
hex = "0103"
direction = "s"
source = "test exits"

[[label]]
text = "Brook"
kind = "river"
hexes = "0102"
source = "test labels"

[[mark]]
kind = "borderline"
hexes = "0202"
note = "half of it is dry"
'''

LETTERS = """
[grid]
kind = "letter-diagonals"

[terrain]
source = "test terrain"
rows = [
    "A 1 .e.",
    "B 1 . ..",
    "C 2 ee.",
]

[terrain.legend]
"." = "desert"
"e" = "escarpment"

[[line]]
kind = "road"
source = "test roads"
path = "A2 A3 B3 C3"
"""


def read(text: str) -> Board:
    return read_board(tomllib.loads(text))


def ids(board: Board, hexes: tuple[int, ...] | frozenset[int]) -> set[str]:
    return {board.name(h) for h in hexes}


def marked_sides(board: Board, kind: str) -> set[tuple[str, str]]:
    mask = board.sides(kind)
    return {
        (board.name(i // DIRECTIONS), board.name(board.grid.neighbours[i]))
        for i, set_ in enumerate(mask)
        if set_
    }


# --- what a map file says -----------------------------------------------------------------------


def test_terrain_of_columns() -> None:
    board = read(COLUMNS)
    assert len(board) == 11
    assert "0403" not in board.grid.index, "a blank is no hex"
    drawn = {id_: board.terrain_name(board.hex(id_)) for id_ in board.grid.ids}
    assert drawn == dict.fromkeys(board.grid.ids, "clear") | {
        "0301": "forest",
        "0401": "lake",
        "0202": "swamp",
        "0402": "forest",
    }
    assert (board.title, board.palette, board.terrain_source) == (
        "A small map",
        "summer",
        "test terrain",
    )


def test_terrain_of_letter_diagonals() -> None:
    board = read(LETTERS)
    assert board.grid.ids == ("A1", "A2", "A3", "B1", "B3", "B4", "C2", "C3", "C4")
    drawn = {id_ for id_ in board.grid.ids if board.terrain_name(board.hex(id_)) == "escarpment"}
    assert drawn == {"A2", "C2", "C3"}


def test_letters_that_mean_the_same_share_a_terrain() -> None:
    board = read(COLUMNS.replace('"s" = "swamp"', '"s" = "forest"'))
    assert board.terrain_names == ("clear", "forest", "lake")
    assert sum(board.terrain_mask("forest")) == 3


def test_terrain_mask() -> None:
    board = read(COLUMNS)
    mask = board.terrain_mask("forest", "lake")
    assert {board.name(h) for h, set_ in enumerate(mask) if set_} == {"0301", "0401", "0402"}


def test_lines_run_across_the_sides_of_their_chains() -> None:
    board = read(COLUMNS)
    road = board.features[0]
    assert (road.kind, road.name, road.crosses) == ("road", "the highway", True)
    assert [(board.name(a), board.name(b)) for a, b in road.sides] == [
        ("0101", "0201"),
        ("0201", "0301"),
        ("0103", "0203"),
    ]
    assert ids(board, board.hexes_on("road")) == {"0101", "0201", "0301", "0103", "0203"}


def test_sides_lie_along_hexsides() -> None:
    board = read(COLUMNS)
    river = board.features[-1]
    assert (river.kind, river.crosses) == ("river", False)
    assert marked_sides(board, "river") == {
        ("0101", "0102"),
        ("0102", "0101"),
        ("0201", "0302"),
        ("0302", "0201"),
    }


def test_side_masks_join_kinds() -> None:
    board = read(COLUMNS)
    both = board.sides("rail", "river")
    assert list(both) == [
        a | b for a, b in zip(board.sides("rail"), board.sides("river"), strict=True)
    ]
    assert not any(board.sides("canal"))


def test_lines_of_letter_diagonals() -> None:
    board = read(LETTERS)
    assert ids(board, board.hexes_on("road")) == {"A2", "A3", "B3", "C3"}
    assert ("A3", "B3") in marked_sides(board, "road")


def test_places_areas_exits_labels_marks() -> None:
    board = read(COLUMNS)
    (place,) = board.places
    assert (place.name, place.kind, ids(board, place.hexes)) == ("Town", "major", {"0201", "0301"})
    entry, setup = board.area("entry", "A"), board.area("setup", "A")
    assert (entry.side, ids(board, entry.hexes)) == ("german", {"0101", "0102"})
    assert (setup.side, ids(board, setup.hexes)) == ("", {"0303"})
    (exit_,) = board.exits
    assert (board.name(exit_.hex), board.grid.direction_names[exit_.direction]) == ("0103", "s")
    assert board.labels[0].text == "Brook"
    assert board.marks[0].note == "half of it is dry"


def test_provenance_of_a_hex() -> None:
    board = read(COLUMNS)
    assert board.provenance(board.hex("0101")) == [
        ("clear", "test terrain"),
        ("the highway", "test roads"),
        ("rail", "test rails"),
        ("river", "test rivers"),
        ("entry A", "test areas"),
    ]
    assert board.provenance(board.hex("0202")) == [
        ("swamp", "test terrain"),
        ("borderline", "half of it is dry"),
    ]


def test_edge_marks_the_sides_where_the_map_ends() -> None:
    board = read(COLUMNS)
    assert list(board.edge) == [n == OFF_MAP for n in board.grid.neighbours]
    assert any(board.edge)


def test_load_board_reads_a_file(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(LETTERS, encoding="utf-8")
    assert load_board(path).grid.ids == read(LETTERS).grid.ids


# --- cost tables --------------------------------------------------------------------------------


def test_entry_costs_depend_on_the_terrain_entered() -> None:
    board = read(COLUMNS)
    enter = {"clear": 2, "forest": 4, "swamp": 6, "lake": BARRED}
    costs = board.entry_costs(enter)
    for here in range(len(board)):
        for d in range(DIRECTIONS):
            there = board.grid.neighbour(here, d)
            if there == OFF_MAP or "lake" in (board.terrain_name(here), board.terrain_name(there)):
                wanted = BARRED
            else:
                wanted = enter[board.terrain_name(there)]
            assert costs[here * DIRECTIONS + d] == wanted, (board.name(here), d)


def test_reverse_costs_walk_the_table_backwards() -> None:
    board = read(COLUMNS)
    costs = board.entry_costs({"clear": 2, "forest": 4, "swamp": 6, "lake": BARRED})
    back = reverse_costs(board.grid, costs)
    for here in range(len(board)):
        for d in range(DIRECTIONS):
            there = board.grid.neighbour(here, d)
            side = here * DIRECTIONS + d
            if there == OFF_MAP:
                assert back[side] == BARRED
            else:
                assert back[side] == costs[there * DIRECTIONS + opposite(d)]
    assert reverse_costs(board.grid, back) == bytes(costs)
    assert back != bytes(costs)


def test_mask_of_hexes() -> None:
    board = read(COLUMNS)
    mask = board.mask([2, 5])
    assert [h for h, set_ in enumerate(mask) if set_] == [2, 5]


# --- what a map file may not say ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (COLUMNS, '"f" = "forest"\n', "", "without a legend: f"),
        (COLUMNS, '"..fL"', '"..fLf"', "3 rows of 4 letters"),
        (COLUMNS, '"..fL"', '"..f"', "3 rows of 4 letters"),
        (COLUMNS, '    ".s.f",\n', "", "3 rows of 4 letters"),
        (COLUMNS, "0101 0102 0103", "0101 0103", "rail: 0101 and 0103 are not neighbours"),
        (COLUMNS, "0101 0102 0103", "0101 0101", "rail: 0101 and 0101 are not neighbours"),
        (COLUMNS, "0201/0302", "0101/0202", "river: 0101 and 0202 are not neighbours"),
        (COLUMNS, "0101 0102 0103", "0101 0100", "no hex '0100'"),
        (COLUMNS, 'hexes = "0303"', 'hexes = "0303 0403"', "no hex '0403'"),
        (COLUMNS, 'hex = "0103"', 'hex = "9901"', "no hex '9901'"),
        (COLUMNS, "0201/0302", "0201/0402", "not neighbours"),
        (COLUMNS, 'kind = "columns"', 'kind = "squares"', "unknown kind of grid: squares"),
        (LETTERS, '"e" = "escarpment"\n', "", "without a legend: e"),
        (LETTERS, "A2 A3 B3 C3", "A2 B4", "road: A2 and B4 are not neighbours"),
        (LETTERS, "A2 A3 B3 C3", "A2 B2", "no hex 'B2'"),
    ],
)
def test_errors(text: str, old: str, new: str, message: str) -> None:
    assert text.count(old) == 1, "the test must change exactly one thing"
    with pytest.raises(BoardError, match=message):
        read(text.replace(old, new))


def test_an_unknown_hex_is_a_key_error_with_its_name() -> None:
    with pytest.raises(KeyError, match="9999"):
        read(COLUMNS).hex("9999")
