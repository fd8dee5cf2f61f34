"""Options whose default is the letter of the book since the second edition, and what the first did."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import BadPosition, Event
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.events import Destroyed, FrontMoved, HqFellBack, SaveRolled
from campagna.games.alto_comando.orders import AirAttack, Attach, ChooseCards, Fire
from campagna.games.alto_comando.rules import (
    aftermath,
    attachments,
    battle_start,
    forces,
    losses,
    victory,
)
from campagna.games.alto_comando.rules.campaign import BattleReport
from campagna.games.alto_comando.state import Phase, State
from campagna.games.alto_comando.world import ALLIED
from tests.games.alto_comando.lay import (
    GAME,
    allowed,
    at,
    begin,
    events_of,
    only,
    play,
    points,
    table,
    where,
    why,
)

LETTER: dict[str, bool | str] = {"edition": "2"}
FIRST: dict[str, bool | str] = {"edition": "1"}

# --- aircraft against a supply base in a town ---------------------------------------------------

TOWN = ("building", [(580, 480), (700, 480), (700, 560), (580, 560)])
DEFENDED = {
    "A1.recon1": "460 500",
    "A1.art": "300 500",
    "supply.allied.1": "600 500",
    "G1.motor1": "660 540",
}
WEST: dict[str, bool | str] = {"western_front": True, "terrain": "western_sample"}


@pytest.mark.rule("WF-4", "AIR-1")
@pytest.mark.parametrize(
    ("options", "open_to_air"),
    [(LETTER, False), (LETTER | {"urban_supply_from_air": True}, True), (FIRST, True)],
)
def test_a_defended_supply_base_is_out_of_reach_of_aircraft(
    options: dict[str, bool | str], open_to_air: bool
) -> None:
    state = table(DEFENDED, phase="air", options=options | WEST, terrain=[TOWN])
    attack = AirAttack("supply.allied.1")
    assert allowed(state, attack) == open_to_air
    if not open_to_air:
        assert why(state, attack) == ("WF-4", "screened-supply")
    assert allowed(state, AirAttack("G1.motor1"))
    alone = {name: words for name, words in DEFENDED.items() if name != "G1.motor1"}
    assert allowed(table(alone, phase="air", options=options | WEST, terrain=[TOWN]), attack)


@pytest.mark.rule("WF-4")
def test_artillery_is_excepted_all_the_same() -> None:
    state = table(DEFENDED, phase="fire", options=LETTER | WEST, terrain=[TOWN])
    assert allowed(state, Fire("A1.art", "supply.allied.1"))
    assert why(state, Fire("A1.recon1", "supply.allied.1")) == ("WF-4", "screened-supply")


# --- a scattered Italian headquarters -----------------------------------------------------------

ITALIANS = {"A1": "gen.it.infantry"}


@pytest.mark.rule("HQ-13", "ITA-1")
@pytest.mark.parametrize(
    ("options", "radius"),
    [
        (LETTER, 300),
        (LETTER | {"scattered_italian_hq": "20cm"}, 200),
        (LETTER | {"italian_problems": False}, 300),
        (FIRST, 200),
    ],
)
def test_a_scattered_italian_hq_commands_within_30_cm(
    options: dict[str, bool | str], radius: int
) -> None:
    units = {"A1.hq": "300 500 shaken", "A1.foot1": "600 500", "G1.hq": "1000 500"}
    state = table(units, formations=ITALIANS, options=options)
    assert losses.command_radius(state, state.find("A1.hq")) == radius
    fate = "scattered" if radius == 300 else "destroyed"
    assert losses.fate(state, state.find("A1.foot1")) == fate
    sound = table(units | {"A1.hq": "300 500"}, formations=ITALIANS, options=options)
    problems = options.get("italian_problems", True)
    assert losses.command_radius(sound, sound.find("A1.hq")) == (200 if problems else 300)


# --- a scattered headquarters that is hit again -------------------------------------------------

HIT = {
    "A1.hq": "600 500 shaken",
    "A1.motor1": "300 500",
    "G1.motor1": "700 500",
    "G1.hq": "900 500",
}
SHOT = Fire("G1.motor1", "A1.hq")


def struck(state: State, *dice: int) -> list[Event]:
    """The headquarters is hit, with this die for its save if it rolls one."""
    chance = ScriptedChance(dice)
    weapon = losses.Weapon(state.find("G1.motor1"))
    told = losses.suffer_hit(state, state.find("A1.hq"), weapon, chance)
    assert not chance.dice
    return told


@pytest.mark.rule("HQ-14", "WF-9")
def test_hit_again_it_falls_back_without_a_die() -> None:
    state = table(HIT, phase="fire", active="allied", options=LETTER)
    told = struck(state)
    assert only(told, HqFellBack).rule == "HQ-14"
    assert events_of(told, SaveRolled) == []
    assert at(state, "A1.hq") == (450, 500)
    assert (where(state, "A1.hq"), points(state)) == ("scattered", (0, 1))


@pytest.mark.rule("HQ-14", "SAV-1")
@pytest.mark.parametrize("options", [LETTER | {"scattered_hq_hit": "saves_first"}, FIRST])
def test_with_the_option_only_a_failed_save_drives_it_on(options: dict[str, bool | str]) -> None:
    state = table(HIT, phase="fire", active="allied", options=options)
    assert events_of(play(state, SHOT, dice=[5, 6]), HqFellBack) == []
    assert at(state, "A1.hq") == (600, 500)
    state = table(HIT, phase="fire", active="allied", options=options)
    assert only(play(state, SHOT, dice=[5, 5]), HqFellBack).rule == "HQ-14"


@pytest.mark.rule("HQ-7", "HQ-14", "SAV-1")
@pytest.mark.parametrize(("die", "place"), [(6, "scattered"), (5, "destroyed")])
def test_alone_it_rolls_for_its_life_and_falls_back_if_it_lives(die: int, place: str) -> None:
    units = {name: words for name, words in HIT.items() if name != "A1.motor1"}
    state = table(units, phase="fire", active="allied", options=LETTER)
    told = struck(state, die)
    assert where(state, "A1.hq") == place
    assert len(events_of(told, HqFellBack)) == (place == "scattered")
    if place == "scattered":
        assert at(state, "A1.hq") == (450, 500)


@pytest.mark.rule("HQ-14", "FIR-6")
def test_the_forecast_tells_of_no_save() -> None:
    state = table(HIT, phase="fire", active="allied", options=LETTER)
    told = GAME.forecast(state, SHOT)
    assert [(line.result, round(line.probability, 3)) for line in told.lines] == [
        ("fell-back", 0.333),
        ("miss", 0.667),
    ]
    assert "save" not in told.sums
    assert told.sums["loss"] == {
        "rule": "HQ-14",
        "result": "fell-back",
        "probability": pytest.approx(1 / 3),
    }
    assert GAME.rolled(SHOT, play(state, SHOT, dice=[6])) == "fell-back"
    alone = table(
        {n: w for n, w in HIT.items() if n != "A1.motor1"},
        phase="fire",
        active="allied",
        options=LETTER,
    )
    assert [line.result for line in GAME.forecast(alone, SHOT).lines] == [
        "destroyed",
        "saved",
        "miss",
    ]
    assert GAME.rolled(SHOT, play(alone, SHOT, dice=[6, 6])) == "saved"


# --- scattered headquarters at the end ----------------------------------------------------------

ENDING = {
    "A1.hq": "300 500 shaken",
    "A1.motor1": "300 600",
    "A1.motor2": "scattered",
    "A2.hq": "300 900",
    "G1.hq": "900 500",
}


@pytest.mark.rule("VIC-8", "HQ-7")
@pytest.mark.parametrize(
    ("options", "gone"),
    [
        (LETTER, ["A1.hq", "A1.motor2"]),
        (LETTER | {"scattered_hq_at_end": "if_alone"}, ["A1.motor2"]),
        (FIRST, ["A1.motor2"]),
    ],
)
def test_who_is_scattered_at_the_end_is_destroyed(
    options: dict[str, bool | str], gone: list[str]
) -> None:
    state = table(ENDING, phase="fire", active="allied", options=options)
    told = events_of(victory.convert_scattered(state), Destroyed)
    assert [(e.unit, e.rule, e.points) for e in told] == [(name, "VIC-8", 2) for name in gone]
    assert points(state) == (0, 3 * len(gone) + (2 - len(gone)))
    assert where(state, "A2.hq") == "ok"


# --- thrown back at Tobruk ----------------------------------------------------------------------


@pytest.mark.rule("CAM-4", "C3-5", "C4-6")
@pytest.mark.parametrize(
    ("options", "level", "area"),
    [
        (LETTER, "victory", "bardia"),
        (LETTER, "great_victory", "el_aden"),
        (LETTER | {"tobruk_repulse": "to_the_gate"}, "victory", "el_aden"),
        (LETTER | {"tobruk_repulse": "to_the_gate"}, "great_victory", "derna"),
        (FIRST, "victory", "el_aden"),
    ],
)
def test_a_british_victory_at_tobruk_pushes_from_the_front(
    options: dict[str, bool | str], level: str, area: str
) -> None:
    state = GAME.start(GAME.new_setup("c3", options), SeededChance(1))
    front = forces.plan(state).index("sollum")
    state.campaign = CampaignState(front, assault=True, area_chosen=True)
    told = aftermath.after_battle(state, BattleReport(ALLIED, level))
    assert only(told, FrontMoved).area == area
    assert forces.now(state).assault is False


# --- the Tiger in campaign 9 --------------------------------------------------------------------


def at_tunisia(area: str, options: dict[str, bool | str]) -> State:
    """The Axis has a Panzer division and the forces are nearly complete."""
    state = GAME.start(GAME.new_setup("c9", options), SeededChance(1))
    campaign = forces.plan(state)
    battle_start.clear_table(state)
    state.phase = Phase.FORCES
    state.campaign = CampaignState(campaign.index(area), area_chosen=True)
    chance = SeededChance(4)
    play_(state, ChooseCards(("c9.axis.15th_panzer_division",)), chance)
    play_(state, ChooseCards(("c9.allied.free_french_brigade",)), chance)
    return state


def play_(state: State, order: Any, chance: SeededChance) -> None:
    assert GAME.refusal(state, order) is None
    GAME.play(state, order, chance)


def tiger_asked(state: State) -> bool:
    waiting = attachments.pending(state)
    return isinstance(waiting, attachments.Loose) and waiting.tiger


@pytest.mark.rule("DIV-21")
@pytest.mark.parametrize(
    ("area", "options", "there"),
    [
        ("tunisia", LETTER, True),
        ("benghazi", LETTER, False),
        ("tunisia", LETTER | {"tunisia_tiger": False}, False),
        ("tunisia", FIRST, False),
    ],
)
def test_the_tiger_fights_where_the_battle_is_in_tunisia(
    area: str, options: dict[str, bool | str], there: bool
) -> None:
    assert tiger_asked(at_tunisia(area, options)) == there


@pytest.mark.rule("DIV-21", "CHR-15")
def test_in_campaign_9_it_has_the_values_of_the_tunisia_list() -> None:
    state = at_tunisia("tunisia", LETTER)
    chance = SeededChance(5)
    play_(state, Attach("c9.axis.tiger501", "c9.axis.15th_panzer_division"), chance)
    while state.phase == Phase.FORCES:
        play_(state, GAME.offers(state).sample(chance), chance)
    tiger = state.unit(state.find("c9.axis.tiger501.tiger"))
    assert (tiger.line.range_, tiger.line.save, tiger.line.move) == (200, 3, 100)
    assert state.roster.groups[tiger.group].id == "c9.axis.15th_panzer_division"


# --- options that do nothing together -----------------------------------------------------------


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"extra_supply": True}, "it needs one_extra_row or two_extra_rows"),
        (
            {"terrain": "central_ridge", "table": "reduced"},
            "'terrain' = central_ridge does nothing",
        ),
        ({"terrain": "western_sample"}, "while 'western_front' is false; it needs true"),
        ({"western_front": True}, "while 'terrain' is open_desert"),
        ({"sea": False, "table": "reduced"}, "'sea' = false does nothing while 'table' is reduced"),
        ({"urban_supply_from_air": True}, "while 'western_front' is false"),
    ],
)
def test_options_that_do_nothing_together_are_refused(
    options: dict[str, bool | str], reason: str
) -> None:
    with pytest.raises(BadPosition, match=reason):
        GAME.new_setup("battle", options)
    GAME.new_setup("battle", options | {"edition": "1"})


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"tobruk_force": "garrison_only"}, "while 'deck' is c3; it needs c4"),
        ({"tobruk_force": "garrison_only", "deck": "c4"}, "while 'area' is start; it needs side"),
        ({"gazala_start": "acroma"}, "while 'deck' is c3; it needs c5"),
        (
            {"gazala_start": "acroma", "deck": "c5", "area": "2"},
            "while 'area' is 2; it needs start",
        ),
        ({"short_track": True, "deck": "c8"}, "while 'deck' is c8; it needs c9"),
        ({"four_cards": True}, "it needs c9"),
        ({"novice_draft": True, "deck": "c1"}, "it needs c9"),
        ({"tunisia_tiger": False}, "'tunisia_tiger' = false does nothing while 'deck' is c3"),
        ({"tunisia_tiger": False, "deck": "c9"}, "while 'area' is start; it needs 1"),
    ],
)
def test_options_of_another_campaign_are_refused_in_a_battle(
    options: dict[str, bool | str], reason: str
) -> None:
    with pytest.raises(BadPosition, match=reason):
        GAME.new_setup("battle", options)
    GAME.new_setup("battle", options | {"edition": "2"})


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize(
    "options",
    [
        {"extra_supply": True, "table": "two_extra_rows"},
        {"terrain": "western_sample", "western_front": True, "urban_supply_from_air": True},
        {"table": "reduced"},
        {"sea": False, "table": "one_extra_row"},
        {"italian_problems": False},
        {"tobruk_force": "garrison_only", "deck": "c4", "area": "side"},
        {"gazala_start": "acroma", "deck": "c5"},
        {"short_track": True, "four_cards": True, "novice_draft": True, "deck": "c9"},
        {"tunisia_tiger": False, "deck": "c9", "area": "1"},
    ],
)
def test_options_that_act_together_are_not(options: dict[str, bool | str]) -> None:
    assert GAME.new_setup("battle", options).options["edition"] == "3"


def test_a_campaign_of_the_second_edition_can_be_begun() -> None:
    state, _ = begin("c4", SeededChance(2))
    assert not state.options.fixed("tobruk-repulse")
    new = GAME.start(GAME.new_setup("c4"), SeededChance(2))
    assert new.options.fixed("tobruk-repulse")
