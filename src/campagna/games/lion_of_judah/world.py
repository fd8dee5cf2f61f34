"""What never changes during a game: the map, the counters, the tables, both wars as data."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cached_property, lru_cache
from operator import or_
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import (
    LEG,
    MOTORISED,
    PARTS,
    AirMarker,
    Counter,
    read_counters,
)
from campagna.hexes.board import Board, load_board, where
from campagna.hexes.grid import DIRECTIONS, OFF_MAP, opposite
from campagna.hexes.kernels import BARRED
from campagna.tables.results import ResultsTable

HOME = Path(__file__).parent
DATA = HOME / "data"

S1935, S1940 = 0, 1
SIDES = (("italian", "ethiopian"), ("italian", "allied"))
CAMPAIGN = "campaign"
CAMPAIGN_SIDES = ("italian", "opponent")
"""In the campaign one person plays Ethiopia and then the Allies (PB 14.3.4)."""
TABLES_KEPT = 128
K = TypeVar("K")
V = TypeVar("V")

NO_SIDE = 2
"""Control of a hex in a closed country."""

Block = dict[str, Any]
"""A block of a data file, as it is read."""


class SupplyKind(NamedTuple):
    """What decides where a unit is supplied (9)."""

    side: int
    hq: bool
    supplies_itself: bool
    guerrilla: bool


class Box(msgspec.Struct, frozen=True):
    """A storage box of resource points with the supply source it belongs to (7.3.2)."""

    id: str
    side: int
    hex: int
    name: dict[str, str]
    start: int
    per_turn: tuple[int, ...]
    source: str


class Net(msgspec.Struct, frozen=True):
    """Roads, railways and tracks as sides, six entries per hex, built roads included (A-07)."""

    road: bytes
    rail: bytes
    track: bytes
    any: bytes
    on_line: bytes
    """One entry per hex: 1 where any line or built road touches it."""


class Part:
    """One of the two wars: what its scenario adds to the map and the counters."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.id = PARTS[number]
        self.scenario = toml(f"scenario_{self.id[1:]}.toml")
        self.sides = SIDES[number]
        self.turns: int = self.scenario["turns"]
        self.units = tuple(i for i, c in enumerate(world.counters) if c.part == number)
        self.air = tuple(i for i, a in enumerate(world.air) if a.part == number)
        board = world.board
        countries = self.scenario["countries"]
        self.neutral = bytes(board.mask(world.regions(countries["neutral"])))
        """Hexes of closed countries; event D4 opens French Somaliland (`state.french_open`)."""
        self.dry_or_closed = bytes(map(or_, self.neutral, world.desert))
        self.home = tuple(
            bytes(board.mask(world.regions(countries["home"][side]))) for side in self.sides
        )
        """Per side, one entry per hex: 1 in its home countries."""
        self.boxes = tuple(self._box(id_, block) for id_, block in self.scenario["boxes"].items())
        self.box_index = {box.id: i for i, box in enumerate(self.boxes)}
        self.box_at = {box.hex: i for i, box in enumerate(self.boxes)}
        self.minor_source = board.hex(self.scenario["minor_source"]["hex"])
        self.crt = tuple(world.results(self.scenario["combat_tables"][side]) for side in self.sides)
        self._nets: dict[tuple[int, ...], Net] = {}
        self._costs: dict[tuple[object, ...], bytes] = {}

    def _box(self, id_: str, block: Block) -> Box:
        at = next(s["hex"] for s in self.scenario["supply_source"] if s["box"] == id_)
        return Box(
            id=id_,
            side=self.sides.index(block["side"]),
            hex=self.world.board.hex(at),
            name=block["name"],
            start=block["start"],
            per_turn=tuple(block["per_turn"]),
            source=block["source"],
        )

    # --- lines ------------------------------------------------------------------------------------

    def net(self, roads: Iterable[int]) -> Net:
        """The lines of this war with these built road hexes."""
        key = tuple(roads)
        if key not in self._nets:
            _remember(self._nets, key, self._build_net(key))
        return self._nets[key]

    @rule("A-07", "10.2.2.1-b")
    def _build_net(self, roads: tuple[int, ...]) -> Net:
        board, without = self.world.board, self.scenario["countries"]["lines_without"]
        road = board.sides(*({"road", "road_1940"} - set(without)))
        track = board.sides(*({"track", "track_1940"} - set(without)))
        rail = board.sides("rail")
        walls = self.world.walls
        hard = {h for h in range(len(board)) if any(road[h * 6 : h * 6 + 6])}
        hard |= {h for h in range(len(board)) if any(rail[h * 6 : h * 6 + 6])}
        soft = {h for h in range(len(board)) if any(track[h * 6 : h * 6 + 6])}
        built = set(roads)
        for h in roads:
            for d in range(DIRECTIONS):
                there = board.grid.neighbour(h, d)
                if there == OFF_MAP or walls[h * 6 + d]:
                    continue
                if there in built or there in hard:
                    table = road
                elif there in soft:
                    table = track
                else:
                    continue
                table[h * 6 + d] = table[there * 6 + opposite(d)] = 1
        every = bytes(a | b | c for a, b, c in zip(road, rail, track, strict=True))
        on_line = bytes(h in built or any(every[h * 6 : h * 6 + 6]) for h in range(len(board)))
        return Net(bytes(road), bytes(rail), bytes(track), every, on_line)

    def costs(
        self, move_class: int, roads: Iterable[int], *, rains: bool, river_extra: int
    ) -> bytes:
        """Half points per step, six entries per hex. `rains`: events A2, C6, D9; river: event B5."""
        key = (move_class, tuple(roads), rains, river_extra)
        if key not in self._costs:
            table = self._build_costs(move_class, key[1], rains, river_extra)
            _remember(self._costs, key, table)
        return self._costs[key]

    @rule("2.3.8-a", "11.1-a", "11.1-c", "11.4", "11.4.2-a", "10.2.2.2", "PB 13.6.7.1")
    def _build_costs(
        self, move_class: int, roads: tuple[int, ...], rains: bool, river_extra: int
    ) -> bytes:
        tables, world = self.world.tables, self.world
        kind = "motorised" if move_class == MOTORISED else "leg"
        enter = {name: tables["terrain"][name][kind] for name in world.board.terrain_names}
        if move_class == LEG:
            enter["desert"] = BARRED
        if rains and move_class == MOTORISED:
            enter = {n: c if c == BARRED else 2 * c for n, c in enter.items()}
        costs = bytearray(world.board.ahead.translate(_by_code(world.board, enter)))
        net = self.net(roads)
        river = tables["hexside"]["river"][kind] + river_extra
        for side in range(len(costs)):
            if world.walls[side] or costs[side] == BARRED:
                costs[side] = BARRED
                continue
            if net.road[side]:
                costs[side] = tables["lines"]["road"][kind]
            elif net.rail[side]:
                costs[side] = tables["lines"]["rail"][kind]
            if world.river[side]:
                costs[side] += river
        return bytes(costs)

    @rule("7.3.2-d", "11.4.2-c", "A-08")
    def rp_costs(self, roads: Iterable[int]) -> bytes:
        """Half hexes of an RP path per step: nothing by road or rail, a half by track, else one."""
        key = ("rp", tuple(roads))
        if key not in self._costs:
            net, path = self.net(roads), self.world.tables["rp_path"]
            table = bytearray(where(self.world.walls, BARRED, path["other"]))
            for side in range(len(table)):
                if table[side] != BARRED and net.any[side]:
                    hard = net.road[side] or net.rail[side]
                    table[side] = path["road"] if hard else path["track"]
            _remember(self._costs, key, bytes(table))
        return self._costs[key]

    def railway(self, name: str) -> frozenset[int]:
        """The hexes of a railway by its name."""
        return frozenset(
            h
            for f in self.world.board.features
            if f.kind == "rail" and f.name == name
            for pair in f.sides
            for h in pair
        )

    @cached_property
    def offensive_limit(self) -> bytes:
        """PB 14.6.7: hexes no Italian may enter or attack on the first turns, else all 0."""
        block = self.scenario.get("italian_offensive_limit")
        world = self.world
        if block is None:
            return world.nothing
        homes = world.regions(block["hexes_from"])
        far = bytearray(world.size)
        distance = world.board.grid.distance
        for h in world.regions(block["regions"]):
            far[h] = min(distance(h, home) for home in homes) > block["distance"]
        return bytes(far)


def _remember(store: dict[K, V], key: K, value: V) -> None:
    """Remember a table; the oldest goes when there are many, for every built road makes new ones."""
    if len(store) >= TABLES_KEPT:
        del store[next(iter(store))]
    store[key] = value


def _by_code(board: Board, enter: dict[str, int]) -> bytes:
    return bytes(enter[n] for n in board.terrain_names).ljust(256, bytes([BARRED]))


class World:
    """The static side of the game. One instance serves every state."""

    def __init__(
        self,
        board: Board,
        counters: list[Counter],
        air: list[AirMarker],
        tables: Block,
    ) -> None:
        self.board = board
        self.field = board.field
        self.size = len(board)
        self.hex_ids = board.grid.ids
        self.hex_index = board.grid.index
        self.nothing = bytes(self.size)
        self.tables = tables
        self.counters = counters
        self.slots = {c.id: i for i, c in enumerate(counters)}
        self.unit_sides = bytes(c.side for c in counters)
        self.combat = bytes(c.combat for c in counters)
        self.guerrilla = bytes(c.type == "guerrilla" for c in counters)
        self.move_classes = bytes(c.move_class for c in counters)
        self.kinds = [c.kind for c in counters]
        self.companies = [c.company for c in counters]
        self.halves = bytes(c.halves for c in counters)
        self.supply_kinds = [
            SupplyKind(c.side, c.type == "hq", c.supplies_itself, c.type == "guerrilla")
            for c in counters
        ]
        """Units of one such kind are supplied in the same hexes."""
        self.burdened = bytes(c.type in ("truck", "guerrilla") for c in counters)
        """Units whose points depend on their load or on an event."""
        self.is_hq = bytes(c.type == "hq" for c in counters)
        kinds = [
            (c.kind, c.company, c.halves, c.move_class, *self.supply_kinds[i])
            for i, c in enumerate(counters)
        ]
        known = {kind: n for n, kind in enumerate(dict.fromkeys(kinds))}
        self.species = [known[kind] for kind in kinds]
        """Units of one species can go from a hex to the same hexes, given the same points."""
        self.alike = [self.species.index(n) for n in self.species]
        """The first unit of the same species: what is asked of one need not be asked of the others."""
        self.air = air
        self.air_slots = {a.id: i for i, a in enumerate(air)}
        self._read_ground()
        self._crts: dict[str, ResultsTable] = {}
        self._discs: dict[tuple[int, int], int] = {}
        self._around: dict[tuple[int, int], tuple[int, ...]] = {}

    def _read_ground(self) -> None:
        board = self.board
        self.walls = bytes(map(or_, board.sides("impassable", "barred"), board.edge))
        """Six entries per hex: no move, attack, advance, supply line or RP path across (A-45)."""
        self.step_costs = where(self.walls, BARRED, 1)
        """One per hex: for lines counted in hexes."""
        self.river = bytes(board.sides("river"))
        self.clear = board.terrain_mask("clear")
        self.mountain = board.terrain_mask("mountain", "amba")
        self.amba = board.terrain_mask("amba")
        self.desert = board.terrain_mask("desert")
        self.settlement = bytes(
            board.mask(h for p in board.places if p.kind in ("city", "capital") for h in p.hexes)
        )
        """Towns and capitals: air bases, one more division (8.2-b, 10.1.1-b)."""
        self.towns = tuple(h for h in range(self.size) if self.settlement[h])
        """Their hexes, a few of very many."""
        self.coast = bytes(board.mask(board.area("coast", "sea").hexes))
        self.roomy = bytes(
            a | b | c for a, b, c in zip(self.clear, self.amba, self.settlement, strict=True)
        )
        """Where one more division may stack (8.2-b, A-19)."""
        self.region_of = [""] * self.size
        for (kind, id_), area in board.areas.items():
            if kind == "region":
                for h in area.hexes:
                    self.region_of[h] = id_
        self.ethiopia = bytes(board.mask(self.regions(["ethiopia"])))
        self.fertile = bytes(a & (b ^ 1) for a, b in zip(self.ethiopia, self.desert, strict=True))
        """Ethiopia without its deserts, where its people need no line (9.5-b)."""

    def regions(self, names: Iterable[str]) -> tuple[int, ...]:
        """The hexes of these countries."""
        return tuple(h for n in names for h in self.board.area("region", n).hexes)

    def results(self, name: str) -> ResultsTable:
        if name not in self._crts:
            crt = self.tables[name]
            self._crts[name] = ResultsTable(crt["columns"], crt["rows"])
        return self._crts[name]

    @cached_property
    def parts(self) -> tuple[Part, Part]:
        return Part(self, S1935), Part(self, S1940)

    @cached_property
    def campaign(self) -> Block:
        """The link between the wars, and the options of every scenario."""
        return toml("campaign.toml")

    @cached_property
    def pools(self) -> dict[str, tuple[int, ...]]:
        """The counters of each pool of hidden factors, in order."""
        found: dict[str, tuple[int, ...]] = {}
        for i, c in enumerate(self.counters):
            if c.pool:
                found[c.pool] = (*found.get(c.pool, ()), i)
        return found

    @cached_property
    def events(self) -> dict[str, Block]:
        """The event markers by id (6.1)."""
        return {block["id"]: block for block in self.tables["event"]}

    def hexes(self, names: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.hex_index[n] for n in names)

    def disc(self, hex_: int, distance: int) -> int:
        """The hexes within a distance as the bits of a number, hexsides notwithstanding."""
        key = hex_, distance
        if key not in self._discs:
            self._discs[key] = sum(1 << h for h in self.around(hex_, distance))
        return self._discs[key]

    def around(self, hex_: int, distance: int) -> tuple[int, ...]:
        """Every hex within a distance, the hex itself included, walls or not."""
        key = hex_, distance
        if key not in self._around:
            measure = self.board.grid.distance
            self._around[key] = tuple(h for h in range(self.size) if measure(h, hex_) <= distance)
        return self._around[key]


def toml(name: str) -> Block:
    with (DATA / name).open("rb") as file:
        return tomllib.load(file)


@lru_cache
def load_world() -> World:
    text = (DATA / "units.csv").read_text(encoding="utf-8").splitlines()
    counters, air = read_counters(text)
    return World(load_board(DATA / "map.toml"), counters, air, toml("tables.toml"))
