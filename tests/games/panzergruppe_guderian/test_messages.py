"""Everything the game says exists in both languages and uses only facts that the code passes."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Event, Fact, Refusal, Step
from campagna.core.messages import load_messages
from campagna.games.panzergruppe_guderian import events
from campagna.games.panzergruppe_guderian.frames import Retreating
from campagna.games.panzergruppe_guderian.game import PanzergruppeGuderian
from campagna.games.panzergruppe_guderian.orders import Move, Retreat
from campagna.games.panzergruppe_guderian.rules import first_turn
from campagna.games.panzergruppe_guderian.rules.movement import points
from campagna.games.panzergruppe_guderian.rules.retreat import judge_retreat
from campagna.games.panzergruppe_guderian.state import PHASE_NAMES, Phase
from campagna.games.panzergruppe_guderian.world import SIDES, SOVIET, load_world
from tests.games import message_laws
from tests.games.message_laws import assert_reads_well, placeholders, samples
from tests.games.refusal_scan import RefusalSite, refusal_sites

GAME = PanzergruppeGuderian()
MESSAGES = load_messages(GAME.home)
WORLD = load_world()
SITES = refusal_sites(GAME.home)
EVENTS: tuple[type[Event], ...] = get_args(events.AnyEvent)

PROMPT_FACTS = {name: {"turn"} for name in PHASE_NAMES[: Phase.OVER]} | {
    "suffer": {"turn", "count", "units"},
    "lose-steps": {"turn", "count", "units"},
    "retreat": {"turn", "count", "units"},
    "advance": {"turn", "units"},
    "remove": {"turn", "hexes"},
}
SAMPLES: dict[object, list[Any]] = {
    str: ["S-7"],
    int: [1, 2],
    bool: [False, True],
    tuple[str, ...]: [("1915",), ("1915", "2015")],
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
    given = {s.reason for s in SITES} | {GAME.over.reason}  # the kernel's own refusal is the same
    assert given == set(MESSAGES.tables["refusal"])


def test_the_scan_reads_literals_variables_additions_and_helpers() -> None:
    found = {(s.where.split(":")[0], s.reason): s.facts for s in SITES}
    assert found["naming.py", "unknown-unit"] == {"unit"}
    assert found["movement.py", "zone-locked"] == {"unit", "hex"}
    assert found["interdiction.py", "beyond-air-limit"] == {"hex", "column"}
    assert found["retreat.py", "retreat-length"] == {"unit", "count"}
    assert found["retreat.py", "retreat-priority"] == {"unit", "count", "from", "hex", "open"}
    assert found["results.py", "engaged-no-retreat"] == set()


@pytest.mark.parametrize("site", SITES, ids=lambda s: s.reason)
def test_refusals_use_only_facts_that_are_passed(site: RefusalSite) -> None:
    facts: dict[str, Fact] = dict.fromkeys(site.facts, "1915")
    for language in LANGUAGES:
        used = placeholders(MESSAGES.tables["refusal"][site.reason][language])
        assert used <= site.facts, f"{site.where} does not pass {used - site.facts}"
        assert_reads_well(MESSAGES.text("refusal", site.reason, language, facts))


@pytest.mark.rule("5.23a", "6.GEN-2")
def test_a_marching_unit_sent_to_a_far_hex_hears_that_it_is_not_adjacent() -> None:
    chance = SeededChance(1)
    state = GAME.start(GAME.new_setup("campaign-1941"), chance)
    while state.phase != Phase.SOVIET_MOVE:
        GAME.play(state, GAME.offers(state).sample(chance), chance)
    unit = state.name(first_turn.unmarched(state)[-1])
    refusal = GAME.refusal(state, Move((unit,), ("4415",)))
    assert refusal is not None
    assert refusal.reason == "not-adjacent"


@pytest.mark.rule("6.4d")
def test_a_retreat_to_the_closed_west_is_not_called_a_lack_of_room() -> None:
    state = GAME.start(GAME.new_setup("campaign-1941"), SeededChance(1))
    state.turn = 6
    unit = state.find("S-1")
    state.put(unit, WORLD.hex_index["0320"])
    order = Retreat("S-1", ("0220",))
    refusal = judge_retreat(state, Retreating(SOVIET, (unit,), 1), order)
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.reason) == ("6.4d", "west-closed")


def test_points_are_written_as_players_read_them() -> None:
    assert [points(half) for half in (0, 1, 2, 7)] == ["0", "½", "1", "3½"]


# --- events and prompts -------------------------------------------------------------------------------


def test_every_event_has_words_and_no_words_are_unused() -> None:
    assert {str(e.__struct_config__.tag) for e in EVENTS} == set(MESSAGES.tables["event"])


@pytest.mark.parametrize("kind", EVENTS, ids=lambda e: e.__name__)
def test_events_are_said_with_and_without_optional_fields(kind: type[Event]) -> None:
    for event in samples(kind, SAMPLES, "4.1"):
        for language in LANGUAGES:
            assert_reads_well(MESSAGES.event(event, language))


def test_a_provisional_roll_without_a_counter_says_so() -> None:
    event = events.ProvisionalRolled(rule="14.11", die=3, entry="3")
    assert MESSAGES.event(event, "it").endswith("ingresso 3: nessuna unità")
    assert MESSAGES.event(event, "en").endswith("entry 3: no unit")


def test_every_decision_has_a_prompt() -> None:
    assert set(PROMPT_FACTS) == set(MESSAGES.tables["prompt"])


@pytest.mark.parametrize("decision", PROMPT_FACTS)
def test_prompts_say_who_decides(decision: str) -> None:
    facts: dict[str, Fact] = dict.fromkeys(PROMPT_FACTS[decision], 2)
    for language in LANGUAGES:
        text = MESSAGES.prompt(Step("german", decision, "4.1", facts), language)
        assert_reads_well(text)
        assert {"it": "giocatore tedesco", "en": "German player"}[language] in text


@pytest.mark.parametrize("seed", [3, 11])
def test_a_whole_game_is_told(seed: int) -> None:
    chance, seat = SeededChance(seed), SeededChance(seed + 1000)
    options: dict[str, bool | str] = {"leader_withdrawal": True}
    state = GAME.start(GAME.new_setup("campaign-1941", options), chance)
    decisions: set[str] = set()
    while (step := GAME.step(state)) is not None:
        assert set(step.facts) == PROMPT_FACTS[step.decision]
        decisions.add(step.decision)
        told = GAME.play(state, GAME.offers(state).sample(seat), chance)
        for language in LANGUAGES:
            assert_reads_well(MESSAGES.prompt(step, language))
            for event in told:
                assert_reads_well(MESSAGES.event(event, language))
    assert {"setup", "soviet-move", "german-mech-move", "suffer", "retreat"} <= decisions


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
    rows = {row["id"]: row for row in WORLD.tables["victory"]["levels"]}
    assert set(MESSAGES.tables["level"]) == set(rows)
    for id_, row in rows.items():
        for language in LANGUAGES:
            assert MESSAGES.text("level", id_, language) == row[language]
            assert MESSAGES.text("word", id_, language).lower() == row[language].lower()


def test_armies_have_a_word() -> None:
    """Those of the set-up, and those that the name of a leader stands for."""
    armies = {block["army"] for block in WORLD.scenario["setup"]}
    words = MESSAGES.tables["word"]
    known = {k for k in words if k.endswith("Army")}
    assert armies <= known
    for army in known:
        assert words[army]["en"] == army
        assert words[army]["it"] == re.sub(r"(\d+)\w\w Army", r"\1ª Armata", army)


def test_no_word_can_be_mistaken_for_a_number_a_hex_or_a_unit() -> None:
    """Every fact is looked up among the words: a count, a hex or a counter must not be there."""
    words = set(MESSAGES.tables["word"])
    assert not {w for w in words if w.isdecimal()}
    assert words.isdisjoint(c.id for c in WORLD.counters)


def test_numbers_in_the_templates_are_those_of_the_scenario() -> None:
    limits = WORLD.scenario["limits"]
    for language, turn in (("it", "turno"), ("en", "turn")):
        closed = MESSAGES.tables["refusal"]["west-closed"][language]
        assert f"{turn} {limits['west_columns']['last_turn']}" in closed
    assert {h[:2] for h in _names("west_columns")} == {"01", "02"}
    withdrawal = limits["leader_withdrawal"]
    assert (withdrawal["per_turn"], withdrawal["total"]) == (1, 2)
    assert "one can be taken off per turn and two" in _english("no-withdrawal-left")


def _names(region: str) -> list[str]:
    return [WORLD.hex_ids[h] for h in WORLD.board.area("region", region).hexes]


def _english(reason: str) -> str:
    return MESSAGES.tables["refusal"][reason]["en"]
