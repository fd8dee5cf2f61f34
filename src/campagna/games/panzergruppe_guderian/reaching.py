"""Where a unit can go in a movement phase: on foot or wheels, by rail, under the first turn's rules."""

from __future__ import annotations

from campagna.core.contract import Refusal
from campagna.games.panzergruppe_guderian import first_turn, movement, rail, reinforcements
from campagna.games.panzergruppe_guderian.orders import Move
from campagna.games.panzergruppe_guderian.state import State


def reach(state: State, unit: int) -> int:
    """Fill the kernel's buffer with the destinations of a unit; returns how many there are.

    For a unit on the map its own hex comes first; a waiting unit starts from its entry hexes.
    """
    world, maps = state.world, state.maps
    ground = maps.footing or movement.footing(state)
    closed = movement.leader_ground(state) if unit < world.leader_count else ground.closed
    if state.units[unit].place >= 0:
        return maps.reach(unit, world.field, ground.costs, closed, ground.stop)
    gates = movement.entry_costs(state, unit, reinforcements.entry_hexes(state, unit))
    return maps.enter(unit, world.field, ground.costs, closed, ground.stop, gates)


def rail_reach(state: State, unit: int) -> int:
    """The same by rail; 0 if the unit cannot take a train."""
    if rail.refuse_passenger(state, unit) is not None:
        return 0
    field = state.world.field
    table, closed = rail.rail_costs(state), rail.rail_closed(state)
    points = state.world.tables["rail"]["points"]
    u = state.units[unit]
    if u.place >= 0:
        return field.reach(table, closed, state.world.nothing, u.place, points)
    field.clear()
    for h in rail.rail_entries(state, unit):
        field.seed(h, rail.entry_points(state, h), False)
    return field.spread(table, closed, state.world.nothing, points)


def special_move(state: State, unit: int) -> bool:
    """Units under the rules of the first turn, whose moves are not a plain reach."""
    return first_turn.must_march(state, unit) or first_turn.is_frozen(state, unit)


def spill_steps(state: State, unit: int) -> list[int]:
    """Where a unit of a frozen army may step from an overstacked hex."""
    place = state.units[unit].place
    steps = [
        state.world.board.grid.neighbour(place, d)
        for d in range(6)
        if not state.world.walls[place * 6 + d]
    ]
    names = (state.name(unit),)
    ids = state.world.hex_ids
    return [
        h
        for h in steps
        if not isinstance(movement.judge_move(state, Move(names, (ids[h],))), Refusal)
    ]
