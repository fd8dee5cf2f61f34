"""Judgement: how a side stands, in victory points from the Italian view.

Points on the map; the places that the army near them can expect to take in the turns left; places
held without a garrison while enemies are near; the forces on both sides, and who is in supply. For
1935-36 the weights of points, forces and supply are rounded from a regression of the final points on
350 games between captains of random styles; what the League may take counts in full.
"""

from __future__ import annotations

from math import exp

from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.opponent.battles import league_chance
from campagna.games.lion_of_judah.opponent.map_reading import FAR_AWAY, Survey, bases, walkers
from campagna.games.lion_of_judah.opponent.objectives import PATIENCE
from campagna.games.lion_of_judah.rules.general.victory import (
    level,
    points_to_win,
    score,
    winner_of,
)
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.world import S1935

WON = 40.0
SWING, CLOSE = 15.0, 0.8
"""What the victory of 1935-36 counts beside its points, and how fast its chances change with them: who
misses it by a point in an imagined war may win the real one (the first by hand, the second as found on
the last turn of those games)."""
PACE = 8
"""Half points an army marches in a turn."""
EARLY, LATE, FIRST = 0.25, 0.55, 2
"""What a point held now counts at the end of 1935-36: on this turn and before, and on the last one.
Places change hands until then; warriors and divisions that are lost do not come back."""
ENOUGH = 6.0
"""Attack factors that take an empty place for certain."""


def italian_value(state: State) -> float:
    """How well the Italian stands; near the end it is the outcome itself."""
    sign = 1.0 if state.part == S1935 else -1.0
    points = sign * score(state)
    if state.phase == Phase.OVER or state.sudden:
        if state.part == S1935 and not state.sudden:
            return points + SWING / (1.0 + exp(CLOSE * (points_to_win(state) - 0.5 - points)))
        won = winner_of(state, level(state)) == ITALIAN
        return points + (WON if won else -WON)
    surveys = (Survey(state, ITALIAN, {}), Survey(state, OTHER, {}))
    if state.part == S1935:
        return _value_1935(state, points, surveys)
    total = points + _hopes(state, surveys[ITALIAN]) - _hopes(state, surveys[OTHER])
    total += 0.12 * _strength(state, surveys[ITALIAN]) - 0.12 * _strength(state, surveys[OTHER])
    total += 0.5 * state.prestige
    return total - 0.3 * _hungry(state, ITALIAN) + 0.3 * _hungry(state, OTHER)


def _value_1935(state: State, points: float, surveys: tuple[Survey, Survey]) -> float:
    """What the final points of the Italian hang on."""
    passed = max(0.0, (state.turn - FIRST) / (state.theatre.turns - FIRST))
    lasting = EARLY + (LATE - EARLY) * passed
    held = points + _hopes(state, surveys[ITALIAN]) - _left_open(surveys[ITALIAN])
    forces = 0.025 * _strength(state, surveys[ITALIAN]) - 0.055 * _strength(state, surveys[OTHER])
    hunger = 0.06 * (_hungry(state, OTHER) - _hungry(state, ITALIAN))
    return lasting * held + forces + hunger - _censure(state)


def _hopes(state: State, survey: Survey) -> float:
    """Places the enemy holds, by how likely the force that can be there in time takes them."""
    side, class_ = survey.side, walkers(survey.side, state.part)
    stacks = {
        h: survey.power(state.combat_units(h)) for h in survey.friends if state.maps.armed[side][h]
    }
    total = 0.0
    for goal, points in survey.open_prizes().items():
        field = survey.field(goal, class_)
        force = 0.0
        for h, power in stacks.items():
            if field[h] < FAR_AWAY:
                turns = field[h] / PACE
                if turns <= survey.turns_left - 0.5:
                    force += power * PATIENCE**turns
        resistance = ENOUGH + 2.0 * survey.resistance(goal)
        total += 0.8 * points * force / (force + resistance)
    return total


def _left_open(survey: Survey) -> float:
    """Places held without troops, enemies within a march."""
    state = survey.state
    total = 0.0
    for h, points in survey.prizes.items():
        if state.control[h] != ITALIAN or state.maps.armed[ITALIAN][h]:
            continue
        if survey.strength_near(h, OTHER, 3):
            total += 0.4 * points
    for h in bases(state):
        if state.maps.armed[ITALIAN][h]:
            continue
        total += 8.0 if survey.strength_near(h, OTHER, 4) else 1.0
    return total


def _censure(state: State) -> float:
    """Points that the League of Nations is likely to take for gas and bombs (PB 13.6.5.1)."""
    free: int = state.theatre.scenario["bombing_track"]["free"]
    return league_chance(state) * max(0, state.bombing - free)


def _strength(state: State, survey: Survey) -> float:
    total = 0.0
    for u in state.on_map(survey.side):
        counter = state.counter(u)
        if state.world.combat[u]:
            total += survey.attack(u) + survey.defence(u)
        elif counter.type in ("hq", "leader"):
            total += 12.0 if state.name(u) != "et_NEG" else 25.0
        elif counter.type == "truck":
            total += 3.0
    return total


def _hungry(state: State, side: int) -> int:
    """Units out of supply."""
    return sum(1 for u in state.on_map(side) if state.world.combat[u] and not in_supply(state, u))
