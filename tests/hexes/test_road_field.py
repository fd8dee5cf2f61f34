"""The reach under two budgets against a search of everything, on the plain text and its build."""

from __future__ import annotations

import contextlib
import importlib
import random

import pytest

from campagna.hexes._plain import BARRED
from campagna.hexes._plain import RoadField as PlainField
from campagna.hexes.grid import OFF_MAP, Grid, offset_columns

BACKENDS: dict[str, type[PlainField]] = {"plain": PlainField}
with contextlib.suppress(ImportError):
    BACKENDS["compiled"] = importlib.import_module("campagna.hexes._compiled").RoadField

both_backends = pytest.mark.parametrize("backend", BACKENDS.values(), ids=BACKENDS.keys())


class Country:
    """A small random board: prices, roads, closed, stopping and shy hexes."""

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
        self.shy = bytes(rng.random() < 0.1 for _ in range(size))
        self.start = rng.randrange(size)
        # A start with shy neighbours is a stop: coming back to it ends the way.
        self.stop = self.stop[: self.start] + b"\1" + self.stop[self.start + 1 :]
        self.budget, self.free = rng.randint(0, 6), rng.randint(0, 4)

    def cheapest(self) -> dict[int, tuple[int, int]]:
        """Least points, and with them least free steps, of every hex: all combinations are tried."""
        todo = [(self.start, 0, 0, True)]
        seen = set(todo)
        found: dict[int, tuple[int, int]] = {}
        while todo:
            here, spent, used, first = todo.pop()
            found[here] = min(found.get(here, (spent, used)), (spent, used))
            if self.stop[here] and not first:
                continue
            for side in range(here * 6, here * 6 + 6):
                if self.costs[side] == BARRED:
                    continue
                there = self.grid.neighbours[side]
                if self.forbid[there] or (first and self.shy[there]):
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
        field = backend(land.grid.neighbours, 4)
        for _ in range(2):  # the second reach finds the scratch memory of the first
            field.reach(
                land.costs,
                land.marked,
                land.forbid,
                land.stop,
                land.shy,
                land.start,
                land.budget,
                land.free,
            )
            nodes, spent, used, came = field.labels()
            best = {nodes[i]: (spent[i], used[i]) for i in field.cheapest()}
            assert best == land.cheapest(), seed
            assert all(field.label(nodes[i]) == i for i in field.cheapest())
            assert came[0] == -1
            assert all(0 <= came[i] < i for i in range(1, len(nodes)))


def test_both_backends_give_the_same_labels_in_the_same_order() -> None:
    for seed in range(60):
        land = Country(seed)
        told = []
        for backend in BACKENDS.values():
            field = backend(land.grid.neighbours, 4)
            field.reach(
                land.costs,
                land.marked,
                land.forbid,
                land.stop,
                land.shy,
                land.start,
                land.budget,
                land.free,
            )
            told.append(field.labels())
        assert all(labels == told[0] for labels in told)
