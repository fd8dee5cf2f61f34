"""Judgement: how a position stands for the Axis: the chance that it wins, drawn out to a scale of points.

Both sides count their units, those cut off for less, their supplies and the places they hold. The Axis
must win by the last turn, so the same forces promise it less the later it is. The weights are those of
a logistic regression of the winner on the positions of 600 games between captains of varied styles,
rounded, except where a comment says that they are set by hand.
"""

from __future__ import annotations

from math import exp, log

from campagna.games.afrika_korps.opponent.map_reading import MARCH, chart_of, stock_worth, worth
from campagna.games.afrika_korps.rules.arrivals import controls
from campagna.games.afrika_korps.rules.captures import supplies_on_map
from campagna.games.afrika_korps.rules.isolation import supplied_hexes
from campagna.games.afrika_korps.rules.zones import fighters
from campagna.games.afrika_korps.state import SEA, Phase, State
from campagna.games.afrika_korps.world import ALLIED, AXIS

WON = 250.0
CUT_OFF = (0.4, 0.9)
"""What isolation takes from a unit, the first time and the second (24.2)."""
AT_SEA = 0.8
"""What a unit at sea is worth of one on the map."""
LATE = 16
"""From this turn on time weighs more: the Allied reinforcements of the autumn are there."""

OPENING, SETTLED = 4, 12
"""Until the first of these turns the sides only meet; by the second most of the fighting is done (by
hand: between them the weights of separate fits change most)."""
RATIO = (1.3, 3.3)
"""A logarithm of the ratio of forces, in the opening and when most of the fighting is done."""
MASS, USUAL = 1.0, 30.0
"""Twenty Axis factors more in the opening than usual, whatever stands against them (by hand: 0.5 over all
turns, 2.4 on turns 5 to 8)."""
START, LATENESS, LAST = -2.0, 0.6, -4.6
"""At even forces; how time runs out after the autumn, at first slowly."""
TOBRUCH, GARRISON = 1.5, -0.3
"""Held by the Axis, or ten factors of Allies in it or beside it (the second by hand: fits of separate
turns go from nothing to -0.7)."""
SOON = 12
"""Price of the way within which help for Tobruch is there in time."""
CLOSE = 0.4
"""Twenty Axis factors within a march of the Allied base; nothing any more in the last turn."""
STOCK = (0.04, 0.03)
"""By side, a point of what the supplies are worth; by hand: who saves them, attacks too little."""
THEIR_BASE, OWN_BASE, HELD, BARE = 1.0, -1.0, 3.5, -3.0
"""Bases taken and no supply at all by hand, for they are rare; a turn of full control."""


def standing(state: State) -> float:
    """The Axis view, from -WON to WON; the Allied one is its negative."""
    if state.phase == Phase.OVER:
        return WON if state.level.startswith("axis") else -WON
    chance = 1.0 / (1.0 + exp(-_log_odds(state)))
    return WON * (2.0 * chance - 1.0)


def _log_odds(state: State) -> float:
    """Of an Axis victory."""
    last = state.world.last_turn
    late = max(0.0, (state.turn - LATE) / (last - LATE))
    axis, allied = _force(state, AXIS), _force(state, ALLIED)
    settled = min(1.0, max(0.0, (state.turn - OPENING) / (SETTLED - OPENING)))
    ratio = RATIO[0] + (RATIO[1] - RATIO[0]) * settled
    total = START + LATENESS * late + LAST * late * late
    total += ratio * log((axis + 4.0) / (allied + 4.0))
    total += MASS * (1.0 - settled) * (axis - USUAL) / 20.0
    total += _places(state, late)
    for side, sign in ((AXIS, 1.0), (ALLIED, -1.0)):
        stock = len(supplies_on_map(state, side))
        total += sign * STOCK[side] * stock_worth(state, side, stock)
    return total + (BARE if state.bare_turns else 0.0)


def _force(state: State, side: int) -> float:
    world = state.world
    tied = supplied_hexes(state, side)
    total = 0.0
    for u in fighters(state, side):
        value = worth(world, u)
        if not tied[state.place(u)]:
            value *= 1.0 - CUT_OFF[min(1, state.units[u].count)]
        total += value
    for u in world.fighters[side]:
        if state.place(u) == SEA:
            total += AT_SEA * worth(world, u)
    return total


def _places(state: State, late: float) -> float:
    """Tobruch, the bases, and who stands before the Allied one."""
    world = state.world
    total = HELD * state.held[AXIS]
    if controls(state, AXIS, world.tobruch):
        total += TOBRUCH
    elif state.fighters_at(world.tobruch, ALLIED):
        near = chart_of(world).way(world.tobruch)
        help_ = sum(
            world.defence[u] for u in fighters(state, ALLIED) if near[state.place(u)] <= SOON
        )
        total += GARRISON * help_ / 10.0
    if controls(state, AXIS, world.bases[ALLIED]):
        total += THEIR_BASE
    if controls(state, ALLIED, world.bases[AXIS]):
        total += OWN_BASE
    way = chart_of(world).way(world.bases[ALLIED])
    close = sum(world.attack[u] for u in fighters(state, AXIS) if way[state.place(u)] <= MARCH)
    return total + CLOSE * (1.0 - late) * close / 20.0
