"""2 Preparation, 3 sequence of play, 1.5 the die."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.games.afrika_korps.events import PhaseBegan, TurnBegan
from campagna.games.afrika_korps.orders import (
    Advance,
    Attack,
    Done,
    Land,
    LandSupply,
    Move,
    RollSupply,
    Substitute,
)
from tests.games.afrika_korps.lay import (
    GAME,
    allowed,
    at,
    begin,
    decider,
    decision,
    end_turn,
    events_of,
    lay,
    only,
    path,
    place,
    play,
    until,
    why,
)

# --- 2 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2.1a", "2.2")
def test_march_1941() -> None:
    state = begin()
    assert at(state, "W6") == set(
        path(
            "DE-21-5 DE-21-104 DE-21-3 IT-ARIETE IT-BOLOGNA IT-BRESCIA IT-PAVIA IT-SAVONA IT-TRENTO"
            " DE-ROMMEL DE-SUP-1"
        )
    )
    assert at(state, "L59") == set(path("PL-CARP IN-4-5 IN-4-7 IN-4-11"))
    assert at(state, "H15") == {"UK-2-3", "IN-3M"}
    assert at(state, "G25") == {"AU-9-20", "AL-SUP-1"}
    assert (at(state, "H2"), at(state, "I33")) == ({"UK-2-SG"}, {"UK-22GDS"})
    assert at(state, "I48") == {"AU-7-1", "AU-7-2"}
    assert place(state, "DE-15-8") == place(state, "UK-7-4") == "pool"


@pytest.mark.rule("2.2.1b", "6.1a")
def test_the_opening_stacks_bind_from_the_first_movement_on() -> None:
    state = begin()
    assert why(state, Done()) == ("6.1a", "overstacked")
    play(state, Move(path("IT-BOLOGNA IT-BRESCIA IT-PAVIA"), path("W7")))
    play(state, Move(path("IT-SAVONA IT-TRENTO IT-ARIETE"), path("W5")))
    end_turn(state)
    until(state, "movement")
    assert decider(state) == "allied", "L59 did not bind the Axis (A30)"
    assert why(state, Done()) == ("6.1a", "overstacked")


@pytest.mark.rule("2.3a", "2.3b")
def test_supplies_and_substitutes_beside_the_map() -> None:
    state = begin()
    on_map = [s for s in ("DE-SUP-1", "AL-SUP-1") if place(state, s) != "pool"]
    assert on_map == ["DE-SUP-1", "AL-SUP-1"]
    for n in range(2, 6):
        assert place(state, f"DE-SUP-{n}") == "pool"
    for n in range(2, 7):
        assert place(state, f"AL-SUP-{n}") == "pool"
    assert place(state, "SUB-ARM-1") == "pool"


@pytest.mark.rule("2.3b", "21.1a")
def test_substitutes_are_not_usable_at_first() -> None:
    state = lay("allied", "movement", turn=32, R40="UK-1-2")
    play(state, Done())
    assert not allowed(state, Substitute(("UK-1-2",), "SUB-ARM-1"))


# --- 3 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("3", "3.1a", "3.1b", "3.1c", "3.3")
def test_phases_of_both_player_turns() -> None:
    state = lay(phase="supply", turn=33, W3="IT-SAVONA DE-21-5", J62="AU-7-1", R40="UK-1-2")
    seen = [(decider(state), decision(state))]
    while state.turn == 33:
        play(state, Done())
        seen.append((decider(state), decision(state)))
    assert seen == [
        ("axis", "supply"),
        ("axis", "arrival"),
        ("axis", "movement"),
        ("allied", "supply"),
        ("allied", "arrival"),
        ("allied", "movement"),
        ("allied", "substitution"),
        ("axis", "supply"),
    ]


@pytest.mark.rule("3.1a", "3.1b", "3.1c")
def test_supply_then_arrivals_then_movement() -> None:
    state = lay(phase="supply", turn=3, W3="IT-SAVONA")
    assert not allowed(state, Land(("DE-15-8",), "W3"))
    assert not allowed(state, Move(("IT-SAVONA",), ("W4",)))
    play(state, RollSupply(), LandSupply("W3"), dice=[6])
    assert decision(state) == "arrival"
    assert not allowed(state, Move(("IT-SAVONA",), ("W4",)))
    play(state, Land(("DE-15-8",), "W3"))
    until(state, "movement")
    play(state, Move(("IT-SAVONA", "DE-15-8", "DE-SUP-1"), ("W4",)))
    assert at(state, "W4") == {"IT-SAVONA", "DE-15-8", "DE-SUP-1"}


@pytest.mark.rule("3.2", "3.4", "8.6")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_attacks_one_at_a_time_each_with_its_advance(side: str) -> None:
    ours = {"axis": ("DE-21-5", "DE-15-8", "DE-SUP-1"), "allied": ("UK-1-2", "UK-1-22", "AL-SUP-1")}
    theirs = {"axis": ("AU-7-1", "AU-7-2"), "allied": ("IT-FOLGORE", "IT-SABRATHA")}
    one, two, supply = ours[side]
    first, second = theirs[side]
    state = lay(
        side,
        "combat",
        L35=f"{one} {supply}",
        K35=first,
        L38=second,
        M38=two,
        M37=supply.replace("1", "2"),
    )
    play(state, Attack((one,), (first,), (supply,)), dice=[1])
    assert (decision(state), decider(state)) == ("advance", side)
    play(state, Advance((one,), "K35"))
    assert (decision(state), decider(state)) == ("combat", side)


@pytest.mark.rule("3.5", "3")
def test_the_turn_marker_moves_after_the_allied_turn() -> None:
    state = lay("allied", turn=10, R40="UK-7-4", W6="IT-SAVONA")
    events = end_turn(state)
    assert only(events, TurnBegan).turn == 11
    assert (state.turn, decider(state)) == (11, "axis")


@pytest.mark.rule("3")
def test_phases_without_a_decision_are_passed_over() -> None:
    state = lay(turn=10, R40="DE-21-5", U48="AU-7-1")
    events = play(state, Done())
    assert [(e.side, e.phase) for e in events_of(events, PhaseBegan)] == [("allied", "movement")]


# --- 1.5 --------------------------------------------------------------------------------------------


@pytest.mark.rule("1.5")
def test_the_die_is_for_combat_and_axis_supply_only() -> None:
    chance, seat = SeededChance(5), SeededChance(6)
    state = GAME.start(Setup("campaign"), chance)
    for _ in range(1500):
        if GAME.step(state) is None:
            break
        GAME.play(state, GAME.offers(state).sample(seat), chance)
    drawn = {(draw.sides, draw.purpose) for draw in chance.take_log()}
    assert drawn == {(6, "combat"), (6, "supply")}
