"""11.1 to 11.6 Movement, by rule: costs, closed ground, the minimum move, marches, columns, control."""

from __future__ import annotations

import pytest

from campagna.games.lion_of_judah.field_events import Eliminated, MarchRolled, Overrun, Repelled
from campagna.games.lion_of_judah.flags import COLUMN, INTERDICTED, MOVED, UNSUPPLIED
from campagna.games.lion_of_judah.maps import EVERYTHING
from campagna.games.lion_of_judah.orders import Attack, Done, ForcedMarch, Move, TakeLosses
from campagna.games.lion_of_judah.rules.movement import forced_march, movement, terrain_costs
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    decision,
    has,
    only,
    place,
    play,
    unit,
    why,
)


def step_cost(state: object, name: str, a: str, b: str) -> int:
    g = terrain_costs.ground(state, [WORLD.slots[name]])  # type: ignore[arg-type]
    return g.costs[at(a) * 6 + WORLD.board.grid.direction(at(a), at(b))]


@pytest.mark.rule("3.2-a", "3.2-b", "2.3.7-d")
def test_a_combat_unit_takes_what_it_passes_a_truck_does_not() -> None:
    state = arrange({"it_S1": "1306", "it_trk1": "1306", "it_hq_1CA": "1306"})
    assert state.control[at("1407")] == OTHER
    play(state, Move(("it_trk1",), ("1306", "1407")))
    assert state.control[at("1407")] == OTHER
    play(state, Move(("it_S1",), ("1306", "1407", "1306")))
    assert state.control[at("1407")] == ITALIAN


@pytest.mark.rule("3.2-d", "11.2-e")
def test_enemies_and_aircraft_beside_the_way_cost_nothing() -> None:
    free = arrange({"it_GS": "1206"})
    watched = arrange({"it_GS": "1206", "et_seyoum_1": "1207"})
    assert step_cost(free, "it_GS", "1206", "1307") == step_cost(watched, "it_GS", "1206", "1307")
    marker = WORLD.air_slots["it_air1"]
    watched.change_air(marker, place=at("1307"))
    watched.maps.memos.touch(EVERYTHING)
    assert step_cost(free, "it_GS", "1206", "1307") == step_cost(watched, "it_GS", "1206", "1307")


@pytest.mark.rule("11.2-b", "11.2-d")
def test_the_minimum_move_takes_every_point_and_ends_the_move() -> None:
    """Out of supply and hindered from the air, tanks have two points: one hex, whatever it costs."""
    state = arrange({"it_CVN": "1306"})
    state.flag(WORLD.slots["it_CVN"], UNSUPPLIED | INTERDICTED)
    assert movement.available(state, WORLD.slots["it_CVN"]) == 4
    assert step_cost(state, "it_CVN", "1306", "1307") == 8
    assert why(state, Move(("it_CVN",), ("1306", "1307", "1308"))) == ("11.2-d", "too-far")
    play(state, Move(("it_CVN",), ("1306", "1307")))
    assert unit(state, "it_CVN").spent == 4
    assert has(state, "it_CVN", MOVED)
    assert why(state, ForcedMarch(("it_CVN",), "1307", "1208"))[1] == "moved-already"


@pytest.mark.rule("11.2-c", "PB 13.6.7.2", "PB 13.6.7.1")
def test_deserts_are_for_ethiopians_and_colonials_on_foot() -> None:
    dry = WORLD.hex_index["1507"]
    assert WORLD.desert[dry]
    state = arrange({"it_Sb": "1407", "it_1E": "1407", "it_CVN": "1407", "it_trk1": "1407"})
    assert step_cost(state, "it_Sb", "1407", "1507") == 255
    assert step_cost(state, "it_CVN", "1407", "1507") == 255
    assert step_cost(state, "it_trk1", "1407", "1507") == 255
    assert step_cost(state, "it_1E", "1407", "1507") in (6, 8)
    assert why(state, Move(("it_Sb",), ("1407", "1507"))) == ("11.2-c", "prohibited-terrain")
    foe = arrange({"et_seyoum_1": "1407"}, side=OTHER)
    assert step_cost(foe, "et_seyoum_1", "1407", "1507") in (6, 8)


@pytest.mark.rule("11.2-c", "PB 13.5.3")
def test_enemy_hexes_and_neutral_countries_are_closed() -> None:
    state = arrange({"it_Sb": "1306", "et_seyoum_1": "1307", "it_irr1": "0905"})
    assert why(state, Move(("it_Sb",), ("1306", "1307"))) == ("11.2-c", "enemy-there")
    assert why(state, Move(("it_irr1",), ("0905", "0805")))[1] in (
        "closed-country",
        "ends-unsupplied",
    )
    assert why(state, Move(("it_irr1",), ("0905", "0805"))) == ("11.2-c", "closed-country")
    assert why(state, Move(("it_Sb",), ("1306", "1308"))) == ("11.1-a", "not-adjacent")


@pytest.mark.rule("PB 14.6.7")
def test_the_first_turns_hold_the_italians_near_their_frontiers() -> None:
    state = arrange({"it40_GdS": "0805", "cw_SDF1": "0205"}, scenario="s1940", turn=3)
    assert state.theatre.offensive_limit[at("0205")]
    assert not state.theatre.offensive_limit[at("0607")]
    late = arrange(
        {"it40_M11N": "0204", "cw_SDF1": "0205"}, scenario="s1940", turn=9, phase=Phase.COMBAT
    )
    early = arrange(
        {"it40_M11N": "0204", "cw_SDF1": "0205"}, scenario="s1940", turn=3, phase=Phase.COMBAT
    )
    assert allowed(late, Attack(("it40_M11N",), "0205"))
    assert why(early, Attack(("it40_M11N",), "0205")) == ("PB 14.6.7", "offensive-limit")


@pytest.mark.rule("8.1-b", "PB 13.6.1-b")
def test_factions_do_not_pass_each_other_but_the_imperial_units_do() -> None:
    units = {
        "et_KAS": "1110 active",
        "et_kassa_1": "1110 active",
        "et_imru_1": "1111",
        "et_guard_1": "1110 active",
    }
    state = arrange(units, side=OTHER, leader=WORLD.slots["et_KAS"])
    assert why(state, Move(("et_kassa_1",), ("1110", "1111", "1112"))) == ("8.1-b", "other-faction")
    assert allowed(state, Move(("et_guard_1",), ("1110", "1111", "1112")))


@pytest.mark.rule("PB 13.6.2-b")
def test_only_units_of_the_leader_in_play_move() -> None:
    units = {"et_KAS": "1110 active", "et_kassa_1": "1110 active", "et_kassa_2": "1112"}
    state = arrange(units, side=OTHER, leader=WORLD.slots["et_KAS"])
    assert allowed(state, Move(("et_kassa_1",), ("1110", "1109")))
    assert why(state, Move(("et_kassa_2",), ("1112", "1113")))[1] == "not-activated"


# --- undefended units -----------------------------------------------------------


@pytest.mark.rule("11.6", "2.3.7-d")
def test_combat_units_walk_over_trucks_and_hqs() -> None:
    units = {
        "et_seyoum_1": "1207 active",
        "et_SEY": "1207 active",
        "it_trk1": "1206",
        "it_hq_2CA": "1306",
    }
    state = arrange(units, side=OTHER, leader=WORLD.slots["et_SEY"])
    plain = step_cost(arrange({"et_seyoum_1": "1207"}, side=OTHER), "et_seyoum_1", "1207", "1206")
    assert step_cost(state, "et_seyoum_1", "1207", "1206") == plain
    assert step_cost(state, "et_seyoum_1", "1207", "1306") == 2 + step_cost(
        arrange({"et_seyoum_1": "1207"}, side=OTHER), "et_seyoum_1", "1207", "1306"
    )
    events = play(state, Move(("et_seyoum_1",), ("1207", "1206")))
    assert only(events, Overrun).units == ("it_trk1",)
    assert place(state, "it_trk1") == "dead"
    assert why(state, Move(("et_SEY",), ("1207", "1306"))) == ("11.2-c", "enemy-there")


@pytest.mark.rule("11.6", "PB 14.6.5")
def test_a_screened_hex_may_be_tried() -> None:
    """Dummies vanish before the Italian; real units turn him away."""
    hq = {"it40_hq_NORD": "0905"}
    state = arrange({"it40_GdS": "0905", "cw_dummy1": "0805", **hq}, scenario="s1940", turn=2)
    order = Move(("it40_GdS",), ("0905", "0805"))
    events = play(state, order)
    assert place(state, "it40_GdS") == "0805"
    assert only(events, Eliminated).unit == "cw_dummy1"
    real = arrange({"it40_GdS": "0905", "cw_SDF1": "0805", **hq}, scenario="s1940", turn=2)
    events = play(real, order)
    assert only(events, Repelled).hex == "0805"
    assert place(real, "it40_GdS") == "0905"
    assert has(real, "it40_GdS", MOVED)


# --- forced marches and columns -----------------------------------------------------------


@pytest.mark.rule("11.5.2-a", "11.5.1")
def test_who_may_force_march() -> None:
    may = {
        n: forced_march.may_force(arrange(), WORLD.slots[n])
        for n in ("it_Sb", "it_1E", "it_S1", "it_irr1", "it_hq_1CA", "it_trk1", "et_kassa_1")
    }
    assert may == {
        "it_Sb": True, "it_1E": True, "it_S1": False, "it_irr1": False,
        "it_hq_1CA": False, "it_trk1": True, "et_kassa_1": False,
    }  # fmt: skip


@pytest.mark.rule("11.5.3-b", "11.5.3-a", "11.5.3-d")
def test_the_result_of_a_march_holds_for_the_whole_stack() -> None:
    """Sabauda must force the hex, the Eritreans beside it need not; the ambush is theirs too."""
    state = arrange({"it_Sb": "1305", "it_1E": "1305", "it_hq_1CA": "1306"})
    play(state, Move(("it_Sb", "it_1E"), ("1305", "1406", "1306")))
    assert unit(state, "it_Sb").spent == 8
    order = ForcedMarch(("it_Sb", "it_1E"), "1306", "1307")
    events = play(state, order, dice=[3])
    rolled = only(events, MarchRolled)
    assert (rolled.modifier, rolled.extra, rolled.ambush, rolled.entered) == (-2, 1, True, True)
    assert decision(state) == ("italian", "losses")
    play(state, TakeLosses(("it_1E",)))
    assert unit(state, "it_1E").steps == 3
    assert place(state, "it_Sb") == place(state, "it_1E") == "1307"


@pytest.mark.rule("11.5.3-d")
def test_no_ambush_at_home_far_from_enemies() -> None:
    state = arrange({"it_Sb": "1305"})
    assert not forced_march.exposed(state, at("1305"), at("1306"))
    assert forced_march.exposed(state, at("1306"), at("1307"))


@pytest.mark.rule("11.4.1", "11.5.2-a")
def test_no_march_into_an_amba_even_along_a_track() -> None:
    state = arrange({"it_Sb": "1407", "it_hq_1CA": "1306"}, italian=["1307"])
    play(state, Move(("it_Sb",), ("1407", "1307")))
    assert why(state, ForcedMarch(("it_Sb",), "1307", "1308")) == ("11.5.2-a", "no-march-there")


@pytest.mark.rule("PB 13.6.7.3", "2.3.4-b")
def test_column_movement() -> None:
    state = arrange({"it_Sb": "1405", "it_1E": "1405"})
    road = ("1405", "1305", "1205", "1104")
    assert why(state, Move(("it_1E",), road, column=True)) == ("PB 13.6.7.3", "not-european")
    play(state, Move(("it_Sb",), road, column=True))
    assert has(state, "it_Sb", COLUMN)
    assert has(state, "it_Sb", MOVED)
    watched = arrange({"it_Sb": "1405", "et_seyoum_1": "1105"})
    assert why(watched, Move(("it_Sb",), road, column=True))[1] == "enemy-near-column"
    off = arrange({"it_Sb": "1305"})
    assert why(off, Move(("it_Sb",), ("1305", "1304"), column=True))[1] == "off-the-lines"
    fight = arrange({"it_Sb": "1306 column", "et_seyoum_1": "1307"}, phase=Phase.COMBAT)
    assert why(fight, Attack(("it_Sb",), "1307")) == ("PB 13.6.7.3", "in-column")


@pytest.mark.rule("11.2-a", "11.2-d")
def test_one_stack_at_a_time() -> None:
    state = arrange({"it_GS": "1305", "it_Gv": "1305"})
    play(state, Move(("it_GS",), ("1305", "1306")), Move(("it_GS",), ("1306", "1305")))
    play(state, Move(("it_Gv",), ("1305", "1306")))
    assert why(state, Move(("it_GS",), ("1305", "1306"))) == ("11.2-a", "moved-already")
    assert allowed(state, Done())
