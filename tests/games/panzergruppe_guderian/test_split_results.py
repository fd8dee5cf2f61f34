"""9.66, 9.67 and the summary at the end of the book: split results and engaged."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import (
    BattleRolled,
    Eliminated,
    StepLost,
)
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    GiveGround,
    Move,
    Overrun,
    Retreat,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.rules.results import parts
from campagna.games.panzergruppe_guderian.state import State
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    arrange,
    flags,
    only,
    place,
    play,
    refused,
    waits_for,
    why,
)
from tests.offered import by_order


def strength(state: State, name: str) -> str:
    return str(state.values(state.find(name)))


# --- split results ----------------------------------------------------------------------------------

SPLIT: dict[str, Words] = {
    "G-6Inf": "2411",
    "G-7Pz-PzR25": "2411",
    "S-1": "2410 SR08",
    "S-2": "2410 SR01",
    "SL-konev": "2408",
}


def split() -> State:
    """9 + 4 against 5 + 4 is 1-1; die 2 is D1/A1."""
    state = arrange(SPLIT, phase="german-combat")
    roll = only(play(state, Attack(("G-6Inf", "G-7Pz-PzR25"), ("2410",)), dice=[2]), BattleRolled)
    assert roll.result == "D1/A1"
    return state


@pytest.mark.rule("9.66a", "SUM-4")
def test_in_a_split_result_the_defender_goes_first() -> None:
    state = split()
    assert waits_for(state) == ("soviet", "suffer")
    assert why(state, TakeLosses(("G-6Inf",))) == ("9.65b", "not-involved")
    play(state, TakeLosses(("S-2",)))
    assert waits_for(state) == ("german", "suffer")
    play(state, TakeLosses(("G-6Inf",)))
    assert strength(state, "G-6Inf") == "4-4-7"
    assert waits_for(state) == ("german", "german-combat")


@pytest.mark.rule("9.66a", "9.72a")
def test_in_a_split_result_the_defender_retreats_before_the_attacker_decides() -> None:
    state = split()
    play(state, GiveGround())
    assert waits_for(state) == ("german", "retreat")
    play(state, Retreat("S-1", ("2409",)), Retreat("S-2", ("2409",)))
    assert waits_for(state) == ("german", "suffer")


@pytest.mark.rule("9.66b", "SUM-4")
def test_after_a_split_attackers_that_took_the_loss_may_advance() -> None:
    state = split()
    play(state, GiveGround(), Retreat("S-1", ("2409",)), Retreat("S-2", ("2409",)))
    play(state, TakeLosses(("G-6Inf",)))
    assert waits_for(state) == ("german", "advance")
    play(state, Advance("G-6Inf", ("2410",)))
    assert place(state, "G-6Inf") == "2410"


@pytest.mark.rule("9.66b", "9.66c")
def test_after_a_split_attackers_that_retreated_do_not_advance_and_neither_does_the_defender() -> (
    None
):
    """T47, second part."""
    state = split()
    play(state, TakeLosses(("S-1",)), GiveGround())
    assert waits_for(state) == ("soviet", "retreat"), "the Soviet leads the German retreat"
    play(state, Retreat("G-6Inf", ("2412",)), Retreat("G-7Pz-PzR25", ("2412",)))
    assert place(state, "S-2") == "2410"
    assert waits_for(state) == ("german", "german-combat"), "2411 is empty, yet nobody advances"
    state = split()
    play(state, GiveGround(), Retreat("S-1", ("2409",)), Retreat("S-2", ("2409",)))
    play(state, GiveGround(), Retreat("G-6Inf", ("2412",)), Retreat("G-7Pz-PzR25", ("2412",)))
    assert waits_for(state) == ("german", "german-combat"), "2410 is empty, yet nobody advances"
    state = split()
    play(state, GiveGround(), Retreat("S-1", ("2409",)), Retreat("S-2", ("2409",)))
    # Led to 2311 they stand next to 2410 again, but they did not remain in their hex.
    play(state, GiveGround(), Retreat("G-6Inf", ("2311",)), Retreat("G-7Pz-PzR25", ("2311",)))
    assert waits_for(state) == ("german", "german-combat")


@pytest.mark.rule("9.66b", "9.64")
def test_after_de_a1_the_attacker_still_takes_his_part_and_then_advances() -> None:
    """AMB-42."""
    state = arrange(
        {"G-6Inf": "2411", "G-26Inf": "2411", "S-1": "2410 SR44", "SL-konev": "2407"},
        phase="german-combat",
    )
    events = play(state, Attack(("G-6Inf", "G-26Inf"), ("2410",)), dice=[1])  # 18:3 = 6-1
    assert only(events, BattleRolled).result == "De/A1"
    assert place(state, "S-1") == "dead"
    assert waits_for(state) == ("german", "suffer")
    play(state, TakeLosses(("G-26Inf",)))
    play(state, Advance("G-6Inf", ("2410", "2510")))
    assert place(state, "G-6Inf") == "2510"


# --- engaged ----------------------------------------------------------------------------------------


@pytest.mark.rule("9.67a", "SUM-3")
def test_engaged_costs_each_side_one_step_without_retreat() -> None:
    state = arrange(SPLIT, phase="german-combat")
    play(state, Attack(("G-6Inf", "G-7Pz-PzR25"), ("2410",)), dice=[4])  # 13:9 = 1-1, Eng
    assert waits_for(state) == ("soviet", "lose-steps")
    assert why(state, GiveGround()) == ("9.67a", "engaged-no-retreat")
    assert "give-ground" not in by_order(GAME.offers(state))
    assert not GAME.offers(state).covers(GiveGround())
    play(state, TakeLosses(("S-2",)))
    assert waits_for(state) == ("german", "lose-steps")
    assert why(state, GiveGround()) == ("9.67a", "engaged-no-retreat")
    play(state, TakeLosses(("G-7Pz-PzR25",)))
    assert strength(state, "G-7Pz-PzR25") == "2-2-10"
    assert place(state, "S-1") == "2410"


@pytest.mark.rule("9.67a", "9.67b", "SUM-3")
def test_after_engaged_nobody_advances_even_into_an_empty_hex() -> None:
    """AMB-41."""
    state = arrange(
        {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2407"}, phase="german-combat"
    )
    events = play(state, Attack(("G-6Inf",), ("2410",)), dice=[5])  # 9:4 = 2-1, Eng
    # With one unit on each side nobody has anything to choose.
    assert only(events, Eliminated).unit == "S-1"
    assert only(events, StepLost).unit == "G-6Inf"
    assert place(state, "G-6Inf") == "2411"
    assert waits_for(state) == ("german", "german-combat")


@pytest.mark.rule("9.67b")
def test_after_engaged_the_defender_does_not_advance_either() -> None:
    state = arrange(
        {"G-7Pz-SR6": "2411 step1", "S-1": "2410 SR66", "S-2": "2410 SR67"}, phase="german-combat"
    )
    # Unsupplied 1 + 1 against 1: die 2 at 1-2 is Eng; the attacker's last step is lost.
    play(state, Attack(("G-7Pz-SR6",), ("2410",)), dice=[2])
    play(state, TakeLosses(("S-1",)))
    assert place(state, "G-7Pz-SR6") == "dead"
    assert waits_for(state)[1] != "advance"


# --- in overruns ------------------------------------------------------------------------------------


@pytest.mark.rule("9.66d", "6.52b")
@pytest.mark.parametrize("retreats", [True, False])
def test_a_split_result_stops_an_overrun(retreats: bool) -> None:
    state = arrange({"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2408"}, phase="german-move")
    play(state, Overrun(("G-6Inf",), "2410"), dice=[2])  # 9/2 : 4 = 1-1, D1/A1
    if retreats:
        play(state, GiveGround(), Retreat("S-1", ("2510",)))
    else:
        play(state, TakeLosses(("S-1",)))
    play(state, TakeLosses(("G-6Inf",)))
    assert ("disrupted" in flags(state, "S-1")) == retreats
    assert place(state, "G-6Inf") == "2411", "the emptied hex is not entered"
    assert why(state, Move(("G-6Inf",), ("2412",))) == ("6.52a", "overrun-stopped")


@pytest.mark.rule("9.67c", "6.52b")
def test_engaged_stops_an_overrun() -> None:
    state = arrange({"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2408"}, phase="german-move")
    play(state, Overrun(("G-6Inf",), "2410"), dice=[4])  # 4:4 = 1-1, Eng
    assert place(state, "S-1") == "dead"
    assert place(state, "G-6Inf") == "2411"
    assert strength(state, "G-6Inf") == "4-4-7"
    assert why(state, Move(("G-6Inf",), ("2412",))) == ("6.52a", "overrun-stopped")


@pytest.mark.parametrize(
    ("result", "defender", "attacker"),
    [
        ("A1", "", "1"),
        ("A2", "", "2"),
        ("Ae", "", "e"),
        ("D1", "1", ""),
        ("D2", "2", ""),
        ("De", "e", ""),
        ("D1/A1", "1", "1"),
        ("D2/A1", "2", "1"),
        ("De/A1", "e", "1"),
        ("Eng", "1", "1"),
    ],
)
def test_the_letters_say_whose_part_is_whose(result: str, defender: str, attacker: str) -> None:
    assert parts(result) == (defender, attacker)


@pytest.mark.rule("9.65a")
def test_the_number_asks_for_as_many_hexes_as_steps() -> None:
    state = arrange(
        {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2408"}, phase="german-combat"
    )
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[1])  # D2
    play(state, GiveGround())
    assert refused(state, Retreat("S-1", ("2409",))).reason == "retreat-length"
    assert why(state, Retreat("S-1", ("2409", "2408", "2407"))) == ("9.65a", "retreat-length")
    play(state, Retreat("S-1", ("2510", "2609")))
    assert place(state, "S-1") == "2609"
    play(state, Done())
