"""The recruit: knows the rules and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from campagna.core.chance import Chance
from campagna.core.contract import Offers, Order, View


class Recruit:
    """Gives any order it is offered, each factor of the offers with equal chance."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def decide(self, offers: Offers, look: Callable[[], View]) -> Order:
        return offers.sample(self.chance)
