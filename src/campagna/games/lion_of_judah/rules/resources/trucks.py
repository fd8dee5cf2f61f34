"""10.3 Trucks: motorised units, and resource points carried on the map."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Note, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Amount, Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.events import Motorised, Unmotorised
from campagna.games.lion_of_judah.field_events import Loaded
from campagna.games.lion_of_judah.flags import ARRIVED, LIFTED, MOVED, NOWHERE
from campagna.games.lion_of_judah.orders import Load, Motorise, Unload
from campagna.games.lion_of_judah.rules.general.breakdown import standing
from campagna.games.lion_of_judah.rules.general.forecast import priced
from campagna.games.lion_of_judah.rules.general.names import own_unit, own_units
from campagna.games.lion_of_judah.rules.general.offering import form
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.rules.resources.prices import points_note
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import State

# --- motorisation, step V ---------------------------------------------------------------------------


@rule("10.3.2-a")
def trucks_needed(state: State, unit: int) -> int:
    """Two trucks for a division, one for a smaller unit; 0 if it takes none."""
    counter, tables = state.counter(unit), state.world.tables
    if counter.type not in tables["unit_types"]["infantry_for_trucks"] or counter.hidden:
        return 0
    transport = tables["transport"]
    key = "trucks_for_division" if counter.size == "division" else "trucks_for_other"
    return int(transport[key])


def is_free(state: State, truck: int) -> bool:
    """A truck on the map that carries nothing."""
    u = state.units[truck]
    return (
        state.counter(truck).type == "truck"
        and u.place >= 0
        and u.carrier == NOWHERE
        and not u.load
    )


@rule("5.2-A-V", "10.3-a", "10.3.2-a", "10.3.2-b", "A-48")
def judge_motorise(state: State, order: Motorise) -> Refusal | tuple[int, tuple[int, ...]]:
    """Free trucks of the same hex go under a unit, as many as it takes."""
    unit = standing(state, order.unit, order.hex, "10.3.2-a")
    if isinstance(unit, Refusal):
        return unit
    trucks = own_units(state, order.trucks, state.side, "10.3.2-a")
    if isinstance(trucks, Refusal):
        return trucks
    facts: dict[str, Fact] = {"unit": order.unit, "trucks": order.trucks}
    needed = trucks_needed(state, unit)
    if not needed:
        return Refusal("10.3.2-a", "cannot-be-motorised", facts)
    if state.trucks_under(unit):
        return Refusal("10.3.2-b", "already-motorised", facts)
    if len(trucks) != needed:
        return Refusal("10.3.2-a", "wrong-number-of-trucks", {**facts, "count": needed})
    if not in_supply(state, unit):
        return Refusal("10.3.2-a", "out-of-supply", {"unit": order.unit})
    for truck in trucks:
        if not is_free(state, truck):
            return Refusal("10.3-a", "truck-not-free", {"unit": state.name(truck)})
        if state.counter(truck).nationality != state.counter(unit).nationality:
            return Refusal("10.3-a", "other-nationality", {"unit": state.name(truck)})
        places = state.units[truck].place, state.units[unit].place
        distance = state.world.board.grid.distance(*places)
        if distance > 1:
            far: dict[str, Fact] = {"unit": state.name(truck), "distance": distance}
            return Refusal("10.3.2-a", "truck-too-far", far)
    return unit, trucks


@rule("10.3.2-b")
def carry_out_motorise(
    state: State, plan: tuple[int, tuple[int, ...]], chance: Chance
) -> list[Event]:
    unit, trucks = plan
    place = state.units[unit].place
    for truck in trucks:
        came = state.units[truck].place != place and state.options.fixed("begins-on-the-line")
        state.put(truck, place, carrier=unit)
        state.flag(truck, LIFTED | ARRIVED if came else LIFTED)
    return [
        Motorised(
            rule="10.3.2-a",
            unit=state.name(unit),
            trucks=state.names(trucks),
            hex=state.hex_name(place),
        )
    ]


@rule("10.3.2-b")
def judge_unload(state: State, order: Unload) -> Refusal | int:
    unit = own_unit(state, order.unit, state.side, "10.3.2-b")
    if isinstance(unit, Refusal):
        return unit
    if not state.trucks_under(unit):
        return Refusal("10.3.2-b", "not-motorised", {"unit": order.unit})
    if _just_motorised(state, unit):
        return Refusal("10.3.2-b", "trucks-stay", {"unit": order.unit})
    return unit


@rule("10.3.2-b")
def _just_motorised(state: State, unit: int) -> bool:
    """Trucks of this administrative phase stay until the next one."""
    if not state.options.fixed("trucks-stay"):
        return False
    return any(state.has(truck, LIFTED) for truck in state.trucks_under(unit))


def carry_out_unload(state: State, unit: int, chance: Chance) -> list[Event]:
    trucks = state.trucks_under(unit)
    for truck in trucks:
        state.change(truck, carrier=NOWHERE)
    names = state.names(trucks)
    return [Unmotorised(rule="10.3.2-b", unit=state.name(unit), trucks=names)]


def carriers(state: State) -> tuple[str, ...]:
    """The units that may leave the trucks under them."""
    mine = {state.units[t].carrier for t in state.on_map(state.side)} - {NOWHERE}
    return state.names(u for u in sorted(mine) if not _just_motorised(state, u))


def motorisations(state: State) -> list[Motorise]:
    """For each unit the nearest trucks, in the order of the counters."""
    return [
        Motorise(
            state.name(unit),
            state.hex_name(state.units[unit].place),
            state.names(near[: trucks_needed(state, unit)]),
        )
        for unit, near in _near_trucks(state).items()
    ]


def _near_trucks(state: State) -> dict[int, list[int]]:
    """The units that can be motorised, each with all the trucks that can go under it."""
    free = [u for u in state.on_map(state.side) if is_free(state, u)]
    if not free:
        return {}
    distance = state.world.board.grid.distance
    found = {}
    for unit in state.on_map(state.side):
        needed, place = trucks_needed(state, unit), state.units[unit].place
        if not needed or state.trucks_under(unit):
            continue
        near = _suited(state, unit, [t for t in free if distance(state.units[t].place, place) <= 1])
        if len(near) >= needed and in_supply(state, unit):
            found[unit] = near
    return found


def _suited(state: State, unit: int, trucks: Sequence[int]) -> list[int]:
    nation = state.counter(unit).nationality
    return [t for t in trucks if state.counter(t).nationality == nation]


# --- resource points on trucks ----------------------------------------------------------------------


@rule("10.3.1-a", "10.3.1-b")
def box_here(state: State, unit: int) -> int:
    """The box whose source hex the truck stands in, NOWHERE if it is no source."""
    place = state.units[unit].place
    for box in resources.side_boxes(state, state.own(unit)):
        if place in resources.sources(state, box):
            return box
    return NOWHERE


@rule("10.3.1-a", "10.3.1-b", "10.3.4", "7.3.2-b")
def judge_load(state: State, order: Load) -> Refusal | tuple[int, int, int]:
    truck = own_unit(state, order.truck, state.side, "10.3.1-a")
    if isinstance(truck, Refusal):
        return truck
    u = state.units[truck]
    facts: dict[str, Fact] = {"unit": order.truck, "count": order.count}
    if state.counter(truck).type != "truck" or u.place < 0 or u.carrier != NOWHERE:
        return Refusal("10.3-a", "truck-not-free", facts)
    if u.flags & (MOVED | LIFTED) or (u.spent and truck not in state.moving):
        return Refusal("10.3-a", "moved-already", {"unit": order.truck})
    box = box_here(state, truck)
    if box == NOWHERE:
        return Refusal("10.3.1-a", "not-at-a-source", facts)
    if not order.count or u.load + order.count < 0 or order.count > state.boxes[box]:
        return Refusal("10.3.1-a", "too-few-points", {**facts, "box": state.theatre.boxes[box].id})
    most = u.load + order.count if not u.spent else max(1, u.most)
    if order.count > 0 and u.load + order.count > max(1, most):
        return Refusal("10.3.4", "truck-full", facts)
    if most > state.counter(truck).movement:
        return Refusal("10.3.4", "truck-full", facts)
    return truck, box, order.count


@rule("10.3.1-a", "10.3.1-b", "10.3.4")
def carry_out_load(state: State, plan: tuple[int, int, int], chance: Chance) -> list[Event]:
    """Points pass between box and truck at no cost; what it starts with slows it all segment."""
    truck, box, count = plan
    u = state.units[truck]
    load = u.load + count
    most = u.most if u.spent else load
    state.change(truck, load=load, most=max(most, load))
    state.boxes[box] -= count
    name = state.theatre.boxes[box].id
    return [Loaded(rule="10.3.1-a", truck=state.name(truck), box=name, count=count)]


def load_orders(state: State) -> list[Load]:
    """Take one point or all that fit two, or give up the load."""
    found = []
    for truck in state.on_map(state.side):
        if state.counter(truck).type != "truck":
            continue
        for count in (1, 2, -state.units[truck].load):
            order = Load(state.name(truck), count)
            if not isinstance(judge_load(state, order), Refusal):
                found.append(order)
    return found


# --- the decisions ------------------------------------------------------------------------------------


def forecast_motorise(state: State, plan: tuple[int, tuple[int, ...]]) -> Forecast:
    used = len(plan[1])
    free = sum(is_free(state, u) for u in state.on_map(state.side))
    return priced("10.3.2-a", [Note("trucks-used", {"count": used, "left": free - used})])


def forecast_load(state: State, plan: tuple[int, int, int]) -> Forecast:
    _, box, count = plan
    return priced("10.3.1-a", [points_note(state, box, count)] if count > 0 else [])


def offer_motorise(state: State) -> tuple[Offer, ...]:
    """One truck is a choice of the form; two trucks for a division may be named in any order."""
    rows: list[tuple[str | tuple[str, ...], ...]] = []
    divisions: list[Offer] = []
    for unit, near in _near_trucks(state).items():
        name, hex_ = state.name(unit), state.hex_name(state.units[unit].place)
        needed = trucks_needed(state, unit)
        if needed == 1:
            rows += [(name, hex_, (truck,)) for truck in state.names(near)]
        else:
            names, fixed = state.names(near), {"unit": name, "hex": hex_}
            divisions.append(
                Pick("motorise", "trucks", names, many=True, least=needed, most=needed, fixed=fixed)
            )
    return (*form("motorise", ("unit", "hex", "trucks"), rows), *divisions)


def offer_unload(state: State) -> tuple[Offer, ...]:
    names = carriers(state)
    return (Pick("unload", "unit", names),) if names else ()


def offer_load(state: State) -> tuple[Offer, ...]:
    """From all that a truck can give to all that it can take."""
    ranges = {}
    for truck in state.on_map(state.side):
        if state.counter(truck).type != "truck" or box_here(state, truck) == NOWHERE:
            continue
        least, most = _load_limit(state, truck, -1), _load_limit(state, truck, 1)
        if least or most:
            ranges[state.name(truck)] = (least, most)
    if not ranges:
        return ()
    return (Amount("load", "count", subject="truck", ranges=ranges, not_zero=True),)


def _load_limit(state: State, truck: int, step: int) -> int:
    """The last number of points, counted by this step, that the judge lets pass."""
    name, count = state.name(truck), 0
    while not isinstance(judge_load(state, Load(name, count + step)), Refusal):
        count += step
    return count


MOTORISE = Decision(
    Motorise,
    "10.3.2-a",
    judge_motorise,
    carry_out_motorise,
    forecast_motorise,
    offer=offer_motorise,
)
UNLOAD = Decision(Unload, "10.3.2-b", judge_unload, carry_out_unload, offer=offer_unload)
LOAD = Decision(Load, "10.3.1-a", judge_load, carry_out_load, forecast_load, offer=offer_load)
