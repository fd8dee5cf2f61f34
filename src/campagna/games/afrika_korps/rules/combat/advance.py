"""16 Advance after combat; 15.2.3, 15.3.2.2, 15.4 supplies taken and moved in the combat phase."""

from __future__ import annotations

import msgspec

from campagna.core import offers
from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Decision, Reply, Settled
from campagna.core.offers import Fields, Group, Offer, Place, Ways
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import Advanced, Moved
from campagna.games.afrika_korps.frames import Advancing, Hauling
from campagna.games.afrika_korps.orders import Advance, Capture, Haul
from campagna.games.afrika_korps.rules.combat import battle_plan
from campagna.games.afrika_korps.rules.combat.combat import keeps_plan, rest_task
from campagna.games.afrika_korps.rules.combat.zones import (
    adjacent,
    beaten,
    either,
    fighters,
    occupied,
    zone_of,
)
from campagna.games.afrika_korps.rules.movement.mobility import lone_barred
from campagna.games.afrika_korps.rules.movement.path import (
    Broken,
    Reach,
    Terms,
    Way,
    reach_of,
    walk,
)
from campagna.games.afrika_korps.rules.movement.step_causes import (
    HAUL_CAUSES,
    refuse_step,
    refuse_unprinted,
)
from campagna.games.afrika_korps.rules.movement.way_trees import (
    WayTrees,
    round_trip,
    round_trip_group,
)
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.state import DEFENDED, FOUGHT, FROZEN, HELD, State
from campagna.games.afrika_korps.world import SIDES
from campagna.hexes.naming import hexes, own_units

# --- advance ----------------------------------------------------------------------------------------


@rule("16.1", "6.1a")
def advance_room(state: State, hex_: int, side: int) -> int:
    return max(0, state.world.stack_limit - len(state.fighters_at(hex_, side)))


def can_advance(state: State, frame: Advancing) -> dict[int, list[int]]:
    """For each emptied hex with room, the attackers that may enter it."""
    found = {}
    for hex_ in frame.hexes:
        able = [
            u for u in frame.units if state.place(u) >= 0 and adjacent(state, state.place(u), hex_)
        ]
        if able and advance_room(state, hex_, frame.side):
            found[hex_] = able
    return found


@rule("16.1", "16.2", "16.3", "18.3")
def judge_advance(
    state: State, frame: Advancing, order: Advance
) -> Refusal | tuple[list[int], int]:
    """Into a hex of the frame, by who is named there; enemy zones are not asked for."""
    units = own_units(state, order.units, frame.side, "16.1")
    if isinstance(units, Refusal):
        return units
    found = hexes(state, [order.hex], "16.1")
    if isinstance(found, Refusal):
        return found
    hex_ = found[0]
    able = can_advance(state, frame).get(hex_, [])
    for unit in units:
        if unit not in able:
            facts: dict[str, Fact] = {"unit": state.name(unit), "hex": order.hex}
            return Refusal("16.1", "cannot-advance", facts)
    if len(units) > advance_room(state, hex_, frame.side):
        return Refusal("6.1a", "no-room", {"hex": order.hex})
    return units, hex_


@rule("15.5")
def carry_out_advance(
    state: State, frame: Advancing, plan: tuple[list[int], int], chance: Chance
) -> list[Event]:
    units, hex_ = plan
    order = Advance(state.names(units), state.hex_name(hex_))
    prizes = captures.prizes(state, frame.side, [hex_], combat=True)
    if captures.ask_owner(state, prizes, order):
        return []
    return enter(state, frame, units, hex_)


@rule("16.1", "16.2", "15.2.2a", "15.2.3b")
def enter(state: State, frame: Advancing, units: list[int], hex_: int) -> list[Event]:
    for unit in units:
        state.put(unit, hex_)
    left = tuple(u for u in frame.units if u not in units)
    state.agenda[-1] = Advancing(frame.side, left, frame.hexes)
    events: list[Event] = [
        Advanced(rule="16.1", units=state.names(units), hex=state.hex_name(hex_))
    ]
    return events + captures.sweep(state, frame.side, [hex_], "15.2.2a", combat=True)


def ask_advance(state: State, frame: Advancing) -> Step:
    facts: dict[str, Fact] = {
        "turn": state.turn,
        "units": state.names(frame.units),
        "hexes": tuple(state.hex_name(h) for h in frame.hexes),
    }
    return Step(SIDES[frame.side], "advance", "16.1", facts)


def settle_advance(state: State, frame: Advancing, chance: Chance) -> Settled:
    if can_advance(state, frame):
        return [], True
    state.agenda.pop()
    return [], False


def offer_advances(state: State, frame: Advancing) -> tuple[Offer, ...]:
    """Every emptied hex with those who may enter it, as many as find room."""
    able = can_advance(state, frame)
    targets = {state.hex_name(h): state.names(units) for h, units in able.items()}
    room = {state.hex_name(h): advance_room(state, h, frame.side) for h in able}
    return (offers.Attack("advance", targets, target="hex", most=room, tone="main"),)


ADVANCE = Reply(Advance, "16.1", judge_advance, carry_out_advance, offer=offer_advances)


# --- taking a supply in the combat phase ------------------------------------------------------------


class CapturePlan(msgspec.Struct, frozen=True):
    unit: int
    supply: int
    lone: bool
    """A lone supply in a fortress: no combat (15.2.4b). Otherwise the unit's fight this turn."""


@rule("15.2.3a", "15.2.3c", "15.2.4a", "15.2.4b", "15.3.2.2a", "15.3.2.2b", "15.3.2.2c")
def judge_capture(state: State, order: Capture) -> Refusal | CapturePlan:
    units = own_units(state, [order.unit], state.side, "15.3.2.2a")
    if isinstance(units, Refusal):
        return units
    supplies = own_units(state, [order.supply], 1 - state.side, "15.3.2.2a")
    if isinstance(supplies, Refusal):
        return supplies
    unit, supply = units[0], supplies[0]
    facts: dict[str, Fact] = {"unit": order.unit, "supply": order.supply}
    if not state.fights(unit) or state.place(unit) < 0:
        return Refusal("15.3.2.2a", "no-combat-unit", {"unit": order.unit})
    if not state.is_supply(supply) or state.place(supply) < 0:
        return Refusal("15.3.2.2a", "no-supply-there", {"unit": order.supply})
    place = state.place(supply)
    if not adjacent(state, state.place(unit), place):
        return Refusal("15.3.2.2a", "not-adjacent-to", {"unit": order.unit, "target": order.supply})
    escort = state.fighters_at(place, 1 - state.side)
    if not escort:
        if not state.world.fortress[place]:
            return Refusal("15.2.3a", "no-fortress", facts)
        return CapturePlan(unit, supply, True)
    if state.world.fortress[place]:
        return Refusal("15.3.2.2c", "escorted-in-fortress", facts)
    if state.flagged(unit, FOUGHT | FROZEN):
        return Refusal("11.8a", "fought-already", {"unit": order.unit})
    if place in state.robbed:
        return Refusal("15.3.2.2b", "one-captor", facts)
    if not all(u in state.must_defend or state.flagged(u, DEFENDED) for u in escort):
        return Refusal("15.3.2.2a", "escort-not-attacked", facts)
    rest = rest_task(state, [unit], [], [])
    left = tuple(h for h in rest.capturable if h != place)
    if not keeps_plan(state, msgspec.structs.replace(rest, capturable=left)):
        return Refusal("15.3.2.2a", "no-attack-beside", facts)
    return CapturePlan(unit, supply, False)


@rule("15.5")
def carry_out_capture(state: State, plan: CapturePlan, chance: Chance) -> list[Event]:
    order = Capture(state.name(plan.unit), state.name(plan.supply))
    if captures.ask_owner(state, (plan.supply,), order):
        return []
    return take(state, plan)


@rule("15.2.3a", "15.3.2.2a", "16.3")
def take(state: State, plan: CapturePlan) -> list[Event]:
    place = state.place(plan.supply)
    if plan.lone:
        events: list[Event] = [captures.capture(state, plan.supply, HELD, "15.2.3a")]
        if _is_free(state, plan.unit):
            state.agenda.append(Advancing(state.side, (plan.unit,), (place,)))
        else:
            state.inroads.append((plan.unit, place))
        return events
    escort = tuple(state.fighters_at(place, 1 - state.side))
    event = captures.capture(state, plan.supply, HELD, "15.3.2.2a")
    state.robbed.append(place)
    state.flag(plan.unit, FOUGHT)
    state.must_attack = [a for a in state.must_attack if a != plan.unit]
    taken = state.world.index[event.captured]
    state.agenda.append(Hauling(state.side, (taken,), escort))
    return [event]


@rule("16.3", "8.4a", "8.4b")
def _is_free(state: State, unit: int) -> bool:
    """Whether a unit may leave its place at once: nobody counts on it in the battles to come."""
    if unit in state.must_attack or state.flagged(unit, FROZEN):
        return False
    return keeps_plan(state, rest_task(state, [unit], [], []))


def open_captures(state: State) -> list[Capture]:
    """Every capture that is possible now."""
    found = []
    for supply in captures.supplies_on_map(state, 1 - state.side):
        for h in state.world.near[state.place(supply)]:
            for unit in state.fighters_at(h, state.side):
                order = Capture(state.name(unit), state.name(supply))
                if not isinstance(judge_capture(state, order), Refusal):
                    found.append(order)
    return found


def offer_captures(state: State) -> tuple[Offer, ...]:
    """Each unit with the supplies it may take; those that the plan of battle counts on are proposed."""
    able: dict[str, tuple[str, ...]] = {}
    for order in open_captures(state):
        able[order.unit] = (*able.get(order.unit, ()), order.supply)
    if not able:
        return ()
    suggest: tuple[Fields, ...] = tuple(
        {"unit": o.unit, "supply": o.supply}
        for o in battle_plan.planned_orders(state)
        if isinstance(o, Capture)
    )
    return (Place("capture", able, place="supply", suggest=suggest),)


CAPTURE = Decision(Capture, "15.3.2.2a", judge_capture, carry_out_capture, offer=offer_captures)


# --- moving it --------------------------------------------------------------------------------------


@rule("15.4.1", "15.4.2", "13.2", "13.3a")
def haul_terms(state: State, frame: Hauling, supply: int) -> Terms:
    """A full move; the old escort's zone is open, every other enemy zone is closed to it."""
    enemy = 1 - frame.side
    void = beaten(state)
    danger = zone_of(
        state,
        (state.place(u) for u in fighters(state, enemy) if u not in frame.escort and u not in void),
    )
    closed = either(occupied(state, enemy), danger, lone_barred(state, supply, state.world.nothing))
    return Terms(
        start=state.place(supply),
        left=state.counter(supply).movement,
        road=state.world.road_bonus,
        crossed=False,
        lane=-1,
        closed=closed,
        stop=state.world.nothing,
        not_first=state.world.nothing,
        transfer_crosses=bool(state.options["i26_transfer_is_a_crossing"]),
    )


def haul_reach(state: State, frame: Hauling, supply: int) -> Reach:
    return reach_of(haul_terms(state, frame, supply))


@rule("15.4.1", "15.4.2")
def judge_haul(state: State, frame: Hauling, order: Haul) -> Refusal | tuple[int, list[int], Way]:
    units = own_units(state, [order.supply], frame.side, "15.4.1")
    if isinstance(units, Refusal):
        return units
    if units[0] not in frame.supplies:
        return Refusal("15.4.1", "not-captured-now", {"unit": order.supply})
    path = hexes(state, order.path, "15.4.1")
    if isinstance(path, Refusal):
        return refuse_unprinted(state, order.path) or path
    limits = haul_terms(state, frame, units[0])
    way = walk(state.world, limits, path)
    if isinstance(way, Broken):
        return refuse_step(state, units[0], limits, path, way, HAUL_CAUSES)
    if way.cost > limits.left:
        facts: dict[str, Fact] = {
            "unit": order.supply,
            "hex": state.hex_name(path[-1]),
            "cost": way.cost,
            "left": limits.left,
        }
        return Refusal("15.4.1", "haul-too-far", facts)
    return units[0], path, way


@rule("15.4.1")
def carry_out_haul(
    state: State, frame: Hauling, plan: tuple[int, list[int], Way], chance: Chance
) -> list[Event]:
    supply, path, way = plan
    left = tuple(s for s in frame.supplies if s != supply)
    state.agenda[-1] = Hauling(frame.side, left, frame.escort)
    start = state.place(supply)
    state.put(supply, path[-1])
    ids = state.world.hex_ids
    return [
        Moved(
            rule="15.4.1",
            units=(state.name(supply),),
            path=tuple(ids[h] for h in (start, *path)),
            cost=way.cost,
            road=way.road,
        )
    ]


def ask_haul(state: State, frame: Hauling) -> Step:
    facts: dict[str, Fact] = {"turn": state.turn, "units": state.names(frame.supplies)}
    return Step(SIDES[frame.side], "haul", "15.4.1", facts)


def settle_haul(state: State, frame: Hauling, chance: Chance) -> Settled:
    """Supplies that left the map meanwhile are not asked about."""
    left = tuple(s for s in frame.supplies if state.place(s) >= 0)
    if left:
        state.agenda[-1] = Hauling(frame.side, left, frame.escort)
        return [], True
    state.agenda.pop()
    return [], False


def offer_hauls(state: State, frame: Hauling) -> tuple[Offer, ...]:
    """Each supply with the hexes it reaches."""
    groups: list[Group] = []
    routes: list[Ways] = []
    for supply in frame.supplies:
        limits = haul_terms(state, frame, supply)
        reach = reach_of(limits)
        trees = WayTrees(state, reach)
        name = state.names((supply,))
        groups += trees.groups(name, reach.label, limits.left)
        trip = round_trip(state, limits, reach)
        if trip:
            groups.append(round_trip_group(state, name, trip, limits.left))
        odd = trees.routes(reach.label)
        if odd:
            routes.append(Ways(name, odd))
    found: list[Offer] = []
    if groups:
        known = tuple(groups)
        found.append(offers.Reach("haul", known, unit="supply", together=False, tone="main"))
    if routes:
        found.append(offers.Routes("haul", tuple(routes), unit="supply"))
    return tuple(found)


HAUL = Reply(Haul, "15.4.1", judge_haul, carry_out_haul, offer=offer_hauls)
