"""What never changes during a game: the map, the counters, the charts, the calendar."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.rulebook import rule
from campagna.hexes.board import Board, load_board
from campagna.tables.results import ResultsTable

HOME = Path(__file__).parent
DATA = HOME / "data"

AXIS, ALLIED = 0, 1
SIDES = ("axis", "allied")

UCT, UCM, URF = 0, 1, 2
"""What a counter is: a combat unit, a command or a supply. Aircraft are only counted."""
CLASSES = ("UCT", "UCM", "URF")

WEATHER = ("clear", "rain", "storm")


class Face(msgspec.Struct, frozen=True):
    attack: int
    defence: int
    movement: int

    def __str__(self) -> str:
        return f"{self.attack}-{self.defence}-{self.movement}"


@rule("PCS-4")
class Counter(msgspec.Struct, frozen=True):
    """A piece with its two faces, full and reduced; commands and supplies have one."""

    id: str
    kind: int
    side: int
    nationality: str
    type: str
    size: str
    name: str
    division: str
    group: str
    commander: str
    faces: tuple[Face, ...]
    fire: str
    range: int
    source: str


class Group(msgspec.Struct, frozen=True):
    """Units that come onto the map together, from one move on."""

    name: str
    side: int
    move: int
    hex: int
    units: tuple[int, ...]
    division: bool


class Table(msgspec.Struct, frozen=True):
    """One of the six combat tables."""

    id: str
    results: ResultsTable
    retreat_by_winner: bool


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
        self.size = len(board)
        self.hex_ids = board.grid.ids
        self.hex_index = board.grid.index
        self.nothing = bytes(self.size)
        self.tables = tables
        self.scenario = scenario
        self._read_ground()
        self._read_counters(counters)
        self._read_calendar()
        self._read_places()
        self._read_tables()

    @rule("MAP-1", "MAP-2", "MOV-19", "TER-2")
    def _read_ground(self) -> None:
        """Towns, relief and railways; a railway is a line on the map and nothing to a mover."""
        board = self.board
        self.town = bytes(board.mask(h for p in board.places if p.kind == "city" for h in p.hexes))
        relief = board.terrain_mask(*self.tables["defence"]["terrain"])
        self.cover = bytes(t or m for t, m in zip(self.town, relief, strict=True))
        """Towns and mountains: doubled defence, weaker fire."""
        self.near = [tuple(board.grid.around(h)) for h in range(self.size)]
        self.edge = bytes(len(n) < 6 for n in self.near)
        line = self.tables["victory"]["railway"]
        rails = {h for f in board.features if f.name == line for pair in f.sides for h in pair}
        start = board.area("rail_side", "south").hexes
        distances = board.field.flood(board.edge, board.mask(rails), self.nothing, start, self.size)
        self.south = bytes(board.mask(board.field.within(distances)))
        """Beyond the railway El Borma - Sousse; a hex on the line is not (A1)."""

    @rule("PCS-1", "PCS-2", "PCS-3", "PCS-5", "CMD-1")
    def _read_counters(self, counters: list[Counter]) -> None:
        self.counters = counters
        self.index = {c.id: i for i, c in enumerate(counters)}
        self.names = [c.id for c in counters]
        self.kind = bytes(c.kind for c in counters)
        self.home_side = bytes(c.side for c in counters)
        arms = self.tables["unit_types"]["arms"]
        types = [c.type if c.kind == UCT else CLASSES[c.kind] for c in counters]
        self.cost_class = [str(arms[t]["cost"]) for t in types]
        self.target_class = [str(arms[t]["target"]) for t in types]
        self.armoured = [bool(arms[t]["armoured"]) for t in types]
        self.needs_supply = [bool(arms[t]["needs_supply"]) for t in types]
        self.has_zone = bytes(
            c.kind == UCT and arms[t]["zone"] for c, t in zip(counters, types, strict=True)
        )
        self.foot = [c.type == "foot_inf" for c in counters]
        self.recon = [c.type == "recon" for c in counters]
        self.artillery = [c.type == "artillery" for c in counters]
        self.fixed = [c.type == "fixed" for c in counters]
        self.fighters = [i for i, c in enumerate(counters) if c.kind == UCT]
        self.supplies = [i for i, c in enumerate(counters) if c.kind == URF]
        self.armies = [i for i, c in enumerate(counters) if c.kind == UCM and c.type == "army"]
        """Army commands; a control mask has one bit for each, in this order."""
        self.army_bit = {u: 1 << n for n, u in enumerate(self.armies)}
        self.division_command = {
            c.division: i for i, c in enumerate(counters) if c.kind == UCM and c.division
        }
        self.rommel = self.index[self.scenario["pause"]["free_under"]]
        self.patton = self.index[self.scenario["patton"]["unit"]]
        self.replaced = self.index[self.scenario["patton"]["replaces"]]

    @rule("CAL-1", "CAL-3", "CAL-4", "CAL-6", "HIS-1")
    def _read_calendar(self) -> None:
        rows = self.scenario["calendar"]["rows"]
        self.last_move: int = self.scenario["moves"]
        self.night = (False, *(row["part"] == "N" for row in rows))
        """By move, from 1."""
        dates = [row["date"] for row in rows]
        self.date = (0, *(dates.index(d) for d in dates))
        """The first move of the date of a move, so that equal dates have equal numbers."""
        self.pause = frozenset(self.scenario["pause"]["moves"])
        self.raid_moves = frozenset(self.scenario["strategic_bombers"]["moves"])
        self.patton_move: int = self.scenario["patton"]["move"]
        self.groups = [
            Group(
                name=row["group"],
                side=SIDES.index(row["side"]),
                move=row["move"],
                hex=self.board.area("entry", row["area"]).hexes[0],
                units=tuple(self.index[u] for u in row["units"].split()),
                division=row["division"],
            )
            for row in self.scenario["entry"]
        ]
        self.group_of = {u: g for g in self.groups for u in g.units}
        self.groups_by: dict[int, list[Group]] = {}
        """By the hex where they come in."""
        for group in self.groups:
            self.groups_by.setdefault(group.hex, []).append(group)

    @rule("MOV-8", "VIC-1", "CAL-16")
    def _read_places(self) -> None:
        areas = self.board.areas.values()
        self.exits = frozenset(h for a in areas if a.kind == "exit" for h in a.hexes)
        """Where the Axis leaves for Tebessa and Le Kef."""
        leading = ("exit", "entry", "leads_to")
        self.road_exits = frozenset(h for a in areas if a.kind in leading for h in a.hexes)
        """Edge hexes that a road leaves by."""
        self.border = {g.hex: self._border_of(g.hex) for g in self.groups}

    @rule("CAL-19")
    def _border_of(self, entry: int) -> tuple[int, ...]:
        """The hexes of the map edge that an entry hex lies on, nearest first.

        An entry in a corner would belong to the north or south edge; there is none.
        """
        places = [self._column_and_row(h) for h in range(self.size)]
        column, row = places[entry]
        if row in (1, max(r for _, r in places)):
            along = [h for h, (_, r) in enumerate(places) if r == row]
        else:
            along = [h for h, (c, _) in enumerate(places) if c == column]
        distance = self.board.grid.distance
        return tuple(sorted(along, key=lambda h: (distance(h, entry), h)))

    def _column_and_row(self, hex_: int) -> tuple[int, int]:
        name = self.hex_ids[hex_]
        return int(name[:2]), int(name[2:])

    @rule("CRT-3 (a)", "CRT-5 (c)", "RES-4", "CAP-1", "CAP-2", "CAP-3", "CAP-4", "CAP-5", "CAP-6")
    def _read_tables(self) -> None:
        odds = self.tables["odds"]
        self.columns: list[str] = odds["columns"]
        self.ratios: list[tuple[int, int]] = [(a, d) for a, d in odds["ratios"]]
        self.crt = {
            (block["attack"], block["defence"]): Table(
                id_,
                ResultsTable(self.columns, [row.split() for row in block["rows"]]),
                block["retreat_by"] == "winner",
            )
            for id_, block in self.tables["crt"]["tables"].items()
        }
        self.fire = {
            (row, target): tuple(results.split())
            for row, block in self.tables["artillery"]["table"].items()
            for target, results in block.items()
        }
        people = {c["name"]: c for c in self.tables["capacities"]["commanders"].values()}
        self.attack_kinds = [frozenset(people[self._leads(u)]["attack"]) for u in self.armies]
        self.defence_kinds = [frozenset(people[self._leads(u)]["defence"]) for u in self.armies]
        """What each army commander may declare, in the order of `armies`."""
        self.alone_attack = frozenset(people[""]["attack"])
        self.alone_defence = frozenset(people[""]["defence"])

    def _leads(self, army: int) -> str:
        return self.counters[army].commander


def _faces(row: dict[str, str]) -> tuple[Face, ...]:
    texts = [row["full"], row["reduced"]] if row["reduced"] else [row["full"]]
    return tuple(Face(*map(int, text.split("-"))) for text in texts)


def read_counters(lines: Iterable[str]) -> list[Counter]:
    """The pieces of units.csv; aircraft are a number, not a place on the map."""
    return [
        Counter(
            id=row["id"],
            kind=CLASSES.index(row["class"]),
            side=SIDES.index(row["side"]),
            nationality=row["nationality"],
            type=row["type"],
            size=row["size"],
            name=row["name"],
            division=row["division"],
            group=row["group"],
            commander=row["commander"],
            faces=_faces(row),
            fire=row["fire"],
            range=int(row["range"] or 0),
            source=row["source"],
        )
        for row in csv.DictReader(lines)
        if row["class"] in CLASSES
    ]


@lru_cache
def load_world() -> World:
    lines = (DATA / "units.csv").read_text(encoding="utf-8").splitlines()
    tables, scenario = _toml("tables.toml"), _toml("scenario.toml")
    return World(load_board(DATA / "map.toml"), read_counters(lines), tables, scenario)


def _toml(name: str) -> dict[str, Any]:
    with (DATA / name).open("rb") as file:
        return tomllib.load(file)
