"""What is derived from a state is worked out once, until something changes that it depends on."""

from __future__ import annotations

import pickle

import pytest

from campagna.kit.derived import (
    Memos,
    derived,
    derived_by_side,
    disabled,
    new_memos,
    remembered,
)

NORTH, SOUTH, MARKERS = 1, 2, 4


class Maps:
    def __init__(self) -> None:
        self.memos = new_memos()


class State:
    def __init__(self) -> None:
        self.maps = Maps()
        self.units = [3, 4]
        self.asked: list[tuple[str, tuple[int, ...]]] = []


@derived(on=NORTH | SOUTH)
def total(state: State) -> int:
    state.asked.append(("total", ()))
    return sum(state.units)


@derived(on=MARKERS)
def marked(state: State, hex_: int) -> bool:
    state.asked.append(("marked", (hex_,)))
    return hex_ > 5


@derived(on=NORTH | SOUTH)
def between(state: State, low: int, high: int) -> list[int]:
    state.asked.append(("between", (low, high)))
    return [u for u in state.units if low <= u <= high]


@derived_by_side(on=(NORTH, SOUTH))
def unit(state: State, side: int) -> int:
    state.asked.append(("unit", (side,)))
    return state.units[side]


@derived_by_side(on=(NORTH, SOUTH))
def more(state: State, side: int, add: int) -> int:
    state.asked.append(("more", (side, add)))
    return state.units[side] + add


@derived_by_side(on=(NORTH, SOUTH))
def most(state: State, side: int, add: int, times: int) -> int:
    return (state.units[side] + add) * times


@derived(on=NORTH | SOUTH)
def above(state: State, low: int = 3) -> list[int]:
    state.asked.append(("above", (low,)))
    return [u for u in state.units if u > low]


@derived_by_side(on=(NORTH, SOUTH))
def scaled(state: State, side: int, times: int, add: int = 0) -> int:
    state.asked.append(("scaled", (side, times, add)))
    return state.units[side] * times + add


def test_it_is_worked_out_once() -> None:
    state = State()
    assert (total(state), total(state)) == (7, 7)
    assert state.asked == [("total", ())]


def test_each_key_is_worked_out_once() -> None:
    state = State()
    assert [marked(state, h) for h in (5, 6, 5, 6)] == [False, True, False, True]
    assert between(state, 1, 3) == [3]
    assert between(state, 1, 4) == between(state, 1, 4) == [3, 4]
    assert state.asked == [
        ("marked", (5,)),
        ("marked", (6,)),
        ("between", (1, 3)),
        ("between", (1, 4)),
    ]


def test_an_argument_left_out_is_its_default() -> None:
    state = State()
    assert above(state) == above(state, 3) == [4]
    assert above(state, 2) == [3, 4]
    assert scaled(state, 1, 2, 0) == scaled(state, 1, 2) == 8
    assert scaled(state, 1, 2, 5) == 13
    assert state.asked == [
        ("above", (3,)),
        ("above", (2,)),
        ("scaled", (1, 2, 0)),
        ("scaled", (1, 2, 5)),
    ]


def test_a_change_is_felt_by_what_depends_on_it_and_by_nothing_else() -> None:
    state = State()
    total(state), marked(state, 6)
    state.units[0] = 10
    state.maps.memos.touch(NORTH)
    assert total(state) == 14
    assert marked(state, 6)
    assert [name for name, _ in state.asked] == ["total", "marked", "total"]


def test_an_untouched_change_is_not_felt() -> None:
    """That is the fault that the law of rebuilt states finds."""
    state = State()
    total(state)
    state.units[0] = 10
    state.maps.memos.touch(MARKERS)
    assert total(state) == 7


def test_a_side_keeps_what_the_other_one_loses() -> None:
    state = State()
    assert [unit(state, side) for side in (0, 1)] == [3, 4]
    assert [more(state, side, add) for side in (0, 1) for add in (1, 2)] == [4, 5, 5, 6]
    assert [most(state, side, 1, 2) for side in (0, 1)] == [8, 10]
    state.asked.clear()
    state.maps.memos.touch(SOUTH)
    assert [unit(state, 0), more(state, 0, 1)] == [3, 4]
    assert state.asked == []
    assert [unit(state, 1), more(state, 1, 1)] == [4, 5]
    assert state.asked == [("unit", (1,)), ("more", (1, 1))]


def test_sides_that_depend_on_the_same_need_no_sides() -> None:
    with pytest.raises(ValueError, match="sides"):
        derived_by_side(on=(NORTH, NORTH))


def test_live_says_which_changes_matter() -> None:
    state = State()
    total(state), marked(state, 1)
    memos = state.maps.memos
    assert memos.live == NORTH | SOUTH | MARKERS
    memos.touch(SOUTH)
    assert memos.live == MARKERS


def test_a_copy_goes_its_own_way() -> None:
    state, twin = State(), State()
    total(state)
    twin.maps.memos = state.maps.memos.copy()
    assert remembered(total, twin) == 7
    twin.maps.memos.touch(NORTH)
    marked(twin, 6)
    assert remembered(total, twin) is None
    assert remembered(total, state) == 7
    assert state.maps.memos.live == NORTH | SOUTH


def test_to_look_is_not_to_work_it_out() -> None:
    state = State()
    assert remembered(total, state) is None
    assert state.asked == []


def test_without_memos_everything_is_worked_out_again() -> None:
    with disabled():
        state = State()
    total(state), total(state)
    state.maps.memos = state.maps.memos.copy()
    total(state)
    assert len(state.asked) == 3
    assert type(State().maps.memos) is Memos


def test_memos_are_pickled_with_their_state() -> None:
    state = State()
    total(state)
    again = pickle.loads(pickle.dumps(state))
    assert remembered(total, again) == 7
    assert again.maps.memos.live == NORTH | SOUTH
