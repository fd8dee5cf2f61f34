"""Opponent: how many points the German may expect to be ahead by at the end, from the position now.

The weights are those of a regression of the final points on the positions of 164 games between captains
who changed their way of playing from turn to turn. Early in the game the points on the board say little,
the Soviet divisions and leaders that are still there say more; late it is the other way round. Every
weight goes evenly from its early to its late value. Those set by hand
are called guesses in `data/weights.toml`.
"""

from __future__ import annotations

from campagna.core.weights import Weights, load_weights
from campagna.games.panzergruppe_guderian.opponent.map_reading import (
    FOOT,
    MOTORIZED,
    chart_of,
    worth,
)
from campagna.games.panzergruppe_guderian.rules import victory
from campagna.games.panzergruppe_guderian.rules.supply import german_supply_hexes
from campagna.games.panzergruppe_guderian.state import DEAD, Phase, State
from campagna.games.panzergruppe_guderian.world import GERMAN, HOME, SOVIET


class PositionWeights(Weights, frozen=True):
    """What each part of a position counts, early and late in the game."""

    point_scored_early: float
    point_scored_late: float
    city_before_him_early: float
    city_before_him_late: float
    city_garrisoned_early: float
    city_garrisoned_late: float
    soviet_division_early: float
    soviet_division_late: float
    soviet_leader_early: float
    soviet_leader_late: float
    german_unit_early: float
    german_unit_late: float
    stack_cut_off_early: float
    stack_cut_off_late: float
    nearness_power: int
    besiegers: int
    garrison: int


WEIGHTS = load_weights(HOME, "position_value", PositionWeights)

Weight = tuple[float, float]
"""Early and late."""

POINT_SCORED: Weight = WEIGHTS.point_scored_early, WEIGHTS.point_scored_late
CITY_BEFORE_HIM: Weight = WEIGHTS.city_before_him_early, WEIGHTS.city_before_him_late
"""A point of a city that the German does not control, if four of his stacks are right before it."""
CITY_GARRISONED: Weight = WEIGHTS.city_garrisoned_early, WEIGHTS.city_garrisoned_late
"""A point of such a city with three Soviet divisions in it."""
SOVIET_DIVISION: Weight = WEIGHTS.soviet_division_early, WEIGHTS.soviet_division_late
SOVIET_LEADER: Weight = WEIGHTS.soviet_leader_early, WEIGHTS.soviet_leader_late
GERMAN_UNIT: Weight = WEIGHTS.german_unit_early, WEIGHTS.german_unit_late
STACK_CUT_OFF: Weight = WEIGHTS.stack_cut_off_early, WEIGHTS.stack_cut_off_late


def german_lead(state: State) -> float:
    """The points by which the German is expected to lead; exact once the game is over."""
    net = float(victory.german_points(state) - victory.soviet_points(state))
    if state.phase == Phase.OVER:
        return net
    world, stacks = state.world, state.maps.stacks
    turns: int = world.scenario["turns"]
    late = min(1.0, max(0.0, (state.turn - 2) / (turns - 2)))

    def weighed(weight: Weight) -> float:
        return weight[0] + (weight[1] - weight[0]) * late

    close, garrison = _cities(state)
    total = weighed(POINT_SCORED) * net
    total += weighed(CITY_BEFORE_HIM) * close
    total += weighed(CITY_GARRISONED) * garrison
    german = state.maps.held[GERMAN]
    supplied = german_supply_hexes(state)
    total += weighed(STACK_CUT_OFF) * sum(1 for h in stacks if german[h] and not supplied[h])
    division, leader = weighed(SOVIET_DIVISION), weighed(SOVIET_LEADER)
    lost = 0
    for unit, u in enumerate(state.units):
        if world.unit_sides[unit] == GERMAN:
            lost += u.place == DEAD
        elif u.place >= 0:
            total += leader if unit < world.leader_count else division * worth(state, unit)
    return total - weighed(GERMAN_UNIT) * lost


def _cities(state: State) -> tuple[float, float]:
    """Points of the cities not yet German: by how near his best stacks are, and by the garrisons."""
    world, chart, stacks = state.world, chart_of(state.world), state.maps.stacks
    german, soviet = state.maps.held[GERMAN], state.maps.held[SOVIET]
    germans = [h for h in stacks if german[h]]
    close = garrison = 0.0
    for k, prize in enumerate(world.prizes):
        if state.control & prize.bits == prize.bits:
            continue
        foot, wheels = chart.ways[FOOT][k], chart.ways[MOTORIZED][k]
        near = sorted(
            (foot[h] if len(stacks[h]) == 1 else wheels[h] for h in germans), reverse=True
        )[: WEIGHTS.besiegers]
        close += prize.points * sum(n**WEIGHTS.nearness_power for n in near) / WEIGHTS.besiegers
        for h in prize.hexes:
            if soviet[h]:
                many = min(WEIGHTS.garrison, sum(1 for u in stacks[h] if not state.is_leader(u)))
                garrison += prize.points / len(prize.hexes) * many / WEIGHTS.garrison
    return close, garrison
