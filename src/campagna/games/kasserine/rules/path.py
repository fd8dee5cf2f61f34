"""What each step costs (MOV-11 to MOV-20), and the kernels that add it up.

On tracks the price alternates between 1/2 and 1, so a hex is two nodes for the kernel: one where
the next track step costs the first rate, one where it costs the second. To begin with 1/2 is never
dearer than to begin with 1: after any number of steps it has cost as much or half a point less. That
is why a reach starts from the first node only; a mover who wants it the other way says so.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from campagna.core.editions import Options
from campagna.core.rulebook import rule
from campagna.games.kasserine.rules.zones import Mask
from campagna.games.kasserine.world import World, load_world
from campagna.hexes.grid import DIRECTIONS, OFF_MAP, opposite
from campagna.hexes.kernels import BARRED, Buffer, Field

FOOT, VEHICLES, LIGHT = "foot", "vehicles", "light"
"""How a piece pays for terrain; light is reduced foot infantry. Each pays no less than the one before:
light, foot, vehicles."""
BURDEN = (LIGHT, FOOT, VEHICLES)


def points(half: int) -> str:
    """Half movement points as players write them: 9 is 4½."""
    whole, rest = divmod(half, 2)
    return f"{whole or ''}½" if rest else str(whole)


class Ground:
    """The prices of one way of moving, as tables for a kernel of its own."""

    def __init__(self, world: World, kind: str, linked: bool, persists: bool) -> None:
        self.size = world.size
        self.near = world.board.grid.neighbours
        self.price, self.on_track = _prices(world, kind, linked)
        """Six entries per hex; a track step has its first rate here."""
        rates = world.tables["movement"]["track"]
        size, neighbours = world.size, world.board.grid.neighbours
        nodes = array("h", neighbours) * 2
        costs = bytearray(self.price * 2)
        for side, there in enumerate(neighbours):
            if there == OFF_MAP or self.price[side] == BARRED:
                continue
            for layer in (0, 1):
                node = layer * size * 6 + side
                if self.on_track[side]:
                    nodes[node] = there + size * (1 - layer)
                    costs[node] = rates[layer]
                else:
                    nodes[node] = there + size * (layer if persists else 0)
        self.nodes = nodes
        """Six neighbours of each node."""
        self.field = Field(nodes)
        self.costs = bytes(costs)
        self.rates: tuple[int, int] = (rates[0], rates[1])
        self.persists = persists
        self._into: dict[int, tuple[tuple[int, int], ...]] = {}

    def steps_into(self, hex_: int) -> tuple[tuple[int, int], ...]:
        """The nodes beside a hex, each with the place in `costs` of its step into the hex."""
        found = self._into.get(hex_)
        if found is None:
            beside = [(self.near[hex_ * DIRECTIONS + d], opposite(d)) for d in range(DIRECTIONS)]
            nodes = [(h + n, d) for n in (0, self.size) for h, d in beside if h != OFF_MAP]
            found = tuple((node, node * DIRECTIONS + d) for node, d in nodes)
            self._into[hex_] = found
        return found

    @rule("CAL-10 (c)")
    def shut_southwards(self, south: Mask) -> bytes:
        """The same prices with every step over the railway to the south barred."""
        costs = bytearray(self.costs)
        for side, there in enumerate(self.near):
            if there != OFF_MAP and south[there] and not south[side // 6]:
                costs[side] = costs[self.size * 6 + side] = BARRED
        return bytes(costs)


@rule("MOV-11", "MOV-12", "MOV-13", "MOV-14", "MOV-15", "MOV-16", "MOV-17", "MOV-20")
def _prices(world: World, kind: str, linked: bool) -> tuple[bytes, bytes]:
    """What a step over each hexside costs, and where it follows a track."""
    chart = world.tables["movement"]
    board = world.board
    road, track = board.sides("road"), board.sides("track")
    road_hexes = board.mask(board.hexes_on("road"))
    price, on_track = bytearray(world.size * 6), bytearray(world.size * 6)
    for side, there in enumerate(board.grid.neighbours):
        if there == OFF_MAP:
            price[side] = BARRED
        elif world.town[there] and kind != LIGHT:
            price[side] = chart["town"]
        elif road[side] or (not linked and road_hexes[there]):
            price[side] = chart["road"]
        elif track[side]:
            price[side], on_track[side] = chart["track"][0], 1
        else:
            price[side] = off_road(world, kind, there)
    return bytes(price), bytes(on_track)


@rule("MOV-11", "MOV-14", "MOV-15", "MOV-16", "MOV-17", "MOV-20", "CAL-19")
def off_road(world: World, kind: str, hex_: int) -> int:
    """The price of a hex for who comes by no road."""
    chart = world.tables["movement"]
    if kind == LIGHT:
        return int(chart["reduced_foot_inf"])
    if world.town[hex_]:
        return int(chart["town"])
    cost = chart[world.board.terrain_name(hex_)]
    return int(cost if isinstance(cost, int) else cost[kind])


@lru_cache
def ground(kind: str, linked: bool, persists: bool) -> Ground:
    return Ground(load_world(), kind, linked, persists)


@lru_cache
def _paused_costs(kind: str, linked: bool, persists: bool) -> bytes:
    return ground(kind, linked, persists).shut_southwards(load_world().south)


class Terms(msgspec.Struct, frozen=True):
    """What one mover, or a stack of them, may do now."""

    ground: Ground
    costs: bytes
    budget: int
    """Half points."""
    closed: bytes
    stop: bytes
    """Masks for the nodes, see `doubled`."""
    sources: tuple[tuple[int, int], ...]
    """Where it begins and what that costs: its own hex, or where it comes onto the map."""
    halts: frozenset[int] = frozenset()
    """Those of them where it must stop at once (CAL-19)."""


def doubled(mask: Mask) -> bytes:
    """A mask of hexes for both nodes of each hex; the first half is the mask itself."""
    return bytes(mask) * 2


def prices(kind: str, options: Options, *, shut: bool) -> tuple[Ground, bytes]:
    """The ground of a kind under the options; `shut`: nobody crosses the railway southwards."""
    key = (
        kind,
        bool(options["road_rate_requires_link"]),
        bool(options["track_alternation_persists"]),
    )
    found = ground(*key)
    return found, _paused_costs(*key) if shut else found.costs


@rule("MOV-1", "MOV-18")
def spread(terms: Terms) -> int:
    """One call of the kernel; the result stays in the ground's field until the next one."""
    field = terms.ground.field
    field.clear()
    for hex_, cost in terms.sources:
        field.add_source(hex_, cost, hex_ not in terms.halts)
    return field.spread(terms.costs, terms.closed, terms.stop, terms.budget)


class Reach:
    """Every hex that the last spread got to, cheapest first: its best node."""

    def __init__(self, ground_: Ground) -> None:
        field, size = ground_.field, ground_.size
        self.field = field
        self.size = size
        self.node: dict[int, int] = {}
        cost = field.cost
        for node in field.hexes():
            hex_ = node % size
            known = self.node.get(hex_)
            # At the same cost the node with the cheaper track step ahead is the better one.
            if known is None or (node < known and cost(node) == cost(known)):
                self.node[hex_] = node

    def cost(self, hex_: int) -> int:
        return int(self.field.cost(self.node[hex_]))

    def path(self, hex_: int) -> list[int]:
        """From the beginning to the hex, both included."""
        return [node % self.size for node in self.field.path(self.node[hex_])]


def reach(terms: Terms) -> Reach:
    spread(terms)
    return Reach(terms.ground)


class Broken(msgspec.Struct, frozen=True):
    """The step onto path[at] is not possible; `step_causes` knows why."""

    at: int


@rule("MOV-12", "MOV-13", "MOV-18", "ATT-2")
def walk(terms: Terms, path: Sequence[int], *, full_first: bool) -> int | Broken:
    """The cost of one given path, its beginning included, or the step that breaks it."""
    start = next((cost for hex_, cost in terms.sources if hex_ == path[0]), None)
    if start is None:
        return Broken(0)
    ground_, costs = terms.ground, terms.costs
    total, first = start, int(full_first)
    layer = first
    for i in range(1, len(path)):
        here, there = path[i - 1], path[i]
        side = next((s for s in range(here * 6, here * 6 + 6) if ground_.near[s] == there), -1)
        if side < 0:
            return Broken(i)
        if terms.stop[here] and (i > 1 or here in terms.halts):
            return Broken(i)
        if terms.closed[there]:
            return Broken(i)
        if costs[side] == BARRED:
            return Broken(i)
        if ground_.on_track[side]:
            total += ground_.rates[layer]
            layer = 1 - layer
        else:
            total += costs[side]
            layer = layer if ground_.persists else first
    return total


def masked(field: Field, size: int) -> bytes:
    """The hexes of the last spread of a ground's field, either node."""
    nodes: Buffer = field.reached()
    total = int.from_bytes(nodes[:size], "little") | int.from_bytes(nodes[size:], "little")
    return total.to_bytes(size, "little")
