"""7.3: resource points, boxes and trucks, the path to an HQ, replacements."""

from __future__ import annotations

import pytest

from campagna.games.lion_of_judah.events import PointsSpent, Rebuilt, SourceLost
from campagna.games.lion_of_judah.flags import ARRIVED, HIDDEN, RECALLED
from campagna.games.lion_of_judah.orders import Pay, Rebuild, Recall, ShiftTruck
from campagna.games.lion_of_judah.rules.resources import replacements, resources
from campagna.games.lion_of_judah.state import Capture, State
from tests.games.lion_of_judah import naive_map
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    box,
    has,
    only,
    place,
    play,
    unit,
    why,
)

NORTH, SOUTH = 0, 1


def reached(state: State, box_: int, hex_: str) -> bool:
    return bool(resources.path_reach(state, box_)[at(hex_)])


# --- the path -----------------------------------------------------------


@pytest.mark.rule("7.3.2-d", "7.3.2-f", "11.4.2-c")
def test_the_path_of_the_book_reaches_1008_with_exactly_four_hexes() -> None:
    state = arrange({"it_hq_1CA": "1008"})
    assert reached(state, NORTH, "1008")
    beyond = [
        h
        for h in WORLD.board.grid.around(at("1008"))
        if not reached(state, NORTH, WORLD.hex_ids[h])
    ]
    assert beyond
    farther = WORLD.hex_ids[beyond[0]]
    with_truck = arrange({"it_trk1": "north"})
    assert reached(with_truck, NORTH, farther)


@pytest.mark.rule("7.3.2-d", "11.4.2-c")
@pytest.mark.parametrize("scenario", ["s1935", "s1940"])
def test_the_path_agrees_with_a_naive_reading_of_the_map(scenario: str) -> None:
    state = arrange(scenario=scenario)
    for number, box_ in enumerate(state.theatre.boxes):
        costs = naive_map.rp_path(scenario, WORLD.hex_ids[box_.hex])
        reach = resources.path_reach(state, number)
        for h in range(WORLD.size):
            assert bool(reach[h]) == (costs.get(WORLD.hex_ids[h], 99) <= 8), WORLD.hex_ids[h]


@pytest.mark.rule("7.3.2-f")
def test_no_more_than_three_trucks_lengthen_the_path() -> None:
    def hexes(count: int) -> int:
        trucks = {f"it_trk{n + 1}": "north" for n in range(count)}
        return sum(resources.path_reach(arrange(trucks), NORTH))

    sizes = [hexes(n) for n in range(6)]
    assert sizes[0] < sizes[1] < sizes[2] < sizes[3]
    assert sizes[3] == sizes[4] == sizes[5]


@pytest.mark.rule("7.3.2-d")
def test_enemy_units_bar_the_path_but_hexes_beside_them_do_not() -> None:
    state = arrange({"et_seyoum_1": "1305"})
    assert not reached(state, NORTH, "1008")
    beside = arrange({"et_seyoum_1": "1306"})
    assert reached(beside, NORTH, "1305")


@pytest.mark.rule("3.2-c", "7.3.2-d")
def test_guerrillas_alone_do_not_bar_an_italian_path() -> None:
    state = arrange({"et40_g1": "1205"}, scenario="s1940")
    assert reached(state, 0, "1205")


@pytest.mark.rule("7.3.2-d", "9.5.1-d")
def test_a_lost_source_serves_nobody() -> None:
    state = arrange(enemy=["1405"])
    assert resources.sources(state, NORTH) == []
    assert not any(resources.path_reach(state, NORTH))


@pytest.mark.rule("PB 14.6.1-b", "PB 14.6.1")
def test_a_captured_port_becomes_a_forward_base_in_the_second_phase() -> None:
    kenya = 3
    state = arrange(scenario="s1940", turn=9, enemy=["1928"])
    assert state.theatre.boxes[kenya].id == "kenya"
    state.captures = [Capture(at("1928"), 8)]
    assert resources.sources(state, kenya) == [at("0929")]
    state.turn = 10
    assert resources.sources(state, kenya) == [at("0929"), at("1928")]


@pytest.mark.rule("7.3.2-g")
def test_an_enemy_unit_in_a_source_destroys_its_box() -> None:
    state = arrange({"it_trk1": "north", "it_trk2": "south"}, boxes={"north": 3, "south": 2})
    lost = only(resources.source_entered(state, at("1405"), OTHER), SourceLost)
    assert (lost.box, lost.count, lost.trucks) == ("north", 3, ("it_trk1",))
    assert (box(state, "north"), box(state, "south")) == (0, 2)
    assert place(state, "it_trk1") == "dead"
    assert not resources.source_entered(state, at("2324"), ITALIAN)


# --- trucks in boxes -----------------------------------------------------------


@pytest.mark.rule("7.3.2-f", "5.2-A-VI")
def test_trucks_go_into_a_box_from_its_source_and_out_again() -> None:
    state = arrange({"it_trk1": "1405", "it_trk2": "1305"}, phase=Phase.TRUCK_BOXES)
    play(state, ShiftTruck("it_trk1", "north"))
    assert place(state, "it_trk1") == "north"
    assert why(state, ShiftTruck("it_trk2", "north")) == ("7.3.2-f", "not-its-source")
    assert why(state, ShiftTruck("it_trk1", "2324")) == ("7.3.2-f", "not-its-source")
    play(state, ShiftTruck("it_trk1", "1405"))
    assert place(state, "it_trk1") == "1405"


@pytest.mark.rule("7.3.2-f", "10.3-a")
def test_a_truck_with_a_load_stays_out() -> None:
    state = arrange({"it_trk1": "1405 +1", "it_trk2": "1405"}, phase=Phase.TRUCK_BOXES)
    assert why(state, ShiftTruck("it_trk1", "north")) == ("7.3.2-f", "truck-not-free")


# --- reinforcing -----------------------------------------------------------


def weak() -> State:
    units = {"it_Sb": "1306 2s", "it_hq_1CA": "1306"}
    return arrange(units, phase=Phase.REPLACEMENTS, boxes={"north": 2, "south": 0})


@pytest.mark.rule("7.3.3-a", "7.3.3-b", "2.3.9-c", "7.3.1-a", "5.2-A-III")
def test_one_point_of_two_gives_back_one_step() -> None:
    state = weak()
    spent = only(play(state, Pay("it_Sb", "it_hq_1CA", "north")), PointsSpent)
    assert (spent.holder, spent.count) == ("north", 1)
    assert (box(state, "north"), unit(state, "it_Sb").steps) == (1, 3)


@pytest.mark.rule("7.3.3-a")
def test_no_more_steps_than_printed_and_none_without_points() -> None:
    state = weak()
    assert why(state, Pay("it_Sb", "it_hq_1CA", "north", 3)) == ("7.3.3-a", "at-full-strength")
    assert why(state, Pay("it_Sb", "it_hq_1CA", "south")) == ("7.3.1-a", "too-few-points")


@pytest.mark.rule("7.3.3-a", "2.4-c")
def test_black_circles_and_breakdown_units_take_no_replacements() -> None:
    state = arrange(
        {"it_bd_regular_1": "1306", "it_hq_1CA": "1306", "it_Sb": "1306 1s"},
        phase=Phase.REPLACEMENTS,
        boxes={"north": 2},
    )
    order = Pay("it_bd_regular_1", "it_hq_1CA", "north")
    assert why(state, order) == ("7.3.3-a", "no-replacements")


@pytest.mark.rule("7.3.3-b")
def test_the_unit_must_be_with_the_hq_or_next_to_it() -> None:
    state = arrange(
        {"it_Sb": "1305 2s", "it_Gv": "1405 2s", "it_hq_1CA": "1306", "it_hq_2CA": "1206"},
        phase=Phase.REPLACEMENTS,
        boxes={"north": 2},
    )
    assert allowed(state, Pay("it_Sb", "it_hq_1CA", "north"))
    assert why(state, Pay("it_Gv", "it_hq_2CA", "north")) == ("7.3.3-b", "far-from-hq")


@pytest.mark.rule("7.3.3-b", "7.3.2-d")
def test_an_hq_without_a_path_cannot_draw() -> None:
    state = arrange(
        {"it_Sb": "1008 2s", "it_hq_1CA": "1008", "et_seyoum_1": "1305", "it_Gv": "1405 3s"},
        phase=Phase.REPLACEMENTS,
        boxes={"north": 2},
    )
    refusals = {why(state, Pay("it_Sb", "it_hq_1CA", "north"))}
    assert refusals <= {("7.3.2-d", "no-rp-path"), ("7.3.3-a", "out-of-supply")}
    assert not resources.path_reach(state, NORTH)[at("1008")]


@pytest.mark.rule("7.3.1-b")
def test_points_are_for_their_own_side() -> None:
    state = arrange(
        {"it40_irr1": "dead"},
        scenario="s1940",
        phase=Phase.REPLACEMENTS,
        boxes={"sudan": 3, "asmara": 1},
    )
    assert why(state, Rebuild("it40_irr1", "sudan", "0205")) == ("7.3.1-b", "enemy-box")


# --- rebuilding -----------------------------------------------------------


@pytest.mark.rule("7.3.4-a", "7.3.4-b", "7.3.4-c")
def test_a_division_comes_back_at_mogadishu_with_one_step_for_one_point() -> None:
    state = arrange({"it_Sb": "dead"}, phase=Phase.REPLACEMENTS, boxes={"south": 2, "north": 0})
    play(state, Rebuild("it_Sb", "south", "2324", 1))
    assert (place(state, "it_Sb"), unit(state, "it_Sb").steps, box(state, "south")) == (
        "2324",
        1,
        1,
    )
    assert has(state, "it_Sb", ARRIVED)


@pytest.mark.rule("7.3.4-b")
def test_an_hq_costs_two_points_and_a_truck_one() -> None:
    state = arrange(
        {"it_hq_1CA": "dead", "it_trk1": "dead"}, phase=Phase.REPLACEMENTS, boxes={"north": 3}
    )
    play(state, Rebuild("it_hq_1CA", "north", "1405"))
    assert box(state, "north") == 1
    play(state, Rebuild("it_trk1", "north", "1405"))
    assert box(state, "north") == 0


@pytest.mark.rule("7.3.4-a", "7.3.4-c")
def test_what_cannot_come_back_and_where() -> None:
    state = arrange(
        {"it_irr1": "dead", "it_Sb": "dead", "et_seyoum_1": "1405"},
        phase=Phase.REPLACEMENTS,
        boxes={"north": 2, "south": 2},
    )
    assert why(state, Rebuild("it_irr1", "south", "2324")) == ("7.3.4-a", "not-rebuilt")
    assert why(state, Rebuild("it_Sb", "south", "1405")) == ("7.3.4-c", "no-rebuilding-hex")
    assert why(state, Rebuild("it_Sb", "north", "1405")) == ("7.3.4-c", "no-rebuilding-hex")
    assert why(state, Rebuild("it_Sb", "south", "2324", 5)) == ("7.3.4-b", "wrong-steps")


@pytest.mark.rule("PB 14.6.8", "7.3.4-a", "2.3.7-a")
def test_in_1940_the_italian_rebuilds_only_irregulars_and_none_at_prestige_zero() -> None:
    state = arrange(
        {"it40_irr1": "dead", "it40_GdS": "dead"},
        scenario="s1940",
        phase=Phase.REPLACEMENTS,
        boxes={"asmara": 3},
        prestige=4,
    )
    assert why(state, Rebuild("it40_GdS", "asmara", "1305")) == ("7.3.4-a", "not-rebuilt")
    rebuilt = only(play(state, Rebuild("it40_irr1", "asmara", "1305")), Rebuilt)
    assert (rebuilt.hex, rebuilt.steps) == ("1305", 1)
    assert has(state, "it40_irr1", HIDDEN)
    broken = arrange(
        {"it40_irr1": "dead", "it40_GdS": "1305 1s"},
        scenario="s1940",
        phase=Phase.REPLACEMENTS,
        boxes={"asmara": 3},
        prestige=0,
    )
    slot = WORLD.slots["it40_irr1"]
    assert not replacements.may_be_rebuilt(broken, slot)


@pytest.mark.rule("PB 14.4.3", "PB 14.4.2", "7.3.4-a")
def test_the_allies_rebuild_units_of_several_steps_but_not_the_division_for_egypt() -> None:
    state = arrange(
        {"cw_1SA": "dead", "cw_SALT": "dead", "cw_4IND": "dead", "et40_g1": "held"},
        scenario="s1940",
        phase=Phase.REPLACEMENTS,
        side=OTHER,
        turn=12,
        boxes={"kenya": 5},
    )
    able = [
        n
        for n in ("cw_1SA", "cw_SALT", "cw_4IND", "et40_g1")
        if replacements.may_be_rebuilt(state, WORLD.slots[n])
    ]
    assert able == ["cw_1SA"]
    state.turn = 11
    assert replacements.may_be_rebuilt(state, WORLD.slots["cw_4IND"])


# --- warriors called back -----------------------------------------------------------


@pytest.mark.rule("PB 13.6.4.2", "2.3.7-a")
def test_a_leader_calls_a_fallen_warrior_back_face_down_for_a_point() -> None:
    state = arrange(
        {"et_IMR": "1112 +2", "et_imru_1": "dead =1", "et_imru_2": "dead =3"},
        phase=Phase.REPLACEMENTS,
        side=OTHER,
    )
    play(state, Recall("et_IMR", "et_imru_1"))
    assert place(state, "et_imru_1") == "1112"
    assert has(state, "et_imru_1", HIDDEN)
    assert has(state, "et_imru_2", HIDDEN)
    assert {unit(state, "et_imru_1").value, unit(state, "et_imru_2").value} == {1, 3}
    assert unit(state, "et_IMR").load == 1
    assert has(state, "et_IMR", RECALLED)


@pytest.mark.rule("PB 13.6.4.2")
@pytest.mark.parametrize(
    ("units", "reason"),
    [
        ({"et_IMR": "1112"}, "leader-without-points"),
        ({"et_IMR": "1112 +1 recalled"}, "recalled-already"),
        ({"et_IMR": "1306 +1"}, "leader-abroad"),
        ({"et_IMR": "1112 +1", "it_Sb": "1111"}, "enemy-beside"),
        ({"et_IMR": "1112 +1", "et_seyoum_1": "dead"}, "no-fallen-warrior"),
    ],
)
def test_when_a_leader_cannot_call_warriors_back(units: dict[str, str], reason: str) -> None:
    state = arrange(
        {**units, "et_imru_1": "dead", "et_NEG": "1215 +1", "et_imperial_1": "dead"},
        phase=Phase.REPLACEMENTS,
        side=OTHER,
    )
    fallen = "et_seyoum_1" if reason == "no-fallen-warrior" else "et_imru_1"
    assert why(state, Recall("et_IMR", fallen)) == ("PB 13.6.4.2", reason)
