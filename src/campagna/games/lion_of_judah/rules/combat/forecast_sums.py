"""How strong a group may be, as far as the enemy can know: exact chances of every total.

Factors face down are drawn from what is left of their pools. A unit hidden below the top of a
stack is any of those of its kind whose place is not known; the chance of each way to fill a stack is
its share of all ways to deal the unseen units (`unseen`), supplied as far as the enemy can tell. Where
more units need the minor source than it serves, any of them may be the ones (PB 13.6.6.1).
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import msgspec

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
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

FULL, HALVED, SHARED = 0, 1, 2
"""How factors count; SHARED: in full if the minor source serves the unit, else halved."""
NOBODY = -1
"""Told instead of a total: nobody there can fight."""


class Worth(msgspec.Struct, frozen=True, order=True):
    """What a unit is worth in a hex: points or a pool, and how they count."""

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
    sharers: tuple[tuple[str, int], ...] = ()
    """The pool or the points of each unit that needs the minor source."""
    others: int = 0
    """How many units need it besides."""

    @property
    def needy(self) -> int:
        return len(self.sharers) + self.others


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
    fills = _fills(state, units, target)
    ways = sum(f.ways for f in fills)
    totals: dict[int, Fraction] = {}
    for fill, share in _settled(fills, supply.minor_places(state)).items():
        draws: Draws = {}
        for pool, at in fill.pools:
            draws[pool] = _one_more(draws.get(pool, (0, 0)), at)
        for sums, chance in _drawn(state, draws, 2).items():
            full, halved = (sum(p) for p in zip(fill.points, sums, strict=True))
            total = full + strength.half(halved) if fill.fighters else NOBODY
            totals[total] = totals.get(total, Fraction(0)) + chance * share / ways
    return totals


@rule("PB 13.6.6.1")
def source_is_short(state: State, units: Sequence[int], target: int) -> bool:
    """Whether some unit that is seen in a hex may go without the minor source, or not."""
    seen = _seen(state, [u for u in units if visibility.visible(state, u)], target)
    if not seen.sharers:
        return False
    places = supply.minor_places(state)
    return any(fill.needy > places for fill in _fills(state, units, target))


@rule("PB 13.6.6.1")
def _settled(fills: Sequence[Fill], places: int) -> dict[Fill, Fraction]:
    """Every way to share the minor source among those who need it is as likely."""
    found: dict[Fill, Fraction] = {}
    for fill in fills:
        count = min(places, fill.needy)
        most = min(count, len(fill.sharers))
        for here in range(max(0, count - fill.others), most + 1):
            weight = Fraction(fill.ways * comb(fill.others, count - here), comb(fill.needy, count))
            for served in combinations(range(len(fill.sharers)), here):
                whole = _served(fill, served)
                found[whole] = found.get(whole, Fraction(0)) + weight
    return found


def _served(fill: Fill, served: Collection[int]) -> Fill:
    """These of the units count in full, the others halved."""
    points, pools = list(fill.points), list(fill.pools)
    for i, (pool, worth) in enumerate(fill.sharers):
        part = FULL if i in served else HALVED
        points[part] += worth
        if pool:
            pools.append((pool, part))
    return Fill(0, tuple(points), tuple(sorted(pools)), fill.fighters)


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


def _fills(state: State, units: Sequence[int], target: int) -> Sequence[Fill]:
    """Every way to fill the unseen places of a hex beside the units that are seen there.

    Kinds are dealt apart from each other. Where the hex shares the minor source, units elsewhere
    that need it count too.
    """
    hidden = [u for u in units if not visibility.visible(state, u)]
    found = [_seen(state, [u for u in units if u not in hidden], target)]
    shares = target in supply.minor_hexes(state) and state.own(units[0]) == ITALIAN
    if not hidden and not shares:
        return found
    sight = unseen.sight(state, state.own(units[0]))
    kinds = {visibility.kind_seen(state, u) for u in hidden}
    if shares:
        sight.shared = supply.minor_hexes(state)
        found = [
            msgspec.structs.replace(found[0], others=found[0].others + _elsewhere(state, target))
        ]
        kinds |= {kind for kind, slots in sight.slots.items() if slots.keys() & sight.shared}
    for kind in sorted(kinds):
        here = _of_kind(state, sight, kind, target)
        found = [
            _combined(a, msgspec.structs.replace(b, ways=ways))
            for a in found
            for b, ways in here.items()
        ]
    return found


def _of_kind(state: State, sight: unseen.Sight, kind: str, target: int) -> Mapping[Fill, int]:
    """What unseen units of a kind add in the hex, each with its ways to be dealt everywhere."""
    deal = unseen.deal(sight, kind, apart=target)
    here: Tally[Fill] = Tally()
    if target not in sight.slots[kind]:
        for others, ways in deal.count.needing(0, deal.count.left).items():
            here[Fill(0, others=others)] += ways
        return here
    worths = [Tally(_worth(state, u, target) for u in units) for units in deal.units]
    for taken, others, ways in deal.count.first_and_needing():
        for fill in _of_sorts(worths, taken):
            here[msgspec.structs.replace(fill, ways=0, others=others)] += fill.ways * ways
    return here


@rule("PB 13.6.6.1")
def _elsewhere(state: State, target: int) -> int:
    """Units that the enemy sees in other hexes and that need the minor source."""
    return sum(
        visibility.visible(state, u) and state.units[u].place != target
        for u in supply.minor_needy(state)
    )


def _seen(state: State, units: Sequence[int], target: int) -> Fill:
    """What the units that the enemy sees are worth; gas and drops from the air he sees too."""
    found = Fill(1)
    for unit in units:
        part = HALVED if strength.seems_halved(state, unit) else FULL
        needs = supply.needs_minor_source(state, unit, target)
        settled = strength.seems_gassed(state, unit) or supply.by_air(state, unit, target)
        if needs and not settled:
            part = SHARED
        one = _fill(_as(state, unit, part), 1)
        found = _combined(found, msgspec.structs.replace(one, others=int(needs and settled)))
    return found


def _worth(state: State, unit: int, target: int) -> Worth:
    """Of a unit that the enemy does not see."""
    part = FULL if supply.seems_supplied(state, unit, target) else HALVED
    if supply.needs_minor_source(state, unit, target):
        part = SHARED
    return _as(state, unit, HALVED if target in state.gassed else part)


def _as(state: State, unit: int, part: int) -> Worth:
    fights = bool(state.world.combat[unit])
    if state.units[unit].flags & HIDDEN:
        return Worth(state.counter(unit).pool, 0, part, fights)
    return Worth("", strength.defence(state, unit), part, fights)


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
        first = msgspec.structs.replace(_fill(worth, taken), ways=comb(many, taken))
        for others in _of_one(rest, count - taken):
            yield _combined(first, others)


def _fill(worth: Worth, count: int) -> Fill:
    """So many units of this worth."""
    fighters = count * worth.fights
    if worth.part == SHARED:
        return Fill(1, fighters=fighters, sharers=((worth.pool, worth.points),) * count)
    pools = ((worth.pool, worth.part),) * count if worth.pool else ()
    points = (0, count * worth.points) if worth.part else (count * worth.points, 0)
    return Fill(1, points, pools, fighters)


def _combined(a: Fill, b: Fill) -> Fill:
    points = a.points[FULL] + b.points[FULL], a.points[HALVED] + b.points[HALVED]
    pools = tuple(sorted(a.pools + b.pools))
    sharers = tuple(sorted(a.sharers + b.sharers))
    fighters, others = a.fighters + b.fighters, a.others + b.others
    return Fill(a.ways * b.ways, points, pools, fighters, sharers, others)


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
