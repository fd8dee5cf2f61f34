"""11.0 Supply. Lines are traced when asked for and remembered until a unit moves."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.state import DISRUPTED, ENTERED, NOWHERE, State
from campagna.games.panzergruppe_guderian.world import GERMAN, MOVE_CLASSES, SOVIET
from campagna.games.panzergruppe_guderian.zones import blocked
from campagna.hexes.kernels import FAR

ANY_LENGTH = 254
A_FEW = 6
"""Up to so many units it is cheaper to look for a leader near each than to trace all lines."""
GERMAN_CLASSES = [k for k, name in enumerate(MOVE_CLASSES) if name.startswith("german")]


@rule("11.GEN-1", "11.GEN-3", "11.33", "11.34", "11.36", "6.59", "14.GEN-3")
def in_supply(state: State, unit: int) -> bool:
    """Whether a unit is supplied at this moment."""
    u = state.units[unit]
    if u.flags & ENTERED:
        return True
    if state.side(unit) == GERMAN:
        return german_supply(state, unit)
    if state.is_leader(unit):
        return leader_supplied(state, unit)
    return bool(served_hexes(state)[u.place])


@rule("11.GEN-2", "11.GEN-3", "11.33")
def supplied(state: State, units: Sequence[int]) -> list[int]:
    """Those of these units, all of one side, that are in supply: mostly one look at a mask."""
    if not units:
        return []
    records, leaders = state.units, state.world.leader_count
    if state.side(units[0]) == GERMAN:
        road = _road_distances(state)
        return [u for u in units if road[records[u].place] != FAR or in_supply(state, u)]
    if len(units) <= A_FEW and "served" not in state.maps.lines:
        units = [u for u in units if u < leaders or _may_be_served(state, u)]
        if not units:
            return []
    served = served_hexes(state)
    return [
        u
        for u in units
        if (u >= leaders and served[records[u].place])
        or ((u < leaders or records[u].flags & ENTERED) and in_supply(state, u))
    ]


@rule("10.32", "11.22", "11.33")
def _may_be_served(state: State, unit: int) -> bool:
    """Whether a leader is near as the crow flies: most units that fight need no line to be refused."""
    u = state.units[unit]
    if u.flags & ENTERED:
        return True
    distance, ratings = state.world.board.grid.distance, state.world.ratings
    return any(distance(u.place, state.units[x].place) <= ratings[x] for x in active_leaders(state))


# --- German ---------------------------------------------------------------------------------------


@rule("S2-13")
def german_supply(state: State, unit: int) -> bool:
    place = state.units[unit].place
    if _road_distances(state)[place] != FAR:
        return True
    # A unit on the edge itself needs no line, even under the Soviet marker (AMB-31).
    return place in state.world.west_edge or bool(
        _near_west(state, state.counter(unit).move_class)[place]
    )


@rule("11.11", "11.13", "13.44", "6.7f")
def _road_distances(state: State) -> bytearray:
    """Hexes within 20 of an open road that leads to 0120; the road counts as crossing rivers."""
    found: bytearray | None = state.maps.lines.get("road")
    if found is None:
        world = state.world
        closed = blocked(state, GERMAN)
        seeds: list[int] = []
        if not closed[world.road_head] and state.soviet_marker != world.road_head:
            net = world.field.flood(
                world.off_road, closed, _marker_mask(state), [world.road_head], ANY_LENGTH
            )
            # The marker's hex may be left by a unit that stands there but not entered (AMB-31).
            seeds = world.field.within(net)
            if state.soviet_marker in seeds:
                seeds.remove(state.soviet_marker)
        limit = world.tables["supply"]["german_hexes_to_road"]
        found = world.field.flood(world.walls, closed, _swamp_and_marker(state), seeds, limit)
        state.maps.lines["road"] = found
    return found


@rule("11.12", "11.13", "13.44")
def _near_west(state: State, move_class: int) -> bytearray:
    """Mask of the hexes from which a line of at most 20 MP leads to the west edge.

    The line is measured by the unit's own costs, so each movement class has its mask.
    """
    key = f"west-{move_class}"
    found: bytearray | None = state.maps.lines.get(key)
    if found is None:
        world = state.world
        closed = blocked(state, GERMAN)
        field = world.field
        field.clear()
        for h in world.west_edge:
            if not closed[h] and h != state.soviet_marker:
                field.seed(h, 0, True)
        limit = world.tables["supply"]["german_points_to_west_edge"]
        field.spread(world.homeward_costs(move_class), closed, _swamp_and_marker(state), limit)
        found = field.reached()
        state.maps.lines[key] = found
    return found


@rule("11.11", "11.12")
def german_supply_hexes(state: State) -> bytes:
    """Mask of the hexes where a German unit of every movement class is in supply, for the table."""
    west = -1
    for move_class in GERMAN_CLASSES:
        west &= int.from_bytes(_near_west(state, move_class), "little")
    road = int.from_bytes(_road_distances(state).translate(_WITHIN), "little")
    edge = int.from_bytes(state.world.board.mask(state.world.west_edge), "little")
    return (road | west | edge).to_bytes(state.world.size, "little")


_WITHIN = bytes(distance != FAR for distance in range(256))


def _marker_mask(state: State) -> bytes:
    if state.soviet_marker == NOWHERE:
        return state.world.nothing
    return bytes(state.world.board.mask([state.soviet_marker]))


@rule("6.7f", "13.44")
def _swamp_and_marker(state: State) -> bytes:
    """Hexes where a line may begin or end but not continue."""
    if state.soviet_marker == NOWHERE:
        return state.world.swamp
    mask = bytearray(state.world.swamp)
    mask[state.soviet_marker] = 1
    return bytes(mask)


# --- Soviet ---------------------------------------------------------------------------------------


@rule("10.34", "11.24", "11.21a", "11.21b", "6.4e", "13.33c")
def leader_supplied(state: State, leader: int) -> bool:
    """A leader needs a line of any length to the east edge."""
    u = state.units[leader]
    return bool(u.flags & ENTERED) or _eastward(state)[u.place] != FAR


def _eastward(state: State) -> bytearray:
    """How far each hex is from the east edge by an open line."""
    reached: bytearray | None = state.maps.lines.get("east")
    if reached is None:
        world = state.world
        closed = blocked(state, SOVIET)
        seeds = [h for h in world.east_edge if not closed[h]]
        reached = world.field.flood(world.walls, closed, world.swamp, seeds, ANY_LENGTH)
        state.maps.lines["east"] = reached
    return reached


@rule("10.31a", "10.31b", "10.32", "11.21a", "11.22", "11.23", "10.1")
def served_hexes(state: State) -> bytearray:
    """Mask of the hexes from which a line of communication leads to a supplied leader."""
    found: bytearray | None = state.maps.lines.get("served")
    if found is None:
        east, units = _eastward(state), state.units
        leaders = [
            x
            for x in active_leaders(state)
            if east[units[x].place] != FAR or leader_supplied(state, x)
        ]
        found = _radius(state, leaders)
        state.maps.lines["served"] = found
    return found


@rule("10.35a", "10.1", "S2-10")
def commanded_hexes(state: State) -> bytearray:
    """Mask of the hexes within the radius of any leader, supplied or not."""
    found: bytearray | None = state.maps.lines.get("commanded")
    if found is None:
        found = _radius(state, active_leaders(state))
        state.maps.lines["commanded"] = found
    return found


@rule("6.64")
def active_leaders(state: State) -> list[int]:
    """Leaders on the map who are able to command: a disrupted one is not."""
    leaders = state.units[: state.world.leader_count]
    return [x for x, u in enumerate(leaders) if u.place >= 0 and not u.flags & DISRUPTED]


def _radius(state: State, leaders: list[int]) -> bytearray:
    """All hexes within the rating of one of these leaders, measured along open hexes."""
    swamp = state.world.swamp
    dry = [x for x in leaders if not swamp[state.units[x].place]]
    found = _spread(state, dry)
    for x in leaders:
        # Other leaders' lines end in his swamp, his own begin there: he is measured by himself.
        if x not in dry:
            found = state.world.field.closed(found, _spread(state, [x]), state.world.nothing)
    return found


def _spread(state: State, leaders: list[int]) -> bytearray:
    """One spread serves several leaders: each starts with the head start that his rating lacks."""
    world = state.world
    field = world.field
    field.clear()
    ratings = world.ratings
    longest = max([ratings[x] for x in leaders], default=0)
    for x in leaders:
        field.seed(state.units[x].place, longest - ratings[x], True)
    field.spread(world.step_costs, blocked(state, SOVIET), world.swamp, longest)
    return field.reached()
