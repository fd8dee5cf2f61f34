"""5.2 Special restrictions of the first Soviet turn: frozen armies and armies that must march."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.offers import Group
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import ArmyRolled
from campagna.games.panzergruppe_guderian.orders import Move
from campagna.games.panzergruppe_guderian.rules import movement
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import NOWHERE, SOVIET_MOVE, State
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


class Marching(msgspec.Struct, frozen=True):
    """A hex on a march: what is spent there, and the number of the one before it."""

    hex: int
    spent: int
    before: int = NOWHERE


@rule("5.23a", "5.23b", "5.23c", "5.23d")
def _marches(state: State, unit: int) -> tuple[list[Marching], dict[int, int]]:
    """Every hex in which a march can be, and where a complete one can end outside the western columns.

    Only north and south can lead back, so a march passes no hex twice if it does not turn between
    them inside a column: what it may still do depends on the hex, the points left and that turn.
    """
    start, left = state.units[unit].place, movement.allowance(state, unit)
    neighbours, west = state.world.board.grid.neighbours, state.world.closed_west
    found = [Marching(start, 0)]
    ends: dict[int, int] = {}
    seen: set[tuple[int, int, int]] = set()
    for number, at in enumerate(found):  # it grows while it is read
        here = at.hex
        way = (here,) if at.before == NOWHERE else (found[at.before].hex, here)
        steps = march_steps(state, unit, way, left - at.spent)
        if not steps and number and not west[here]:
            ends.setdefault(here, number)
        north, south = neighbours[here * 6], neighbours[here * 6 + 3]
        for there, cost in steps:
            turn = 1 if there == north else 2 if there == south else 0
            key = (there, at.spent + cost, turn)
            if key not in seen:
                seen.add(key)
                found.append(Marching(there, at.spent + cost, number))
    return found, ends


def _way_back(marches: Sequence[Marching], number: int) -> Iterator[Marching]:
    """The hexes of a march from its end, without the one where it begins."""
    while number:
        yield marches[number]
        number = marches[number].before


def march_ends(state: State, unit: int) -> dict[int, tuple[list[int], int]]:
    """Where a complete march can end: the way and its cost."""
    marches, ends = _marches(state, unit)
    return {
        end: ([at.hex for at in _way_back(marches, number)][::-1], marches[number].spent)
        for end, number in ends.items()
    }


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


# --- what is offered --------------------------------------------------------------------------------


def special_move(state: State, unit: int) -> bool:
    """Whether a unit is under these rules: its moves are not a plain reach."""
    return must_march(state, unit) or is_frozen(state, unit)


@rule("5.22")
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


def spill_groups(state: State, units: Sequence[int]) -> list[Group]:
    """The steps out of overstacked hexes; they cost nothing (AMB-3)."""
    alike: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for unit in units:
        steps = tuple(spill_steps(state, unit))
        if steps:
            alike.setdefault((state.units[unit].place, steps), []).append(unit)
    ids = state.world.hex_ids
    return [
        Group(state.names(units), ids[place], tuple((ids[h], 0, ids[place]) for h in steps))
        for (place, steps), units in alike.items()
    ]


def march_groups(state: State, units: Sequence[int]) -> list[Group]:
    """The complete marches of units that are alike.

    A group has one way to each of its hexes, but a march may pass a hex with more points or fewer:
    so the same units may stand in several groups, each with other ends.
    """
    start, names = state.units[units[0]].place, state.names(units)
    ids, left = state.world.hex_ids, movement.allowance(state, units[0])
    marches, ends = _marches(state, units[0])
    trees: list[tuple[dict[int, Marching], list[int]]] = []
    for end, number in ends.items():
        way = list(_way_back(marches, number))
        tree = next((tree for tree in trees if _joins(tree[0], way)), None)
        if tree is None:
            tree = {}, []
            trees.append(tree)
        tree[0].update((at.hex, at) for at in way)
        tree[1].append(end)
    return [
        Group(
            names,
            ids[start],
            tuple(
                (ids[at.hex], at.spent, ids[marches[at.before].hex])
                for at in sorted(passed.values(), key=_spent)
            ),
            left,
            state.hexes(its_ends),
        )
        for passed, its_ends in trees
    ]


def _spent(at: Marching) -> int:
    return at.spent


def _joins(tree: Mapping[int, Marching], way: Iterable[Marching]) -> bool:
    """Whether a way passes every hex as the tree does."""
    for at in way:  # noqa: SIM110, a generator costs more than it saves
        if tree.get(at.hex, at) is not at:
            return False
    return True
