"""The map read a second time, slowly and without the engine: the ground for oracles.

Hexes are their printed names. Everything comes from `map.toml`, `units.csv` and a `Position`;
nothing of the engine's boards, masks or kernels is used.
"""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path

import campagna.games.panzergruppe_guderian as package
from campagna.games.panzergruppe_guderian.table.position import BOXES, Position, UnitPosition

DATA = Path(package.__path__[0]) / "data"

MAP = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
COUNTERS = {
    row["id"]: row
    for row in csv.DictReader((DATA / "units.csv").read_text(encoding="utf-8").splitlines())
}

ROWS = MAP["terrain"]["rows"]
LEGEND = MAP["terrain"]["legend"]
TERRAIN = {
    f"{c:02d}{r:02d}": LEGEND[ROWS[r - 1][c - 1]] for c in range(1, 60) for r in range(1, 32)
}

Side = frozenset[str]


def _chains(kind: str) -> set[Side]:
    found = set()
    for block in MAP["line"]:
        if block["kind"] == kind:
            for chain in block["path"].split("|"):
                hexes = chain.split()
                found |= {frozenset(pair) for pair in pairwise(hexes)}
    return found


def _sides(kind: str) -> set[Side]:
    return {
        frozenset(pair.split("/"))
        for block in MAP["side"]
        if block["kind"] == kind
        for pair in block["sides"].split()
    }


ROADS = _chains("road")
RAILS = _chains("rail")
JOINTS = _chains("road_supply_joint")
RIVERS = _sides("river")
LAKES = _sides("lake")
CITIES = {h: p["kind"] for p in MAP["place"] for h in p["hexes"].split()}


@cache
def neighbours(hex_: str) -> list[str]:
    """On the map only. Even columns sit half a hex lower."""
    column, row = int(hex_[:2]), int(hex_[2:])
    low = 1 if column % 2 == 0 else 0
    around = [
        (column, row - 1),
        (column + 1, row - 1 + low),
        (column + 1, row + low),
        (column, row + 1),
        (column - 1, row + low),
        (column - 1, row - 1 + low),
    ]
    return [f"{c:02d}{r:02d}" for c, r in around if 1 <= c <= 59 and 1 <= r <= 31]


def distance(a: str, b: str) -> int:
    """Hexes between two hexes, whatever lies there."""

    def cube(hex_: str) -> tuple[int, int]:
        column, row = int(hex_[:2]), int(hex_[2:])
        return column, row - (column - 1) // 2

    (ax, ay), (bx, by) = cube(a), cube(b)
    dx, dy = ax - bx, ay - by
    return max(abs(dx), abs(dy), abs(dx + dy))


@cache
def steps(hex_: str) -> list[str]:
    """The hexes a line, a zone or a retreat can go to from here: not across lakes."""
    return [
        there
        for there in neighbours(hex_)
        if frozenset((hex_, there)) not in LAKES and TERRAIN[there] != "lake"
    ]


class NaiveBoard:
    """Who stands where in a position, and what follows for lines and retreats."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.units = {u.id: u for u in position.units if u.at not in BOXES}
        self.at: dict[str, list[UnitPosition]] = {}
        for u in self.units.values():
            self.at.setdefault(u.at, []).append(u)
        self.zones = {side: self._zone(side) for side in ("soviet", "german")}
        self.shut = {side: self._shut(side) for side in ("soviet", "german")}

    @staticmethod
    def side(unit: UnitPosition) -> str:
        return "german" if unit.id.startswith("G-") else "soviet"

    @staticmethod
    def leader(unit: UnitPosition) -> bool:
        return unit.id.startswith("SL-")

    def stands(self, hex_: str, side: str) -> bool:
        return any(self.side(u) == side for u in self.at.get(hex_, ()))

    def _zone(self, side: str) -> set[str]:
        return {
            there
            for u in self.units.values()
            if self.side(u) == side and "disrupted" not in u.state
            for there in steps(u.at)
        }

    def _shut(self, side: str) -> set[str]:
        enemy = "german" if side == "soviet" else "soviet"
        held = {h for h in self.at if self.stands(h, enemy)}
        return held | {h for h in self.zones[enemy] if not self.stands(h, side)}

    def closed(self, hex_: str, side: str) -> bool:
        """Closed to lines and retreats of a side: enemies, or their zone without a friend."""
        return hex_ in self.shut[side]

    def fits(self, side: str, units: list[UnitPosition]) -> bool:
        leaders = sum(self.leader(u) for u in units)
        if side == "german":
            return len(units) <= 3
        return len(units) - leaders <= 3 and len(units) <= 4
