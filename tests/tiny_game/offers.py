"""What the deciding side may order now. The chapters judge; these classes only generate."""

from __future__ import annotations

from typing import Any

from campagna.core.chance import Chance
from campagna.core.contract import Order, Refusal
from tests.tiny_game.combat import refuse_attacker, retreat_hexes
from tests.tiny_game.deployment import waiting
from tests.tiny_game.orders import Attack, Deploy, EndPhase, Look, Move, Retreat
from tests.tiny_game.reconnaissance import judge_look
from tests.tiny_game.state import (
    COUNTERS,
    Retreating,
    State,
    enemy_of,
    occupied,
    unit_at,
    units_of,
)
from tests.tiny_game.terrain import BOARD, COSTS, TABLES
from tests.tiny_game.zones import zones


class DeployOffers:
    """Any counter of the reserve to any free hex of the area."""

    def __init__(self, state: State) -> None:
        area = BOARD.area("deployment", state.side)
        self.units = waiting(state)
        self.hexes = [BOARD.name(h) for h in area.hexes if unit_at(state, h) is None]

    def sample(self, chance: Chance) -> Order:
        unit = self.units[chance.pick(len(self.units), "unit")]
        return Deploy(unit, self.hexes[chance.pick(len(self.hexes), "hex")])

    def covers(self, order: Order) -> bool:
        return isinstance(order, Deploy) and order.unit in self.units and order.hex in self.hexes

    def listing(self) -> dict[str, Any]:
        return {"deploy": {"units": self.units, "hexes": self.hexes}}


class MoveOffers:
    """Every counter that may still move, with the hexes it reaches, their cost and a way there."""

    def __init__(self, state: State) -> None:
        side = state.side
        enemy = enemy_of(side)
        blocked, stop = occupied(state, enemy), zones(state, enemy)
        full = occupied(state, side)
        field = BOARD.field
        self.ways: dict[str, dict[str, tuple[int, tuple[str, ...]]]] = {}
        for i in units_of(side):
            unit = state.units[i]
            if unit.place < 0 or unit.done:
                continue
            field.reach(COSTS, blocked, stop, unit.place, TABLES.allowance)
            ways = {
                BOARD.name(h): (field.cost(h), tuple(map(BOARD.name, field.path(h)[1:])))
                for h in field.hexes()
                if not full[h]
            }
            if ways:
                self.ways[COUNTERS[i]] = ways

    def sample(self, chance: Chance) -> Order:
        units = list(self.ways)
        choice = chance.pick(len(units) + 1, "unit")
        if choice == len(units):
            return EndPhase()
        ways = list(self.ways[units[choice]].values())
        return Move(units[choice], ways[chance.pick(len(ways), "hex")][1])

    def covers(self, order: Order) -> bool:
        if isinstance(order, Move):
            return bool(order.path) and order.path[-1] in self.ways.get(order.unit, {})
        return isinstance(order, EndPhase)

    def listing(self) -> dict[str, Any]:
        ways = {
            unit: {hex_: {"cost": cost, "path": path} for hex_, (cost, path) in ways.items()}
            for unit, ways in self.ways.items()
        }
        return {"move": ways, "end-phase": True}


class AttackOffers:
    """Every target with the counters that may join in, and every counter with what it may look at."""

    def __init__(self, state: State) -> None:
        own = [i for i in units_of(state.side) if state.units[i].place >= 0]
        self.attackers: dict[str, list[str]] = {}
        self.looks: list[Look] = []
        for enemy in units_of(enemy_of(state.side)):
            place = state.units[enemy].place
            if place < 0:
                continue
            target = BOARD.name(place)
            able = [COUNTERS[i] for i in own if refuse_attacker(state, i, place) is None]
            if able and not state.units[enemy].attacked:
                self.attackers[target] = able
            looks = (Look(COUNTERS[i], target) for i in own)
            self.looks += [k for k in looks if not isinstance(judge_look(state, k), Refusal)]

    def sample(self, chance: Chance) -> Order:
        targets = list(self.attackers)
        choice = chance.pick(len(targets) + len(self.looks) + 1, "what")
        if choice < len(targets):
            able = self.attackers[targets[choice]]
            joining = chance.pick(2 ** len(able) - 1, "attackers") + 1
            units = tuple(u for i, u in enumerate(able) if joining >> i & 1)
            return Attack(units, targets[choice])
        if choice < len(targets) + len(self.looks):
            return self.looks[choice - len(targets)]
        return EndPhase()

    def covers(self, order: Order) -> bool:
        if isinstance(order, Attack):
            able = self.attackers.get(order.target, [])
            distinct = len(set(order.units)) == len(order.units) > 0
            return distinct and all(u in able for u in order.units)
        return isinstance(order, EndPhase) or order in self.looks

    def listing(self) -> dict[str, Any]:
        looks: dict[str, list[str]] = {}
        for look in self.looks:
            looks.setdefault(look.unit, []).append(look.target)
        return {"attack": self.attackers, "look": looks, "end-phase": True}


class RetreatOffers:
    def __init__(self, state: State, frame: Retreating) -> None:
        self.hexes = retreat_hexes(state, frame.unit)

    def sample(self, chance: Chance) -> Order:
        return Retreat(self.hexes[chance.pick(len(self.hexes), "hex")])

    def covers(self, order: Order) -> bool:
        return isinstance(order, Retreat) and order.hex in self.hexes

    def listing(self) -> dict[str, Any]:
        return {"retreat": self.hexes}
