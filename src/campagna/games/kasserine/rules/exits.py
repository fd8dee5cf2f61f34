"""Leaving the map: exits that score, exits that block an entry, and all others (MOV-8, CAL-17, CAL-18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Group, Offer, Reach
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import Left, LeftToBlock, Moved
from campagna.games.kasserine.orders import Leave
from campagna.games.kasserine.rules import entries
from campagna.games.kasserine.rules.line_facts import explained
from campagna.games.kasserine.rules.losses import eliminate
from campagna.games.kasserine.rules.movement import Party, judge_way, parties, refuse_mover
from campagna.games.kasserine.rules.path import Terms, points
from campagna.games.kasserine.rules.victory import exit_points, worth
from campagna.games.kasserine.rules.zones import zone
from campagna.games.kasserine.state import BLOCKING, EXITED, State
from campagna.games.kasserine.world import AXIS
from campagna.hexes.naming import hexes, own_unit

ELIMINATED = "eliminated"
"""What comes of leaving by a hex where nobody scores or blocks."""


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
        return entries.refuse_absent(state, unit, "MOV-8")
    refusal = refuse_mover(state, unit)
    if refusal is not None:
        return explained(state, unit, refusal)
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
    return "blocks" if blocks(state, unit, hex_) else ELIMINATED


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


# --- what is offered ----------------------------------------------------------------------------------


def ways_out(
    state: State, unit: int, limits: Terms, edges: Mapping[int, int]
) -> list[tuple[int, str, int]]:
    """Every hex by which a piece on the map can leave it, with what comes of it and the cost.

    `edges`: the hexes at the edge that it reaches, with their cost.
    """
    here = state.place(unit)
    if here < 0:
        return []
    ways = []
    for h, spent in edges.items():
        if limits.stop[h] and h != here:
            continue
        cost = spent + leaving_cost(state, h)
        if cost <= limits.budget:
            ways.append((h, effect(state, unit, h), cost))
    return ways


def offer_exits(state: State) -> tuple[Offer, ...]:
    """The edge in reach of every piece; whoever neither scores nor blocks there is lost."""
    groups: list[Group] = []
    circles: list[Group] = []
    for party in parties(state):
        edges = party.found.edges
        if party.enters or not edges:
            continue
        alike: dict[tuple[tuple[int, str, int], ...], list[int]] = {}
        for unit in party.units:
            ways = ways_out(state, unit, party.limits, edges)
            if ways:
                alike.setdefault(tuple(ways), []).append(unit)
        for ways_, units in alike.items():
            groups.append(_group(state, units, party, ways_))
            circles += _circles(state, units, party)
    offers = (
        Reach("leave", tuple(groups), unit="unit", together=False),
        Reach("leave", tuple(circles), unit="unit", together=False, tone="decline"),
    )
    return tuple(offer for offer in offers if offer.groups)


def _group(
    state: State, units: Sequence[int], party: Party, ways: Sequence[tuple[int, str, int]]
) -> Group:
    """The steps on the ways out; the cost of an end is that of leaving by it."""
    origin = state.hex_name(party.origin)
    effects = {state.hex_name(h): word for h, word, _ in ways}
    costs = {state.hex_name(h): cost for h, _, cost in ways}
    steps = [
        (name, costs.get(name, cost), before)
        for name, cost, before in party.found.ways(effects.keys())
    ]
    return Group(
        state.names(units),
        origin,
        tuple(sorted(steps, key=lambda step: step[1])),
        party.limits.budget,
        tuple(name for name in effects if name != origin),
        stay=origin in effects,
        effects=effects,
        grave=tuple(name for name, word in effects.items() if word == ELIMINATED),
    )


def _circles(state: State, units: Sequence[int], party: Party) -> Iterator[Group]:
    """To go out and back before leaving by one's own hex is a way too."""
    here, limits, circle = party.origin, party.limits, party.found.circle
    if not circle or not state.world.edge[here] or limits.stop[here]:
        return
    name, spent, before = circle[-1]
    cost = spent + leaving_cost(state, here)
    if cost > limits.budget:
        return
    word = effect(state, units[0], here)
    grave = (name,) if word == ELIMINATED else ()
    steps = (*circle[:-1], (name, cost, before))
    names = state.names(units)
    yield Group(names, "", steps, limits.budget, (name,), effects={name: word}, grave=grave)


LEAVE = Decision(Leave, "MOV-8", judge_leave, carry_out_leave, offer=offer_exits)
