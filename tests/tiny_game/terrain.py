"""The map and the tables made from it: what a step costs, where a zone reaches."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

import msgspec

from campagna.core.rulebook import rule
from campagna.hexes.board import Board, load_board
from campagna.hexes.kernels import BARRED

HOME = Path(__file__).parent


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    differences: tuple[int, ...]
    results: tuple[tuple[str, ...], ...]


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`data/tables.toml`, as printed."""

    turns: int
    allowance: int
    wood_defence: int
    village_points: int
    clear_victory: int
    strengths: tuple[int, ...]
    enter: dict[str, int]
    ford: dict[str, int]
    combat: Combat


def _tables() -> Tables:
    with (HOME / "data" / "tables.toml").open("rb") as file:
        return msgspec.convert(tomllib.load(file), Tables)


TABLES = _tables()
BOARD: Board = load_board(HOME / "data" / "map.toml")

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
