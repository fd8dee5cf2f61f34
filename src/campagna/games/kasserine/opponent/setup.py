"""Opponent: the set-up of both sides.

The Allies stand back from the Axis in cover where they have it, never two weak units in the open in
front; the Axis stands as far forward as it may, tanks first.
"""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.opponent.map_reading import chart_of
from campagna.games.kasserine.orders import Deploy, Done
from campagna.games.kasserine.rules import setup
from campagna.games.kasserine.rules.movement import has_room
from campagna.games.kasserine.state import State
from campagna.games.kasserine.world import AXIS, HOME
from campagna.hexes.kernels import MAX_BUDGET


class SetupWeights(Weights, frozen=True):
    """Where units stand at the start."""

    company: float
    garrison: float
    half_point_to_exit: float
    cover: float
    distance: float
    distance_most: int


WEIGHTS = load_weights(HOME, "setup", SetupWeights)


def deploy(state: State) -> Iterator[Advice]:
    side = state.side
    units = sorted(
        setup.unplaced(state), key=lambda u: (-state.face(u).attack, -state.face(u).defence, u)
    )
    board, nothing = state.world.board, state.world.nothing
    starts = sorted({h for u in setup.placed_by_player(AXIS) for h in setup.start_hexes(state, u)})
    away = board.field.flood(board.edge, nothing, nothing, starts, MAX_BUDGET)
    for u in units:
        open_ = [h for h in setup.start_hexes(state, u) if has_room(state, h, (u,))]
        end = max(open_, key=lambda h: (_merit(state, side, u, h, away[h]), -h))
        name = state.hex_name(end)
        yield Deploy(state.name(u), name), 0.0, "deploy", {"hex": name}
    yield Done(), 0.0, "done", {}


def _merit(state: State, side: int, unit: int, h: int, away: int) -> float:
    """How good a hex is for a unit, so many hexes from where the Axis may stand."""
    world = state.world
    company = WEIGHTS.company * len(state.fighters_at(h, side))
    if side == AXIS:
        if world.foot[unit]:
            return WEIGHTS.garrison if world.town[h] else company
        return -WEIGHTS.half_point_to_exit * chart_of(world).out[h] + company
    cover = WEIGHTS.cover if world.cover[h] and not world.armoured[unit] else 0.0
    return WEIGHTS.distance * min(away, WEIGHTS.distance_most) + cover + company
