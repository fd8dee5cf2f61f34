"""The recruit in the movement phase: random moves that seek contact.

Random games are to be fought and not walked. What is legal the judges say; here is only taste.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.afrika_korps.orders import Destroy, Done, Embark, Move
from campagna.games.afrika_korps.rules.combat import automatic_victory, declared_victories
from campagna.games.afrika_korps.rules.combat.strength import attack_of, defence_sum
from campagna.games.afrika_korps.rules.combat.zones import fighters, watchers, zone
from campagna.games.afrika_korps.rules.movement import mobility, stacking
from campagna.games.afrika_korps.rules.movement.path import Reach
from campagna.games.afrika_korps.rules.sequence import sequence
from campagna.games.afrika_korps.rules.sequence.phases import allowed
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.rules.supply.isolation import supplied_hexes
from campagna.games.afrika_korps.rules.supply.supply import within_line
from campagna.games.afrika_korps.state import INTO_ZONE, NOWHERE, State

T = TypeVar("T")


def pick(things: Sequence[T], chance: Chance) -> T:
    return things[chance.pick(len(things), "seat")]


def movement(state: State, chance: Chance) -> Order:
    for victory in automatic_victory.certain_victories(state):
        return victory
    unmoved = [u for u in mobility.movers(state) if state.units[u].since == NOWHERE]
    if unmoved and chance.pick(20, "seat"):
        trains = [u for u in unmoved if not state.fights(u)]
        for _ in range(6):
            first = trains if trains and chance.pick(2, "seat") else unmoved
            unit = pick(first, chance)
            if _stays(state, unit) and chance.pick(12, "seat"):
                continue
            order = _move_of(state, unit, chance)
            if order is not None and allowed(state, order):
                return order
    if sequence.refuse_end(state) is None:
        return Done()
    return repair(state, chance)


# --- what has to be put right -------------------------------------------------------------------------


def repair(state: State, chance: Chance) -> Order:
    """An order that has to be given before movement can end."""
    for supply in captures.supplies_on_map(state, state.side):
        order = Destroy(state.name(supply))
        if state.flagged(supply, INTO_ZONE) and allowed(state, order):
            return order
    if declared_victories.refuse_unsupplied(state) is not None:
        for supply in captures.supplies_on_map(state, state.side):
            for path in declared_victories.rescuers(state, supply):
                rescue = _move(state, [supply], path)
                if allowed(state, rescue):
                    return rescue
    for hex_ in stacking.overstacked(state):
        for unit in state.fighters_at(hex_, state.side):
            embark = Embark((state.name(unit),))
            if allowed(state, embark):
                return embark
            if mobility.refuse_mover(state, unit) is None:
                move = _step_aside(state, unit, chance)
                if move is not None:
                    return move
    raise AssertionError(f"movement cannot end: {sequence.refuse_end(state)}")


def _step_aside(state: State, unit: int, chance: Chance) -> Order | None:
    reach = mobility.reach(state, unit)
    limit = state.world.stack_limit
    free = [h for h in reach.label if len(state.fighters_at(h, state.side)) < limit]
    first = chance.pick(len(free), "seat") if free else 0
    for end in free[first:] + free[:first]:
        order = _move(state, [unit], reach.path(end))
        if allowed(state, order):
            return order
    return None


# --- a move -------------------------------------------------------------------------------------------


def _move_of(state: State, unit: int, chance: Chance) -> Order | None:
    place = state.place(unit)
    if place in state.world.ports[state.side] and chance.pick(12, "seat") == 0:
        return Embark((state.name(unit),))
    group = _company(state, unit, chance)
    escorted = any(state.fights(u) for u in group)
    extra = 0
    rommel = state.world.rommel
    if rommel in group and len(group) > 1:
        extra = state.world.tables["rommel"]["bonus"]
        group = [rommel, *(u for u in group if u != rommel)]
    slowest = min(group, key=lambda u: state.counter(u).movement)
    if slowest == rommel:
        extra = 0
    reach = mobility.reach(state, slowest, escorted=escorted, extra=extra)
    end = _destination(state, group, reach, chance)
    return None if end is None else _move(state, group, reach.path(end))


def _company(state: State, unit: int, chance: Chance) -> list[int]:
    """Often the units beside it that have not moved either, up to a full stack."""
    able = [
        u
        for u in state.stack(state.place(unit))
        if u != unit
        and state.owner(u) == state.side
        and state.units[u].since == NOWHERE
        and mobility.refuse_mover(state, u) is None
    ]
    if not able or chance.pick(3, "seat") == 0:
        return [unit]
    same = [
        u
        for u in able
        if state.counter(u).movement >= state.counter(unit).movement or not state.fights(u)
    ]
    return [unit, *same[: chance.pick(3, "seat")]]


def _destination(state: State, group: list[int], reach: Reach, chance: Chance) -> int | None:
    count = sum(state.fights(u) for u in group)
    limit = state.world.stack_limit
    ends = [h for h in reach.label if len(state.fighters_at(h, state.side)) + count <= limit]
    if not ends:
        return None
    danger = zone(state, 1 - state.side)
    safe = [h for h in ends if not danger[h]] or ends
    if not count:
        if chance.pick(16, "seat") == 0:
            return pick(ends, chance)
        goal = state.place(pick(fighters(state, state.side), chance))
        return _nearest(state, safe, goal, chance)
    base = state.world.bases[state.side]
    if base in safe and not state.stack(base) and chance.pick(4, "seat"):
        return base
    contact = [h for h in ends if danger[h] and _is_hopeful(state, group, h)]
    if contact and chance.pick(5, "seat"):
        return pick(contact, chance)
    if chance.pick(16, "seat") == 0:
        return pick(ends, chance)
    tied = supplied_hexes(state, state.side)
    near = [h for h in safe if tied[h]] or safe
    return _nearest(state, near, _goal(state, chance), chance)


def _goal(state: State, chance: Chance) -> int:
    """An enemy unit or supply, an objective, or the own base when nobody holds it."""
    base, enemy = state.world.bases[state.side], 1 - state.side
    if not state.stack(base) and chance.pick(4, "seat") == 0:
        return base
    goals = [state.place(u) for u in fighters(state, enemy)]
    goals += [state.place(s) for s in captures.supplies_on_map(state, enemy)]
    goals += state.world.objectives
    return pick(goals, chance)


def _is_hopeful(state: State, group: list[int], hex_: int) -> bool:
    """Not plainly hopeless: 1-2 or better with the friends around, and a supply in reach."""
    enemy = 1 - state.side
    foes = watchers(state, enemy, hex_)
    if not within_line(state, hex_, foes):
        return False
    for post in {state.place(w) for w in foes}:
        friends = [u for h in state.world.near[post] for u in state.fighters_at(h, state.side)]
        attack = attack_of(state, {*friends, *group})
        if 2 * attack >= defence_sum(state, state.fighters_at(post, enemy)):
            return True
    return False


def _stays(state: State, unit: int) -> bool:
    """The last combat unit in an objective or port keeps it."""
    place = state.place(unit)
    return (
        place in state.world.objectives
        and state.fights(unit)
        and len(state.fighters_at(place, state.side)) == 1
    )


def _nearest(state: State, ends: list[int], goal: int, chance: Chance) -> int:
    distance = state.world.board.grid.distance
    tries = [pick(ends, chance) for _ in range(10)]
    return min(tries, key=lambda h: distance(h, goal))


def _move(state: State, group: Sequence[int], path: Sequence[int]) -> Move:
    ids = state.world.hex_ids
    return Move(state.names(group), tuple(ids[h] for h in path))
