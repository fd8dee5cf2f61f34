"""Orders that were not offered: those of other moments, and offered ones with something changed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.laws.random_walk import Moment, RandomWalk

NONSENSE = "no-such-thing"


class Mutations:
    """Knows the orders of a whole walk: by decision, by the words of each field, by what follows what."""

    def __init__(self, walk: RandomWalk) -> None:
        self.game = walk.game
        self._offers = walk.offers
        self.orders = [moment.order for moment in walk.moments]
        self.by_decision: dict[str, list[Order]] = {}
        self.words: dict[str, list[str]] = {}
        self.followers: dict[str, list[str]] = {}
        for moment in walk.moments:
            self.by_decision.setdefault(moment.step.decision, []).append(moment.order)
            for field, value in msgspec.to_builtins(moment.order).items():
                self._learn(field, value)

    def _learn(self, field: str, value: Any) -> None:
        if isinstance(value, str):
            _add(self.words, _kind(field), value)
        elif isinstance(value, list):
            for item in value:
                self._learn(field, item)
            for one, next_ in pairwise(value):
                if isinstance(one, str) and isinstance(next_, str):
                    _add(self.followers, one, next_)
        elif isinstance(value, dict):
            for key, item in value.items():
                self._learn(key, item)

    def of(self, moment: Moment, count: int, chance: Chance) -> Iterator[Order]:
        """Orders of any moment, of the same decision at another moment, and changed offers."""
        offers = self._offers(moment)
        for number in range(count):
            if number % 4 == 0:
                yield _any(self.orders, chance)
            elif number % 4 == 1:
                yield _any(self.by_decision[moment.step.decision], chance)
            else:
                changed = self._change(offers.sample(chance), chance)
                if changed is not None:
                    yield changed

    def _change(self, order: Order, chance: Chance) -> Order | None:
        """One field changed; None if the result is no order at all."""
        plain: dict[str, Any] = msgspec.to_builtins(order)
        fields = [field for field in plain if field != "order"]
        if not fields:
            return None
        field = _any(fields, chance)
        plain[field] = self._other_value(field, plain[field], chance)
        try:
            changed: Order = msgspec.convert(plain, self.game.order_type)
        except msgspec.ValidationError:
            return None
        return changed

    def _other_value(self, field: str, value: Any, chance: Chance) -> Any:
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + _any([1, -1, 100], chance)
        if isinstance(value, list):
            return self._other_list(field, value, chance)
        if isinstance(value, dict) and value:
            key = _any(list(value), chance)
            return {**value, key: self._other_value(key, value[key], chance)}
        return self._word(field, chance)

    def _other_list(self, field: str, items: list[Any], chance: Chance) -> list[Any]:
        if not items:
            return [self._word(field, chance)]
        place = chance.pick(len(items), "item")
        match chance.pick(7, "change of a list"):
            case 0:
                return items[:place]
            case 1:
                return items[place:] + items[:place]
            case 2:
                return items[::-1]
            case 3:
                return [*items, items[place]]
            case 4:
                return items[:place] + items[place + 1 :]
            case 5:
                # One more step, along a way that somebody went: too far, or past a stop.
                return [*items, _any(self.followers.get(str(items[-1]), [NONSENSE]), chance)]
            case _:
                other = self._other_value(field, items[place], chance)
                return [*items[:place], other, *items[place + 1 :]]

    def _word(self, field: str, chance: Chance) -> str:
        words = [*self.words.get(_kind(field), []), NONSENSE]
        return words[chance.pick(len(words), "word")]


def _add(words: dict[str, list[str]], key: str, word: str) -> None:
    known = words.setdefault(key, [])
    if word not in known:
        known.append(word)


def _any(things: list[Any], chance: Chance) -> Any:
    return things[chance.pick(len(things), "mutation")]


def _kind(field: str) -> str:
    """`unit` and `units` take the same words."""
    return field.removesuffix("s")
