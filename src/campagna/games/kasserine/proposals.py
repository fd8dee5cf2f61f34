"""What all offers have in common: they propose, ask the judge, and tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import Order, Refusal
from campagna.games.kasserine.judge import judge
from campagna.games.kasserine.orders import Done
from campagna.games.kasserine.state import State

DONE = Done()
T = TypeVar("T")


def allowed(state: State, order: Order) -> bool:
    return not isinstance(judge(state, order), Refusal)


def pick(things: Sequence[T], chance: Chance) -> T:
    return things[chance.pick(len(things), "seat")]


def one_in(count: int, chance: Chance) -> bool:
    return chance.pick(count, "seat") == 0


class JudgedOffers:
    """Every legal order of the kinds asked for here is covered; the judge says which are legal."""

    kinds: tuple[type[Order], ...] = ()

    def __init__(self, state: State) -> None:
        self.state = state

    def covers(self, order: Order) -> bool:
        return isinstance(order, self.kinds) and allowed(self.state, order)
