"""The exact chances of an attack or overrun before anything is revealed or rolled.

What nobody may know is averaged exactly: untried divisions are taken to be any of the counters
that have not been seen, without replacement. Only one side of a combat can be untried.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, factorial, perm

import msgspec

from campagna.core.account import Account, AccountLine
from campagna.core.contract import Fact, Forecast, ForecastLine
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.rules.leaders import support
from campagna.games.panzergruppe_guderian.rules.odds_account import account
from campagna.games.panzergruppe_guderian.rules.results import ENGAGED, parts
from campagna.games.panzergruppe_guderian.rules.strength import (
    attack_strength,
    hex_attack,
    hex_defence,
    integral,
    multiplier,
    overrun_strength,
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
    acting_side,
)
from campagna.games.panzergruppe_guderian.world import SOVIET, Values
from campagna.tables.chances import mixed_chances

Sums = tuple[int, ...]
Distribution = dict[Sums, Fraction]

CANCELLED = "cancelled"
EMPTIED = "emptied"


@rule("9.4", "9.5", "12.2a")
def forecast_battle(
    state: State, units: Sequence[int], targets: Sequence[int], *, overrun: bool
) -> Forecast:
    """The same column as the roll, and each result with its chance."""
    if acting_side(state.phase) == SOVIET:
        pairs = _soviet_attack(state, units, targets)
    else:
        pairs = _german_attack(state, units, targets)
    columns: dict[int, Fraction] = {}
    chances: dict[str, Fraction] = {}
    for (attack, defence), chance in pairs.items():
        if attack == 0:
            chances[CANCELLED] = chances.get(CANCELLED, Fraction(0)) + chance
        elif defence == 0:
            chances[EMPTIED] = chances.get(EMPTIED, Fraction(0)) + chance
        else:
            strength = overrun_strength(attack) if overrun else attack
            column = state.world.crt.column(strength, defence)
            columns[column] = columns.get(column, Fraction(0)) + chance
    chances |= mixed_chances(state.world.crt, columns)
    lines = tuple(
        ForecastLine(result, float(chance), _meaning(result, overrun=overrun), _payer(result))
        for result, chance in sorted(chances.items(), key=lambda x: _severity(x[0]))
    )
    odds = {state.world.crt.columns[c]: float(p) for c, p in sorted(columns.items())}
    sums = _sums(state, units, targets, overrun=overrun)
    rows = account(state, units, targets, pairs, overrun=overrun)
    sums["lines"] = rows
    reckoned = Account(lines=msgspec.convert(rows, tuple[AccountLine, ...]), columns=odds)
    return Forecast("9.5", lines, {"odds": odds, **sums}, account=reckoned)


@rule("9.64", "9.65a", "9.66b", "9.67b", "6.52b")
def _meaning(result: str, *, overrun: bool) -> dict[str, Fact]:
    """What a result asks of each side, and who may go forward after it."""
    if result == CANCELLED:
        return {"advance": "nobody"}
    if result == EMPTIED:
        return {"advance": "attacker"}
    defender, attacker = parts(result)
    split = "/" in result
    if result == ENGAGED:
        return {"defender": "lose 1", "attacker": "lose 1", "advance": "nobody"}
    meaning: dict[str, Fact] = {}
    for side, part in (("defender", defender), ("attacker", attacker)):
        if part:
            meaning[side] = "eliminated" if part == "e" else f"lose {part} or retreat {part}"
    if overrun:
        meaning["advance"] = "attacker" if defender and not split else "nobody"
    else:
        meaning["advance"] = "attacker" if defender else "defender"
    return meaning


def _payer(result: str) -> str:
    if result == CANCELLED:
        return "nobody"
    if result == EMPTIED:
        return "defender"
    defender, attacker = parts(result)
    return "both" if defender and attacker else "defender" if defender else "attacker"


def _severity(result: str) -> tuple[int, str]:
    """From the defender's end to the attacker's, as a chart should show them."""
    order = (
        EMPTIED,
        "De",
        "De/A1",
        "D2",
        "D2/A1",
        "D1",
        "D1/A1",
        ENGAGED,
        CANCELLED,
        "A1",
        "A2",
        "Ae",
    )
    return order.index(result), result


# --- what is not known ------------------------------------------------------------------------------


def unseen_values(state: State, unit: int) -> Tally[Values]:
    """The values an untried division may have, as far as anybody can know."""
    counters = state.world.counters
    first = state.world.first_drawn
    symbol = state.counter(unit).symbol
    shown: set[int] = set()
    fixed: set[int] = set()
    for u in state.units[first:]:
        if counters[u.counter].symbol == symbol and not u.flags & UNTRIED and u.place != LOST:
            shown.add(u.counter)
            if u.place not in GONE or u.place == REMOVED:
                fixed.add(u.counter)
    if state.units[unit].flags & RECYCLED:
        population = shown - fixed
    else:
        population = {i for i, c in enumerate(counters) if c.symbol == symbol} - shown
    return Tally(counters[c].steps[0] for c in population)


def _populations(state: State, units: Sequence[int]) -> dict[tuple[str, bool], list[int]]:
    """Untried units by the population they are drawn from."""
    found: dict[tuple[str, bool], list[int]] = {}
    for unit in units:
        u = state.units[unit]
        if u.flags & UNTRIED:
            key = (state.counter(unit).symbol, bool(u.flags & RECYCLED))
            found.setdefault(key, []).append(unit)
    return found


def deal(
    population: Mapping[Values, int], slots: Sequence[tuple[int, bool]], attack: bool, size: int
) -> Distribution:
    """The joint distribution of sums when counters are dealt to slots without replacement.

    A slot is (the sum it counts for, supplied). Kinds of counters are dealt one after the other:
    how many of each kind go to each kind of slot, with exact multiplicities.
    """
    kinds = sorted(population.items(), key=lambda x: str(x[0]))
    roles = sorted(Tally(slots).items())
    start = tuple(n for _, n in roles)
    states: dict[tuple[Sums, Sums], int] = {(start, (0,) * size): 1}
    for values, many in kinds:
        printed = values.attack if attack else values.defence
        gains = [(i, unit_strength(printed, supplied)) for (i, supplied), _ in roles]
        after: dict[tuple[Sums, Sums], int] = {}
        for (left, sums), ways in states.items():
            for taken, count in _choices(left, many):
                total = list(sums)
                for (i, gain), n in zip(gains, taken, strict=True):
                    total[i] += gain * n
                key = (tuple(a - b for a, b in zip(left, taken, strict=True)), tuple(total))
                after[key] = after.get(key, 0) + ways * count
        states = after
    dealt = perm(sum(population.values()), len(slots))
    arrangements = 1
    for n in start:
        arrangements *= factorial(n)
    result: Distribution = {}
    for (left, sums), ways in states.items():
        if not any(left):
            result[sums] = result.get(sums, Fraction(0)) + Fraction(ways * arrangements, dealt)
    return result


def _choices(left: Sums, many: int) -> list[tuple[Sums, int]]:
    """How many of `many` equal counters go to each kind of slot, and in how many ways."""
    found: list[tuple[Sums, int]] = [((), 1)]
    for room in left:
        found = [
            ((*taken, n), ways * comb(many - sum(taken), n))
            for taken, ways in found
            for n in range(min(room, many - sum(taken)) + 1)
        ]
    return found


def _convolve(a: Distribution, b: Distribution) -> Distribution:
    out: Distribution = {}
    for x, p in a.items():
        for y, q in b.items():
            key = tuple(m + n for m, n in zip(x, y, strict=True))
            out[key] = out.get(key, Fraction(0)) + p * q
    return out


# --- the two kinds of attack ------------------------------------------------------------------------


def _german_attack(
    state: State, units: Sequence[int], targets: Sequence[int]
) -> dict[tuple[int, int], Fraction]:
    """Known attackers against defenders that may be untried; terrain multiplies hex by hex."""
    origins = [state.units[u].place for u in units]
    defenders = [u for t in targets for u in state.stack(t)]
    known = tuple(_known_defence(state, t) for t in targets)
    sums: Distribution = {known: Fraction(1)}
    for members in _populations(state, defenders).values():
        slots = [
            (targets.index(state.units[u].place), in_supply(state, u))
            for u in members
            if not state.units[u].flags & RETREATED
        ]
        population = unseen_values(state, members[0])
        sums = _convolve(sums, deal(population, slots, False, len(targets)))
    attack = attack_strength(state, units)
    factors = [multiplier(state, t, origins) for t in targets]
    pairs: dict[tuple[int, int], Fraction] = {}
    for bases, chance in sums.items():
        key = (attack, sum(b * f for b, f in zip(bases, factors, strict=True)))
        pairs[key] = pairs.get(key, Fraction(0)) + chance
    return pairs


def _known_defence(state: State, target: int) -> int:
    stack = state.stack(target)
    if integral(state, stack):
        return hex_defence(state, target)
    return sum(
        unit_strength(state.values(u).defence, in_supply(state, u))
        for u in stack
        if not state.units[u].flags & (UNTRIED | RETREATED)
    )


def _soviet_attack(
    state: State, units: Sequence[int], targets: Sequence[int]
) -> dict[tuple[int, int], Fraction]:
    """Attackers that may be untried against known defenders, with leaders and rivers by hex."""
    origins = list(dict.fromkeys(state.units[u].place for u in units))
    fighters = [u for u in units if not state.is_leader(u)]
    known = tuple(
        hex_attack(state, group) if (group := _known_fighters(state, fighters, o)) else 0
        for o in origins
    )
    sums: Distribution = {known: Fraction(1)}
    for members in _populations(state, fighters).values():
        slots = [(origins.index(state.units[u].place), in_supply(state, u)) for u in members]
        population = unseen_values(state, members[0])
        sums = _convolve(sums, deal(population, slots, True, len(origins)))
    pairs: dict[tuple[int, int], Fraction] = {}
    for strengths, chance in sums.items():
        attack = 0
        able = []
        for origin, strength in zip(origins, strengths, strict=True):
            if strength:
                able.append(origin)
                leaders = [
                    u for u in units if state.is_leader(u) and state.units[u].place == origin
                ]
                attack += strength + support(state, leaders, strength)
        defence = sum(hex_defence(state, t) * multiplier(state, t, able) for t in targets)
        key = (attack, defence)
        pairs[key] = pairs.get(key, Fraction(0)) + chance
    return pairs


def _known_fighters(state: State, fighters: Sequence[int], origin: int) -> list[int]:
    return [
        u for u in fighters if state.units[u].place == origin and not state.units[u].flags & UNTRIED
    ]


# --- how the sums come about --------------------------------------------------------------------------


def _sums(
    state: State, units: Sequence[int], targets: Sequence[int], *, overrun: bool
) -> dict[str, object]:
    """Each unit's share as players check it: printed value, supply, and the hex multipliers."""
    origins = [state.units[u].place for u in units]
    attack = [_share(state, u, attacking=True) for u in units]
    defence = [
        {
            "hex": state.world.hex_ids[t],
            "multiplier": multiplier(state, t, origins),
            "units": [_share(state, u, attacking=False) for u in state.stack(t)],
        }
        for t in targets
    ]
    return {"attack": attack, "defence": defence, "overrun": overrun}


def _share(state: State, unit: int, *, attacking: bool) -> dict[str, object]:
    u = state.units[unit]
    share: dict[str, object] = {
        "unit": state.name(unit),
        "supplied": in_supply(state, unit),
        "integral": integral(state, state.stack(u.place)),
    }
    if not u.flags & UNTRIED:
        values = state.values(unit)
        share["printed"] = values.attack if attacking else values.defence
        if state.is_leader(unit) and attacking:
            share["support"] = state.counter(unit).rating
    return share
