"""7.3 Resource points: the boxes, their supply sources, and the path to an HQ."""

from __future__ import annotations

from operator import or_

from campagna.core.contract import Event, Refusal
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.events import PointsReceived, PointsSpent, SourceLost
from campagna.games.lion_of_judah.flags import DEAD, NOWHERE
from campagna.games.lion_of_judah.maps import LINES
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1940
from campagna.kit.derived import derived


@rule("7.3.2-a", "PB 13.6.6.1", "PB 14.6.1", "PB 14.6.1-b", "9.5.1-d")
def sources(state: State, box: int) -> list[int]:
    """The source hexes of a box that its side holds: its own, and forward bases taken long enough."""
    side, home = state.theatre.boxes[box].side, state.theatre.boxes[box].hex
    found = [home] if state.control[home] == side else []
    bases = state.theatre.scenario.get("forward_bases")
    if bases is None:
        return found
    wait = bases["phases_after_capture"]
    for name, served in bases["hexes"].items():
        hex_ = state.world.hex_index[name]
        if served == state.theatre.boxes[box].id and state.control[hex_] == side:
            since = max((c.turn for c in state.captures if c.hex == hex_), default=None)
            if since is not None and state.turn >= since + wait:
                found.append(hex_)
    return found


def side_boxes(state: State, side: int) -> list[int]:
    return [i for i, box in enumerate(state.theatre.boxes) if box.side == side]


@rule("7.3.2-f")
def trucks_in(state: State, box: int) -> list[int]:
    return [u for u in state.theatre.units if state.box_of(u) == box]


def closed_countries(state: State) -> bytes:
    """Hexes of neutral countries (PB 13.5.3, 14.5.3)."""
    return state.world.nothing if state.french_open else state.theatre.neutral


@rule("A-32", "3.2-c")
def barred_to_paths(state: State, side: int) -> bytes:
    """Hexes an RP path may not enter: with enemy units, guerrillas alone excepted for the Italian."""
    maps = state.maps
    italian_1940 = side == ITALIAN and state.part == S1940
    enemy = maps.solid[1 - side] if italian_1940 else maps.held[1 - side]
    return bytes(map(or_, enemy, closed_countries(state)))


@rule("7.3.2-d", "7.3.2-f", "A-08")
@derived(on=LINES)
def path_reach(state: State, box: int) -> bytearray:
    """One entry per hex: 1 where an HQ can draw on this box."""
    table = state.world.tables["rp_path"]
    trucks = min(len(trucks_in(state, box)), table["trucks_counted"])
    field = state.world.field
    field.clear()
    for hex_ in sources(state, box):
        field.add_source(hex_, 0, True)
    forbid = barred_to_paths(state, state.theatre.boxes[box].side)
    costs = state.theatre.rp_costs(state.roads)
    field.spread(costs, forbid, state.world.nothing, table["limit"] + trucks * table["truck_bonus"])
    return field.reached()


@rule("7.3.2-c", "7.3.2-d")
def refuse_payment(state: State, box: int, hq: int, points: int) -> Refusal | None:
    """Why an HQ cannot draw these points from a box."""
    name = state.theatre.boxes[box].id
    if state.boxes[box] < points:
        return Refusal("7.3.1-a", "too-few-points", {"box": name, "count": state.boxes[box]})
    place = state.units[hq].place
    if place < 0 or not path_reach(state, box)[place]:
        return Refusal("7.3.2-d", "no-rp-path", {"hq": state.name(hq), "box": name})
    return None


def payers(state: State, hq: int, points: int) -> list[int]:
    """The boxes from which an HQ can draw these points."""
    return [
        box
        for box in side_boxes(state, state.own(hq))
        if refuse_payment(state, box, hq, points) is None
    ]


@rule("7.3.1-a", "7.3.1-d", "7.3.2-e")
def spend(state: State, box: int, points: int, purpose: str, rule_id: str) -> list[Event]:
    """Take points out of a box."""
    state.boxes[box] -= points
    holder = state.theatre.boxes[box].id
    return [PointsSpent(rule=rule_id, holder=holder, count=points, purpose=purpose)]


def receive(state: State, box: int, points: int, rule_id: str) -> list[Event]:
    """Put points into a box."""
    if not points:
        return []
    state.boxes[box] += points
    return [PointsReceived(rule=rule_id, holder=state.theatre.boxes[box].id, count=points)]


def spend_carried(state: State, leader: int, points: int, purpose: str) -> list[Event]:
    """PB 13.6.4: a leader uses points he carries."""
    state.change(leader, load=state.units[leader].load - points)
    rule_id = "PB 13.6.4.2"
    return [PointsSpent(rule=rule_id, holder=state.name(leader), count=points, purpose=purpose)]


@rule("7.3.2-g")
def source_entered(state: State, hex_: int, side: int) -> list[Event]:
    """An enemy unit came into a supply source: everything in its box is destroyed."""
    box = state.theatre.box_at.get(hex_, NOWHERE)
    if box == NOWHERE or state.theatre.boxes[box].side == side:
        return []
    trucks, points = trucks_in(state, box), state.boxes[box]
    if not trucks and not points:
        return []
    for truck in trucks:
        state.put(truck, DEAD, steps=0)
    state.boxes[box] = 0
    name = state.theatre.boxes[box].id
    return [SourceLost(rule="7.3.2-g", box=name, count=points, trucks=state.names(trucks))]
