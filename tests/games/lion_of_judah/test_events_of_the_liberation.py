"""6: the effect of every marker of pools C and D, 1940-41."""

from __future__ import annotations

import pytest

from campagna.games.lion_of_judah.events import PrestigeChanged
from campagna.games.lion_of_judah.frames import Choice, Place
from campagna.games.lion_of_judah.orders import Answer, Done, PlaceUnit
from campagna.games.lion_of_judah.rules.combat import scenario_modifiers
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.general import victory
from campagna.games.lion_of_judah.rules.movement.movement import available
from campagna.games.lion_of_judah.state import InForce
from tests.games.lion_of_judah.event_cup import drawn, fight, has_effect
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    at,
    box,
    decision,
    only,
    place,
    play,
    unit,
    why,
)

# --- pool C -------------------------------------------------------------------------------------------


@pytest.mark.rule("6.2-a", "PB 14.6.1.1")
def test_a_blockade_runner_needs_massawa() -> None:
    state, _ = drawn("C1", fuel=24, boxes={"asmara": 0})
    assert (state.fuel, box(state, "asmara")) == (28, 1)
    full, _ = drawn("C1", fuel=29)
    assert full.fuel == 30
    lost, events = drawn("C1", fuel=24, enemy=["1405"])
    assert not has_effect(events)
    assert lost.fuel == 24


@pytest.mark.rule("6.2-a", "PB 14.6.3-a")
def test_the_french_armistice_lifts_prestige_and_leaves_the_colony_closed() -> None:
    state, _ = drawn("C2", prestige=5, boxes={"addis": 0})
    assert (state.prestige, box(state, "addis"), state.french_open) == (6, 1, False)


@pytest.mark.rule("6.2-a", "PB 14.6.3-a")
def test_rome_radio_boasts_or_blushes() -> None:
    state, _ = drawn("C3", prestige=5, italian=["0805"])
    assert state.prestige == 6
    other, _ = drawn("C3", prestige=5)
    assert other.prestige == 4


@pytest.mark.rule("6.2-a", "PB 14.6.4.1-b")
def test_gojjam_revolts_where_there_are_no_italians() -> None:
    guerrillas = {"et40_g1": "held", "et40_g2": "held", "et40_g3": "held"}
    state, _ = drawn("C4", {**guerrillas, "it40_c3": "1012"})
    assert decision(state) == ("allied", "place-guerrilla")
    assert why(state, PlaceUnit("1012"))[1] == "enemy-in-hex"
    play(state, PlaceUnit("1013"))
    assert state.control[at("1013")] == OTHER
    play(state, Done())
    assert not state.agenda


@pytest.mark.rule("6.2-a")
def test_mission_101_radio_doubles_the_guerrillas_pace() -> None:
    state, _ = drawn("C5", {"et40_g1": "1111"})
    assert available(state, WORLD.slots["et40_g1"]) == 2 * 12


@pytest.mark.rule("6.2-a", "10.1.3-a")
def test_great_rains_in_1940_and_their_second_coming() -> None:
    state, _ = drawn("C6")
    assert effects_in_force.rains(state)
    assert effects_in_force.air_drm(state, OTHER) == -1
    _early, events = drawn("D9", turn=9)
    assert not has_effect(events)
    late, _ = drawn("D9", turn=10)
    assert effects_in_force.rains(late)
    assert effects_in_force.air_drm(late, ITALIAN) == -1


@pytest.mark.rule("6.2-a")
def test_the_german_company_lands_in_asmara_or_massawa() -> None:
    state, _ = drawn("C7", {"ge40_mot": "held"})
    play(state, Answer("1405"))
    assert place(state, "ge40_mot") == "1405"
    one, _ = drawn("C7", {"ge40_mot": "held"}, enemy=["1405"])
    assert place(one, "ge40_mot") == "1305"
    none, _ = drawn("C7", {"ge40_mot": "held"}, enemy=["1405", "1305"])
    assert place(none, "ge40_mot") == "held"


@pytest.mark.rule("6.2-a")
def test_wavell_looks_away_in_the_next_phase() -> None:
    state, _ = drawn("C8", turn=5)
    assert InForce("C8", 6) in state.in_force


@pytest.mark.rule("6.2-a", "2.3.7-a")
def test_local_mobilisation_gives_two_free_steps() -> None:
    units = {"it40_irr1": "dead", "it40_c2": "1305 1s", "it40_c5": "1104", "it40_GdS": "1305 2s"}
    state, _ = drawn("C9", units)
    assert why(state, Answer("it40_c5")) == ("6.2-a", "not-mobilised")
    assert why(state, Answer("it40_GdS")) == ("6.2-a", "not-mobilised")
    assert why(state, Answer("it40_irr1 1405")) == ("6.2-a", "wrong-entry")
    play(state, Answer("it40_c2"), Answer("it40_irr1 1305"))
    assert unit(state, "it40_c2").steps == 2
    assert place(state, "it40_irr1") == "1305"
    assert not state.agenda
    broken, _ = drawn("C9", units, prestige=0)
    assert why(broken, Answer("it40_irr1 1305")) == ("PB 14.6.3-b", "not-mobilised")


# --- pool D -------------------------------------------------------------------------------------------


@pytest.mark.rule("6.2-a", "12.10")
def test_broken_signals_help_allied_attacks() -> None:
    state, _ = drawn("D1", {"cw_5IND": "0905", "it40_c2": "1005"})
    assert scenario_modifiers.drm(state, fight(state, OTHER, ("cw_5IND",), "1005")) == 1
    assert scenario_modifiers.drm(state, fight(state, ITALIAN, ("it40_c2",), "0905")) == 0
    assert effects_in_force.signals_broken(state)


@pytest.mark.rule("PB 14.4.2", "6.2-a")
def test_needed_in_egypt_orders_the_withdrawal() -> None:
    state, _ = drawn("D2", {"cw_4IND": "0801"}, boxes={"sudan": 0})
    assert (state.withdrawal, box(state, "sudan")) == (1, 2)
    _gone, events = drawn("D2", withdrawal=3)
    assert not has_effect(events)


@pytest.mark.rule("6.2-a", "PB 14.6.3-a")
def test_ascari_desert_from_units_of_his_choice_never_eritreans() -> None:
    units = {"it40_c3": "0809", "it40_c4": "1009", "it40_c22": "1009", "it40_c2": "1006"}
    state, events = drawn("D3", units, prestige=5)
    assert only(events, PrestigeChanged).prestige == 4
    assert why(state, Answer("it40_c2")) == ("6.2-a", "not-a-deserter")
    play(state, Answer("it40_c4"))
    assert why(state, Answer("it40_c4")) == ("6.2-a", "not-a-deserter")
    play(state, Answer("it40_c3"))
    assert [unit(state, n).steps for n in ("it40_c3", "it40_c4", "it40_c22")] == [1, 1, 2]
    few, _ = drawn("D3", {"it40_c3": "0809"})
    assert unit(few, "it40_c3").steps == 1
    assert not few.agenda


@pytest.mark.rule("PB 14.5.3", "6.2-a")
def test_djibouti_rallies_and_the_colony_opens() -> None:
    state, _ = drawn("D4", boxes={"aden": 0})
    assert state.french_open
    assert box(state, "aden") == 1
    hexes = WORLD.regions(["french_somaliland"])
    assert {state.control[h] for h in hexes} == {OTHER}


@pytest.mark.rule("6.2-a", "PB 14.6.4.1-b")
def test_guerrillas_gather_around_the_emperor() -> None:
    box_ = {f"et40_g{n}": "held" for n in range(1, 5)}
    state, _ = drawn("D5", {**box_, "cw_NEG": "1111"}, turn=9)
    frame = state.agenda[-1]
    assert isinstance(frame, Place)
    measure = WORLD.board.grid.distance
    assert {measure(h, at("1111")) <= 3 for h in frame.hexes} == {True}
    assert (frame.count, frame.apart) == (3, 0)
    gideon, _ = drawn("D5", {**box_, "cw_Gid": "1012"}, turn=9)
    assert gideon.agenda
    _nobody, events = drawn("D5", {**box_, "cw_Gid": "0510"}, turn=9)
    assert not has_effect(events)


@pytest.mark.rule("6.2-a", "PB 14.3.1")
def test_a_scuttled_harbour_is_worth_two_points_less() -> None:
    state, _ = drawn("D6")
    before = victory.score(state)
    state.take_control(at("1405"), OTHER)
    assert victory.score(state) - before == 3
    _late, events = drawn("D6", lost=[at("1405")])
    assert not has_effect(events)


@pytest.mark.rule("6.2-a", "12.10")
def test_the_duke_of_aosta_strengthens_the_ambas() -> None:
    units = {"it40_c2": "1308", "cw_5IND": "1307", "it40_c3": "1206"}
    state, _ = drawn("D7", units)
    assert scenario_modifiers.shift(state, fight(state, OTHER, ("cw_5IND",), "1308")) == -1
    assert scenario_modifiers.shift(state, fight(state, OTHER, ("cw_5IND",), "1206")) == 0


@pytest.mark.rule("6.2-a")
def test_the_convoy_needs_both_ports() -> None:
    state, _ = drawn("D10", enemy=["1405", "1908"], boxes={"sudan": 0, "kenya": 0, "aden": 0})
    assert [box(state, n) for n in ("sudan", "kenya", "aden")] == [1, 1, 1]
    _one, events = drawn("D10", enemy=["1405"])
    assert not has_effect(events)


def test_choices_that_must_be_made_cannot_be_declined() -> None:
    state, _ = drawn("A5")
    assert isinstance(state.agenda[-1], Choice)
    assert why(state, Done())[1] == "must-decide"
