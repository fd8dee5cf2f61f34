"""6: the cup, the draw and the effect of every marker of pools A and B, 1935-36."""

from __future__ import annotations

import pytest

from campagna.games.lion_of_judah.events import Delayed, EventDrawn, PointsScored, Removed
from campagna.games.lion_of_judah.frames import FreeMove, Gain
from campagna.games.lion_of_judah.orders import Answer, Done, GivePoints, Move, PlaceUnit
from campagna.games.lion_of_judah.rules.combat import scenario_modifiers
from campagna.games.lion_of_judah.rules.ethiopia import activation
from campagna.games.lion_of_judah.rules.events import effects_in_force, free_move
from campagna.games.lion_of_judah.state import InForce
from tests.games.lion_of_judah.event_cup import draw, drawing, drawn, fight, has_effect
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    box,
    decision,
    events_of,
    only,
    place,
    play,
    unit,
    why,
)

# --- the draw -----------------------------------------------------------


@pytest.mark.rule("6.2-a", "5.2-B")
def test_one_marker_is_drawn_at_random_by_a_player_at_random() -> None:
    for hand, name in ((0, "italian"), (1, "ethiopian")):
        state = arrange(phase=Phase.EVENT, cup=["A2", "B2", "B7"])
        event = only(draw(state, (hand, 1)), EventDrawn)
        assert (event.side, event.marker) == (name, "B2")
        assert state.cup == ["A2", "B7"]
        assert state.drawn == ["B2"]


@pytest.mark.rule("6.2-b")
def test_only_no_event_goes_back_to_the_cup() -> None:
    state = arrange(phase=Phase.EVENT, cup=["A-NE", "A2"])
    draw(state, (0, 0))
    assert state.cup == ["A-NE", "A2"]
    draw(state, (0, 1))
    assert state.cup == ["A-NE"]


@pytest.mark.rule("6.2-b")
def test_a_marker_without_its_condition_leaves_the_game_without_effect() -> None:
    state, events = drawn("A1")
    assert not has_effect(events)
    assert state.drawn == ["A1"]
    assert not state.agenda


def test_every_marker_of_the_pools_can_be_drawn() -> None:
    for block in WORLD.tables["event"]:
        drawn(block["id"])


def test_an_empty_cup_gives_nothing() -> None:
    assert draw(arrange(phase=Phase.EVENT, cup=[])) == []


# --- pool A -------------------------------------------------------------------------------------------


@pytest.mark.rule("6.2-a", "PB 13.6.9-a")
def test_gugsa_goes_over_with_his_people_and_levies_take_their_place() -> None:
    people = {"et_GUG": "1408 +1", "et_gugsa_1": "1408", "et_gugsa_2": "1407"}
    levies = {"it_levy1": "held", "it_levy2": "held"}
    state, events = drawn("A1", people | levies)
    assert set(only(events, Removed).units) == set(people)
    assert all(place(state, name) == "gone" for name in people)
    assert not state.ledger
    assert decision(state) == ("italian", "place-tribal_levy")
    assert why(state, PlaceUnit("1207"))[1] == "not-a-placement-hex"
    play(state, PlaceUnit("1408"), PlaceUnit("1407"))
    assert {place(state, name) for name in levies} == {"1408", "1407"}
    assert state.control[at("1408")] == ITALIAN


@pytest.mark.rule("6.2-a")
def test_the_little_rains_double_wheels_and_hinder_marches() -> None:
    state, _ = drawn("A2")
    assert effects_in_force.rains(state)
    assert effects_in_force.forced_march_drm(state) == -1
    state.turn += 1
    assert not effects_in_force.rains(state)


@pytest.mark.rule("6.2-a", "PB 13.6.4")
def test_arms_from_abroad_are_split_among_leaders_on_the_railway() -> None:
    leaders = {"et_NEG": "1215 +2", "et_NAS": "1713"}
    state, _ = drawn("A3", leaders)
    assert isinstance(state.agenda[-1], Gain)
    play(state, GivePoints("et_NEG"))
    assert (unit(state, "et_NEG").load, unit(state, "et_NAS").load) == (3, 1)
    _cut, events = drawn("A3", leaders, italian=["1713"])
    assert not has_effect(events)


@pytest.mark.rule("PB 13.6.5.1-c", "10.1.6")
@pytest.mark.parametrize(("track", "points"), [(0, 0), (4, 0), (5, -1), (9, -5)])
def test_the_league_of_nations_counts_the_bombs(track: int, points: int) -> None:
    state, events = drawn("A4", bombing=track)
    assert sum(e.points for e in events_of(events, PointsScored)) == points
    assert sum(e.points for e in state.ledger) == points
    assert InForce("A4", 6, amount=2) in state.in_force


@pytest.mark.rule("6.2-a")
def test_de_bono_recalled_brings_points_or_swift_hqs() -> None:
    state, _ = drawn("A5", {"it_Sb": "1305"}, boxes={"north": 0})
    assert why(state, Answer("south")) == ("6.2-a", "no-such-answer")
    play(state, Answer("rp_north"))
    assert box(state, "north") == 3
    other, _ = drawn("A5", {"it_Sb": "1305"}, boxes={"north": 0})
    play(other, Answer("hq_mp"))
    assert box(other, "north") == 0
    assert effects_in_force.in_force(other, "A5-hq")


@pytest.mark.rule("6.2-a", "PB 13.6.2-a")
def test_rivalry_keeps_a_ras_from_activation() -> None:
    state, _ = drawn("A6", {"et_KAS": "1110", "et_MUL": "1313"})
    play(state, Answer("et_MUL"))
    held = WORLD.slots["et_MUL"]
    refusal = activation.refuse_leader(state, held)
    assert refusal is not None
    assert refusal.reason == "leader-blocked"
    assert activation.refuse_leader(state, WORLD.slots["et_KAS"]) is None
    alone, _ = drawn("A6", {"et_KAS": "1110"})
    assert not alone.agenda
    assert activation.available(alone) == []


@pytest.mark.rule("6.2-a", "PB 13.6.2-a")
def test_unrest_in_gojjam_costs_imru_a_warrior_and_rating() -> None:
    people = {"et_IMR": "1112", "et_imru_1": "1112", "et_imru_2": "1112"}
    state = drawing("A7", people)
    draw(state, (0, 0, 1))
    assert (place(state, "et_imru_1"), place(state, "et_imru_2")) == ("1112", "dead")
    assert activation.rating(state, WORLD.slots["et_IMR"]) == 4
    _gone, events = drawn("A7")
    assert not has_effect(events)


@pytest.mark.rule("7.2-b", "6.2-a")
def test_suez_traffic_delays_next_turns_units_unless_paid_for() -> None:
    state, events = drawn(
        "A8", {"it_SL": "due", "it_3G": "due", "it_AS": "due"}, turn=1, boxes={"north": 1}
    )
    assert set(only(events, Delayed).units) == {"it_SL", "it_3G"}
    assert unit(state, "it_SL").due == unit(state, "it_3G").due == 3
    assert unit(state, "it_AS").due == 3
    play(state, Answer("it_SL north"))
    assert (unit(state, "it_SL").due, box(state, "north")) == (2, 0)
    assert why(state, Answer("it_3G north")) == ("7.3.1-a", "too-few-points")
    play(state, Done())
    assert unit(state, "it_3G").due == 3


# --- pool B -------------------------------------------------------------------------------------------


@pytest.mark.rule("6.2-a", "PB 13.6.9-a")
def test_the_azebo_rise_in_four_hexes_without_ethiopians() -> None:
    state, _ = drawn("B1", {"it_levy1": "held", "it_levy2": "held", "et_KAS": "1309"})
    assert why(state, PlaceUnit("1309"))[1] == "enemy-in-hex"
    play(state, PlaceUnit("1310"), PlaceUnit("1310"))
    assert place(state, "it_levy1") == place(state, "it_levy2") == "1310"


@pytest.mark.rule("6.2-a", "PB 13.6.2-a")
def test_the_kitet_lets_every_activation_succeed_save_a_six() -> None:
    state, _ = drawn("B2", {"et_GUG": "1408 disrupted"})
    slot = WORLD.slots["et_GUG"]
    assert [activation.succeeds(state, slot, die) for die in (1, 5, 6)] == [True, True, False]


@pytest.mark.rule("6.2-a")
def test_red_cross_bombs_of_the_previous_turn_cost_a_point() -> None:
    _state, events = drawn("B3", turn=5, bombed_turn=4)
    assert only(events, PointsScored).points == -1
    for turn in (0, 3, 5):
        clean, none = drawn("B3", turn=5, bombed_turn=turn)
        assert not events_of(none, PointsScored)
        assert not clean.ledger


@pytest.mark.rule("6.2-a", "PB 13.6.2.2")
def test_the_emperor_marches_at_once_with_imperial_units() -> None:
    state, _ = drawn("B4", {"et_NEG": "1215", "et_guard_1": "1215", "et_NAS": "1215"})
    frame = state.agenda[-1]
    assert isinstance(frame, FreeMove)
    with_other = Move(("et_NEG", "et_NAS"), ("1215", "1314"))
    assert why(state, with_other) == ("6.2-a", "not-the-imperial-march")
    assert why(state, Move(("et_guard_1",), ("1215", "1314")))[1] == "not-the-imperial-march"
    options = free_move.marches(state, frame)
    costs = {len(o.path) for o in options}
    assert max(costs) > 3
    assert all(allowed(state, o) for o in options[:40])
    play(state, Move(("et_NEG", "et_guard_1"), ("1215", "1314")))
    assert place(state, "et_NEG") == place(state, "et_guard_1") == "1314"
    assert activation.rating(state, WORLD.slots["et_NEG"]) == 6
    assert not activation.succeeds(state, WORLD.slots["et_NEG"], 6)


@pytest.mark.rule("6.2-a")
def test_the_big_rains_make_rivers_dearer() -> None:
    state, _ = drawn("B5")
    assert effects_in_force.river_extra(state) == 2
    assert effects_in_force.flying_weather(state, ITALIAN) == 0
    state.turn = 7
    state.in_force = [InForce("B5", 7)]
    assert effects_in_force.flying_weather(state, ITALIAN) == 3
    assert effects_in_force.flying_weather(state, OTHER) == 0


@pytest.mark.rule("6.2-a")
def test_the_hoare_laval_plan_helps_whoever_holds_adwa_and_makale() -> None:
    state, _ = drawn("B6", {"et_NEG": "1215"}, italian=["1207", "1408"])
    assert sum(e.points for e in state.ledger) == 1
    other, _ = drawn("B6", {"et_NEG": "1215 +1"}, italian=["1207"])
    assert unit(other, "et_NEG").load == 2
    assert not other.ledger
    full, _ = drawn("B6", {"et_NEG": "1215 +3"})
    assert unit(full, "et_NEG").load == 3


@pytest.mark.rule("6.2-a")
def test_the_iron_will_and_its_end() -> None:
    state, _ = drawn("B7")
    assert effects_in_force.iron_will_bonus(state) == 2
    state.turn += 1
    assert effects_in_force.iron_will_bonus(state) == 0


@pytest.mark.rule("6.2-a", "12.10")
def test_the_vehib_line_shelters_nasibu_for_the_rest_of_the_game() -> None:
    units = {"et_nasibu_1": "1914", "et_desta_1": "1815", "it_Sb": "1915"}
    state, _ = drawn("B8", units)
    state.turn = 8
    assert scenario_modifiers.shift(state, fight(state, ITALIAN, ("it_Sb",), "1914")) == -1
    assert scenario_modifiers.shift(state, fight(state, ITALIAN, ("it_Sb",), "1815")) == 0
