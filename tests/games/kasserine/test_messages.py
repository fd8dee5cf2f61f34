"""Everything the game says exists in both languages and uses only facts that the code passes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from typing import Any, get_args

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Event, Fact, Setup, Step
from campagna.core.messages import load_messages
from campagna.games.kasserine import events
from campagna.games.kasserine.sequence import FRAME_STEPS
from campagna.games.kasserine.state import PHASE_NAMES, Phase
from campagna.games.kasserine.world import SIDES
from tests.games.kasserine.board_setup import GAME
from tests.games.panzergruppe_guderian.refusals_in_code import RefusalSite, refusal_sites

MESSAGES = load_messages(GAME.home)
SITES = refusal_sites(GAME.home)
EVENTS: tuple[type[Event], ...] = get_args(events.AnyEvent)

PROMPT_FACTS = {
    "allied-setup": {"move"},
    "axis-setup": {"move"},
    **{name: {"move", "weather"} for name in PHASE_NAMES[Phase.LOGISTICS : Phase.OVER]},
    "defend": {"move", "units", "hexes", "kind"},
    "retreat": {"move", "units", "count"},
    "let-pass": {"move", "unit", "path"},
    "accompany": {"move", "units", "hex"},
}
SAMPLES: dict[object, list[Any]] = {
    str: ["1918"],
    int: [1, 2],
    bool: [False, True],
    tuple[str, ...]: [("A21-I5",), ("A21-I5", "A21-I104")],
}


def placeholders(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field is not None}


def samples(kind: type[Event]) -> Iterator[Event]:
    """Events of a class: small and large values, optional fields given and left out."""
    fields = [f for f in msgspec.structs.fields(kind) if f.name != "rule"]
    for choice in (0, -1):
        given = {f.name: SAMPLES[f.type][choice] for f in fields}
        yield kind(rule="MOV-1", **given)
        yield kind(rule="MOV-1", **{f.name: given[f.name] for f in fields if f.required})


def assert_reads_well(text: str) -> None:
    assert text == text.strip()
    assert text[0].isupper() or text[0].isdigit(), text
    assert not re.search(r"[{}!]|  |\.$| [,.:;]|\.\.|True|False|_", text), text


def test_nothing_lacks_a_language() -> None:
    assert MESSAGES.missing() == []


def test_both_languages_state_the_same_facts_plainly() -> None:
    for table, messages in MESSAGES.tables.items():
        for key, texts in messages.items():
            assert placeholders(texts["it"]) == placeholders(texts["en"]), f"{table}.{key}"
            for language in LANGUAGES:
                assert not re.search(r"!|\.$|  |§|\bregola\b|\brule\b", texts[language])


def test_every_reason_in_the_code_has_words_and_no_words_are_unused() -> None:
    assert {s.reason for s in SITES} == set(MESSAGES.tables["refusal"])


@pytest.mark.parametrize("site", SITES, ids=lambda s: s.reason)
def test_refusals_use_only_facts_that_are_passed(site: RefusalSite) -> None:
    facts: dict[str, Fact] = dict.fromkeys(site.facts, "1918")
    for language in LANGUAGES:
        used = placeholders(MESSAGES.tables["refusal"][site.reason][language])
        assert used <= site.facts, f"{site.where} does not pass {used - site.facts}"
        assert_reads_well(MESSAGES.text("refusal", site.reason, language, facts))


def test_every_event_has_words_and_no_words_are_unused() -> None:
    assert {str(e.__struct_config__.tag) for e in EVENTS} == set(MESSAGES.tables["event"])


@pytest.mark.parametrize("kind", EVENTS, ids=lambda e: e.__name__)
def test_events_are_said_with_and_without_optional_fields(kind: type[Event]) -> None:
    for event in samples(kind):
        for language in LANGUAGES:
            assert_reads_well(MESSAGES.event(event, language))


def test_every_decision_has_a_prompt() -> None:
    assert set(PROMPT_FACTS) == set(MESSAGES.tables["prompt"])
    assert {decision for decision, _ in FRAME_STEPS.values()} <= set(PROMPT_FACTS)


@pytest.mark.parametrize("decision", PROMPT_FACTS)
def test_prompts_say_who_decides(decision: str) -> None:
    facts: dict[str, Fact] = dict.fromkeys(PROMPT_FACTS[decision], 2)
    for language in LANGUAGES:
        text = MESSAGES.prompt(Step("allied", decision, "MOV-1", facts), language)
        assert_reads_well(text)
        assert {"it": "Alleati", "en": "Allied"}[language] in text


def test_a_whole_game_is_told() -> None:
    chance, seat = SeededChance(4), SeededChance(1004)
    state = GAME.start(Setup("campaign"), chance)
    words = MESSAGES.tables["word"]
    while (step := GAME.step(state)) is not None:
        assert set(step.facts) == PROMPT_FACTS[step.decision]
        told = GAME.play(state, GAME.offers(state).sample(seat), chance)
        for event in told:
            if isinstance(event, events.Eliminated | events.Reduced):
                assert event.cause in words
            for tally in GAME.tally(event):
                assert tally in MESSAGES.tables["tally"]
            for language in LANGUAGES:
                assert_reads_well(MESSAGES.event(event, language))


def test_phases_sides_levels_and_kinds_have_a_heading_and_a_word() -> None:
    levels = {row["id"]: row for row in GAME.world.tables["victory"]["levels"]}
    for table, names in (("phase", PHASE_NAMES), ("side", SIDES), ("level", levels)):
        assert set(MESSAGES.tables[table]) == set(names)
    for name in (*PHASE_NAMES[: Phase.OVER], *SIDES, *levels):
        assert name in MESSAGES.tables["word"]
    for id_, row in levels.items():
        for language in LANGUAGES:
            assert MESSAGES.text("level", id_, language) == row[language]
    kinds = GAME.world.tables["declarations"]
    assert {*kinds["attack"], *kinds["defence"]} <= set(MESSAGES.tables["word"])


def test_no_word_can_be_mistaken_for_a_number_a_hex_or_a_unit() -> None:
    words = set(MESSAGES.tables["word"])
    assert not {w for w in words if w.isdecimal()}
    assert words.isdisjoint(GAME.world.hex_ids)
    assert words.isdisjoint(c.id for c in GAME.world.counters)
