"""The judge has an answer to every order that can be written down, and changes nothing by giving it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Game, Order, Refused, Setup, State, digest
from campagna.core.messages import load_messages
from campagna.core.rulebook import load_rulebook
from tests.conformance.cases import all_slugs, game_of
from tests.conformance.wild_orders import wild_orders, words_of

_ORDERS = 220
"""So far goes the random game; the wild orders are given where it first asks for a new decision."""

SCENARIOS = [
    pytest.param(slug, scenario.id, id=f"{slug}-{scenario.id}")
    for slug in all_slugs()
    for scenario in game_of(slug).scenarios[:3]
]


@lru_cache
def moments(slug: str, scenario: str) -> list[State]:
    game, chance, whim = game_of(slug), SeededChance(5), SeededChance(6)
    state = game.start(Setup(scenario), chance)
    kept: dict[str, State] = {}
    for _ in range(_ORDERS):
        step = game.step(state)
        if step is None:
            break
        if step.decision not in kept:
            kept[step.decision] = state.copy()
        game.play(state, game.offers(state).sample(whim), chance)
    return list(kept.values())


@lru_cache
def known_rules(slug: str) -> frozenset[str]:
    book = load_rulebook(game_of(slug).home)
    return frozenset([rule.id for rule in book.rule] + [ruling.id for ruling in book.ruling])


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_every_order_that_can_be_written_is_judged(slug: str, scenario: str) -> None:
    game = game_of(slug)
    for state in moments(slug, scenario):
        before = digest(state)
        _give_wild_orders(game, slug, state)
        assert digest(state) == before, "a judge changed the state"


def _give_wild_orders(game: Game[Any], slug: str, state: State) -> None:
    @settings(
        max_examples=30,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(order=wild_orders(game, words_of(game, state)), seed=st.integers(0, 1000))
    def judged(order: Order, seed: int) -> None:
        answer(game, slug, state, order, seed)

    judged()


def answer(game: Game[Any], slug: str, state: State, order: Order, seed: int) -> None:
    """Refused in words by a rule of the book, or played to a lawful position."""
    refusal = game.refusal(state, order)
    if refusal is None:
        game.forecast(state, order)
        after = state.copy()
        game.play(after, order, SeededChance(seed))
        assert game.violations(after) == []
        return
    assert refusal.rule in known_rules(slug)
    for language in LANGUAGES:
        assert load_messages(game.home).refusal(refusal, language)
    with pytest.raises(Refused):
        game.forecast(state, order)
    msgspec.json.encode(refusal)
