"""What only shows the enemy what its giver knew may be taken back; the table says why others may not."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Order, Setup, digest
from campagna.games.lion_of_judah.orders import BreakDown, Motorise, Move
from campagna.games.lion_of_judah.state import Phase, State
from campagna.match.match import SHOWN, CannotUndo, Match
from tests.games.lion_of_judah.lay import GAME, arrange


def match_at(state: State) -> Match:
    return Match(GAME, Setup("s1935"), SeededChance(1), start=state)


def breaking_down() -> State:
    units = {"it_PL": "2320", "it_bd_regular_1": "breakdown", "it_bd_regular_2": "breakdown"}
    return arrange(units, phase=Phase.BREAKDOWN)


def motorising() -> State:
    units = {"it_Sb": "1305", "it_Di": "1305", "it_trk1": "1305", "it_trk2": "1405"}
    return arrange(units, phase=Phase.MOTORISATION)


@pytest.mark.parametrize(
    ("state", "order"),
    [
        (breaking_down(), BreakDown("it_PL", "2320", "it_bd_regular_1")),
        (motorising(), Motorise("it_Di", "1305", ("it_trk1",))),
    ],
)
def test_no_die_and_nothing_learned_can_be_taken_back(state: State, order: Order) -> None:
    match = match_at(state)
    before = digest(match.state)
    events = match.play(order)
    assert any(e.reveals for e in events), "the enemy may have learned something"
    assert not match.record.entries[-1].draws
    assert match.undo_barred == ""
    match.undo()
    assert digest(match.state) == before


def test_a_unit_that_is_uncovered_stays_so() -> None:
    match = match_at(arrange({"it_Sb": "1305", "it_GS": "1305"}))
    assert match.undo_barred == "", "nothing was ordered"
    match.play(Move(("it_Sb",), ("1305", "1306")))
    assert match.undo_barred == SHOWN
    with pytest.raises(CannotUndo):
        match.undo()
