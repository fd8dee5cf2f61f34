"""Positions: whole ones give back the state, partial ones have sensible defaults, wrong ones are told."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import BadPosition, Setup, digest
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.orders import Move
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.table.position import AirPosition, Position, UnitPosition
from tests.games.lion_of_judah.lay import GAME, WORLD, allowed, at, place

SETUP = Setup("s1935")


def arranged(*units: UnitPosition, **fields: object) -> State:
    position = Position(units=units, **fields)  # type: ignore[arg-type]
    return GAME.arrange(SETUP, position, SeededChance(1))


@pytest.mark.rule("2.2-a")
@pytest.mark.parametrize("scenario", ["s1935", "s1940", "campaign"])
def test_a_described_state_comes_back(scenario: str) -> None:
    state = GAME.start(Setup(scenario), SeededChance(3))
    again = GAME.arrange(Setup(scenario), GAME.describe(state), SeededChance(9))
    assert digest(again) == digest(state)


@pytest.mark.rule("2.2-a", "3.2-a")
def test_a_partial_position() -> None:
    state = arranged(
        UnitPosition("it_Sb", "1306", steps=2),
        UnitPosition("et_kassa_1", "1112", value=3),
        UnitPosition("it_trk1", "north"),
        boxes={"north": 4},
        taken={"1207": "italian"},
        air=(AirPosition("it_air1"),),
    )
    assert GAME.violations(state) == []
    assert state.units[WORLD.slots["it_Sb"]].steps == 2
    assert state.units[WORLD.slots["et_kassa_1"]].value == 3
    assert place(state, "it_trk1") == "north"
    assert state.boxes == [4, 0]
    assert (state.control[at("1207")], state.control[at("1112")]) == (ITALIAN, OTHER)
    assert allowed(state, Move(("it_Sb",), ("1306", "1407")))


@pytest.mark.parametrize(
    ("units", "fields", "says"),
    [
        ((UnitPosition("it_Sb", "9999"),), {}, "no hex"),
        ((UnitPosition("it_XX", "1305"),), {}, "no unit"),
        ((UnitPosition("it_Sb", "1305", steps=5),), {}, "4 steps"),
        ((UnitPosition("it_Sb", "1305", state=("asleep",)),), {}, "no state"),
        ((UnitPosition("it_Sb", "1305"), UnitPosition("et_NEG", "1305")), {}, "both sides"),
        ((UnitPosition("it_Sb", "0805"),), {}, "neutral"),
        ((UnitPosition("et_gugsa_1", "1112", value=5),), {}, "no factor 5"),
        ((), {"turn": 9}, "turns 1 to 8"),
        ((), {"phase": "siesta"}, "no phase"),
        ((), {"boxes": {"west": 1}}, "no box"),
        ((UnitPosition("it_Sb", "?"),), {}, "view"),
    ],
)
def test_an_impossible_position_says_why(
    units: tuple[UnitPosition, ...], fields: dict[str, object], says: str
) -> None:
    with pytest.raises(BadPosition, match=says):
        arranged(*units, **fields)
