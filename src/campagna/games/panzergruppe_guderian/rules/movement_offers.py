"""What may be ordered in a movement phase, and a random order of it.

Offers are factorised: first the unit, then its destination. The kernels answer 'where can this
unit go?'; nothing here decides a rule that the judges of the chapters do not decide.
"""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.panzergruppe_guderian.orders import (
    CallFront,
    Done,
    Move,
    Overrun,
    RailMove,
)
from campagna.games.panzergruppe_guderian.rules import first_turn, movement, reinforcements
from campagna.games.panzergruppe_guderian.rules.destinations import (
    overrun_options,
    rail_reach,
    random_overrun,
    reach,
    special_move,
    spill_steps,
)
from campagna.games.panzergruppe_guderian.rules.sequence import refuse_end
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import NOWHERE, SOVIET_MOVE, WAITING, State
from campagna.games.panzergruppe_guderian.world import GERMAN

DONE = Done()
OFFERS_PER_UNIT = 32
"""What one movable unit weighs against the single offer to end the phase."""
OTHER_OFFERS = OFFERS_PER_UNIT // 4 + 1
"""The weight of overruns and calls to the front together, and of the end."""
ATTEMPTS = 8


class MovementOffers:
    """A movement phase: moves, rail moves, entries, overruns, the South-Western Front, the end."""

    def __init__(self, state: State) -> None:
        self.state = state

    def sample(self, chance: Chance) -> Order:
        """A movable unit weighs as many offers, the end of the phase as one."""
        state = self.state
        movers = movement.movers(state)
        units = len(movers) * OFFERS_PER_UNIT
        for _ in range(ATTEMPTS):
            k = chance.pick(units + OTHER_OFFERS, "seat")
            order: Order | None
            if k < units:
                order = _move(state, movers[k // OFFERS_PER_UNIT], chance)
            elif k > units:
                order = _special(state, chance)
            else:
                order = DONE if refuse_end(state) is None else None
            if order is not None:
                return order
            if not units:
                break
        return _last_resort(state, chance)

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

    def listing(self) -> dict[str, object]:
        """Movable units with [hex, cost in half points, previous hex] for each destination.

        A march of the first turn is listed whole: its path and cost.
        """
        state = self.state
        ids = state.world.hex_ids
        units: dict[str, object] = {}
        marches: dict[tuple[int, int, int, bool], list[dict[str, object]]] = {}
        for unit in movement.movers(state):
            u = state.units[unit]
            entry: dict[str, object] = {"left": movement.allowance(state, unit)}
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
        self, unit: int, marches: dict[tuple[int, int, int, bool], list[dict[str, object]]]
    ) -> dict[str, object]:
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


# --- a random order -----------------------------------------------------------------------------------


def _last_resort(state: State, chance: Chance) -> Order:
    owing = first_turn.unmarched(state)
    if not owing:
        return DONE
    way = first_turn.march_way(state, owing[0], chance)
    if way is None:
        raise AssertionError("a unit that must march has no march")
    return Move(state.names(owing[:1]), state.hexes(way))


def _move(state: State, unit: int, chance: Chance) -> Order | None:
    """A move of this unit, with the units beside it that can go as far; a train now and then."""
    if state.turn == 1 and special_move(state, unit):
        return _first_turn(state, unit, chance)
    place, world = state.units[unit].place, state.world
    soviet, enters = state.phase == SOVIET_MOVE, place < 0
    if soviet and (enters or place in world.rail_hexes):
        by_rail = _rail(state, unit, chance)
        if by_rail is not None:
            return by_rail
    count = reach(state, unit)
    first = 0 if enters else 1  # on the map its own hex comes first
    if count <= first:
        return None
    path, _ = world.field.way(first + chance.pick(count - first, "seat"))
    group: Sequence[int] = _waiting_with(state, unit) if enters else state.stack(place)
    if len(group) > 1:
        group = _company(state, unit, group, chance)
    cut = () if soviet or path[-1] not in world.rail_hexes else _cut(state, path[-1], chance)
    return Move(state.names(group), state.hexes(path[first:]), cut)


def _cut(state: State, end: int, chance: Chance) -> tuple[str, ...]:
    """Now and then a German cuts the rail where his move ends."""
    markers = state.world.tables["rail"]["cut_markers"]
    spare = len(state.cuts) < markers and end not in state.cuts
    return state.hexes([end]) if spare and chance.pick(3, "seat") == 0 else ()


def _rail(state: State, unit: int, chance: Chance) -> RailMove | None:
    if chance.pick(4, "seat"):
        return None
    count = rail_reach(state, unit)
    first = 1 if state.units[unit].place >= 0 else 0
    if count <= first:
        return None
    path, _ = state.world.field.way(first + chance.pick(count - first, "seat"))
    return RailMove(state.name(unit), state.hexes(path[first:]))


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


def _first_turn(state: State, unit: int, chance: Chance) -> Move | None:
    if first_turn.must_march(state, unit):
        way = first_turn.march_way(state, unit, chance)
        return None if way is None else Move((state.name(unit),), state.hexes(way))
    steps = spill_steps(state, unit)
    if not steps:
        return None
    end = steps[chance.pick(len(steps), "seat")]
    return Move((state.name(unit),), (state.world.hex_ids[end],))


def _special(state: State, chance: Chance) -> Order | None:
    """An overrun if one is possible, else a call to the South-Western Front."""
    option = random_overrun(state, chance)
    if option is not None:
        group, target = option
        return Overrun(state.names(group), state.world.hex_ids[target])
    front = reinforcements.front_left(state)
    if front and chance.pick(8, "seat") == 0:
        return CallFront(1 + chance.pick(front, "seat"))
    return None
