"""Opponent: the exact chances of a battle as fast sums, and what a result is worth.

The same numbers as `forecast` (untried divisions are any counters not seen yet, dealt without
replacement), kept as floats and remembered, because a seat asks for hundreds of them a phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from campagna.core.weights import Weights, load_weights
from campagna.games.panzergruppe_guderian.rules.results import ENGAGED, parts
from campagna.games.panzergruppe_guderian.rules.strength import (
    integral,
    unit_strength,
)
from campagna.games.panzergruppe_guderian.rules.supply import in_supply
from campagna.games.panzergruppe_guderian.state import (
    GONE,
    LOST,
    RECYCLED,
    REMOVED,
    RETREATED,
    UNTRIED,
    State,
)
from campagna.games.panzergruppe_guderian.world import GERMAN, HOME, World
from campagna.tables.results import ResultsTable


class StakesWeights(Weights, frozen=True):
    """What the results of a battle count."""

    cancelled: float
    retreat_or_step: float
    driven_back: float


WEIGHTS = load_weights(HOME, "battle_chances", StakesWeights)

Kinds = tuple[tuple[int, int], ...]
"""Strength and how many counters have it."""

Chances = tuple[tuple[int, float], ...]


@lru_cache(maxsize=20_000)
def dealt(kinds: Kinds, count: int) -> Chances:
    """The sum of `count` counters dealt without replacement."""
    total = sum(n for _, n in kinds)
    count = min(count, total)
    ways: dict[tuple[int, int], int] = {(count, 0): 1}
    for strength, many in kinds:
        after: dict[tuple[int, int], int] = {}
        for (left, so_far), number in ways.items():
            for n in range(min(left, many) + 1):
                key = (left - n, so_far + n * strength)
                after[key] = after.get(key, 0) + number * comb(many, n)
        ways = after
    every = comb(total, count)
    return tuple(
        sorted((so_far, number / every) for (left, so_far), number in ways.items() if not left)
    )


class Pools:
    """Which counters the untried divisions may be, by symbol and whether they were drawn again."""

    def __init__(self, state: State) -> None:
        counters = state.world.counters
        shown: dict[str, set[int]] = {"rifle": set(), "tank": set(), "mech": set()}
        fixed: dict[str, set[int]] = {"rifle": set(), "tank": set(), "mech": set()}
        for u in state.units[state.world.first_drawn :]:
            if not u.flags & UNTRIED and u.place != LOST:
                symbol = counters[u.counter].symbol
                shown[symbol].add(u.counter)
                if u.place not in GONE or u.place == REMOVED:
                    fixed[symbol].add(u.counter)
        self._world = state.world
        self._shown, self._fixed = shown, fixed
        self._kinds: dict[tuple[str, bool, bool, bool], Kinds] = {}

    def kinds(self, symbol: str, recycled: bool, attacking: bool, supplied: bool) -> Kinds:
        key = (symbol, recycled, attacking, supplied)
        found = self._kinds.get(key)
        if found is None:
            shown = self._shown[symbol]
            left = shown - self._fixed[symbol] if recycled else _drawn(self._world, symbol) - shown
            found = self._kinds[key] = _tally(self._world, frozenset(left), attacking, supplied)
        return found

    def sums(self, state: State, units: Sequence[int], *, attacking: bool) -> Chances:
        """The strength of these units before terrain and leaders, as far as anybody may know."""
        known = 0
        slots: dict[Kinds, int] = {}
        for unit in units:
            u = state.units[unit]
            supplied = in_supply(state, unit)
            if u.flags & UNTRIED:
                counter = state.counter(unit)
                kinds = self.kinds(counter.symbol, bool(u.flags & RECYCLED), attacking, supplied)
                slots[kinds] = slots.get(kinds, 0) + 1
            else:
                values = state.values(unit)
                known += unit_strength(values.attack if attacking else values.defence, supplied)
        return _summed(known, tuple(slots.items()))


@lru_cache(maxsize=20_000)
def _summed(known: int, slots: tuple[tuple[Kinds, int], ...]) -> Chances:
    """What is known and what is dealt together; most stacks are like one asked for before."""
    sums: dict[int, float] = {known: 1.0}
    for kinds, count in slots:
        after: dict[int, float] = {}
        for extra, p in dealt(kinds, count):
            for so_far, q in sums.items():
                after[so_far + extra] = after.get(so_far + extra, 0.0) + p * q
        sums = after
    return tuple(sorted(sums.items()))


@cache
def _drawn(world: World, symbol: str) -> frozenset[int]:
    """All counters of a symbol that divisions are drawn from."""
    return frozenset(c for pool in world.pool for c in pool if world.counters[c].symbol == symbol)


@lru_cache(maxsize=5_000)
def _tally(world: World, members: frozenset[int], attacking: bool, supplied: bool) -> Kinds:
    """How many of these counters have each strength; it changes only when one is revealed or lost."""
    counts: dict[int, int] = {}
    for c in members:
        values = world.counters[c].steps[0]
        strength = unit_strength(values.attack if attacking else values.defence, supplied)
        counts[strength] = counts.get(strength, 0) + 1
    return tuple(sorted(counts.items()))


def stack_defence(state: State, pools: Pools, place: int) -> Chances:
    """What a hex defends with before terrain."""
    stack = state.stack(place)
    fighting = [u for u in stack if not state.units[u].flags & RETREATED]
    if state.side(stack[0]) == GERMAN and integral(state, stack):
        whole = 2 * sum(state.values(u).defence for u in fighting)
        return ((unit_strength(whole, in_supply(state, stack[0])), 1.0),)
    return pools.sums(state, fighting, attacking=False)


Results = dict[str, float]


def results_of(state: State, attack: Chances, defence: Chances, factor: int) -> Results:
    """The chance of every result; `emptied` and `cancelled` as in a forecast."""
    return _results(state.world.crt, attack, defence, factor)


@lru_cache(maxsize=50_000)
def _results(crt: ResultsTable, attack: Chances, defence: Chances, factor: int) -> Results:
    """Remembered, because plans made again after each battle ask the same; do not change it."""
    shares = _shares(crt)
    found: Results = {}
    for a, p in attack:
        for d, q in defence:
            chance = p * q
            if a == 0:
                found["cancelled"] = found.get("cancelled", 0.0) + chance
            elif d == 0:
                found["emptied"] = found.get("emptied", 0.0) + chance
            else:
                for result, share in shares[crt.column(a, d * factor)]:
                    found[result] = found.get(result, 0.0) + chance * share
    return found


@cache
def _shares(crt: ResultsTable) -> list[list[tuple[str, float]]]:
    """Per column of the combat results table the chance of each result."""
    found = []
    for column in range(len(crt.columns)):
        shares: dict[str, float] = {}
        for die in range(1, crt.die + 1):
            result = crt.result(column, die)
            shares[result] = shares.get(result, 0.0) + 1 / crt.die
        found.append(sorted(shares.items()))
    return found


def yields(results: Results) -> float:
    """The chance that the defender has to give way or is destroyed."""
    return sum(p for r, p in results.items() if r == "emptied" or r.startswith("D"))


class Stakes(NamedTuple):
    """What a battle is about: the worth of both forces, of the ground, and whether there is a way out."""

    attackers: float
    step: float
    """What the attacker's cheapest step is worth."""
    defenders: float
    many: int
    ground: float
    exits: bool

    def expect(self, results: Results) -> float:
        """The gain of the attacker: losses of both sides and the ground, each as likely as its result."""
        gains = {
            "": 0.0,
            "cancelled": WEIGHTS.cancelled,
            "engaged": self.defenders / max(1, self.many),
            "e": self.defenders + self.ground,
            "1": self._driven(1),
            "2": self._driven(2),
        }
        losses = {
            "": 0.0,
            "engaged": self.step,
            "e": self.attackers,
            "1": WEIGHTS.retreat_or_step * 1 * self.step,
            "2": WEIGHTS.retreat_or_step * 2 * self.step,
        }
        shares = [(*_parts(result), p) for result, p in results.items()]
        return sum([p * (gains[defender] - losses[attacker]) for defender, attacker, p in shares])

    def _driven(self, steps: int) -> float:
        """What it gains that the defender has to lose or to retreat so much."""
        many = max(1, self.many)
        lost = min(steps, many) / many * self.defenders
        if self.exits:
            # He retreats unless the loss is small: we get the ground and a part of the loss.
            return WEIGHTS.driven_back * lost + self.ground
        return lost + (self.ground if steps >= many else 0.0)


@cache
def _parts(result: str) -> tuple[str, str]:
    """The defender's and the attacker's part of a result, also where nobody rolls."""
    if result == "cancelled":
        return "cancelled", ""
    if result == "emptied":
        return "e", ""
    return ("engaged", "engaged") if result == ENGAGED else parts(result)


def expected(state: State, attack: Chances, defence: Chances, factor: int, stakes: Stakes) -> float:
    """The gain of the attacker to be expected of a battle."""
    return _expected(state.world.crt, attack, defence, factor, stakes)


@lru_cache(maxsize=50_000)
def _expected(
    crt: ResultsTable, attack: Chances, defence: Chances, factor: int, stakes: Stakes
) -> float:
    """Remembered like the results: the same battle is weighed in plan after plan."""
    return stakes.expect(_results(crt, attack, defence, factor))
