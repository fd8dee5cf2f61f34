"""Where a unit can go in a movement phase, and whom a side can attack or overrun now."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.chance import Chance
from campagna.core.contract import Refusal
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.orders import Move
from campagna.games.panzergruppe_guderian.rules import (
    combat,
    first_turn,
    movement,
    overrun,
    rail,
    reinforcements,
)
from campagna.games.panzergruppe_guderian.state import COMMANDED, ENTERED, State, acting_side
from campagna.games.panzergruppe_guderian.world import SOVIET

# --- where a unit can go ------------------------------------------------------------------------------


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


# --- who can fight whom -------------------------------------------------------------------------------


def _contacts(state: State) -> list[int]:
    """Own hexes next to the enemy, in map order."""
    side = acting_side(state.phase)
    held = state.maps.held
    near: bytearray | None = state.maps.ground.get("near-enemy")
    if near is None:
        near = state.world.field.zones(held[1 - side], state.world.walls)
        state.maps.ground["near-enemy"] = near
    return state.world.field.common(held[side], near)


def _touched(state: State, place: int) -> list[int]:
    """The enemy hexes that a hex touches, not across lakes."""
    enemy = state.maps.held[1 - acting_side(state.phase)]
    return [h for h in state.world.beside(place) if enemy[h]]


@rule("9.11b", "9.13")
def attack_options(state: State) -> dict[int, list[int]]:
    """Target hex -> every unit that may take part in an attack on it."""
    options: dict[int, list[int]] = {}
    for target, units in _attacks(state):
        options.setdefault(target, []).extend(units)
    return options


@rule("9.11b", "9.13", "10.GEN")
def _attacks(state: State) -> Iterator[tuple[int, list[int]]]:
    """Each hex next to the enemy, each target it touches, with the units able to attack from there."""
    for place in _contacts(state):
        units = [u for u in state.stack(place) if combat.refuse_attacker(state, u) is None]
        if all(state.is_leader(u) for u in units):
            continue
        for target in _touched(state, place):
            if combat.attackable(state, target):
                yield target, units


def any_attack(state: State) -> bool:
    return next(_attacks(state), None) is not None


@rule("6.5a", "6.54a")
def overrun_options(state: State) -> list[tuple[list[int], int]]:
    """Groups that began the phase together and stand together, each with a hex they may overrun."""
    return [option for place in _contacts(state) for option in _overruns_from(state, place)]


def random_overrun(state: State, chance: Chance) -> tuple[list[int], int] | None:
    """One of the options, looking at as few hexes as possible."""
    places = _contacts(state)
    if not places:
        return None
    first = chance.pick(len(places), "seat")
    for place in (*places[first:], *places[:first]):
        options = _overruns_from(state, place)
        if options:
            return options[chance.pick(len(options), "seat")]
    return None


def _overruns_from(state: State, place: int) -> list[tuple[list[int], int]]:
    # Mostly the points are spent: to look first is cheaper than refusals nobody reads.
    lively = state.maps.lively(state.maps.stacks[place], overrun.price(state), overrun.SPENT)
    if not lively:
        return []
    groups: dict[int, list[int]] = {}
    for u in lively:
        if overrun.refuse_overrunner(state, u) is None:
            groups.setdefault(state.units[u].start, []).append(u)
    found: list[tuple[list[int], int]] = []
    for group in groups.values():
        able = _commanded(state, group)
        if able and not all(state.is_leader(u) for u in able):
            for target in _touched(state, place):
                if overrun.refuse_target(state, able[0], target) is None:
                    found.append((able, target))
    return found


def _commanded(state: State, group: list[int]) -> list[int]:
    """The part of a group that may overrun together (6.55b)."""
    if acting_side(state.phase) != SOVIET:
        return group
    led = any(state.is_leader(u) for u in group)
    return [
        u
        for u in group
        if state.is_leader(u)
        or state.units[u].flags & COMMANDED
        or (state.units[u].flags & ENTERED and led)
    ]
