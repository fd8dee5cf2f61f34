"""9.8 Advance after combat: along the line of retreat, and what follows from it."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import Advanced
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    GiveGround,
    Retreat,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.state import State
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    decision,
    flags,
    only,
    place,
    play,
    waits_for,
    why,
)
from tests.offered import by_order


def paths(state: State) -> dict[str, set[tuple[str, ...]]]:
    """Who may advance, and along which paths."""
    assert decision(state) == "advance"
    offered = by_order(GAME.offers(state))["advance"]
    return {unit: set(ways) for unit, ways in offered.items()}


# --- along the line of retreat ------------------------------------------------------------------------

LINE: dict[str, Words] = {
    "G-6Inf": "2411",
    "G-26Inf": "2411",
    "G-5Inf": "2311",  # takes no part
    "S-1": "2410 SR01",
    "S-2": "2612 SR02",  # next to 2511 and 2512, on the German flank
    "SL-konev": "2407",
}


def retreated_two() -> State:
    """18:4 = 4-1, D2; the German leads the Soviet unit 2410 -> 2409 -> 2408."""
    state = arrange(LINE, phase="german-combat")
    play(state, Attack(("G-6Inf", "G-26Inf"), ("2410",)), dice=[1])
    play(state, GiveGround(), Retreat("S-1", ("2409", "2408")))
    return state


@pytest.mark.rule("9.81", "9.82", "9.84", "SUM-2")
def test_victors_advance_along_the_line_of_retreat_and_stop_anywhere_on_it() -> None:
    """T46: any or all may stop in 2410 or 2409, not elsewhere."""
    state = retreated_two()
    both = {("2410",), ("2410", "2409")}
    assert paths(state) == {"G-6Inf": both, "G-26Inf": both}
    for path in (("2410", "2510"), ("2511",), ("2409",), ("2410", "2409", "2408"), ("2510",)):
        assert why(state, Advance("G-6Inf", path)) == ("9.84", "off-the-line")
        assert not GAME.offers(state).covers(Advance("G-6Inf", path))
    event = only(play(state, Advance("G-26Inf", ("2410", "2409"))), Advanced)
    assert event.path == ("2411", "2410", "2409")
    assert paths(state) == {"G-6Inf": both}
    play(state, Advance("G-6Inf", ("2410",)))
    assert (place(state, "G-6Inf"), place(state, "G-26Inf")) == ("2410", "2409")
    assert waits_for(state) == ("german", "german-combat")


@pytest.mark.rule("9.83")
def test_advancing_units_ignore_enemy_zones() -> None:
    state = retreated_two()
    # 2409 lies next to the Soviet unit in 2408.
    play(state, Advance("G-6Inf", ("2410", "2409")))
    assert place(state, "G-6Inf") == "2409"


@pytest.mark.rule("9.81")
def test_only_units_of_the_attack_advance_and_only_once() -> None:
    state = retreated_two()
    assert why(state, Advance("G-5Inf", ("2410",))) == ("9.81", "may-not-advance")
    assert why(state, Advance("S-1", ("2409",))) == ("9.81", "not-your-unit")
    play(state, Advance("G-6Inf", ("2410",)))
    assert why(state, Advance("G-6Inf", ("2409",))) == ("9.81", "may-not-advance")


@pytest.mark.rule("9.85a")
def test_advance_is_optional_and_decided_at_once() -> None:
    state = retreated_two()
    assert why(state, Attack(("G-5Inf",), ("2410",))) == ("9.81", "not-now")
    play(state, Done())
    assert (place(state, "G-6Inf"), place(state, "G-26Inf")) == ("2411", "2411")
    assert waits_for(state) == ("german", "german-combat")
    assert why(state, Advance("G-6Inf", ("2410",)))[1] == "not-now"


@pytest.mark.rule("9.81")
def test_the_line_ends_before_a_hex_that_holds_a_unit() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2411",
        "G-5Inf": "2311",
        "G-35Inf": "2512",
        "S-1": "2410 SR01",
        "S-2": "2409 SR02",
        "S-3": "2310 SR03",
        "S-4": "2510 SR06",
        "SL-konev": "2407",
    }
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-6Inf", "G-26Inf"), ("2410",)), dice=[1])  # D2 through friends
    play(state, GiveGround(), Retreat("S-1", ("2409", "2408")))
    assert paths(state) == {"G-6Inf": {("2410",)}, "G-26Inf": {("2410",)}}


@pytest.mark.rule("9.81", "9.72b")
def test_each_line_of_a_scattered_stack_is_open() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2411",
        "G-5Inf": "2411",
        "S-1": "2410 SR01",
        "S-2": "2410 SR08",
        "SL-konev": "2407",
    }
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-6Inf", "G-26Inf", "G-5Inf"), ("2410",)), dice=[1])  # 27:9 = 3-1, D2
    play(state, GiveGround())
    play(state, Retreat("S-1", ("2510", "2609")), Retreat("S-2", ("2310", "2209")))
    lines = {("2410",), ("2410", "2510"), ("2410", "2310")}
    assert paths(state) == {"G-6Inf": lines, "G-26Inf": lines, "G-5Inf": lines}


@pytest.mark.rule("9.81", "9.23")
def test_after_an_attack_on_two_hexes_both_lines_are_open() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2411",
        "S-1": "2410 SR01",
        "S-2": "2511 SR08",
        "SL-konev": "2408",
    }
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-6Inf", "G-26Inf"), ("2410", "2511")), dice=[2])  # 18:9 = 2-1, D1
    play(state, GiveGround(), Retreat("S-1", ("2310",)), Retreat("S-2", ("2611",)))
    assert paths(state)["G-6Inf"] == {("2410",), ("2511",)}


@pytest.mark.rule("9.81", "9.65a")
def test_no_advance_while_somebody_holds_the_hex() -> None:
    units = LINE | {"S-3": "2410 SR44"}
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-6Inf", "G-26Inf"), ("2410",)), dice=[2])  # 18:7 = 2-1, D1
    play(state, TakeLosses(("S-1",)))
    assert waits_for(state) == ("german", "german-combat")


@pytest.mark.rule("9.81", "7.2a")
def test_no_more_than_three_germans_advance_into_a_hex() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2411",
        "G-5Inf": "2511",
        "G-35Inf": "2511",
        "S-1": "2410 SR01",
        "SL-konev": "2408",
    }
    state = arrange(units, phase="german-combat")
    attackers = ("G-6Inf", "G-26Inf", "G-5Inf", "G-35Inf")
    play(state, Attack(attackers, ("2410",)), dice=[6])  # 36:4 = 9-1, D2
    play(state, GiveGround(), Retreat("S-1", ("2310", "2209")))
    for name in attackers[:3]:
        play(state, Advance(name, ("2410",)))
    assert why(state, Advance("G-35Inf", ("2410",))) == ("7.2a", "no-room")
    assert paths(state) == {"G-35Inf": {("2410", "2310")}}, "passing through is no stacking"


# --- afterwards ---------------------------------------------------------------------------------------


@pytest.mark.rule("9.85b")
def test_a_unit_that_advanced_attacks_no_more() -> None:
    units = LINE | {"S-3": "2310 SR44"}
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-6Inf", "G-26Inf"), ("2410",)), dice=[1])
    play(state, GiveGround(), Retreat("S-1", ("2409", "2408")))
    play(state, Advance("G-6Inf", ("2410",)), Done())
    assert why(state, Attack(("G-6Inf",), ("2310",))) == ("9.85b", "advanced-already")
    assert allowed(state, Attack(("G-5Inf",), ("2310",)))
    play(state, Done())
    assert "advanced" not in flags(state, "G-6Inf")


@pytest.mark.rule("9.85b", "9.87")
def test_a_defender_that_advanced_is_attacked_no_more() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-5Inf": "2312",
        "S-1": "2410 SR01",
        "SL-konev": "2408",
    }
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[6])  # 9:4 = 2-1, A1
    play(state, GiveGround(), Retreat("G-6Inf", ("2512",)))
    assert waits_for(state) == ("soviet", "advance")
    play(state, Advance("S-1", ("2411",)))
    assert place(state, "S-1") == "2411"
    assert why(state, Attack(("G-5Inf",), ("2411",))) == ("9.14", "defended-already")


@pytest.mark.rule("9.85c")
def test_an_advance_cuts_the_retreat_of_combats_still_to_come() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2212",
        "S-1": "2410 SR01",
        "S-2": "2211 SR02",
        "SL-konev": "2207",
    }

    def second_combat(*, advance: bool) -> State:
        state = arrange(units, phase="german-combat")
        play(state, Attack(("G-6Inf",), ("2410",)), dice=[1])  # D2
        play(state, GiveGround(), Retreat("S-1", ("2310", "2209")))
        play(state, Advance("G-6Inf", ("2410", "2310")) if advance else Done())
        play(state, Attack(("G-26Inf",), ("2211",)), dice=[2])  # D1
        play(state, GiveGround())
        return state

    offered = by_order(GAME.offers(second_combat(advance=False)))
    assert offered["retreat"]["S-2"] == [("2210",), ("2111",)]
    # The unit in 2310 controls 2210: one way is left, and nobody has to choose.
    assert place(second_combat(advance=True), "S-2") == "2111"
