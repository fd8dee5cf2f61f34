"""Opponent: how a position stands for the Axis: the chance that it wins, drawn out to a scale of points.

Both sides count their units, those cut off for less, their supplies and the places they hold. The Axis
must win by the last turn, so the same forces promise it less the later it is. The weights are those of
a logistic regression of the winner on the positions of 600 games between captains of varied styles,
rounded, except those that `data/weights.toml` calls guesses.
"""

from __future__ import annotations

from math import exp, log

from campagna.core.weights import Weights, load_weights
from campagna.games.afrika_korps.opponent.map_reading import MARCH, chart_of, stock_worth, worth
from campagna.games.afrika_korps.rules.combat.zones import fighters
from campagna.games.afrika_korps.rules.forces.arrivals import controls
from campagna.games.afrika_korps.rules.supply.captures import supplies_on_map
from campagna.games.afrika_korps.rules.supply.isolation import supplied_hexes
from campagna.games.afrika_korps.state import SEA, Phase, State
from campagna.games.afrika_korps.world import ALLIED, AXIS, HOME


class PositionWeights(Weights, frozen=True):
    won: float
    isolated_once: float
    isolated_twice: float
    at_sea: float
    late_from: int
    opening_until: int
    settled_from: int
    ratio_opening: float
    ratio_settled: float
    ratio_offset: float
    mass: float
    usual_mass: float
    mass_unit: float
    start: float
    lateness: float
    lateness_squared: float
    tobruch: float
    garrison: float
    garrison_unit: float
    help_within: int
    near_their_base: float
    stock_axis: float
    stock_allied: float
    their_base: float
    own_base: float
    held: float
    bare: float


W = load_weights(HOME, "position_value", PositionWeights)
ISOLATED = (W.isolated_once, W.isolated_twice)
STOCK = (W.stock_axis, W.stock_allied)


def standing(state: State) -> float:
    """The Axis view, between the values of a game lost and won; the Allied one is its negative."""
    if state.phase == Phase.OVER:
        return W.won if state.level.startswith("axis") else -W.won
    chance = 1.0 / (1.0 + exp(-_log_odds(state)))
    return W.won * (2.0 * chance - 1.0)


def _log_odds(state: State) -> float:
    """Of an Axis victory."""
    last = state.world.last_turn
    late = max(0.0, (state.turn - W.late_from) / (last - W.late_from))
    axis, allied = _force(state, AXIS), _force(state, ALLIED)
    span = W.settled_from - W.opening_until
    settled = min(1.0, max(0.0, (state.turn - W.opening_until) / span))
    ratio = W.ratio_opening + (W.ratio_settled - W.ratio_opening) * settled
    total = W.start + W.lateness * late + W.lateness_squared * late * late
    total += ratio * log((axis + W.ratio_offset) / (allied + W.ratio_offset))
    total += W.mass * (1.0 - settled) * (axis - W.usual_mass) / W.mass_unit
    total += _places(state, late)
    for side, sign in ((AXIS, 1.0), (ALLIED, -1.0)):
        stock = len(supplies_on_map(state, side))
        total += sign * STOCK[side] * stock_worth(state, side, stock)
    return total + (W.bare if state.bare_turns else 0.0)


def _force(state: State, side: int) -> float:
    world = state.world
    tied = supplied_hexes(state, side)
    total = 0.0
    for u in fighters(state, side):
        value = worth(world, u)
        if not tied[state.place(u)]:
            value *= 1.0 - ISOLATED[min(1, state.units[u].count)]
        total += value
    for u in world.fighters[side]:
        if state.place(u) == SEA:
            total += W.at_sea * worth(world, u)
    return total


def _places(state: State, late: float) -> float:
    """Tobruch, the bases, and who stands before the Allied one."""
    world = state.world
    total = W.held * state.held[AXIS]
    if controls(state, AXIS, world.tobruch):
        total += W.tobruch
    elif state.fighters_at(world.tobruch, ALLIED):
        near = chart_of(world).way(world.tobruch)
        help_ = sum(
            world.defence[u]
            for u in fighters(state, ALLIED)
            if near[state.place(u)] <= W.help_within
        )
        total += W.garrison * help_ / W.garrison_unit
    if controls(state, AXIS, world.bases[ALLIED]):
        total += W.their_base
    if controls(state, ALLIED, world.bases[AXIS]):
        total += W.own_base
    way = chart_of(world).way(world.bases[ALLIED])
    close = sum(world.attack[u] for u in fighters(state, AXIS) if way[state.place(u)] <= MARCH)
    return total + W.near_their_base * (1.0 - late) * close / W.mass_unit
