"""How strong a group may be, as far as the enemy can know: exact chances of every total.

Factors face down are drawn from what is left of their pools. A unit hidden below the top of a
stack is any of those of its kind whose place is not known, each with equal chance, as far as
stacking and the country allow it there; nobody outside can tell whether it is in supply, so it is
taken to be.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb

import msgspec

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah import sight, stacking, strength
from campagna.games.lion_of_judah.flags import HIDDEN
from campagna.games.lion_of_judah.state import State

Pair = tuple[int, int]
"""Points that count in full, points that are halved together."""
Chances = dict[Pair, Fraction]
Draws = dict[str, Pair]
"""Factors drawn from each pool: so many in full, so many halved."""

NONE: Pair = (0, 0)


class Sort(msgspec.Struct, frozen=True):
    """Unseen units that are worth the same: points or a pool, and room in half divisions."""

    pool: str
    points: int
    room: int


class Deal(msgspec.Struct, frozen=True):
    """One way to fill the unseen places of a stack, in so many ways."""

    ways: int
    room: int
    points: int
    pools: tuple[str, ...]


@rule("12.6-a", "12.5")
def attack_totals(state: State, units: Sequence[int]) -> dict[int, Fraction]:
    """The attacker knows his units and not their factors face down."""
    halved = {u for u in units if strength.is_halved(state, u)}
    return _totals(state, units, halved, 0, [Deal(1, 0, 0, ())], gassed=False)


@rule("12.3-a", "12.3-c", "12.5")
def defence_totals(state: State, units: Sequence[int], target: int) -> dict[int, Fraction]:
    """The defender of a hex as the attacker sees it."""
    known = [u for u in units if sight.visible(state, u)]
    gassed = target in state.gassed
    halved = {u for u in known if gassed or strength.is_halved(state, u)}
    deals = _deals(state, known, [u for u in units if u not in known], target)
    return _totals(state, known, halved, 1, deals, gassed=gassed)


def _totals(
    state: State,
    units: Iterable[int],
    halved: set[int],
    factor: int,
    deals: Sequence[Deal],
    *,
    gassed: bool,
) -> dict[int, Fraction]:
    whole = half = 0
    drawn: Draws = {}
    for unit in units:
        if state.units[unit].flags & HIDDEN:
            pool = state.counter(unit).pool
            drawn[pool] = _and_one(drawn.get(pool, NONE), halved=unit in halved)
        elif unit in halved:
            half += strength.factors(state, unit)[factor]
        else:
            whole += strength.factors(state, unit)[factor]
    ways = sum(d.ways for d in deals)
    totals: dict[int, Fraction] = {}
    for deal in deals:
        draws = dict(drawn)
        for pool in deal.pools:
            draws[pool] = _and_one(draws.get(pool, NONE), halved=gassed)
        more = (0, deal.points) if gassed else (deal.points, 0)
        for (full, halves), chance in _drawn(state, draws).items():
            total = whole + more[0] + full + strength.half(half + more[1] + halves)
            totals[total] = totals.get(total, Fraction(0)) + chance * Fraction(deal.ways, ways)
    return totals


def _and_one(count: Pair, *, halved: bool) -> Pair:
    return (count[0], count[1] + 1) if halved else (count[0] + 1, count[1])


# --- unseen units -----------------------------------------------------------------------------------


def _deals(
    state: State, known: Sequence[int], unseen: Sequence[int], target: int
) -> Sequence[Deal]:
    """Every way to fill the unseen places, kind by kind."""
    if not unseen:
        return [Deal(1, 0, 0, ())]
    side = state.own(unseen[0])
    free = stacking.limit(state, target) - sum(state.counter(u).halves for u in known)
    if stacking.counts_heads(state, side):
        free = sum(state.counter(u).halves for u in unseen)
    deals = [Deal(1, 0, 0, ())]
    for kind, count in sorted(Tally(sight.kind_seen(state, u) for u in unseen).items()):
        sorts = Tally(_sort(state, u) for u in _candidates(state, side, kind, target))
        filled = list(_fill(sorted(sorts.items(), key=repr), count))
        deals = [_both(a, b) for a in deals for b in filled if a.room + b.room <= free]
    return deals


def _candidates(state: State, side: int, kind: str, target: int) -> Iterator[int]:
    """Units of the kind whose place is not known; dummies stand in their region only."""
    for unit in range(len(state.units)):
        if state.units[unit].place < 0 or state.own(unit) != side or sight.visible(state, unit):
            continue
        if sight.kind_seen(state, unit) != kind:
            continue
        if state.counter(unit).type == "dummy":
            region = state.theatre.scenario["dummies"]["region"]
            if state.world.region_of[target] != region:
                continue
        yield unit


def _sort(state: State, unit: int) -> Sort:
    counter = state.counter(unit)
    if state.units[unit].flags & HIDDEN:
        return Sort(counter.pool, 0, counter.halves)
    return Sort("", strength.defence(state, unit), counter.halves)


def _fill(sorts: Sequence[tuple[Sort, int]], count: int) -> Iterator[Deal]:
    """So many units out of these sorts, without return."""
    if not count:
        yield Deal(1, 0, 0, ())
        return
    if not sorts:
        return
    (sort, many), rest = sorts[0], sorts[1:]
    for taken in range(min(many, count) + 1):
        pools = (sort.pool,) * taken if sort.pool else ()
        first = Deal(comb(many, taken), taken * sort.room, taken * sort.points, pools)
        for others in _fill(rest, count - taken):
            yield _both(first, others)


def _both(a: Deal, b: Deal) -> Deal:
    return Deal(a.ways * b.ways, a.room + b.room, a.points + b.points, a.pools + b.pools)


# --- factors face down ------------------------------------------------------------------------------


def _drawn(state: State, draws: Draws) -> Chances:
    """The sums of all draws; pools are independent of each other."""
    found: Chances = {NONE: Fraction(1)}
    for pool, (whole, half) in sorted(draws.items()):
        more: Chances = {}
        for (v, w), p in _from_pool(_left(state, pool), whole, half).items():
            for (x, y), q in found.items():
                more[x + v, y + w] = more.get((x + v, y + w), Fraction(0)) + p * q
        found = more
    return found


def _left(state: State, pool: str) -> Tally[int]:
    """The factors of a pool that nobody has seen."""
    left = Tally(state.world.tables["factor_pools"][pool])
    members = state.world.pools[pool]
    left.subtract(state.units[u].value for u in members if not state.units[u].flags & HIDDEN)
    return left


def _from_pool(left: Mapping[int, int], whole: int, half: int) -> Chances:
    """Draws without return: for each value, how many of it count in full and how many halved."""
    ways: dict[tuple[int, int, int, int], int] = {(whole, half, 0, 0): 1}
    for value, many in sorted(left.items()):
        more: Tally[tuple[int, int, int, int]] = Tally()
        for (a, b, x, y), n in ways.items():
            for i in range(min(a, many) + 1):
                for j in range(min(b, many - i) + 1):
                    key = (a - i, b - j, x + i * value, y + j * value)
                    more[key] += n * comb(many, i) * comb(many - i, j)
        ways = more
    dealt = {(x, y): n for (a, b, x, y), n in ways.items() if not a and not b}
    total = sum(dealt.values())
    return {pair: Fraction(n, total) for pair, n in dealt.items()}
