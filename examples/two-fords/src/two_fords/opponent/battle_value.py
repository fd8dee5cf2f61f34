"""What an attack is worth before its die, in victory points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

from campagna.core.weights import Weights, load_weights
from two_fords.rules.combat import DIE, difference, result, retreat_hexes
from two_fords.rules.counters import possible_strengths
from two_fords.state import State, side_of
from two_fords.world import HOME, TABLES, VILLAGES


class BattleWeights(Weights, frozen=True):
    decoy_found: float
    driven_off: float
    driven_from_village: float


W = load_weights(HOME, "battle_value", BattleWeights)


def battle_value(state: State, units: Sequence[int], target: int) -> float:
    """The mean over what the target may be, as far as the attackers can know, and over the die."""
    cases = possible_strengths(state, target, side_of(units[0]))
    return sum(_value_against(state, units, target, s) for s in cases) / len(cases)


def _value_against(state: State, units: Sequence[int], target: int, strength: int) -> float:
    if strength == 0:
        return W.decoy_found
    by = difference(state, units, target, strength)
    gains = {
        "DE": float(strength) + _ground(state, target),
        "DR": _drive_off(state, target, strength),
        "NE": 0.0,
        "AE": -float(sum(state.units[u].strength for u in units)),
    }
    return sum(gains[result(by, die)] for die in range(1, DIE + 1)) / DIE


def _drive_off(state: State, target: int, strength: int) -> float:
    if not retreat_hexes(state, target):
        return float(strength) + _ground(state, target)
    return W.driven_off + _ground(state, target)


def _ground(state: State, target: int) -> float:
    """What it is worth that the target leaves its hex."""
    if state.units[target].place in VILLAGES.values():
        return W.driven_from_village * TABLES.village_points
    return 0.0


def groups(units: Sequence[int]) -> list[tuple[int, ...]]:
    """Every way to attack with some of these counters, the smallest first."""
    sizes = range(1, len(units) + 1)
    return list(chain.from_iterable(combinations(units, size) for size in sizes))
