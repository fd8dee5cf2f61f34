"""Opponent: how a side stands, in victory points from the Italian view.

Points on the map; the places that the army near them can expect to take in the turns left; places
held without a garrison while enemies are near; the forces on both sides, and who is in supply. For
1935-36 the weights of points, forces and supply are rounded from a regression of the final points on
350 games between captains of random styles; what the League may take counts in full.
"""

from __future__ import annotations

from math import exp

from campagna.core.weights import Weights, load_weights
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.opponent.battles import league_chance
from campagna.games.lion_of_judah.opponent.map_reading import FAR_AWAY, MapReading, bases, walkers
from campagna.games.lion_of_judah.opponent.objectives import WEIGHTS as OBJECTIVE_WEIGHTS
from campagna.games.lion_of_judah.rules.general.victory import (
    level,
    points_to_win,
    score,
    winner_of,
)
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.world import HOME, S1935


class PositionWeights(Weights, frozen=True):
    """What a position is worth, in victory points."""

    won: float
    victory: float
    victory_slope: float
    march: int
    early_point: float
    late_point: float
    early_turns: int
    certain_capture: float
    factor_of_1940: float
    prestige: float
    unsupplied_of_1940: float
    italian_factor: float
    ethiopian_factor: float
    unsupplied_of_1935: float
    resistance: float
    hope: float
    left_open: float
    base_alarm: int
    base_in_danger: float
    base_left_open: float
    leader: float
    negus: float
    truck: float


WEIGHTS = load_weights(HOME, "position_value", PositionWeights)


def italian_value(state: State) -> float:
    """How well the Italian stands; near the end it is the outcome itself."""
    sign = 1.0 if state.part == S1935 else -1.0
    points = sign * score(state)
    if state.phase == Phase.OVER or state.sudden:
        if state.part == S1935 and not state.sudden:
            return points + WEIGHTS.victory / (
                1.0 + exp(WEIGHTS.victory_slope * (points_to_win(state) - 0.5 - points))
            )
        won = winner_of(state, level(state)) == ITALIAN
        return points + (WEIGHTS.won if won else -WEIGHTS.won)
    readings = (MapReading(state, ITALIAN, {}), MapReading(state, OTHER, {}))
    if state.part == S1935:
        return _value_1935(state, points, readings)
    total = points + _hopes(state, readings[ITALIAN]) - _hopes(state, readings[OTHER])
    mine, theirs = (WEIGHTS.factor_of_1940 * _strength(state, reading) for reading in readings)
    total += mine - theirs
    total += WEIGHTS.prestige * state.prestige
    total -= WEIGHTS.unsupplied_of_1940 * _unsupplied(state, ITALIAN)
    return total + WEIGHTS.unsupplied_of_1940 * _unsupplied(state, OTHER)


def _value_1935(state: State, points: float, readings: tuple[MapReading, MapReading]) -> float:
    """What the final points of the Italian hang on."""
    passed = max(
        0.0, (state.turn - WEIGHTS.early_turns) / (state.theatre.turns - WEIGHTS.early_turns)
    )
    lasting = WEIGHTS.early_point + (WEIGHTS.late_point - WEIGHTS.early_point) * passed
    held = points + _hopes(state, readings[ITALIAN]) - _left_open(readings[ITALIAN])
    forces = WEIGHTS.italian_factor * _strength(state, readings[ITALIAN])
    forces -= WEIGHTS.ethiopian_factor * _strength(state, readings[OTHER])
    hunger = WEIGHTS.unsupplied_of_1935 * (_unsupplied(state, OTHER) - _unsupplied(state, ITALIAN))
    return lasting * held + forces + hunger - _censure(state)


def _hopes(state: State, reading: MapReading) -> float:
    """Places the enemy holds, by how likely the force that can be there in time takes them."""
    side, class_ = reading.side, walkers(reading.side, state.part)
    stacks = {
        h: reading.power(state.combat_units(h))
        for h in reading.friends
        if state.maps.armed[side][h]
    }
    total = 0.0
    for goal, points in reading.open_prizes().items():
        field = reading.field(goal, class_)
        force = 0.0
        for h, power in stacks.items():
            if field[h] < FAR_AWAY:
                turns = field[h] / WEIGHTS.march
                if turns <= reading.turns_left - 0.5:
                    force += power * OBJECTIVE_WEIGHTS.per_turn_away**turns
        resistance = WEIGHTS.certain_capture + WEIGHTS.resistance * reading.resistance(goal)
        total += WEIGHTS.hope * points * force / (force + resistance)
    return total


def _left_open(reading: MapReading) -> float:
    """Places held without troops, enemies within a march."""
    state = reading.state
    total = 0.0
    for h, points in reading.prizes.items():
        if state.control[h] != ITALIAN or state.maps.armed[ITALIAN][h]:
            continue
        if reading.strength_near(h, OTHER, 3):
            total += WEIGHTS.left_open * points
    for h in bases(state):
        if state.maps.armed[ITALIAN][h]:
            continue
        near = reading.strength_near(h, OTHER, WEIGHTS.base_alarm)
        total += WEIGHTS.base_in_danger if near else WEIGHTS.base_left_open
    return total


def _censure(state: State) -> float:
    """Points that the League of Nations is likely to take for gas and bombs (PB 13.6.5.1)."""
    free: int = state.theatre.scenario["bombing_track"]["free"]
    return league_chance(state) * max(0, state.bombing - free)


def _strength(state: State, reading: MapReading) -> float:
    total = 0.0
    for u in state.on_map(reading.side):
        counter = state.counter(u)
        if state.world.combat[u]:
            total += reading.attack(u) + reading.defence(u)
        elif counter.type in ("hq", "leader"):
            total += WEIGHTS.leader if state.name(u) != "et_NEG" else WEIGHTS.negus
        elif counter.type == "truck":
            total += WEIGHTS.truck
    return total


def _unsupplied(state: State, side: int) -> int:
    """Units out of supply."""
    return sum(1 for u in state.on_map(side) if state.world.combat[u] and not in_supply(state, u))
