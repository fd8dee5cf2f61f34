"""Judgement: the set-up of both sides.

The Allies stand back from the Axis in cover where they have it, never two weak units in the open in
front; the Axis stands as far forward as it may, tanks first.
"""

from __future__ import annotations

from collections.abc import Iterator

from campagna.games.kasserine import setup
from campagna.games.kasserine.counsel import Counsel
from campagna.games.kasserine.movement import has_room
from campagna.games.kasserine.orders import Deploy, Done
from campagna.games.kasserine.state import State
from campagna.games.kasserine.survey import chart_of
from campagna.games.kasserine.world import ALLIED, AXIS


def deploy(state: State) -> Iterator[Counsel]:
    side = state.side
    units = sorted(
        setup.unplaced(state), key=lambda u: (-state.face(u).attack, -state.face(u).defence, u)
    )
    for u in units:
        open_ = [h for h in setup.start_hexes(state, u) if has_room(state, h, (u,))]
        end = max(open_, key=lambda h: (_merit(state, side, u, h), -h))
        name = state.hex_name(end)
        yield Deploy(state.name(u), name), 0.0, "deploy", {"hex": name}
    yield Done(), 0.0, "done", {}


def _merit(state: State, side: int, unit: int, h: int) -> float:
    world = state.world
    distance = world.board.grid.distance
    company = 0.4 * len(state.fighters_at(h, side))
    if side == AXIS:
        if world.foot[unit]:
            return 5.0 if world.town[h] else company
        ways = chart_of(world).to_exit["vehicles"]
        return -0.1 * min(w[h] for w in ways) + company
    starts = [h2 for u in setup.placed_by_player(AXIS) for h2 in setup.start_hexes(state, u)]
    away = min(distance(h, s) for s in starts)
    cover = 1.5 if world.cover[h] and not world.armoured[unit] else 0.0
    assert side == ALLIED
    return 0.5 * min(away, 6) + cover + company
