"""Chapter 4: movement."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.contract import Event, Fact, Refusal
from campagna.core.rulebook import rule
from campagna.hexes.kernels import BARRED
from tests.tiny_game.events import Moved
from tests.tiny_game.orders import Move
from tests.tiny_game.sequence import wrong_hex, wrong_unit
from tests.tiny_game.state import INDEX, State, enemy_of, occupied, unit_at
from tests.tiny_game.terrain import BOARD, COSTS, NOWHERE, TABLES
from tests.tiny_game.zones import zones


def refusal(state: State, order: Move) -> Refusal | None:
    wrong = wrong_unit(state, order.unit) or wrong_hex(*order.path)
    if wrong:
        return wrong
    unit = state.units[INDEX[order.unit]]
    if unit.done:
        return Refusal("4.1", "already-moved", {"unit": order.unit})
    if not order.path:
        return Refusal("4.1", "no-path", {"unit": order.unit})
    path = [unit.place, *(BOARD.hex(name) for name in order.path)]
    enemy = enemy_of(state.agenda[-1].side)
    blocked, stop = occupied(state, enemy), zones(state, enemy)
    cost = BOARD.field.walk(COSTS, blocked, stop, path)
    if cost < 0:
        return _broken_step(path, -cost, blocked)
    if cost > TABLES.allowance:
        return Refusal(
            "4.1",
            "too-far",
            {"unit": order.unit, "cost": cost, "allowance": TABLES.allowance},
        )
    if unit_at(state, path[-1]) is not None:
        return Refusal("2.2", "occupied", {"hex": order.path[-1]})
    return None


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
def play(state: State, order: Move) -> list[Event]:
    unit = INDEX[order.unit]
    path = [state.units[unit].place, *(BOARD.hex(name) for name in order.path)]
    cost = BOARD.field.walk(COSTS, NOWHERE, NOWHERE, path)
    state.change(unit, place=path[-1], done=True)
    return [Moved(rule="4.1", unit=order.unit, path=order.path, cost=cost)]
