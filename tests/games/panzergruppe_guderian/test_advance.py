"""9.8 Advance after combat: along the line of retreat, or two hexes after an elimination."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import Advanced, BattleRolled, HexEmptied
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    GiveGround,
    Overrun,
    Retreat,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.state import State
from tests.games.panzergruppe_guderian.board_setup import (
    GAME,
    Words,
    allowed,
    arrange,
    events_of,
    flags,
    only,
    place,
    play,
    why,
)


def decision(state: State) -> tuple[str, str]:
    step = GAME.step(state)
    assert step is not None
    return step.side, step.decision


def paths(state: State) -> dict[str, set[tuple[str, ...]]]:
    """Who may advance, and along which paths."""
    assert decision(state)[1] == "advance"
    offered = GAME.offers(state).listing()["advance"]
    return {unit: {tuple(path) for path in ways} for unit, ways in offered.items()}


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
    assert decision(state) == ("german", "german-combat")


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
    assert why(state, Attack(("G-5Inf",), ("2410",))) == ("9.85a", "not-now")
    play(state, Done())
    assert (place(state, "G-6Inf"), place(state, "G-26Inf")) == ("2411", "2411")
    assert decision(state) == ("german", "german-combat")
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
    assert decision(state) == ("german", "german-combat")


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
    assert why(state, Advance("G-35Inf", ("2410",))) == ("7.1a", "no-room")
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
    assert decision(state) == ("soviet", "advance")
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

    listing = GAME.offers(second_combat(advance=False)).listing()
    assert listing["retreat"]["S-2"] == [["2210"], ["2111"]]
    # The unit in 2310 controls 2210: one way is left, and nobody has to choose.
    assert place(second_combat(advance=True), "S-2") == "2111"


# --- two hexes after an elimination ---------------------------------------------------------------------

TEN_TO_ONE: dict[str, Words] = {
    "G-6Inf": "2411",
    "G-26Inf": "2411",
    "G-5Inf": "2311",
    "G-35Inf": "2311",
    "S-1": "2410 SR44",
    "S-2": "2509 SR02",
    "SL-konev": "2407",
}
ALL_FOUR = ("G-6Inf", "G-26Inf", "G-5Inf", "G-35Inf")


def eliminated() -> State:
    """36:3 = 10-1, De."""
    state = arrange(TEN_TO_ONE, phase="german-combat")
    play(state, Attack(ALL_FOUR, ("2410",)), dice=[1])
    return state


@pytest.mark.rule("9.86", "9.83", "SUM-1")
def test_after_an_elimination_victors_advance_up_to_two_hexes() -> None:
    state = eliminated()
    # Any vacant neighbour of 2410; 2411 and 2311 hold the attackers, 2509 is no neighbour.
    expected = {("2410",), ("2410", "2409"), ("2410", "2510"), ("2410", "2511"), ("2410", "2310")}
    assert paths(state) == dict.fromkeys(ALL_FOUR, expected)
    assert why(state, Advance("G-6Inf", ("2511",))) == ("9.84", "off-the-line")
    assert why(state, Advance("G-6Inf", ("2410", "2411"))) == ("9.84", "off-the-line")
    play(state, Advance("G-6Inf", ("2410", "2510")))
    assert place(state, "G-6Inf") == "2510", "next to the Soviet unit in 2509"


@pytest.mark.rule("9.86")
def test_several_victors_may_share_the_second_hex() -> None:
    """AMB-16: vacant before the advance began, within the stacking limit."""
    state = eliminated()
    for name in ("G-6Inf", "G-26Inf", "G-5Inf"):
        play(state, Advance(name, ("2410", "2409")))
    assert why(state, Advance("G-35Inf", ("2410", "2409"))) == ("7.1a", "no-room")
    # Left by its units in this very advance, 2411 was not vacant before.
    assert why(state, Advance("G-35Inf", ("2410", "2411"))) == ("9.84", "off-the-line")


@pytest.mark.rule("9.86")
def test_the_second_hex_is_not_beyond_a_lake_and_not_an_enemy() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "1505",
        "G-26Inf": "1505",
        "G-5Inf": "1505",
        "G-35Inf": "1405",
        "S-1": "1504 SR66",  # defence 1
        "S-2": "1603 SR02",
        "SL-konev": "1803",
    }
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-6Inf", "G-26Inf", "G-5Inf"), ("1504",)), dice=[1])
    assert paths(state)["G-6Inf"] == {
        ("1504",),
        ("1504", "1604"),
        ("1504", "1404"),
        ("1504", "1403"),
    }


@pytest.mark.rule("9.86")
def test_step_losses_that_empty_a_hex_open_two_hexes_too() -> None:
    state = arrange(
        {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2407"}, phase="german-combat"
    )
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[2])  # D1
    play(state, TakeLosses(("S-1",)))
    assert ("2410", "2409") in paths(state)["G-6Inf"]


@pytest.mark.rule("9.84", "9.86")
def test_if_one_retreated_only_his_line_is_open() -> None:
    """AMB-16: one unit finds no room and is lost, the other retreats."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2309",
        "G-GD": "2609",
        "S-1": "2410 SR01",
        "S-2": "2410 SR02",
        "S-3": "2510 SR03",
        "S-4": "2510 SR06",
    }
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[2])  # 9 : 2 + 2 = 2-1, D1
    play(state, GiveGround(), Retreat("S-1", ("2510",)))
    assert place(state, "S-2") == "dead"
    assert paths(state) == {"G-6Inf": {("2410",)}}


@pytest.mark.rule("9.86", "12.3a")
def test_a_hex_emptied_by_revelation_opens_two_hexes() -> None:
    """T41: the untried division is a 0-0-6; no die is rolled."""
    state = arrange(
        {"G-6Inf": "2411", "S-1": "2410 SR69 untried", "SL-konev": "2407"}, phase="german-combat"
    )
    events = play(state, Attack(("G-6Inf",), ("2410",)))
    assert not events_of(events, BattleRolled)
    assert only(events, HexEmptied).hex == "2410"
    assert place(state, "S-1") == "dead"
    assert ("2410", "2510") in paths(state)["G-6Inf"]


# --- the defender's advance -----------------------------------------------------------------------------

COUNTERSTROKE: dict[str, Words] = {
    "G-6Inf": "2411",
    "G-26Inf": "2411",
    "S-1": "2410 SR32",
    "S-2": "2410 SR33",
    "S-3": "2510 SR01",
    "SL-konev": "2408",
}


@pytest.mark.rule("9.87", "9.81", "9.84")
@pytest.mark.parametrize(("die", "hexes"), [(5, 1), (6, 2)])
def test_after_a_clean_result_the_defender_advances_along_the_attackers_retreat(
    die: int, hexes: int
) -> None:
    """T47, first part: A1 (and A2) at 18:16."""
    state = arrange(COUNTERSTROKE, phase="german-combat")
    play(state, Attack(("G-6Inf", "G-26Inf"), ("2410",)), dice=[die])
    route = ("2412", "2413")[:hexes]
    play(state, GiveGround(), Retreat("G-6Inf", route), Retreat("G-26Inf", route))
    assert decision(state) == ("soviet", "advance")
    line = {("2411",), ("2411", "2412")} if hexes == 2 else {("2411",)}
    assert paths(state) == {"S-1": line, "S-2": line}, "S-3 was not attacked"
    play(state, Advance("S-1", ("2411",)), Done())
    assert (place(state, "S-1"), place(state, "S-2")) == ("2411", "2410")


@pytest.mark.rule("9.86", "9.87")
def test_after_ae_the_defender_advances_up_to_two_hexes() -> None:
    state = arrange(COUNTERSTROKE, phase="german-combat")
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[6])  # 9:16 = 1-2, Ae
    assert decision(state) == ("german", "german-combat"), "G-26Inf still holds 2411"
    state = arrange(COUNTERSTROKE | {"G-26Inf": "2312"}, phase="german-combat")
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[6])
    expected = {("2411",), ("2411", "2412"), ("2411", "2511"), ("2411", "2512"), ("2411", "2311")}
    assert paths(state) == {"S-1": expected, "S-2": expected}


@pytest.mark.rule("9.87", "9.86")
def test_losses_that_kill_the_attacker_open_his_hex() -> None:
    state = arrange(
        COUNTERSTROKE | {"G-26Inf": "2312", "G-6Inf": "2411 step3"}, phase="german-combat"
    )
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[1])  # 1:16, A1
    play(state, TakeLosses(("G-6Inf",)))
    assert ("2411", "2412") in paths(state)["S-1"]


@pytest.mark.rule("6.4b")
def test_soviets_do_not_advance_into_the_closed_columns() -> None:
    units: dict[str, Words] = {
        "G-7Pz-SR6": "0209 step1",
        "S-1": "0309 SR31",
        "SL-konev": "0408",
    }
    for turn, may_advance in ((6, False), (7, True)):
        state = arrange(units, phase="soviet-combat", turn=turn)
        play(state, Attack(("S-1",), ("0209",)), dice=[1])  # 9:1 = 9-1, De
        assert place(state, "G-7Pz-SR6") == "dead"
        assert (decision(state)[1] == "advance") == may_advance


# --- leaders and overruns ---------------------------------------------------------------------------------


@pytest.mark.rule("10.26a", "10.23a")
def test_a_leader_advances_with_combat_units() -> None:
    units: dict[str, Words] = {
        "G-Lehr": "2411",
        "G-6Inf": "2413",  # its zone covers 2412, not 2411
        "G-26Inf": "2512",  # its zone covers 2411
        "S-1": "2410 SR31",
        "S-2": "2410 SR32",
        "SL-konev": "2410",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    roll = only(play(state, Attack(("S-1", "S-2", "SL-konev"), ("2411",)), dice=[1]), BattleRolled)
    assert roll.result == "De"  # 9 + 8 + 5 against 3 is 7-1
    assert why(state, Advance("SL-konev", ("2411",))) == ("10.23a", "leader-alone-in-zone")
    play(state, Advance("S-1", ("2411",)))
    assert ("2411",) in paths(state)["SL-konev"]
    play(state, Advance("SL-konev", ("2411",)))
    assert place(state, "SL-konev") == "2411"


@pytest.mark.rule("9.88", "6.57")
def test_overruns_know_no_advance() -> None:
    state = arrange(
        {"G-6Inf": "2411", "G-26Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2407"},
        phase="german-move",
    )
    play(state, Overrun(("G-6Inf", "G-26Inf"), "2410"), dice=[2])  # 9:4 = 2-1, D1
    play(state, TakeLosses(("S-1",)))
    assert decision(state) == ("german", "german-move")
    assert (place(state, "G-6Inf"), place(state, "G-26Inf")) == ("2410", "2410")


@pytest.mark.rule("9.88", "6.58")
def test_defenders_of_an_overrun_do_not_advance_either() -> None:
    state = arrange(COUNTERSTROKE, phase="german-move")
    play(state, Overrun(("G-6Inf", "G-26Inf"), "2410"), dice=[6])  # 9:16 = 1-2, Ae
    assert place(state, "G-6Inf") == "dead"
    assert decision(state)[1] == "german-move"
