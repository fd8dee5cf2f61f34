"""10.2.1 Headquarters on the move: one hex, along the lines, or carried by trucks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Note, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Group, Offer, Reach, Some
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.field_events import HqMoved
from campagna.games.lion_of_judah.flags import AIRLIFTED, LIFTED, M_SIDE, MOVED, NOWHERE, UNSUPPLIED
from campagna.games.lion_of_judah.orders import MoveHq
from campagna.games.lion_of_judah.rules.air_hq.hq_support import SUPPORT_REACH
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.general.forecast import priced
from campagna.games.lion_of_judah.rules.general.names import own_unit, own_units
from campagna.games.lion_of_judah.rules.movement import destinations, movement
from campagna.games.lion_of_judah.rules.movement.step_causes import refuse_step
from campagna.games.lion_of_judah.rules.movement.terrain_costs import (
    along_lines,
    costs_along_lines,
    ground,
)
from campagna.games.lion_of_judah.rules.resources import fuel, roads
from campagna.games.lion_of_judah.rules.resources.prices import fuel_notes
from campagna.games.lion_of_judah.state import State
from campagna.hexes.grid import DIRECTIONS
from campagna.hexes.kernels import BARRED, MAX_BUDGET


class HqPlan(msgspec.Struct, frozen=True):
    hq: int
    way: tuple[int, ...]
    trucks: tuple[int, ...]
    price: int
    """Fuel."""


@rule("10.2.1-b", "10.2.1-c", "10.3.3", "A-42")
def allowance(state: State, hq: int, trucks: Sequence[int]) -> int:
    """Half points of an HQ that uses its factor."""
    table = state.world.tables["movement"]
    points = movement.available(state, hq)
    points += 2 * max(0, len(trucks) - 1) * table["extra_truck_bonus"]
    if state.own(hq) == ITALIAN and not state.has(hq, UNSUPPLIED):
        points += 2 * effects_in_force.hq_bonus(state)
    return int(points)


@rule("10.2.1-a", "10.2.1-b", "10.2.1-c", "10.3.3", "A-18")
def judge_move_hq(state: State, order: MoveHq) -> Refusal | HqPlan:
    hq = own_unit(state, order.hq, state.side, "10.2.1-a")
    if isinstance(hq, Refusal):
        return hq
    trucks = own_units(state, order.trucks, state.side, "10.2.1-a")
    if isinstance(trucks, Refusal):
        return trucks
    way = movement.read_path(state, order.path)
    if isinstance(way, Refusal):
        return way
    refusal = refuse_hq(state, hq)
    if refusal is not None:
        return refusal
    if len(way) < 2 or way[0] != state.units[hq].place:
        facts = {"unit": order.hq, "hex": order.path[0] if order.path else ""}
        return Refusal("10.2.1-a", "not-there", facts)
    for truck in trucks:
        refusal = refuse_truck(state, hq, truck)
        if refusal is not None:
            return refusal
    return _judge_way(state, hq, way, trucks)


def refuse_hq(state: State, hq: int) -> Refusal | None:
    facts = {"unit": state.name(hq)}
    if state.counter(hq).type != "hq" or state.units[hq].place < 0:
        return Refusal("10.2.1-a", "not-an-hq", facts)
    if state.has(hq, MOVED):
        return Refusal("11.2-a", "moved-already", facts)
    return None


@rule("10.2.1-a", "10.3-a", "10.3.3", "A-48")
def refuse_truck(state: State, hq: int, truck: int) -> Refusal | None:
    """Why a truck cannot carry an HQ: it must be free, near, unmoved and of its nation."""
    u = state.units[truck]
    facts: dict[str, Fact] = {"unit": state.name(truck)}
    if state.counter(truck).type != "truck" or u.place < 0:
        return Refusal("10.2.1-a", "not-a-truck", facts)
    if state.counter(truck).nationality != state.counter(hq).nationality:
        return Refusal("10.3-a", "other-nationality", facts)
    if u.carrier != NOWHERE or u.load or u.spent or u.flags & (MOVED | LIFTED):
        return Refusal("10.3-a", "truck-not-free", facts)
    distance = state.world.board.grid.distance(u.place, state.units[hq].place)
    if distance > 1:
        return Refusal("10.2.1-a", "truck-too-far", {**facts, "distance": distance})
    return None


def _judge_way(
    state: State, hq: int, way: tuple[int, ...], trucks: tuple[int, ...]
) -> Refusal | HqPlan:
    """One hex is free; more needs the lines or trucks, points and fuel."""
    open_ = ground(state, [hq])
    cost = state.world.field.walk(open_.costs, open_.closed, open_.stop, way)
    if cost < 0:
        return refuse_step(state, (hq,), way, -cost, open_)
    facts: dict[str, Fact] = {"unit": state.name(hq), "hex": state.hex_name(way[-1])}
    price = 0
    if len(way) > 2 or trucks:
        if not trucks and not along_lines(state, way):
            return Refusal("10.2.1-b", "hq-one-hex", facts)
        if cost > allowance(state, hq, trucks):
            points = movement.points_facts(cost, allowance(state, hq, trucks))
            return Refusal("10.2.1-b", "too-far", {**facts, **points})
        price = fuel.move_price(state, hq)
        if not fuel.affordable(state, price):
            return Refusal("PB 14.6.1.1", "no-fuel", {**facts, "count": state.fuel})
    refusal = _refuse_end(state, hq, trucks, way[-1])
    return HqPlan(hq, way, trucks, price) if refusal is None else refusal


def _refuse_end(state: State, hq: int, trucks: Sequence[int], hex_: int) -> Refusal | None:
    """Why an HQ may not end here; trucks from its own hex share its lines of supply."""
    group = (hq, *trucks)
    refusal = movement.refuse_end(state, (hq,), hex_, group)
    if refusal is not None:
        return refusal
    return movement.refuse_end(state, _own_lines(state, hq, trucks), hex_, group)


def _own_lines(state: State, hq: int, trucks: Sequence[int]) -> list[int]:
    """Trucks whose supply must be looked at apart: from another hex, or with an HQ supplied by air."""
    by_air, place = state.has(hq, AIRLIFTED), state.units[hq].place
    return [t for t in trucks if by_air or state.units[t].place != place]


@rule("10.2.1-a", "2.3-c", "10.2-a", "PB 14.6.1.1")
def carry_out_move_hq(state: State, plan: HqPlan, chance: Chance) -> list[Event]:
    """The HQ turns to its movement side; the trucks go under it and move no more."""
    events = fuel.pay(state, plan.price)
    state.put(plan.hq, plan.way[-1])
    state.flag(plan.hq, M_SIDE | MOVED)
    for truck in plan.trucks:
        state.put(truck, plan.way[-1], carrier=plan.hq)
        state.flag(truck, MOVED | LIFTED)
    state.moving = []
    path = tuple(state.hex_name(h) for h in plan.way)
    names = state.names(plan.trucks)
    moved = HqMoved(rule="10.2.1-a", hq=state.name(plan.hq), path=path, trucks=names)
    events.append(moved)
    for h in plan.way[1:]:
        events += roads.passed_by(state, h, state.side)
    return events


# --- offers -----------------------------------------------------------------------------------------


def movers(state: State) -> list[int]:
    """HQs of the acting side that may still move."""
    return [u for u in state.on_map(state.side) if refuse_hq(state, u) is None]


def moves(state: State, hq: int) -> list[MoveHq]:
    """Alone and with each number of the trucks near by, the cheapest way to every hex."""
    found = moves_with(state, hq, ())
    trucks = trucks_near(state, hq)
    for n in range(1, min(len(trucks), 3) + 1):
        found += moves_with(state, hq, tuple(trucks[:n]))
    return found


def trucks_near(state: State, hq: int) -> list[int]:
    """Trucks that can carry an HQ, in the order of the hexes around it."""
    near = [u for h in state.world.around(state.units[hq].place, 1) for u in state.stack(h)]
    mine = [u for u in near if state.own(u) == state.side]
    return [u for u in mine if refuse_truck(state, hq, u) is None]


def moves_with(state: State, hq: int, trucks: tuple[int, ...]) -> list[MoveHq]:
    """Hexes an HQ can go to: neighbours for nothing, the rest along lines or by truck."""
    ways: dict[int, tuple[int, ...]] = {}
    if _reach_by_factor(state, hq, trucks):
        field, place = state.world.field, state.units[hq].place
        ways = {h: tuple(field.path(h)) for h in field.hexes() if h != place}
    if not trucks:
        ways |= {h: (state.units[hq].place, h) for h in _free_steps(state, hq)}
    ids, name, names = state.world.hex_ids, state.name(hq), state.names(trucks)
    fit = _ends(state, hq, trucks, ways)
    return [
        MoveHq(name, tuple([ids[h] for h in way]), names)
        for end, way in sorted(ways.items())
        if fit >> 8 * end & 1
    ]


@rule("8.2-c", "9.1-b")
def _ends(state: State, hq: int, trucks: Sequence[int], hexes: Iterable[int]) -> int:
    """Which of these hexes an HQ may end in, as bits, one byte per hex: one HQ stands in a hex."""
    taken = {state.units[u].place for u in state.on_map(state.side) if state.world.is_hq[u]}
    mask = sum(1 << 8 * h for h in hexes if h not in taken)
    group = (hq, *trucks)
    for unit in (hq, *_own_lines(state, hq, trucks)):
        mask = destinations.supplied(state, unit, group, mask)
    return mask


@rule("10.2.1-a")
def _free_steps(state: State, hq: int) -> dict[int, int]:
    """The hexes beside an HQ that it may enter, with what they would cost."""
    open_, place = ground(state, [hq]), state.units[hq].place
    neighbours = state.world.board.grid.neighbours
    found = {}
    for side in range(place * DIRECTIONS, (place + 1) * DIRECTIONS):
        there = neighbours[side]
        if there >= 0 and open_.costs[side] != BARRED and not open_.closed[there]:
            found[there] = open_.costs[side]
    return found


def _reach_by_factor(state: State, hq: int, trucks: Sequence[int]) -> bool:
    """Spread the reach of an HQ that uses its factor, if there is fuel for it."""
    if not fuel.affordable(state, fuel.move_price(state, hq)):
        return False
    open_, place = ground(state, [hq]), state.units[hq].place
    costs = open_.costs if trucks else costs_along_lines(state, open_.costs)
    points = min(allowance(state, hq, trucks), MAX_BUDGET)
    state.world.field.reach(costs, open_.closed, open_.stop, place, points)
    return True


def forecast_move_hq(state: State, plan: HqPlan) -> Forecast:
    return priced("10.2.1-a", [Note("hq-moved-no-support"), *fuel_notes(state, plan.price)])


def offer_move_hq(state: State) -> tuple[Offer, ...]:
    """All HQs alone, then each with every number of trucks: they lengthen the way."""
    able = movers(state)
    alone = [group for hq in able if (group := _group(state, hq, ())) is not None]
    found: list[Offer] = []
    if alone:
        found.append(Reach("move-hq", tuple(alone), unit="hq", together=False, from_origin=True))
    for hq in able:
        place = state.units[hq].place
        trucks = sorted(trucks_near(state, hq), key=lambda t: state.units[t].place != place)
        for n in range(1, len(trucks) + 1):
            group = _group(state, hq, trucks[:n])
            if group is not None:
                found.append(_carried(state, group, trucks, n))
    return tuple(found)


def _carried(state: State, group: Group, trucks: Sequence[int], count: int) -> Offer:
    """The reach with so many trucks, those of its own hex first: others may end in fewer hexes."""
    chosen = Some("trucks", state.names(trucks), least=count, most=count)
    return Reach(
        "move-hq",
        (group,),
        unit="hq",
        together=False,
        from_origin=True,
        exact=False,
        extras=(chosen,),
    )


def _group(state: State, hq: int, trucks: Sequence[int]) -> Group | None:
    """An HQ with its reach; None if it can end nowhere."""
    field, ids, place = state.world.field, state.world.hex_ids, state.units[hq].place
    steps: list[tuple[str, int, str]] = []
    hexes: list[int] = []
    if _reach_by_factor(state, hq, trucks):
        steps, hexes = field.as_rows(ids, field.size)[1:], field.hexes()[1:]
    if not trucks:
        beside = {h: c for h, c in _free_steps(state, hq).items() if h not in hexes}
        steps += [(ids[h], cost, ids[place]) for h, cost in beside.items()]
        hexes += beside
    fit = _ends(state, hq, trucks, hexes)
    ends = tuple([ids[h] for h in hexes if fit >> 8 * h & 1])
    if not ends:
        return None
    left = allowance(state, hq, trucks)
    return Group(
        (state.name(hq),), ids[place], tuple(steps), left=left, ends=ends, serves=SUPPORT_REACH
    )


MOVE_HQ = Decision(
    MoveHq,
    "10.2.1-a",
    judge_move_hq,
    carry_out_move_hq,
    forecast_move_hq,
    offer=offer_move_hq,
)
