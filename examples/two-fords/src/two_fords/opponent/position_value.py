"""What a hex is worth to a counter, and how a side stands, in victory points."""

from __future__ import annotations

from functools import lru_cache

from campagna.core.weights import Weights, load_weights
from two_fords.opponent.battle_value import battle_value
from two_fords.rules.counters import possible_strengths
from two_fords.rules.victory import points
from two_fords.rules.zones import controls
from two_fords.state import LOST, OVER, PHASES, State, enemy_of, side_of, unit_at, units_of
from two_fords.world import BOARD, COSTS, HOME, NOWHERE, TABLES, VILLAGES


class PositionWeights(Weights, frozen=True):
    village_held: float
    village_near: float
    enemy_near: float
    attack_next: float
    exposure: float


W = load_weights(HOME, "position_value", PositionWeights)
FAR = 30
"""Movement points beyond which nothing is looked for."""


@lru_cache
def ways_from(place: int) -> tuple[int, ...]:
    """The movement points from a hex to every other on an empty map; FAR where there is no way."""
    field = BOARD.field
    field.reach(COSTS, NOWHERE, NOWHERE, place, FAR)
    reached = set(field.hexes())
    return tuple(field.cost(h) if h in reached else FAR for h in range(len(BOARD)))


def on_map(state: State, side: str) -> list[int]:
    return [i for i in units_of(side) if state.units[i].place >= 0]


def expected_strength(state: State, unit: int, viewer: str) -> float:
    found = possible_strengths(state, unit, viewer)
    return sum(found) / len(found)


def hex_value(state: State, unit: int, caution: float = 1.0) -> float:
    """What the counter is worth where it stands now: ground, battles to come, danger."""
    side, counter = side_of(unit), state.units[unit]
    if counter.strength == 0:
        return -W.enemy_near * _to_unknown_enemy(state, unit)
    value = _ground(state, unit) - caution * _danger(state, unit)
    enemies = on_map(state, enemy_of(side))
    targets = [e for e in enemies if controls(state, counter.place, state.units[e].place)]
    return value + W.attack_next * max((_battle(state, side, e) for e in targets), default=0.0)


def _ground(state: State, unit: int) -> float:
    place = state.units[unit].place
    if place in VILLAGES.values():
        return W.village_held * TABLES.village_points
    free = [v for v in VILLAGES.values() if not _held(state, v, side_of(unit))]
    if free:
        return -W.village_near * min(ways_from(v)[place] for v in free)
    enemies = on_map(state, enemy_of(side_of(unit)))
    far = min((ways_from(state.units[e].place)[place] for e in enemies), default=0)
    return -W.enemy_near * far


def _held(state: State, village: int, side: str) -> bool:
    """Whether a real counter of the side stands there."""
    unit = unit_at(state, village)
    return unit is not None and side_of(unit) == side and state.units[unit].strength > 0


def _to_unknown_enemy(state: State, unit: int) -> int:
    """How far a decoy is from somebody it can look at: it has nothing to lose."""
    enemies = [state.units[e] for e in on_map(state, enemy_of(side_of(unit)))]
    hidden = [e.place for e in enemies if not (e.up or e.scouted)]
    return min((ways_from(h)[state.units[unit].place] for h in hidden), default=0)


def _battle(state: State, side: str, target: int) -> float:
    """The attack on a counter with everybody who stands beside it."""
    there = state.units[target].place
    joined = [
        u
        for u in on_map(state, side)
        if state.units[u].strength and controls(state, state.units[u].place, there)
    ]
    return max(0.0, battle_value(state, joined, target)) if joined else 0.0


def _danger(state: State, unit: int) -> float:
    """What the enemies who can come may take, if he has another turn."""
    side = side_of(unit)
    if side == PHASES[-1][0] and state.turn == TABLES.turns:
        return 0.0
    place, strength = state.units[unit].place, state.units[unit].strength
    near = [
        e
        for e in on_map(state, enemy_of(side))
        if ways_from(place)[state.units[e].place] <= TABLES.allowance + 1
    ]
    attack = sum(expected_strength(state, e, side) for e in near)
    forest = TABLES.forest_defence if BOARD.terrain_name(place) == "forest" else 0
    margin = attack - strength - forest
    stakes = strength + (TABLES.village_points if place in VILLAGES.values() else 0)
    return W.exposure * stakes * min(1.0, max(0.0, (margin + 1) / 4))


def standing(state: State, side: str) -> float:
    """How well the side stands: what it has taken, and what its counters can hope for; at the end
    the points of the book."""
    enemy = enemy_of(side)
    if state.phase == OVER:
        return float(points(state, side) - points(state, enemy))
    return _prospects(state, side) - _prospects(state, enemy)


def _prospects(state: State, side: str) -> float:
    beaten = [state.units[i] for i in units_of(enemy_of(side)) if state.units[i].place == LOST]
    taken = float(sum(unit.strength for unit in beaten))
    return taken + sum(hex_value(state, unit) for unit in on_map(state, side))
