"""11.0 Supply. Lines are traced when asked for and remembered until a unit moves."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.rules.zones import blocked
from campagna.games.panzergruppe_guderian.state import (
    DISRUPTED,
    ENTERED,
    MARKERS,
    NOWHERE,
    PHASE,
    PLACES,
    ZONES,
    State,
)
from campagna.games.panzergruppe_guderian.world import GERMAN, MOVE_CLASSES, SOVIET
from campagna.hexes.kernels import FAR, Buffer
from campagna.kit.derived import derived, remembered

ANY_LENGTH = 254
A_FEW = 6
"""For so few units it is cheaper to trace the lines of their hexes than those of all hexes."""
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
    """Those of these units, all of one side and on the map, that are in supply."""
    if not units:
        return []
    few = len(units) <= A_FEW
    if state.side(units[0]) == GERMAN:
        return _few_germans(state, units) if few else _many_germans(state, units)
    return _few_soviets(state, units) if few else _many_soviets(state, units)


def _few_germans(state: State, units: Sequence[int]) -> list[int]:
    """The units of a combat stand in a hex or two: each hex is asked once."""
    with_supply = []
    by_road: dict[int, bool] = {}
    for unit in units:
        u = state.units[unit]
        place = u.place
        if place not in by_road:
            by_road[place] = _leads_to_road(state, place)
        if by_road[place] or u.flags & ENTERED or _west_supply(state, unit):
            with_supply.append(unit)
    return with_supply


def _many_germans(state: State, units: Sequence[int]) -> list[int]:
    with_supply = state.maps.upon(_near_road(state), units)
    if len(with_supply) < len(units):
        known = set(with_supply)
        with_supply += [u for u in units if u not in known and in_supply(state, u)]
    return with_supply


def _few_soviets(state: State, units: Sequence[int]) -> list[int]:
    with_supply = []
    served: dict[int, bool] = {}
    for unit in units:
        u = state.units[unit]
        place = u.place
        if unit < state.world.leader_count:
            found = leader_supplied(state, unit)
        elif place in served:
            found = served[place]
        else:
            found = served[place] = _leads_to_leader(state, place)
        if found or u.flags & ENTERED:
            with_supply.append(unit)
    return with_supply


def _many_soviets(state: State, units: Sequence[int]) -> list[int]:
    maps, leaders = state.maps, state.world.leader_count
    with_supply = maps.upon(served_hexes(state), units, leaders)
    with_supply += [x for x in maps.ready(leaders, 0) if leader_supplied(state, x) and x in units]
    if maps.marked(ENTERED):
        with_supply += [u for u in units if state.units[u].flags & ENTERED]
    return with_supply


# --- German ---------------------------------------------------------------------------------------


@rule("S2-13")
def german_supply(state: State, unit: int) -> bool:
    """By road to its head, or straight to the west edge."""
    return bool(_near_road(state)[state.units[unit].place]) or _west_supply(state, unit)


@rule("11.12")
def _west_supply(state: State, unit: int) -> bool:
    place = state.units[unit].place
    # A unit on the edge itself needs no line, even under the Soviet marker (AMB-31).
    return place in state.world.west_edge or bool(
        _near_west(state, state.counter(unit).move_class)[place]
    )


@rule("11.11", "11.13", "13.44", "6.7f")
@derived(on=PLACES | ZONES | MARKERS)
def _near_road(state: State) -> bytearray:
    """Mask of the hexes within 20 of an open road to 0120; the road counts as crossing rivers."""
    world, closed = state.world, blocked(state, GERMAN)
    sources = world.field.within(_open_road(state))
    limit = world.tables["supply"]["german_hexes_to_road"]
    distances = world.field.flood(world.walls, closed, _swamp_and_marker(state), sources, limit)
    return distances.translate(_WITHIN)


@rule("11.11", "11.13", "13.44", "6.7f")
def _leads_to_road(state: State, place: int) -> bool:
    """The same for one hex: looks no farther than the next open road."""
    known = remembered(_near_road, state)
    if known is not None:
        return bool(known[place])
    world, closed = state.world, blocked(state, GERMAN)
    limit = world.tables["supply"]["german_hexes_to_road"]
    stop = _swamp_and_marker(state)
    return world.field.leads(world.walls, closed, stop, place, _open_road(state), limit)


@rule("11.13", "13.44")
@derived(on=PLACES | ZONES | MARKERS)
def _open_road(state: State) -> bytearray:
    """How far each hex of the open road net is from 0120; FAR elsewhere."""
    world, closed, marker = state.world, blocked(state, GERMAN), state.soviet_marker
    head = [] if closed[world.road_head] or marker == world.road_head else [world.road_head]
    found = world.field.flood(world.off_road, closed, _marker_mask(state), head, ANY_LENGTH)
    # The marker's hex may be left by a unit that stands there but not entered (AMB-31).
    if marker != NOWHERE:
        found[marker] = FAR
    return found


@rule("11.12", "11.13", "13.44")
@derived(on=PLACES | ZONES | MARKERS)
def _near_west(state: State, move_class: int) -> bytearray:
    """Mask of the hexes from which a line of at most 20 MP leads to the west edge.

    The line is measured by the unit's own costs, so each movement class has its mask.
    """
    world = state.world
    closed = blocked(state, GERMAN)
    field = world.field
    field.clear()
    edge = field.clear_of(closed, world.west_edge)
    field.add_sources([h for h in edge if h != state.soviet_marker], 0, True)
    limit = world.tables["supply"]["german_points_to_west_edge"]
    field.spread(world.homeward_costs(move_class), closed, _swamp_and_marker(state), limit)
    return field.reached()


@rule("11.11", "11.12")
def german_supply_hexes(state: State) -> bytes:
    """Mask of the hexes where a German unit of every movement class is in supply, for the table."""
    west = -1
    for move_class in GERMAN_CLASSES:
        west &= int.from_bytes(_near_west(state, move_class), "little")
    road = int.from_bytes(_near_road(state), "little")
    edge = int.from_bytes(state.world.board.mask(state.world.west_edge), "little")
    return (road | west | edge).to_bytes(state.world.size, "little")


_WITHIN = bytes(distance != FAR for distance in range(256))


def _marker_mask(state: State) -> Buffer:
    if state.soviet_marker == NOWHERE:
        return state.world.nothing
    return state.world.board.mask([state.soviet_marker])


@rule("6.7f", "13.44")
def _swamp_and_marker(state: State) -> Buffer:
    """Hexes where a line may begin or end but not continue."""
    if state.soviet_marker == NOWHERE:
        return state.world.swamp
    mask = bytearray(state.world.swamp)
    mask[state.soviet_marker] = 1
    return mask


# --- Soviet ---------------------------------------------------------------------------------------


@rule("10.34", "11.24", "11.21a", "11.21b", "6.4e", "13.33c")
def leader_supplied(state: State, leader: int) -> bool:
    """A leader needs a line of any length to the east edge."""
    u = state.units[leader]
    return bool(u.flags & ENTERED) or _eastward(state)[u.place] != FAR


@derived(on=PLACES | ZONES)
def _eastward(state: State) -> bytearray:
    """How far each hex is from the east edge by an open line."""
    world, closed = state.world, blocked(state, SOVIET)
    sources = world.field.clear_of(closed, world.east_edge)
    return world.field.flood(world.walls, closed, world.swamp, sources, ANY_LENGTH)


@rule("10.31a", "10.31b", "10.32", "11.21a", "11.22", "11.23", "10.1")
@derived(on=PLACES | ZONES | PHASE)
def served_hexes(state: State) -> bytearray:
    """Mask of the hexes from which a line of communication leads to a supplied leader."""
    east, units = _eastward(state), state.units
    leaders = [
        x for x in active_leaders(state) if east[units[x].place] != FAR or leader_supplied(state, x)
    ]
    return _radius(state, leaders)


@rule("10.31a", "10.31b", "10.32", "11.21a", "11.22")
def _leads_to_leader(state: State, place: int) -> bool:
    """The same for one hex: traces the lines from here to the leaders near enough."""
    known = remembered(served_hexes, state)
    if known is not None:
        return bool(known[place])
    world = state.world
    closed = blocked(state, SOVIET)
    far = world.field.flood(world.walls, closed, world.swamp, [place], world.longest_rating)
    for leader in state.maps.near(far, world.leader_count, DISRUPTED, world.ratings):
        if leader_supplied(state, leader):
            return True
    return False


@rule("10.35a", "10.1", "S2-10")
@derived(on=PLACES | ZONES)
def commanded_hexes(state: State) -> bytearray:
    """Mask of the hexes within the radius of any leader, supplied or not."""
    return _radius(state, active_leaders(state))


@rule("6.64")
def active_leaders(state: State) -> list[int]:
    """Leaders on the map who are able to command: a disrupted one is not."""
    return state.maps.ready(state.world.leader_count, DISRUPTED)


def _radius(state: State, leaders: list[int]) -> bytearray:
    """All hexes within the rating of one of these leaders, measured along open hexes.

    Other leaders' lines end in the swamp where a leader stands, his own begin there.
    """
    world, units = state.world, state.units
    places = [units[x].place for x in leaders]
    ratings = [world.ratings[x] for x in leaders]
    closed = blocked(state, SOVIET)
    return world.field.ranges(world.step_costs, closed, world.swamp, places, ratings)
