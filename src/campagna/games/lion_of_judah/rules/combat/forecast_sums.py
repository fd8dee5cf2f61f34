"""How strong a group may be, as far as the enemy can know: exact chances of every total.

Factors face down are drawn from what is left of their pools. A unit hidden below the top of a
stack is any of those of its kind whose place is not known; the chance of each way to fill a stack is
its share of all ways to deal the unseen units (`unseen`), supplied as far as the enemy can tell.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb

import msgspec

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.flags import HIDDEN
from campagna.games.lion_of_judah.rules.combat import unseen, visibility
from campagna.games.lion_of_judah.rules.general import strength
from campagna.games.lion_of_judah.rules.resources import supply
from campagna.games.lion_of_judah.state import State

Parts = tuple[int, ...]
"""Points by how they count: in full or halved together, of one group or of several."""
Chances = dict[Parts, Fraction]
Draws = dict[str, Parts]
"""How many factors are drawn from each pool for each part."""

FULL, HALVED = 0, 1
NOBODY = -1
"""Told instead of a total: nobody there can fight."""


class Worth(msgspec.Struct, frozen=True, order=True):
    """What an unseen unit is worth in a hex: points or a pool, in full or halved."""

    pool: str
    points: int
    part: int
    fights: bool


class Fill(msgspec.Struct, frozen=True):
    """One way to fill the unseen places of a stack, in so many ways."""

    ways: int
    points: Parts = (0, 0)
    pools: tuple[tuple[str, int], ...] = ()
    """A draw for each: the pool, and how the factor counts."""
    fighters: int = 0


@rule("12.6-a", "12.5", "12.8.1", "A-13")
def attack_totals(
    state: State, units: Sequence[int], crossing: Collection[int]
) -> dict[tuple[int, bool], Fraction]:
    """The attacker knows his units and not their factors face down.

    With each total goes whether the units that cross a river have more than half of it.
    """
    part = {
        u: (HALVED if strength.is_halved(state, u) else FULL) + (2 if u in crossing else 0)
        for u in units
    }
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
    part = {u: HALVED if strength.seems_halved(state, u) else FULL for u in known}
    points, drawn = _split(state, part, 1, 2)
    fighters = sum(state.world.combat[u] for u in known)
    fills = _fills(state, [u for u in units if u not in known], target)
    ways = sum(f.ways for f in fills)
    totals: dict[int, Fraction] = {}
    for fill in fills:
        draws = dict(drawn)
        for pool, at in fill.pools:
            draws[pool] = _one_more(draws.get(pool, (0, 0)), at)
        for sums, chance in _drawn(state, draws, 2).items():
            full, halved = (sum(p) for p in zip(points, fill.points, sums, strict=True))
            total = full + strength.half(halved) if fighters + fill.fighters else NOBODY
            totals[total] = totals.get(total, Fraction(0)) + chance * Fraction(fill.ways, ways)
    return totals


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


def _fills(state: State, hidden: Sequence[int], target: int) -> Sequence[Fill]:
    """Every way to fill the unseen places of a hex; kinds are dealt apart from each other."""
    found = [Fill(1)]
    if not hidden:
        return found
    sight = unseen.sight(state, state.own(hidden[0]))
    for kind in sorted({visibility.kind_seen(state, u) for u in hidden}):
        deal = unseen.deal(sight, kind, apart=target)
        worths = [Tally(_worth(state, u, target) for u in units) for units in deal.units]
        here: Tally[Fill] = Tally()
        for taken, ways in deal.count.first():
            for fill in _of_sorts(worths, taken):
                here[msgspec.structs.replace(fill, ways=0)] += fill.ways * ways
        found = [
            _combined(a, msgspec.structs.replace(b, ways=ways))
            for a in found
            for b, ways in here.items()
        ]
    return found


def _worth(state: State, unit: int, target: int) -> Worth:
    whole = target not in state.gassed and supply.seems_supplied(state, unit, target)
    part = FULL if whole else HALVED
    if state.units[unit].flags & HIDDEN:
        return Worth(state.counter(unit).pool, 0, part, fights=True)
    return Worth("", strength.defence(state, unit), part, fights=bool(state.world.combat[unit]))


def _of_sorts(worths: Sequence[Mapping[Worth, int]], taken: Sequence[int]) -> list[Fill]:
    """So many units of each sort, by what they are worth."""
    found = [Fill(1)]
    for of_sort, count in zip(worths, taken, strict=True):
        if count:
            more = list(_of_one(sorted(of_sort.items()), count))
            found = [_combined(a, b) for a in found for b in more]
    return found


def _of_one(worths: Sequence[tuple[Worth, int]], count: int) -> Iterator[Fill]:
    """So many units out of these, without return."""
    if not count:
        yield Fill(1)
        return
    if not worths:
        return
    (worth, many), rest = worths[0], worths[1:]
    for taken in range(min(many, count) + 1):
        pools = ((worth.pool, worth.part),) * taken if worth.pool else ()
        points = (0, taken * worth.points) if worth.part else (taken * worth.points, 0)
        first = Fill(comb(many, taken), points, pools, taken * worth.fights)
        for others in _of_one(rest, count - taken):
            yield _combined(first, others)


def _combined(a: Fill, b: Fill) -> Fill:
    points = a.points[FULL] + b.points[FULL], a.points[HALVED] + b.points[HALVED]
    pools = tuple(sorted(a.pools + b.pools))
    return Fill(a.ways * b.ways, points, pools, a.fighters + b.fighters)


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
