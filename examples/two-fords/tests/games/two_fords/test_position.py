"""Positions as people write them, and what is wrong with bad ones."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import BadPosition, Setup, digest
from campagna.core.rulebook import gaps
from two_fords.table.position import Counter, Position
from two_fords_lay import GAME, SETUP, lay


def test_a_position_in_the_middle_of_a_retreat_comes_back_whole() -> None:
    state = lay("N1 0203 3 up", "S1 0204 2 up", phase="attack", retreat="S1", turn=3)
    again = GAME.arrange(SETUP, GAME.describe(state), SeededChance(9))
    assert digest(again) == digest(state)
    step = GAME.step(again)
    assert step is not None
    assert step.side == "south"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (Position(units=(Counter("X1"),)), "no counter 'X1'"),
        (Position(units=(Counter("N1"), Counter("N1"))), "named twice"),
        (Position(units=(Counter("N1", "0302"), Counter("N2", "0302"))), "two counters in 0302"),
        (Position(units=(Counter("N1", "0909"),)), "no hex '0909'"),
        (Position(units=(Counter("N1", strength=7),)), "strengths"),
        (Position(units=(Counter("N1", strength=3), Counter("N2", strength=3))), "strengths"),
        (Position(side="east"), "no side 'east'"),
        (Position(phase="supply"), "no phase 'supply'"),
        (Position(turn=7), "turn 7"),
        (Position(phase="attack", retreat="S1"), "no counter 'S1' on the map"),
        (Position(phase="attack", retreat="X1"), "no counter 'X1' on the map"),
    ],
)
def test_a_bad_position_is_told_what_to_change(position: Position, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        GAME.arrange(SETUP, position, SeededChance(1))


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        (Setup("siege"), "no scenario 'siege'"),
        (Setup("crossing", {"fog": True}), "no option 'fog'"),
        (Setup("crossing", {"river-zones": "maybe"}), "'river-zones' is one of"),
    ],
)
def test_a_bad_set_up_is_told_what_to_change(setup: Setup, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        GAME.start(setup, SeededChance(1))


def test_every_rule_of_the_book_has_code_and_a_test() -> None:
    assert gaps(GAME.home) == []
