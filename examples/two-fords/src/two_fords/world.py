"""What never changes during a game: the map, the counters, the tables, and what is made from them."""

from __future__ import annotations

import csv
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.rulebook import rule
from campagna.hexes.board import Board, load_board
from campagna.hexes.kernels import BARRED

HOME = Path(__file__).parent
DATA = HOME / "data"

SIDES = ("north", "south")


class Counter(msgspec.Struct, frozen=True):
    """A row of `data/units.csv`; the strength is not printed, it is dealt."""

    id: str
    side: str
    nation: str
    """The colours of the counter."""
    source: str


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    differences: tuple[int, ...]
    results: tuple[tuple[str, ...], ...]


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`data/tables.toml`, as printed."""

    turns: int
    allowance: int
    forest_defence: int
    village_points: int
    clear_victory: int
    strengths: tuple[int, ...]
    enter: dict[str, int]
    ford: dict[str, int]
    combat: Combat


def _toml(name: str) -> dict[str, Any]:
    with (DATA / name).open("rb") as file:
        return tomllib.load(file)


def _tables() -> Tables:
    return msgspec.convert(_toml("tables.toml"), Tables)


@rule("1.1")
def _counters() -> tuple[Counter, ...]:
    with (DATA / "units.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            Counter(row["id"], row["side"], row["nation"], row["source"])
            for row in csv.DictReader(file)
        )


TABLES = _tables()
SCENARIO = _toml("scenario.toml")
BOARD: Board = load_board(DATA / "map.toml")
COUNTERS = _counters()
NAMES = tuple(counter.id for counter in COUNTERS)
INDEX = {id_: i for i, id_ in enumerate(NAMES)}

VILLAGES: dict[str, int] = {p.name: p.hexes[0] for p in BOARD.places if p.kind == "village"}
NOWHERE = bytes(len(BOARD))
"""A mask without hexes."""


@rule("4.2", "4.3")
def _costs() -> bytes:
    """What a step over each hexside costs, in movement points."""
    costs = BOARD.entry_costs(TABLES.enter)
    river, ford = BOARD.sides("river"), BOARD.sides("ford")
    for side, wet in enumerate(river):
        if wet:
            costs[side] = costs[side] + TABLES.ford["extra"] if ford[side] else BARRED
    return bytes(costs)


COSTS = _costs()


@rule("5.1")
@lru_cache
def zone_walls(river_zones: bool) -> bytes:
    """The hexsides that no zone crosses: the edge and, except at fords, the river."""
    if river_zones:
        return BOARD.edge
    return bytes(1 if cost == BARRED else 0 for cost in COSTS)
