"""What never changes during a game: the map, the counters, the charts (1, 2, 12.2, 17, 18)."""

from __future__ import annotations

import csv
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.rulebook import rule
from campagna.hexes.board import Board, load_board
from campagna.hexes.grid import OFF_MAP
from campagna.hexes.kernels import BARRED
from campagna.tables.results import ResultsTable

HOME = Path(__file__).parent
DATA = HOME / "data"

AXIS, ALLIED = 0, 1
SIDES = ("axis", "allied")

COMBAT, SUPPLY, LEADER = 0, 1, 2
"""What a counter is: a combat unit, a supply, or Rommel."""

NO_ARMY = 255

CAPTURED_SLOTS = 40
"""More than a side can ever capture: the enemy lands at most one supply a turn (12.3)."""


@rule("1.2", "1.3", "1.3.1", "1.3.2", "1.3.3")
class Counter(msgspec.Struct, frozen=True):
    """A counter as units.csv prints it."""

    id: str
    side: int
    kind: int
    type: str
    size: str
    nationality: str
    label: str
    name: str
    attack: int
    defence: int
    movement: int
    substitute: bool
    captured: bool
    source: str

    @property
    def factors(self) -> str:
        return f"{self.attack}-{self.defence}-{self.movement}"


class World:
    """The static side of the game. One instance serves every state."""

    def __init__(
        self,
        board: Board,
        counters: list[Counter],
        tables: dict[str, Any],
        scenario: dict[str, Any],
    ) -> None:
        self.board = board
        self.field = board.field
        self.size = len(board)
        self.hex_ids = board.grid.ids
        self.hex_index = board.grid.index
        self.nothing = bytes(self.size)
        self.tables = tables
        self.scenario = scenario
        self.last_turn: int = scenario["turns"]
        self._read_counters(counters)
        self._read_terrain()
        self._read_roads()
        crt = tables["crt"]
        self.crt = ResultsTable(crt["columns"], [row.split() for row in crt["rows"]])
        self.line: int = tables["supply"]["attack_line"]
        self.stack_limit: int = tables["stacking"]["combat_units"]

    @rule("2.3a", "12.3")
    def _read_counters(self, counters: list[Counter]) -> None:
        """The counters of units.csv, then places for captured supplies of either side."""
        self.counters = list(counters)
        for side, prefix in ((AXIS, "DE"), (ALLIED, "AL")):
            for n in range(1, CAPTURED_SLOTS + 1):
                self.counters.append(_captured_supply(side, f"{prefix}-CAP-{n}", n))
        self.index = {c.id: i for i, c in enumerate(self.counters)}
        self.names = [c.id for c in self.counters]
        self.side_of = bytes(c.side for c in self.counters)
        self.kind_of = bytes(c.kind for c in self.counters)
        self.army_of = bytes(c.side if c.kind == COMBAT else NO_ARMY for c in self.counters)
        """The side of a combat unit; no army has supplies and Rommel."""
        self.attack = bytes(c.attack for c in self.counters)
        self.defence = bytes(c.defence for c in self.counters)
        self.movement = bytes(c.movement for c in self.counters)
        self.rommel = next(i for i, c in enumerate(self.counters) if c.kind == LEADER)
        supplies = [i for i, c in enumerate(self.counters) if c.kind == SUPPLY]
        self.own_supplies = [
            [i for i in supplies if self.side_of[i] == s and not self.counters[i].captured]
            for s in (AXIS, ALLIED)
        ]
        self.captured_supplies = [
            [i for i in supplies if self.side_of[i] == s and self.counters[i].captured]
            for s in (AXIS, ALLIED)
        ]
        self.supplies = [self.own_supplies[s] + self.captured_supplies[s] for s in (AXIS, ALLIED)]
        self.fighters = [
            [i for i, c in enumerate(self.counters) if c.side == s and c.kind == COMBAT]
            for s in (AXIS, ALLIED)
        ]
        self.counters_of = [
            [i for i, c in enumerate(self.counters) if c.side == s] for s in (AXIS, ALLIED)
        ]
        self.substitutes = [i for i, c in enumerate(self.counters) if c.substitute]
        self.arrival = {
            self.index[name]: row["turn"]
            for row in self.scenario["reinforcements"]
            for name in row["units"].split()
        }
        """The first turn on which a reinforcement may land (19.1)."""

    @rule("1.1b", "1.1c", "1.1d", "1.1f", "5.6", "5.7a", "5.7b", "5.8a", "5.8b", "7.1a")
    def _read_terrain(self) -> None:
        board = self.board
        chart = self.tables["terrain"]
        self.playable = board.terrain_mask(*chart["entered"])
        barred = board.sides("barred")
        walls = bytearray(board.edge)
        for side, there in enumerate(board.grid.neighbours):
            shut = barred[side] or there == OFF_MAP
            if shut or not self.playable[there] or not self.playable[side // 6]:
                walls[side] = 1
        self.walls = bytes(walls)
        """Six entries per hex: nothing moves, sees, fights or draws supply across (5.7)."""
        self.depression = board.terrain_mask("qattara")
        self.fortress = board.terrain_mask("fortress")
        self.fortresses = tuple(h for h in range(self.size) if self.fortress[h])
        self.escarpment = board.terrain_mask(*chart["stops"])
        self.doubled = board.terrain_mask(*chart["doubles_defence"])
        zone_walls = bytearray(walls)
        for side, there in enumerate(board.grid.neighbours):
            if not walls[side] and (self.fortress[there] or self.fortress[side // 6]):
                zone_walls[side] = 1
        self.zone_walls = bytes(zone_walls)
        """The same for zones, which do not reach into or out of a fortress (A3)."""
        self.near: list[tuple[int, ...]] = []
        self.zone_near: list[tuple[int, ...]] = []
        grid = board.grid
        for h in range(self.size):
            sides = range(h * 6, h * 6 + 6)
            self.near.append(tuple(grid.neighbours[s] for s in sides if not walls[s]))
            self.zone_near.append(tuple(grid.neighbours[s] for s in sides if not zone_walls[s]))
        self.tobruch = board.area("fortress", "tobruch").hexes[0]
        self.bases = [board.area("base", s).hexes[0] for s in SIDES]
        self.ports = [board.area("port", s).hexes for s in SIDES]
        self.objectives = board.area("objective", "control").hexes
        self.step_costs = bytes(BARRED if w else 1 for w in self.walls)

    @rule("1.1e", "17.2", "17.3")
    def _read_roads(self) -> None:
        self.road = bytes(self.board.sides("road"))
        """Six entries per hex: 1 where the coast road crosses the hexside."""
        self.road_hex = bytes(self.board.mask(self.board.hexes_on("road")))
        self.road_scarp = bytes(a & b for a, b in zip(self.escarpment, self.road_hex, strict=True))
        """Escarpment hexes that the road passes (18.4)."""
        chart = self.tables["road"]
        self.split = self.hex_index[chart["split_hex"]]
        first, second = (r.split("-")[0] for r in chart["split_roads"])
        self.split_ends = (self.hex_index[first], self.hex_index[second])
        """Where the two roads of I26 that do not meet come from, besides their common end."""
        self.road_bonus: int = chart["bonus"]
        self.crossings: int = chart["nonroad_crossings"]
        moves = []
        for h in range(self.size):
            row = []
            for side in range(h * 6, h * 6 + 6):
                if not self.walls[side]:
                    row.append((self.board.grid.neighbours[side], self.road[side]))
            moves.append(tuple(row))
        self.moves: list[tuple[tuple[int, int], ...]] = moves
        """For each hex its open neighbours with 1 where the road leads there."""


def _captured_supply(side: int, id_: str, n: int) -> Counter:
    return Counter(
        id=id_,
        side=side,
        kind=SUPPLY,
        type="supply",
        size="",
        nationality="",
        label=f"captured {n}",
        name="",
        attack=0,
        defence=0,
        movement=10,
        substitute=False,
        captured=True,
        source="supply",
    )


def read_counters(text: list[str]) -> list[Counter]:
    """The lines of units.csv."""
    kinds = {"supply": SUPPLY, "hq": LEADER}
    return [
        Counter(
            id=row["id"],
            side=SIDES.index(row["side"]),
            kind=COMBAT if row["combat"] == "yes" else kinds[row["type"]],
            type=row["type"],
            size=row["size"],
            nationality=row["nationality"],
            label=row["label"],
            name=row["name"],
            attack=int(row["attack"]),
            defence=int(row["defence"]),
            movement=int(row["movement"]),
            substitute=row["substitute"] == "yes",
            captured=False,
            source=row["source"],
        )
        for row in csv.DictReader(text)
    ]


@lru_cache
def load_world() -> World:
    text = (DATA / "units.csv").read_text(encoding="utf-8").splitlines()
    tables, scenario = _toml("tables.toml"), _toml("scenario.toml")
    return World(load_board(DATA / "map.toml"), read_counters(text), tables, scenario)


def _toml(name: str) -> dict[str, Any]:
    with (DATA / name).open("rb") as file:
        return tomllib.load(file)
