"""Zones, ways and masks: both backends against a plain reading."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from campagna.hexes._kernel import MAX_BUDGET
from tests.hexes.backends import FieldType, both_backends
from tests.hexes.oracles import (
    World,
    hexes_of,
    worlds,
)


def naive_ways(world: World, way: tuple[int, ...], steps: int) -> list[tuple[int, ...]]:
    if len(way) > steps:
        return [way]
    found = []
    for d in range(6):
        there = world.grid.neighbour(way[-1], d)
        if not world.walls[way[-1] * 6 + d] and not world.forbid[there] and there not in way:
            found += naive_ways(world, (*way, there), steps)
    return found


@both_backends
@given(st.data())
def test_ways(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    start, steps = data.draw(hexes_of(world)), data.draw(st.integers(0, 4))
    kernel = backend(world.grid.neighbours)
    found = kernel.ways(world.walls, world.forbid, start, steps)
    assert found == naive_ways(world, (start,), steps)


@both_backends
@given(st.data())
def test_steps(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    way = data.draw(st.lists(hexes_of(world), min_size=1, unique=True))
    directions, budget = data.draw(st.integers(0, 6)), data.draw(st.integers(-1, MAX_BUDGET))
    wanted = []
    for d in range(directions):
        there, cost = world.grid.neighbour(way[-1], d), world.costs[way[-1] * 6 + d]
        if cost <= budget and not world.forbid[there] and there not in way:
            wanted.append((there, cost))
    kernel = backend(world.grid.neighbours)
    assert kernel.steps(world.costs, world.forbid, way, directions, budget) == wanted


@both_backends
@given(st.data())
def test_meets(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    kernel = backend(world.grid.neighbours)
    hexes = data.draw(st.lists(hexes_of(world)))
    assert kernel.meets(world.stop, hexes) is any(world.stop[h] for h in hexes)


@both_backends
@given(st.data())
def test_common(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    kernel = backend(world.grid.neighbours)
    both = [h for h in range(kernel.size) if world.stop[h] and world.forbid[h]]
    assert kernel.common(world.stop, world.forbid) == both
    assert kernel.common(bytearray(world.forbid), world.stop) == both


@both_backends
@given(st.data())
def test_clear_of(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    kernel = backend(world.grid.neighbours)
    hexes = data.draw(st.lists(hexes_of(world)))
    assert kernel.clear_of(world.stop, hexes) == [h for h in hexes if not world.stop[h]]


@both_backends
@given(st.data())
def test_zones(backend: FieldType, data: st.DataObject) -> None:
    world = data.draw(worlds())
    exerting = data.draw(st.sets(hexes_of(world)))
    mask = bytes(h in exerting for h in range(len(world.grid)))
    zone = backend(world.grid.neighbours).zones(mask, world.walls)
    wanted = {there for here in exerting for there, _ in world.steps[here]}
    assert {h for h, set_ in enumerate(zone) if set_} == wanted
    assert set(zone) <= {0, 1}
