"""How strong a group may be, as far as the enemy can know: exact chances of every total.

Factors face down are drawn from what is left of their pools. A unit hidden below the top of a
stack is any of those of its kind whose place is not known, each with equal chance, as far as
stacking and the country allow it there; nobody outside can tell whether it is in supply, so it is
taken to be.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb

import msgspec

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.flags import HIDDEN
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.general import stacking, strength
from campagna.games.lion_of_judah.state import State

Parts = tuple[int, ...]
"""Points by how they count: in full or halved together, of one group or of several."""
Chances = dict[Parts, Fraction]
Draws = dict[str, Parts]
"""How many factors are drawn from each pool for each part."""

FULL, HALVED = 0, 1
NOBODY = -1
"""Told instead of a total: nobody there can fight."""


class Sort(msgspec.Struct, frozen=True):
    """Unseen units that are worth the same: points or a pool, and room in half divisions."""

    pool: str
    points: int
    room: int
    fights: bool


class Deal(msgspec.Struct, frozen=True):
    """One way to fill the unseen places of a stack, in so many ways."""

    ways: int
    room: int
    points: int
    pools: tuple[str, ...]
    fighters: int = 0


@rule("12.6-a", "12.5", "12.8.1", "A-13")
def attack_totals(
    state: State, units: Sequence[int], crossing: Collection[int]
) -> dict[tuple[int, bool], Fraction]:
    """The attacker knows his units and not their factors face down.

    With each total goes whether the units that cross a river have more than half of it.
    """
    part = {u: _part(state, u) + (2 if u in crossing else 0) for u in units}
    totals: dict[tuple[int, bool], Fraction] = {}
    known, drawn = _split(state, part, 0, 4)
    for sums, chance in _drawn(state, drawn, 4).items():
        full, halved, over, halved_over = (a + b for a, b in zip(known, sums, strict=True))
        rest, across = full + strength.half(halved), over + strength.half(halved_over)
        key = full + over + strength.half(halved + halved_over), across > rest
        totals[key] = totals.get(key, Fraction(0)) + chance
    return totals


@rule("12.3-a", "12.3-c", "12.5", "PB 14.6.5", "12.13")
def defence_totals(state: State, units: Sequence[int], target: int) -> dict[int, Fraction]:
    """The defender of a hex as the attacker sees it; NOBODY if all of them may be dummies."""
    known = [u for u in units if visibility.visible(state, u)]
    gassed = target in state.gassed
    part = {u: HALVED if gassed else _part(state, u) for u in known}
    points, drawn = _split(state, part, 1, 2)
    fighters = sum(state.world.combat[u] for u in known)
    deals = _deals(state, known, [u for u in units if u not in known], target)
    ways = sum(d.ways for d in deals)
    unseen = HALVED if gassed else FULL
    totals: dict[int, Fraction] = {}
    for deal in deals:
        draws = dict(drawn)
        for pool in deal.pools:
            draws[pool] = _one_more(draws.get(pool, (0, 0)), unseen)
        more = [0, 0]
        more[unseen] = deal.points
        for sums, chance in _drawn(state, draws, 2).items():
            full, halved = (sum(p) for p in zip(points, more, sums, strict=True))
            total = full + strength.half(halved) if fighters + deal.fighters else NOBODY
            totals[total] = totals.get(total, Fraction(0)) + chance * Fraction(deal.ways, ways)
    return totals


def _part(state: State, unit: int) -> int:
    return HALVED if strength.is_halved(state, unit) else FULL


def _split(state: State, part: Mapping[int, int], factor: int, size: int) -> tuple[Parts, Draws]:
    """The points of units whose factors are known, part by part, and what has to be drawn."""
    known = [0] * size
    drawn: Draws = {}
    for unit, at in part.items():
        if state.units[unit].flags & HIDDEN:
            pool = state.counter(unit).pool
            drawn[pool] = _one_more(drawn.get(pool, (0,) * size), at)
        else:
            known[at] += strength.factors(state, unit)[factor]
    return tuple(known), drawn


def _one_more(count: Parts, at: int) -> Parts:
    return (*count[:at], count[at] + 1, *count[at + 1 :])


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
    for kind, count in sorted(Tally(visibility.kind_seen(state, u) for u in unseen).items()):
        sorts = Tally(_sort(state, u) for u in _candidates(state, side, kind, target))
        filled = list(_fill(sorted(sorts.items(), key=repr), count))
        deals = [_combined(a, b) for a in deals for b in filled if a.room + b.room <= free]
    return deals


def _candidates(state: State, side: int, kind: str, target: int) -> Iterator[int]:
    """Units of the kind whose place is not known; dummies stand in their region only."""
    for unit in range(len(state.units)):
        if (
            state.units[unit].place < 0
            or state.own(unit) != side
            or visibility.visible(state, unit)
        ):
            continue
        if visibility.kind_seen(state, unit) != kind:
            continue
        if state.counter(unit).type == "dummy":
            region = state.theatre.scenario["dummies"]["region"]
            if state.world.region_of[target] != region:
                continue
        yield unit


def _sort(state: State, unit: int) -> Sort:
    counter = state.counter(unit)
    if state.units[unit].flags & HIDDEN:
        return Sort(counter.pool, 0, counter.halves, fights=True)
    fights = bool(state.world.combat[unit])
    return Sort("", strength.defence(state, unit), counter.halves, fights)


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
        fighters = taken if sort.fights else 0
        first = Deal(comb(many, taken), taken * sort.room, taken * sort.points, pools, fighters)
        for others in _fill(rest, count - taken):
            yield _combined(first, others)


def _combined(a: Deal, b: Deal) -> Deal:
    return Deal(
        a.ways * b.ways,
        a.room + b.room,
        a.points + b.points,
        a.pools + b.pools,
        a.fighters + b.fighters,
    )


# --- factors face down------------------------------------------------------------------------------


def _drawn(state: State, draws: Draws, size: int) -> Chances:
    """The sums of all draws; pools are independent of each other."""
    found: Chances = {(0,) * size: Fraction(1)}
    for pool, counts in sorted(draws.items()):
        more: Chances = {}
        for drawn, p in _from_pool(_unseen_factors(state, pool), counts).items():
            for sums, q in found.items():
                key = tuple(a + b for a, b in zip(sums, drawn, strict=True))
                more[key] = more.get(key, Fraction(0)) + p * q
        found = more
    return found


def _unseen_factors(state: State, pool: str) -> Tally[int]:
    """The factors of a pool that nobody has seen."""
    left = Tally(state.world.tables["factor_pools"][pool])
    members = state.world.pools[pool]
    left.subtract(state.units[u].value for u in members if not state.units[u].flags & HIDDEN)
    return left


def _from_pool(left: Mapping[int, int], counts: Parts) -> Chances:
    """Draws without return: of each value, how many go to each part."""
    ways: dict[tuple[Parts, Parts], int] = {(counts, (0,) * len(counts)): 1}
    for value, many in sorted(left.items()):
        more: Tally[tuple[Parts, Parts]] = Tally()
        for (open_, sums), n in ways.items():
            for taken, times in _shares(open_, many):
                room = tuple(a - b for a, b in zip(open_, taken, strict=True))
                more[room, tuple(a + b * value for a, b in zip(sums, taken, strict=True))] += (
                    n * times
                )
        ways = more
    dealt = {sums: n for (open_, sums), n in ways.items() if not any(open_)}
    total = sum(dealt.values())
    return {sums: Fraction(n, total) for sums, n in dealt.items()}


def _shares(open_: Parts, many: int) -> Iterator[tuple[Parts, int]]:
    """How many of so many equal factors go to each part that is still open, and in how many ways."""
    if not open_:
        yield (), 1
        return
    for first in range(min(open_[0], many) + 1):
        for rest, times in _shares(open_[1:], many - first):
            yield (first, *rest), comb(many, first) * times
