"""Random worlds for the kernels, and naive oracles that say what the kernels must answer.

The oracles use dicts, heaps and edge lists and share nothing with the kernels but the neighbours.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from hypothesis import strategies as st

from campagna.hexes._kernel import BARRED, MAX_BUDGET
from campagna.hexes.grid import DIRECTIONS, OFF_MAP, Grid, letter_diagonals, offset_columns


@dataclass
class World:
    """A grid with a cost per hexside and two masks, as a game would build them."""

    grid: Grid
    costs: bytes
    forbid: bytes
    stop: bytes
    steps: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """What the oracles see: for each hex the open neighbours with their cost, in direction order."""

    def __post_init__(self) -> None:
        for here in range(len(self.grid)):
            sides = range(here * DIRECTIONS, (here + 1) * DIRECTIONS)
            self.steps[here] = [
                (self.grid.neighbours[side], self.costs[side])
                for side in sides
                if self.costs[side] != BARRED
            ]

    @property
    def walls(self) -> bytes:
        return bytes(cost == BARRED for cost in self.costs)


def make_world(grid: Grid, rng: random.Random, choices: Sequence[int]) -> World:
    size = len(grid)
    costs = bytes(BARRED if n == OFF_MAP else rng.choice(choices) for n in grid.neighbours)
    forbid = bytes(rng.random() < 0.15 for _ in range(size))
    stop = bytes(rng.random() < 0.25 for _ in range(size))
    return World(grid, costs, forbid, stop)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    if draw(st.booleans()):
        columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
        lower = draw(st.sampled_from(["even", "odd"]))
        holes = draw(st.sets(st.integers(0, columns * rows - 1), max_size=columns * rows - 1))
        names = offset_columns(columns, rows, lower_columns=lower).ids
        gone = {names[i] for i in holes}
        grid = offset_columns(columns, rows, lower_columns=lower, keep=lambda id_: id_ not in gone)
    else:
        names = tuple(f"{letter}{n}" for letter in "ABCD" for n in range(1, 6))
        chosen = draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
        grid = letter_diagonals(chosen)
    choices = draw(st.sampled_from([[1], [0, 1], [1, 2, 4, BARRED], [0, 2, 3, 7, 254, BARRED]]))
    return make_world(grid, draw(st.randoms(use_true_random=False)), choices)


def hexes_of(world: World) -> st.SearchStrategy[int]:
    return st.integers(0, len(world.grid) - 1)


budgets = st.one_of(st.integers(0, 12), st.just(MAX_BUDGET))

Source = tuple[int, int, bool]
"""A hex, its cost, and whether it may be left although it carries a stop."""


def sources_of(world: World) -> st.SearchStrategy[list[Source]]:
    source = st.tuples(hexes_of(world), st.integers(0, 14), st.booleans())
    return st.lists(source, max_size=min(5, len(world.grid)))


# --- oracles ------------------------------------------------------------------------------------


@dataclass
class Reached:
    order: list[int]
    cost: dict[int, int]
    path: dict[int, list[int]]


def oracle_reach(world: World, sources: Sequence[Source], budget: int) -> Reached:
    """Cheapest first; among equals the first noticed; the first to arrive decides whether it may go on."""
    ticket = 0
    waiting: list[tuple[int, int, int, list[int], bool]] = []
    for here, cost, free in sources:
        heapq.heappush(waiting, (cost, ticket, here, [here], free))
        ticket += 1
    result = Reached([], {}, {})
    while waiting:
        cost, _, here, path, free = heapq.heappop(waiting)
        if here in result.cost or cost > budget:
            continue
        result.order.append(here)
        result.cost[here] = cost
        result.path[here] = path
        if world.stop[here] and not free:
            continue
        for there, step in world.steps[here]:
            if not world.forbid[there]:
                heapq.heappush(waiting, (cost + step, ticket, there, [*path, there], False))
                ticket += 1
    return result


def oracle_costs(world: World, start: int, budget: int) -> dict[int, int]:
    """Costs alone, by relaxing every hexside until nothing changes."""
    best = {start: 0}
    changed = True
    while changed:
        changed = False
        for here in list(best):
            if world.stop[here] and here != start:
                continue
            for there, step in world.steps[here]:
                total = best[here] + step
                if not world.forbid[there] and total <= budget and total < best.get(there, 10**6):
                    best[there] = total
                    changed = True
    return best


def oracle_walk(world: World, path: Sequence[int]) -> int:
    total = 0
    for i, (here, there) in enumerate(pairwise(path), start=1):
        open_ = dict(world.steps[here])
        if there not in open_ or world.forbid[there] or (i > 1 and world.stop[here]):
            return -i
        total += open_[there]
    return total


def oracle_flood(world: World, sources: Sequence[int], limit: int) -> dict[int, int]:
    """Distance by distance: every hex next to one that lies one hex nearer."""
    distance = dict.fromkeys(sources, 0)
    ring, far = set(sources), 0
    while ring and far < limit:
        leaving = {h for h in ring if far == 0 or not world.stop[h]}
        next_to = {there for h in leaving for there, _ in world.steps[h]}
        ring = {h for h in next_to if h not in distance and not world.forbid[h]}
        far += 1
        distance |= dict.fromkeys(ring, far)
    return distance
