"""Orders that were not offered: those of other moments, and offered ones with something changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Order
from tests.conformance.journey import Journey, Moment

NONSENSE = "no-such-thing"


class Mutations:
    """Knows the words of a whole journey: the values that each field of its orders ever had."""

    def __init__(self, journey: Journey) -> None:
        self.order_type = journey.game.order_type
        self.orders = [moment.order for moment in journey.moments]
        self.words: dict[str, list[str]] = {}
        for order in self.orders:
            for field, value in msgspec.to_builtins(order).items():
                known = self.words.setdefault(_kind(field), [])
                known += [word for word in _strings(value) if word not in known]

    def of(self, moment: Moment, count: int, chance: Chance) -> Iterator[Order]:
        """Orders of other moments and changed orders, half and half, as far as they make sense."""
        for _ in range(count):
            yield self.orders[chance.pick(len(self.orders), "another moment")]
            changed = self._change(moment.order, chance)
            if changed is not None:
                yield changed

    def _change(self, order: Order, chance: Chance) -> Order | None:
        """One field changed; None if the result is no order at all."""
        plain: dict[str, Any] = msgspec.to_builtins(order)
        fields = [f for f in plain if f != "order"]
        if not fields:
            return None
        field = fields[chance.pick(len(fields), "field")]
        plain[field] = self._other(field, plain[field], chance)
        try:
            changed: Order = msgspec.convert(plain, self.order_type)
        except msgspec.ValidationError:
            return None
        return changed

    def _other(self, field: str, value: Any, chance: Chance) -> Any:
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + (1, -1, 100)[chance.pick(3, "number")]
        if isinstance(value, str):
            return self._word(field, chance)
        if isinstance(value, list):
            return self._other_list(field, value, chance)
        if isinstance(value, dict) and value:
            key = list(value)[chance.pick(len(value), "key")]
            return {**value, key: self._other(field, value[key], chance)}
        return self._word(field, chance)

    def _other_list(self, field: str, items: list[Any], chance: Chance) -> list[Any]:
        place = chance.pick(len(items), "item") if items else 0
        match chance.pick(6, "change of a list"):
            case 0:
                return items[:place]
            case 1:
                return items[place:] + items[:place]
            case 2:
                return items[::-1]
            case 3:
                return items + items[place : place + 1]
            case 4:
                return items[:place] + items[place + 1 :]
            case _:
                other = self._other(field, items[place], chance) if items else NONSENSE
                return [*items[:place], other, *items[place + 1 :]]

    def _word(self, field: str, chance: Chance) -> str:
        words = [*self.words.get(_kind(field), []), NONSENSE]
        return words[chance.pick(len(words), "word")]


def _kind(field: str) -> str:
    """`unit` and `units` take the same words."""
    return field.removesuffix("s")


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
