"""What orders cost for certain, as forecasts tell it. The prices themselves stand in the chapters."""

from __future__ import annotations

from typing import Any

from campagna.core.contract import Fact, Note, Order
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah import (
    air,
    air_supply,
    airfields,
    fuel,
    orders,
    replacements,
    resources,
    trucks,
)
from campagna.games.lion_of_judah.agenda import Battle, Support
from campagna.games.lion_of_judah.flags import NOWHERE
from campagna.games.lion_of_judah.state import State


def notes(state: State, order: Order, plan: Any) -> tuple[Note, ...]:
    """The notes of an allowed order, given the plan its judge made."""
    match order:
        case orders.Move() | orders.MoveHq() | orders.ForcedMarch():
            return _fuel(state, plan.price)
        case orders.CommitAir():
            return _air_support(state, plan)
        case orders.CommitHq():
            return _support(state, plan)
        case orders.Bomb():
            marker, _, gas = plan
            return (*(_gas(state) if gas else ()), *_flight(state, (marker,)))
        case orders.Interdict():
            return _flight(state, (plan[0],))
        case orders.AirSupply():
            limit = state.world.tables["supply"]["air_supply"]["markers"]
            left = int(limit) - air_supply.supplying(state) - 1
            told = Note("air-supplies-left", {"left": left, "of": int(limit)})
            return (told, *_flight(state, (plan[0],)))
    return _administration(state, order, plan)


def _administration(state: State, order: Order, plan: Any) -> tuple[Note, ...]:
    match order:
        case orders.BuildRoad():
            _, _, box, points = plan
            return _points(state, box, points), Note("road-next-turn")
        case orders.Pay():
            _, box, steps = plan
            return (_points(state, box, steps * int(state.world.tables["rp_costs"]["step"])),)
        case orders.Rebuild():
            unit, box, _, steps = plan
            return (_points(state, box, replacements.rebuilding_cost(state, unit, steps)),)
        case orders.Recall():
            return (_carried(state, plan[0], 1),)
        case orders.Bribe():
            _, box, points = plan
            return (_points(state, box, points),)
        case orders.Load():
            _, box, count = plan
            return (_points(state, box, count),) if count > 0 else ()
        case orders.Motorise():
            return (_trucks(state, len(plan[1])),)
        case orders.ShiftTruck():
            return _shifted(state, plan[0], order.to)
    return ()


# --- resource points --------------------------------------------------------------------------------


def _points(state: State, box: int, points: int) -> Note:
    held, name = state.boxes[box], state.theatre.boxes[box].id
    return Note("costs-points", {"count": points, "box": name, "left": held - points})


def _carried(state: State, leader: int, points: int) -> Note:
    held = state.units[leader].load
    facts: dict[str, Fact] = {
        "count": points,
        "unit": state.name(leader),
        "left": held - points,
    }
    return Note("costs-carried", facts)


def _support(state: State, plan: tuple[Support, ...]) -> tuple[Note, ...]:
    """The points of each purse, and the columns that they buy."""
    if not plan:
        return (Note("no-support"),)
    boxes: dict[int, int] = {}
    for s in plan:
        if s.box != NOWHERE:
            boxes[s.box] = boxes.get(s.box, 0) + s.shifts
    own = [_carried(state, s.unit, s.shifts) for s in plan if s.box == NOWHERE]
    bought = Note("support-shifts", {"count": sum(s.shifts for s in plan)})
    return (bought, *(_points(state, box, n) for box, n in boxes.items()), *own)


# --- fuel ---------------------------------------------------------------------------------------------


@rule("PB 14.6.1.1")
def _fuel(state: State, price: int) -> tuple[Note, ...]:
    """Who counts his fuel is told what an order burns, and what is left of it."""
    if not price:
        return ()
    return (Note("costs-fuel", {"count": price, "left": state.fuel - price}),)


# --- aircraft ---------------------------------------------------------------------------------------


def _air_support(state: State, markers: tuple[int, ...]) -> tuple[Note, ...]:
    battle = state.agenda[-1]
    assert isinstance(battle, Battle)
    if not markers:
        ready = len(airfields.ready(state, air.committing_side(battle)))
        return (Note("no-aircraft", {"left": ready}),)
    return _flight(state, markers)


def _flight(state: State, markers: tuple[int, ...]) -> tuple[Note, ...]:
    """A marker flies once a turn, and may come home late; where fuel is rationed it burns some."""
    side = state.world.air[markers[0]].side
    left = len(airfields.ready(state, side)) - len(markers)
    used = Note("aircraft-used", {"count": len(markers), "left": left})
    return used, *_fuel(state, len(markers) * fuel.air_price(state, side))


def _gas(state: State) -> tuple[Note, ...]:
    """Gas halves the enemy, and the world counts it until the League has spoken."""
    track = state.theatre.scenario["bombing_track"]
    halved = Note("gas-halves")
    if track["closed_by"] in state.drawn:
        return (halved,)
    facts = {
        "count": int(track["gas"]),
        "track": state.bombing + int(track["gas"]),
        "free": int(track["free"]),
    }
    return halved, Note("gas-counts", facts, grave=True)


# --- trucks -----------------------------------------------------------------------------------------


def _trucks(state: State, used: int) -> Note:
    free = sum(trucks.is_free(state, u) for u in state.on_map(state.side))
    return Note("trucks-used", {"count": used, "left": free - used})


def _shifted(state: State, truck: int, to: str) -> tuple[Note, ...]:
    """Trucks in a box lengthen the way of its points, up to a number."""
    inside = state.box_of(truck)
    leaves = inside != NOWHERE
    box = inside if leaves else state.theatre.box_index[to]
    after = len(resources.trucks_in(state, box)) + (-1 if leaves else 1)
    counted = int(state.world.tables["rp_path"]["trucks_counted"])
    facts: dict[str, Fact] = {
        "box": state.theatre.boxes[box].id,
        "count": after,
        "most": counted,
    }
    return (Note("trucks-in-box", facts),)
