"""5.2-A-I, 5.2-A-II, 7.2: event markers, reinforcements and resource points of the turn."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Event
from campagna.games.lion_of_judah.events import (
    Arrived,
    Delayed,
    MarkersAdded,
    PointsLost,
    PointsReceived,
)
from campagna.games.lion_of_judah.flags import AIRLIFTED, ARRIVED
from campagna.games.lion_of_judah.frames import Choice, Gain
from campagna.games.lion_of_judah.orders import Answer, Done, GivePoints, Land
from campagna.games.lion_of_judah.rules.resources import arrivals
from campagna.games.lion_of_judah.rules.sequence import administration
from campagna.games.lion_of_judah.state import AirStatus, InForce, Shipment, State
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    air,
    allowed,
    arrange,
    at,
    box,
    decision,
    events_of,
    has,
    only,
    place,
    play,
    unit,
    why,
)


def opened(state: State) -> list[Event]:
    return administration.open_step(state, SeededChance(1))


def arriving(units: dict[str, str], turn: int, **more: Any) -> State:
    return arrange(units, phase=Phase.ARRIVALS, turn=turn, **more)


# --- strategic turns -----------------------------------------------------------


@pytest.mark.rule("5.2-A-I", "6.1")
@pytest.mark.parametrize(
    ("scenario", "turn", "pool", "count"),
    [("s1935", 1, "A", 11), ("s1935", 4, "B", 9), ("s1940", 1, "C", 12), ("s1940", 8, "D", 11)],
)
def test_a_pool_joins_the_cup_on_its_strategic_turn(
    scenario: str, turn: int, pool: str, count: int
) -> None:
    state = arrange(scenario=scenario, phase=Phase.ARRIVALS, turn=turn)
    events = administration.open_turn(state, SeededChance(1))
    assert only(events, MarkersAdded) == MarkersAdded(rule="6.1", pool=pool, count=count)
    assert len(state.cup) == count
    assert state.cup == sorted(state.cup)
    assert all(marker.startswith(pool) for marker in state.cup)


@pytest.mark.rule("5.2-A-I", "6.1")
def test_other_turns_add_nothing_and_markers_stay_until_drawn() -> None:
    state = arrange(phase=Phase.ARRIVALS, turn=3, cup=["A1", "A-NE"])
    assert not events_of(administration.open_turn(state, SeededChance(1)), MarkersAdded)
    assert state.cup == ["A1", "A-NE"]


def test_marks_of_the_last_phase_come_off() -> None:
    state = arriving({"it_Sb": "1305 airlifted arrived"}, 3, bribed=["azebo"], sailed=(1, 2))
    administration.open_turn(state, SeededChance(1))
    assert not has(state, "it_Sb", AIRLIFTED | ARRIVED)
    assert (state.bribed, state.sailed) == ([], (0, 0))


# --- units -----------------------------------------------------------


@pytest.mark.rule("7.2-a", "PB 13.3.1", "5.2-A-II")
def test_pusteria_enters_at_massawa_on_turn_five() -> None:
    state = arriving({"it_PS": "due"}, 4)
    assert not events_of(opened(state), Arrived)
    state.turn = 5
    arrived = only(opened(state), Arrived)
    assert (arrived.units, arrived.hex) == (("it_PS",), "1405")
    assert (place(state, "it_PS"), unit(state, "it_PS").steps) == ("1405", 4)
    assert has(state, "it_PS", ARRIVED)


@pytest.mark.rule("7.2-c")
def test_an_enemy_in_the_entry_hex_stops_reinforcements_but_not_his_control() -> None:
    state = arriving({"it_PS": "due", "et_seyoum_1": "1405"}, 5)
    assert only(opened(state), Delayed).units == ("it_PS",)
    assert place(state, "it_PS") == "due"
    empty = arriving({"it_PS": "due"}, 5, enemy=["1405"])
    opened(empty)
    assert place(empty, "it_PS") == "1405"
    assert empty.control[at("1405")] == ITALIAN


@pytest.mark.rule("7.2-c", "8.1-a")
def test_where_not_all_fit_the_owner_chooses_who_comes_in() -> None:
    here = dict.fromkeys(("it_Sb", "it_Gv", "it_GS"), "1405")
    state = arriving({**here, "it_PS": "due", "it_SL": "due"}, 5)
    opened(state)
    assert (place(state, "it_PS"), place(state, "it_SL")) == ("due", "due")
    assert decision(state) == ("italian", "arrivals")
    play(state, Land("it_SL", "1405"))
    assert (place(state, "it_SL"), place(state, "it_PS")) == ("1405", "due")


@pytest.mark.rule("7.2-a", "7.2-b")
def test_units_come_in_only_when_due_and_by_their_own_hex() -> None:
    state = arriving({"it_PS": "due"}, 4)
    assert why(state, Land("it_PS", "1405")) == ("7.2-a", "not-due")
    state.turn = 6
    assert why(state, Land("it_PS", "2324")) == ("7.2-b", "wrong-entry")


@pytest.mark.rule("PB 13.3.2")
def test_makonnen_comes_in_at_his_hex_or_at_the_nearest_ethiopian_town() -> None:
    people = {"et_MAK": "due", "et_makonnen_1": "due"}
    state = arriving(people, 2, side=OTHER)
    opened(state)
    assert place(state, "et_MAK") == place(state, "et_makonnen_1") == "0914"
    blocked = arriving({**people, "it_Sb": "0914"}, 2, side=OTHER)
    opened(blocked)
    measure = WORLD.board.grid.distance
    towns = [h for h in range(WORLD.size) if WORLD.settlement[h] and blocked.control[h] == OTHER]
    least = min(measure(h, at("0914")) for h in towns)
    reached = [h for h in towns if measure(h, at("0914")) == least]
    if len(reached) == 1:
        assert unit(blocked, "et_MAK").place == reached[0]
    else:
        assert allowed(blocked, Land("et_MAK", WORLD.hex_ids[reached[0]]))


@pytest.mark.rule("PB 14.4.1")
def test_the_sudan_force_uses_khartoum_when_its_hex_is_taken() -> None:
    state = arrange(
        {"cw_5IND": "due", "it40_GdS": "0801"},
        scenario="s1940",
        phase=Phase.ARRIVALS,
        side=OTHER,
        turn=4,
    )
    opened(state)
    assert place(state, "cw_5IND") == "0205"


@pytest.mark.rule("PB 14.5.2")
def test_the_aden_force_may_land_on_an_empty_beach_even_if_it_is_italian() -> None:
    beaches = [
        h for h in WORLD.regions(["british_somaliland"]) if WORLD.coast[h] and h != at("2312")
    ]
    state = arrange(
        {"cw_Aden": "due"},
        scenario="s1940",
        phase=Phase.ARRIVALS,
        side=OTHER,
        turn=10,
        italian=[WORLD.hex_ids[beaches[0]]],
    )
    opened(state)
    assert place(state, "cw_Aden") == "due"
    play(state, Land("cw_Aden", WORLD.hex_ids[beaches[0]]))
    assert unit(state, "cw_Aden").place == beaches[0]
    assert state.control[beaches[0]] == OTHER


@pytest.mark.rule("PB 14.5.2")
def test_the_aden_force_evacuated_to_nairobi_comes_in_there_like_others() -> None:
    state = arrange({"cw_Aden": "due"}, scenario="s1940", phase=Phase.ARRIVALS, side=OTHER, turn=12)
    state.change(WORLD.slots["cw_Aden"], due=12, entry=at("0929"))
    opened(state)
    assert place(state, "cw_Aden") == "0929"


# --- resource points and air -----------------------------------------------------------


@pytest.mark.rule("PB 13.3.3")
def test_the_italian_boxes_fill_by_the_table() -> None:
    state = arriving({}, 4, boxes={"north": 1, "south": 0})
    opened(state)
    assert (box(state, "north"), box(state, "south")) == (5, 2)


@pytest.mark.rule("PB 14.4.3")
def test_the_five_boxes_of_1940() -> None:
    for side, sums in ((ITALIAN, {"asmara": 0, "addis": 1}), (OTHER, {"sudan": 4, "aden": 0})):
        state = arrange(scenario="s1940", phase=Phase.ARRIVALS, side=side, turn=8)
        state.boxes = [0] * len(state.boxes)
        opened(state)
        assert {name: box(state, name) for name in sums} == sums
    assert len(state.theatre.boxes) == 5


@pytest.mark.rule("PB 13.3.3")
def test_points_for_a_source_with_an_enemy_in_it_are_lost() -> None:
    state = arriving({"et_seyoum_1": "1405"}, 4, boxes={"north": 0, "south": 0})
    events = opened(state)
    assert only(events, PointsLost) == PointsLost(rule="A-43", holder="north", count=4)
    assert (box(state, "north"), box(state, "south")) == (0, 2)


@pytest.mark.rule("11.8-b")
def test_points_at_sea_arrive_in_the_next_phase() -> None:
    state = arriving({}, 4, boxes={"north": 0, "south": 0}, shipments=[Shipment(1, 2, 4)])
    events = opened(state)
    assert box(state, "south") == 4
    assert state.shipments == []
    assert PointsReceived(rule="A-36", holder="south", count=2) in events


@pytest.mark.rule("10.1.4-a", "5.2-A-II")
def test_delayed_air_markers_come_back_on_their_turn() -> None:
    state = arriving({}, 5)
    state.change_air(WORLD.air_slots["it_air1"], status=AirStatus.AWAY, due=5)
    opened(state)
    assert air(state, "it_air1") == AirStatus.READY


@pytest.mark.rule("PB 13.6.4.4")
def test_arms_come_by_the_railway_while_it_is_ethiopian() -> None:
    leaders = {"et_NEG": "1215", "et_NAS": "1713", "et_IMR": "1112"}
    state = arriving(leaders, 3, side=OTHER)
    opened(state)
    assert isinstance(state.agenda[-1], Gain)
    assert why(state, GivePoints("et_IMR")) == ("PB 13.6.4", "leader-cannot-take")
    play(state, GivePoints("et_NAS"))
    assert unit(state, "et_NAS").load == 1
    cut = arriving(leaders, 3, side=OTHER, italian=["1514"])
    opened(cut)
    assert not cut.agenda
    late = arriving(leaders, 7, side=OTHER)
    opened(late)
    assert not late.agenda


@pytest.mark.rule("6.2-a")
def test_sanctions_cost_two_points_of_the_next_phase_from_boxes_of_his_choice() -> None:
    state = arriving({}, 4, boxes={"north": 0, "south": 0}, in_force=[InForce("A4", 4, amount=2)])
    opened(state)
    assert isinstance(state.agenda[-1], Choice)
    play(state, Answer("south"), Answer("north"))
    assert (box(state, "north"), box(state, "south")) == (3, 1)
    assert not state.agenda


def test_wavell_keeps_the_points_of_the_sudan_box_for_one_phase() -> None:
    state = arrange(
        scenario="s1940",
        phase=Phase.ARRIVALS,
        side=OTHER,
        turn=7,
        boxes={"sudan": 0, "kenya": 0},
        in_force=[InForce("C8", 7)],
    )
    arrivals.open_step(state)
    assert (box(state, "sudan"), box(state, "kenya")) == (0, 3)


@pytest.mark.rule("5.2-0")
def test_the_first_player_finishes_a_step_before_the_second() -> None:
    state = arriving({"it_PS": "due", "it_Sb": "1405", "it_Gv": "1405", "it_GS": "1405 "}, 5)
    state.put(WORLD.slots["it_SL"], unit(state, "it_PS").place, due=5, entry=at("1405"), steps=4)
    opened(state)
    assert (state.side, decision(state)) == (ITALIAN, ("italian", "arrivals"))
    play(state, Done())
    assert (state.phase, state.side) != (Phase.ARRIVALS, ITALIAN)
