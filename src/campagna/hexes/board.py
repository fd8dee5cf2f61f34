"""A board: a grid with terrain, hexside features, places and areas, read from a `map.toml`.

The file is written for people: terrain as rows of letters with a legend, roads and rails as chains
of hex ids, rivers and lakes as lists of hexsides. Every block names its source.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import compress, count, pairwise
from pathlib import Path
from typing import Any

import msgspec

from campagna.hexes.grid import (
    DIRECTIONS,
    OFF_MAP,
    Grid,
    letter_diagonals,
    offset_columns,
    opposite,
)
from campagna.hexes.kernels import BARRED, Buffer, Field
from campagna.hexes.scenery import Scenery, read_scenery

NO_TERRAIN = 255
"""The terrain code beyond the edge of the map."""


class BoardError(ValueError):
    """The map file contradicts itself; the message names the block and the hex."""


class Feature(msgspec.Struct, frozen=True):
    """A road, rail, river ... as drawn: the hexsides it crosses or lies on, in order."""

    kind: str
    sides: tuple[tuple[int, int], ...]
    source: str
    name: str = ""
    crosses: bool = True
    """True: runs from centre to centre across its hexsides. False: lies along them."""


class Place(msgspec.Struct, frozen=True):
    name: str
    kind: str
    hexes: tuple[int, ...]
    source: str


class Area(msgspec.Struct, frozen=True):
    """A named set of hexes: entry areas, set-up zones, closed columns."""

    id: str
    kind: str
    hexes: tuple[int, ...]
    source: str
    side: str = ""


class Exit(msgspec.Struct, frozen=True):
    """Where a road or rail leaves the map."""

    kind: str
    hex: int
    direction: int
    source: str


class Label(msgspec.Struct, frozen=True):
    """Lettering without effect on play: a river or a region name near these hexes."""

    text: str
    kind: str
    hexes: tuple[int, ...]
    source: str


class Mark(msgspec.Struct, frozen=True):
    """A note on the certainty of some hexes, shown to the player as provenance."""

    kind: str
    hexes: tuple[int, ...]
    note: str


class Board:
    """Immutable. `field` holds the kernels of this board."""

    def __init__(self, grid: Grid, terrain: bytes, terrain_names: tuple[str, ...]) -> None:
        self.grid = grid
        self.field = Field(grid.neighbours)
        self.terrain = terrain
        self.terrain_names = terrain_names
        self.title = ""
        self.palette = "summer"
        self.terrain_source = ""
        self.features: list[Feature] = []
        self.places: list[Place] = []
        self.areas: dict[tuple[str, str], Area] = {}
        self.exits: list[Exit] = []
        self.labels: list[Label] = []
        self.marks: list[Mark] = []
        self.scenery = Scenery()
        # OFF_MAP is -1 and so finds the code at the end.
        code_of = bytes([*terrain, NO_TERRAIN])
        self.ahead = bytes(map(code_of.__getitem__, grid.neighbours))
        """Six entries per hex: the terrain beyond that side, NO_TERRAIN where the map ends."""
        self.edge = self.ahead.translate(bytes(NO_TERRAIN) + b"\1")
        """Six entries per hex: 1 where the map ends."""

    def __len__(self) -> int:
        return len(self.grid)

    def hex(self, id_: str) -> int:
        """The number of a hex; KeyError names the unknown id."""
        return self.grid.index[id_]

    def name(self, hex_: int) -> str:
        return self.grid.ids[hex_]

    def terrain_name(self, hex_: int) -> str:
        return self.terrain_names[self.terrain[hex_]]

    def terrain_mask(self, *names: str) -> bytes:
        """One entry per hex: 1 where the terrain is one of these."""
        codes = {self.terrain_names.index(n) for n in names}
        return self.terrain.translate(bytes(code in codes for code in range(256)))

    def sides(self, *kinds: str) -> bytearray:
        """Six entries per hex: 1 where a feature of one of these kinds crosses or lies on the side."""
        mask = bytearray(len(self.grid) * DIRECTIONS)
        for feature in self.features:
            if feature.kind in kinds:
                for a, b in feature.sides:
                    d = self.grid.direction(a, b)
                    mask[a * DIRECTIONS + d] = 1
                    mask[b * DIRECTIONS + opposite(d)] = 1
        return mask

    def hexes_on(self, kind: str) -> frozenset[int]:
        """Hexes that a feature of this kind touches."""
        return frozenset(
            h for f in self.features if f.kind == kind for pair in f.sides for h in pair
        )

    def area(self, kind: str, id_: str) -> Area:
        return self.areas[kind, id_]

    def mask(self, hexes: Iterable[int]) -> bytearray:
        out = bytearray(len(self.grid))
        for h in hexes:
            out[h] = 1
        return out

    def entry_costs(self, enter: Mapping[str, int]) -> bytearray:
        """Six entries per hex: cost of stepping out over that side, by the terrain entered.

        `enter` gives the cost of each terrain, BARRED where nothing may enter (or leave).
        """
        by_code = bytes(enter[n] for n in self.terrain_names).ljust(256, bytes([BARRED]))
        costs = bytearray(self.ahead.translate(by_code))
        for h, code in enumerate(self.terrain):
            if by_code[code] == BARRED:
                costs[h * DIRECTIONS : (h + 1) * DIRECTIONS] = bytes([BARRED]) * DIRECTIONS
        return costs

    def provenance(self, hex_: int) -> list[tuple[str, str]]:
        """What is known about a hex and where it comes from: (what, source)."""
        found = [(self.terrain_name(hex_), self.terrain_source)]
        for feature in self.features:
            if any(hex_ in pair for pair in feature.sides):
                found.append((feature.name or feature.kind, feature.source))
        found += [(p.name, p.source) for p in self.places if hex_ in p.hexes]
        found += [(f"{a.kind} {a.id}", a.source) for a in self.areas.values() if hex_ in a.hexes]
        found += [(m.kind, m.note) for m in self.marks if hex_ in m.hexes]
        return list(dict.fromkeys(found))


def marked(mask: Buffer) -> Iterator[int]:
    """The hexes or hexsides where a mask is set, in order."""
    return compress(count(), mask)


def where(mask: Buffer, set_: int, unset: int) -> bytes:
    """One number where a mask is set, another elsewhere."""
    return bytes(mask).translate(bytes([unset]) + bytes([set_]) * 255)


def reverse_costs(grid: Grid, costs: bytes | bytearray) -> bytes:
    """The same table walked backwards: what the step over this side costs when taken towards us."""
    back = bytearray(len(costs))
    for d in range(DIRECTIONS):
        # The last entry is what OFF_MAP, which is -1, finds.
        towards_us = [*costs[opposite(d) :: DIRECTIONS], BARRED]
        back[d::DIRECTIONS] = bytes([towards_us[h] for h in grid.neighbours[d::DIRECTIONS]])
    return bytes(back)


def load_board(path: Path) -> Board:
    with path.open("rb") as file:
        data = tomllib.load(file)
    return read_board(data)


def read_board(data: Mapping[str, Any]) -> Board:
    grid, letters = _grid(data["grid"], data["terrain"]["rows"])
    legend: dict[str, str] = data["terrain"]["legend"]
    names = tuple(dict.fromkeys(legend.values()))
    code = {letter: names.index(name) for letter, name in legend.items()}
    unknown = sorted(set(letters) - set(code))
    if unknown:
        raise BoardError(f"terrain letters without a legend: {' '.join(unknown)}")
    board = Board(grid, bytes(code[c] for c in letters), names)
    board.title = data.get("title", "")
    board.palette = data.get("palette", "summer")
    board.terrain_source = data["terrain"]["source"]
    board.features = [_line(grid, b) for b in data.get("line", [])]
    board.features += [_sides(grid, b) for b in data.get("side", [])]
    board.places = [
        Place(b["name"], b["kind"], _hexes(grid, b["hexes"]), b["source"])
        for b in data.get("place", [])
    ]
    for b in data.get("area", []):
        area = Area(b["id"], b["kind"], _hexes(grid, b["hexes"]), b["source"], b.get("side", ""))
        board.areas[area.kind, area.id] = area
    board.features += [_border(board, b) for b in data.get("border", [])]
    for b in data.get("exit", []):
        direction = grid.direction_names.index(b["direction"])
        board.exits.append(Exit(b["kind"], _hexes(grid, b["hex"])[0], direction, b["source"]))
    board.labels = [
        Label(b["text"], b["kind"], _hexes(grid, b["hexes"]), b["source"])
        for b in data.get("label", [])
    ]
    board.marks = [
        Mark(b["kind"], _hexes(grid, b["hexes"]), b["note"]) for b in data.get("mark", [])
    ]
    board.scenery = read_scenery(data, grid.ids)
    return board


def _grid(block: Mapping[str, Any], rows: list[str]) -> tuple[Grid, str]:
    """The grid and the terrain letter of each hex, in grid order. A blank is no hex."""
    if block["kind"] == "columns":
        columns, depth = block["columns"], block["rows"]
        if len(rows) != depth or any(len(r) != columns for r in rows):
            raise BoardError(f"the terrain needs {depth} rows of {columns} letters")
        gone = {
            f"{column:02d}{row:02d}"
            for row, line in enumerate(rows, 1)
            for column, letter in enumerate(line, 1)
            if letter == " "
        }
        grid = offset_columns(
            columns, depth, lower_columns=block["lower"], keep=lambda id_: id_ not in gone
        )
        # The grid runs down one column after the other, the file along the rows.
        down = "".join(map("".join, zip(*rows, strict=True)))
        return grid, down.replace(" ", "")
    if block["kind"] == "letter-diagonals":
        names: list[str] = []
        letters: list[str] = []
        for row in rows:
            letter, first, cells = row.split(" ", 2)
            for i, cell in enumerate(cells):
                if cell != " ":
                    names.append(f"{letter}{int(first) + i}")
                    letters.append(cell)
        return letter_diagonals(names), "".join(letters)
    raise BoardError(f"unknown kind of grid: {block['kind']}")


def _hexes(grid: Grid, text: str) -> tuple[int, ...]:
    try:
        return tuple(grid.index[id_] for id_ in text.split())
    except KeyError as missing:
        raise BoardError(f"no hex {missing} on this map") from None


def _line(grid: Grid, block: Mapping[str, Any]) -> Feature:
    """A chain of hex ids; `|` separates chains of one feature."""
    sides: list[tuple[int, int]] = []
    for chain in block["path"].split("|"):
        hexes = _hexes(grid, chain)
        sides += pairwise(hexes)
    return _feature(grid, block, sides, crosses=True)


def _sides(grid: Grid, block: Mapping[str, Any]) -> Feature:
    """Hexsides written as `0112/0113`."""
    pairs = [_hexes(grid, pair.replace("/", " ")) for pair in block["sides"].split()]
    return _feature(grid, block, [(a, b) for a, b in pairs], crosses=False)


def _border(board: Board, block: Mapping[str, Any]) -> Feature:
    """The hexsides between two areas of a kind."""
    grid = board.grid
    owner: dict[int, str] = {}
    for area in board.areas.values():
        if area.kind == block["between"]:
            owner |= dict.fromkeys(area.hexes, area.id)
    sides = [
        (a, b)
        for a in sorted(owner)
        for b in grid.around(a)
        if a < b and b in owner and owner[a] != owner[b]
    ]
    return _feature(grid, {"kind": "border", **block}, sides, crosses=False)


def _feature(
    grid: Grid, block: Mapping[str, Any], sides: list[tuple[int, int]], *, crosses: bool
) -> Feature:
    for a, b in sides:
        if grid.direction(a, b) == OFF_MAP:
            raise BoardError(f"{block['kind']}: {grid.ids[a]} and {grid.ids[b]} are not neighbours")
    return Feature(block["kind"], tuple(sides), block["source"], block.get("name", ""), crosses)
