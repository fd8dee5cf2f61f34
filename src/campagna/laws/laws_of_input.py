"""The judge has an answer to every order that can be written down, and changes nothing by giving it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Game, Order, Refused, State, digest
from campagna.core.messages import load_messages
from campagna.core.rulebook import load_rulebook
from campagna.laws.fuzzed_orders import fuzzed_orders, words_of
from campagna.laws.random_walk import RandomWalk, located


def every_order_that_can_be_written_is_judged(walk: RandomWalk) -> None:
    for moment in walk.sample(1):
        with located(moment):
            judge_fuzzed_orders(walk.game, moment.state)


def judge_fuzzed_orders(game: Game[Any], state: State) -> None:
    before = digest(state)

    @settings(
        max_examples=30,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(order=fuzzed_orders(game, words_of(game, state)), seed=st.integers(0, 1000))
    def judged(order: Order, seed: int) -> None:
        answer(game, state, order, seed)

    judged()
    assert digest(state) == before, "a judge changed the state"


def answer(game: Game[Any], state: State, order: Order, seed: int) -> None:
    """Refused in words by a rule of the book, or played to a lawful position."""
    refusal = game.refusal(state, order)
    if refusal is None:
        game.forecast(state, order)
        after = state.copy()
        game.play(after, order, SeededChance(seed))
        assert game.violations(after) == []
        return
    assert refusal.rule in _known_rules(game.home), refusal
    for language in LANGUAGES:
        assert load_messages(game.home).refusal(refusal, language)
    with pytest.raises(Refused):
        game.forecast(state, order)
    msgspec.json.encode(refusal)


@lru_cache
def _known_rules(home: Path) -> frozenset[str]:
    book = load_rulebook(home)
    return frozenset([rule.id for rule in book.rule] + [ruling.id for ruling in book.ruling])
