"""9.86-9.88 Two hexes after an elimination, the defender's advance, leaders and overruns."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import BattleRolled, HexEmptied
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
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    arrange,
    decision,
    events_of,
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
    assert why(state, Advance("G-35Inf", ("2410", "2409"))) == ("7.2a", "no-room")
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
    assert waits_for(state) == ("soviet", "advance")
    line = {("2411",), ("2411", "2412")} if hexes == 2 else {("2411",)}
    assert paths(state) == {"S-1": line, "S-2": line}, "S-3 was not attacked"
    play(state, Advance("S-1", ("2411",)), Done())
    assert (place(state, "S-1"), place(state, "S-2")) == ("2411", "2410")


@pytest.mark.rule("9.86", "9.87")
def test_after_ae_the_defender_advances_up_to_two_hexes() -> None:
    state = arrange(COUNTERSTROKE, phase="german-combat")
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[6])  # 9:16 = 1-2, Ae
    assert waits_for(state) == ("german", "german-combat"), "G-26Inf still holds 2411"
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
        assert (waits_for(state)[1] == "advance") == may_advance


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
    assert waits_for(state) == ("german", "german-move")
    assert (place(state, "G-6Inf"), place(state, "G-26Inf")) == ("2410", "2410")


@pytest.mark.rule("9.88", "6.58")
def test_defenders_of_an_overrun_do_not_advance_either() -> None:
    state = arrange(COUNTERSTROKE, phase="german-move")
    play(state, Overrun(("G-6Inf", "G-26Inf"), "2410"), dice=[6])  # 9:16 = 1-2, Ae
    assert place(state, "G-6Inf") == "dead"
    assert waits_for(state)[1] == "german-move"
