"""Judgement: how many points the German may expect to be ahead by at the end, from the position now.

The weights are those of a regression of the final points on the positions of 164 games between captains
who changed their way of playing from turn to turn. Early in the game the points on the board say little,
the Soviet divisions and leaders that are still there say more; late it is the other way round. Every
weight goes evenly from its early to its late value. Those set by hand say so.
"""

from __future__ import annotations

from campagna.games.panzergruppe_guderian.opponent.map_reading import (
    FOOT,
    MOTORIZED,
    chart_of,
    worth,
)
from campagna.games.panzergruppe_guderian.rules import victory
from campagna.games.panzergruppe_guderian.rules.supply import german_supply_hexes
from campagna.games.panzergruppe_guderian.state import DEAD, Phase, State
from campagna.games.panzergruppe_guderian.world import GERMAN, SOVIET

Weight = tuple[float, float]
"""Early and late."""

NET: Weight = (0.20, 0.68)
"""A point scored already."""
CLOSE: Weight = (0.14, 0.68)
"""A point of a city that the German does not control, if four of his stacks are right before it."""
NEARBY = 12
"""How fast that fades with the distance: the power of what is left of a goal by its distance."""
GARRISON: Weight = (0.0, -0.52)
"""A point of such a city with three Soviet divisions in it."""
DIVISION: Weight = (-0.34, -0.12)
"""What a Soviet division on the map is worth."""
LEADER: Weight = (-3.9, 0.0)
"""A Soviet leader on the map (late by hand: there the games say nothing certain of him)."""
REGIMENT: Weight = (2.0, 1.0)
"""A German unit not lost: for its division, and the points that a lost division costs (by hand)."""
CUT_OFF: Weight = (-0.5, -0.5)
"""A German stack out of supply (by hand)."""
BESIEGERS = 4


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
    total = weighed(NET) * net + weighed(CLOSE) * close + weighed(GARRISON) * garrison
    german = state.maps.held[GERMAN]
    supplied = german_supply_hexes(state)
    total += weighed(CUT_OFF) * sum(1 for h in stacks if german[h] and not supplied[h])
    division, leader = weighed(DIVISION), weighed(LEADER)
    lost = 0
    for unit, u in enumerate(state.units):
        if world.unit_sides[unit] == GERMAN:
            lost += u.place == DEAD
        elif u.place >= 0:
            total += leader if unit < world.leader_count else division * worth(state, unit)
    return total - weighed(REGIMENT) * lost


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
        )[:BESIEGERS]
        close += prize.points * sum(n**NEARBY for n in near) / BESIEGERS
        for h in prize.hexes:
            if soviet[h]:
                many = min(3, sum(1 for u in stacks[h] if not state.is_leader(u)))
                garrison += prize.points / len(prize.hexes) * many / 3
    return close, garrison
