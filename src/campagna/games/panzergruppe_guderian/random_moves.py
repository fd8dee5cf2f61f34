"""A movement order at random, worked out: it looks at one unit only and is legal without a judge.

The random seat asks this a thousand times a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.panzergruppe_guderian import first_turn, movement, rail, reinforcements
from campagna.games.panzergruppe_guderian.movement import MovePlan
from campagna.games.panzergruppe_guderian.orders import CallFront, Done, Move
from campagna.games.panzergruppe_guderian.overrun import OverrunPlan
from campagna.games.panzergruppe_guderian.rail import RailPlan
from campagna.games.panzergruppe_guderian.reaching import (
    rail_reach,
    reach,
    special_move,
    spill_steps,
)
from campagna.games.panzergruppe_guderian.sequence import refuse_end
from campagna.games.panzergruppe_guderian.state import SOVIET_MOVE, WAITING, State
from campagna.games.panzergruppe_guderian.targets import random_overrun

DONE = Done()
OFFERS_PER_UNIT = 32
"""What one movable unit weighs against the single offer to end the phase."""
OTHER_OFFERS = OFFERS_PER_UNIT // 4 + 1
"""The weight of overruns and calls to the front together, and of the end."""

ATTEMPTS = range(8)

Choice = MovePlan | RailPlan | OverrunPlan
"""Plans that come from the kernels and the options of this side: legal without a second look."""


def choose(state: State, chance: Chance) -> Choice | Order:
    """A move or an overrun, worked out, or another order."""
    movers = state.maps.movers
    if movers is None:
        movers = movement.movers(state)
    units = len(movers) * OFFERS_PER_UNIT
    for _ in ATTEMPTS:
        k = chance.pick(units + OTHER_OFFERS, "seat")
        choice: Choice | Order | None
        if k < units:
            choice = _move(state, movers[k // OFFERS_PER_UNIT], chance)
        elif k > units:
            choice = _special(state, chance)
        else:
            choice = DONE if refuse_end(state) is None else None
        if choice is not None:
            return choice
        if not units:
            break
    return _last_resort(state, chance)


def _last_resort(state: State, chance: Chance) -> MovePlan | Order:
    owing = first_turn.unmarched(state)
    if not owing:
        return DONE
    way = first_turn.march_way(state, owing[0], chance)
    if way is None:
        raise AssertionError("a unit that must march has no march")
    return _march(state, owing[0], way)


def _move(state: State, unit: int, chance: Chance) -> MovePlan | RailPlan | Order | None:
    if state.turn == 1 and special_move(state, unit):
        return _first_turn(state, unit, chance)
    place, world = state.units[unit].place, state.world
    if place < 0:
        return _entry(state, unit, chance)
    soviet = state.phase == SOVIET_MOVE
    if soviet and place in world.rail_hexes:
        by_rail = _rail(state, unit, chance)
        if by_rail is not None:
            return by_rail
    count = reach(state, unit)
    if count == 1:
        return None
    path, cost = world.field.way(1 + chance.pick(count - 1, "seat"))
    group: Sequence[int] = state.maps.stacks[place]
    if len(group) > 1:
        group = _company(state, unit, group, chance)
    cut = () if soviet or path[-1] not in world.rail_hexes else _cut(state, path[-1], chance)
    return MovePlan(group, path, (cost,) * len(group), False, cut, ())


def _entry(state: State, unit: int, chance: Chance) -> MovePlan | RailPlan | None:
    """The same for a unit that waits off the map."""
    soviet, world = state.phase == SOVIET_MOVE, state.world
    if soviet:
        by_rail = _rail(state, unit, chance)
        if by_rail is not None:
            return by_rail
    count = reach(state, unit)
    if not count:
        return None
    path, cost = world.field.way(chance.pick(count, "seat"))
    group = _waiting_with(state, unit)
    if len(group) > 1:
        group = _company(state, unit, group, chance)
    cut = () if soviet or path[-1] not in world.rail_hexes else _cut(state, path[-1], chance)
    return MovePlan(group, path, (cost,) * len(group), True, cut, ())


def _cut(state: State, end: int, chance: Chance) -> Sequence[int]:
    """Now and then a German cuts the rail where his move ends."""
    markers = state.world.tables["rail"]["cut_markers"]
    spare = len(state.cuts) < markers and end not in state.cuts
    return [end] if spare and chance.pick(3, "seat") == 0 else ()


def _rail(state: State, unit: int, chance: Chance) -> RailPlan | None:
    if chance.pick(4, "seat"):
        return None
    count = rail_reach(state, unit)
    first = 1 if state.units[unit].place >= 0 else 0
    if count <= first:
        return None
    path, cost = state.world.field.way(first + chance.pick(count - first, "seat"))
    return RailPlan(unit, path, cost, rail.load(state, unit) if first else 0, not first)


def _company(state: State, unit: int, beside: Sequence[int], chance: Chance) -> Sequence[int]:
    """Mostly those of the units beside it that can go exactly as far, up to a full stack."""
    if chance.pick(16, "seat") == 0:
        return [unit]
    world = state.world
    most = world.soviet_stack if state.phase == SOVIET_MOVE else world.german_stack
    return state.maps.alike(unit, beside, movement.movers(state), most)


def _waiting_with(state: State, unit: int) -> Sequence[int]:
    """The next units before the same entry: the regiments of a division stand side by side."""
    if unit == state.provisional:
        return [unit]
    units, entry, division = state.units, state.units[unit].entry, state.counter(unit).division
    together = []
    for x in range(max(0, unit - 2), min(len(units), unit + 3)):
        u = units[x]
        waits = u.entry == entry and u.place == WAITING and x != state.provisional
        if waits and state.counter(x).division == division:
            together.append(x)
    return together


def _first_turn(state: State, unit: int, chance: Chance) -> MovePlan | Order | None:
    if first_turn.must_march(state, unit):
        way = first_turn.march_way(state, unit, chance)
        return None if way is None else _march(state, unit, way)
    steps = spill_steps(state, unit)
    if not steps:
        return None
    end = steps[chance.pick(len(steps), "seat")]
    return Move((state.name(unit),), (state.world.hex_ids[end],))


def _march(state: State, unit: int, way: list[int]) -> MovePlan:
    """The plan of a march, whose steps were tested one by one."""
    u, nothing = state.units[unit], state.world.nothing
    table = movement.footing(state).costs[state.world.move_classes[u.counter]]
    path = [u.place, *way]
    cost = state.world.field.walk(table, nothing, nothing, path)
    return MovePlan([unit], path, [cost], False, (), ())


def _special(state: State, chance: Chance) -> OverrunPlan | Order | None:
    """An overrun if one is possible, else a call to the South-Western Front."""
    option = random_overrun(state, chance)
    if option is not None:
        group, target = option
        return OverrunPlan(group, target, [], [])
    front = reinforcements.front_left(state)
    if front and chance.pick(8, "seat") == 0:
        return CallFront(1 + chance.pick(front, "seat"))
    return None
