"""Moves, turns, weather, Patton (CAL-1 to CAL-6, WX-1 to WX-7, CAP-6)."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.games.kasserine.events import (
    CommanderReplaced,
    GameEnded,
    PauseBegan,
    PauseEnded,
    WeatherRolled,
)
from campagna.games.kasserine.orders import Done, March, Raid
from campagna.games.kasserine.rules.command import radius
from campagna.games.kasserine.state import State
from tests.games.kasserine.lay import (
    GAME,
    allowed,
    decider,
    decision,
    end_turn,
    events_of,
    lay,
    move,
    only,
    place,
    play,
    unit,
    until,
    why,
)

FAR_APART = {"3524": "A10-I7 S-M02", "0911": "L34-1-133 S-M07"}


def far_apart(**given: Any) -> State:
    return lay(FAR_APART, phase="logistics", **given)


@pytest.mark.rule("CAL-2", "WX-1")
def test_the_german_turn_then_the_allied_one_then_new_weather() -> None:
    state = far_apart(move=1)
    assert decider(state) == "axis"
    assert not events_of(end_turn(state), WeatherRolled)
    assert (state.move, decider(state)) == (1, "allied")
    rolled = only(end_turn(state, dice=[6]), WeatherRolled)
    assert (rolled.move, rolled.die, rolled.weather) == (2, 6, "storm")
    assert (state.move, decider(state), state.weather) == (2, "axis", "storm")
    end_turn(state)
    assert state.weather == "storm"


@pytest.mark.rule("CAL-1", "CAL-3", "CAL-5")
def test_two_days_and_a_night_thirty_three_times_in_all() -> None:
    state = far_apart(move=1)
    nights, told = [], []
    while decision(state) != "over":
        if state.night and state.side == 0:
            nights.append(state.move)
        told += end_turn(state, dice=[] if state.side == 0 or state.move == 33 else [1])
    assert nights == list(range(3, 34, 3))
    assert only(told, PauseBegan).move == 12
    assert only(told, PauseEnded).move == 16
    assert only(told, GameEnded).rule == "CAL-3"


@pytest.mark.rule("WX-2")
@pytest.mark.parametrize(
    ("die", "weather"),
    [(1, "clear"), (2, "clear"), (3, "rain"), (4, "rain"), (5, "rain"), (6, "storm")],
)
def test_the_weather_die(die: int, weather: str) -> None:
    state = far_apart(side="allied")
    assert only(end_turn(state, dice=[die]), WeatherRolled).weather == weather


@pytest.mark.rule("WX-4")
def test_a_storm_leaves_a_slow_unit_nothing() -> None:
    state = lay({"2905": "LFR-I3Z S-M09"}, "allied", weather="storm")
    assert why(state, move("LFR-I3Z", "2904")) == ("MOV-18", "too-far")


@pytest.mark.rule("WX-7", "CMD-2")
def test_the_command_radius_does_not_mind_the_weather() -> None:
    assert radius(lay({}, weather="storm")) == 18
    options = {"command_radius_weather": True}
    assert radius(lay({}, weather="storm", options=options)) == 12
    assert radius(lay({}, weather="rain", options=options)) == 16


@pytest.mark.rule("MOV-3")
def test_points_are_not_kept_and_a_unit_moves_once() -> None:
    state = far_apart(move=1)
    play(state, Done())
    play(state, move("A10-I7", "3525"))
    assert why(state, move("A10-I7", "3526")) == ("MOV-3", "already-moved")
    end_turn(state)
    end_turn(state, dice=[1])
    until(state, "movement")
    assert why(state, move("A10-I7", "3526 3527 3528 3529 3530 3531"))[1] == "too-far"
    play(state, move("A10-I7", "3526 3527 3528 3529 3530"))


@pytest.mark.rule("LOG-7")
def test_marks_of_a_turn_come_off() -> None:
    state = far_apart(move=1)
    play(state, March("S-M02"))
    end_turn(state)
    end_turn(state, dice=[1])
    assert "S-M02" in {state.name(u) for u, x in enumerate(state.units) if x.place >= 0}
    assert unit(state, "S-M02").flags == 0


# --- Patton -------------------------------------------------------------------------------------------


@pytest.mark.rule("CAP-6", "CAL-4")
def test_patton_relieves_fredendall_in_the_allied_turn_of_move_28() -> None:
    state = lay(FAR_APART | {"1320": "CL-II"}, phase="logistics", move=28)
    assert place(state, "CL-II") == "1320"
    replaced = only(end_turn(state), CommanderReplaced)
    assert (replaced.unit, replaced.old, replaced.hex) == ("CL-PATTON", "CL-II", "1320")
    assert (place(state, "CL-PATTON"), place(state, "CL-II")) == ("1320", "replaced")


@pytest.mark.rule("CAP-6", "CMD-9")
def test_without_fredendall_patton_enters_by_his_road() -> None:
    state = lay(FAR_APART | {"dead": "CL-II"}, phase="logistics", move=28)
    assert not events_of(end_turn(state), CommanderReplaced)
    until(state, "movement")
    play(state, move("CL-PATTON", "0119 0219"))
    assert place(state, "CL-PATTON") == "0219"


@pytest.mark.rule("CAP-6")
def test_patton_is_not_there_before() -> None:
    state = lay(FAR_APART | {"1320": "CL-II"}, phase="logistics", move=27)
    end_turn(state)
    assert place(state, "CL-PATTON") == "tray"
    until(state, "movement")
    assert why(state, move("CL-PATTON", "0119")) == ("CAL-16", "not-due")


@pytest.mark.rule("STR-1", "ART-3")
def test_the_bombers_open_the_fire_step_of_their_turn_and_come_again() -> None:
    """There is no gun on the map; the raid of the turn before was another turn's."""
    board = {"2420": "A21-I5", "0911": "L34-1-133"}
    state = lay(board, phase="plan", move=25, raided=True)
    until(state, "fire")
    assert (state.move, decider(state)) == (25, "allied")
    assert allowed(state, Raid("2420"))
    assert GAME.offers(state).covers(Raid("2420"))


@pytest.mark.rule("LOG-14", "LOG-7")
@pytest.mark.parametrize(
    ("pieces", "asked"),
    [
        ("L34-1-133 L1A-3-1", True),
        ("L34-1-133:reduced L1A-3-1", False),
        ("L1A-3-1", False),
        ("L1A-3-1 S-M05", True),
    ],
)
def test_logistics_is_asked_for_if_anybody_can_do_something(pieces: str, asked: bool) -> None:
    state = lay({"2420": "A21-I5", "0911": pieces}, phase="plan")
    while decider(state) == "axis":
        play(state, Done())
    assert (decision(state) == "logistics") == asked
