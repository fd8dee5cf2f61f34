"""Everything the game says exists in both languages and uses only facts that the code passes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from string import Formatter
from typing import Any, get_args

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Event, Setup
from campagna.games.alto_comando import events
from campagna.games.alto_comando.campaign_data import campaign_of
from campagna.games.alto_comando.rules.aftermath import CAMPAIGN_LEVELS
from campagna.games.alto_comando.rules.phases import LAYING
from campagna.games.alto_comando.state import PHASE_NAMES
from campagna.games.alto_comando.world import ALLIED, AXIS, SIDES
from campagna.plane.bases import Point, Rect
from tests.games import message_laws
from tests.games.alto_comando.data_files import CAMPAIGNS
from tests.games.alto_comando.lay import GAME, MESSAGES

EVENTS: tuple[type[Event], ...] = get_args(events.AnyEvent)
SAMPLES: dict[object, list[Any]] = {
    str: ["A1.tank1"],
    int: [1, 2],
    bool: [False, True],
    tuple[str, ...]: [("A1.tank1",), ("A1.tank1", "G1.hq")],
    Point: [(500, 300)],
    Rect: [(540, 100, 570, 250)],
    tuple[Point, ...]: [((500, 300), (550, 300))],
    tuple[Rect, ...]: [((540, 100, 570, 250),)],
}
SCENARIOS = [spec.id for spec in GAME.scenarios]


def placeholders(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field is not None}


def templates() -> Iterator[tuple[str, str, str]]:
    for table, messages in MESSAGES.tables.items():
        for key, texts in messages.items():
            for language in LANGUAGES:
                yield f"{table}.{key}", language, texts[language]


def assert_reads_well(text: str) -> None:
    assert text == text.strip()
    assert not re.search(r"[{}]|  |\.$| [,.:;]|\.\.|True|False", text), text


# --- the file -----------------------------------------------------------------------------------


def test_nothing_lacks_a_language() -> None:
    assert MESSAGES.missing() == []
    message_laws.the_tables_are_known(MESSAGES)


def test_both_languages_state_the_same_facts() -> None:
    for table, messages in MESSAGES.tables.items():
        for key, texts in messages.items():
            assert placeholders(texts["it"]) == placeholders(texts["en"]), f"{table}.{key}"


def test_the_wording_is_plain() -> None:
    """No final stops, no rule numbers: the interface adds the chip."""
    for key, language, template in templates():
        assert not re.search(r"\.$|  |§|\bregola\b|\brule\b", template), (key, language)


# --- refusals -----------------------------------------------------------------------------------


def words_in_code() -> set[str]:
    """Every string that stands in the chapters."""
    return {
        node.value
        for path in GAME.home.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def reasons_in_code() -> set[str]:
    return {
        node.args[1].value
        for path in GAME.home.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "Refusal"
        and isinstance(node.args[1], ast.Constant)
        and isinstance(node.args[1].value, str)
    }


def test_every_reason_has_words_and_no_words_are_unused() -> None:
    said = set(MESSAGES.tables["refusal"])
    assert reasons_in_code() <= said
    assert said <= words_in_code()


# --- events and prompts -------------------------------------------------------------------------


def test_every_event_has_words_and_no_words_are_unused() -> None:
    assert {str(e.__struct_config__.tag) for e in EVENTS} == set(MESSAGES.tables["event"])


def test_decks_are_called_by_the_names_of_their_campaigns() -> None:
    (battle,) = [spec for spec in GAME.scenarios if spec.id == "battle"]
    (deck,) = [option for option in battle.options if option.name == "deck"]
    titles = {spec.id: spec.title for spec in GAME.scenarios}
    assert {v: MESSAGES.tables["option"][f"deck.{v}"] for v in deck.values} == {
        str(v): titles[str(v)] for v in deck.values
    }


@pytest.mark.parametrize("kind", EVENTS, ids=lambda e: e.__name__)
def test_events_are_said_with_and_without_optional_fields(kind: type[Event]) -> None:
    fields = [f for f in msgspec.structs.fields(kind) if f.name != "rule"]
    for choice in (0, -1):
        given = {f.name: SAMPLES[f.type][choice] for f in fields}
        required = {f.name: given[f.name] for f in fields if f.required}
        for facts in (given, required):
            for language in LANGUAGES:
                assert_reads_well(MESSAGES.event(kind(rule="CAM-1", **facts), language))


@pytest.mark.parametrize("scenario", ["beda_fomm", "c8", "c7"])
def test_a_whole_game_is_told(scenario: str) -> None:
    chance, seat = SeededChance(3), SeededChance(1003)
    state = GAME.start(Setup(scenario), chance)
    seen: set[str] = set()
    while (step := GAME.step(state)) is not None and len(seen) < 3000:
        for language in LANGUAGES:
            assert_reads_well(MESSAGES.prompt(step, language))
        for event in GAME.play(state, GAME.offers(state).sample(seat), chance):
            for language in LANGUAGES:
                assert_reads_well(MESSAGES.event(event, language))
        seen.add(step.decision)
        if state.campaign is not None and state.campaign.battle > 2:
            break
    assert {"deploy", "move", "fire"} <= seen


def test_a_length_brings_its_unit() -> None:
    texts = [
        text
        for table in MESSAGES.tables.values()
        for pair in table.values()
        for text in pair.values()
    ]
    assert not [text for text in texts if ":cm} cm" in text]


def test_every_decision_has_a_prompt() -> None:
    phases = {*PHASE_NAMES, LAYING.name} - {"forces", "over"}
    forces = {"choose-area", "choose-cards", "choose-army", "attach", "attach-tiger", "tank-mix"}
    assert set(MESSAGES.tables["prompt"]) == phases | forces


# --- names --------------------------------------------------------------------------------------


def test_phases_and_sides_have_a_heading_and_a_word() -> None:
    for table, names in (("phase", (*PHASE_NAMES, LAYING.name)), ("side", SIDES)):
        assert set(MESSAGES.tables[table]) == set(names)
        for name in names:
            for language in LANGUAGES:
                heading = MESSAGES.text(table, name, language)
                word = MESSAGES.text("word", name, language)
                assert heading.lower() == word.lower()


@pytest.mark.rule("VIC-4")
def test_levels_are_those_of_battles_campaigns_and_the_trial() -> None:
    rows = {row["id"]: row for row in GAME.world.tables["level"]}
    trial = {"breakthrough", "annihilation", "blocked"}
    assert set(MESSAGES.tables["level"]) == set(rows) | set(CAMPAIGN_LEVELS.values()) | trial
    for id_, row in rows.items():
        for language in LANGUAGES:
            assert MESSAGES.text("level", id_, language) == row[language]


@pytest.mark.parametrize("scenario", [s for s in SCENARIOS if s not in ("battle", "beda_fomm")])
def test_areas_and_cards_are_called_as_in_the_campaigns(scenario: str) -> None:
    campaign = campaign_of(scenario, GAME.options(Setup(scenario)))
    words = MESSAGES.tables["word"]
    for area in campaign.areas:
        assert area.id in words
    for side in (AXIS, ALLIED):
        for card in campaign.cards(side):
            assert words[card.id] == {"it": card.it, "en": card.en}
            assert set(card.formation_ids()) <= set(words)
    for army in campaign.armies:
        assert words[army.id] == {"it": army.it, "en": army.en}


def test_no_word_can_be_mistaken_for_a_number() -> None:
    """Every fact is looked up among the words: a count must not be there."""
    assert not {word for word in MESSAGES.tables["word"] if word.isdecimal()}


def test_every_kind_of_base_has_a_word() -> None:
    assert set(GAME.world.tables["kinds"]["order"]) <= set(MESSAGES.tables["word"])


def test_areas_of_a_battle_are_called_as_their_campaign_calls_them() -> None:
    """By the cards that are chosen; a number without an area there has no name, so it is not offered."""
    tables = MESSAGES.tables
    named = {key: text for key, text in tables["option"].items() if key.startswith("area.")}
    wanted = {}
    for campaign in CAMPAIGNS.values():
        for number, area in enumerate(campaign["areas"], 1):
            wanted[f"area.{number}@deck.{campaign['id']}"] = tables["word"][area["id"]]
        if "side_area" in campaign:
            wanted[f"area.side@deck.{campaign['id']}"] = tables["word"][campaign["side_area"]["id"]]
    assert {key for key in named if "@" in key} == set(wanted)
    for key, area in wanted.items():
        for language in LANGUAGES:
            assert named[key][language].startswith(area[language]), key
