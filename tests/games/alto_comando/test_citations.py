"""The rule that is cited is the rule that forbids, with the facts that a player needs."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.core.offers import Pick
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.events import HqFellBack
from campagna.games.alto_comando.orders import (
    AirAttack,
    ChooseArea,
    ChooseCards,
    Deploy,
    Done,
    Fire,
    Fortify,
    Move,
    Replace,
)
from campagna.games.alto_comando.rules import forces, geometry, losses
from campagna.games.alto_comando.state import Derived, Phase, State, Strip
from campagna.games.alto_comando.table.position import Position
from campagna.games.alto_comando.world import Element
from tests.games.alto_comando.lay import (
    GAME,
    MESSAGES,
    allowed,
    begin,
    decision,
    only,
    refused,
    table,
    why,
)
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


@pytest.mark.rule("FIR-2", "G-3")
@pytest.mark.parametrize(
    ("place", "distance"), [("681 500", 151), ("680 531", 151), ("606 606", 108), ("500 600", 70)]
)
def test_the_distance_is_told_with_the_limit(place: str, distance: int) -> None:
    state = table({"A1.motor1": "500 500", "G1.motor1": place, "G1.hq": "900 500"}, phase="fire")
    firer, target = state.find("A1.motor1"), state.find("G1.motor1")
    assert geometry.distance(state, firer, target) == distance
    assert geometry.distance(state, target, firer) == distance
    assert geometry.distance(state, target, target) == 0
    assert geometry.in_reach(state, firer, target, distance)
    assert not geometry.in_reach(state, firer, target, distance - 1)
    if distance > 150:
        told = refused(state, Fire("A1.motor1", "G1.motor1"))
        assert (told.rule, told.reason) == ("FIR-2", "out-of-range")
        assert (told.facts["distance"], told.facts["range"]) == (distance, 150)
        assert "15.1 cm" in MESSAGES.refusal(told, "en")


@pytest.mark.rule("FIR-3")
def test_who_is_nearest_to_seeing_the_target_is_told() -> None:
    units = {"A1.art": "300 500", "A1.motor1": "400 500", "A1.recon1": "400 900"}
    state = table(units | {"G1.motor1": "600 500", "A2.recon1": "500 520"}, phase="fire")
    told = refused(state, Fire("A1.art", "G1.motor1"))
    assert (told.rule, told.reason) == ("FIR-3", "not-spotted")
    assert told.facts == {
        "unit": "A1.art",
        "target": "G1.motor1",
        "spotter": "A1.motor1",
        "distance": 170,
        "radius": 150,
    }


@pytest.mark.rule("G-14", "FIR-3", "AIR-6")
def test_a_hill_that_hides_is_told_instead_of_a_distance() -> None:
    hill = ("hill", [(520, 450), (560, 450), (560, 550), (520, 550)])
    units = {"A1.art": "300 500", "A1.motor1": "480 500", "G1.motor1": "600 500"}
    state = table(units, phase="fire", terrain=[hill])
    told = refused(state, Fire("A1.art", "G1.motor1"))
    assert (told.rule, told.reason) == ("G-14", "hill-hides")
    assert (told.facts["spotter"], told.facts["distance"]) == ("A1.motor1", 90)
    air = table(units, phase="air", terrain=[hill])
    assert why(air, AirAttack("G1.motor1")) == ("G-14", "hill-hides-from-all")
    far = table({"A1.art": "300 500", "G1.motor1": "600 500"}, phase="air")
    told = refused(far, AirAttack("G1.motor1"))
    assert (told.rule, told.reason) == ("AIR-6", "not-spotted-for-air")
    assert (told.facts["distance"], told.facts["radius"]) == (270, 150)
    nobody = table({"supply.axis.1": "300 500", "G1.motor1": "400 500"}, phase="air")
    assert why(nobody, AirAttack("G1.motor1")) == ("AIR-6", "nobody-to-spot")


@pytest.mark.rule("FIR-7")
def test_the_nearest_enemy_is_named() -> None:
    units = {"A1.motor1": "500 500", "G1.motor1": "600 500", "G1.motor2": "620 500"}
    told = refused(table(units, phase="fire"), Fire("A1.motor1", "G1.motor2"))
    assert (told.rule, told.reason) == ("FIR-7", "not-the-nearest")
    assert (told.facts["nearest"], told.facts["least"]) == ("G1.motor1", 70)
    assert told.facts["distance"] == 90


# --- moves --------------------------------------------------------------------------------------

WOOD = ("woods", [(300, 150), (400, 150), (400, 250), (300, 250)])
SCARP = ("scarp", [(100, 600), (130, 600), (130, 800), (100, 800)])


@pytest.mark.rule("MOV-6", "WF-1b", "TER-1")
@pytest.mark.parametrize(
    ("end", "rule", "reason", "allowance"),
    [
        ((200, 361), "MOV-6", "too-far", 150),
        ((290, 200), "WF-1b", "too-far-in-cover", 75),
        ((360, 200), "WF-1b", "too-far-in-cover", 75),
    ],
)
def test_woods_are_blamed_by_those_who_touch_them_only(
    end: tuple[int, int], rule: str, reason: str, allowance: int
) -> None:
    units = {"A1.motor1": "200 200", "G1.hq": "1000 1000"}
    state = table(units, terrain=[WOOD], options={"western_front": True})
    told = refused(state, Move("A1.motor1", (end,)))
    assert (told.rule, told.reason, told.facts["allowance"]) == (rule, reason, allowance)
    assert allowed(state, Move("A1.motor1", ((200, 350),)))


@pytest.mark.rule("TER-1", "MOV-2")
def test_with_woods_elsewhere_a_scarp_and_an_enemy_are_cited_as_ever() -> None:
    units = {"A1.motor1": "60 700", "G1.motor1": "60 830", "G1.hq": "1000 1000"}
    state = table(units, terrain=[WOOD, SCARP], options={"western_front": True})
    assert why(state, Move("A1.motor1", ((160, 700),))) == ("TER-1", "impassable")
    assert why(state, Move("A1.motor1", ((60, 760),))) == ("MOV-2", "too-near-enemy")


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


@pytest.mark.rule("TER-1", "WF-5a", "G-11")
@pytest.mark.parametrize(
    ("kind", "rule", "reason"),
    [("scarp", "TER-1", "ground-barred"), ("river", "WF-5a", "ground-barred")],
)
def test_ground_that_bars_a_place_is_cited(kind: str, rule: str, reason: str) -> None:
    state, _ = setting_up(ITALIANS, BRITISH, western_front=True)
    block = Element(kind, ((200, 900), (260, 900), (260, 1100), (200, 1100)))
    state.derived = Derived(state.roster, state.field, (block,))
    assert why(state, Deploy(("A1.hq",), ((230, 1000),))) == (rule, reason)
    state.derived = Derived(state.roster, state.field, ())
    state.strips = [Strip(0, (200, 985, 350, 1015))]
    state.derived.works_changed()
    assert why(state, Deploy(("A1.hq",), ((230, 1000),))) == ("G-11", "mines-there")
    state.strips = []
    state.derived.works_changed()
    assert allowed(state, Deploy(("A1.hq",), ((230, 1000),)))


# --- works --------------------------------------------------------------------------------------


@pytest.mark.rule("MIN-1", "SET-4", "G-17", "G-19")
@pytest.mark.parametrize(
    ("order", "rule", "reason"),
    [
        (Fortify(((570, 100, 600, 249),)), "MIN-1", "strip-misshapen"),
        (Fortify(((600, 250, 570, 100),)), "MIN-1", "strip-misshapen"),
        (Fortify(((571, 100, 601, 250),)), "SET-4", "strip-misplaced"),
        (Fortify(((570, 99, 600, 249),)), "SET-4", "strip-misplaced"),
        (Fortify(((449, 300, 479, 450),)), "SET-4", "strip-misplaced"),
        (Fortify(((570, 551, 600, 701),)), "SET-4", "strip-misplaced"),
        (Fortify(((541, 100, 571, 250),)), "G-17", "strips-crowded"),
        (Fortify(((460, 390, 490, 540),)), "G-17", "strip-on-trench"),
        (Fortify((), ((314, 400),)), "SET-4", "segment-misplaced"),
        (Fortify((), ((586, 400),)), "SET-4", "segment-misplaced"),
        (Fortify((), ((400, 114),)), "SET-4", "segment-misplaced"),
        (Fortify((), ((400, 686),)), "SET-4", "segment-misplaced"),
        (Fortify((), ((495, 410),)), "G-19", "segment-covers"),
        (Fortify((), ((585, 200),)), "G-19", "segment-covers"),
    ],
)
def test_works_are_refused_for_what_is_wrong_with_them(
    order: Fortify, rule: str, reason: str
) -> None:
    state, _ = setting_up(ITALIANS, BRITISH, mines="full", trenches="full")
    GAME.play(state, Done(), SeededChance(1))
    GAME.play(state, Fortify(((570, 100, 600, 250),), ((475, 400),)), SeededChance(1))
    told = refused(state, order)
    assert (told.rule, told.reason) == (rule, reason)
    if reason == "strip-misshapen":
        assert told.facts == {"length": 150, "depth": 30}


# --- replacements -------------------------------------------------------------------------------


@pytest.mark.rule("HQ-1", "HQ-4", "HQ-9", "HQ-12", "DIV-14")
@pytest.mark.parametrize(
    ("units", "rule", "reason"),
    [
        ({"G1.motor1": "destroyed"}, "HQ-4", "destroyed-for-good"),
        ({"G1.motor1": "900 600"}, "HQ-1", "not-scattered"),
        ({"G1.motor1": "scattered", "G1.hq": "destroyed"}, "HQ-1", "hq-off-the-table"),
        ({"G1.motor1": "scattered", "G1.hq": "900 500 shaken"}, "HQ-12", "hq-cannot-replace"),
        ({"G1.motor1": "scattered", "G1.hq": "900 500 recovered"}, "HQ-9", "hq-just-recovered"),
    ],
)
def test_why_a_unit_is_not_replaced(units: dict[str, str], rule: str, reason: str) -> None:
    state = table(
        {"G1.hq": "900 500", "G1.tank1": "900 700", "A1.hq": "300 500"} | units,
        phase="replace",
        active="allied",
    )
    assert why(state, Replace("G1.motor1", (930, 500))) == (rule, reason)


@pytest.mark.rule("DIV-14", "HQ-1")
def test_a_brigade_without_a_host_gets_nobody_back() -> None:
    units = {"G1.hq": "900 500", "G2.tank1": "scattered", "G2.tank2": "900 700"}
    brigade = {"G2": "gen.gb.armoured_brigade"}
    state = table(units, phase="replace", active="allied", formations=brigade)
    assert why(state, Replace("G2.tank1", (930, 500))) == ("DIV-14", "no-hq-to-replace")
    attached = table(
        units, phase="replace", active="allied", formations=brigade, hosts={"G2": "G1"}
    )
    assert allowed(attached, Replace("G2.tank1", (930, 500)))


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


@pytest.mark.rule("C3-5", "CAM-3")
def test_the_areas_that_are_open_are_offered_and_named() -> None:
    beyond = gathering("c3", "bardia")
    (offer,) = GAME.offers(beyond)
    assert isinstance(offer, Pick)
    assert (offer.order, offer.options) == ("choose-area", ("bardia", "tobruk"))
    step = GAME.step(beyond)
    assert step is not None
    assert step.facts == {"battle": 1, "area": "bardia", "side_area": "tobruk"}
    closed = gathering("c3", "el_aden")
    (offer,) = GAME.offers(closed)
    assert isinstance(offer, Pick)
    assert offer.options == ("el_aden",)
    step = GAME.step(closed)
    assert step is not None
    assert step.facts == {"battle": 1, "area": "el_aden", "side_area": "el_aden"}


@pytest.mark.rule("C7-7")
def test_the_army_with_most_cards_says_how_many_are_chosen() -> None:
    """Of the Eighth Army three cards are left, of the others four and more."""
    names = ("1st_armoured_division", "50th_infantry_division", "4th_indian_division")
    out = tuple((f"c7.8a.allied.{name}", 0) for name in names)
    state, _ = begin(
        "c7",
        SeededChance(1),
        battle=2,
        out=out,
        area_chosen=True,
        chosen=(("c7.axis.15th_panzer_division",), None),
    )
    assert decision(state) == ("allied", "choose-army")
    step = GAME.step(state)
    assert step is not None
    assert step.facts["count"] == 4
    assert sorted(forces.choosing(state).counts) == [3, 4, 4]


@pytest.mark.rule("C7-7")
def test_a_whole_army_is_too_many_cards_of_one_army() -> None:
    state, _ = begin(
        "c7",
        SeededChance(1),
        battle=2,
        area_chosen=True,
        chosen=(("c7.axis.15th_panzer_division",), None),
    )
    choice = forces.choosing(state)
    whole = max(choice.groups, key=len)
    told = refused(state, ChooseCards(whole))
    assert (told.rule, told.reason) == ("C7-7", "wrong-number-of-cards")
    assert told.facts == {"count": 4, "given": len(whole)}
    mixed = (*choice.groups[0][:2], *choice.groups[1][:2])
    assert why(state, ChooseCards(mixed)) == ("C7-7", "cards-of-one-army")
