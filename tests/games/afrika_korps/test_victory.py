"""4 Victory."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import ControlHeld, Eliminated, GameEnded
from campagna.games.afrika_korps.orders import Attack, Embark, Land, Move
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import (
    GAME,
    decision,
    end_turn,
    events_of,
    lay,
    only,
    place,
    play,
    until,
)

AXIS_HOLDS = {"H2": "IT-SAVONA", "G25": "DE-SUP-1", "W3": "DE-ROMMEL", "J62": "IT-PAVIA"}
ALLIES_HOLD = {"H2": "AU-7-1", "G25": "AL-SUP-1", "W3": "AU-7-2", "J62": "SA-1-1"}
ELSEWHERE = {"X40": "UK-7-4 AL-SUP-2", "N30": "DE-21-5 DE-SUP-2"}


def two_turns(state: State) -> list[str]:
    """What the game says after each of two game turns, from an Axis turn on."""
    levels = []
    for _ in range(2):
        end_turn(state)
        end_turn(state)
        levels.append(state.level)
        if not state.level:
            until(state, "movement")
    return levels


@pytest.mark.rule("4.1a")
def test_the_axis_wins_when_no_allied_combat_unit_is_left_on_the_map() -> None:
    """A2: supplies do not count, nor do reinforcements that have not arrived."""
    state = lay(phase="combat", far=False, R41="DE-21-5 DE-SUP-1", R40="AU-9-20", U48="AL-SUP-1")
    events = play(state, Attack(("DE-21-5",), ("AU-9-20",), ("DE-SUP-1",)), dice=[1])
    ended = only(events, GameEnded)
    assert (ended.level, ended.winner, ended.rule) == ("axis_elimination", "axis", "4.1a")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winner == "axis"


@pytest.mark.rule("4.1a")
@pytest.mark.parametrize(("edition", "over"), [("3", True), ("4", False)])
def test_whoever_is_at_sea_is_not_eliminated(edition: str, over: bool) -> None:
    """The last unit embarks. Landing again, it goes on; without a port it is lost in the next turn."""
    state = lay(
        "allied", far=False, R41="DE-21-5", J62="UK-7-4 AL-SUP-1", options={"edition": edition}
    )
    events = play(state, Embark(("UK-7-4",)))
    assert bool(events_of(events, GameEnded)) is over
    if over:
        return
    end_turn(state)
    end_turn(state)
    until(state, "arrival")
    play(state, Land(("UK-7-4",), "J62"))
    assert place(state, "UK-7-4") == "J62"


@pytest.mark.rule("4.1a", "23.4.2")
def test_the_last_unit_at_sea_is_lost_if_it_does_not_land() -> None:
    state = lay("allied", far=False, R41="DE-21-5 DE-SUP-1", J62="UK-7-4 AL-SUP-1")
    play(state, Embark(("UK-7-4", "AL-SUP-1")))
    end_turn(state)
    end_turn(state)
    assert state.level == ""
    events = end_turn(state)
    assert only(events, Eliminated).rule == "23.4.2"
    assert state.level == "axis_elimination"


@pytest.mark.rule("4.2a")
def test_an_axis_at_sea_is_not_eliminated_either() -> None:
    state = lay(far=False, W3="IT-SAVONA DE-SUP-1", J62="UK-7-4")
    play(state, Embark(("IT-SAVONA",)))
    assert state.level == ""


@pytest.mark.rule("4.2a")
def test_the_allies_win_when_no_axis_combat_unit_is_left_on_the_map() -> None:
    state = lay(
        "allied", "combat", far=False, R41="UK-7-4 AL-SUP-1", R40="IT-SAVONA", U48="DE-SUP-1"
    )
    events = play(state, Attack(("UK-7-4",), ("IT-SAVONA",), ("AL-SUP-1",)), dice=[1])
    assert only(events, GameEnded).level == "allied_elimination"


@pytest.mark.rule("4.1b", "4.3a", "4.3b")
def test_the_axis_holds_everything_for_two_allied_turns() -> None:
    state = lay(far=False, turn=10, **AXIS_HOLDS, **ELSEWHERE)
    assert two_turns(state) == ["", "axis_control"]


@pytest.mark.rule("4.2b")
def test_the_allies_hold_everything_for_two_allied_turns() -> None:
    state = lay(far=False, turn=10, **ALLIES_HOLD, **ELSEWHERE)
    assert two_turns(state) == ["", "allied_control"]


@pytest.mark.rule("4.1b", "4.3a")
def test_all_four_must_be_occupied_at_both_ends_of_the_turn() -> None:
    places = {h: u for h, u in AXIS_HOLDS.items() if h != "H2"}
    state = lay(far=False, turn=10, I2="IT-SAVONA", **places, **ELSEWHERE)
    play(state, Move(("IT-SAVONA",), ("H2",)))
    assert two_turns(state) == ["", "axis_control"], "taken in the Axis turn before"
    state = lay(
        "allied",
        far=False,
        turn=10,
        I2="AU-7-1",
        **{h: u for h, u in ALLIES_HOLD.items() if h != "H2"},
        **ELSEWHERE,
    )
    play(state, Move(("AU-7-1",), ("H2",)))
    end_turn(state)
    assert state.held[1] == 0, "not held at the beginning"


@pytest.mark.rule("4.1b")
def test_the_turns_must_follow_each_other() -> None:
    state = lay(
        "allied",
        far=False,
        turn=10,
        fields={"held": (0, 1)},
        **(ALLIES_HOLD | {"H2": "IT-TRENTO"}),
        **ELSEWHERE,
    )
    end_turn(state)
    assert state.held[1] == 0


@pytest.mark.rule("4.1b", "4.2b")
def test_a_turn_of_control_is_told() -> None:
    state = lay("allied", far=False, turn=10, **AXIS_HOLDS, **ELSEWHERE)
    events = end_turn(state)
    held = only(events, ControlHeld)
    assert (held.side, held.turns) == ("axis", 1)


@pytest.mark.rule("4.1b")
def test_with_the_option_each_side_counts_its_own_turns() -> None:
    """A14: held from the start of an Axis turn, the second own turn wins before the Allied one."""
    own = {"victory_turns": "own"}
    state = lay(far=False, turn=10, options=own, **AXIS_HOLDS, **ELSEWHERE)
    end_turn(state)
    assert state.held[0] == 1
    end_turn(state)
    until(state, "movement")
    events = end_turn(state)
    assert only(events, GameEnded).level == "axis_control"


@pytest.mark.rule("4.3c")
def test_a_base_in_an_enemy_zone_is_not_controlled() -> None:
    state = lay("allied", far=False, turn=10, **AXIS_HOLDS, **(ELSEWHERE | {"K63": "UK-1-2"}))
    end_turn(state)
    assert state.held[0] == 0, "J62 lies next to K63"
    state = lay("allied", far=False, turn=10, **AXIS_HOLDS, **(ELSEWHERE | {"H26": "UK-1-2"}))
    end_turn(state)
    assert state.held[0] == 1, "a fortress does not mind"


@pytest.mark.rule("4.3d")
def test_the_enemy_base_is_no_port() -> None:
    state = lay(far=False, phase="supply", turn=25, J62="IT-PAVIA", **ELSEWHERE)
    assert state.ports == []


@pytest.mark.rule("4.2c", "3.5")
def test_the_allies_win_when_time_is_up() -> None:
    state = lay("allied", turn=38, R40="AU-7-1 AL-SUP-1", W6="IT-SAVONA")
    events = end_turn(state)
    ended = only(events, GameEnded)
    assert (ended.level, ended.rule) == ("allied_time", "4.2c")
    assert decision(state) == "over"


@pytest.mark.rule("4.1b", "4.2c")
def test_the_axis_may_still_win_in_the_last_turn() -> None:
    state = lay("allied", far=False, turn=38, fields={"held": (1, 0)}, **AXIS_HOLDS, **ELSEWHERE)
    events = end_turn(state)
    assert only(events, GameEnded).level == "axis_control"
    assert not events_of(events, GameEnded)[1:]
