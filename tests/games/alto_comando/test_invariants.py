"""What no reachable state breaks, and that the checks notice when one does."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.games.alto_comando.state import (
    CONVERTED,
    DESTROYED,
    ESCAPED,
    SHAKEN,
    Base,
    Result,
    State,
    Tally,
)
from tests.games.alto_comando.lay import GAME

OPTIONS: dict[str, bool | str] = {"air": "full", "mines": "full", "trenches": "full"}


@lru_cache
def midway() -> State:
    chance, whim = SeededChance(31), SeededChance(32)
    state = GAME.start(Setup("battle", OPTIONS), chance)
    while state.turn < 2:
        GAME.play(state, GAME.offers(state).sample(whim), chance)
        assert GAME.violations(state) == []
    return state


def _tank(state: State) -> int:
    return next(b for b in state.table_of(0) if not state.unit(b).is_hq)


def _lost_base(state: State) -> None:
    state.bases.pop()


def _moved_onto_another(state: State) -> None:
    first, second = state.table_of(0)[:2]
    state.put(first, state.at(second))


def _shaken_tank(state: State) -> None:
    state.flag(_tank(state), SHAKEN)


def _gone_with_a_place(state: State) -> None:
    state.bases[_tank(state)] = Base(100, 100, ESCAPED)


def _destroyed_for_nothing(state: State) -> None:
    state.remove(_tank(state), DESTROYED)


def _converted_on_the_table(state: State) -> None:
    state.flag(_tank(state), CONVERTED)


def _negative_tally(state: State) -> None:
    tally = state.tallies[0]
    state.tallies[0] = Tally(-1, tally.destroyed, tally.supplies)


def _too_many_markers(state: State) -> None:
    state.markers = [state.table_of(1 - state.active)[0]] * 4


def _early_result(state: State) -> None:
    state.result = Result(0, "victory")


def _thirteenth_turn(state: State) -> None:
    state.turn = 13


def _fewer_than_no_aircraft(state: State) -> None:
    state.air[0] = -1


@pytest.mark.rule("G-23")
@pytest.mark.parametrize(
    "damage",
    [
        _lost_base,
        _moved_onto_another,
        _shaken_tank,
        _gone_with_a_place,
        _destroyed_for_nothing,
        _converted_on_the_table,
        _negative_tally,
        _too_many_markers,
        _early_result,
        _thirteenth_turn,
        _fewer_than_no_aircraft,
    ],
)
def test_every_damage_is_noticed(damage: Callable[[State], None]) -> None:
    state = midway().copy()
    damage(state)
    assert GAME.violations(state)
