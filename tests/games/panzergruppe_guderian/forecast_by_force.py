"""The chances of an attack by brute force: every deal of unseen counters, really played."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from campagna.core.chance import ScriptedChance
from campagna.core.contract import Order
from campagna.games.panzergruppe_guderian.events import AttackCancelled, BattleRolled
from campagna.games.panzergruppe_guderian.orders import Attack, Overrun
from campagna.games.panzergruppe_guderian.state import UNTRIED, State
from campagna.games.panzergruppe_guderian.world import Values
from tests.games.panzergruppe_guderian.lay import GAME, Words

# The columns of 9.5, from die 1 to die 6.
CRT = {
    "1-3": "A1 A1 A1 A2 Ae Ae",
    "1-2": "D1/A1 Eng A1 A1 A2 Ae",
    "1-1": "D1 D1/A1 D1/A1 Eng A1 A2",
    "2-1": "D2 D1 D1/A1 D1/A1 Eng A1",
    "3-1": "D2 D2 D1 D1/A1 D1/A1 Eng",
    "4-1": "D2 D2 D2/A1 D1 D1/A1 Eng",
    "5-1": "D2 D2 D2 D2/A1 D1 D1/A1",
    "6-1": "De/A1 D2 D2 D2 D2/A1 D1",
    "7-1": "De De/A1 D2 D2 D2 D2/A1",
    "8-1": "De De De/A1 D2 D2 D2",
    "9-1": "De De De De/A1 D2 D2",
    "10-1": "De De De De De D2",
}
Chances = dict[str, Fraction]
Deal = tuple[dict[int, int], Fraction]


def unseen_counters(state: State, symbol: str, *, recycled: bool) -> list[int]:
    """Counters that a hidden division may be, from what both players see."""
    shown, standing = set(), set()
    for u in GAME.view(state, "german").position.units:
        if u.symbol == symbol and u.counter:
            shown.add(u.counter)
            if u.at != "dead":
                standing.add(u.counter)
    names = (
        shown - standing
        if recycled
        else {c.id for c in state.world.counters if c.symbol == symbol} - shown
    )
    return [state.world.counter_index[n] for n in sorted(names)]


def deals(state: State, hidden: list[int]) -> Iterator[Deal]:
    """Every way to give unseen counters to hidden divisions, with its chance.

    Counters of equal values are interchangeable, so one of each kind is tried with their weight.
    """
    if not hidden:
        yield {}, Fraction(1)
        return
    groups: dict[tuple[str, bool], list[int]] = {}
    for unit in hidden:
        recycled = "recycled" in GAME.describe(state).units[unit].state
        groups.setdefault((state.counter(unit).symbol, recycled), []).append(unit)
    (kind, members), *_ = groups.items()
    rest = [u for u in hidden if u not in members]
    counters = unseen_counters(state, kind[0], recycled=kind[1])
    for dealt, chance in _fill(state, members, counters):
        for more, weight in deals(state, rest) if rest else [({}, Fraction(1))]:
            yield {**dealt, **more}, chance * weight


def _fill(state: State, members: list[int], counters: list[int]) -> Iterator[Deal]:
    if not members:
        yield {}, Fraction(1)
        return
    alike: dict[Values, list[int]] = {}
    for c in counters:
        alike.setdefault(state.world.counters[c].steps[0], []).append(c)
    for same in alike.values():
        left = [c for c in counters if c != same[0]]
        for more, chance in _fill(state, members[1:], left):
            yield {members[0]: same[0], **more}, chance * Fraction(len(same), len(counters))


def truth(state: State, order: Attack | Overrun) -> Chances:
    """The chance of each result, by playing the order in every world that may be true."""
    targets = order.targets if isinstance(order, Attack) else (order.target,)
    involved = [state.find(n) for n in order.units]
    involved += [u for t in targets for u in state.stack(state.world.hex_index[t])]
    hidden = [u for u in involved if state.units[u].flags & UNTRIED]
    chances: Chances = {}
    for dealt, chance in deals(state, hidden):
        world = state.copy()
        for unit, counter in dealt.items():
            world.units[unit] = msgspec.structs.replace(world.units[unit], counter=counter)
        for result, share in outcome(world, order).items():
            chances[result] = chances.get(result, Fraction(0)) + chance * share
    assert sum(chances.values()) == 1
    return chances


def outcome(world: State, order: Order) -> Chances:
    """The chances of the die in one world, or what happens without one."""
    for event in GAME.play(world, order, ScriptedChance([1])):
        if isinstance(event, BattleRolled):
            cells = CRT[event.odds].split()
            return {r: Fraction(cells.count(r), 6) for r in cells}
        if isinstance(event, AttackCancelled):
            return {"cancelled": Fraction(1)}
    return {"emptied": Fraction(1)}


def forecast(state: State, order: Order) -> dict[str, float]:
    lines = GAME.forecast(state, order).lines
    assert len({line.result for line in lines}) == len(lines)
    return {line.result: line.probability for line in lines}


def exact(chances: Chances) -> dict[str, float]:
    return {result: float(chance) for result, chance in chances.items()}


RIFLES = ["SR69", "SR70", "SR72", "SR61", "SR44", "SR01", "SR08", "SR31"]
ARMOUR = ["SA06", "SA09", "SA01", "SA13"]  # two tank, two mechanised divisions


def few_unseen(units: dict[str, Words], *, recycled: bool = False) -> dict[str, Words]:
    """The same position late in the game: all but eight rifles and four tanks were seen and died."""
    number = sum(name.startswith("S-") for name in units)
    found = dict(units)
    for c in GAME.world.counters:
        if c.side == 0 and not c.is_leader and (recycled or c.id not in RIFLES + ARMOUR):
            number += 1
            found[f"S-{number}"] = f"dead {c.id}"
    return found
