"""Fine points of losses, victory, campaigns, fire and aircraft: what small mistakes would change."""

from __future__ import annotations

import msgspec
import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import Forecast, Setup
from campagna.games.alto_comando.campaign_data import campaign_of
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.events import Destroyed, PhaseBegan, Scattered
from campagna.games.alto_comando.orders import AirAttack, Concede, Done, Fire
from campagna.games.alto_comando.rules import air, cards, fire, forces, losses, victory
from campagna.games.alto_comando.rules.campaign import FOR_GOOD, BattleReport, verdict
from campagna.games.alto_comando.state import Phase, State, Tally
from campagna.games.alto_comando.table.position import Position
from campagna.games.alto_comando.world import ALLIED, AXIS, NOBODY
from tests.games.alto_comando.lay import (
    GAME,
    allowed,
    decision,
    events_of,
    only,
    play,
    refused,
    table,
    where,
)

SHOOTING = {
    "A1.hq": "400 500",
    "A1.motor1": "500 500",
    "A1.motor2": "500 560",
    "G1.hq": "900 500",
    "G1.motor1": "600 500",
    "G1.motor2": "600 560",
}

# --- losses -------------------------------------------------------------------------------------


@pytest.mark.rule("FIR-6", "SAV-1")
def test_every_die_has_six_faces() -> None:
    state = table(SHOOTING, phase="fire")
    chance = ScriptedChance([5, 6])
    GAME.play(state, Fire("A1.motor1", "G1.motor1"), chance)
    assert [(draw.sides, draw.purpose) for draw in chance.log] == [(6, "fire"), (6, "save")]


@pytest.mark.rule("HQ-7")
@pytest.mark.parametrize(
    ("unit", "rule"), [("G1.motor1", "SAV-3"), ("supply.allied.1", "SAV-5"), ("G1.hq", "HQ-7")]
)
def test_what_is_destroyed_names_its_rule(unit: str, rule: str) -> None:
    state = table(SHOOTING | {"supply.allied.1": "1000 500"}, phase="fire")
    assert losses.destroy(state, state.find(unit))[0].rule == rule


@pytest.mark.rule("VIC-1", "VIC-2")
def test_events_tell_the_points_that_were_gained_and_no_others() -> None:
    state = table(SHOOTING | {"G1.hq": "620 700"}, phase="fire")
    state.tallies = [Tally(4, 2), Tally(7, 1)]
    assert only(losses.fail(state, state.find("G1.motor1")), Scattered).points == 1
    assert only(losses.fail(state, state.find("A1.motor2")), Scattered).points == 1
    assert only(losses.destroy(state, state.find("G1.motor2")), Destroyed).points == 3
    assert state.tallies == [Tally(5, 3), Tally(8, 1)]


def test_at_beda_fomm_nobody_has_points() -> None:
    state = table({"A1.tank1": "500 100", "G1.tank1": "500 700"}, scenario="beda_fomm")
    state.tallies = [Tally(4, 2), Tally(7, 1)]
    assert (losses.points_of(state, AXIS), losses.points_of(state, ALLIED)) == (0, 0)


@pytest.mark.rule("VIC-7", "HQ-7", "DIV-14")
def test_the_boxed_units_of_attached_cards_go_with_the_headquarters() -> None:
    """A brigade without HQ that was attached belongs to its host: its boxed bases are lost with it."""
    units = {
        "G1.hq": "900 500",
        "G1.motor1": "scattered",
        "G2.tank1": "scattered",
        "G2.tank2": "destroyed",
        "G3.hq": "900 900",
        "G3.motor1": "scattered",
        "A1.hq": "300 500",
    }
    state = table(
        units,
        phase="fire",
        formations={"G2": "gen.gb.armoured_brigade"},
        hosts={"G2": "G1"},
    )
    told = events_of(losses.fail(state, state.find("G1.hq")), Destroyed)
    assert [(e.unit, e.rule) for e in told] == [
        ("G1.hq", "HQ-7"),
        ("G1.motor1", "VIC-7"),
        ("G2.tank1", "VIC-7"),
    ]
    assert [e.points for e in told] == [3, 2, 2]
    assert where(state, "G3.motor1") == "scattered", "another division waits on"


@pytest.mark.rule("HQ-7", "DIV-14")
def test_an_attached_base_on_the_table_keeps_the_headquarters_alive() -> None:
    units = {"G1.hq": "900 500", "G2.tank1": "900 600", "G1.motor1": "scattered"}
    state = table(
        units | {"A1.hq": "300 500"},
        phase="fire",
        formations={"G2": "gen.gb.armoured_brigade"},
        hosts={"G2": "G1"},
    )
    assert losses.fate(state, state.find("G1.hq")) == "scattered"
    losses.fail(state, state.find("G1.hq"))
    assert where(state, "G1.motor1") == "scattered"


# --- victory ------------------------------------------------------------------------------------


@pytest.mark.rule("VIC-4", "VIC-5")
def test_five_points_are_no_draw() -> None:
    state = table(SHOOTING)
    assert victory.lead_needed(state) == 5
    state.tallies = [Tally(1, 2), Tally(2, 0)]
    assert victory.standing(state) == (AXIS, "victory")
    state.tallies = [Tally(2, 0), Tally(1, 2)]
    assert victory.standing(state) == (ALLIED, "victory")


def notes(told: Forecast) -> dict[str, bool]:
    return {note.key: note.grave for note in told.notes}


def in_campaign(units: dict[str, str], scenario: str, front: int) -> State:
    state = table(units, scenario=scenario, phase="move")
    state.campaign = CampaignState(
        front,
        area_chosen=True,
        revealed=True,
        chosen=(("c1.axis.bologna_infantry_division",), ()),
    )
    return state


@pytest.mark.rule("VIC-6", "CAM-4", "CAM-5")
def test_giving_up_warns_gravely_of_what_is_lost_for_good() -> None:
    assert notes(GAME.forecast(table(SHOOTING), Concede())) == {
        "battle-given-up": True,
        "match-ends": True,
    }
    state = in_campaign(SHOOTING, "c1", 3)
    assert notes(GAME.forecast(state, Concede())) == {"battle-given-up": True, "front-lost": True}
    last = in_campaign(SHOOTING, "c1", 1)
    assert notes(GAME.forecast(last, Concede())) == {
        "battle-given-up": True,
        "campaign-lost": True,
    }
    column = table({"A1.tank1": "500 100", "G1.tank1": "500 700"}, scenario="beda_fomm")
    assert notes(GAME.forecast(column, Concede())) == {
        "breakout-given-up": True,
        "match-ends": True,
    }


@pytest.mark.rule("VIC-8", "CAM-6")
def test_giving_up_costs_the_cards_whose_bases_are_boxed() -> None:
    bologna = "c1.axis.bologna_infantry_division"
    boxed = {f"{bologna}.foot{n}": "scattered" for n in range(1, 6)}
    units = {f"{bologna}.hq": "300 500", "G1.hq": "900 500", **boxed}
    state = of_card(bologna, "gen.it.infantry", units)
    told = GAME.forecast(state, Concede())
    assert notes(told)["card-lost"] is False
    fewer = {name: words for name, words in units.items() if not name.endswith("foot5")}
    assert "card-lost" not in notes(
        GAME.forecast(of_card(bologna, "gen.it.infantry", fewer), Concede())
    )


def of_card(card: str, template: str, units: dict[str, str]) -> State:
    """A battle of the first campaign in which a formation is a card."""
    formations = [[card, card, template, 0], ["G1", "G1", "gen.gb.armoured", 1]]
    bases = [
        {"id": name, "where": words}
        if words == "scattered"
        else {"id": name, "at": [int(n) for n in words.split()]}
        for name, words in units.items()
    ]
    campaign = CampaignState(3, area_chosen=True, revealed=True, chosen=((card,), ()))
    boxed = sum(words == "scattered" for words in units.values())
    read = msgspec.convert({"formations": formations, "bases": bases}, Position)
    position = msgspec.structs.replace(
        read, phase="move", campaign=campaign, tallies=(Tally(), Tally(boxed))
    )
    return GAME.arrange(Setup("c1"), position, SeededChance(1))


# --- campaigns ----------------------------------------------------------------------------------


@pytest.mark.rule("C9-4")
def test_a_rested_card_is_out_up_to_its_last_battle() -> None:
    campaign = campaign_of("c9", GAME.options(Setup("c9")))
    pavia = "c9.axis.pavia_infantry_division"
    for last, out in ((5, True), (4, True), (3, False), (FOR_GOOD, True)):
        now = CampaignState(campaign.start, battle=3, out=((pavia, last),))
        after = verdict(campaign, now, BattleReport(NOBODY, "draw")).state
        assert after.battle == 4
        assert after.is_out(pavia) == out, last


@pytest.mark.rule("CAM-5", "C3-4")
def test_a_campaign_that_ends_moves_no_front() -> None:
    campaign = campaign_of("c3", GAME.options(Setup("c3")))
    beaten = verdict(campaign, CampaignState(0), BattleReport(ALLIED, "victory"))
    assert (beaten.winner, beaten.moved, beaten.state.front) == (ALLIED, 0, 0)
    taken = verdict(campaign, CampaignState(6, assault=True), BattleReport(AXIS, "victory"))
    assert (taken.winner, taken.moved, taken.state.front) == (AXIS, 0, 6)


@pytest.mark.rule("CAM-6", "DIV-21")
def test_the_tiger_is_told_with_the_axis() -> None:
    campaign = campaign_of("c7", GAME.options(Setup("c7")))
    axis, allied = "c7.axis.15th_panzer_division", "c7.usfr.allied.us_1st_infantry_division"
    tiger = "c7.axis.tiger501"
    now = CampaignState(2, revealed=True, chosen=((axis,), (allied,)))
    gone = {axis: 12, tiger: 1, allied: 15}
    report = BattleReport(NOBODY, "draw", bases=gone, destroyed=gone)
    assert [card for card, _ in verdict(campaign, now, report).excluded] == [axis, tiger, allied]


@pytest.mark.rule("CAM-3", "SET-1")
def test_a_single_battle_beyond_the_gate_is_fought_where_it_was_agreed() -> None:
    setup = GAME.new_setup("battle", {"deck": "c3", "area": "7"})
    state = GAME.start(setup, SeededChance(1))
    assert decision(state) == ("axis", "choose-cards")
    assert forces.now(state).area_chosen


@pytest.mark.rule("CAM-1", "SET-1")
def test_a_position_without_a_campaign_has_its_forces_complete() -> None:
    state = GAME.arrange(Setup("c1"), Position(phase="forces"), SeededChance(1))
    start = forces.plan(state).start
    assert forces.now(state) == CampaignState(
        start, area_chosen=True, chosen=((), ()), revealed=True, tanks_mixed=True
    )


# --- fire ---------------------------------------------------------------------------------------


@pytest.mark.rule("FIR-2")
def test_who_is_out_of_range_is_no_target_although_seen() -> None:
    state = table(SHOOTING | {"G1.motor1": "800 500", "A1.recon1": "700 500"}, phase="fire")
    firer, target = state.find("A1.motor1"), state.find("G1.motor1")
    assert not fire.is_eligible(state, firer, target)
    assert fire.is_eligible(state, state.find("A1.recon1"), target)


HILL = ("hill", [(520, 440), (540, 440), (540, 520), (520, 520)])


@pytest.mark.rule("FIR-7", "FIR-9")
@pytest.mark.parametrize("of_all", [False, True])
def test_the_88_hunts_the_nearest_vehicle_of_those_the_option_names(of_all: bool) -> None:
    """A tank hidden by a hill is nearer than one in the open."""
    units = {
        "A1.at88": "500 500",
        "A1.motor1": "600 700",
        "G1.tank1": "580 500",
        "G1.tank2": "640 700",
        "G1.hq": "1000 500",
    }
    option = "nearest_of_all" if of_all else "nearest_eligible"
    state = table(units, phase="fire", terrain=[HILL], options={"fire_nearest": option})
    assert allowed(state, Fire("A1.at88", "G1.tank2")) != of_all
    if of_all:
        told = refused(state, Fire("A1.at88", "G1.tank2"))
        assert (told.rule, told.facts["nearest"]) == ("FIR-7", "G1.tank1")
        assert (told.facts["least"], told.facts["distance"]) == (50, 203)


@pytest.mark.rule("FIR-7")
def test_with_the_option_the_nearest_of_all_enemies_is_fired_at() -> None:
    units = {"A1.motor1": "500 500", "A1.motor2": "470 540"}
    units |= {"G1.tank1": "600 500", "G1.tank2": "640 500"}
    state = table(units, phase="fire", options={"fire_nearest": "nearest_of_all"})
    assert state.names(fire.targets(state, state.find("A1.motor1"))) == ("G1.tank1",)


# --- aircraft -----------------------------------------------------------------------------------


@pytest.mark.rule("AIR-1")
@pytest.mark.parametrize(("left", "count"), [(0, 0), (1, 2), (2, 2)])
def test_targets_are_there_while_attacks_are_left(left: int, count: int) -> None:
    state = table(SHOOTING, phase="air", air=(left, 3))
    assert len(air.targets(state)) == count
    assert air.any_attack(state) == (left > 0)


@pytest.mark.rule("AIR-6")
def test_being_seen_by_the_enemy_brings_no_target() -> None:
    state = table({"A1.motor1": "300 500", "G1.recon": "520 500"}, phase="air")
    assert not air.any_attack(state)
    assert air.targets(state) == []


@pytest.mark.rule("AIR-4")
@pytest.mark.parametrize(("hq", "lost"), [("900 500", 1 / 6), ("931 500", 0.0)])
def test_the_forecast_of_an_attack_knows_the_guns_of_the_headquarters(hq: str, lost: float) -> None:
    units = {"A1.motor1": "500 500", "G1.motor1": "600 500", "G1.hq": hq}
    told = GAME.forecast(table(units, phase="air"), AirAttack("G1.motor1"))
    assert told.sums["attack-lost"]["probability"] == pytest.approx(lost)


def test_a_marker_is_placed_without_a_die() -> None:
    state = table(SHOOTING, phase="air")
    play(state, AirAttack("G1.motor1"))
    assert air.attacks_left(state) == 2


# --- surveys ------------------------------------------------------------------------------------


@pytest.mark.rule("HQ-10")
def test_the_survey_of_a_replacement_counts_nothing() -> None:
    """A survey counts what is left to lay; a unit comes back once, so there is nothing to count."""
    units = {"A1.hq": "400 500", "A1.motor1": "scattered", "G1.hq": "900 500"}
    survey = GAME.survey(table(units, phase="replace"), "A1.motor1", ())
    assert survey is not None
    assert (survey.piece, survey.left, survey.rule) == ("A1.motor1", 0, "HQ-10")


# --- the sequence -------------------------------------------------------------------------------

APART = {"A1.hq": "100 300", "A1.tank1": "160 300", "G1.hq": "1100 300", "G1.tank1": "1040 300"}


@pytest.mark.rule("SEQ-3", "TRN-3")
def test_the_phase_that_begins_is_told_and_after_the_end_none() -> None:
    state = table(APART)
    began = only(play(state, Done()), PhaseBegan)
    assert (began.rule, began.phase, began.side) == ("SEQ-3", "move", "allied")
    over = table(APART, turn=12, active="allied")
    assert events_of(play(over, Done()), PhaseBegan) == []
    facing = table(SHOOTING, air=(0, 0))
    began = only(play(facing, Done()), PhaseBegan)
    assert (began.rule, began.phase, began.side) == ("SEQ-5", "fire", "axis")


@pytest.mark.rule("TRN-3", "HQ-2", "MOV-6")
def test_a_new_player_turn_forgets_what_was_used_up() -> None:
    state = table(APART | {"G1.tank1": "1040 300 moved", "A1.tank1": "160 300 moved fired"})
    state.replaced, state.engineers, state.pontoniers = True, [0], [1]
    play(state, Done())
    assert (state.active, state.side, state.phase) == (ALLIED, ALLIED, Phase.MOVE)
    assert (state.replaced, state.engineers, state.pontoniers) == (False, [], [])
    assert not any(base.flags for base in state.bases)


@pytest.mark.rule("SEQ-4", "SEQ-5", "TRE-4")
def test_who_fired_from_a_trench_may_be_followed_by_the_attacker() -> None:
    units = SHOOTING | {"G1.motor1": "615 515", "G1.motor2": "615 575"}
    state = table(units, phase="air", air=(0, 0), segments={"allied": [(615, 515), (615, 575)]})
    play(state, Done())
    assert (decision(state), state.side) == (("allied", "trench-fire"), ALLIED)
    play(state, Fire("G1.motor1", "A1.motor1"), Done(), dice=[1])
    assert (decision(state), state.side) == (("axis", "fire"), AXIS)
    assert not any(base.flags for base in state.bases)


@pytest.mark.rule("TRN-2")
def test_the_die_of_the_end_has_six_faces() -> None:
    chance = ScriptedChance([4])
    GAME.play(table(APART, turn=9, active="allied"), Done(), chance)
    assert [(draw.sides, draw.purpose) for draw in chance.log] == [(6, "end of the day")]


# --- secrecy ------------------------------------------------------------------------------------


@pytest.mark.rule("CAM-1")
@pytest.mark.parametrize(("left", "hidden"), [(3, True), (2, True), (1, False)])
def test_a_choice_between_two_cards_is_a_secret_already(left: int, hidden: bool) -> None:
    options = GAME.options(Setup("c1"))
    campaign = campaign_of("c1", options)
    able = [card.id for card in campaign.decks[AXIS] if card.formations]
    now = CampaignState(
        3, out=tuple((card, FOR_GOOD) for card in able[left:]), chosen=((able[0],), None)
    )
    seen = cards.seen(campaign, now, options, "allied")
    assert seen.chosen[AXIS] == ((cards.HIDDEN,) if hidden else (able[0],))
    assert cards.seen(campaign, now, options, "axis") == now
