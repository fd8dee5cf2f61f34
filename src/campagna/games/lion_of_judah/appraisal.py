"""Judgement: how a side stands, in victory points from the Italian view.

Points on the map; the places that the army near them can expect to take in the turns left; places
held without a garrison while enemies are near; the forces on both sides, and who is in supply.
"""

from __future__ import annotations

from campagna.games.lion_of_judah.battles_plan import league_chance
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.objectives import PATIENCE
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.supply import in_supply
from campagna.games.lion_of_judah.survey import FAR_AWAY, Survey, bases, walkers
from campagna.games.lion_of_judah.victory import level, score, winner_of
from campagna.games.lion_of_judah.world import S1935

WON = 40.0
PACE = 8
"""Half points an army marches in a turn."""
ENOUGH = 6.0
"""Attack factors that take an empty place for certain."""


def italian_value(state: State) -> float:
    """How well the Italian stands; near the end it is the outcome itself."""
    sign = 1.0 if state.part == S1935 else -1.0
    points = sign * score(state)
    if state.phase == Phase.OVER or state.sudden:
        won = winner_of(state, level(state)) == ITALIAN
        return points + (WON if won else -WON)
    surveys = (Survey(state, ITALIAN, {}), Survey(state, OTHER, {}))
    total = points + _hopes(state, surveys[ITALIAN])
    if state.part == S1935:
        total -= _left_open(surveys[ITALIAN]) + _censure(state)
        total += 0.06 * _strength(state, surveys[ITALIAN]) - 0.12 * _strength(state, surveys[OTHER])
    else:
        total -= _hopes(state, surveys[OTHER])
        total += 0.12 * _strength(state, surveys[ITALIAN]) - 0.12 * _strength(state, surveys[OTHER])
        total += 0.5 * state.prestige
    return total - _hunger(state, ITALIAN) + _hunger(state, OTHER)


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


def _hunger(state: State, side: int) -> float:
    return sum(0.3 for u in state.on_map(side) if state.world.combat[u] and not in_supply(state, u))
