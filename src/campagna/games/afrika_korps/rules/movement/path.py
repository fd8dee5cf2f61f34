"""5, 17, 18 The way of one unit: movement factors, the road bonus, escarpments, stops.

A hex costs one factor; the first ten hexes over road sides are free. What a path costs is therefore
its number of hexes less the road hexes covered by the bonus, in whatever order they come. The kernel
for two budgets finds every hex within reach on a map with several nodes for one hex.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from campagna.core.rulebook import rule
from campagna.games.afrika_korps.rules.combat.zones import Mask, without
from campagna.games.afrika_korps.world import World, load_world
from campagna.hexes.kernels import BARRED
from campagna.hexes.two_budgets import RoadField

NO_LANE = -1


class Terms(msgspec.Struct, frozen=True, gc=False):
    """What a unit has left and may not do, when it begins or continues its move."""

    start: int
    left: int
    """Movement factors."""
    road: int
    """Hexes of the road bonus."""
    crossed: bool
    """The one crossing of 18.5 is used up."""
    lane: int
    closed: Mask
    """Hexes that may not be entered."""
    stop: Mask
    """Hexes that end the move: enemy zones."""
    not_first: Mask
    """Hexes that may not be the first entered (8.3)."""
    transfer_crosses: bool
    """Option: changing road in I26 is a crossing (A29)."""


class Way(msgspec.Struct, frozen=True):
    """What a path costs, and how the unit stands at its end."""

    cost: int
    road: int
    crossed: bool
    lane: int
    stopped: bool


class Broken(msgspec.Struct, frozen=True):
    """The step onto path[at] is impossible; `step_causes` knows why."""

    at: int


@rule("17.3", "17.3.1", "17.3.2a", "17.3.2b")
def _lane_on_entry(world: World, here: int, there: int, road: int) -> int:
    """By which of the two roads of I26 a unit comes in; their common end leaves both open."""
    if there == world.split and road and here in world.split_ends:
        return here
    return NO_LANE


def changes_road(world: World, here: int, there: int, road: int, lane: int) -> bool:
    return (
        here == world.split
        and road == 1
        and lane >= 0
        and there != lane
        and (there in world.split_ends)
    )


@rule(
    "5.2",
    "5.6",
    "5.7a",
    "8.1",
    "8.3a",
    "17.1",
    "17.2",
    "18.1",
    "18.2",
    "18.3",
    "18.4",
    "18.4.1",
    "18.4.2",
    "18.5",
)
def walk(world: World, terms: Terms, path: Sequence[int]) -> Way | Broken:
    """The cost of one given path (start not included), or the step that breaks it."""
    here, cost, road_used = terms.start, 0, 0
    crossed, lane, stopped = terms.crossed, terms.lane, False
    for i, there in enumerate(path):
        road = next((r for n, r in world.moves[here] if n == there), None)
        if road is None:
            return Broken(i)
        if stopped:
            return Broken(i)
        if terms.closed[there]:
            return Broken(i)
        if i == 0 and terms.not_first[there]:
            return Broken(i)
        if changes_road(world, here, there, road, lane):
            cost += world.tables["road"]["split_cost"]
            if terms.transfer_crosses:
                if crossed:
                    return Broken(i)
                crossed = True
        if road and road_used < terms.road:
            road_used += 1
        else:
            cost += 1
        scarp_stop = False
        if not road:
            leaves, enters = world.road_scarp[here], world.road_scarp[there]
            if leaves and crossed:
                return Broken(i)
            if leaves or enters:
                scarp_stop = bool(enters and crossed and not leaves)
                crossed = True
            if world.escarpment[there] and not world.road_scarp[there]:
                scarp_stop = True
        stopped = scarp_stop or bool(terms.stop[there])
        lane = _lane_on_entry(world, here, there, road)
        here = there
    return Way(cost, road_used, crossed, lane, stopped)


class Roadmap:
    """The board for the two-budget kernel: several nodes for one hex, where it matters how one came.

    A node is a hex before the crossing of 18.5, the hex after it, or an escarpment with road entered by
    a second crossing, where the move ends. I26 has extra nodes for either road (17.3.2).
    """

    BEFORE, AFTER, ENDED = 0, 1, 2

    def __init__(self, world: World, transfer_crosses: bool) -> None:
        self.world = world
        self.size = world.size
        self.transfer_crosses = transfer_crosses
        nodes = 3 * world.size + 4
        self.hex_of: list[int] = [*range(world.size)] * 3 + [world.split] * 4
        neighbours = array("h", [0]) * (6 * nodes)
        costs = bytearray([BARRED]) * (6 * nodes)
        marked = bytearray(6 * nodes)
        for node in range(nodes):
            for side in range(6):
                step = self._step(node, side)
                if step is not None:
                    at = node * 6 + side
                    neighbours[at], costs[at], marked[at] = step
        self.field = RoadField(
            neighbours, costs, marked, world.road_bonus, self.hex_of, self._above()
        )
        self.costs_within = self.field.costs_within  # asked for every unit: one look-up less
        self.scarps = without(world.escarpment, world.road_scarp)

    def node(self, hex_: int, crossed: bool, lane: int) -> int:
        layer = int(crossed)
        if hex_ == self.world.split and lane >= 0:
            return 3 * self.size + 2 * layer + self.world.split_ends.index(lane)
        return layer * self.size + hex_

    def start_of(self, terms: Terms) -> int:
        return self.node(terms.start, terms.crossed, terms.lane)

    def _above(self) -> list[int]:
        """For each node one from which everything is possible that is possible from it.

        Before a crossing more is possible than after it, and more after it than where the move ended;
        whoever is bound to one road of I26 can do no more there than one who is not.
        """
        size, split = self.size, self.world.split
        return [*[-1] * size, *range(2 * size), split, split, size + split, size + split]

    @rule("17.2", "17.3.2a", "17.3.2b", "18.1", "18.4", "18.4.1", "18.4.2", "18.5")
    def _step(self, node: int, side: int) -> tuple[int, int, int] | None:
        """Where a side leads, its price, and whether the road bonus covers it; None if barred."""
        world = self.world
        extra = node - 3 * self.size
        layer = extra // 2 if extra >= 0 else node // self.size
        lane = world.split_ends[extra % 2] if extra >= 0 else NO_LANE
        here = self.hex_of[node]
        at = here * 6 + side
        if world.walls[at] or layer == self.ENDED:
            return None
        there = world.board.grid.neighbours[at]
        if world.road[at]:
            price: int = 0
            if changes_road(world, here, there, 1, lane):
                price = world.tables["road"]["split_cost"]
                if self.transfer_crosses:
                    if layer == self.AFTER:
                        return None
                    layer = self.AFTER
            to = self.node(there, bool(layer), _lane_on_entry(world, here, there, 1))
            return to, price, 1
        if world.road_scarp[here]:
            if layer == self.AFTER:
                return None
            layer = self.AFTER
        elif world.road_scarp[there]:
            layer = self.ENDED if layer == self.AFTER else self.AFTER
        return layer * self.size + int(there), 1, 0


@lru_cache
def roadmap(transfer_crosses: bool) -> Roadmap:
    return Roadmap(load_world(), transfer_crosses)


class Reach:
    """Every hex a unit can get to, cheapest first, with the way there."""

    def __init__(self, map_: Roadmap, start: int) -> None:
        self.start = start
        self.hex, self.cost, self.road, self.parent = map_.field.labels()
        hexes = self.hex
        self.label: dict[int, int] = {hexes[i]: i for i in map_.field.cheapest()}
        """The cheapest label of each hex reached; the start is not among them."""
        self.label.pop(start, None)

    def path(self, hex_: int) -> list[int]:
        """The hexes entered on the way to a reached hex."""
        way = []
        at = self.label[hex_]
        while self.parent[at] >= 0:
            way.append(self.hex[at])
            at = self.parent[at]
        way.reverse()
        return way

    def previous(self, hex_: int) -> int:
        return self.hex[self.parent[self.label[hex_]]]


@rule("5.2", "17.1", "18.2", "18.3")
def spread(terms: Terms) -> Roadmap:
    """One call of the kernel; its result stays in the map's field until the next one."""
    map_ = roadmap(terms.transfer_crosses)
    map_.field.reach(
        terms.closed,
        terms.stop,
        map_.scarps,
        terms.not_first,
        map_.start_of(terms),
        max(terms.left, 0),
        terms.road,
    )
    return map_


def costs_of(terms: Terms) -> bytearray:
    """The factors that every hex costs, one byte each; FAR where the unit cannot get."""
    map_ = roadmap(terms.transfer_crosses)
    start = terms.start if terms.lane < 0 and not terms.crossed else map_.start_of(terms)
    left = terms.left
    if left < 0:
        left = 0
    return map_.costs_within(
        terms.closed,
        terms.stop,
        map_.scarps,
        terms.not_first,
        start,
        left,
        terms.road,
    )


def reach_of(terms: Terms) -> Reach:
    """Every hex within the unit's factors and road bonus."""
    return Reach(spread(terms), terms.start)
