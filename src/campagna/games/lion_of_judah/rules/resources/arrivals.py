"""7.2 Reinforcements and resource points of the turn, step II."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.events import Arrived, Delayed, HeldOver, PointsLost
from campagna.games.lion_of_judah.flags import ARRIVED, IN_BOX, NOT_DUE, NOWHERE
from campagna.games.lion_of_judah.frames import Choice
from campagna.games.lion_of_judah.orders import Land
from campagna.games.lion_of_judah.rules.air_hq import airfields
from campagna.games.lion_of_judah.rules.general import control, stacking
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_unit
from campagna.games.lion_of_judah.rules.general.offering import by_subject
from campagna.games.lion_of_judah.rules.resources import resource_points, resources
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1935

SANCTIONS = "A4"


@rule("5.2-A-II", "7.1", "PB 13.3.3", "PB 14.4.3")
def open_step(state: State) -> list[Event]:
    """Air markers, resource points, then the units that come in without a choice."""
    events = airfields.arrive(state, state.side)
    events += _points(state)
    events += _shipments(state)
    if state.part == S1935 and state.side == OTHER:
        resource_points.import_points(state)
    return events + _units(state)


# --- resource points ----------------------------------------------------------------------------------


@rule("PB 13.3.3", "PB 14.4.3", "A-43")
def _points(state: State) -> list[Event]:
    """The points of this turn, unless the enemy stands in the source."""
    events: list[Event] = []
    due: list[str] = []
    for box in resources.side_boxes(state, state.side):
        block = state.theatre.boxes[box]
        points = block.per_turn[state.turn - 1]
        if not points:
            continue
        if state.maps.held[1 - state.side][block.hex] or _held_back(state, block.id):
            events.append(PointsLost(rule="A-43", holder=block.id, count=points))
            continue
        events += resources.receive(state, box, points, "7.3.2-a")
        due += [block.id] * points
    return events + _sanctions(state, due)


def _held_back(state: State, box: str) -> bool:
    """Event C8: no points for the Sudan box in the phase after the draw."""
    held = state.event_in_force("C8")
    wanted = state.world.events["C8"]["effect"]["skip_rp_next"]
    return held is not None and held.until == state.turn and box == wanted


def _sanctions(state: State, due: list[str]) -> list[Event]:
    """Event A4: fewer points in the next phase; the Italian says from which box."""
    held = state.event_in_force(SANCTIONS)
    if held is None or held.until != state.turn or state.side != ITALIAN or not due:
        return []
    count = min(held.amount, len(due))
    state.agenda.append(Choice(ITALIAN, SANCTIONS, tuple(due), count))
    return []


@rule("A-36", "11.8-b")
def _shipments(state: State) -> list[Event]:
    """Resource points at sea reach the other box."""
    events: list[Event] = []
    mine = [
        s
        for s in state.shipments
        if s.due <= state.turn and state.theatre.boxes[s.box].side == state.side
    ]
    state.shipments = [s for s in state.shipments if s not in mine]
    for s in mine:
        if state.maps.held[1 - state.side][state.theatre.boxes[s.box].hex]:
            name = state.theatre.boxes[s.box].id
            events.append(PointsLost(rule="A-43", holder=name, count=s.count))
        else:
            events += resources.receive(state, s.box, s.count, "A-36")
    return events


# --- units ------------------------------------------------------------------------------------------


def waiting(state: State, side: int) -> list[int]:
    """Units of a side that may come in now."""
    units = state.units
    return [
        u
        for u in state.theatre.units
        if state.own(u) == side and units[u].place == NOT_DUE and 0 < units[u].due <= state.turn
    ]


@rule("7.2-b", "7.2-c", "PB 13.3.1", "PB 13.3.2", "PB 14.4.1", "PB 14.5.2", "A-28")
def entries(state: State, unit: int) -> list[int]:
    """The hexes by which a waiting unit may come in, stacking apart."""
    side, entry = state.own(unit), state.units[unit].entry
    enemy = state.maps.held[1 - side]
    found = [] if enemy[entry] else [entry]
    if side == OTHER and state.part == S1935:
        return found or _nearest_towns(state, entry)
    if side == OTHER:
        for theatre in state.theatre.scenario["reinforcements"]["theatres"]:
            if state.world.hex_index[theatre["hex"]] == entry:
                other = state.world.hex_index.get(theatre.get("otherwise", ""), NOWHERE)
                if not found and other != NOWHERE and not enemy[other]:
                    found = [other]
                coast = theatre.get("amphibious_region", "")
                if coast and "amphibious" in state.counter(unit).flags:
                    found += _beaches(state, coast, found)
    return found


@rule("PB 13.3.2")
def _nearest_towns(state: State, entry: int) -> list[int]:
    """The Ethiopian towns nearest to an entry hex that the Italian occupies."""
    measure, held = state.world.board.grid.distance, state.maps.held[ITALIAN]
    towns = [h for h in state.world.towns if state.control[h] == OTHER and not held[h]]
    least = min((measure(h, entry) for h in towns), default=0)
    return [h for h in towns if measure(h, entry) == least]


@rule("PB 14.5.2")
def _beaches(state: State, region: str, known: list[int]) -> list[int]:
    """Empty coastal hexes of a country, whoever controls them."""
    return [
        h
        for h in state.world.regions([region])
        if state.world.coast[h] and not state.stack(h) and h not in known
    ]


@rule("7.2-a", "7.2-c", "5.2-A-II")
def _units(state: State) -> list[Event]:
    """Units whose hex has room for all that are due there come in; the others wait for an order."""
    events: list[Event] = []
    groups: dict[int, list[int]] = {}
    for unit in waiting(state, state.side):
        if state.units[unit].entry <= IN_BOX:
            state.put(unit, state.units[unit].entry, steps=1, due=0, entry=NOWHERE)
            continue
        hexes = entries(state, unit)
        if len(hexes) == 1:
            groups.setdefault(hexes[0], []).append(unit)
        elif not hexes:
            events.append(Delayed(rule="7.2-c", units=state.names([unit]), reason="blocked"))
    for hex_, units in groups.items():
        if stacking.fits(state, state.side, hex_, units):
            events += bring_in(state, units, hex_, "7.2-a")
        elif state.options.fixed("stacking-at-the-end"):
            for unit in _light(state, units):
                if stacking.fits(state, state.side, hex_, [unit]):
                    events += bring_in(state, [unit], hex_, "7.2-a")
    return events


@rule("8.2-c")
def _light(state: State, units: list[int]) -> list[int]:
    """Units that do not count for stacking: the others do not hold them back."""
    return [u for u in units if not stacking.size(state, state.side, [u])]


@rule("7.2-c", "A-52")
def close_step(state: State) -> list[Event]:
    """Who still waits when the step ends, and why: unit by unit, for only the owner knows the reason."""
    if not state.options.fixed("stacking-at-the-end"):
        return []
    events: list[Event] = []
    side = state.side_name(state.side)
    for unit in waiting(state, state.side):
        hexes = entries(state, unit)
        if hexes:
            room = any(stacking.fits(state, state.side, h, [unit]) for h in hexes)
            reason = "kept-back" if room else "no-place"
            names = state.names([unit])
            events.append(HeldOver(rule="A-52", side=side, units=names, reason=reason))
    return events


def bring_in(state: State, units: list[int], hex_: int, rule_id: str) -> list[Event]:
    """Put units on the map at full strength, or with the steps they left it with."""
    for unit in units:
        steps = state.units[unit].steps or state.counter(unit).steps
        state.put(unit, hex_, steps=steps, due=0, entry=NOWHERE)
        state.flag(unit, ARRIVED)
    events: list[Event] = [
        Arrived(rule=rule_id, units=state.names(units), hex=state.hex_name(hex_))
    ]
    if any(state.world.combat[u] for u in units):
        events += control.enter(state, hex_, state.own(units[0]))
    return events


# --- the decision -----------------------------------------------------------------------------------


@rule("7.2-a", "7.2-c")
def judge_land(state: State, order: Land) -> Refusal | tuple[int, int]:
    unit = own_unit(state, order.unit, state.side, "7.2-a")
    if isinstance(unit, Refusal):
        return unit
    hex_ = one_hex(state, order.hex)
    if isinstance(hex_, Refusal):
        return hex_
    facts = {"unit": order.unit, "hex": order.hex}
    if unit not in waiting(state, state.side):
        return Refusal("7.2-a", "not-due", {"unit": order.unit})
    if state.maps.held[1 - state.side][hex_]:
        return Refusal("7.2-c", "enemy-in-hex", {"hex": order.hex})
    if hex_ not in entries(state, unit):
        return Refusal("7.2-b", "wrong-entry", facts)
    refusal = stacking.refuse_arrival(state, state.side, hex_, [unit])
    return (unit, hex_) if refusal is None else refusal


def carry_out_land(state: State, plan: tuple[int, int], chance: Chance) -> list[Event]:
    unit, hex_ = plan
    return bring_in(state, [unit], hex_, "7.2-a")


def landings(state: State) -> list[Land]:
    """Step II: who has a choice of entry hexes."""
    return [
        Land(state.name(u), state.hex_name(h))
        for u in waiting(state, state.side)
        for h in entries(state, u)
        if stacking.may_arrive(state, state.side, h, [u])
    ]


def offer_land(state: State) -> tuple[Offer, ...]:
    found = by_subject((o.unit, o.hex) for o in landings(state))
    return (Place("land", found, tone="main"),) if found else ()


LAND = Decision(Land, "7.2-a", judge_land, carry_out_land, offer=offer_land)
