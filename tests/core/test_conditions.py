"""What a table says of the state of the game besides pieces and points."""

from __future__ import annotations

from functools import cache

import pytest

import campagna
from campagna.core.contract import LANGUAGES
from campagna.core.rulebook import load_rulebook
from campagna.core.tabletop import Condition, OnTable
from campagna.games.registry import BUILT_IN

ORDERS = 300


@cache
def _in_a_game(slug: str) -> list[Condition]:
    match = campagna.Match(slug, seed=3)
    game = match.game
    assert isinstance(game, OnTable)
    sides = game.scenario(match.record.head.setup).sides
    bots = {side: campagna.bot("recruit", match, side, seed=4) for side in sides}
    found: list[Condition] = []
    for n in range(ORDERS):
        if match.step is None:
            break
        match.play(bots[match.step.side].choose())
        if n % 30 == 0:
            for viewer in (*sides, "spectator"):
                found += game.tabletop(game.view(match.state, viewer)).conditions
    return found


KINDS = {
    "afrika-korps": {"supplies", "control"},
    "alto-comando": {"air", "score", "level"},
    "kasserine": {"weather", "aircraft", "nights", "losses", "beyond", "level"},
    "lion-of-judah": {"store", "prices", "level"},
    "panzergruppe-guderian": {"net", "level"},
}


@pytest.mark.parametrize("slug", sorted(BUILT_IN))
def test_the_state_of_a_game_is_told_with_its_rules_in_both_languages(slug: str) -> None:
    found = _in_a_game(slug)
    assert {c.kind for c in found} >= KINDS[slug]
    book = load_rulebook(campagna.Match(slug).game.home)
    for c in found:
        assert book.find(c.rule) is not None, c
        for language in LANGUAGES:
            said = c.title[language] + (c.value[language] if c.value else "")
            assert said
            assert "{" not in said
            assert "_" not in said, said


@pytest.mark.parametrize("slug", sorted(set(KINDS) - {"afrika-korps"}))
def test_exactly_one_level_is_reached(slug: str) -> None:
    match_levels = [c for c in _in_a_game(slug) if c.group == "levels"]
    names = {c.title["en"] for c in match_levels}
    assert len(names) >= 3
    reached = sum(c.grave for c in match_levels)
    assert reached * len(names) == len(match_levels)
