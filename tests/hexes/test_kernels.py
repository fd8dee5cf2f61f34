"""The kernels against naive oracles, on the plain text and on its compiled build."""

from __future__ import annotations

import random
from collections.abc import Sequence, Set

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campagna.hexes import kernels
from campagna.hexes._kernel import BARRED, FAR, MAX_BUDGET
from campagna.hexes._kernel import Field as PlainField
from campagna.hexes.grid import OFF_MAP, offset_columns
from tests.hexes.backends import BACKENDS, FieldType, both_backends
from tests.hexes.oracles import (
    Reached,
    Source,
    World,
    budgets,
    hexes_of,
    make_world,
    oracle_costs,
    oracle_flood,
    oracle_reach,
    oracle_walk,
    sources_of,
    worlds,
)


def run(kernel: PlainField, world: World, sources: Sequence[Source], budget: int) -> Reached:
    kernel.clear()
    for here, cost, free in sources:
        kernel.add_source(here, cost, free)
    count = kernel.spread(world.costs, world.forbid, world.stop, budget)
    return reached(kernel, count)


def reached(kernel: PlainField, count: int) -> Reached:
    order = kernel.hexes()
    assert len(order) == count
    assert [kernel.at(i) for i in range(count)] == order
    cost = {h: kernel.cost(h) for h in range(kernel.size) if kernel.cost(h) >= 0}
    path = {h: kernel.path(h) for h in order}
    for h, way in path.items():
        before = kernel.previous(h)
        assert before == way[-2] if len(way) > 1 else before < 0
    return Reached(order, cost, path)


# --- reach --------------------------------------------------------------------------------------


@both_backends
@given(st.data())
def test_reach_from_one_hex(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    start, budget = data.draw(hexes_of(world)), data.draw(budgets)
    kernel = backend(world.grid.neighbours)
    count = kernel.reach(world.costs, world.forbid, world.stop, start, budget)
    found = reached(kernel, count)
    assert found == oracle_reach(world, [(start, 0, True)], budget)
    assert found.cost == oracle_costs(world, start, budget)


@both_backends
@given(st.data())
def test_reach_from_many_sources(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    sources, budget = data.draw(sources_of(world)), data.draw(budgets)
    kernel = backend(world.grid.neighbours)
    assert run(kernel, world, sources, budget) == oracle_reach(world, sources, budget)


@both_backends
@given(st.data())
def test_a_field_forgets_its_previous_reach(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    kernel = backend(world.grid.neighbours)
    for _ in range(3):
        sources, budget = data.draw(sources_of(world)), data.draw(budgets)
        assert run(kernel, world, sources, budget) == oracle_reach(world, sources, budget)
        if data.draw(st.booleans()):
            kernel.clear()
            kernel.add_source(data.draw(hexes_of(world)), 0, True)


@both_backends
@given(st.data())
def test_the_path_of_a_reached_hex_costs_what_the_reach_says(
    backend: FieldType, data: st.DataObject
) -> None:
    world = data.draw(worlds())
    start, budget = data.draw(hexes_of(world)), data.draw(budgets)
    kernel = backend(world.grid.neighbours)
    kernel.reach(world.costs, world.forbid, world.stop, start, budget)
    for here in kernel.hexes():
        path = kernel.path(here)
        assert (path[0], path[-1]) == (start, here)
        assert kernel.walk(world.costs, world.forbid, world.stop, path) == kernel.cost(here)


@both_backends
@given(st.data())
def test_a_reach_is_told_by_name_once_a_hex(backend: FieldType, data: st.DataObject) -> None:
    """Whether every node is a hex of its own or n and n + size are the same."""
    world = data.draw(worlds())
    sources, budget = data.draw(sources_of(world)), data.draw(budgets)
    kernel = backend(world.grid.neighbours)
    nodes = len(world.grid)
    size = data.draw(st.sampled_from([nodes, -(-nodes // 2)]))
    names = tuple(f"hex {n}" for n in range(size))
    found = run(kernel, world, sources, budget)
    wanted: dict[str, tuple[int, int, str]] = {}
    for node in found.order:
        cost, before = kernel.cost(node), kernel.previous(node)
        told = (cost, node // size, names[before % size] if before >= 0 else "")
        wanted[names[node % size]] = min(wanted.get(names[node % size], told), told)
    lines = kernel.as_rows(names, size)
    assert {name: (cost, before) for name, cost, before in lines} == {
        name: (cost, before) for name, (cost, _, before) in wanted.items()
    }
    assert [line[0] for line in lines] == list(wanted), "cheapest first, as they were reached"


LINE = offset_columns(1, 5, lower_columns="even")
"""Five hexes in a column: 0 in the north, 4 in the south."""


def line_world(*, stop: Set[int] = frozenset(), forbid: Set[int] = frozenset()) -> World:
    costs = bytes(BARRED if n == OFF_MAP else 1 for n in LINE.neighbours)
    forbidden = bytes(h in forbid for h in range(5))
    return World(LINE, costs, forbidden, bytes(h in stop for h in range(5)))


@both_backends
@pytest.mark.parametrize(
    ("sources", "order"),
    [
        ([(0, 0, True)], [0, 1, 2, 3, 4]),
        ([(0, 0, False)], [0]),
        ([(2, 0, True), (0, 0, False)], [2, 0, 1, 3, 4]),
        ([(0, 0, False), (2, 0, True)], [0, 2, 1, 3, 4]),
        ([(0, 2, False), (0, 1, True)], [0, 1, 2, 3, 4]),
        ([(0, 1, False), (0, 1, True)], [0]),
        ([(0, 1, True), (0, 1, False)], [0, 1, 2, 3, 4]),
        ([(4, 3, True), (1, 2, True)], [1, 4, 0, 2, 3]),
    ],
)
def test_free_and_held_sources(backend: FieldType, sources: list[Source], order: list[int]) -> None:
    """Hex 0 carries a stop: only a free source leaves it. The cheaper source counts, then the first."""
    world = line_world(stop={0})
    assert run(backend(LINE.neighbours), world, sources, 10).order == order


@both_backends
def test_a_stop_is_entered_but_not_left_and_a_forbidden_hex_not_entered(backend: FieldType) -> None:
    kernel = backend(LINE.neighbours)
    assert run(kernel, line_world(stop={2}), [(0, 0, True)], 10).order == [0, 1, 2]
    assert run(kernel, line_world(forbid={2}), [(0, 0, True)], 10).order == [0, 1]
    assert run(kernel, line_world(forbid={0}), [(0, 0, True)], 1).order == [0, 1]


@both_backends
def test_a_source_beyond_the_budget_leaves_no_trace(backend: FieldType) -> None:
    kernel = backend(LINE.neighbours)
    assert run(kernel, line_world(), [(4, 3, True)], 2) == Reached([], {}, {})
    assert run(kernel, line_world(), [(0, 0, True)], 10).cost == {0: 0, 1: 1, 2: 2, 3: 3, 4: 4}


@both_backends
def test_zero_costs_are_free_of_charge(backend: FieldType) -> None:
    costs = bytes(BARRED if n == OFF_MAP else 0 for n in LINE.neighbours)
    world = World(LINE, costs, bytes(5), bytes(5))
    found = run(backend(LINE.neighbours), world, [(2, 0, True)], 0)
    assert found.order == [2, 1, 3, 0, 4]
    assert set(found.cost.values()) == {0}


@both_backends
def test_the_greatest_budget(backend: FieldType) -> None:
    grid = offset_columns(1, 300, lower_columns="even")
    world = World(
        grid,
        bytes(BARRED if n == OFF_MAP else 1 for n in grid.neighbours),
        bytes(300),
        bytes(300),
    )
    found = run(backend(grid.neighbours), world, [(0, 0, True)], MAX_BUDGET)
    assert found.order == list(range(MAX_BUDGET + 1))
    assert found.cost[MAX_BUDGET] == MAX_BUDGET


@both_backends
@given(st.data())
def test_the_way_to_each_hex_in_its_order(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    start, budget = data.draw(hexes_of(world)), data.draw(budgets)
    kernel = backend(world.grid.neighbours)
    count = kernel.reach(world.costs, world.forbid, world.stop, start, budget)
    for i in range(count):
        here = kernel.at(i)
        assert kernel.way(i) == (kernel.path(here), kernel.cost(here))


@both_backends
@given(st.data())
def test_ranges_are_reaches_laid_over_each_other(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    chosen = data.draw(st.lists(st.tuples(hexes_of(world), budgets), max_size=4))
    kernel = backend(world.grid.neighbours)
    starts, far = [here for here, _ in chosen], [budget for _, budget in chosen]
    mask = kernel.ranges(world.costs, world.forbid, world.stop, starts, far)
    wanted: set[int] = set()
    for here, budget in chosen:
        wanted |= set(oracle_reach(world, [(here, 0, True)], budget).order)
    assert {h for h, set_ in enumerate(mask) if set_} == wanted
    assert set(mask) <= {0, 1}


@both_backends
@given(st.data())
def test_many_sources_at_once(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    hexes, cost = data.draw(st.lists(hexes_of(world), max_size=4)), data.draw(st.integers(0, 5))
    free, budget = data.draw(st.booleans()), data.draw(budgets)
    kernel = backend(world.grid.neighbours)
    kernel.clear()
    kernel.add_sources(hexes, cost, free)
    count = kernel.spread(world.costs, world.forbid, world.stop, budget)
    sources = [(here, cost, free) for here in hexes]
    assert reached(kernel, count) == oracle_reach(world, sources, budget)


# --- walk ---------------------------------------------------------------------------------------


@both_backends
@given(st.data())
def test_walk(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    here = data.draw(hexes_of(world))
    path = [here]
    for _ in range(data.draw(st.integers(0, 8))):
        ways = world.grid.around(path[-1])
        astray = data.draw(st.integers(0, 9)) == 0 or not ways
        path.append(data.draw(hexes_of(world) if astray else st.sampled_from(ways)))
    kernel = backend(world.grid.neighbours)
    cost = kernel.walk(world.costs, world.forbid, world.stop, path)
    assert cost == oracle_walk(world, path)


@both_backends
@pytest.mark.parametrize(
    ("path", "cost"),
    [
        ([0], 0),
        ([2], 0),
        ([0, 1, 2], 2),
        ([2, 3, 4], -2),
        ([2, 3], 1),
        ([1, 2, 3], -2),
        ([0, 2], -1),
        ([0, 0], -1),
        ([0, 1, 0, 1], 3),
    ],
)
def test_walk_names_the_step_that_fails(backend: FieldType, path: list[int], cost: int) -> None:
    """Hex 2 stops (but a path may begin there), hex 4 is forbidden."""
    world = line_world(stop={2}, forbid={4})
    kernel = backend(LINE.neighbours)
    assert kernel.walk(world.costs, world.forbid, world.stop, path) == cost


# --- flood --------------------------------------------------------------------------------------


@both_backends
@given(st.data())
def test_flood(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    sources = data.draw(st.lists(hexes_of(world), max_size=4))
    limit = data.draw(st.integers(0, 40))
    kernel = backend(world.grid.neighbours)
    field_ = kernel.flood(world.walls, world.forbid, world.stop, sources, limit)
    assert {h: d for h, d in enumerate(field_) if d != FAR} == oracle_flood(world, sources, limit)
    assert len(field_) == len(world.grid)


@both_backends
@given(st.data())
def test_leads_is_a_flood_asked_about_one_hex(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    start, limit = data.draw(hexes_of(world)), data.draw(st.integers(0, 40))
    neighbours = world.grid.neighbours
    walls = bytes(
        there == OFF_MAP or world.walls[side] or world.walls[there * 6 + (side + 3) % 6]
        for side, there in enumerate(neighbours)
    )
    goals = data.draw(st.lists(hexes_of(world), max_size=3))
    forbid = bytearray(world.forbid)
    for here in (start, *goals):
        forbid[here] = 0
    kernel = backend(neighbours)
    known = kernel.flood(walls, forbid, world.stop, goals, 0)
    found = kernel.leads(walls, forbid, world.stop, start, known, limit)
    assert found is (kernel.flood(walls, forbid, world.stop, goals, limit)[start] != FAR)


@both_backends
def test_flood_far_away(backend: FieldType) -> None:
    grid = offset_columns(1, 300, lower_columns="even")
    walls = bytes(n == OFF_MAP for n in grid.neighbours)
    kernel = backend(grid.neighbours)
    everywhere = kernel.flood(walls, bytes(300), bytes(300), [0], 1000)
    assert list(everywhere) == [min(h, 254) for h in range(300)]
    near = kernel.flood(walls, bytes(300), bytes(300), [0], 20)
    assert list(near) == [h if h <= 20 else FAR for h in range(300)]


@both_backends
def test_flood_does_not_disturb_a_reach(backend: FieldType) -> None:
    world = line_world()
    kernel = backend(LINE.neighbours)
    before = run(kernel, world, [(0, 0, True)], 3)
    kernel.flood(world.walls, world.forbid, world.stop, [4], 9)
    assert reached(kernel, len(before.order)) == before


# --- the two backends ---------------------------------------------------------------------------

needs_build = pytest.mark.skipif("compiled" not in BACKENDS, reason="no compiled build")


@needs_build
@given(st.data())
def test_backends_give_the_same_output_in_the_same_order(data: st.DataObject) -> None:
    world = data.draw(worlds())
    sources, budget = data.draw(sources_of(world)), data.draw(budgets)
    targets = data.draw(st.lists(hexes_of(world), max_size=4))
    limit = data.draw(st.integers(0, 20))
    plain, compiled = (BACKENDS[name](world.grid.neighbours) for name in ("plain", "compiled"))
    assert run(plain, world, sources, budget) == run(compiled, world, sources, budget)
    tables = world.walls, world.forbid, world.stop
    assert plain.flood(*tables, targets, limit) == compiled.flood(*tables, targets, limit)
    assert plain.zones(world.stop, world.walls) == compiled.zones(world.stop, world.walls)


@needs_build
@settings(max_examples=10)
@given(st.integers(0, 2**32), st.sampled_from(["even", "odd"]))
def test_backends_agree_on_a_board_of_full_size(seed: int, lower: str) -> None:
    rng = random.Random(seed)
    grid = offset_columns(40, 30, lower_columns=lower)
    world = make_world(grid, rng, [0, 1, 2, 3, 4, 8, BARRED])
    starts = [(h, rng.randrange(6), rng.random() < 0.5) for h in rng.sample(range(len(grid)), 5)]
    wanted = oracle_reach(world, starts, 60)
    for backend in BACKENDS.values():
        assert run(backend(grid.neighbours), world, starts, 60) == wanted


def test_tables_may_be_bytes_or_bytearrays() -> None:
    world = line_world(stop={3})
    for backend in BACKENDS.values():
        kernel = backend(LINE.neighbours)
        tables = (bytearray(world.costs), bytearray(world.forbid), bytearray(world.stop))
        assert kernel.reach(*tables, 0, 9) == kernel.reach(
            world.costs, world.forbid, world.stop, 0, 9
        )
        assert kernel.hexes() == [0, 1, 2, 3]


def test_kernels_use_one_of_the_backends() -> None:
    assert kernels.Field is BACKENDS[kernels.BACKEND]
