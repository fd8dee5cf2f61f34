"""Leaving the map: exits that score, exits that block an entry, and all others (MOV-8, CAL-17, CAL-18)."""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import Left, LeftToBlock, Moved
from campagna.games.kasserine.orders import Leave
from campagna.games.kasserine.rules import entries
from campagna.games.kasserine.rules.losses import eliminate
from campagna.games.kasserine.rules.movement import judge_way, refuse_mover
from campagna.games.kasserine.rules.path import points
from campagna.games.kasserine.rules.victory import exit_points, worth
from campagna.games.kasserine.rules.zones import zone
from campagna.games.kasserine.state import BLOCKING, EXITED, State
from campagna.games.kasserine.world import AXIS
from campagna.hexes.naming import hexes, own_unit


class LeavePlan(msgspec.Struct, frozen=True):
    unit: int
    path: tuple[int, ...]
    """From where it stands to the hex it leaves by."""
    cost: int


@rule("MOV-8")
def leaving_cost(state: State, hex_: int) -> int:
    """Half points: the road simply goes on; elsewhere it is one more hex (A29)."""
    chart = state.world.tables["movement"]
    by_road = hex_ in state.world.road_exits
    return int(chart["leave_by_road"] if by_road else chart["leave_elsewhere"])


@rule("MOV-8")
def judge_leave(state: State, order: Leave) -> Refusal | LeavePlan:
    unit = own_unit(state, order.unit, state.side, "MOV-8")
    if isinstance(unit, Refusal):
        return unit
    if state.place(unit) < 0:
        return Refusal("MOV-8", "not-on-map", {"unit": order.unit})
    refusal = refuse_mover(state, unit)
    if refusal is not None:
        return refusal
    way = [state.place(unit)]
    if order.path:
        path = hexes(state, order.path, "MOV-8")
        if isinstance(path, Refusal):
            return path
        way += path
    end = way[-1]
    facts: dict[str, Fact] = {
        "units": (order.unit,),
        "from": state.hex_name(end),
        "hex": state.hex_name(end),
    }
    if not state.world.edge[end]:
        return Refusal("MOV-8", "not-on-the-edge", facts)
    cost = judge_way(state, (unit,), way, full_first=False, extra=leaving_cost(state, end))
    if isinstance(cost, Refusal):
        return cost
    if len(way) > 1 and zone(state, 1 - state.side)[end]:
        return Refusal("ATT-2", "zone-stop", facts)
    return LeavePlan(unit, tuple(way), cost)


def effect(state: State, unit: int, hex_: int) -> str:
    """What comes of leaving the map by a hex."""
    if scores(state, unit, hex_):
        return "scores"
    return "blocks" if blocks(state, unit, hex_) else "eliminated"


@rule("VIC-1", "MOV-8")
def scores(state: State, unit: int, hex_: int) -> bool:
    """An Axis combat unit on a road to Tebessa or Le Kef, reconnaissance included."""
    return state.owner(unit) == AXIS and state.fights(unit) and hex_ in state.world.exits


@rule("CAL-17", "CAL-18", "MOV-8")
def blocks(state: State, unit: int, hex_: int) -> bool:
    """A combat unit other than reconnaissance on a road by which an enemy group is still due (A36)."""
    if not state.fights(unit) or state.world.recon[unit]:
        return False
    return bool(entries.still_due(state, hex_, 1 - state.owner(unit)))


@rule("MOV-8", "CAL-17", "CAL-18", "VIC-1")
def carry_out_leave(state: State, plan: LeavePlan, chance: Chance) -> list[Event]:
    """Both exceptions may hold at once (A26); whoever leaves otherwise is eliminated."""
    unit, end = plan.unit, plan.path[-1]
    events: list[Event] = []
    name, hex_ = state.name(unit), state.hex_name(end)
    if len(plan.path) > 1:
        way = state.hex_names(plan.path)
        said = points(plan.cost)
        events.append(Moved(rule="MOV-1", units=(name,), path=way, cost=plan.cost, points=said))
        state.put(unit, end)
    scoring, blocking = scores(state, unit, end), blocks(state, unit, end)
    if not scoring and not blocking:
        return [*events, eliminate(state, unit, "left", "MOV-8")]
    state.put(unit, EXITED if scoring else BLOCKING)
    if scoring:
        value, total = worth(state, unit), exit_points(state)
        events.append(Left(rule="VIC-1", unit=name, hex=hex_, points=value, total=total))
    if blocking:
        events.append(LeftToBlock(rule="CAL-18", unit=name, hex=hex_))
        events += entries.cancel(state, end, 1 - state.owner(unit))
    return events


LEAVE = Decision(Leave, "MOV-8", judge_leave, carry_out_leave)
