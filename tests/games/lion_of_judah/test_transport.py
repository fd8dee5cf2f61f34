"""10.3: trucks under units and with resource points; 11.7: railways; 11.8: ships."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.chance import SeededChance
from campagna.games.lion_of_judah.orders import (
    Embark,
    Load,
    Motorise,
    Move,
    RailMove,
    RailPoints,
    Ship,
    Unload,
)
from campagna.games.lion_of_judah.rules.movement import rail, sea
from campagna.games.lion_of_judah.rules.movement.movement import available, left
from campagna.games.lion_of_judah.rules.movement.terrain_costs import move_class
from campagna.games.lion_of_judah.rules.resources import arrivals, trucks
from campagna.games.lion_of_judah.rules.sequence import administration
from campagna.games.lion_of_judah.state import Capture, Shipment, State
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    box,
    place,
    play,
    slot,
    unit,
    why,
)

LEG, MOTORISED = 0, 2


# --- trucks under units -----------------------------------------------------------


def depot(units: dict[str, str], **more: Any) -> State:
    return arrange(units, phase=Phase.MOTORISATION, **more)


@pytest.mark.rule("10.3.2-a", "10.3.2-b", "5.2-A-V", "10.3-a")
def test_two_trucks_motorise_a_division_and_one_a_smaller_unit() -> None:
    state = depot({"it_Sb": "1305", "it_Di": "1305", "it_trk1": "1305", "it_trk2": "1405"})
    one = Motorise("it_Sb", "1305", ("it_trk1",))
    assert why(state, one) == ("10.3.2-a", "wrong-number-of-trucks")
    play(state, Motorise("it_Sb", "1305", ("it_trk1", "it_trk2")))
    assert state.trucks_under(slot("it_Sb")) == (slot("it_trk1"), slot("it_trk2"))
    assert place(state, "it_trk2") == "1305"
    small = depot({"it_Di": "1305", "it_trk1": "1305"})
    play(small, Motorise("it_Di", "1305", ("it_trk1",)))
    assert small.trucks_under(slot("it_Di")) == (slot("it_trk1"),)


@pytest.mark.rule("10.3.2-b", "2.3.8-b")
def test_a_motorised_unit_pays_for_wheels_and_has_two_points_more() -> None:
    state = arrange({"it_Sb": "1305", "it_trk1": "1305 <it_Sb", "it_trk2": "1305 <it_Sb"})
    assert available(state, slot("it_Sb")) == 2 * (4 + 2)
    assert move_class(state, [slot("it_Sb")]) == MOTORISED
    afoot = arrange({"it_Sb": "1305"})
    assert available(afoot, slot("it_Sb")) == 2 * 4
    assert move_class(afoot, [slot("it_Sb")]) == LEG
    play(state, Move(("it_Sb",), ("1305", "1205")))
    assert place(state, "it_trk1") == "1205"


@pytest.mark.rule("10.3.2-a", "10.3-a")
@pytest.mark.parametrize(
    ("units", "order", "reason"),
    [
        (
            {"it_CVN": "1305", "it_trk1": "1305"},
            Motorise("it_CVN", "1305", ("it_trk1",)),
            "cannot-be-motorised",
        ),
        (
            {"it_irr1": "1305", "it_trk1": "1305"},
            Motorise("it_irr1", "1305", ("it_trk1",)),
            "cannot-be-motorised",
        ),
        (
            {"it_Di": "1305", "it_trk1": "1104"},
            Motorise("it_Di", "1305", ("it_trk1",)),
            "truck-too-far",
        ),
        (
            {"it_Di": "1305", "it_trk1": "1305 +1"},
            Motorise("it_Di", "1305", ("it_trk1",)),
            "truck-not-free",
        ),
        (
            {"it_Di": "1305", "it_trk1": "1305"},
            Motorise("it_Di", "1405", ("it_trk1",)),
            "not-there",
        ),
    ],
)
def test_what_trucks_do_not_carry(units: dict[str, str], order: Motorise, reason: str) -> None:
    state = depot({**units, "it_trk9": "2324"})
    assert why(state, order)[1] == reason


@pytest.mark.rule("10.3-a")
def test_trucks_serve_only_their_own_nation() -> None:
    state = arrange(
        {"cw_FFL": "0205", "cw_trk1": "0205"},
        scenario="s1940",
        phase=Phase.MOTORISATION,
        side=OTHER,
        turn=9,
    )
    assert why(state, Motorise("cw_FFL", "0205", ("cw_trk1",)))[1] == "other-nationality"


@pytest.mark.rule("10.3.2-a")
def test_a_unit_out_of_supply_is_not_motorised() -> None:
    state = depot({"it_Di": "1305", "it_trk1": "1305"}, enemy=["1405", "2324"])
    assert why(state, Motorise("it_Di", "1305", ("it_trk1",)))[1] == "out-of-supply"


@pytest.mark.rule("10.3.2-b", "5.2-A-V")
def test_in_the_next_phase_the_unit_may_stay_motorised_or_unload() -> None:
    state = depot({"it_Di": "1305", "it_trk1": "1305 <it_Di", "it_trk2": "1305"})
    again = Motorise("it_Di", "1305", ("it_trk2",))
    assert why(state, again) == ("10.3.2-b", "already-motorised")
    play(state, Unload("it_Di"))
    assert state.trucks_under(slot("it_Di")) == ()
    assert place(state, "it_trk1") == "1305"
    assert why(state, Unload("it_Di")) == ("10.3.2-b", "not-motorised")


@pytest.mark.rule("10.3.2-a")
def test_every_offered_motorisation_is_allowed() -> None:
    state = depot({"it_Sb": "1305", "it_Di": "1305", "it_trk1": "1305", "it_trk2": "1405"})
    orders = trucks.motorisations(state)
    assert len(orders) == 2
    assert all(allowed(state, o) for o in orders)


# --- resource points on the road -----------------------------------------------------------


@pytest.mark.rule("10.3.1-a", "10.3.4", "7.3.2-b")
def test_a_truck_that_starts_in_a_source_may_take_several_points_and_slows_down() -> None:
    state = arrange({"it_trk1": "1405"}, boxes={"north": 4})
    play(state, Load("it_trk1", 3))
    assert (unit(state, "it_trk1").load, box(state, "north")) == (3, 1)
    assert available(state, slot("it_trk1")) == 2 * (6 - 2)


@pytest.mark.rule("10.3.4", "10.3.1-a")
def test_a_truck_that_comes_to_a_source_takes_no_more_than_it_started_with() -> None:
    state = arrange({"it_trk1": "1305"}, boxes={"north": 4})
    play(state, Move(("it_trk1",), ("1305", "1405")))
    assert why(state, Load("it_trk1", 2)) == ("10.3.4", "truck-full")
    play(state, Load("it_trk1", 1))
    assert unit(state, "it_trk1").load == 1


@pytest.mark.rule("10.3.1-a")
def test_points_are_loaded_only_in_source_hexes() -> None:
    state = arrange({"it_trk1": "1305"}, boxes={"north": 4})
    assert why(state, Load("it_trk1", 1)) == ("10.3.1-a", "not-at-a-source")


@pytest.mark.rule("10.3.1-b", "7.3.2-b")
def test_a_truck_unloads_into_the_box_and_drives_on() -> None:
    state = arrange({"it_trk1": "1305 +1"}, boxes={"north": 0})
    play(state, Move(("it_trk1",), ("1305", "1405")), Load("it_trk1", -1))
    assert (box(state, "north"), unit(state, "it_trk1").load) == (1, 0)
    assert left(state, slot("it_trk1")) > 0
    assert allowed(state, Move(("it_trk1",), ("1405", "1305")))


# --- railways -----------------------------------------------------------


def station(units: dict[str, str], **more: Any) -> State:
    return arrange(units, phase=Phase.TRANSPORT, **more)


@pytest.mark.rule("11.7-a", "11.7-b", "PB 13.5.1", "5.2-A-VIII", "11.1-b")
def test_a_division_goes_by_train_and_keeps_its_points() -> None:
    state = station({"it_Sb": "1405", "it_Gv": "1405"})
    play(state, RailMove(("it_Sb",), "1405", "1104"))
    assert (place(state, "it_Sb"), unit(state, "it_Sb").spent) == ("1104", 0)
    assert why(state, RailMove(("it_Gv",), "1405", "1104")) == ("11.7-b", "railway-full")


@pytest.mark.rule("11.7-b", "8.2-c")
def test_two_small_units_or_an_hq_and_a_truck_fill_a_train() -> None:
    state = station({"it_Di": "1405", "it_CVN": "1405", "it_hq_1CA": "1405", "it_trk1": "1405"})
    assert allowed(state, RailMove(("it_Di", "it_CVN"), "1405", "1305"))
    assert allowed(state, RailMove(("it_hq_1CA", "it_trk1"), "1405", "1305"))
    assert not allowed(state, RailMove(("it_Di", "it_CVN", "it_trk1"), "1405", "1305"))


@pytest.mark.rule("11.7-a")
def test_who_cannot_take_the_train() -> None:
    state = station(
        {"it_Sb": "1405 arrived", "it_Gv": "1305", "it_Di": "1306", "it_trk1": "1305 <it_Gv"}
    )
    assert why(state, RailMove(("it_Sb",), "1405", "1305"))[1] == "arrived-this-phase"
    assert why(state, RailMove(("it_Gv",), "1305", "1405"))[1] == "unload-first"
    assert why(state, RailMove(("it_Di",), "1306", "1405"))[1] == "no-railway"
    cut = station({"it_Gv": "1305"}, enemy=["1405", "2324"])
    assert why(cut, RailMove(("it_Gv",), "1305", "1205"))[1] == "out-of-supply"


@pytest.mark.rule("11.7-b")
def test_trains_run_only_through_friendly_hexes() -> None:
    line = WORLD.parts[0].railway("Eritrean railway")
    state = station({"it_Sb": "1405"}, enemy=["1205"])
    reach = rail.reach(state, ITALIAN, "Eritrean railway", at("1405"))
    assert at("1305") in reach
    assert at("1104") not in reach
    assert at("1104") in line


@pytest.mark.rule("PB 13.5.1")
def test_four_warriors_go_by_train_their_leader_rides_free() -> None:
    warriors = {f"et_nasibu_{n}": "1713" for n in range(1, 6)}
    state = station({**warriors, "et_NAS": "1713"}, side=OTHER)
    four = tuple(list(warriors)[:4])
    assert allowed(state, RailMove((*four, "et_NAS"), "1713", "1215"))
    assert why(state, RailMove(tuple(warriors), "1713", "1215"))[1] == "railway-full"


@pytest.mark.rule("PB 14.5.1", "11.7-a")
def test_a_captured_line_serves_from_the_second_phase() -> None:
    state = arrange(scenario="s1940", turn=9)
    hexes = WORLD.parts[1].railway("Sudan railway")
    one = next(iter(sorted(hexes)))
    assert one in rail.open_hexes(state, OTHER, "Sudan railway")
    state.captures = [Capture(one, 8)]
    assert one not in rail.open_hexes(state, OTHER, "Sudan railway")
    state.turn = 10
    assert one in rail.open_hexes(state, OTHER, "Sudan railway")


@pytest.mark.rule("11.7-b", "7.3.2-b")
def test_points_go_by_rail_only_between_boxes_on_one_line() -> None:
    state = station({"it_Sb": "1405"}, boxes={"north": 3, "south": 0})
    assert why(state, RailPoints("north", "south", 1))[1] == "no-railway"


# --- ships -----------------------------------------------------------


@pytest.mark.rule("11.8-a", "PB 13.5.2")
def test_italian_ports_of_1935() -> None:
    state = station({})
    assert {WORLD.hex_ids[h] for h in sea.ports(state, ITALIAN)} == {
        "1405",
        "1908",
        "2324",
        "1928",
    }
    assert sea.ports(state, OTHER) == []
    lost = station({}, enemy=["1908"])
    assert at("1908") not in sea.ports(lost, ITALIAN)


@pytest.mark.rule("PB 14.5.2")
def test_allied_ports_open_on_turn_nine_and_djibouti_after_it_rallies() -> None:
    held = ["1928", "2324", "1405", "1908"]
    state = arrange(scenario="s1940", turn=8, enemy=held)
    assert [WORLD.hex_ids[h] for h in sea.ports(state, OTHER)] == ["2312"]
    assert sea.ports(state, ITALIAN) == []
    state.turn = 9
    assert len(sea.ports(state, OTHER)) == 5
    state.french_open = True
    state.take_control(at("2011"), OTHER)
    assert at("2011") in sea.ports(state, OTHER)


@pytest.mark.rule("11.8-b", "11.8-c")
def test_points_and_trucks_sail_between_boxes_and_arrive_next_turn() -> None:
    state = station({"it_trk1": "north", "it_Sb": "1405"}, boxes={"north": 3, "south": 0})
    assert why(state, Ship("north", "south", 3))[1] == "ships-full"
    play(state, Ship("north", "south", 2, ("it_trk1",)))
    assert box(state, "north") == 1
    assert state.shipments == [Shipment(1, 2, state.turn + 1)]
    assert why(state, Ship("north", "south", 1))[1] == "ships-full"
    state.phase, state.side, state.turn = Phase.ARRIVALS, ITALIAN, state.turn + 1
    before = state.theatre.boxes[1].per_turn[state.turn - 1]
    administration.open_step(state, SeededChance(1))
    assert box(state, "south") == 2 + before
    assert place(state, "it_trk1") == "south"


@pytest.mark.rule("11.8-a")
def test_a_unit_that_arrived_in_this_phase_does_not_sail() -> None:
    state = station({"it_Sb": "1405 arrived", "it_Gv": "1305"})
    assert why(state, Embark(("it_Sb",), "1405", "2324"))[1] == "arrived-this-phase"
    assert why(state, Embark(("it_Gv",), "1305", "2324"))[1] == "no-port"


@pytest.mark.rule("PB 14.6.6", "11.8-b")
def test_berbera_is_evacuated_to_nairobi_or_port_sudan_under_the_enemys_eyes() -> None:
    state = arrange(
        {"cw_BSF": "2312", "it40_c2": WORLD.hex_ids[WORLD.board.grid.around(at("2312"))[0]]},
        scenario="s1940",
        phase=Phase.TRANSPORT,
        side=OTHER,
        turn=3,
    )
    for port in ("0929", "0801"):
        assert allowed(state, Embark(("cw_BSF",), "2312", port))
    play(state, Embark(("cw_BSF",), "2312", "0801"))
    assert (place(state, "cw_BSF"), unit(state, "cw_BSF").due) == ("due", 4)
    state.phase, state.side, state.turn = Phase.ARRIVALS, OTHER, 4
    administration.open_step(state, SeededChance(1))
    assert place(state, "cw_BSF") == "0801"


@pytest.mark.rule("PB 14.5.2")
def test_the_aden_box_ships_only_while_berbera_is_allied() -> None:
    state = arrange(
        {"cw_21B": "0205"},
        scenario="s1940",
        phase=Phase.TRANSPORT,
        side=OTHER,
        boxes={"sudan": 2, "aden": 0},
    )
    assert allowed(state, Ship("sudan", "aden", 1))
    state.take_control(at("2312"), ITALIAN)
    assert why(state, Ship("sudan", "aden", 1))[1] == "no-sea-way"
    assert allowed(state, Ship("sudan", "kenya", 1))


@pytest.mark.rule("PB 14.5.2", "PB 14.6.6")
def test_the_aden_force_evacuated_from_berbera_comes_in_at_nairobi() -> None:
    state = arrange({"cw_Aden": "2312"}, scenario="s1940", phase=Phase.TRANSPORT, side=OTHER)
    play(state, Embark(("cw_Aden",), "2312", "0929"))
    state.turn += 1
    assert arrivals.entries(state, slot("cw_Aden")) == [at("0929")]
