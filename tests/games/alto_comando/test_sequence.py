"""The turn: player-turns, phases, the end of the day, who decides when."""

from __future__ import annotations

import pytest

from campagna.core.chance import ScriptedChance
from campagna.games.alto_comando.events import BattleEnded, EndRolled, HqRecovered, TurnBegan
from campagna.games.alto_comando.orders import AirAttack, Concede, Done, Fire, Move, Replace
from campagna.games.alto_comando.rules import sequence
from campagna.games.alto_comando.state import Phase, State
from campagna.games.alto_comando.world import ALLIED, AXIS
from tests.games.alto_comando.lay import (
    decision,
    events_of,
    only,
    play,
    refused,
    table,
    where,
    why,
)

APART = {"A1.hq": "100 300", "A1.tank1": "160 300", "G1.hq": "1100 300", "G1.tank1": "1040 300"}


def late(turn: int, die: int) -> tuple[State, list[object]]:
    """The Allied player-turn of a late turn ends, and the die is rolled."""
    state = table(APART, turn=turn, active="allied", phase="move")
    return state, list(play(state, Done(), dice=[die]))


# --- the length of the day ----------------------------------------------------------------------


@pytest.mark.rule("TRN-1", "TRN-2")
@pytest.mark.parametrize("die", [5, 6])
@pytest.mark.parametrize("turn", [9, 10, 11])
def test_t11_a_five_or_six_ends_the_day_before_the_turn(turn: int, die: int) -> None:
    state, told = late(turn, die)
    rolled = next(e for e in told if isinstance(e, EndRolled))
    assert (rolled.turn, rolled.ends) == (turn + 1, True)
    assert state.turn == turn
    assert any(isinstance(e, BattleEnded) for e in told)
    assert state.phase == Phase.OVER


@pytest.mark.rule("TRN-1", "TRN-2")
@pytest.mark.parametrize("die", [1, 4])
def test_t11_anything_less_goes_on(die: int) -> None:
    state, told = late(9, die)
    assert (state.turn, state.active) == (10, AXIS)
    assert not any(isinstance(e, BattleEnded) for e in told)


@pytest.mark.rule("TRN-1", "TRN-2")
def test_no_die_before_the_tenth_turn_and_an_end_after_the_twelfth() -> None:
    state = table(APART, turn=8, active="allied", phase="move")
    assert only(play(state, Done()), TurnBegan).turn == 9
    state = table(APART, turn=12, active="allied", phase="move")
    assert events_of(play(state, Done()), BattleEnded)


@pytest.mark.rule("TRN-3")
def test_the_axis_moves_first_and_the_allies_second() -> None:
    state = table(APART, turn=3)
    assert decision(state) == ("axis", "move")
    play(state, Done())
    assert (state.turn, decision(state)) == (3, ("allied", "move"))
    play(state, Done())
    assert (state.turn, decision(state)) == (4, ("axis", "move"))


# --- the phases ---------------------------------------------------------------------------------

CLOSE = {
    "A1.hq": "300 300", "A1.motor1": "400 300", "A1.motor2": "scattered",
    "G1.hq": "700 300", "G1.motor1": "520 300", "G1.motor2": "520 400",
}  # fmt: skip


@pytest.mark.rule("SEQ-2", "SEQ-3", "SEQ-4", "SEQ-5")
def test_the_phases_of_a_player_turn_in_order() -> None:
    state = table(
        CLOSE,
        phase="replace",
        strips={"axis": [(415, 200, 445, 350)]},
        segments={"allied": [(520, 300)]},
    )
    seen = [decision(state)]
    play(state, Done())
    seen.append(decision(state))
    play(state, Done())
    seen.append(decision(state))
    play(state, Done())
    seen.append(decision(state))
    play(state, Done())
    seen.append(decision(state))
    play(state, Done())
    seen.append(decision(state))
    assert seen == [
        ("axis", "replace"),
        ("axis", "clear"),
        ("axis", "move"),
        ("axis", "air"),
        ("allied", "trench-fire"),
        ("axis", "fire"),
    ]


@pytest.mark.rule("SEQ-2", "SEQ-4")
def test_phases_without_anything_to_do_are_passed_over() -> None:
    state = table(APART, phase="replace")
    sequence.begin_player_turn(state, AXIS)
    sequence.settle_phase(state, ScriptedChance([]))
    assert decision(state) == ("axis", "move")
    play(state, Done())
    assert decision(state) == ("allied", "move")


def test_an_order_of_another_phase_waits() -> None:
    state = table(CLOSE, phase="move")
    assert why(state, Fire("A1.motor1", "G1.motor1")) == ("SEQ-3", "not-now")
    assert why(state, Replace("A1.motor2", (330, 300))) == ("SEQ-3", "not-now")
    assert why(state, AirAttack("G1.motor1")) == ("SEQ-3", "not-now")
    state = table(CLOSE, phase="fire")
    assert why(state, Move("A1.motor1", ((300, 400),))) == ("SEQ-5", "not-now")
    assert refused(state, Fire("G1.motor1", "A1.motor1")).reason == "not-your-unit"


@pytest.mark.rule("SEQ-4", "SEQ-5", "FIR-5")
def test_who_fired_from_a_trench_fires_again_in_its_own_turn() -> None:
    state = table(CLOSE, phase="trench-fire", segments={"allied": [(520, 300)]})
    play(state, Fire("G1.motor1", "A1.motor1"), dice=[1])
    assert decision(state) == ("axis", "fire")
    play(state, Done(), Done(), Done())
    assert decision(state)[0] == "allied"
    while decision(state)[1] != "fire":
        play(state, Done())
    play(state, Fire("G1.motor1", "A1.motor1"), dice=[1])


# --- headquarters and the sequence ---------------------------------------------------------------


@pytest.mark.rule("HQ-9", "SEQ-1")
def test_a_scattered_headquarters_recovers_when_its_side_moves() -> None:
    state = table(APART | {"A1.hq": "100 300 shaken"}, active="allied", phase="move", turn=3)
    told = play(state, Done())
    assert only(told, HqRecovered).unit == "A1.hq"
    assert where(state, "A1.hq") == "ok"
    play(state, Move("A1.hq", ((100, 400),)))


@pytest.mark.rule("HQ-9")
def test_one_that_is_scattered_in_its_own_turn_waits_for_the_next() -> None:
    state = table(APART | {"A1.hq": "100 300 shaken"}, active="axis", phase="move")
    assert where(state, "A1.hq") == "scattered"
    assert why(state, Move("A1.hq", ((100, 400),))) == ("HQ-12", "hq-scattered")
    play(state, Done())
    assert where(state, "A1.hq") == "scattered"
    play(state, Done())
    assert (state.turn, where(state, "A1.hq")) == (4, "ok")


@pytest.mark.rule("VIC-6")
def test_giving_a_battle_up_is_a_great_victory_of_the_other_side() -> None:
    state = table(APART)
    ended = only(play(state, Concede()), BattleEnded)
    assert (ended.winner, ended.level) == ("allied", "great_victory")
    assert state.result is not None
    assert state.result.winner == ALLIED
