"""What a table says of the state of the game besides pieces and points."""

from __future__ import annotations

from functools import cache

import pytest

import campagna
from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Setup
from campagna.core.rulebook import load_rulebook
from campagna.core.tabletop import Condition, OnTable
from campagna.games.afrika_korps.game import AfrikaKorps
from campagna.games.afrika_korps.state import DEAD
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


def test_afrika_korps_tells_who_can_be_bought_back_and_for_how_much() -> None:
    """From March 1942 on (20.1); each costs its attack factor (20.4)."""
    game = AfrikaKorps()
    state = game.start(Setup("campaign"), SeededChance(1))
    unit = next(u for u in game.world.fighters[0] if state.place(u) >= 0)
    state.turn = state.world.scenario["replacements"]["from_turn"] - 1
    state.put(unit, DEAD)

    def prices() -> list[Condition]:
        shown = game.tabletop(game.view(state, "axis")).conditions
        return [c for c in shown if c.kind in ("prices", "price") and c.side == "axis"]

    assert not prices()
    state.turn += 1
    rule, price = prices()
    assert rule.rule == price.rule == "20.4"
    assert price.title["en"] == f"Replacements at {game.world.attack[unit]}"
    assert price.value is not None
    assert price.value["it"]


def test_alto_comando_tells_the_cards_in_hand_and_hides_those_of_a_secret_choice() -> None:
    match = campagna.Match("alto-comando", seed=3, scenario="c1")
    game = match.game
    assert isinstance(game, OnTable)
    bots = {s: campagna.bot("recruit", match, s, seed=4) for s in ("axis", "allied")}

    def hands(viewer: str) -> dict[str, tuple[str, str]]:
        shown = game.tabletop(game.view(match.state, viewer)).conditions
        return {
            c.side: (c.title["en"], c.value["en"] if c.value else "")
            for c in shown
            if c.kind == "cards"
        }

    assert hands("axis") == {}
    assert match.step is not None
    first = match.step.side
    other = "allied" if first == "axis" else "axis"
    match.play(bots[first].choose())
    title, mine = hands(first)[first]
    assert title.startswith("Cards in hand: ")
    assert "face down" not in mine
    assert hands(other)[first][1].startswith("face down: ")
