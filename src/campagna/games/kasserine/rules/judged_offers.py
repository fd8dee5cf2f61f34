"""What all offers have in common: they propose, ask the judges, and tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.core.decision import Answer
from campagna.games.kasserine.orders import Done
from campagna.games.kasserine.state import State

DONE = Done()
T = TypeVar("T")
F = TypeVar("F")


def pick(things: Sequence[T], chance: Chance) -> T:
    return things[chance.pick(len(things), "seat")]


def one_in(count: int, chance: Chance) -> bool:
    return chance.pick(count, "seat") == 0


class JudgedOffers(Generic[F]):
    """Every legal order of the kinds asked for here is covered; the judges say which are legal."""

    answers: tuple[Answer[State, F], ...]

    def __init__(self, state: State, frame: F) -> None:
        self.state = state
        self.frame = frame

    def covers(self, order: Order) -> bool:
        for answer in self.answers:
            if answer.kind is type(order):
                return answer.refusal(self.state, self.frame, order) is None
        return False


class PhaseOffers(JudgedOffers[object]):
    """The same in a phase, where no frame waits."""

    def __init__(self, state: State) -> None:
        super().__init__(state, None)
