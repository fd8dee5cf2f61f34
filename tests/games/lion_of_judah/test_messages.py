"""Everything the game says exists in both languages and uses only facts that the code passes."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import INPUT_FAULTS, LANGUAGES, Event, Fact, Setup, Step
from campagna.core.messages import load_messages
from campagna.games.lion_of_judah.chronicle import AnyEvent
from campagna.games.lion_of_judah.events import EventDrawn
from campagna.games.lion_of_judah.rules.combat.terms import Term
from campagna.games.lion_of_judah.state import PHASE_NAMES
from campagna.match.event_text import event_text
from tests.games import message_laws
from tests.games.lion_of_judah.lay import GAME, WORLD
from tests.games.message_laws import assert_reads_well, placeholders, samples
from tests.games.refusal_scan import RefusalSite, refusal_sites

MESSAGES = load_messages(GAME.home)
SITES = refusal_sites(GAME.home)
EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)

SILENT = {"event", "end", "over"}
"""Phases that never ask for anything by themselves."""
FRAMES: dict[str, set[str]] = {
    "attacker-air": {"hex"},
    "defender-air": {"hex"},
    "attacker-hq": {"hex"},
    "defender-hq": {"hex"},
    "losses": {"count", "units"},
    "advance": {"hex", "units"},
    "follow-up": {"units"},
    "excess": {"hexes"},
    "attrition": {"hex"},
    "refuge": {"leader"},
    "gain": {"count"},
    "place-tribal_levy": {"count"},
    "place-guerrilla": {"count"},
    **{f"choice-{e}": {"count"} for e in ("A4", "A5", "A6", "A8", "C7", "C9", "D3", "legions")},
    "free-move": set(),
}
PROMPT_FACTS = {name: {"turn"} for name in PHASE_NAMES if name not in SILENT} | {
    name: {"turn", *facts} for name, facts in FRAMES.items()
}
SAMPLES: dict[object, list[Any]] = {
    str: ["it_Sb"],
    int: [1, 2],
    bool: [False, True],
    tuple[str, ...]: [("1305",), ("1305", "1405")],
    tuple[int, ...]: [(1,), (1, 2)],
    tuple[Term, ...]: [(), (Term("terrain", -1, "12.8"),)],
    (EventDrawn, "marker"): ["A2", "D-NE"],
}


# --- the file -----------------------------------------------------------


def test_nothing_lacks_a_language() -> None:
    assert MESSAGES.missing() == []
    message_laws.the_tables_are_known(MESSAGES)


def test_the_wording_is_plain() -> None:
    message_laws.the_wording_is_plain(MESSAGES)


def test_both_languages_state_the_same_facts() -> None:
    message_laws.both_languages_state_the_same_facts(MESSAGES)


# --- refusals -----------------------------------------------------------


def test_every_reason_in_the_code_has_words_and_no_words_are_unused() -> None:
    # Every game refuses with "not-now" what the step does not ask for.
    assert {s.reason for s in SITES} | {"not-now"} == set(MESSAGES.tables["refusal"])
    assert set(MESSAGES.tables["refusal"]) >= INPUT_FAULTS


@pytest.mark.parametrize("site", SITES, ids=lambda s: f"{s.where}-{s.reason}")
def test_refusals_use_only_facts_that_are_passed(site: RefusalSite) -> None:
    facts: dict[str, Fact] = dict.fromkeys(site.facts, "1305")
    for language in LANGUAGES:
        used = placeholders(MESSAGES.tables["refusal"][site.reason][language])
        assert used <= site.facts, f"{site.where} does not pass {used - site.facts}"
        assert_reads_well(MESSAGES.text("refusal", site.reason, language, facts))


# --- events and prompts -----------------------------------------------------------


def test_every_event_has_words_and_no_words_are_unused() -> None:
    assert {str(e.__struct_config__.tag) for e in EVENTS} == set(MESSAGES.tables["event"])


@pytest.mark.parametrize("kind", EVENTS, ids=lambda e: e.__name__)
def test_events_are_said_with_and_without_optional_fields(kind: type[Event]) -> None:
    for event in samples(kind, SAMPLES, "5.1-a"):
        for language in LANGUAGES:
            text = MESSAGES.event(event, language)
            assert_reads_well(text[0].upper() + text[1:])


def test_an_event_of_the_cup_says_what_it_does() -> None:
    assert set(MESSAGES.tables["effect"]) == set(WORLD.events)
    drawn = EventDrawn("6.2-a", "A2", True, "italian")
    said = {language: event_text(MESSAGES, drawn, language) for language in LANGUAGES}
    assert "pay double for the terrain off roads" in said["en"]
    assert "pagano il doppio per il terreno" in said["it"]
    for marker in WORLD.events:
        for language in LANGUAGES:
            text = event_text(MESSAGES, EventDrawn("6.2-a", marker, False, "allied"), language)
            assert MESSAGES.text("effect", marker, language) in text
            assert_reads_well(text)


def test_every_decision_has_a_prompt() -> None:
    assert set(PROMPT_FACTS) == set(MESSAGES.tables["prompt"])


@pytest.mark.parametrize("decision", PROMPT_FACTS)
def test_prompts_say_who_decides(decision: str) -> None:
    facts: dict[str, Fact] = dict.fromkeys(PROMPT_FACTS[decision], 2)
    for language in LANGUAGES:
        text = MESSAGES.prompt(Step("italian", decision, "5.1-a", facts), language)
        assert_reads_well(text)
        assert {"it": "giocatore italiano", "en": "Italian player"}[language] in text


@pytest.mark.parametrize(("scenario", "seed"), [("s1935", 3), ("s1940", 5)])
def test_a_game_is_told(scenario: str, seed: int) -> None:
    chance, seat = SeededChance(seed), SeededChance(seed + 1000)
    state = GAME.start(Setup(scenario), chance)
    for _ in range(500):
        step = GAME.step(state)
        if step is None:
            break
        assert set(step.facts) - {"leader"} == PROMPT_FACTS[step.decision] - {"leader"}
        told = GAME.play(state, GAME.offers(state).sample(seat), chance)
        for language in LANGUAGES:
            assert_reads_well(MESSAGES.prompt(step, language))
            for event in told:
                text = MESSAGES.event(event, language)
                assert_reads_well(text[0].upper() + text[1:])


# --- names -----------------------------------------------------------


def test_phases_and_sides_have_a_heading_and_a_word() -> None:
    sides = {side for spec in GAME.scenarios for side in spec.sides}
    assert set(MESSAGES.tables["phase"]) == set(PHASE_NAMES)
    assert set(MESSAGES.tables["side"]) == sides
    for table, names in (("phase", set(PHASE_NAMES)), ("side", sides)):
        for name in names:
            for language in LANGUAGES:
                heading = MESSAGES.text(table, name, language)
                assert heading.lower() == MESSAGES.text("word", name, language).lower()
                assert heading[0].isupper()


def test_levels_are_those_of_the_scenarios_and_the_campaign() -> None:
    blocks = [part.scenario["victory"]["levels"] for part in WORLD.parts]
    rows = {row["id"] for block in blocks for row in block}
    rows |= {row["id"] for row in WORLD.campaign["score"]["levels"]}
    assert set(MESSAGES.tables["level"]) == rows


def test_every_counter_marker_event_box_and_country_has_a_name() -> None:
    words = set(MESSAGES.tables["word"])
    wanted = {c.id for c in WORLD.counters} | {a.id for a in WORLD.air} | set(WORLD.events)
    wanted |= {b.id for part in WORLD.parts for b in part.boxes}
    wanted |= {id_ for kind, id_ in WORLD.board.areas if kind == "region"}
    assert wanted <= words


def test_names_of_counters_are_those_of_the_data() -> None:
    for counter in WORLD.counters:
        for language in LANGUAGES:
            said = MESSAGES.text("word", counter.id, language)
            assert said.startswith(counter.name[language]), counter.id


def test_no_word_can_be_mistaken_for_a_number_or_a_hex() -> None:
    words = set(MESSAGES.tables["word"])
    assert not {w for w in words if w.isdecimal()}
    assert words.isdisjoint(WORLD.hex_ids)
