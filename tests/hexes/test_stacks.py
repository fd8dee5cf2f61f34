"""The map of who stands where against a naive one, on the plain text and on its compiled build."""

from __future__ import annotations

import contextlib
import copy
import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campagna.hexes._kernel_stacks import Stacks as PlainStacks
from campagna.hexes.grid import OFF_MAP, offset_columns
from campagna.hexes.kernels import BARRED, Field

StacksType = type[PlainStacks]

BACKENDS: dict[str, StacksType] = {"plain": PlainStacks}
with contextlib.suppress(ImportError):
    BACKENDS["compiled"] = importlib.import_module("campagna.hexes._compiled_stacks").Stacks

both_backends = pytest.mark.parametrize("backend", BACKENDS.values(), ids=BACKENDS.keys())

HEXES = 5
SIDES = bytes([0, 0, 0, 1, 1, 1, 0])
CALM, BUSY = 1, 2
WAITING = -2

Naive = dict[int, tuple[int, int]]
"""Place and marks of each unit."""


def assert_equal(stacks: PlainStacks, naive: Naive) -> None:
    assert stacks.roll() == list(naive.values())
    for h in range(HEXES):
        here = tuple(u for u, (place, _) in naive.items() if place == h)
        assert stacks.stacks.get(h, ()) == here
        for side in (0, 1):
            own = [u for u in here if SIDES[u] == side]
            assert stacks.held[side][h] == bool(own)
            assert stacks.exerting[side][h] == any(not naive[u][1] & CALM for u in own)
    for side in (0, 1):
        own = [u for u in naive if SIDES[u] == side]
        on_map = [u for u in own if naive[u][0] >= 0]
        assert stacks.standing(side) == on_map
        danger = bytes([0, 1, 0, 1, 0])
        assert stacks.able(side, BUSY, danger, WAITING) == [
            u
            for u in own
            if not naive[u][1] & BUSY
            and (naive[u][0] == WAITING or (naive[u][0] >= 0 and not danger[naive[u][0]]))
        ]
        assert stacks.crowded(side, 1) == sorted(
            {naive[u][0] for u in on_map if sum(naive[v][0] == naive[u][0] for v in on_map) > 1}
        )
    assert stacks.marked(BUSY) == [u for u, (_, marks) in naive.items() if marks & BUSY]
    standing = [u for u, (place, _) in naive.items() if place >= 0]
    danger = bytes([0, 1, 0, 1, 0])
    assert stacks.upon(danger, standing) == [u for u in standing if danger[naive[u][0]]]
    for until in (0, 3, 100):
        assert stacks.ready(until, CALM) == [
            u for u in standing if u < until and not naive[u][1] & CALM
        ]
    for least in (1, 3):
        assert stacks.upon(danger, standing, least) == [
            u for u in standing if u >= least and danger[naive[u][0]]
        ]
    distances, far = bytes([0, 3, 2, 255, 1]), bytes([0, 1, 2, 3, 255, 2, 1])
    assert stacks.near(distances, 6, CALM, far) == [
        u for u in standing if u < 6 and not naive[u][1] & CALM and distances[naive[u][0]] <= far[u]
    ]


def free_places(naive: Naive, side: int) -> list[int]:
    """Off the map, or where no enemy stands."""
    enemies = {place for u, (place, _) in naive.items() if SIDES[u] != side}
    return [WAITING, -1, *(h for h in range(HEXES) if h not in enemies)]


@both_backends
@given(st.data())
def test_any_course_of_changes(backend: StacksType, data: st.DataObject) -> None:
    stacks = backend(HEXES, SIDES, CALM)
    naive: Naive = {}
    for _ in range(data.draw(st.integers(1, 12))):
        choices = ["add"] if len(naive) < len(SIDES) else []
        choices += ["mark", "relocate", "march"] if naive else []
        kind = data.draw(st.sampled_from(choices))
        if kind == "add":
            unit = len(naive)
            place = data.draw(st.sampled_from(free_places(naive, SIDES[unit])))
            naive[unit] = place, data.draw(st.integers(0, 3))
            stacks.add_unit(*naive[unit])
            continue
        unit = data.draw(st.sampled_from(sorted(naive)))
        old, marks = naive[unit]
        if kind == "mark":
            naive[unit] = old, data.draw(st.integers(0, 3))
            stacks.mark(unit, naive[unit][1])
        elif kind == "relocate":
            naive[unit] = data.draw(st.sampled_from(free_places(naive, SIDES[unit]))), marks
            stacks.relocate(unit, *naive[unit])
        else:
            march(stacks, naive, unit, data)
        assert_equal(stacks, naive)


def march(stacks: PlainStacks, naive: Naive, unit: int, data: st.DataObject) -> None:
    old = naive[unit][0]
    beside = [u for u in naive if naive[u][0] == old and SIDES[u] == SIDES[unit]]
    group = [u for u in beside if not naive[u][1] & CALM]
    if not group:
        return
    group = data.draw(st.lists(st.sampled_from(group), min_size=1, unique=True))
    ends = [h for h in free_places(naive, SIDES[unit]) if h >= 0 and h != old]
    if ends:
        new = data.draw(st.sampled_from(ends))
        for u in group:
            naive[u] = new, naive[u][1] | BUSY
        idle = sorted({*group, *data.draw(st.sets(st.sampled_from(range(len(SIDES)))))})
        rest = [u for u in idle if u not in group]
        kept = data.draw(st.booleans())
        stacks.march(group, [0] * len(group), old, new, BUSY, idle if kept else None)
        assert idle == rest or not kept


@both_backends
def test_a_copy_and_its_model_go_their_own_ways(backend: StacksType) -> None:
    stacks = backend(HEXES, SIDES, CALM)
    for place in (0, 0, 1, 3):
        stacks.add_unit(place, 0)
    other = backend.__new__(backend)
    stacks.share(other)
    other.relocate(0, 2, CALM)
    stacks.march([2], [0], 1, 4, BUSY)
    assert_equal(stacks, {0: (0, 0), 1: (0, 0), 2: (4, BUSY), 3: (3, 0)})
    assert_equal(other, {0: (2, CALM), 1: (0, 0), 2: (1, 0), 3: (3, 0)})


@both_backends
def test_the_content_makes_an_equal_map(backend: StacksType) -> None:
    stacks = backend(HEXES, SIDES, CALM)
    for place in (0, 0, 1, 3, WAITING):
        stacks.add_unit(place, CALM if place == 1 else 0)
    other = backend.__new__(backend)
    other.restore(copy.deepcopy(stacks.content()))
    stacks.relocate(0, 2, 0)
    assert_equal(other, {0: (0, 0), 1: (0, 0), 2: (1, CALM), 3: (3, 0), 4: (WAITING, 0)})


@both_backends
def test_zones_are_dropped_only_when_they_change(backend: StacksType) -> None:
    stacks = backend(HEXES, SIDES, CALM)
    for place in (0, 0, 1, 3):
        stacks.add_unit(place, 0)
    stacks.zones = [bytearray(HEXES), bytearray(HEXES)]
    stacks.mark(0, CALM)
    assert [z is None for z in stacks.zones] == [False, False]
    stacks.mark(1, CALM)
    assert [z is None for z in stacks.zones] == [True, False]


@both_backends
def test_room_for_many_units(backend: StacksType) -> None:
    stacks = backend(HEXES, bytes(600), CALM)
    wanted = [(n % HEXES if n % 3 else WAITING, n % 4) for n in range(600)]
    for place, marks in wanted:
        stacks.add_unit(place, marks)
    assert stacks.roll() == wanted
    assert stacks.standing(0) == [n for n in range(600) if n % 3]


@both_backends
def test_no_unit_beyond_the_last_side(backend: StacksType) -> None:
    stacks = backend(HEXES, SIDES, CALM)
    for _ in SIDES:
        stacks.add_unit(-1, 0)
    with pytest.raises(IndexError):
        stacks.add_unit(0, 0)


@both_backends
def test_marks_for_the_unlisted_and_for_those_upon_a_mask(backend: StacksType) -> None:
    stacks = backend(HEXES, SIDES, CALM)
    for place, marks in ((0, 0), (1, 4 | BUSY), (3, 8 | CALM), (4, 4 | 8)):
        stacks.add_unit(place, marks)
    found = stacks.supply_flags([0, 1, 2], {1, 2}, 4, bytes([1, 0, 0, 0, 0]), 8)
    assert found == [4 | 8, BUSY, CALM]
    assert_equal(stacks, {0: (0, 4 | 8), 1: (1, BUSY), 2: (3, CALM), 3: (4, 4 | 8)})


# --- how far --------------------------------------------------------------------------------------

REDUCED = 4
ROW = offset_columns(HEXES, 1, lower_columns="even")
EASY, HARD = bytes([1] * 6 * HEXES), bytes([3] * 6 * HEXES)


def row_costs(table: bytes) -> bytes:
    """A table of costs that closes the edge of a row of hexes."""
    return bytes(BARRED if n == OFF_MAP else c for n, c in zip(ROW.neighbours, table, strict=True))


def equipped(backend: StacksType) -> PlainStacks:
    """Three units in hex 0, the last of another kind, and one off the map that spent a point."""
    stacks = backend(HEXES, SIDES, CALM, REDUCED)
    for unit, (place, kind) in enumerate(((0, 0), (0, 0), (0, 1), (WAITING, 0))):
        stacks.add_unit(place, 0)
        stacks.set_movement(unit, kind, 4, 2, 1 if place == WAITING else 0)
    return stacks


@both_backends
def test_points_are_spent_by_marching_and_come_back_with_an_appraisal(backend: StacksType) -> None:
    stacks = equipped(backend)
    assert stacks.budgets() == [(0, 4), (0, 4), (1, 4), (0, 3)]
    stacks.march([0, 2], [1, 3], 0, 1, BUSY)
    assert [stacks.left(unit) for unit in range(4)] == [3, 4, 1, 3]
    stacks.mark(1, REDUCED)
    assert stacks.left(1) == 2
    stacks.supply_flags([0, 1, 2], {1, 2}, REDUCED, bytes(HEXES), 8)
    assert stacks.budgets() == [(0, 2), (0, 4), (1, 4), (0, 3)]


@both_backends
def test_a_copy_and_a_restored_map_spend_their_own_points(backend: StacksType) -> None:
    stacks = equipped(backend)
    other = backend.__new__(backend)
    stacks.share(other)
    third = backend.__new__(backend)
    third.restore(copy.deepcopy(stacks.content()))
    stacks.march([0], [2], 0, 1, REDUCED)
    assert stacks.left(0) == 0
    for one in (other, third):
        assert one.left(0) == 4
        one.mark(0, REDUCED)
        assert one.left(0) == 2


@both_backends
def test_movement_of_many_units(backend: StacksType) -> None:
    stacks = backend(HEXES, bytes(600), CALM, REDUCED)
    for unit in range(600):
        stacks.add_unit(WAITING, 0)
        stacks.set_movement(unit, unit % 3, unit, 0, 1)
    assert stacks.budgets() == [(unit % 3, unit - 1) for unit in range(600)]


@both_backends
def test_a_unit_reaches_by_its_kind_and_its_points(backend: StacksType) -> None:
    stacks, field = equipped(backend), Field(ROW.neighbours)
    tables, nothing = (row_costs(EASY), row_costs(HARD)), bytes(HEXES)
    assert stacks.reach(0, field, tables, nothing, nothing) == 5
    assert stacks.reach(2, field, tables, nothing, nothing) == 2
    stacks.mark(0, REDUCED)
    assert stacks.reach(0, field, tables, nothing, bytes([0, 1, 0, 0, 0])) == 2
    assert field.hexes() == [0, 1]


@both_backends
def test_a_unit_enters_by_the_gates_that_it_can_pay(backend: StacksType) -> None:
    stacks, field = equipped(backend), Field(ROW.neighbours)
    tables, nothing = (row_costs(EASY), row_costs(HARD)), bytes(HEXES)
    forbid = bytes([0, 0, 1, 0, 0])
    gates = [(0, 2), (2, 1), (4, BARRED), (3, 4)]
    assert stacks.enter(3, field, tables, forbid, nothing, gates) == 2
    assert field.hexes() == [0, 1]
    assert stacks.enter(3, field, tables, forbid, bytes([1, 0, 0, 0, 0]), gates) == 1


@both_backends
@pytest.mark.parametrize(
    ("unit", "idle", "most", "wanted"),
    [
        (0, [0, 1, 2], 3, [0, 1]),
        (1, [0, 1, 2], 3, [0, 1]),
        (1, [1, 2], 3, [1]),
        (1, [0, 1, 2], 1, [1]),
        (2, [0, 1, 2], 3, [2]),
    ],
)
def test_those_alike_go_together(
    backend: StacksType, unit: int, idle: list[int], most: int, wanted: list[int]
) -> None:
    assert equipped(backend).alike(unit, (0, 1, 2), idle, most) == wanted


@both_backends
def test_those_who_can_go_less_far_are_not_alike(backend: StacksType) -> None:
    stacks = equipped(backend)
    stacks.mark(1, REDUCED)
    assert stacks.alike(0, (0, 1, 2), [0, 1, 2], 3) == [0]


@both_backends
def test_who_is_able_to_spend_has_points_left_and_no_busy_mark(backend: StacksType) -> None:
    stacks = equipped(backend)
    assert stacks.able_to_spend((0, 1, 2, 3), 4, BUSY) == [0, 1, 2]
    stacks.mark(1, BUSY)
    stacks.mark(2, REDUCED)
    assert stacks.able_to_spend((0, 1, 2, 3), 3, BUSY) == [0, 3]
