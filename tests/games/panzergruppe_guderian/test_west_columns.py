"""6.4: the two western columns are closed to the Soviets early on."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import (
    Eliminated,
)
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
    GiveGround,
    Move,
    RailMove,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.rules.supply import commanded_hexes, in_supply
from tests.games.panzergruppe_guderian.lay import (
    allowed,
    arrange,
    decision,
    events_of,
    only,
    place,
    play,
    why,
)


@pytest.mark.rule("6.4a")
@pytest.mark.parametrize("turn", [2, 6])
def test_no_soviet_unit_enters_the_two_western_columns_in_the_first_six_turns(turn: int) -> None:
    units = {"S-1": "0310 SR17", "S-2": "0311 SR18", "SL-konev": "0311"}
    state = arrange(units, phase="soviet-move", turn=turn)
    assert why(state, Move(("S-1",), ("0210",))) == ("6.4a", "west-closed")
    assert why(state, Move(("SL-konev",), ("0211",))) == ("6.4a", "west-closed")
    assert why(state, RailMove("S-2", ("0210",))) == ("6.4a", "west-closed")
    assert allowed(state, Move(("S-1",), ("0410",)))


@pytest.mark.rule("6.4a")
def test_from_turn_7_the_western_columns_are_open() -> None:
    units = {"S-1": "0310 SR17", "S-2": "0311 SR18", "SL-konev": "0311"}
    state = arrange(units, phase="soviet-move", turn=7)
    assert allowed(state, Move(("S-1",), ("0210", "0110")))
    assert allowed(state, Move(("SL-konev",), ("0211",)))
    assert allowed(state, RailMove("S-2", ("0210", "0209", "0109")))


@pytest.mark.rule("6.4a")
def test_the_western_columns_are_open_to_the_germans() -> None:
    assert allowed(arrange({"G-6Inf": "0310"}, turn=1), Move(("G-6Inf",), ("0210", "0110")))


@pytest.mark.rule("6.4b")
@pytest.mark.parametrize(("turn", "advances"), [(6, False), (7, True)])
def test_soviets_attack_into_the_western_columns_but_do_not_advance_there(
    turn: int, advances: bool
) -> None:
    """8 against 2 is 4-1, on a 1 D2: the German loses both steps of his weak regiment."""
    units = {"G-Lehr": "0210 step1", "S-1": "0310 SR32", "SL-konev": "0312"}
    state = arrange(units, phase="soviet-combat", turn=turn)
    play(state, Attack(("S-1",), ("0210",)), dice=[1])
    events = play(state, TakeLosses(("G-Lehr",)))
    assert only(events, Eliminated).unit == "G-Lehr"
    assert (decision(state) == "advance") == advances


@pytest.mark.rule("6.4d")
@pytest.mark.parametrize(("turn", "dies"), [(5, True), (7, False)])
def test_a_retreat_with_nowhere_to_go_but_the_west_is_the_end(turn: int, dies: bool) -> None:
    """T48: around 0310 only 0209 and 0210 are out of German zones.

    9 against an unsupplied 8, which makes 4, is 2-1: on a 2 D1.
    """
    units = {"G-6Inf": "0410", "G-26Inf": "0308", "G-5Inf": "0312", "S-1": "0310 SR34"}
    state = arrange(units, phase="german-combat", turn=turn)
    play(state, Attack(("G-6Inf",), ("0310",)), dice=[2])
    events = play(state, GiveGround())
    lost = events_of(events, Eliminated)
    assert bool(lost) == dies
    if dies:
        assert lost[0].unit == "S-1"
        assert place(state, "S-1") == "dead"
    else:
        assert place(state, "S-1") == "0310", "the German has still to choose its line of retreat"


WEST_POCKET = {
    "SL-konev": "0316",
    "S-1": "0316 SR17",
    "G-6Inf": "0412",
    "G-26Inf": "0514",
    "G-5Inf": "0517",
    "G-35Inf": "0419",
}
"""Konev at 0316: German zones close every way to the east but the one through columns 01 and 02."""


@pytest.mark.rule("6.4e")
def test_soviet_supply_lines_run_through_the_western_columns() -> None:
    state = arrange(WEST_POCKET, phase="soviet-move", turn=3)
    assert in_supply(state, state.find("SL-konev"))
    assert in_supply(state, state.find("S-1"))
    assert why(state, Move(("SL-konev",), ("0216",))) == ("6.4a", "west-closed")
    shut = {**WEST_POCKET, "G-7Inf": "0211", "G-15Inf": "0221"}
    assert not in_supply(arrange(shut, phase="soviet-move", turn=3), state.find("SL-konev"))


@pytest.mark.rule("6.4e", "10.35a")
def test_soviet_command_lines_run_through_the_western_columns() -> None:
    """Konev in 0314 reaches a division in 0310, four hexes away, only through column 02."""
    units = {"SL-konev": "0314", "S-1": "0310 SR17", "G-6Inf": "0412"}
    state = arrange(units, phase="soviet-move", turn=3)
    assert commanded_hexes(state)[state.world.hex_index["0310"]]
    blocked = arrange({**units, "G-26Inf": "0111"}, phase="soviet-move", turn=3)
    assert not commanded_hexes(blocked)[state.world.hex_index["0310"]]
