"""Moments of random games in which a side may draft an attack that stands on a chart."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Order
from campagna.core.offers import orders
from campagna.games.registry import load_game
from tests.e2e.moments import Moment

MOST = 900
TRIED = 12


@cache
def attack_of(slug: str, kind: str = "attack", seed: int = 3) -> tuple[Moment, dict[str, Any]]:
    """A position, and an attack of it whose forecast names a column."""
    game: Any = load_game(slug)
    setup = game.new_setup()
    for start in range(seed, seed + 20):
        whim, chance = UnrecordedChance(start), SeededChance(start)
        state = game.start(setup, SeededChance(start))
        for _ in range(MOST):
            step = game.step(state)
            if step is None:
                break
            found = _attack(game, state, kind)
            if found is not None:
                moment = Moment(game, setup, state.copy(), step.decision, frozenset())
                return moment, msgspec.to_builtins(found)
            game.play(state, game.offers(state).sample(whim), chance)
    raise AssertionError(f"no attack was found in {slug}")


def _attack(game: Any, state: Any, kind: str) -> Order | None:
    for offer in game.offers(state):
        if offer.order != kind:
            continue
        for n, fields in enumerate(orders(offer)):
            if n >= TRIED:
                break
            order: Order = game.order(fields)
            if game.refusal(state, order) is not None:
                continue
            if game.chart_marks(order, game.forecast(state, order)):
                return order
    return None
