"""Chapter 4: movement."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Group, Offer, Reach
from campagna.core.rulebook import rule
from campagna.hexes.kernels import BARRED
from two_fords.events import Moved
from two_fords.orders import Move
from two_fords.rules.sequence import counter_in_play, named_hex
from two_fords.rules.zones import zones
from two_fords.state import State, enemy_of, occupied, side_of, unit_at, units_of
from two_fords.world import BOARD, COSTS, NAMES, TABLES

MovePlan = tuple[int, tuple[int, ...], int]
"""A counter, the hexes it enters and what they cost."""


@rule("4.1", "2.2")
def judge_move(state: State, order: Move) -> Refusal | MovePlan:
    number = counter_in_play(state, order.unit)
    if isinstance(number, Refusal):
        return number
    path = [state.units[number].place]
    for name in order.path:
        place = named_hex(name)
        if isinstance(place, Refusal):
            return place
        path.append(place)
    if state.units[number].done:
        return Refusal("4.1", "already-moved", {"unit": order.unit})
    if not order.path:
        return Refusal("4.1", "no-path", {"unit": order.unit})
    enemy = enemy_of(state.side)
    blocked, stop = occupied(state, enemy), zones(state, enemy)
    cost = BOARD.field.walk(COSTS, blocked, stop, path)
    if cost < 0:
        return _broken_step(path, -cost, blocked)
    if cost > TABLES.allowance:
        facts: dict[str, Fact] = {"cost": cost, "allowance": TABLES.allowance}
        return Refusal("4.1", "too-far", {"unit": order.unit, **facts})
    if unit_at(state, path[-1]) is not None:
        return Refusal("2.2", "occupied", {"hex": order.path[-1]})
    return number, tuple(path[1:]), cost


@rule("4.1", "4.3", "4.4", "5.2")
def _broken_step(path: Sequence[int], at: int, blocked: bytearray) -> Refusal:
    """Why the step onto path[at] is not possible."""
    here, there = path[at - 1], path[at]
    facts: dict[str, Fact] = {"from": BOARD.name(here), "hex": BOARD.name(there)}
    direction = BOARD.grid.direction(here, there)
    if direction < 0:
        return Refusal("4.1", "not-adjacent", facts)
    if COSTS[here * 6 + direction] == BARRED:
        return Refusal("4.3", "river", facts)
    if blocked[there]:
        return Refusal("4.4", "enemy-in-the-way", facts)
    return Refusal("5.2", "zone-stop", facts)


@rule("4.1")
def carry_out_move(state: State, plan: MovePlan, chance: Chance) -> list[Event]:
    unit, path, cost = plan
    state.change(unit, place=path[-1], done=True)
    names = tuple(map(BOARD.name, path))
    return [Moved(rule="4.1", unit=NAMES[unit], path=names, cost=cost)]


@rule("4.1", "2.2")
def destinations(state: State, unit: int) -> dict[int, list[int]]:
    """Where a counter may end its move, each with the hexes it enters."""
    side, field = side_of(unit), BOARD.field
    blocked, stop = occupied(state, enemy_of(side)), zones(state, enemy_of(side))
    field.reach(COSTS, blocked, stop, state.units[unit].place, TABLES.allowance)
    full = occupied(state, side)
    return {h: field.path(h)[1:] for h in field.hexes() if not full[h]}


def offer_moves(state: State) -> tuple[Offer, ...]:
    """Every counter that may still move, with the hexes it reaches and their cost."""
    enemy = enemy_of(state.side)
    blocked, stop = occupied(state, enemy), zones(state, enemy)
    full = occupied(state, state.side)
    field = BOARD.field
    groups = []
    for number in units_of(state.side):
        unit = state.units[number]
        if unit.place < 0 or unit.done:
            continue
        field.reach(COSTS, blocked, stop, unit.place, TABLES.allowance)
        steps = tuple(
            (BOARD.name(h), field.cost(h), BOARD.name(field.path(h)[-2]))
            for h in field.hexes()
            if h != unit.place
        )
        ends = tuple(BOARD.name(h) for h in field.hexes() if not full[h])
        if ends:
            here = BOARD.name(unit.place)
            groups.append(Group((NAMES[number],), here, steps, TABLES.allowance, ends))
    return (Reach("move", tuple(groups), unit="unit", together=False),) if groups else ()


MOVE = Decision(Move, "4.1", judge_move, carry_out_move, offer=offer_moves)
