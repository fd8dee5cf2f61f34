"""What never changes during a game: the map, the counters, the charts (3.0, 6.7, 9.5, 16.0)."""

from __future__ import annotations

import csv
import tomllib
from functools import cached_property, lru_cache
from operator import or_
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.rulebook import rule
from campagna.hexes.board import Board, load_board, marked, reverse_costs, where
from campagna.hexes.kernels import BARRED
from campagna.tables.results import ResultsTable

Block = dict[str, Any]
"""A table of a TOML file as it is read."""

HOME = Path(__file__).parent
DATA = HOME / "data"

SOVIET, GERMAN = 0, 1
SIDES = ("soviet", "german")

RIFLE, ARMOR = 0, 1
POOLS = ("rifle", "armor")

MOVE_CLASSES = (
    "german_infantry",
    "german_motorized",
    "german_cavalry",
    "soviet_infantry",
    "soviet_motorized",
    "leader",
)


# What a step meets beside the ground it leads to; with the ground's code it makes one byte.
ACROSS_RIVER, ALONG_ROAD = 32, 64
NO_STEP = 255


@rule("3.3", "3.4d", "9.61", "9.63")
class Values(msgspec.Struct, frozen=True):
    """One side of a counter: attack, defence and movement, e.g. 6-8-6."""

    attack: int
    defence: int
    movement: int

    def __str__(self) -> str:
        return f"{self.attack}-{self.defence}-{self.movement}"


@rule("3.4a", "3.4b", "3.4c", "3.4f", "9.62")
class Counter(msgspec.Struct, frozen=True):
    id: str
    side: int
    type: str
    move_class: int
    name: str
    division: str
    size: str
    rating: int
    steps: tuple[Values, ...]
    symbol: str
    source: str

    @property
    def is_leader(self) -> bool:
        return self.type == "leader"

    @property
    def pool(self) -> int:
        """The draw pool of a Soviet division (12.1b): mechanised divisions are armour (16.1c)."""
        return ARMOR if self.type == "armor" else RIFLE


class Division(msgspec.Struct, frozen=True):
    id: str
    members: tuple[int, ...]
    integrity: bool
    points: int


class Prize(msgspec.Struct, frozen=True):
    """A city or hex worth victory points (15.11d). `bits` are its hexes in the control mask."""

    name: str
    hexes: tuple[int, ...]
    bits: int
    points: int
    city: bool


class World:
    """The static side of the game. One instance serves every state."""

    def __init__(self, board: Board, counters: list[Counter], tables: Block) -> None:
        self.board = board
        self.field = board.field
        self.size = len(board)
        self.hex_ids = board.grid.ids
        self.hex_index = board.grid.index
        self.nothing = bytes(self.size)
        self.everywhere = b"\1" * self.size
        self.tables = tables
        self._read_counters(counters)
        self._read_terrain()
        self._read_costs()
        self._read_victory()
        self._due: dict[tuple[str, int], list[Block]] = {}
        crt = tables["crt"]
        self.crt = ResultsTable(crt["columns"], [row.split() for row in crt["rows"]])

    @cached_property
    def scenario(self) -> Block:
        """Set-up, schedules and options. Read when the first game begins: a map needs none of it."""
        return _toml("scenario.toml")

    @cached_property
    def marching_armies(self) -> frozenset[str]:
        """5.23: the armies that must march in the first turn."""
        return frozenset(b["army"] for b in self.scenario["setup"] if b["turn1"] == "march")

    def _read_counters(self, counters: list[Counter]) -> None:
        self.counters = counters
        self.counter_index = {c.id: i for i, c in enumerate(counters)}
        self.leaders = [i for i, c in enumerate(counters) if c.is_leader]
        self.germans = [i for i, c in enumerate(counters) if c.side == GERMAN]
        self.pool = [
            [i for i, c in enumerate(counters) if c.type == "rifle"],
            [i for i, c in enumerate(counters) if c.type == "armor"],
        ]
        # Leaders and Germans stand at fixed places of State.units; drawn divisions follow them.
        fixed = self.leaders + self.germans
        self.slot_of = {counters[c].id: slot for slot, c in enumerate(fixed)}
        self.fixed_counters = fixed
        self.first_drawn = len(fixed)
        # Far more divisions than a game can draw, even when the eliminated come back every turn.
        numbers = [f"S-{n}" for n in range(1, 1000)]
        self.unit_names = [*self.slot_of, *numbers]
        self.unit_slots = {name: slot for slot, name in enumerate(self.unit_names)}
        self.unit_sides = bytes(
            counters[fixed[s]].side if s < len(fixed) else SOVIET
            for s in range(len(self.unit_names))
        )
        self.leader_count = len(self.leaders)
        self.ratings = bytes(counters[c].rating for c in self.leaders)
        self.longest_rating = max(self.ratings, default=0)
        self.move_classes = bytes(c.move_class for c in counters)
        """By counter."""
        self.mechanised = bytes(c.type != "infantry" for c in counters)
        """By counter: the units of the second German movement (4.2 B3)."""
        self.mechanised_units = frozenset(s for s, c in enumerate(fixed) if self.mechanised[c])
        self.half_points = [tuple(2 * v.movement for v in c.steps) for c in counters]
        """By counter and step: the movement allowance in half points."""
        self.halved_points = [tuple(2 * (v.movement // 2) for v in c.steps) for c in counters]
        """The same out of supply: halved, fractions dropped (6.25)."""
        limits = self.tables["stacking"]
        self.german_stack = int(limits["german"])
        self.soviet_stack = int(limits["soviet_combat"])
        self.soviet_stack_led = int(limits["soviet_total"])
        """Stacking limits, the last with at least one leader (7.1, 7.2)."""
        rows = {r["id"]: r for r in self.tables["divisions"]["rows"]}
        self.divisions: dict[str, Division] = {}
        for id_, row in rows.items():
            members = tuple(s for s, c in enumerate(fixed) if counters[c].division == id_)
            self.divisions[id_] = Division(id_, members, row["integrity"], row["vp_if_eliminated"])

    def _read_terrain(self) -> None:
        board = self.board
        self.walls = bytes(map(or_, board.sides("lake"), board.edge))
        """Six entries per hex: no movement, zone, combat or line across (6.7g, 8.17)."""
        self._beside: dict[int, tuple[int, ...]] = {}
        self.step_costs = where(self.walls, BARRED, 1)
        """One per hex entered: for lines counted in hexes."""
        self.river = bytes(board.sides("river"))
        self.swamp = board.terrain_mask("swamp")
        self.forest = board.terrain_mask("forest")
        self.lake = board.terrain_mask("lake")
        self.major = bytes(
            board.mask(h for p in board.places if p.kind == "major" for h in p.hexes)
        )
        self.closed_west = bytes(board.mask(board.area("region", "west_columns").hexes))
        self.west_edge = board.area("region", "west_edge").hexes
        self.east_edge = board.area("region", "east_edge").hexes
        self.rail_hexes = board.hexes_on("rail")
        self.rail_names = tuple(self.hex_ids[h] for h in sorted(self.rail_hexes))
        self.road_hexes = board.hexes_on("road")
        self.road_exits = frozenset(e.hex for e in board.exits if e.kind == "road")
        self.rail_exits = frozenset(e.hex for e in board.exits if e.kind == "rail")
        road = board.sides("road", "road_supply_joint")
        self.off_road = where(road, 0, 1)
        """Walls that keep the supply flood on the road net, its river joints included (11.13)."""
        self.road_head = board.hex(self.tables["supply"]["german_road_hex"])

    @rule("6.7a", "6.7b", "6.7c", "6.7d", "6.7e", "6.7f", "6.7h", "6.7i", "6.12", "8.12", "10.21a")
    def _read_costs(self) -> None:
        """The terrain effects chart as one table per movement class, in half points."""
        board = self.board
        grounds = (*board.terrain_names, "minor", "major")
        ground = bytearray(board.terrain)
        for place in board.places:
            for h in place.hexes:
                ground[h] = grounds.index("major" if self.major[h] else "minor")
        steps = self._kinds_of_step(ground)
        self.costs: tuple[bytes, ...] = ()
        self.entry_cost: list[bytes] = []
        for name in MOVE_CLASSES:
            chart = self.tables["terrain"]["costs"][name]
            cost_of = bytearray([BARRED]) * 256
            for code, terrain in enumerate(grounds):
                cost = chart[terrain]
                if cost != BARRED:
                    cost_of[code] = cost
                    cost_of[ACROSS_RIVER + code] = cost + chart["river"]
                    cost_of[ALONG_ROAD + code] = chart["road"]
            self.costs += (bytes(steps.translate(cost_of)),)
            onto = ground.translate(cost_of)
            for h in self.road_exits:
                onto[h] = chart["road"]
            self.entry_cost.append(bytes(onto))
        more = self.tables["terrain"]["interdicted"]
        self.interdicted_cost = bytes([*range(more, BARRED), *[BARRED] * (more + 1)])
        """By cost: the same cost with an enemy interdiction marker in the hex (13.31)."""
        self.overrun_price = int(self.tables["terrain"]["overrun"])
        step = self.tables["rail"]["step"]
        self.rail_costs = where(board.sides("rail"), step, BARRED)
        self._reversed: dict[int, bytes] = {}

    def _kinds_of_step(self, ground: bytearray) -> bytearray:
        """Six entries per hex: the ground that a step over this side leads to, and how."""
        beyond = [*ground, NO_STEP]  # OFF_MAP is -1 and so finds the last one
        kinds = bytearray(map(beyond.__getitem__, self.board.grid.neighbours))
        for side in marked(self.river):
            kinds[side] = ACROSS_RIVER + beyond[self.board.grid.neighbours[side]]
        for side in marked(self.board.sides("road")):
            kinds[side] = ALONG_ROAD + beyond[self.board.grid.neighbours[side]]
        for side in marked(self.walls):
            kinds[side] = NO_STEP
        for h in marked(self.lake):
            kinds[h * 6 : h * 6 + 6] = bytes([NO_STEP]) * 6
        return kinds

    def homeward_costs(self, move_class: int) -> bytes:
        """The chart walked backwards, for lines measured from the map edge to a unit (11.12)."""
        if move_class not in self._reversed:
            self._reversed[move_class] = reverse_costs(self.board.grid, self.costs[move_class])
        return self._reversed[move_class]

    def _read_victory(self) -> None:
        self.prizes: list[Prize] = []
        self.prize_bit: dict[int, int] = {}
        for row in self.tables["victory"]["places"]:
            hexes = tuple(self.board.hex(h) for h in row["hexes"].split())
            bits = 0
            for h in hexes:
                self.prize_bit[h] = 1 << len(self.prize_bit)
                bits |= self.prize_bit[h]
            self.prizes.append(Prize(row["name"], hexes, bits, row["points"], row["city"]))
        self.prize_hexes = frozenset(self.prize_bit)
        self.prize_mask = bytes(self.board.mask(self.prize_bit))

    def due(self, side: str, turn: int) -> list[Block]:
        """The blocks of a side's reinforcement schedule for a turn (16.1, 16.2)."""
        found = self._due.get((side, turn))
        if found is None:
            found = [b for b in self.scenario["reinforcements"][side] if b["turn"] == turn]
            self._due[side, turn] = found
        return found

    def beside(self, hex_: int) -> tuple[int, ...]:
        """The hexes next to one, not across lakes, in direction order."""
        found = self._beside.get(hex_)
        if found is None:
            sides = range(hex_ * 6, hex_ * 6 + 6)
            found = tuple([self.board.grid.neighbours[i] for i in sides if not self.walls[i]])
            self._beside[hex_] = found
        return found

    def entry_hexes(self, area: str) -> tuple[int, ...]:
        kind = "swf" if area == "swf" else "entry"
        return self.board.area(kind, area).hexes


def read_counters(text: list[str], mechanised: set[str]) -> list[Counter]:
    """The lines of units.csv; armour is told apart as tank or mech by its symbol (AMB-29)."""
    counters = []
    for row in csv.DictReader(text):
        steps = tuple(Values(*map(int, s.split("-"))) for s in row["steps"].split())
        symbol = row["type"]
        if symbol == "armor":
            symbol = "mech" if row["id"] in mechanised else "tank"
        counters.append(
            Counter(
                id=row["id"],
                side=SIDES.index(row["side"]),
                type=row["type"],
                move_class=MOVE_CLASSES.index(row["move_class"]),
                name=row["name"],
                division=row["division"],
                size=row["size"],
                rating=int(row["rating"] or 0),
                steps=steps,
                symbol=symbol,
                source=row["source"],
            )
        )
    return counters


@lru_cache
def load_world() -> World:
    tables = _toml("tables.toml")
    text = (DATA / "units.csv").read_text(encoding="utf-8").splitlines()
    counters = read_counters(text, set(tables["symbols"]["mech"].split()))
    return World(load_board(DATA / "map.toml"), counters, tables)


def _toml(name: str) -> Block:
    with (DATA / name).open("rb") as file:
        return tomllib.load(file)
