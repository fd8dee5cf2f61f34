"""5.2 Special restrictions of the first Soviet turn: frozen armies and armies that must march."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import ArmyRolled
from campagna.games.panzergruppe_guderian.rules import movement
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import SOVIET_MOVE, State
from campagna.games.panzergruppe_guderian.world import SOVIET
from campagna.hexes.grid import OFF_MAP

EASTWARD = range(4)
"""Directions n, ne, se, s, the first four: the march never goes west (5.23d)."""


def _first_turn(state: State) -> bool:
    return state.turn == 1 and state.phase == SOVIET_MOVE


# --- 5.21, 5.22: armies that may be frozen ----------------------------------------------------------


@rule("5.21a", "5.21b")
def roll_frozen_armies(state: State, chance: Chance) -> list[Event]:
    """One die for each of the 16th and 19th Armies; on 4 to 6 it stays put for the turn."""
    events: list[Event] = []
    for block in state.world.scenario["setup"]:
        if block["turn1"] == "frozen-roll":
            die = chance.roll(6, f"{block['army']} moves")
            free = die in state.world.tables["first_turn_roll"]["free"]
            if not free:
                state.frozen = (*state.frozen, block["army"])
            events.append(ArmyRolled(rule="5.21a", army=block["army"], die=die, free=free))
    return events


def is_frozen(state: State, unit: int) -> bool:
    return _first_turn(state) and state.units[unit].army in state.frozen


def moves_free(state: State, unit: int) -> bool:
    """The step out of an overstacked hex costs nothing (AMB-3)."""
    return is_frozen(state, unit)


@rule("5.21a", "5.22")
def refuse_frozen(state: State, unit: int) -> Refusal | None:
    if is_frozen(state, unit) and spill(state, state.stack(state.units[unit].place)) == 0:
        facts = {"unit": state.name(unit), "army": state.units[unit].army}
        return Refusal("5.21a", "army-frozen", facts)
    return None


@rule("5.22")
def spill(state: State, stack: Sequence[int]) -> int:
    """How many units must leave a stack before it obeys the limit."""
    world = state.world
    if len(stack) <= world.soviet_stack:
        return 0
    leaders = sum([state.is_leader(u) for u in stack])
    over = max(len(stack) - leaders - world.soviet_stack, len(stack) - world.soviet_stack_led)
    return max(0, over)


@rule("5.22", "5.23b", "5.23c", "5.23d")
def refuse_first_turn(state: State, units: Sequence[int], path: Sequence[int]) -> Refusal | None:
    """What the first turn forbids besides the ordinary rules of movement."""
    if not _first_turn(state):
        return None
    if any(is_frozen(state, u) for u in units):
        return _refuse_spill(state, units, path)
    for unit in units:
        if must_march(state, unit):
            refusal = _refuse_march(state, unit, path)
            if refusal is not None:
                return refusal
    return None


@rule("5.22")
def _refuse_spill(state: State, units: Sequence[int], path: Sequence[int]) -> Refusal | None:
    """Only as many units as needed step out, each one hex."""
    stack = state.stack(state.units[units[0]].place)
    rest = [u for u in stack if u not in units]
    if len(path) > 1:
        return Refusal("5.22", "one-hex-only", {"unit": state.name(units[0])})
    if spill(state, rest) != spill(state, stack) - len(units):
        leave = spill(state, stack)
        return Refusal("5.22", "too-many-leave", {"unit": state.name(units[0]), "count": leave})
    return None


# --- 5.23: armies that must march -------------------------------------------------------------------


@rule("5.23a", "5.21b")
def must_march(state: State, unit: int) -> bool:
    """Units of the 13th and 20th Armies, leaders included, in the first turn."""
    army = state.units[unit].army
    if not army or not _first_turn(state):
        return False
    return army in state.world.marching_armies


@rule("6.4a")
def open_ground(state: State, units: Sequence[int]) -> bytes | None:
    """The western columns do not bind marching units; None if the ordinary rule holds."""
    if _first_turn(state) and all(must_march(state, u) for u in units):
        return bytes(state.maps.held[1 - SOVIET])
    return None


def _refuse_march(state: State, unit: int, path: Sequence[int]) -> Refusal | None:
    grid = state.world.board.grid
    ids = state.world.hex_ids
    here = state.units[unit].place
    name = state.name(unit)
    seen = [here]
    left = movement.allowance(state, unit)
    for there in path:
        d = grid.direction(here, there)
        if there in seen:
            return Refusal("5.23c", "hex-twice", {"unit": name, "hex": ids[there]})
        if d == OFF_MAP:
            # The ordinary rules of movement refuse a gap in the path, and say so.
            return None
        if d not in EASTWARD:
            return Refusal("5.23d", "no-march-west", {"unit": name, "hex": ids[there]})
        left -= _table(state, unit)[here * 6 + d]
        seen.append(there)
        here = there
    if state.world.closed_west[here]:
        return Refusal("5.23b", "march-ends-west", {"unit": name, "hex": ids[here]})
    onward = march_steps(state, unit, seen, left)
    if onward and left >= 0:
        facts = {"unit": name, "hex": ids[onward[0][0]], "left": movement.points(left)}
        return Refusal("5.23a", "march-not-finished", facts)
    return None


def _table(state: State, unit: int) -> bytes:
    return movement.footing(state).costs[state.world.move_classes[state.units[unit].counter]]


@rule("5.23a", "5.23c", "5.23d")
def march_steps(state: State, unit: int, way: Sequence[int], left: int) -> list[tuple[int, int]]:
    """The steps (hex, cost) that a marching unit can still make from the end of its way."""
    world, closed = state.world, state.maps.held[1 - SOVIET]
    danger = zone(state, 1 - SOVIET)
    if len(way) > 1 and danger[way[-1]]:
        return []
    if unit < world.leader_count:
        closed = world.field.closed(closed, danger, world.nothing)
    return world.field.steps(_table(state, unit), closed, way, len(EASTWARD), left)


def march_way(state: State, unit: int, chance: Chance) -> list[int] | None:
    """A complete march chosen at random, None if none was found that leaves the west."""
    for attempt in range(20):
        here = state.units[unit].place
        way, left = [here], movement.allowance(state, unit)
        steps = march_steps(state, unit, way, left)
        while steps:
            # Late attempts go straight east: some march always leaves the two columns (AMB-4).
            pick = chance.pick(len(steps), "march") if attempt < 15 else len(steps) // 2
            there, cost = steps[pick]
            way.append(there)
            left -= cost
            steps = march_steps(state, unit, way, left)
        if len(way) > 1 and not state.world.closed_west[way[-1]]:
            return way[1:]
    return None


@rule("5.23a", "5.23b", "5.23c", "5.23d")
def march_ends(state: State, unit: int) -> dict[int, tuple[list[int], int]]:
    """Where a complete march can end outside the western columns: the way and its cost.

    Only north and south can lead back, so a march passes no hex twice if it does not turn between
    them inside a column: what it may still do depends on the hex, the points left and that turn.
    """
    start, left = state.units[unit].place, movement.allowance(state, unit)
    grid = state.world.board.grid
    found: dict[int, tuple[list[int], int]] = {}
    waiting: list[tuple[list[int], int]] = [([start], left)]
    seen: set[tuple[int, int, int]] = set()
    while waiting:
        way, rest = waiting.pop(0)
        steps = march_steps(state, unit, way, rest)
        if not steps and len(way) > 1 and not state.world.closed_west[way[-1]]:
            found.setdefault(way[-1], (way[1:], left - rest))
        for there, cost in steps:
            column = grid.direction(way[-1], there)
            key = (there, rest - cost, column if column in (0, 3) else -1)
            if key not in seen:
                seen.add(key)
                waiting.append(([*way, there], rest - cost))
    return found


@rule("5.23a")
def unmarched(state: State) -> list[int]:
    """Units that still owe their march and are able to make it."""
    if not _first_turn(state):
        return []
    armies, units = state.world.marching_armies, state.units
    return [
        u
        for u in movement.movers(state)
        if units[u].army in armies and units[u].place >= 0 and _can_leave(state, u)
    ]


def _can_leave(state: State, unit: int) -> bool:
    """Whether some march ends outside the western columns."""
    budget = movement.allowance(state, unit)

    def search(way: list[int], left: int) -> bool:
        steps = march_steps(state, unit, way, left)
        if not steps:
            return len(way) > 1 and not state.world.closed_west[way[-1]]
        return any(search([*way, there], left - cost) for there, cost in reversed(steps))

    return search([state.units[unit].place], budget)
