"""11.8 Naval movement, in step VIII of the administrative phase."""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Form, Offer, Place, Some
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.events import Embarked, PointsMoved
from campagna.games.lion_of_judah.flags import FOUGHT, HIDDEN, IN_BOX, NOT_DUE
from campagna.games.lion_of_judah.orders import Embark, Ship
from campagna.games.lion_of_judah.rules.general.breakdown import standing
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_box, own_units
from campagna.games.lion_of_judah.rules.general.offering import by_subject, tree
from campagna.games.lion_of_judah.rules.movement import rail
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.state import Shipment, State
from campagna.games.lion_of_judah.world import S1940


class Convoy(msgspec.Struct, frozen=True):
    units: tuple[int, ...]
    to: int
    weight: int
    points: int


class Freight(msgspec.Struct, frozen=True):
    box: int
    to: int
    count: int
    trucks: tuple[int, ...]


@rule("11.8-a", "PB 13.5.2", "PB 14.5.2")
def ports(state: State, side: int) -> list[int]:
    """Friendly coastal towns from which a side may sail now."""
    naval, name = state.theatre.scenario["naval"], state.theatre.sides[side]
    names = list(naval.get(name, ()))
    later = naval.get(f"{name}_from_turn")
    if later is not None and state.turn >= later["turn"]:
        names += later["ports"]
        if state.french_open:
            names += later["after_event"]["D4"]
    hexes = [state.world.hex_index[n] for n in names]
    return [h for h in hexes if state.control[h] == side and state.world.coast[h]]


@rule("11.8-b", "PB 14.5.2", "PB 14.6.6")
def destinations(state: State, unit: int, start: int) -> list[int]:
    """Where a unit that embarks here may land next turn."""
    side = state.own(unit)
    found = [h for h in ports(state, side) if h != start]
    naval = state.theatre.scenario["naval"]
    evacuation = naval.get("evacuation")
    if evacuation is not None and state.hex_name(start) == evacuation["from"]:
        found += state.world.hexes(evacuation["to"])
    if "amphibious" in state.counter(unit).flags:
        found += beaches(state)
    return list(dict.fromkeys(found))


@rule("PB 14.5.2")
def beaches(state: State) -> list[int]:
    """Empty coastal hexes of British Somaliland, open to the Aden force."""
    if state.part != S1940:
        return []
    coast = state.world.coast
    held = state.maps.held
    return [
        h
        for h in state.world.regions(["british_somaliland"])
        if coast[h] and not held[0][h] and not held[1][h]
    ]


@rule("11.8-a", "11.8-b", "11.8-c", "11.1-b", "PB 14.5.2", "PB 14.6.6")
def judge_embark(state: State, order: Embark) -> Refusal | Convoy:
    units: list[int] = []
    for name in order.units:
        unit = standing(state, name, order.hex, "11.8-a")
        if isinstance(unit, Refusal):
            return unit
        if unit in units:
            return Refusal("11.8-a", "named-twice", {"unit": name})
        refusal = rail.refuse_passenger(state, unit, "11.8-a")
        if refusal is not None:
            return refusal
        if state.world.guerrilla[unit] or state.counter(unit).type in ("dummy", "leader"):
            return Refusal("11.8-a", "cannot-sail", {"unit": name})
        units.append(unit)
    to = one_hex(state, order.to)
    if isinstance(to, Refusal):
        return to
    facts: dict[str, Fact] = {"hex": order.hex, "to": order.to}
    if not units:
        return Refusal("11.8-a", "no-move", {"units": order.units})
    start = state.units[units[0]].place
    if start not in ports(state, state.side):
        return Refusal("11.8-a", "no-port", facts)
    if any(to not in destinations(state, u, start) for u in units):
        return Refusal("11.8-b", "no-port", facts)
    points = sum(state.units[u].load for u in units)
    refusal = _refuse_capacity(state, points, rail.weight(state, units))
    if refusal is not None:
        return refusal
    return Convoy(tuple(units), to, rail.weight(state, units), points)


@rule("11.8-c", "A-36")
def _refuse_capacity(state: State, points: int, weight: int) -> Refusal | None:
    naval = state.world.tables["transport"]["naval"]
    if state.sailed[0] + points > naval["rp"] or state.sailed[1] + weight > naval["half_divisions"]:
        facts: dict[str, Fact] = {
            "count": weight,
            "most": naval["half_divisions"] - state.sailed[1],
            "points": points,
            "most_points": naval["rp"] - state.sailed[0],
        }
        return Refusal("11.8-c", "ships-full", facts)
    return None


@rule("11.8-b")
def carry_out_embark(state: State, plan: Convoy, chance: Chance) -> list[Event]:
    """The units go onto the turn track and come in next turn."""
    start = state.units[plan.units[0]].place
    for unit in plan.units:
        flags = state.units[unit].flags & (HIDDEN | FOUGHT)
        state.put(unit, NOT_DUE, due=state.turn + 1, entry=plan.to)
        state.change(unit, flags=flags)
    state.sailed = (state.sailed[0] + plan.points, state.sailed[1] + plan.weight)
    return [
        Embarked(
            rule="11.8-b",
            units=state.names(plan.units),
            hex=state.hex_name(start),
            to=state.hex_name(plan.to),
        )
    ]


# --- between boxes ----------------------------------------------------------------------------------


@rule("11.8-b", "PB 14.5.2")
def sea_boxes(state: State, side: int) -> list[int]:
    """Boxes between which a side may ship."""
    naval = state.theatre.scenario["naval"]
    if state.theatre.sides[side] not in naval:
        return []
    names = naval.get("boxes") or [b.id for b in state.theatre.boxes if b.side == side]
    needs = naval.get("box_needs", {})
    index = state.world.hex_index
    return [
        state.theatre.box_index[n]
        for n in names
        if state.theatre.boxes[state.theatre.box_index[n]].side == side
        and (n not in needs or state.control[index[needs[n]]] == side)
        and resources.sources(state, state.theatre.box_index[n])
    ]


@rule("11.8-b", "11.8-c", "7.3.2-b", "A-36")
def judge_ship(state: State, order: Ship) -> Refusal | Freight:
    box, to = own_box(state, order.box, state.side), own_box(state, order.to, state.side)
    if isinstance(box, Refusal):
        return box
    if isinstance(to, Refusal):
        return to
    trucks = own_units(state, order.trucks, state.side, "11.8-b")
    if isinstance(trucks, Refusal):
        return trucks
    open_ = sea_boxes(state, state.side)
    if box == to or box not in open_ or to not in open_:
        return Refusal("11.8-b", "no-sea-way", {"hex": order.box, "to": order.to})
    if not 0 <= order.count <= state.boxes[box] or not (order.count or trucks):
        return Refusal("7.3.1-a", "too-few-points", {"box": order.box, "count": state.boxes[box]})
    for truck in trucks:
        if state.box_of(truck) != box:
            return Refusal("11.8-b", "not-in-box", {"unit": state.name(truck), "box": order.box})
    refusal = _refuse_capacity(state, order.count, rail.weight(state, trucks))
    return Freight(box, to, order.count, trucks) if refusal is None else refusal


def carry_out_ship(state: State, plan: Freight, chance: Chance) -> list[Event]:
    """Points and trucks reach the other box in the next administrative phase."""
    state.boxes[plan.box] -= plan.count
    if plan.count:
        state.shipments.append(Shipment(plan.to, plan.count, state.turn + 1))
    for truck in plan.trucks:
        state.put(truck, NOT_DUE, due=state.turn + 1, entry=IN_BOX - plan.to)
    weight = rail.weight(state, plan.trucks)
    state.sailed = (state.sailed[0] + plan.count, state.sailed[1] + weight)
    boxes = state.theatre.boxes
    return [
        PointsMoved(rule="11.8-b", box=boxes[plan.box].id, to=boxes[plan.to].id, count=plan.count)
    ]


# --- offers -----------------------------------------------------------------------------------------


def embarkations(state: State) -> list[Embark]:
    orders = [
        Embark((state.name(u),), state.hex_name(start), state.hex_name(to))
        for start in ports(state, state.side)
        for u in state.stack(start)
        for to in destinations(state, u, start)
    ]
    return [o for o in orders if not isinstance(judge_embark(state, o), Refusal)]


def freights(state: State) -> list[Ship]:
    open_ = sea_boxes(state, state.side)
    boxes = state.theatre.boxes
    orders = []
    for a in open_:
        trucks = tuple(resources.trucks_in(state, a)[:1])
        for b in open_:
            if a != b:
                orders += [Ship(boxes[a].id, boxes[b].id, n) for n in (1, 2)]
                orders += [Ship(boxes[a].id, boxes[b].id, 0, state.names(trucks))]
    return [o for o in orders if not isinstance(judge_ship(state, o), Refusal)]


def offer_embark(state: State) -> tuple[Offer, ...]:
    """One offer for each port: together they must find room on the ships."""
    ports_: dict[str, list[tuple[str, str]]] = {}
    for order in embarkations(state):
        ports_.setdefault(order.hex, []).append((order.units[0], order.to))
    return tuple(
        Place(
            "embark",
            by_subject(pairs),
            subject="units",
            place="to",
            together=True,
            fixed={"hex": port},
            exact=False,
        )
        for port, pairs in ports_.items()
    )


def offer_ship(state: State) -> tuple[Offer, ...]:
    """Points with or without trucks of the same box, and trucks without points."""
    return (*_ship_points(state), *_ship_trucks(state))


def _sea_ways(state: State) -> list[tuple[int, int]]:
    open_ = sea_boxes(state, state.side)
    return [(a, b) for a in open_ for b in open_ if a != b]


def _ship_points(state: State) -> tuple[Offer, ...]:
    boxes = state.theatre.boxes
    room = int(state.world.tables["transport"]["naval"]["rp"]) - state.sailed[0]
    rows = [
        (boxes[a].id, boxes[b].id, count)
        for a, b in _sea_ways(state)
        for count in range(1, min(room, state.boxes[a]) + 1)
    ]
    if not rows:
        return ()
    starts = dict.fromkeys(a for a, _ in _sea_ways(state))
    trucks = state.names(u for a in starts for u in resources.trucks_in(state, a))
    extras = (Some("trucks", trucks),) if trucks else ()
    return (Form("ship", ("box", "to", "count"), tree(rows), extras=extras),)


def _ship_trucks(state: State) -> tuple[Offer, ...]:
    boxes = state.theatre.boxes
    pairs: list[tuple[str, str]] = []
    origins: dict[str, str] = {}
    for a, b in _sea_ways(state):
        for truck in resources.trucks_in(state, a):
            if _refuse_capacity(state, 0, rail.weight(state, [truck])) is None:
                pairs.append((state.name(truck), boxes[b].id))
                origins[state.name(truck)] = boxes[a].id
    if not pairs:
        return ()
    offer = Place(
        "ship",
        by_subject(pairs),
        subject="trucks",
        place="to",
        together=True,
        at="box",
        origins=origins,
        exact=False,
    )
    return (offer,)


EMBARK = Decision(Embark, "11.8-a", judge_embark, carry_out_embark, offer=offer_embark)
SHIP = Decision(Ship, "11.8-b", judge_ship, carry_out_ship, offer=offer_ship)
