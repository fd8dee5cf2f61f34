"""Judgement: how a position stands for the Axis, in combat factors.

Both sides count their units, their supplies, what is cut off, and the ports and fortresses they hold.
The Axis must win by the last turn: what is missing for that weighs more the later it is.
"""

from __future__ import annotations

from campagna.games.afrika_korps.arrivals import controls
from campagna.games.afrika_korps.captures import supplies_on_map
from campagna.games.afrika_korps.isolation import supplied_hexes
from campagna.games.afrika_korps.state import SEA, Phase, State
from campagna.games.afrika_korps.survey import chart_of, stock_worth, worth
from campagna.games.afrika_korps.world import ALLIED, AXIS
from campagna.games.afrika_korps.zones import fighters, zone

WON = 250.0
CUT_OFF = (0.4, 0.9)
"""What isolation takes from a unit, the first time and the second (24.2)."""
TOBRUCH, BENGASI, BASE = 12.0, 2.0, 14.0


def standing(state: State) -> float:
    """The Axis view; the Allied one is its negative."""
    if state.phase == Phase.OVER:
        return WON if state.level.startswith("axis") else -WON
    axis, allied = _force(state, AXIS), _force(state, ALLIED)
    total = axis - allied
    total += stock_worth(state, AXIS, len(supplies_on_map(state, AXIS)))
    total -= stock_worth(state, ALLIED, len(supplies_on_map(state, ALLIED)))
    total += _places(state) + _ground(state)
    # Few Allied units left on the map are nearly a victory (4.1a).
    left = len(fighters(state, ALLIED))
    if left < 8:
        total += 3.0 * (8 - left)
    if state.bare_turns:
        total -= 60.0
    return total


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
            total += 0.8 * worth(world, u)
    return total


def _places(state: State) -> float:
    world = state.world
    total = 0.0
    held = [0, 0]
    for side, sign in ((AXIS, 1.0), (ALLIED, -1.0)):
        for h in world.objectives:
            if controls(state, side, h):
                held[side] += 1
                if h == world.tobruch:
                    total += sign * TOBRUCH
                elif world.fortress[h]:
                    total += sign * BENGASI
                else:
                    total += sign * BASE * (0.5 if h == world.bases[side] else 1.0)
    total += 1.5 * held[AXIS] ** 2 - 0.5 * held[ALLIED] ** 2
    total += 30.0 * state.held[AXIS]
    theirs = world.bases[ALLIED]
    if zone(state, AXIS)[theirs]:
        total += 5.0
    return total


def _ground(state: State) -> float:
    """How far east the Axis stands."""
    world = state.world
    home = chart_of(world).way(world.bases[ALLIED])
    haste = 0.5 + state.turn / world.last_turn
    total = 0.0
    for u in fighters(state, AXIS):
        total += 0.008 * haste * world.attack[u] * (120 - min(120, home[state.place(u)]))
    return total
