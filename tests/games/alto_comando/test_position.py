"""Positions: whole and partial ones, and what cannot stand on a table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import BadPosition, Setup, digest
from campagna.games.alto_comando.roster import Formation
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.table.position import Position
from tests.games.alto_comando.lay import GAME

FORCES = (
    Formation("A1", "A1", "gen.de.panzer", 0),
    Formation("G1", "G1", "gen.gb.armoured", 1),
)
DUEL: dict[str, Any] = {
    "formations": FORCES,
    "bases": [{"id": "A1.tank1", "at": [500, 500]}, {"id": "G1.tank1", "at": [600, 500]}],
}


def arranged(**fields: Any) -> State:
    position = msgspec.convert({**DUEL, **fields}, Position)
    return GAME.arrange(Setup("battle"), position, SeededChance(1))


def test_a_partial_position_leaves_the_others_in_reserve_and_supply_at_its_posts() -> None:
    state = arranged()
    assert state.at(state.find("A1.tank1")) == (500, 500)
    assert not state.on_table(state.find("A1.hq"))
    assert state.at(state.find("supply.axis.1")) == (150, 250)
    assert GAME.step(state) is not None
    assert GAME.violations(state) == []


@pytest.mark.parametrize("scenario", ["battle", "beda_fomm", "c7"])
def test_described_states_arrange_to_themselves(scenario: str) -> None:
    chance, whim = SeededChance(3), SeededChance(4)
    state = GAME.start(Setup(scenario), chance)
    for _ in range(60):
        GAME.play(state, GAME.offers(state).sample(whim), chance)
        again = GAME.arrange(state.setup, GAME.describe(state), SeededChance(9))
        assert digest(again) == digest(state)


@pytest.mark.rule("G-23")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"bases": [{"id": "A1.tank9", "at": [500, 500]}]}, "no base"),
        ({"bases": [{"id": "A1.tank1"}]}, "needs a place"),
        ({"bases": [{"id": "A1.tank1", "at": [500, 500], "state": ["asleep"]}]}, "no state"),
        ({"bases": [{"id": "A1.tank1", "at": [5, 500]}]}, "land"),
        ({"bases": [{"id": "A1.tank1", "at": [10**8, 500]}]}, "needs a place"),
        ({"phase": "tea"}, "no phase"),
        ({"side": "neutral"}, "no side"),
        ({"formations": []}, "formations"),
        ({"formations": [Formation("A1", "A1", "gen.de.elephants", 0)]}, "no division"),
        ({"engineers": ["A7"]}, "nobody is called"),
        ({"markers": ["A7"]}, "nobody is called"),
    ],
)
def test_what_cannot_stand_is_named(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        arranged(**change)


@pytest.mark.rule("G-23")
def test_enemies_too_near_are_no_position() -> None:
    near = [{"id": "A1.tank1", "at": [500, 500]}, {"id": "G1.tank1", "at": [579, 500]}]
    with pytest.raises(BadPosition, match="enemy"):
        arranged(bases=near)
