"""What the deciding side may order now: movement phases, markers and set-up.

Offers are factorised: first the unit, then its destination. The kernels answer 'where can this
unit go?'; nothing here decides a rule that the judges of the chapters do not decide.
"""

from __future__ import annotations

from typing import Any

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.panzergruppe_guderian import first_turn, movement, reinforcements
from campagna.games.panzergruppe_guderian.orders import (
    CallFront,
    Done,
    Move,
    Overrun,
    RailMove,
)
from campagna.games.panzergruppe_guderian.overrun import OverrunPlan
from campagna.games.panzergruppe_guderian.rail import RailPlan
from campagna.games.panzergruppe_guderian.random_moves import Choice, choose
from campagna.games.panzergruppe_guderian.reaching import (
    rail_reach,
    reach,
    special_move,
    spill_steps,
)
from campagna.games.panzergruppe_guderian.sequence import refuse_end
from campagna.games.panzergruppe_guderian.state import NOWHERE, SOVIET_MOVE, WAITING, State
from campagna.games.panzergruppe_guderian.targets import overrun_options
from campagna.games.panzergruppe_guderian.world import GERMAN
from campagna.games.panzergruppe_guderian.zones import zone

__all__ = ["MovementOffers", "order_of", "rail_reach", "reach"]


def order_of(state: State, plan: Choice) -> Order:
    """The order that means this plan."""
    ids = state.world.hex_ids
    if isinstance(plan, OverrunPlan):
        return Overrun(state.names(plan.units), ids[plan.target])
    path = tuple([ids[h] for h in (plan.path if plan.enters else plan.path[1:])])
    if isinstance(plan, RailPlan):
        return RailMove(state.name(plan.unit), path)
    return Move(state.names(plan.units), path, tuple([ids[h] for h in plan.cut]))


class MovementOffers:
    """A movement phase: moves, rail moves, entries, overruns, the South-Western Front, the end."""

    def __init__(self, state: State) -> None:
        self.state = state

    def sample(self, chance: Chance) -> Order:
        """A movable unit weighs as many offers, the end of the phase as one."""
        choice = self.choose(chance)
        return choice if isinstance(choice, Order) else order_of(self.state, choice)

    def choose(self, chance: Chance) -> Choice | Order:
        """A move or an overrun, worked out, or another order."""
        return choose(self.state, chance)

    def covers(self, order: Order) -> bool:
        state = self.state
        if isinstance(order, Done):
            return refuse_end(state) is None
        if isinstance(order, Move):
            units = [state.find(n) for n in order.units]
            end = state.world.hex_index.get(order.path[-1], NOWHERE) if order.path else NOWHERE
            return bool(units) and all(self._covers_move(u, end, len(units)) for u in units)
        if isinstance(order, RailMove):
            unit = state.find(order.unit)
            if unit not in movement.movers(state) or not rail_reach(state, unit):
                return False
            return state.world.field.cost(state.world.hex_index[order.path[-1]]) >= 0
        if isinstance(order, Overrun):
            units = [state.find(n) for n in order.units]
            target = state.world.hex_index.get(order.target, NOWHERE)
            return any(set(units) <= set(g) and t == target for g, t in overrun_options(state))
        if isinstance(order, CallFront):
            return 1 <= order.divisions <= reinforcements.front_left(state)
        return False

    def _covers_move(self, unit: int, end: int, group: int) -> bool:
        state = self.state
        if unit not in movement.movers(state) or end == NOWHERE:
            return False
        if state.turn == 1 and special_move(state, unit):
            return True
        if state.is_leader(unit) and group > 1 and zone(state, GERMAN)[end]:
            return True  # a leader may go where he could not go alone
        reach(state, unit)
        return state.world.field.cost(end) >= 0

    def listing(self) -> dict[str, Any]:
        """Movable units with [hex, cost in half points, previous hex] for each destination.

        A march of the first turn is listed whole: its path and cost.
        """
        state = self.state
        ids = state.world.hex_ids
        units: dict[str, Any] = {}
        marches: dict[tuple[int, int, int, bool], list[dict[str, Any]]] = {}
        for unit in movement.movers(state):
            u = state.units[unit]
            entry: dict[str, Any] = {"left": movement.allowance(state, unit)}
            if u.place == WAITING:
                entry["entry"] = [ids[h] for h in reinforcements.entry_hexes(state, unit)]
            if state.turn == 1 and special_move(state, unit):
                entry |= self._first_turn_moves(unit, marches)
            else:
                reach(state, unit)
                entry["reach"] = self._reached()
                if state.phase == SOVIET_MOVE and rail_reach(state, unit):
                    entry["rail"] = self._reached()
            units[state.name(unit)] = entry
        overruns = [
            {"units": state.names(group), "target": ids[target]}
            for group, target in overrun_options(state)
        ]
        return {
            "move": units,
            "overrun": overruns,
            "call_front": reinforcements.front_left(state),
            "done": refuse_end(state) is None,
            "must_march": [state.name(u) for u in first_turn.unmarched(state)],
        }

    def _first_turn_moves(
        self, unit: int, marches: dict[tuple[int, int, int, bool], list[dict[str, Any]]]
    ) -> dict[str, Any]:
        """The moves of a unit under 5.2; units of one stack that are alike march alike."""
        state = self.state
        ids = state.world.hex_ids
        if not first_turn.must_march(state, unit):
            steps = spill_steps(state, unit)
            return {"first_turn": "spill", "reach": [(ids[h], 0, "") for h in steps]}
        alike = (
            state.units[unit].place,
            movement.allowance(state, unit),
            state.counter(unit).move_class,
            state.is_leader(unit),
        )
        if alike not in marches:
            marches[alike] = [
                {"path": [ids[h] for h in way], "cost": cost}
                for way, cost in first_turn.march_ends(state, unit).values()
            ]
        return {"first_turn": "march", "reach": marches[alike]}

    def _reached(self) -> list[tuple[str, int, str]]:
        world = self.state.world
        return world.field.told(world.hex_ids, world.size)
