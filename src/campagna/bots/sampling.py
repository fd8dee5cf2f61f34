"""A way of playing for games whose judgement only values positions.

At each decision some offered orders are tried on copies of the imagined state and the results
valued; dice are averaged over their first throw. The best order is given; if none improves the
position and passing is allowed, the seat passes. More orders tried is better play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Protocol

from campagna.bots.judgement import Counsel, Style
from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Fact, Game, Order, Text

FACES = 6
"""Results of the first die that are averaged."""
ENOUGH = 0.01
"""Points by which an order must improve the position to be better than passing."""
WORTHY = 0.5
"""Part of the best gain that another order of the same batch must reach to be given too: a unit
that drew only a poor order waits for a better draw."""
PATIENCE = 3
"""Draws without an improvement before a seat passes."""
SETTLE = 12
"""Decisions that may follow from an order (losses, retreats) before its result is valued."""


class Terms(Protocol):
    """What a game has to provide: a sum of named terms, each of them in words."""

    knobs: Mapping[str, Text]
    """The terms by name, as a player would explain them."""
    planned: frozenset[str]
    passing: tuple[Order, ...]
    """Orders that end a phase or decline something."""

    tries: int
    """Orders a captain compares at a decision."""

    def terms(self, state: Any) -> dict[str, float]:
        """The terms in points, from the view of the first side of the scenario."""


Tried = tuple[float, Order, dict[str, float]]
"""What an order gains, the order, and by how much each term changes."""


class Loaded(SeededChance):
    """Dice whose first throw is given, to average over it; it tells whether there was one."""

    def __init__(self, seed: int, face: int) -> None:
        super().__init__(seed)
        self.face = face
        self.thrown = False

    def _next(self, sides: int, purpose: str) -> int:
        if self.thrown:
            return super()._next(sides, purpose)
        self.thrown = True
        return self.face * sides // FACES % sides


class Sampled:
    """Makes a judgement with plans of one that only has terms."""

    portfolio: ClassVar[tuple[Style, ...]] = ()
    stances: ClassVar[tuple[Style, ...]] = ()
    deep: ClassVar[Style] = {"tries": 3.0}
    """The style of a general, who tries more."""
    budget = worlds = 1
    margin = 0.0
    reasons: ClassVar[Mapping[str, Text]] = {
        "pass": {
            "it": "nessuno dei {count} ordini provati migliora la situazione",
            "en": "none of {count} orders tried improves the position",
        },
        "only": {"it": "unico ordine possibile", "en": "the only order there is"},
        "better": {
            "it": "{gain} punti, soprattutto: {it} (il migliore di {count} ordini provati)",
            "en": "{gain} points, chiefly: {en} (best of {count} orders tried)",
        },
    }

    def __init__(self, game: Game[Any], terms: Terms) -> None:
        self.game = game
        self._terms = terms
        self.knobs = terms.knobs
        self.planned = terms.planned

    def value(self, state: Any, side: str) -> float:
        total = sum(self._terms.terms(state).values())
        return total if side == self._first(state) else -total

    def _first(self, state: Any) -> str:
        return self.game.scenario(state.setup).sides[0]

    def plan(self, state: Any, style: Style, whim: Chance) -> Iterator[Counsel]:
        while (step := self.game.step(state)) is not None:
            sign = 1.0 if step.side == self._first(state) else -1.0
            yield from self._batch(state, sign, style, whim)

    def _batch(self, state: Any, sign: float, style: Style, whim: Chance) -> Iterator[Counsel]:
        """The best of some orders, then the others that still improve on it, or a pass."""
        tries = max(2, round(self._terms.tries * style.get("tries", 1.0)))
        orders: dict[Order, None] = {}
        tried: list[Tried] = []
        seed = whim.pick(1 << 30, "seat")
        before = self._terms.terms(state)
        passing = self._passing(state)
        for _ in range(PATIENCE):
            drawn = [o for o in self._drawn(state, whim, tries) if o not in orders]
            orders.update(dict.fromkeys(drawn))
            if passing is None and len(orders) == 1:
                yield drawn[0], 0.0, "only", {}
                return
            tried += [self._try(state, o, before, seed, sign, style) for o in drawn if o != passing]
            tried.sort(key=lambda t: -t[0])
            if not drawn or passing is None or (tried and tried[0][0] > ENOUGH):
                break
        if passing is not None and (not tried or tried[0][0] <= ENOUGH):
            yield passing, 0.0, "pass", {"count": len(orders)}
            return
        yield self._counsel(tried[0], sign, len(orders))
        least = max(ENOUGH, WORTHY * tried[0][0])
        for gain, order, _ in tried[1:]:
            if gain < least or self.game.refusal(state, order) is not None:
                continue
            again = self._try(state, order, self._terms.terms(state), seed, sign, style)
            if again[0] >= least:
                yield self._counsel(again, sign, len(orders))

    def _try(
        self,
        state: Any,
        order: Order,
        before: Mapping[str, float],
        seed: int,
        sign: float,
        style: Style,
    ) -> Tried:
        change = self._change(state, order, before, seed)
        return sign * sum(v * style.get(k, 1.0) for k, v in change.items()), order, change

    def _counsel(self, tried: Tried, sign: float, count: int) -> Counsel:
        gain, order, change = tried
        words = self.knobs[max(change, key=lambda k: sign * change[k])]
        facts: dict[str, Fact] = {"gain": f"{gain:+.1f}", "count": count}
        return order, gain, "better", {**facts, "it": words["it"], "en": words["en"]}

    def _drawn(self, state: Any, whim: Chance, tries: int) -> list[Order]:
        """Different orders, drawn as a recruit would."""
        offers = self.game.offers(state)
        return list(dict.fromkeys(offers.sample(whim) for _ in range(tries)))

    def _passing(self, state: Any) -> Order | None:
        """The first pass that is allowed now."""
        return next((o for o in self._terms.passing if self.game.refusal(state, o) is None), None)

    def _change(
        self, state: Any, order: Order, before: Mapping[str, float], seed: int
    ) -> dict[str, float]:
        """By how much each term changes, averaged over the first die."""
        total: dict[str, float] = {}
        played = 0
        for face in range(FACES):
            copy = state.copy()
            dice = Loaded(seed + face, face)
            self.game.play(copy, order, dice)
            self._settle(copy, dice)
            for name, value in self._terms.terms(copy).items():
                total[name] = total.get(name, 0.0) + value - before.get(name, 0.0)
            played += 1
            if not dice.thrown:
                break
        return {name: value / played for name, value in total.items()}

    def _settle(self, state: Any, dice: Chance) -> None:
        """Carry out what the order leads to, anyhow, until somebody plans again."""
        game = self.game
        for _ in range(SETTLE):
            step = game.step(state)
            if step is None or step.decision in self.planned:
                return
            game.play(state, game.offers(state).sample(dice), dice)
