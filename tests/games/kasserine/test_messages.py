"""Everything the game says exists in both languages and uses only facts that the code passes."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest
from msgspec import structs

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Event, Fact, Step
from campagna.core.decision import Waiting
from campagna.core.messages import load_messages
from campagna.games.kasserine import events
from campagna.games.kasserine.rules.path import points
from campagna.games.kasserine.rules.phases import FRAMES
from campagna.games.kasserine.state import PHASE_NAMES, Phase
from campagna.games.kasserine.table.position import FLAG_NAMES
from campagna.games.kasserine.world import SIDES
from tests.games.kasserine.lay import GAME
from tests.games.message_laws import assert_reads_well, placeholders, samples
from tests.games.refusal_scan import RefusalSite, refusal_sites

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


def test_nothing_lacks_a_language() -> None:
    assert MESSAGES.missing() == []


def test_both_languages_state_the_same_facts_plainly() -> None:
    for table, messages in MESSAGES.tables.items():
        for key, texts in messages.items():
            assert placeholders(texts["it"]) == placeholders(texts["en"]), f"{table}.{key}"
            for language in LANGUAGES:
                assert not re.search(r"!|\.$|  |§|\bregola\b|\brule\b", texts[language])


def test_a_side_is_never_the_subject_of_a_verb() -> None:
    """The Axis is one and the Allies are many: a verb would be wrong for one of the two."""
    for messages in MESSAGES.tables.values():
        for texts in messages.values():
            for language in LANGUAGES:
                assert not re.search(r"\{(side|winner)\} \w", texts[language])


@pytest.mark.parametrize(("half", "said"), [(1, "½"), (4, "2"), (9, "4½")])
def test_movement_points_are_written_as_players_write_them(half: int, said: str) -> None:
    assert points(half) == said
    moved = events.Moved(rule="MOV-1", units=("A21-I5",), path=("1918",), cost=half, points=said)
    assert MESSAGES.event(moved, "it").endswith(f"PM: {said}")
    assert MESSAGES.event(moved, "en").endswith(f"MP: {said}")


def test_odds_have_the_decimal_sign_of_the_language() -> None:
    for column in GAME.world.columns:
        said = {x: MESSAGES.text("event", "combat-rolled", x, _fight(column)) for x in LANGUAGES}
        assert f" {column}, " in said["en"]
        assert f" {column.replace('.', ',')}, " in said["it"]


def _fight(odds: str) -> dict[str, Fact]:
    names = ("attackers", "defenders", "attack", "defence", "table", "die", "result")
    return {**dict.fromkeys(names, "1"), "odds": odds, "result": "A2"}


def test_every_reason_in_the_code_has_words_and_no_words_are_unused() -> None:
    by_the_kernel = {"not-now"}
    assert {s.reason for s in SITES} | by_the_kernel == set(MESSAGES.tables["refusal"])


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
    for event in samples(kind, SAMPLES, "MOV-1"):
        rolled = structs.replace(event, result="RT") if hasattr(event, "result") else event
        for language in LANGUAGES:
            assert_reads_well(MESSAGES.event(rolled, language))


def test_a_roll_says_what_its_result_means() -> None:
    """Who was fired at reads nothing but this line."""
    tables = GAME.world.tables
    assert {*tables["results"]["meaning"], "R", "RT", "-"} <= set(MESSAGES.tables["result"])
    shot = events.Shot("ART-1", "A21-I155", "A21-I5", "1918", 5, 5, "RT")
    assert MESSAGES.event(shot, "it").endswith("esito: RT (bersaglio sotto shock)")
    assert MESSAGES.event(shot, "en").endswith("result: RT (target shocked)")


def test_every_kind_of_event_has_a_word_for_counting() -> None:
    assert {str(e.__struct_config__.tag) for e in EVENTS} <= set(MESSAGES.tables["word"])


def test_every_state_of_a_counter_has_a_word() -> None:
    assert {*FLAG_NAMES, "unsupplied"} <= set(MESSAGES.tables["word"])


def test_forecasts_show_no_raw_keys() -> None:
    """Every heading and every result of every kind of order that a game comes to."""
    chance, seat = SeededChance(4), SeededChance(1004)
    state = GAME.start(GAME.new_setup("campaign"), chance)
    known = {*MESSAGES.tables["word"], *GAME.world.tables["results"]["meaning"], "RT", "R"}
    while GAME.step(state) is not None:
        order = GAME.offers(state).sample(seat)
        told = GAME.forecast(state, order)
        assert set(told.sums) <= known
        for line in told.lines:
            assert {*line.result.split(), *line.outcomes} <= known
        GAME.play(state, order, chance)


def test_every_decision_has_a_prompt() -> None:
    assert set(PROMPT_FACTS) == set(MESSAGES.tables["prompt"])
    asked = {name for w in FRAMES.values() if isinstance(w, Waiting) for name in w.asks}
    assert {*PHASE_NAMES[: Phase.OVER], *asked} == set(PROMPT_FACTS)


@pytest.mark.parametrize("decision", PROMPT_FACTS)
def test_prompts_say_who_decides(decision: str) -> None:
    facts: dict[str, Fact] = dict.fromkeys(PROMPT_FACTS[decision], 2)
    for language in LANGUAGES:
        text = MESSAGES.prompt(Step("allied", decision, "MOV-1", facts), language)
        assert_reads_well(text)
        assert {"it": "Alleati", "en": "Allies"}[language] in text


def test_a_whole_game_is_told() -> None:
    chance, seat = SeededChance(4), SeededChance(1004)
    state = GAME.start(GAME.new_setup("campaign"), chance)
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
