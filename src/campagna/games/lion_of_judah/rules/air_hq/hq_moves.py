"""10.2.1 Headquarters on the move: one hex, along the lines, or carried by trucks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Refusal
from campagna.core.decision import Decision
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.field_events import HqMoved
from campagna.games.lion_of_judah.flags import AIRLIFTED, LIFTED, M_SIDE, MOVED, NOWHERE, UNSUPPLIED
from campagna.games.lion_of_judah.orders import MoveHq
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.general.choices import Kinds
from campagna.games.lion_of_judah.rules.general.forecast import priced
from campagna.games.lion_of_judah.rules.general.names import own_unit, own_units
from campagna.games.lion_of_judah.rules.movement import destinations, movement
from campagna.games.lion_of_judah.rules.movement.terrain_costs import Ground, along_lines, ground
from campagna.games.lion_of_judah.rules.resources import fuel
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
    facts = {"unit": state.name(truck)}
    if state.counter(truck).type != "truck" or u.place < 0:
        return Refusal("10.2.1-a", "not-a-truck", facts)
    if state.counter(truck).nationality != state.counter(hq).nationality:
        return Refusal("10.3-a", "other-nationality", facts)
    if u.carrier != NOWHERE or u.load or u.spent or u.flags & (MOVED | LIFTED):
        return Refusal("10.3-a", "truck-not-free", facts)
    if state.world.board.grid.distance(u.place, state.units[hq].place) > 1:
        return Refusal("10.2.1-a", "truck-too-far", facts)
    return None


def _judge_way(
    state: State, hq: int, way: tuple[int, ...], trucks: tuple[int, ...]
) -> Refusal | HqPlan:
    """One hex is free; more needs the lines or trucks, points and fuel."""
    open_ = ground(state, [hq])
    cost = state.world.field.walk(open_.costs, open_.closed, open_.stop, way)
    facts: dict[str, Fact] = {"unit": state.name(hq), "hex": state.hex_name(way[-1])}
    if cost < 0:
        return Refusal("11.2-c", "no-way", facts)
    price = 0
    if len(way) > 2 or trucks:
        if not trucks and not along_lines(state, way):
            return Refusal("10.2.1-b", "hq-one-hex", facts)
        if cost > allowance(state, hq, trucks):
            return Refusal("10.2.1-b", "too-far", facts)
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
    """Trucks whose supply must be looked at apart: from another hex, or with an HQ fed by air."""
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
    return [*events, moved]


# --- offers -----------------------------------------------------------------------------------------


def movers(state: State) -> list[int]:
    """HQs of the acting side that may still move."""
    return [u for u in state.on_map(state.side) if refuse_hq(state, u) is None]


def options(state: State) -> Kinds:
    return {"move-hq": lambda: [o for hq in movers(state) for o in moves(state, hq)]}


def moves(state: State, hq: int) -> list[MoveHq]:
    """Alone and with each number of the trucks near by, the cheapest way to every hex."""
    found = _reach(state, hq, ())
    trucks = trucks_near(state, hq)
    for n in range(1, min(len(trucks), 3) + 1):
        found += _reach(state, hq, tuple(trucks[:n]))
    return found


def sample(state: State, chance: Chance) -> MoveHq | None:
    """The move of an HQ at random: first the HQ, then how many trucks, then the hex."""
    able = movers(state)
    if not able:
        return None
    hq = able[chance.pick(len(able), "seat")]
    trucks = trucks_near(state, hq)
    n = chance.pick(min(len(trucks), 3) + 1, "seat")
    found = _reach(state, hq, tuple(trucks[:n]))
    return found[chance.pick(len(found), "seat")] if found else None


def trucks_near(state: State, hq: int) -> list[int]:
    """Trucks that can carry an HQ, in the order of the hexes around it."""
    near = [u for h in state.world.around(state.units[hq].place, 1) for u in state.stack(h)]
    mine = [u for u in near if state.own(u) == state.side]
    return [u for u in mine if refuse_truck(state, hq, u) is None]


def _reach(state: State, hq: int, trucks: tuple[int, ...]) -> list[MoveHq]:
    """Hexes an HQ can go to: neighbours for nothing, the rest along lines or by truck."""
    ways = _ways_by_factor(state, hq, trucks)
    if not trucks:
        place = state.units[hq].place
        open_ = ground(state, [hq])
        for d, there in enumerate(_neighbours(state, place)):
            side = place * DIRECTIONS + d
            if there >= 0 and open_.costs[side] != BARRED and not open_.closed[there]:
                ways[there] = (place, there)
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


def _neighbours(state: State, place: int) -> Sequence[int]:
    return state.world.board.grid.neighbours[place * DIRECTIONS : (place + 1) * DIRECTIONS]


def _ways_by_factor(state: State, hq: int, trucks: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """The cheapest ways of an HQ that uses its factor, if there is fuel for it."""
    if not fuel.affordable(state, fuel.move_price(state, hq)):
        return {}
    open_, place, field = ground(state, [hq]), state.units[hq].place, state.world.field
    costs = open_.costs if trucks else _along_lines(state, open_)
    points = min(allowance(state, hq, trucks), MAX_BUDGET)
    field.reach(costs, open_.closed, open_.stop, place, points)
    return {h: tuple(field.path(h)) for h in field.hexes() if h != place}


def _along_lines(state: State, open_: Ground) -> bytes:
    """The chart of an HQ that must follow roads, railways and tracks."""
    known: bytes | None = state.maps.ground.get("hq-lines")
    if known is None:
        lines = state.theatre.net(state.roads).any
        known = bytes(c if on else BARRED for c, on in zip(open_.costs, lines, strict=True))
        state.maps.ground["hq-lines"] = known
    return known


def forecast_move_hq(state: State, plan: HqPlan) -> Forecast:
    return priced("10.2.1-a", fuel_notes(state, plan.price))


MOVE_HQ = Decision(MoveHq, "10.2.1-a", judge_move_hq, carry_out_move_hq, forecast_move_hq)
