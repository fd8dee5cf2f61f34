"""Everything the game says exists in both languages and uses only facts that the code passes."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Event, Fact, Step
from campagna.core.decision import Waiting
from campagna.core.messages import load_messages
from campagna.games.afrika_korps import events
from campagna.games.afrika_korps.state import PHASE_NAMES, Phase
from campagna.games.afrika_korps.world import SIDES
from tests.games import message_laws
from tests.games.afrika_korps.lay import GAME
from tests.games.message_laws import assert_reads_well, placeholders, samples
from tests.games.refusal_scan import RefusalSite, refusal_sites

MESSAGES = load_messages(GAME.home)
SITES = refusal_sites(GAME.home)
EVENTS: tuple[type[Event], ...] = get_args(events.AnyEvent)

PROMPT_FACTS = {name: {"turn"} for name in PHASE_NAMES[: Phase.OVER]} | {
    "land-supply": {"turn"},
    "give-up": {"turn"},
    "exchange": {"turn", "units", "debt"},
    "retreat": {"turn", "units"},
    "consent": {"turn", "units"},
    "sacrifice": {"turn", "units"},
    "advance": {"turn", "units", "hexes"},
    "haul": {"turn", "units"},
    "place-rommel": {"turn", "hexes"},
    "respite": {"turn", "units"},
    "thin-out": {"turn", "hex", "count"},
}
SAMPLES: dict[object, list[Any]] = {
    str: ["G25"],
    int: [1, 2],
    bool: [False, True],
    tuple[str, ...]: [("DE-21-5",), ("DE-21-5", "IT-SAVONA")],
}


# --- the file ---------------------------------------------------------------------------------------


def test_nothing_lacks_a_language() -> None:
    assert MESSAGES.missing() == []
    message_laws.the_tables_are_known(MESSAGES)


def test_the_wording_is_plain() -> None:
    message_laws.the_wording_is_plain(MESSAGES)


def test_both_languages_state_the_same_facts() -> None:
    message_laws.both_languages_state_the_same_facts(MESSAGES)


# --- refusals ---------------------------------------------------------------------------------------


def test_every_reason_in_the_code_has_words_and_no_words_are_unused() -> None:
    made_by_the_kernel = {"not-now"}
    assert {s.reason for s in SITES} | made_by_the_kernel == set(MESSAGES.tables["refusal"])


@pytest.mark.parametrize("site", SITES, ids=lambda s: s.reason)
def test_refusals_use_only_facts_that_are_passed(site: RefusalSite) -> None:
    facts: dict[str, Fact] = dict.fromkeys(site.facts, "G25")
    for language in LANGUAGES:
        used = placeholders(MESSAGES.tables["refusal"][site.reason][language])
        assert used <= site.facts, f"{site.where} does not pass {used - site.facts}"
        assert_reads_well(MESSAGES.text("refusal", site.reason, language, facts))


def test_every_refusal_cites_a_rule_of_the_book() -> None:
    """Rules given by a variable are seen in play; those spelt out are checked here."""
    ids = set((GAME.home / "data" / "rule_ids.txt").read_text(encoding="utf-8").splitlines())
    for path in sorted(GAME.home.rglob("*.py")):
        cited = re.findall(r'(?:Refusal|Cause)\(\s*"([^"]+)"', path.read_text(encoding="utf-8"))
        assert set(cited) <= ids, path.name


# --- events and prompts -------------------------------------------------------------------------------


def test_every_event_has_words_and_no_words_are_unused() -> None:
    assert {str(e.__struct_config__.tag) for e in EVENTS} == set(MESSAGES.tables["event"])


@pytest.mark.parametrize("kind", EVENTS, ids=lambda e: e.__name__)
def test_events_are_said_with_and_without_optional_fields(kind: type[Event]) -> None:
    for event in samples(kind, SAMPLES, "3"):
        for language in LANGUAGES:
            assert_reads_well(MESSAGES.event(event, language))


@pytest.mark.parametrize(
    ("hex_", "italian", "english"),
    [("G25", "G25", "G25"), ("sea", "mare", "sea"), ("", "fuori mappa", "off the map")],
)
def test_where_a_unit_was_lost(hex_: str, italian: str, english: str) -> None:
    event = events.Eliminated(rule="24.2", unit="UK-7-7", hex=hex_, cause="isolation")
    assert MESSAGES.event(event, "it").endswith(f"isolamento: {italian}")
    assert MESSAGES.event(event, "en").endswith(f"isolation: {english}")


def test_every_decision_has_a_prompt() -> None:
    assert set(PROMPT_FACTS) == set(MESSAGES.tables["prompt"])
    waiting = [s for s in GAME.frames.values() if isinstance(s, Waiting)]
    assert {decision for s in waiting for decision in s.asks} <= set(PROMPT_FACTS)


@pytest.mark.parametrize("decision", PROMPT_FACTS)
def test_prompts_say_who_decides(decision: str) -> None:
    facts: dict[str, Fact] = dict.fromkeys(PROMPT_FACTS[decision], 2)
    for language in LANGUAGES:
        text = MESSAGES.prompt(Step("allied", decision, "3", facts), language)
        assert_reads_well(text)
        assert {"it": "Alleati", "en": "Allied"}[language] in text


@pytest.mark.parametrize(("seed", "edition"), [(4, "3"), (12, "3"), (4, "4"), (12, "4")])
def test_a_whole_game_is_told(seed: int, edition: str) -> None:
    chance, seat = SeededChance(seed), SeededChance(seed + 1000)
    state = GAME.start(GAME.new_setup("campaign", {"edition": edition}), chance)
    words = MESSAGES.tables["word"]
    decisions: set[str] = set()
    while (step := GAME.step(state)) is not None:
        assert set(step.facts) == PROMPT_FACTS[step.decision]
        decisions.add(step.decision)
        told = GAME.play(state, GAME.offers(state).sample(seat), chance)
        for event in told:
            assert not isinstance(event, events.Eliminated) or event.cause in words
            assert not isinstance(event, events.Landed) or event.how in words
        for language in LANGUAGES:
            assert_reads_well(MESSAGES.prompt(step, language))
            for event in told:
                assert_reads_well(MESSAGES.event(event, language))
    assert {"supply", "movement", "combat"} <= decisions


# --- names ------------------------------------------------------------------------------------------


def test_phases_and_sides_have_a_heading_and_a_word() -> None:
    assert set(MESSAGES.tables["phase"]) == set(PHASE_NAMES)
    assert set(MESSAGES.tables["side"]) == set(SIDES)
    for table, names in (("phase", PHASE_NAMES), ("side", SIDES)):
        for name in names:
            for language in LANGUAGES:
                heading = MESSAGES.text(table, name, language)
                word = MESSAGES.text("word", name, language)
                assert heading.lower() == word.lower()
                assert heading[0].isupper()


def test_levels_are_those_of_the_victory_table() -> None:
    rows = {row["id"]: row for row in GAME.world.tables["victory"]["levels"]}
    assert set(MESSAGES.tables["level"]) == set(rows)
    for id_, row in rows.items():
        for language in LANGUAGES:
            assert MESSAGES.text("level", id_, language) == row[language]
            assert MESSAGES.text("word", id_, language).lower() == row[language].lower()


def test_results_of_the_table_have_a_word() -> None:
    results = {r for row in GAME.world.tables["crt"]["rows"] for r in row.split()}
    assert results <= set(MESSAGES.tables["word"])


def test_causes_and_ways_in_the_code_have_a_word() -> None:
    for path in sorted(GAME.home.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        causes = re.findall(r'eliminate\([^()]*(?:\([^()]*\)[^()]*)*?, "([a-z]+)", "', text)
        assert set(causes) <= set(MESSAGES.tables["word"]), path.name


def test_no_word_can_be_mistaken_for_a_number_a_hex_or_a_unit() -> None:
    """Every fact is looked up among the words: a count, a hex or a counter must not be there."""
    words = set(MESSAGES.tables["word"])
    assert not {w for w in words if w.isdecimal()}
    assert words.isdisjoint(GAME.world.hex_ids)
    assert words.isdisjoint(c.id for c in GAME.world.counters)


def test_numbers_in_the_templates_are_those_of_the_tables() -> None:
    tables = GAME.world.tables
    refusals = MESSAGES.tables["refusal"]
    for language in LANGUAGES:
        assert str(tables["stacking"]["combat_units"]) in refusals["overstacked"][language]
        assert str(tables["stacking"]["combat_units"]) in refusals["no-room"][language]
        assert str(tables["combat"]["retreat"]) in refusals["two-hexes"][language]
