"""22.1 Where a unit gets by going a stretch of Rommel's way."""

from __future__ import annotations

import msgspec

from campagna.core.rulebook import rule
from campagna.games.afrika_korps.rules.forces import rommel
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.rules.movement.path import Broken, Reach, Terms, reach_of, walk
from campagna.games.afrika_korps.state import NOWHERE, State


class Trip(msgspec.Struct, frozen=True):
    """A way to a hex that only Rommel's help makes possible."""

    path: tuple[int, ...]
    cost: int
    road: int


@rule("22.1a")
def following(state: State, unit: int) -> dict[int, Trip]:
    """Hexes within reach if the unit goes a stretch of the way Rommel has gone this turn (A10)."""
    most = state.world.tables["rommel"]["bonus"]
    missing = most - mobility.shared_bonus(state, unit)
    if unit == state.world.rommel or len(state.rommel_path) < 2 or missing <= 0:
        return {}
    limits = mobility.terms(state, unit, escorted=state.fights(unit))
    near = reach_of(limits)
    found: dict[int, Trip] = {}
    for i in range(len(state.rommel_path) - 1):
        for steps in range(1, most + 1):
            stretch = state.rommel_path[i : i + steps + 1]
            if len(stretch) == steps + 1 and NOWHERE not in stretch:
                _try_stretch(state, unit, limits, near, stretch, found)
    return {h: t for h, t in found.items() if h not in near.label and h != limits.start}


def _try_stretch(
    state: State,
    unit: int,
    limits: Terms,
    near: Reach,
    stretch: list[int],
    found: dict[int, Trip],
) -> None:
    """Go to where the stretch begins, along it, and on with the bonus it earns."""
    if stretch[0] == limits.start:
        lead: list[int] = []
    elif stretch[0] in near.label:
        lead = near.path(stretch[0])
    else:
        return
    path = [*lead, *stretch[1:]]
    way = walk(state.world, limits, path)
    if isinstance(way, Broken):
        return
    u = state.units[unit]
    trail = (*(u.trail or (u.place,)), *path)
    gained = rommel.bonus(state, trail, state.rommel_path) - mobility.shared_bonus(state, unit)
    left = limits.left + gained - way.cost
    if left < 0:
        return
    found.setdefault(path[-1], Trip(tuple(path), way.cost, way.road))
    if way.stopped:
        return
    onward = reach_of(
        msgspec.structs.replace(
            limits,
            start=path[-1],
            left=left,
            road=limits.road - way.road,
            crossed=way.crossed,
            lane=way.lane,
            not_first=state.world.nothing,
        )
    )
    for hex_, at in onward.label.items():
        cost = way.cost + onward.cost[at]
        if hex_ not in near.label and (hex_ not in found or found[hex_].cost > cost):
            trip = (*path, *onward.path(hex_))
            found[hex_] = Trip(trip, cost, way.road + onward.road[at])
