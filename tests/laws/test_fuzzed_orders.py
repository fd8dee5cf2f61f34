"""The judge of every game has an answer to every order that can be written down."""

from __future__ import annotations

from functools import lru_cache

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup, State
from campagna.laws.laws_of_input import judge_fuzzed_orders
from tests.laws.cases import all_slugs, game_of

_ORDERS = 220
"""So far goes the random game; the fuzzed orders are given where it first asks for a new decision."""

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


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_every_order_that_can_be_written_is_judged(slug: str, scenario: str) -> None:
    for state in moments(slug, scenario):
        judge_fuzzed_orders(game_of(slug), state)
