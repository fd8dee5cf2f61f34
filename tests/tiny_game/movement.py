"""Chapter 4: movement."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision
from campagna.core.rulebook import rule
from campagna.hexes.kernels import BARRED
from tests.tiny_game.events import Moved
from tests.tiny_game.orders import Move
from tests.tiny_game.sequence import counter_in_play, named_hex
from tests.tiny_game.state import COUNTERS, State, enemy_of, occupied, unit_at
from tests.tiny_game.terrain import BOARD, COSTS, TABLES
from tests.tiny_game.zones import zones

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
    return [Moved(rule="4.1", unit=COUNTERS[unit], path=names, cost=cost)]


MOVE = Decision(Move, "4.1", judge_move, carry_out_move)
