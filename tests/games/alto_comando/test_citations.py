"""The rule that is cited is the rule that forbids, with the facts that a player needs."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.events import HqFellBack
from campagna.games.alto_comando.orders import ChooseArea, ChooseCards, Deploy, Fire
from campagna.games.alto_comando.rules import forces, losses
from campagna.games.alto_comando.state import Phase, State
from campagna.games.alto_comando.table.position import Position
from tests.games.alto_comando.lay import GAME, allowed, begin, decision, only, refused, table, why
from tests.games.alto_comando.test_setup import BRITISH, ITALIANS, setting_up

# --- fire ---------------------------------------------------------------------------------------

NEAR = {"A1.hq": "300 500", "G1.motor1": "600 500", "G1.hq": "900 500"}


@pytest.mark.rule("BAS-1")
@pytest.mark.parametrize("where", ["scattered", "destroyed"])
@pytest.mark.parametrize("phase", ["fire", "trench-fire"])
def test_a_unit_off_the_table_is_told_so(phase: str, where: str) -> None:
    active = "axis" if phase == "fire" else "allied"
    state = table(NEAR | {"A1.motor1": where}, phase=phase, active=active)
    assert why(state, Fire("A1.motor1", "G1.motor1")) == ("BAS-1", "not-on-table")


@pytest.mark.rule("TRE-4", "TRE-6")
def test_in_the_trench_phase_the_lack_of_a_trench_is_cited_or_its_uselessness() -> None:
    units = NEAR | {"A1.motor1": "500 500", "A1.tank1": "500 600", "A1.tank2": "500 560"}
    state = table(units, phase="trench-fire", active="allied", segments={"axis": [(500, 600)]})
    assert why(state, Fire("A1.motor1", "G1.motor1")) == ("TRE-4", "not-entrenched")
    assert why(state, Fire("A1.tank2", "G1.motor1")) == ("TRE-4", "not-entrenched")
    assert why(state, Fire("A1.tank1", "G1.motor1")) == ("TRE-6", "no-shelter-for-it")


@pytest.mark.rule("CHR-6")
def test_a_supply_base_has_nothing_to_fire_with() -> None:
    state = table(NEAR | {"supply.axis.1": "500 500"}, phase="fire")
    assert why(state, Fire("supply.axis.1", "G1.motor1")) == ("CHR-6", "never-fires")


# --- the central line ---------------------------------------------------------------------------


@pytest.mark.rule("SET-3", "SET-5")
def test_too_near_the_line_is_not_outside_the_own_zones() -> None:
    state, _ = setting_up(ITALIANS, BRITISH, setup_15cm="all_units")
    told = refused(state, Deploy(("A1.hq",), ((436, 1000),)))
    assert (told.rule, told.reason) == ("SET-5", "too-near-central-line")
    assert told.facts == {"unit": "A1.hq", "near": 149, "distance": 150}
    across = refused(state, Deploy(("A1.hq",), ((586, 1000),)))
    assert (across.rule, across.reason) == ("SET-3", "outside-own-zones")
    survey = GAME.survey(state, "A1.hq", ())
    assert survey is not None
    assert survey.rule == "SET-5"
    plain, _ = setting_up(ITALIANS, BRITISH)
    survey = GAME.survey(plain, "A1.hq", ())
    assert survey is not None
    assert survey.rule == "SET-3"


# --- a headquarters hit again -------------------------------------------------------------------


@pytest.mark.rule("HQ-11", "HQ-14", "WF-9")
def test_the_second_retreat_has_a_rule_of_its_own() -> None:
    state = table(NEAR | {"A1.motor1": "300 600"}, phase="fire", active="allied")
    hq = state.find("A1.hq")
    assert only(losses.fail(state, hq), HqFellBack).rule == "HQ-11"
    assert only(losses.fail(state, hq), HqFellBack).rule == "HQ-14"


# --- Tobruk -------------------------------------------------------------------------------------


def gathering(scenario: str, area: str) -> State:
    front = [a.id for a in forces.plan(GAME.start(Setup(scenario), SeededChance(1))).areas]
    campaign = CampaignState(front.index(area))
    return GAME.arrange(
        Setup(scenario), Position(phase="forces", campaign=campaign), SeededChance(1)
    )


@pytest.mark.rule("C3-5", "C4-6")
@pytest.mark.parametrize(
    ("scenario", "gate", "rule"), [("c3", "el_aden", "C3-5"), ("c4", "bir_el_gobi", "C4-6")]
)
def test_the_judge_asks_who_holds_the_gate(scenario: str, gate: str, rule: str) -> None:
    state = gathering(scenario, gate)
    told = refused(state, ChooseArea("tobruk"))
    assert (told.rule, told.reason) == (rule, "gate-not-held")
    assert told.facts == {"area": "tobruk", "needed": gate, "front": gate}
    assert forces.areas_to_choose(state) == (gate,)
    beyond = gathering(scenario, "bardia")
    assert decision(beyond) == ("axis", "choose-area")
    assert allowed(beyond, ChooseArea("tobruk"))
    assert allowed(beyond, ChooseArea("bardia"))
    assert why(beyond, ChooseArea(gate)) == ("CAM-3", "not-the-front")


@pytest.mark.rule("C3-5", "CAM-1")
def test_while_cards_are_chosen_tobruk_is_refused_for_its_reason() -> None:
    state, _ = begin("c3", SeededChance(1))
    assert decision(state) == ("axis", "choose-cards")
    assert why(state, ChooseArea("tobruk")) == ("C3-5", "gate-not-held")
    front = forces.plan(state).areas[forces.now(state).front].id
    assert why(state, ChooseArea(front)) == ("CAM-1", "not-now")
    other, _ = begin("c1", SeededChance(1))
    assert why(other, ChooseArea("tobruk")) == ("CAM-1", "not-now")
    assert state.phase == Phase.FORCES
    assert why(gathering("c3", "bardia"), ChooseCards(())) == ("C3-5", "not-now")
