"""A hint: what the captain would order next, with his reason, from any moment of a turn.

It is made of what the side may see and of nothing else. Before it is told, the judge of the match is
asked: an advice that would be refused is never given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import Game, Offers, Order, Refusal, State, Text, View
from campagna.core.evaluator import PLAIN, Advice, Evaluator, Style, evaluator_of, reason_text
from campagna.core.messages import load_messages

SEED = 0x41D
"""The same moment has the same hint, however often it is asked for."""
MOST_STYLES = 4
"""So many other ways of playing are asked if the captain's own first order would be refused."""
PROPOSED = 24
"""So many orders of the offers are tried at most where nobody knows how to play."""


class Hint(msgspec.Struct, frozen=True):
    """An order that is allowed now, and why it is thought good."""

    order: Order
    why: Text | None = None
    """None where no opponent knows the game: the order is one that the offers propose."""
    first: bool = True
    """False: what the captain thought of first would have been refused."""


def hint(
    game: Game[Any], view: View, refusal: Callable[[Order], Refusal | None], seed: int = SEED
) -> Hint | None:
    """The captain's next order for the deciding side, as its view shows the table.

    `refusal` is the judge of the match itself. None if not even the offers propose an allowed order.
    """
    state = game.imagine(view, SeededChance(seed))
    evaluator = evaluator_of(game)
    if evaluator is not None:
        for number, (order, _, reason, facts) in enumerate(_advice(game, evaluator, state, seed)):
            if refusal(order) is None:
                why = reason_text(evaluator, reason, facts, load_messages(game.home))
                return Hint(order, why, first=number == 0)
    for order in islice(_proposed(game.offers(state), seed), PROPOSED):
        if refusal(order) is None:
            return Hint(order, first=evaluator is None)
    return None


def _advice(game: Game[Any], evaluator: Evaluator, state: State, seed: int) -> Iterator[Advice]:
    """The first order of the captain's plan, then of the plans of other ways to play."""
    step = game.step(state)
    assert step is not None
    for style in islice(_styles(evaluator, step.side), MOST_STYLES + 1):
        yield from islice(evaluator.plan(state.copy(), style, SeededChance(seed)), 1)


def _styles(evaluator: Evaluator, side: str) -> Iterator[Style]:
    yield evaluator.styles[0] if evaluator.styles else PLAIN
    yield from evaluator.candidates(side)


def _proposed(offers: Offers, seed: int) -> Iterator[Order]:
    """Orders that are offered, drawn with the same luck each time."""
    chance = SeededChance(seed)
    while True:
        yield offers.sample(chance)
