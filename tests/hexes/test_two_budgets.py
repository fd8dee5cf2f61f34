"""The reach under two budgets against a search of everything, on the plain text and its build."""

from __future__ import annotations

import contextlib
import importlib
import random

import pytest

from campagna.hexes import _kernel, _kernel_two_budgets
from campagna.hexes._kernel_two_budgets import BARRED, FAR
from campagna.hexes._kernel_two_budgets import RoadField as PlainField
from campagna.hexes.grid import OFF_MAP, Grid, offset_columns

BACKENDS: dict[str, type[PlainField]] = {"plain": PlainField}
with contextlib.suppress(ImportError):
    BACKENDS["compiled"] = importlib.import_module("campagna.hexes._compiled_two_budgets").RoadField

both_backends = pytest.mark.parametrize("backend", BACKENDS.values(), ids=BACKENDS.keys())


class Country:
    """A small random board: prices, roads, closed, stopping hexes, and those barred to the first step."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self.grid: Grid = offset_columns(7, 6, lower_columns="even")
        size = len(self.grid)
        self.costs = bytearray(size * 6)
        self.marked = bytearray(size * 6)
        for side, there in enumerate(self.grid.neighbours):
            self.marked[side] = rng.random() < 0.35
            self.costs[side] = int(rng.random() < 0.1) if self.marked[side] else rng.randint(1, 2)
            if there == OFF_MAP or rng.random() < 0.1:
                self.costs[side] = BARRED
        self.forbid = bytes(rng.random() < 0.1 for _ in range(size))
        self.stop = bytes(rng.random() < 0.15 for _ in range(size))
        self.barred_first = bytes(rng.random() < 0.1 for _ in range(size))
        self.start = rng.randrange(size)
        # A start with neighbours barred to the first step is a stop: coming back to it ends the way.
        self.stop = self.stop[: self.start] + b"\1" + self.stop[self.start + 1 :]
        self.budget, self.free = rng.randint(0, 6), rng.randint(0, 4)
        self.halt = bytes(rng.random() < 0.1 for _ in range(size))
        self.layered = rng.random() < 0.5

    def field(self, backend: type[PlainField]) -> PlainField:
        """Half the boards twice over: a second layer that nothing leads to but its own steps."""
        if not self.layered:
            return backend(self.grid.neighbours, self.costs, self.marked, 4)
        size = len(self.grid)
        upper = [n + size if n != OFF_MAP else OFF_MAP for n in self.grid.neighbours]
        # A marked step leads to the lower layer, any other stays: the upper one is above the lower.
        down = [
            n if m else u for n, u, m in zip(self.grid.neighbours, upper, self.marked, strict=True)
        ]
        return backend(
            [*self.grid.neighbours, *down],
            self.costs * 2,
            self.marked * 2,
            4,
            [*range(size)] * 2,
            [*range(size, 2 * size), *[-1] * size],
        )

    def reach(self, field: PlainField) -> None:
        start = self.start + len(self.grid) * self.layered
        field.reach(
            self.forbid, self.stop, self.halt, self.barred_first, start, self.budget, self.free
        )

    def costs_within(self, field: PlainField) -> bytearray:
        start = self.start + len(self.grid) * self.layered
        terms = (self.forbid, self.stop, self.halt, self.barred_first)
        return field.costs_within(*terms, start, self.budget, self.free)

    def price(self, way: list[int]) -> int:
        """Points of one given way, free steps taken as long as there are any."""
        here, points, left = self.start, 0, self.free
        for there in way:
            side = next(
                s for s in range(here * 6, here * 6 + 6) if self.grid.neighbours[s] == there
            )
            points += self.costs[side]
            if self.marked[side]:
                points += left <= 0
                left -= 1
            here = there
        return points

    def cheapest(self) -> dict[int, tuple[int, int]]:
        """Least points, and with them least free steps, of every hex: all combinations are tried."""
        todo = [(self.start, 0, 0, True)]
        seen = set(todo)
        found: dict[int, tuple[int, int]] = {}
        while todo:
            here, spent, used, first = todo.pop()
            found[here] = min(found.get(here, (spent, used)), (spent, used))
            if (self.stop[here] or self.halt[here]) and not first:
                continue
            for side in range(here * 6, here * 6 + 6):
                if self.costs[side] == BARRED:
                    continue
                there = self.grid.neighbours[side]
                if self.forbid[there] or (first and self.barred_first[there]):
                    continue
                total, after = spent + self.costs[side], used
                if self.marked[side]:
                    if used < self.free:
                        after += 1
                    else:
                        total += 1
                entry = (there, total, after, False)
                if total <= self.budget and entry not in seen:
                    seen.add(entry)
                    todo.append(entry)
        return found


@both_backends
def test_every_hex_is_reached_at_its_least_cost(backend: type[PlainField]) -> None:
    for seed in range(150):
        land = Country(seed)
        field = land.field(backend)
        for _ in range(2):  # the second reach finds the scratch memory of the first
            land.reach(field)
            nodes, spent, used, came = field.labels()
            best = {nodes[i]: (spent[i], used[i]) for i in field.cheapest()}
            assert best == land.cheapest(), seed
            assert all(field.label(nodes[i]) == i for i in field.cheapest())
            told = {h: points for h, points in enumerate(land.costs_within(field)) if points != FAR}
            assert told == {h: points for h, (points, _) in best.items()}
            for hex_, (points, _) in best.items():
                assert land.price(field.way(hex_)) == points
            assert came[0] == -1
            assert all(0 <= came[i] < i for i in range(1, len(nodes)))


def test_both_backends_give_the_same_labels_in_the_same_order() -> None:
    for seed in range(60):
        land = Country(seed)
        told = []
        for backend in BACKENDS.values():
            field = land.field(backend)
            land.reach(field)
            told.append(field.labels())
        assert all(labels == told[0] for labels in told)


def test_the_constants_are_those_of_the_other_kernels() -> None:
    for name in ("BARRED", "FAR", "MAX_BUDGET", "UNSEEN"):
        assert getattr(_kernel_two_budgets, name) == getattr(_kernel, name)
