"""11.1 to 11.4 Movement: allowances, the stack, the minimum move, where a move may end."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from campagna.core.contract import Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.flags import ACTIVE, GONE, INTERDICTED, MOVED, NOWHERE, UNSUPPLIED
from campagna.games.lion_of_judah.orders import Move
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.general import control, stacking
from campagna.games.lion_of_judah.rules.general.names import own_units
from campagna.games.lion_of_judah.rules.movement.step_causes import refuse_step
from campagna.games.lion_of_judah.rules.movement.terrain_costs import (
    along_lines,
    beside_enemies,
    ground,
    may_be_dummies,
)
from campagna.games.lion_of_judah.rules.resources import fuel
from campagna.games.lion_of_judah.rules.resources.supply import in_supply_at, shortfall
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1935


class Leg(msgspec.Struct, frozen=True):
    """A stretch of the way after which some units stay behind."""

    way: tuple[int, ...]
    dropped: tuple[int, ...]
    cost: int
    """Half points from the start to the end of this stretch."""


class MovePlan(msgspec.Struct, frozen=True):
    units: tuple[int, ...]
    legs: tuple[Leg, ...]
    price: int
    """Fuel."""
    column: bool = False
    minimum: bool = False


# --- what a unit has --------------------------------------------------------------------------------


@rule("9.3-a", "10.1.5", "10.3.2-b", "10.3.4", "11.2-d", "A-42", "2.7")
def available(state: State, unit: int) -> int:
    """Half points of a unit in this segment, before any are spent."""
    u, counter = state.units[unit], state.world.counters[unit]
    plain = not u.flags & (UNSUPPLIED | INTERDICTED) and not state.world.burdened[unit]
    if plain and not state.trucks_under(unit):
        return 2 * counter.movement
    table = state.world.tables["movement"]
    points = counter.movement
    if state.world.guerrilla[unit]:
        points = effects_in_force.guerrilla_movement(state) or points
    if u.flags & UNSUPPLIED:
        points = (points + 1) // 2
    if u.flags & INTERDICTED:
        points += table["interdiction"]
    if counter.type == "truck":
        points -= max(0, u.most - 1) * table["extra_rp_cost"]
    points = max(points, 0)
    if counter.type != "hq" and state.trucks_under(unit):
        points += table["truck_bonus"]
    return int(2 * points)


def left(state: State, unit: int) -> int:
    """Half points not yet spent; nothing once its move is over."""
    u = state.units[unit]
    return 0 if u.flags & MOVED else max(0, available(state, unit) - u.spent)


@rule("12.10", "PB 13.6.7.3")
def bonus(state: State, units: Sequence[int], way: Sequence[int], *, column: bool) -> int:
    """Half points more for a whole move along lines: in column, or under the Iron Will (B7)."""
    points = state.world.tables["movement"]["column_bonus"] if column else 0
    if any(state.units[u].spent for u in units) or not effects_in_force.iron_will_bonus(state):
        return int(2 * points)
    wheels = all(
        state.counter(u).type == "mechanised_infantry" or state.trucks_under(u) for u in units
    )
    if wheels and state.own(units[0]) == ITALIAN and along_lines(state, way):
        points += effects_in_force.iron_will_bonus(state)
    return int(2 * points)


def points_facts(cost: int, points: int) -> dict[str, Fact]:
    """What a way costs and what there is, in movement points."""
    return {"cost": f"{cost / 2:g}", "points": f"{points / 2:g}"}


# --- the judge --------------------------------------------------------------------------------------


@rule("11.1-a", "11.2-a", "11.2-c", "11.2-d", "11.3-a", "11.3-b", "5.1-b")
def judge_move(state: State, order: Move) -> Refusal | MovePlan:
    units = own_units(state, order.units, state.side, "11.2-d")
    if isinstance(units, Refusal):
        return units
    way = read_path(state, order.path)
    if isinstance(way, Refusal):
        return way
    if not units or len(way) < 2:
        return Refusal("11.1-a", "no-move", {"units": order.units})
    refusal = refuse_movers(state, units, way[0])
    if refusal is not None:
        return refusal
    legs = _legs(state, order, units, way)
    if isinstance(legs, Refusal):
        return legs
    if order.column:
        refusal = refuse_column(state, units, way)
        if refusal is not None:
            return refusal
    return _price(state, units, way, legs, column=order.column)


def read_path(state: State, names: Sequence[str]) -> Refusal | tuple[int, ...]:
    index = state.world.hex_index
    for name in names:
        if name not in index:
            return Refusal("2.2-b", "unknown-hex", {"hex": name})
    return tuple([index[name] for name in names])


@rule("11.2-a", "11.3-a", "10.2.1-b", "10.3.2-b", "PB 13.6.2-b", "PB 13.6.2-c")
def refuse_movers(state: State, units: Sequence[int], start: int) -> Refusal | None:
    """Why these units cannot begin or go on with a move from this hex."""
    going_on = [u for u in units if u in state.moving]
    for unit in units:
        u = state.units[unit]
        facts: dict[str, Fact] = {"unit": state.name(unit), "hex": state.hex_name(start)}
        if u.place != start:
            return Refusal("11.3-a", "not-there", facts)
        if u.flags & MOVED:
            return Refusal("11.2-a", "moved-already", facts)
        if u.spent and unit not in state.moving:
            return Refusal("11.2-a", "moved-already", facts)
        if state.counter(unit).type == "hq":
            return Refusal("10.2.1-b", "hq-moves-alone", facts)
        if u.carrier != NOWHERE:
            return Refusal("10.3.2-b", "truck-under-unit", facts)
        if state.leader != NOWHERE and not u.flags & ACTIVE:
            return Refusal("PB 13.6.2-b", "not-activated", facts)
    if going_on and len(going_on) < len(units):
        return Refusal("11.3-a", "not-together", {"units": state.names(units)})
    return None


def _legs(
    state: State, order: Move, units: tuple[int, ...], way: tuple[int, ...]
) -> Refusal | tuple[Leg, ...]:
    """The way cut where units are dropped, with what each stretch costs."""
    drops = _drops(state, order, units, way)
    if isinstance(drops, Refusal):
        return drops
    legs: list[Leg] = []
    going, begin, cost = list(units), 0, 0
    for i in sorted({*drops.values(), len(way) - 1}):
        stretch = way[begin : i + 1]
        paid = _walk(state, going, stretch)
        if isinstance(paid, Refusal):
            return paid
        cost += paid
        dropped = tuple(u for u in going if drops.get(u, len(way) - 1) == i)
        going = [u for u in going if u not in dropped]
        legs.append(Leg(stretch, dropped, cost))
        begin = i
    return tuple(legs)


@rule("11.3-a")
def _drops(
    state: State, order: Move, units: tuple[int, ...], way: tuple[int, ...]
) -> Refusal | dict[int, int]:
    """Which unit stays behind at which step of the way; some unit must reach its end."""
    found: dict[int, int] = {}
    for name, hex_name in order.drops:
        unit = state.find(name)
        facts: dict[str, Fact] = {"unit": name, "hex": hex_name}
        if unit not in units or unit in found or hex_name not in order.path[1:-1]:
            return Refusal("11.3-a", "cannot-drop", facts)
        found[unit] = 1 + order.path[1:-1].index(hex_name)
    if len(found) == len(units):
        return Refusal("11.3-a", "cannot-drop", {"unit": order.units[0], "hex": order.path[-1]})
    return found


def _walk(state: State, units: Sequence[int], way: Sequence[int]) -> Refusal | int:
    g = ground(state, units)
    cost = state.world.field.walk(g.costs, g.closed, g.stop, way)
    return refuse_step(state, units, way, -cost, g) if cost < 0 else cost


@rule("11.2-b", "11.2-d", "11.3-b", "PB 14.6.1.1")
def _price(
    state: State,
    units: tuple[int, ...],
    way: tuple[int, ...],
    legs: tuple[Leg, ...],
    *,
    column: bool,
) -> Refusal | MovePlan:
    """Whether the points and the fuel suffice, and whether everybody may stay where he ends."""
    more = bonus(state, units, way, column=column)
    price = fuel_price(state, units)
    dear = not fuel.affordable(state, price)
    minimum = dear
    for leg in legs:
        for unit in leg.dropped:
            if leg.cost > left(state, unit) + more:
                minimum = True
    if minimum:
        refusal = refuse_minimum(state, units, way, legs[-1].cost)
        if refusal is not None:
            if dear:
                facts: dict[str, Fact] = {"unit": state.name(units[0]), "count": state.fuel}
                return Refusal("PB 14.6.1.1", "no-fuel", facts)
            return refusal
        price = 0
    after = trampled(state, units, way)
    for leg in legs:
        refusal = refuse_end(after, leg.dropped, leg.way[-1], units)
        if refusal is not None:
            return refusal
    if may_be_dummies(state, way[-1]) and state.own(units[0]) == ITALIAN:
        refusal = _refuse_waiting(state, units, legs, way)
        if refusal is not None:
            return refusal
    return MovePlan(units, legs, price, column, minimum)


@rule("11.6", "9.1-b")
def trampled(state: State, units: Sequence[int], way: Sequence[int]) -> State:
    """The state without the undefended enemies on the way: once entered they bar no line."""
    enemy = 1 - state.own(units[0])
    captured = [
        u
        for h in way
        if state.maps.held[enemy][h]
        and (not may_be_dummies(state, h) or _tries(state, units, way, h))
        for u in state.stack(h)
    ]
    if not captured:
        return state
    after = state.copy()
    for unit in captured:
        after.put(unit, GONE)
    return after


@rule("11.6", "PB 14.6.5")
def _tries(state: State, units: Sequence[int], way: Sequence[int], hex_: int) -> bool:
    """Whether a screened hex is the end of the way: who comes in has met dummies only."""
    mine = state.own(units[0]) == ITALIAN and state.options.fixed("screened-hex-tried")
    return mine and hex_ == way[-1]


def ends_well(state: State, units: Sequence[int], hex_: int) -> bool:
    """Whether units may end in a hex of undefended enemies."""
    return refuse_end(trampled(state, units, (hex_,)), units, hex_, units) is None


@rule("PB 14.6.5")
def _refuse_waiting(
    state: State, units: Sequence[int], legs: Sequence[Leg], way: Sequence[int]
) -> Refusal | None:
    """Units that try a screened hex may have to stop before it, so they must be able to."""
    for leg in legs[:-1]:
        refusal = refuse_end(state, leg.dropped, leg.way[-1], units)
        if refusal is not None:
            return refusal
    return None if len(way) == 2 else refuse_end(state, units, way[-2], units)


def fuel_price(state: State, units: Sequence[int]) -> int:
    """Fuel for those that have not paid for this segment yet."""
    return sum(fuel.move_price(state, u) for u in units if u not in state.fuel_spent)


@rule("11.2-b")
def refuse_minimum(
    state: State, units: Sequence[int], way: Sequence[int], cost: int
) -> Refusal | None:
    """One hex with all the points of the segment: only for units that have not moved."""
    slow = min(units, key=lambda u: left(state, u))
    facts: dict[str, Fact] = {"unit": state.name(slow), "hex": state.hex_name(way[-1])}
    facts |= points_facts(cost, left(state, slow))
    if len(way) != 2 or any(state.units[u].spent for u in units):
        return Refusal("11.2-d", "too-far", facts)
    if any(not available(state, u) for u in units):
        return Refusal("11.2-b", "no-points", facts)
    return None


@rule("8.1-a", "9.1-b", "9.2", "A-47", "A-22")
def refuse_end(
    state: State, units: Sequence[int], hex_: int, leaving: Collection[int]
) -> Refusal | None:
    """Why units that go with `leaving` may not end their move in a hex."""
    if not units:
        return None
    refusal = stacking.refuse_stack(state, state.own(units[0]), hex_, units)
    if refusal is not None:
        return refusal
    for unit in units:
        if not in_supply_at(state, unit, hex_, leaving):
            facts: dict[str, Fact] = {"unit": state.name(unit), "hex": state.hex_name(hex_)}
            facts |= shortfall(state, unit, hex_, leaving)
            return Refusal("9.1-b", "ends-unsupplied", facts)
    return None


@rule("PB 13.6.7.3", "2.3.4-b")
def refuse_column(state: State, units: Sequence[int], way: Sequence[int]) -> Refusal | None:
    """Column movement: Europeans, along friendly lines, never beside an enemy."""
    facts: dict[str, Fact] = {"unit": state.name(units[0])}
    europeans = all(state.counter(u).european and state.own(u) == ITALIAN for u in units)
    if state.part != S1935 or not europeans:
        return Refusal("PB 13.6.7.3", "not-european", facts)
    if any(state.units[u].spent for u in units):
        return Refusal("PB 13.6.7.3", "moved-already", facts)
    danger = beside_enemies(state, state.side)
    for h in way:
        if danger[h] or state.maps.held[1 - state.side][h]:
            return Refusal("PB 13.6.7.3", "enemy-near-column", {"hex": state.hex_name(h)})
        if not control.controlled(state, h, state.side):
            return Refusal("PB 13.6.7.3", "not-friendly-ground", {"hex": state.hex_name(h)})
    if not along_lines(state, way):
        return Refusal("PB 13.6.7.3", "off-the-lines", facts)
    return None
