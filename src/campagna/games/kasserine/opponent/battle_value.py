"""Opponent: what a combat is expected to bring, from the exact tables, in combat points.

A point of the Axis is dearer than one of the Allies, because the loss counter decides the game and
the Allies have twice as many. A retreat costs little in the open; with every way back watched it is
a reduction, with none at all the end of the unit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

import msgspec

from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.rules.command import attack_kinds, defence_kinds
from campagna.games.kasserine.rules.movement import kind_of
from campagna.games.kasserine.rules.path import prices
from campagna.games.kasserine.rules.strength import BELOW, column, defence_value
from campagna.games.kasserine.rules.victory import axis_losses
from campagna.games.kasserine.state import REDUCED, State
from campagna.games.kasserine.world import ALLIED, AXIS, HOME, load_world
from campagna.hexes.kernels import BARRED


class BattleWeights(Weights, frozen=True):
    """What units and results of a combat are worth, in combat points."""

    retreat_share: float
    axis_point: float
    allied_point: float
    limit_felt_from: int
    limit_felt_over: int
    axis_point_at_limit: float
    axis_point_over_limit: float
    unit_itself: float
    artillery: float
    least_reduction: float
    three_hexes_back: float
    third_hex: float


WEIGHTS = load_weights(HOME, "battle_value", BattleWeights)

FREE, WATCHED, NO_WAY = 0, 1, 2
"""How a unit could go back: by clear ground, only through enemy zones, not at all."""

RESULTS = ("AE", "AR", "A3", "A2", "R/R", "D2", "D3", "DR", "DE")


@lru_cache
def _rows() -> dict[tuple[str, str], list[tuple[int, ...]]]:
    """For each pair of declarations and column the results of the six faces, as places in RESULTS."""
    return {
        pair: [
            tuple(RESULTS.index(table.results.result(c, die)) for die in range(1, 7))
            for c in range(len(load_world().columns))
        ]
        for pair, table in load_world().crt.items()
    }


class Prices:
    """What every unit is worth to its owner now, and what a reduction takes from it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._known: dict[int, tuple[float, float]] = {}
        lost = axis_losses(state)
        limit = int(state.world.tables["victory"]["loss_limit"])
        near = max(
            0.0, min(1.0, (lost - limit + WEIGHTS.limit_felt_from) / WEIGHTS.limit_felt_over)
        )
        self.point = {AXIS: WEIGHTS.axis_point, ALLIED: WEIGHTS.allied_point}
        self.point[AXIS] += (
            WEIGHTS.axis_point_at_limit * near if lost <= limit else -WEIGHTS.axis_point_over_limit
        )

    def __call__(self, unit: int) -> tuple[float, float]:
        """Its whole worth, and the part that goes with the next reduction."""
        found = self._known.get(unit)
        if found is None:
            found = self._known[unit] = self._price(unit)
        return found

    def _price(self, unit: int) -> tuple[float, float]:
        state = self.state
        counter, point = state.counter(unit), self.point[state.owner(unit)]
        worths = [f.attack + f.defence + WEIGHTS.unit_itself for f in counter.faces]
        if state.world.artillery[unit]:
            worths = [w + WEIGHTS.artillery for w in worths]
        if state.units[unit].flags & REDUCED or len(worths) == 1:
            return worths[-1] * point, worths[-1] * point
        return worths[0] * point, max(WEIGHTS.least_reduction, worths[0] - worths[-1]) * point


def way_back(state: State, unit: int, closed: Collection[int], zoned: Collection[int]) -> int:
    """How a unit could go back two hexes; `closed` cannot be entered, `zoned` are watched."""
    ground, _ = prices(kind_of(state, unit), state.options, shut=False)
    near, price, here = ground.near, ground.price, state.place(unit)
    found = NO_WAY
    for s in range(here * 6, here * 6 + 6):
        first = near[s]
        if price[s] == BARRED or first in closed:
            continue
        clear = first not in zoned
        if not clear and found == WATCHED:
            continue
        for t in range(first * 6, first * 6 + 6):
            second = near[t]
            if price[t] == BARRED or second in closed or second == here:
                continue
            if clear and second not in zoned:
                return FREE
            found = WATCHED
    return found


class Gains(msgspec.Struct):
    """What each result is worth to the attacker, in the order of RESULTS."""

    by_result: tuple[float, ...]

    def expected(self, attack: str, defence: str, at: int) -> float:
        if at == BELOW:
            return self.by_result[0]
        gains = self.by_result
        total = 0.0
        for r in _rows()[attack, defence][at]:
            total += gains[r]
        return total / 6


def gains(
    price: Prices,
    attackers: Sequence[int],
    defenders: Sequence[int],
    ways: Sequence[int],
    ground: float,
) -> Gains:
    """`ways` says how each defender could go back; `ground` what his going is worth."""
    lost = cut = 0.0
    for u in attackers:
        whole, part = price(u)
        lost += whole
        cut += part
    killed = reduced = back = 0.0
    for u, way in zip(defenders, ways, strict=True):
        whole, part = price(u)
        killed += whole
        reduced += part
        back += WEIGHTS.retreat_share * whole if way == FREE else part if way == WATCHED else whole
    # Who is forbidden to go stays where he is.
    leave = back + (ground if FREE in ways or NO_WAY in ways else 0.0)
    fall_back = WEIGHTS.retreat_share * lost
    return Gains(
        (
            -lost,
            -cut,
            -WEIGHTS.three_hexes_back * fall_back,
            -fall_back,
            reduced - cut,
            leave,
            leave + WEIGHTS.third_hex * killed,
            reduced,
            killed + ground,
        )
    )


def give_way_chance(attack: str, defence: str, at: int) -> float:
    """How likely the defenders leave the hex, dead or alive."""
    if at == BELOW:
        return 0.0
    leaving = (RESULTS.index("D2"), RESULTS.index("D3"), RESULTS.index("DE"))
    return sum(r in leaving for r in _rows()[attack, defence][at]) / 6


class Declaration(msgspec.Struct):
    """The attacker's best kind of attack with the answer he must expect."""

    value: float
    attack: str
    defence: str
    at: int


def best_declaration(
    state: State,
    attackers: Iterable[int],
    defenders: Sequence[int],
    at: int,
    gained: Gains,
) -> Declaration:
    kinds = (attack_kinds(state, attackers), defence_kinds(state, defenders))
    return best_of(*kinds, at, gained)


def best_of(attacks: Sequence[str], answers: Sequence[str], at: int, gained: Gains) -> Declaration:
    """The same for kinds that are known already."""
    best = Declaration(-1e9, "medium", "medium", at)
    for attack in attacks:
        value, defence = min((gained.expected(attack, d, at), d) for d in answers)
        if value > best.value:
            best = Declaration(value, attack, defence, at)
    return best


def resistance(state: State, defenders: Iterable[int]) -> int:
    return sum(defence_value(state, u) for u in defenders)


def odds_column(state: State, attack: int, defence: int) -> int:
    return column(state, attack, max(1, defence))


def odds_name(state: State, at: int) -> str:
    return state.world.columns[at] if at != BELOW else "<" + state.world.columns[0]
