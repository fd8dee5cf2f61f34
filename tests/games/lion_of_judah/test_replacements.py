"""7.3.3, 7.3.4 Replacements in detail: who, beside whom, for how much, and where units come back."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.offers import orders
from campagna.games.lion_of_judah.events import Rebuilt
from campagna.games.lion_of_judah.flags import ARRIVED, HIDDEN
from campagna.games.lion_of_judah.orders import Pay, Rebuild, Recall
from campagna.games.lion_of_judah.rules.resources import replacements
from campagna.games.lion_of_judah.state import State
from campagna.hexes.grid import DIRECTIONS, OFF_MAP
from tests.games.lion_of_judah.lay import (
    GAME,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    box,
    only,
    place,
    play,
    slot,
    unit,
    why,
)

CORNER = WORLD.hex_ids[0]


def paying(units: dict[str, str], points: int = 2, **more: Any) -> State:
    boxes = {"north": points, "south": 0}
    return arrange(units, phase=Phase.REPLACEMENTS, boxes=boxes, **more)


def pay(name: str, hq: str = "it_hq_1CA", steps: int = 1) -> Pay:
    return Pay(name, hq, "north", steps)


@pytest.mark.rule("7.3.3-a")
def test_units_of_two_steps_regain_one_and_units_of_one_step_none() -> None:
    units = {"it_Di": "1306 1s", "it_irr1": "1306", "it_Sb": "dead", "it_Gv": f"{CORNER} 2s"}
    state = paying({**units, "it_hq_1CA": "1306"})
    assert allowed(state, pay("it_Di"))
    assert why(state, pay("it_Di", steps=2)) == ("7.3.3-a", "at-full-strength")
    assert why(state, pay("it_irr1")) == ("7.3.3-a", "no-replacements")
    assert why(state, pay("it_Sb")) == ("7.3.3-a", "not-on-map")
    assert why(state, pay("it_Gv")) == ("7.3.3-a", "out-of-supply")


@pytest.mark.rule("7.3.3-b", "A-45")
def test_beside_an_hq_is_across_any_side_that_can_be_crossed() -> None:
    state = paying({"it_Sb": "1306 2s", "it_hq_1CA": "1306"})
    ours, hq = slot("it_Sb"), slot("it_hq_1CA")
    grid = WORLD.board.grid
    walled = 0
    for here in range(WORLD.size):
        state.put(ours, here)
        for side in range(DIRECTIONS):
            there = grid.neighbour(here, side)
            if there == OFF_MAP:
                continue
            state.put(hq, there)
            wall = bool(WORLD.walls[here * DIRECTIONS + side])
            walled += wall
            assert replacements.beside_hq(state, ours, hq) != wall
    assert walled


@pytest.mark.rule("7.3.3-b")
def test_only_a_headquarters_on_the_map_serves() -> None:
    units = {"it_Sb": "1306 2s", "it_Gv": "1306", "it_hq_1CA": "dead", "it_hq_2CA": CORNER}
    state = paying(units)
    assert why(state, pay("it_Sb", "it_Gv")) == ("7.3.3-b", "not-an-hq")
    assert why(state, pay("it_Sb")) == ("7.3.3-b", "not-an-hq")
    assert why(state, pay("it_Sb", "it_hq_2CA")) == ("7.3.3-b", "far-from-hq")


@pytest.mark.rule("7.3.3-a", "7.3.1-a")
def test_each_step_costs_a_point() -> None:
    state = paying({"it_Sb": "1306 1s", "it_hq_1CA": "1306"}, points=2)
    assert why(state, pay("it_Sb", steps=3)) == ("7.3.1-a", "too-few-points")
    play(state, pay("it_Sb", steps=2))
    assert (box(state, "north"), unit(state, "it_Sb").steps) == (0, 3)


@pytest.mark.rule("7.3.3-a")
def test_the_last_step_for_the_last_point_is_listed() -> None:
    state = paying({"it_Sb": "1306 3s", "it_hq_1CA": "1306"}, points=1)
    assert replacements.payments(state) == [pay("it_Sb")]


@pytest.mark.rule("7.3.4-a", "PB 14.6.8")
def test_who_may_be_rebuilt() -> None:
    def able(name: str, scenario: str, **more: Any) -> bool:
        state = arrange({name: "dead"}, scenario=scenario, **more)
        return replacements.may_be_rebuilt(state, slot(name))

    assert [able(n, "s1935") for n in ("it_trk1", "it_hq_1CA", "it_Sb")] == [True] * 3
    assert not able("et_kassa_1", "s1935")
    assert [able(n, "s1940") for n in ("it40_trk1", "it40_hq_NORD")] == [False] * 2
    assert [able(n, "s1940") for n in ("cw_trk1", "cw_hq_12A", "cw_5IND")] == [True] * 3
    assert not able("cw_NEG", "s1940")
    assert not able("et40_g1", "s1940")
    assert not able("cw_SCC", "s1940"), "one step only"


@pytest.mark.rule("7.3.4-c", "PB 14.4.1")
def test_where_units_come_back() -> None:
    state = arrange({}, scenario="s1940", side=OTHER)
    boxes = state.theatre.box_index
    hexes = {
        name: {WORLD.hex_ids[h] for h in replacements.rebuilding_hexes(state, boxes[name])}
        for name in ("sudan", "kenya")
    }
    assert {"0205", "0801"} <= hexes["sudan"]
    assert "0929" not in hexes["sudan"]
    assert "0929" in hexes["kenya"]
    held = arrange({"it40_GdS": "0801"}, scenario="s1940", side=OTHER)
    found = replacements.rebuilding_hexes(held, boxes["sudan"])
    assert at("0801") not in found
    assert at("0205") in found


@pytest.mark.rule("7.3.4-b", "7.3.4-c", "2.3.7-a")
def test_an_irregular_comes_back_face_down_with_another_factor() -> None:
    units = {"it40_irr1": "dead =2", "it40_irr2": "dead =1", "it40_irr3": "dead =0"}
    state = arrange(units, scenario="s1940", phase=Phase.REPLACEMENTS, prestige=5)
    state.boxes = [2] * len(state.boxes)
    order = next(o for o in replacements.rebuildings(state) if o.unit == "it40_irr1")
    values = sorted(unit(state, n).value for n in units)
    play(state, order, picks=[0, 0])
    assert state.has(slot("it40_irr1"), HIDDEN)
    assert sorted(unit(state, n).value for n in units) == values
    assert unit(state, "it40_irr1").value != 2
    assert (place(state, "it40_irr1"), unit(state, "it40_irr1").due) == (order.hex, 0)


@pytest.mark.rule("7.3.4-c", "3.2-b")
def test_a_unit_that_comes_back_takes_the_hex() -> None:
    more: dict[str, Any] = {"scenario": "s1940", "phase": Phase.REPLACEMENTS, "side": OTHER}
    state = arrange({"cw_5IND": "dead"}, italian=["0801"], boxes={"sudan": 2}, **more)
    play(state, Rebuild("cw_5IND", "sudan", "0801", 2))
    assert (box(state, "sudan"), unit(state, "cw_5IND").steps) == (0, 2)
    assert state.control[at("0801")] == OTHER


@pytest.mark.rule("7.3.4-a")
def test_only_own_units_are_listed_for_rebuilding() -> None:
    units = {"it_Sb": "dead", "et_kassa_1": "dead"}
    state = paying(units, points=1)
    assert {o.unit for o in replacements.rebuildings(state)} == {"it_Sb"}
    assert replacements.rebuildings(paying({"et_kassa_1": "dead"})) == []


@pytest.mark.rule("7.3.4-a", "7.3.4-b", "7.3.4-c")
def test_every_number_of_steps_that_the_box_can_pay_is_listed() -> None:
    state = paying({"it_Sb": "dead", "it_hq_1CA": "dead", "it_trk1": "dead"}, points=2)
    listed = replacements.rebuildings(state)
    assert {(o.unit, o.steps) for o in listed} == {
        ("it_Sb", 1),
        ("it_Sb", 2),
        ("it_hq_1CA", 1),
        ("it_trk1", 1),
    }
    assert {o.box for o in listed} == {"north"}
    assert all(allowed(state, o) for o in listed)
    rich = paying({"it_Sb": "dead"}, points=9)
    assert {o.steps for o in replacements.rebuildings(rich)} == {1, 2, 3, 4}
    assert replacements.rebuildings(paying({"it_Sb": "dead"}, points=0)) == []


@pytest.mark.rule("7.3.3-a")
def test_as_many_steps_are_offered_as_are_missing_and_can_be_paid() -> None:
    def offered(steps: int, points: int) -> set[int]:
        state = paying({"it_Sb": f"1306 {steps}s", "it_hq_1CA": "1306"}, points=points)
        found = [f for o in GAME.offers(state) if o.order == "pay" for f in orders(o)]
        return {int(str(f["steps"])) for f in found}

    assert offered(1, 9) == {1, 2, 3}
    assert offered(1, 2) == {1, 2}
    assert offered(3, 9) == {1}


FALLEN = {"et_KAS": "1110 +1", "et_kassa_1": "dead", "et_kassa_2": "dead", "et_seyoum_1": "dead"}


def recalling(units: dict[str, str], **more: Any) -> State:
    return arrange(units, phase=Phase.REPLACEMENTS, side=OTHER, **more)


@pytest.mark.rule("PB 13.6.4.2")
def test_each_leader_who_can_is_listed_with_his_first_fallen_warrior() -> None:
    state = recalling({**FALLEN, "et_SEY": "1207", "et_DES": "1519 +1"})
    assert replacements.recalls(state) == [Recall("et_KAS", "et_kassa_1")]
    assert replacements.recalls(arrange(FALLEN, phase=Phase.REPLACEMENTS)) == []
    near = recalling({**FALLEN, "it_Sb": "1111"})
    assert replacements.recalls(near) == []
    assert why(near, Recall("et_KAS", "et_kassa_1")) == ("PB 13.6.4.2", "enemy-beside")
    two_away = recalling({**FALLEN, "it_Sb": "1112"})
    assert replacements.recalls(two_away) == [Recall("et_KAS", "et_kassa_1")]
    full = {f"et_mulugheta_{n}": "1110" for n in range(1, 3)}
    assert replacements.recalls(recalling({**FALLEN, **full})) == []
    war = arrange({"cw_NEG": "1110"}, scenario="s1940", phase=Phase.REPLACEMENTS, side=OTHER)
    assert replacements.recalls(war) == []


@pytest.mark.rule("PB 13.6.4.2")
def test_only_a_leader_on_the_map_calls_back() -> None:
    state = recalling({**FALLEN, "et_kassa_3": "1110", "et_SEY": "dead"})
    for name in ("et_kassa_3", "et_SEY"):
        assert why(state, Recall(name, "et_kassa_1")) == ("PB 13.6.4.2", "not-a-leader")
    corner = recalling({**FALLEN, "et_KAS": f"{CORNER} +1"})
    assert why(corner, Recall("et_KAS", "et_kassa_1")) == ("PB 13.6.4.2", "leader-abroad")


@pytest.mark.rule("PB 13.6.4.2")
def test_a_warrior_called_back_has_one_step_and_came_in_this_phase() -> None:
    state = recalling(FALLEN)
    rebuilt = only(play(state, Recall("et_KAS", "et_kassa_1"), picks=[0]), Rebuilt)
    assert (rebuilt.unit, rebuilt.hex, rebuilt.steps) == ("et_kassa_1", "1110", 1)
    assert (unit(state, "et_kassa_1").steps, place(state, "et_kassa_1")) == (1, "1110")
    assert state.has(slot("et_kassa_1"), ARRIVED)
    assert unit(state, "et_KAS").load == 0


@pytest.mark.rule("PB 13.6.4.2")
def test_a_recall_is_offered_only_to_leaders_who_can() -> None:
    kinds = [o.order for o in GAME.offers(recalling(FALLEN))]
    assert kinds.count("recall") == 1
    nobody = recalling({**FALLEN, "it_Sb": "1111", "et_SEY": "1207 +1", "et_seyoum_1": "1207"})
    assert "recall" not in [o.order for o in GAME.offers(nobody)]
