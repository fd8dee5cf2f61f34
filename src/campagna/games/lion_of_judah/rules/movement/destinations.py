"""11 Where units may go: reach from the kernels, narrowed to hexes where a move may end."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.flags import ACTIVE, AIRLIFTED, MOVED, NOWHERE
from campagna.games.lion_of_judah.maps import EVENTS, ITALIANS, LINES, OTHERS, PHASE
from campagna.games.lion_of_judah.rules.general import stacking
from campagna.games.lion_of_judah.rules.movement import movement
from campagna.games.lion_of_judah.rules.movement.terrain_costs import Ground, ground, may_be_dummies
from campagna.games.lion_of_judah.rules.resources import fuel, supply
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1935, S1940, SupplyKind
from campagna.hexes.board import marked
from campagna.hexes.grid import DIRECTIONS, OFF_MAP
from campagna.hexes.kernels import BARRED
from campagna.kit.derived import derived, derived_by_side

_REACHED = b"\1" * 255 + b"\0"
"""Turns distances of a flood into a mask."""


Team = list[int]
"""Units that stand together and can go to exactly the same hexes."""


def movers(state: State) -> list[int]:
    """Units that may begin a move, or go on with it, by themselves."""
    return [u for team in teams(state) for u in team]


def teams(state: State) -> list[Team]:
    """The movers, those alike together."""
    world, units, moving = state.world, state.units, state.moving
    side, species = state.side, world.species
    beside = supply.beside_enemy(state, side)
    must = ACTIVE if state.leader != NOWHERE else 0
    found: dict[tuple[int, ...], Team] = {}
    for unit in state.on_map(side):
        u = units[unit]
        flags, spent = u.flags, u.spent
        if flags & MOVED or u.carrier != NOWHERE or world.is_hq[unit] or flags & must != must:
            continue
        if spent and unit not in moving:
            continue
        points = movement.left(state, unit)
        if not points:
            continue
        place = u.place
        left = supply.left_open(state, unit, ()) if beside[place] else NOWHERE
        special = flags & AIRLIFTED or unit in state.minor_users or state.trucks_under(unit)
        key = (place, points, species[unit], spent, left, unit if special else NOWHERE)
        team = found.get(key)
        if team is None:
            found[key] = [unit]
        else:
            team.append(unit)
    return list(found.values())


def segment(state: State) -> list[tuple[Team, int]]:
    """Every team of the segment with the hexes where one of it may end, as bits."""
    return [(team, ends(state, team[:1])) for team in teams(state)]


def reach(state: State, units: Sequence[int]) -> bytes:
    """Mask of the hexes where units that stand together may end their move."""
    return ends(state, units).to_bytes(state.world.size, "little")


def ends(state: State, units: Sequence[int]) -> int:
    """The same as bits, one byte per hex.

    The kernel's buffer holds the way to each hex, except for minimum moves.
    """
    g = ground(state, units)
    first = units[0]
    place = state.units[first].place
    budget = movement.left(state, first)
    if len(units) > 1:
        budget = min([movement.left(state, u) for u in units])
    field = state.world.field
    if state.part == S1940 and state.fuel < len(units) and not _fuelled(state, units):
        budget = 0
    field.reach(g.costs, g.closed, g.stop, place, budget)
    found = field.reached()
    if budget < g.dearest and not any(state.units[u].spent for u in units):
        for h in minimum_steps(state, g, place):
            found[h] = 1
    found[place] = 0
    return ends_among(state, units, int.from_bytes(found, "little"))


def ends_among(state: State, units: Sequence[int], hexes: int) -> int:
    """Those of these hexes (as bits) where units that stand together may end their move."""
    mask = hexes & room(state, units)
    reached = mask
    for unit in units:
        mask = supplied(state, unit, units, mask)
    for h in prizes(state, 1 - state.side):
        if reached >> 8 * h & 1 and movement.ends_well(state, units, h):
            mask |= 1 << 8 * h
    return mask


def _fuelled(state: State, units: Sequence[int]) -> bool:
    return fuel.affordable(state, movement.fuel_price(state, units))


@derived_by_side(on=(ITALIANS | EVENTS | PHASE, OTHERS | EVENTS | PHASE))
def prizes(state: State, enemy: int) -> list[int]:
    """Enemy hexes without a combat unit: whoever enters them clears the lines beside them.

    So does an Italian who comes into a screened hex: then only dummies were there.
    """
    held, armed = state.maps.held[enemy], state.maps.armed[enemy]
    if enemy == OTHER and state.options.fixed("screened-hex-tried"):
        return [h for h in marked(held) if may_be_dummies(state, h) or not armed[h]]
    return [h for h in marked(held) if not armed[h] and not may_be_dummies(state, h)]


@rule("11.2-b")
def minimum_steps(state: State, g: Ground, place: int) -> list[int]:
    """Adjacent hexes that a unit may enter whatever they cost."""
    neighbours = state.world.board.grid.neighbours
    found = []
    for side in range(place * DIRECTIONS, place * DIRECTIONS + DIRECTIONS):
        there = neighbours[side]
        if there != OFF_MAP and g.costs[side] != BARRED and not g.closed[there]:
            found.append(there)
    return found


@rule("8.1-a")
def room(state: State, units: Sequence[int]) -> int:
    """Hexes in which a group may stack, as bits, except for the one it comes from."""
    world = state.world
    if state.side == ITALIAN:
        return _italian_room(state, sum([world.halves[u] for u in units]))
    return _room(state, tuple([world.alike[u] for u in units]))


@rule("8.2-b", "8.2-c")
@derived(on=ITALIANS)
def _italian_room(state: State, more: int) -> int:
    """Only half divisions count: factions and guerrillas are others' concern, HQs move alone."""
    halves, roomy = state.world.halves, state.world.roomy
    table = state.world.tables["stacking"]
    least, extra = table["limit"], table["extra"]
    mask = bytearray(b"\1") * state.world.size
    if more > least:
        for h, more_room in enumerate(roomy):
            mask[h] = more <= least + extra * more_room
    for h in marked(state.maps.held[ITALIAN]):
        used = sum([halves[u] for u in state.stack(h)])
        mask[h] = used + more <= least + extra * roomy[h]
    return int.from_bytes(mask, "little")


@derived(on=OTHERS)
def _room(state: State, units: tuple[int, ...]) -> int:
    mask = bytearray(b"\1") * state.world.size
    small = stacking.size(state, OTHER, units) <= state.world.tables["stacking"]["limit"]
    for h in marked(state.maps.held[OTHER]) if small else range(state.world.size):
        mask[h] = stacking.holds_more(state, OTHER, h, units)
    return int.from_bytes(mask, "little")


@rule("9.1-b")
def supplied(state: State, unit: int, leaving: Sequence[int], wanted: int) -> int:
    """Those of the wanted hexes (as bits) where a unit gone with `leaving` would be supplied."""
    left = supply.left_open(state, unit, leaving)
    found = _supplied(state, state.world.supply_kinds[unit], left)
    if state.world.unit_sides[unit] == ITALIAN:
        if state.units[unit].flags & AIRLIFTED:
            for h in supply.served_from_the_air(state):
                found |= 1 << 8 * h
        minor = _near_minor_source(state)
        if wanted & minor & ~found and supply.may_use_minor_source(state, unit):
            found |= minor if supply.minor_place(state, unit) else 0
    return wanted & found


@derived(on=LINES)
def _supplied(state: State, kind: SupplyKind, left: int) -> int:
    mask = 0
    if kind.supplies_itself:
        mask = int.from_bytes(state.world.fertile, "little")
    if kind.side == OTHER and state.part == S1935:
        mask |= _bits(supply.near_ethiopia(state, left))
        mask &= ~int.from_bytes(state.world.desert, "little")
    elif not kind.guerrilla:
        mask |= _bits(supply.to_network(state, kind.side, left))
        if not kind.hq:
            mask |= _bits(supply.to_headquarters(state, kind.side, left))
    return mask


@derived(on=LINES)
def _near_minor_source(state: State) -> int:
    return _bits(supply.near_minor_source(state))


def _bits(distances: bytes | bytearray) -> int:
    return int.from_bytes(bytes(distances).translate(_REACHED), "little")


def way_to(state: State, place: int, end: int) -> list[int]:
    """The way of the last reach; a minimum move is a single step."""
    field = state.world.field
    if field.cost(end) < 0:
        return [place, end]
    return list(field.path(end))
