"""PB 13.6.8, PB 13.6.9: bribes and the levies they bring."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.chance import ScriptedChance
from campagna.games.lion_of_judah.events import Bribed, LevyLeft
from campagna.games.lion_of_judah.flags import HIDDEN
from campagna.games.lion_of_judah.frames import Place
from campagna.games.lion_of_judah.orders import AirSupply, Bribe, Move, PlaceUnit
from campagna.games.lion_of_judah.rules.ethiopia import attrition, bribery
from campagna.games.lion_of_judah.rules.events import placement
from campagna.games.lion_of_judah.state import State
from tests.games.lion_of_judah.lay import (
    OTHER,
    Phase,
    allowed,
    arrange,
    box,
    has,
    only,
    place,
    play,
    why,
)


def market(units: dict[str, str], **more: Any) -> State:
    levies = {f"it_levy{n}": "held" for n in range(1, 7)}
    boxes = {"north": 4, "south": 1}
    return arrange({**levies, **units}, phase=Phase.SPECIAL, boxes=boxes, **more)


@pytest.mark.rule("PB 13.6.8", "7.3.2-e")
def test_a_bribe_is_spent_whatever_comes_of_it() -> None:
    state = market({})
    told = only(play(state, Bribe("azebo", "north", 2), dice=[3]), Bribed)
    assert (told.levies, box(state, "north")) == (0, 2)
    assert why(state, Bribe("azebo", "north", 1)) == ("PB 13.6.8", "bribed-already")
    assert why(state, Bribe("wollo", "north", 4)) == ("PB 13.6.8", "bribe-size")
    assert why(state, Bribe("wollo", "south", 2)) == ("7.3.1-a", "too-few-points")
    assert allowed(state, Bribe("wollo", "south", 1))


@pytest.mark.rule("PB 13.6.8", "PB 13.6.5.2")
@pytest.mark.parametrize(("scenario", "side"), [("s1940", OTHER), ("s1935", OTHER)])
def test_only_the_italian_of_1935_bribes_and_supplies_by_air(scenario: str, side: int) -> None:
    state = arrange(scenario=scenario, phase=Phase.SPECIAL, side=side)
    assert why(state, Bribe("azebo", "north", 1)) == ("5.2-A-IX", "not-now")
    drop = AirSupply("it_air1", "1110", ("it_levy1",))
    assert why(state, drop) == ("5.2-A-IX", "not-now")


@pytest.mark.rule("PB 13.6.8")
def test_levies_by_the_modified_roll() -> None:
    state = market({})
    assert [bribery.levies_for(state, n) for n in (5, 6, 7, 8, 11)] == [0, 1, 1, 2, 2]
    anchor = bribery.regions(state)["azebo"]
    assert bribery.modifier(market({"it_Sb": "1308"}), anchor) == 1
    assert bribery.modifier(market({"it_hq_1CA": "1308"}), anchor) == 0
    assert bribery.modifier(market({"et_NEG": "1311"}), anchor) == -2


@pytest.mark.rule("PB 13.6.8", "PB 13.6.9-a", "2.3.7-a")
def test_levies_appear_around_the_anchor_face_down() -> None:
    state = market({"et_KAS": "1409"})
    play(state, Bribe("azebo", "north", 2), dice=[6])
    frame = state.agenda[-1]
    assert isinstance(frame, Place)
    assert frame.count == 2
    assert why(state, PlaceUnit("1409"))[1] == "not-a-placement-hex"
    play(state, PlaceUnit("1308"), PlaceUnit("1309"))
    levies = [n for n in (f"it_levy{k}" for k in range(1, 7)) if place(state, n) != "held"]
    assert {place(state, n) for n in levies} == {"1308", "1309"}
    assert all(has(state, n, HIDDEN) for n in levies)


@pytest.mark.rule("PB 13.6.8", "2.3-d")
def test_levies_beyond_those_in_the_box_are_not_placed() -> None:
    state = arrange({"it_levy1": "held"}, phase=Phase.SPECIAL, boxes={"north": 3})
    play(state, Bribe("azebo", "north", 2), dice=[6])
    play(state, PlaceUnit("1409"))
    assert not state.agenda
    assert placement.boxed(state, "tribal_levy") == []


@pytest.mark.rule("PB 13.6.9-b")
def test_levies_stay_out_of_the_colonies_and_live_off_the_land() -> None:
    state = arrange({"it_levy1": "1207 =1", "it_Sb": "1206"})
    assert why(state, Move(("it_levy1",), ("1207", "1206"))) == ("PB 13.6.9-b", "outside-its-land")
    assert allowed(state, Move(("it_levy1",), ("1207", "1307")))


@pytest.mark.rule("PB 13.6.9-c")
def test_levies_far_from_italian_divisions_may_go_home() -> None:
    near = arrange({"it_levy1": "1409 =1", "it_Sb": "1406"}, phase=Phase.END)
    assert attrition.end_of_turn(near, ScriptedChance([])) == []
    far = arrange({"it_levy1": "1412 =1", "it_Sb": "1306"}, phase=Phase.END)
    assert attrition.end_of_turn(far, ScriptedChance([5])) == []
    left = only(attrition.end_of_turn(far, ScriptedChance([6])), LevyLeft)
    assert (left.unit, place(far, "it_levy1")) == ("it_levy1", "held")
    assert has(far, "it_levy1", HIDDEN)
