"""Offers for decisions whose orders can be listed: a few kinds, each with its legal orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Order

Kinds = Mapping[str, Callable[[], Sequence[Order]]]
"""By name, what lists the legal orders of a kind when somebody asks."""


class Choices:
    """First a kind, then one of its orders; the last kind may be a single closing order."""

    def __init__(self, kinds: Kinds, allows: Callable[[Order], bool], close: Order | None) -> None:
        self.kinds = kinds
        self.allows = allows
        self.close = close

    def sample(self, chance: Chance) -> Order:
        """A kind at random among those with orders (closing counts as a kind), then an order."""
        open_ = list(self.kinds)
        while open_ or self.close is not None:
            k = chance.pick(len(open_) + (self.close is not None), "seat")
            if k == len(open_):
                assert self.close is not None
                return self.close
            orders = self.kinds[open_.pop(k)]()
            if orders:
                return orders[chance.pick(len(orders), "seat")]
        raise ValueError("there is nothing to order")

    def covers(self, order: Order) -> bool:
        return self.allows(order)

    def listing(self) -> dict[str, object]:
        found: dict[str, object] = {
            name: [msgspec.to_builtins(o) for o in list_orders()]
            for name, list_orders in self.kinds.items()
        }
        found["done"] = self.close is not None
        return found
