"""11.7 Rail movement, in step VIII of the administrative phase."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.events import PointsMoved, Railed
from campagna.games.lion_of_judah.flags import ARRIVED, NOWHERE
from campagna.games.lion_of_judah.orders import RailMove, RailPoints
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.general import stacking
from campagna.games.lion_of_judah.rules.general.breakdown import standing
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_box
from campagna.games.lion_of_judah.rules.general.offering import form
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import State
from campagna.hexes.kernels import FAR


class Train(msgspec.Struct, frozen=True):
    line: str
    units: tuple[int, ...]
    to: int
    points: int
    weight: int


# --- lines ------------------------------------------------------------------------------------------


def lines_of(state: State, side: int) -> list[str]:
    """The railways a side may use (PB 13.5.1, 14.5.1)."""
    names: list[str] = state.theatre.scenario["rail"].get(state.theatre.sides[side], [])
    return names


@rule("11.7-a", "11.7-b", "PB 13.5.1", "PB 14.5.1")
def open_hexes(state: State, side: int, line: str) -> frozenset[int]:
    """The hexes of a line that a side may run trains on."""
    rail = state.theatre.scenario["rail"]
    name = state.theatre.sides[side]
    only, never = rail.get("only_in", {}).get(name), rail.get("not_in", {}).get(name, ())
    region, closed = state.world.region_of, resources.closed_countries(state)
    wait = rail.get("captured_phases", 0)
    fresh = {c.hex for c in state.captures if state.turn < c.turn + wait}
    return frozenset(
        h
        for h in state.theatre.railway(line)
        if state.control[h] == side
        and h not in fresh
        and not closed[h]
        and (only is None or region[h] in only)
        and region[h] not in never
    )


def reach(state: State, side: int, line: str, start: int) -> list[int]:
    """Where a train from a hex may go on a line, the start left out."""
    hexes = open_hexes(state, side, line)
    if start not in hexes:
        return []
    world = state.world
    walls = bytearray(b"\1") * (world.size * 6)
    grid = world.board.grid
    for feature in world.board.features:
        if feature.kind == "rail" and feature.name == line:
            for a, b in feature.sides:
                if a in hexes and b in hexes:
                    walls[a * 6 + grid.direction(a, b)] = walls[b * 6 + grid.direction(b, a)] = 0
    found = world.field.flood(walls, world.nothing, world.nothing, [start], 254)
    return [h for h in sorted(hexes) if found[h] != FAR and h != start]


@rule("11.7-b", "PB 13.5.1")
def capacity(state: State, side: int) -> int:
    """Half divisions, or for the Ethiopian of 1935-36 warriors, that a line carries."""
    transport = state.world.tables["transport"]
    if stacking.counts_heads(state, side):
        return int(transport["ethiopian_rail_units"])
    return int(transport["rail"]["half_divisions"])


@rule("11.7-b", "11.8-c", "8.2-c")
def weight(state: State, units: Sequence[int]) -> int:
    """Half divisions on board: HQs and trucks count one; Ethiopian leaders nothing."""
    total = 0
    for u in units:
        counter = state.counter(u)
        if counter.type in ("hq", "truck"):
            total += state.world.tables["transport"]["hq_or_truck_half_divisions"]
        else:
            total += counter.halves
    return total


def used(state: State, line: str) -> tuple[int, int]:
    """RPs and half divisions already moved on a line."""
    return next(((p, w) for name, p, w in state.railed if name == line), (0, 0))


def _note_used(state: State, line: str, points: int, weight_: int) -> None:
    p, w = used(state, line)
    state.railed = [r for r in state.railed if r[0] != line]
    state.railed.append((line, p + points, w + weight_))


# --- units ------------------------------------------------------------------------------------------


@rule("5.2-A-VIII", "11.7-a", "11.7-b", "11.1-b")
def judge_rail(state: State, order: RailMove) -> Refusal | Train:
    """Units go along a railway of their side, within its capacity of this turn."""
    units: list[int] = []
    for name in order.units:
        unit = standing(state, name, order.hex, "11.7-a")
        if isinstance(unit, Refusal):
            return unit
        if unit in units:
            return Refusal("11.7-a", "named-twice", {"unit": name})
        units.append(unit)
    units = _with_trucks(state, units)
    for unit in units:
        refusal = refuse_passenger(state, unit, "11.7-a", units)
        if refusal is not None:
            return refusal
    to = one_hex(state, order.to)
    if isinstance(to, Refusal):
        return to
    facts: dict[str, Fact] = {"hex": order.hex, "to": order.to}
    if not units:
        return Refusal("11.7-a", "no-move", {"units": order.units})
    start = state.units[units[0]].place
    lines = [n for n in lines_of(state, state.side) if to in reach(state, state.side, n, start)]
    if not lines:
        return Refusal("11.7-b", "no-railway", facts)
    points = sum(state.units[u].load for u in units if state.counter(u).type == "truck")
    free = [n for n in lines if _has_room(state, n, points, weight(state, units))]
    if not free:
        return Refusal("11.7-b", "railway-full", {**facts, **_space(state, lines, points, units)})
    refusal = stacking.refuse_arrival(state, state.side, to, units)
    if refusal is not None:
        return refusal
    return Train(free[0], tuple(units), to, points, weight(state, units))


def _space(
    state: State, lines: Sequence[str], points: int, units: Sequence[int]
) -> dict[str, Fact]:
    """What is to be moved, and what the emptiest line still takes."""
    most_points = int(state.world.tables["transport"]["rail"]["rp"])
    most = capacity(state, state.side)
    return {
        "count": weight(state, units),
        "most": max(most - used(state, n)[1] for n in lines),
        "points": points,
        "most_points": max(most_points - used(state, n)[0] for n in lines),
    }


def _has_room(state: State, line: str, points: int, weight_: int) -> bool:
    p, w = used(state, line)
    most = state.world.tables["transport"]["rail"]["rp"]
    return p + points <= most and w + weight_ <= capacity(state, state.side)


@rule("11.7-b", "10.3.2-b")
def _with_trucks(state: State, units: list[int]) -> list[int]:
    """A unit takes the trucks under it along, named or not."""
    if not state.options.fixed("motorised-by-train"):
        return units
    trucks = [t for u in units for t in state.trucks_under(u)]
    return list(dict.fromkeys((*units, *trucks)))


@rule("11.7-a", "11.8-a")
def refuse_passenger(
    state: State, unit: int, rule_id: str, party: Collection[int] = ()
) -> Refusal | None:
    """Why a unit cannot take a train with a party, or (11.8) a ship."""
    u = state.units[unit]
    facts: dict[str, Fact] = {"unit": state.name(unit)}
    if u.flags & ARRIVED:
        return Refusal(rule_id, "arrived-this-phase", facts)
    if rule_id == "11.7-a" and state.options.fixed("motorised-by-train"):
        if u.carrier != NOWHERE and u.carrier not in party:
            return Refusal("10.3.2-b", "truck-under-unit", facts)
    elif u.carrier >= 0 or state.trucks_under(unit):
        return Refusal(rule_id, "unload-first", facts)
    if rule_id == "11.7-a" and not in_supply(state, unit):
        return Refusal(rule_id, "out-of-supply", facts)
    return None


@rule("11.7-b", "11.1-b")
def carry_out_rail(state: State, train: Train, chance: Chance) -> list[Event]:
    """The units go to the other hex; they keep their points for the movement segment."""
    start = state.units[train.units[0]].place
    before = visibility.sighted(state, train.units)
    for unit in train.units:
        state.put(unit, train.to)
        state.flag(unit, ARRIVED)
    _note_used(state, train.line, train.points, train.weight)
    seen = {*before, *visibility.sighted(state, train.units)}
    names = state.names(train.units)
    return [
        Railed(
            rule="11.7-b",
            side=state.side_name(state.side),
            units=names,
            shown=tuple(n for n in names if n in seen),
            hex=state.hex_name(start),
            to=state.hex_name(train.to),
        )
    ]


# --- resource points --------------------------------------------------------------------------------


@rule("11.7-b", "7.3.2-b")
def judge_rail_points(state: State, order: RailPoints) -> Refusal | tuple[str, int, int, int]:
    """Points go between boxes whose sources stand on one line."""
    box, to = own_box(state, order.box, state.side), own_box(state, order.to, state.side)
    if isinstance(box, Refusal):
        return box
    if isinstance(to, Refusal):
        return to
    facts: dict[str, Fact] = {"hex": order.box, "to": order.to}
    if not 0 < order.count <= state.boxes[box]:
        return Refusal("7.3.1-a", "too-few-points", {"box": order.box, "count": state.boxes[box]})
    if box == to:
        return Refusal("11.7-b", "no-railway", facts)
    line = _line_between(state, box, to)
    if line is None:
        return Refusal("11.7-b", "no-railway", facts)
    if not _has_room(state, line, order.count, 0):
        return Refusal(
            "11.7-b", "railway-full", {**facts, **_space(state, [line], order.count, ())}
        )
    return line, box, to, order.count


def _line_between(state: State, box: int, to: int) -> str | None:
    """The first line that joins a source of one box to a source of another."""
    goals = resources.sources(state, to)
    for line in lines_of(state, state.side):
        for start in resources.sources(state, box):
            ends = reach(state, state.side, line, start)
            if any(h in ends for h in goals):
                return line
    return None


def carry_out_rail_points(
    state: State, plan: tuple[str, int, int, int], chance: Chance
) -> list[Event]:
    line, box, to, count = plan
    state.boxes[box] -= count
    state.boxes[to] += count
    _note_used(state, line, count, 0)
    boxes = state.theatre.boxes
    return [PointsMoved(rule="11.7-b", box=boxes[box].id, to=boxes[to].id, count=count)]


# --- offers -----------------------------------------------------------------------------------------


def rail_orders(state: State) -> list[RailMove]:
    """Single units, each to every hex it can reach."""
    found = [
        RailMove((state.name(unit),), state.hex_name(start), state.hex_name(to))
        for start, unit, ends in _passengers(state)
        for to in ends
    ]
    return list(dict.fromkeys(found))


def _passengers(state: State) -> list[tuple[int, int, list[int]]]:
    """Line by line: the hex, a unit in it, and where that unit alone can go by train."""
    side = state.side
    lines = lines_of(state, side)
    starts = {
        line: sorted(h for h in open_hexes(state, side, line) if state.maps.held[side][h])
        for line in lines
    }
    found = []
    for line in lines:
        for start in starts[line]:
            ways = {n: reach(state, side, n, start) for n in lines if start in starts[n]}
            for unit in state.stack(start):
                party = _with_trucks(state, [unit])
                if all(refuse_passenger(state, u, "11.7-a", party) is None for u in party):
                    open_ = _stations(state, party, ways)
                    found.append((start, unit, [h for h in ways[line] if h in open_]))
    return found


def _stations(state: State, party: Sequence[int], ways: Mapping[str, list[int]]) -> set[int]:
    """Where a unit with its trucks finds a train with room for them, and room in the hex."""
    load = sum(state.units[u].load for u in party if state.counter(u).type == "truck")
    free = [n for n in ways if _has_room(state, n, load, weight(state, party))]
    hexes = {h for n in free for h in ways[n]}
    return {h for h in hexes if stacking.may_arrive(state, state.side, h, party)}


def rail_point_orders(state: State) -> list[RailPoints]:
    """One point between any two boxes."""
    return [RailPoints(box, to, 1) for box, to, count in _point_trains(state) if count]


def _point_trains(state: State) -> list[tuple[str, str, int]]:
    """Two boxes on a line, and how many points it can still take from the first to the second."""
    boxes, mine = state.theatre.boxes, resources.side_boxes(state, state.side)
    room = int(state.world.tables["transport"]["rail"]["rp"])
    found = []
    for a in mine if lines_of(state, state.side) else ():
        for b in mine:
            line = _line_between(state, a, b) if a != b and state.boxes[a] else None
            if line is not None:
                count = min(state.boxes[a], room - used(state, line)[0])
                found.append((boxes[a].id, boxes[b].id, max(count, 0)))
    return found


def offer_rail(state: State) -> tuple[Offer, ...]:
    """One offer for each hex with passengers: together they must find room on the train."""
    stations: dict[int, dict[str, dict[str, None]]] = {}
    for start, unit, ends in _passengers(state):
        if ends:
            units = stations.setdefault(start, {})
            places = units.setdefault(state.name(unit), {})
            places.update(dict.fromkeys(state.hex_name(h) for h in ends))
    return tuple(
        Place(
            "rail",
            {unit: tuple(places) for unit, places in units.items()},
            subject="units",
            place="to",
            together=True,
            fixed={"hex": state.hex_name(start)},
            exact=False,
        )
        for start, units in stations.items()
    )


def offer_rail_points(state: State) -> tuple[Offer, ...]:
    rows = [(a, b, n) for a, b, count in _point_trains(state) for n in range(1, count + 1)]
    return form("rail-points", ("box", "to", "count"), rows)


RAIL_MOVE = Decision(RailMove, "11.7-a", judge_rail, carry_out_rail, offer=offer_rail)
RAIL_POINTS = Decision(
    RailPoints, "11.7-b", judge_rail_points, carry_out_rail_points, offer=offer_rail_points
)
