"""Chapter 8."""

from __future__ import annotations

import pytest

from campagna.core.contract import SPECTATOR, Outcome
from two_fords.events import TurnedUp
from two_fords.orders import EndPhase
from two_fords.state import State
from two_fords_lay import GAME, lay, play


def last_phase(*counters: str) -> State:
    return lay(*counters, side="south", phase="attack", turn=6)


@pytest.mark.rule("8.1")
def test_points_for_villages_and_for_strength_eliminated() -> None:
    state = last_phase("N1 0302 1", "N2 0505 2", "N3 lost 3 up", "S1 lost 2 up", "S2 lost 0 up")
    play(state, EndPhase())
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.points == {"north": 2 + 2 + 2, "south": 3}


@pytest.mark.rule("8.1")
def test_a_decoy_holds_no_village() -> None:
    state = last_phase("N1 0302 0", "S1 0505 1")
    play(state, EndPhase())
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.points == {"north": 0, "south": 2}


@pytest.mark.rule("8.1")
def test_at_the_end_everything_is_turned_up() -> None:
    state = last_phase("N1 0302 1", "S1 0505 1 up")
    events = play(state, EndPhase())
    assert sum(isinstance(e, TurnedUp) for e in events) == 7
    assert all(c.strength is not None for c in GAME.view(state, SPECTATOR).position.units)


@pytest.mark.rule("8.2")
@pytest.mark.parametrize(
    ("counters", "outcome"),
    [
        (["N1 0302 1", "S1 0505 1"], Outcome(None, "draw", {"north": 2, "south": 2})),
        (["N1 0302 1"], Outcome("north", "narrow", {"north": 2, "south": 0})),
        (["S1 0302 1", "N1 lost 1 up"], Outcome("south", "clear", {"north": 0, "south": 3})),
    ],
)
def test_more_points_win_and_three_win_clearly(counters: list[str], outcome: Outcome) -> None:
    state = last_phase(*counters)
    assert GAME.outcome(state) is None
    play(state, EndPhase())
    assert GAME.outcome(state) == outcome
