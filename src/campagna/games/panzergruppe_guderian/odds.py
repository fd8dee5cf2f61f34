"""Judgement: the exact chances of a battle as fast sums, and what a result is worth.

The same numbers as `forecast` (untried divisions are any counters not seen yet, dealt without
replacement), kept as floats and remembered, because a seat asks for hundreds of them a phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb

from campagna.games.panzergruppe_guderian.results import ENGAGED, parts
from campagna.games.panzergruppe_guderian.state import (
    GONE,
    LOST,
    RECYCLED,
    REMOVED,
    RETREATED,
    UNTRIED,
    State,
)
from campagna.games.panzergruppe_guderian.strength import (
    integral,
    unit_strength,
)
from campagna.games.panzergruppe_guderian.supply import in_supply
from campagna.games.panzergruppe_guderian.world import GERMAN, Counter
from campagna.tables.results import ResultsTable

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
        every = _by_symbol(state.world.pool[0] + state.world.pool[1], counters)
        self._values: dict[tuple[str, bool], list[tuple[int, int]]] = {}
        for symbol, seen in shown.items():
            for recycled in (False, True):
                left = seen - fixed[symbol] if recycled else every[symbol] - seen
                self._values[symbol, recycled] = [
                    (counters[c].steps[0].attack, counters[c].steps[0].defence)
                    for c in sorted(left)
                ]
        self._kinds: dict[tuple[str, bool, bool, bool], Kinds] = {}

    def kinds(self, symbol: str, recycled: bool, attacking: bool, supplied: bool) -> Kinds:
        key = (symbol, recycled, attacking, supplied)
        found = self._kinds.get(key)
        if found is None:
            counts: dict[int, int] = {}
            for attack, defence in self._values[symbol, recycled]:
                strength = unit_strength(attack if attacking else defence, supplied)
                counts[strength] = counts.get(strength, 0) + 1
            found = self._kinds[key] = tuple(sorted(counts.items()))
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
        sums: dict[int, float] = {known: 1.0}
        for kinds, count in slots.items():
            after: dict[int, float] = {}
            for extra, p in dealt(kinds, count):
                for so_far, q in sums.items():
                    after[so_far + extra] = after.get(so_far + extra, 0.0) + p * q
            sums = after
        return tuple(sorted(sums.items()))


def _by_symbol(members: Sequence[int], counters: Sequence[Counter]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {"rifle": set(), "tank": set(), "mech": set()}
    for c in members:
        found[counters[c].symbol].add(c)
    return found


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


_parts = cache(parts)


def yields(results: Results) -> float:
    """The chance that the defender has to give way or is destroyed."""
    return sum(p for r, p in results.items() if r == "emptied" or r.startswith("D"))


class Stakes:
    """What a battle is about: the worth of both forces, of the ground, and whether there is a way out."""

    __slots__ = ("attackers", "defenders", "exits", "ground", "many", "step")

    def __init__(
        self,
        attackers: float,
        step: float,
        defenders: float,
        many: int,
        ground: float,
        exits: bool,
    ) -> None:
        self.attackers = attackers
        self.step = step
        """What the attacker's cheapest step is worth."""
        self.defenders = defenders
        self.many = max(1, many)
        self.ground = ground
        self.exits = exits

    def worth(self, result: str) -> float:
        """The gain of the attacker from a result: losses of both sides and the ground."""
        if result == "cancelled":
            return -0.2
        if result == "emptied":
            return self.defenders + self.ground
        if result == ENGAGED:
            return self.defenders / self.many - self.step
        defender, attacker = _parts(result)
        gain = 0.0
        if defender == "e":
            gain += self.defenders + self.ground
        elif defender:
            lost = min(int(defender), self.many) / self.many * self.defenders
            if self.exits:
                # He retreats unless the loss is small: we get the ground and a part of the loss.
                gain += 0.45 * lost + self.ground
            else:
                gain += lost + (self.ground if int(defender) >= self.many else 0.0)
        if attacker == "e":
            gain -= self.attackers
        elif attacker:
            gain -= 0.8 * int(attacker) * self.step
        return gain

    def expect(self, results: Results) -> float:
        return sum(p * self.worth(r) for r, p in results.items())
