"""What the deciding side may order now: movement phases, markers and set-up.

Offers are factorised: first the unit, then its destination. The kernels answer 'where can this
unit go?'; nothing here decides a rule that the judges of the chapters do not decide.
"""

from __future__ import annotations

from typing import Any

from campagna.core.chance import Chance
from campagna.core.contract import Order, Refusal
from campagna.games.panzergruppe_guderian import (
    first_turn,
    movement,
    rail,
    reinforcements,
)
from campagna.games.panzergruppe_guderian.movement import MovePlan
from campagna.games.panzergruppe_guderian.orders import (
    CallFront,
    Done,
    Move,
    Overrun,
    RailMove,
)
from campagna.games.panzergruppe_guderian.overrun import OverrunPlan
from campagna.games.panzergruppe_guderian.rail import RailPlan
from campagna.games.panzergruppe_guderian.sequence import refuse_end
from campagna.games.panzergruppe_guderian.state import (
    NOWHERE,
    SOVIET_MOVE,
    WAITING,
    State,
)
from campagna.games.panzergruppe_guderian.targets import overrun_options, random_overrun
from campagna.games.panzergruppe_guderian.world import GERMAN
from campagna.games.panzergruppe_guderian.zones import zone
from campagna.hexes.kernels import Buffer

DONE = Done()
OFFERS_PER_UNIT = 32
"""What one movable unit weighs against the single offer to end the phase."""


# --- where a unit can go ----------------------------------------------------------------------------


def reach(state: State, unit: int) -> int:
    """Fill the kernel's buffer with the destinations of a unit; returns how many there are.

    For a unit on the map its own hex comes first; a waiting unit starts from its entry hexes.
    """
    world = state.world
    field = world.field
    ground = movement.footing(state)
    u = state.units[unit]
    table = ground.costs[world.move_classes[u.counter]]
    closed: Buffer = ground.closed
    if unit < world.leader_count:
        closed = movement.leader_ground(state)
    budget = movement.allowance(state, unit)
    if u.place >= 0:
        return field.reach(table, closed, ground.stop, u.place, budget)
    field.clear()
    for h, cost in movement.entry_costs(state, unit, reinforcements.entry_hexes(state, unit)):
        if not closed[h] and cost <= budget:
            field.seed(h, cost, False)
    return field.spread(table, closed, ground.stop, budget)


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


Choice = MovePlan | RailPlan | OverrunPlan
"""Plans that come from the kernels and the options of this side: legal without a second look."""


def order_of(state: State, plan: Choice) -> Order:
    """The order that means this plan."""
    ids = state.world.hex_ids
    if isinstance(plan, OverrunPlan):
        return Overrun(state.names(plan.units), ids[plan.target])
    path = tuple([ids[h] for h in (plan.path if plan.enters else plan.path[1:])])
    if isinstance(plan, RailPlan):
        return RailMove(state.name(plan.unit), path)
    return Move(state.names(plan.units), path, tuple([ids[h] for h in plan.cut]))


def special_move(state: State, unit: int) -> bool:
    """Units under the rules of the first turn, whose moves are not a plain reach."""
    return first_turn.must_march(state, unit) or first_turn.is_frozen(state, unit)


class MovementOffers:
    """A movement phase: moves, rail moves, entries, overruns, the South-Western Front, the end."""

    def __init__(self, state: State) -> None:
        self.state = state

    def sample(self, chance: Chance) -> Order:
        """A movable unit weighs as many offers, the end of the phase as one."""
        choice = self.choose(chance)
        return choice if isinstance(choice, Order) else order_of(self.state, choice)

    # The random seat asks this thousands of times a game: it looks at one unit only.
    def choose(self, chance: Chance) -> Choice | Order:
        """A move or an overrun, worked out, or another order."""
        movers = movement.movers(self.state)
        units = len(movers) * OFFERS_PER_UNIT
        for _ in range(8):
            k = chance.pick(units + OFFERS_PER_UNIT // 4 + 1, "seat")
            choice: Choice | Order | None
            if k < units:
                choice = self._choose_move(movers[k // OFFERS_PER_UNIT], chance)
            elif k > units:
                choice = self._choose_special(chance)
            else:
                choice = DONE if refuse_end(self.state) is None else None
            if choice is not None:
                return choice
            if not units:
                break
        return self._last_resort(chance)

    def _last_resort(self, chance: Chance) -> MovePlan | Order:
        owing = first_turn.unmarched(self.state)
        if not owing:
            return DONE
        way = first_turn.march_way(self.state, owing[0], chance)
        if way is None:
            raise AssertionError("a unit that must march has no march")
        return self._march(owing[0], way)

    def _choose_move(self, unit: int, chance: Chance) -> MovePlan | RailPlan | Order | None:
        state = self.state
        if state.turn == 1 and special_move(state, unit):
            return self._choose_first_turn(unit, chance)
        world, place = state.world, state.units[unit].place
        on_rail = place < 0 or place in world.rail_hexes
        if on_rail and state.phase == SOVIET_MOVE:
            by_rail = self._choose_rail(unit, chance)
            if by_rail is not None:
                return by_rail
        first = 1 if place >= 0 else 0
        count = reach(state, unit)
        if count <= first:
            return None
        field = world.field
        end = field.at(first + chance.pick(count - first, "seat"))
        path, cost = field.path(end), field.cost(end)
        beside = state.maps.stacks[place] if first else self._waiting_with(unit)
        units = [unit] if len(beside) == 1 else self._company(unit, beside, chance)
        cut: list[int] = []
        if end in world.rail_hexes and state.phase != SOVIET_MOVE:
            spare = len(state.cuts) < 6 and end not in state.cuts
            cut = [end] if spare and chance.pick(3, "seat") == 0 else []
        return MovePlan(units, path, [cost] * len(units), not first, cut, [])

    def _choose_rail(self, unit: int, chance: Chance) -> RailPlan | None:
        state = self.state
        count = rail_reach(state, unit) if chance.pick(4, "seat") == 0 else 0
        first = 1 if state.units[unit].place >= 0 else 0
        if count <= first:
            return None
        field = state.world.field
        end = field.at(first + chance.pick(count - first, "seat"))
        load = rail.load(state, unit) if first else 0
        return RailPlan(unit, field.path(end), field.cost(end), load, not first)

    def _company(self, unit: int, beside: tuple[int, ...], chance: Chance) -> list[int]:
        """Mostly those of the units beside it that can go exactly as far, up to a full stack."""
        state = self.state
        if unit == state.provisional or chance.pick(16, "seat") == 0:
            return [unit]
        units, classes = state.units, state.world.move_classes
        left, move_class = movement.allowance(state, unit), classes[units[unit].counter]
        movers = movement.movers(state)
        alike = [
            x
            for x in beside
            if classes[units[x].counter] == move_class
            and movement.allowance(state, x) == left
            and x in movers
        ][:3]
        return alike if unit in alike else [unit]

    def _waiting_with(self, unit: int) -> tuple[int, ...]:
        """The next units before the same entry: the regiments of a division stand side by side."""
        units = self.state.units
        entry = units[unit].entry
        near = range(max(0, unit - 2), min(len(units), unit + 3))
        waiting = [
            x
            for x in near
            if units[x].entry == entry and units[x].place == WAITING and x != self.state.provisional
        ]
        division = self.state.counter(unit).division
        same = [x for x in waiting if self.state.counter(x).division == division]
        return tuple(same)

    def _choose_first_turn(self, unit: int, chance: Chance) -> MovePlan | Order | None:
        state = self.state
        if first_turn.must_march(state, unit):
            way = first_turn.march_way(state, unit, chance)
            return None if way is None else self._march(unit, way)
        steps = self._spill_steps(unit)
        return self._move(unit, [steps[chance.pick(len(steps), "seat")]]) if steps else None

    def _march(self, unit: int, way: list[int]) -> MovePlan:
        """The plan of a march, whose steps were tested one by one."""
        state = self.state
        u, nothing = state.units[unit], state.world.nothing
        table = movement.footing(state).costs[state.world.move_classes[u.counter]]
        path = [u.place, *way]
        cost = state.world.field.walk(table, nothing, nothing, path)
        return MovePlan([unit], path, [cost], False, [], [])

    def _spill_steps(self, unit: int) -> list[int]:
        """Where a unit of a frozen army may step from an overstacked hex."""
        state = self.state
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

    def _move(self, unit: int, way: list[int]) -> Move:
        ids = self.state.world.hex_ids
        return Move((self.state.name(unit),), tuple(ids[h] for h in way))

    def _choose_special(self, chance: Chance) -> OverrunPlan | Order | None:
        """An overrun if one is possible, else a call to the South-Western Front."""
        state = self.state
        option = random_overrun(state, chance)
        if option is not None:
            group, target = option
            return OverrunPlan(group, target, [], [])
        front = reinforcements.front_left(state)
        if front and chance.pick(8, "seat") == 0:
            return CallFront(1 + chance.pick(front, "seat"))
        return None

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
            steps = self._spill_steps(unit)
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
        field = self.state.world.field
        ids = self.state.world.hex_ids
        return [
            (ids[h], field.cost(h), ids[p] if (p := field.previous(h)) >= 0 else "")
            for h in field.hexes()
        ]
