"""7.3.2 Trucks between the boxes of resource points and their supply sources, step VI."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Note, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.events import TruckShifted
from campagna.games.lion_of_judah.flags import ARRIVED, IN_BOX, NOWHERE
from campagna.games.lion_of_judah.orders import ShiftTruck
from campagna.games.lion_of_judah.rules.general.forecast import priced
from campagna.games.lion_of_judah.rules.general.names import own_unit
from campagna.games.lion_of_judah.rules.general.offering import by_subject
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.state import State

Plan = tuple[int, int]
"""A truck and the place it goes to."""


@rule("7.3.2-f", "10.3-a")
def judge_shift_truck(state: State, order: ShiftTruck) -> Refusal | Plan:
    truck = own_unit(state, order.truck, state.side, "7.3.2-f")
    if isinstance(truck, Refusal):
        return truck
    facts = {"unit": order.truck, "to": order.to}
    u = state.units[truck]
    if state.counter(truck).type != "truck":
        return Refusal("7.3.2-f", "not-a-truck", {"unit": order.truck})
    if u.carrier != NOWHERE or u.load:
        return Refusal("7.3.2-f", "truck-not-free", {"unit": order.truck})
    inside, box = state.box_of(truck), state.theatre.box_index.get(order.to, NOWHERE)
    if inside != NOWHERE:
        hex_ = state.world.hex_index.get(order.to, NOWHERE)
        if hex_ == NOWHERE or hex_ not in resources.sources(state, inside):
            return Refusal("7.3.2-f", "not-its-source", facts)
        return truck, hex_
    if box == NOWHERE or u.place < 0 or u.place not in resources.sources(state, box):
        return Refusal("7.3.2-f", "not-its-source", facts)
    return truck, IN_BOX - box


@rule("7.3.2-f", "5.2-A-VI", "11.7-a", "11.8-a")
def carry_out_shift_truck(state: State, plan: Plan, chance: Chance) -> list[Event]:
    """A truck goes from the map into a box of resource points, or out of it."""
    truck, place = plan
    state.put(truck, place)
    if place >= 0 and state.options.fixed("begins-on-the-line"):
        state.flag(truck, ARRIVED)
    box = state.box_of(truck)
    to = state.hex_name(place) if box == NOWHERE else state.theatre.boxes[box].id
    return [TruckShifted(rule="7.3.2-f", truck=state.name(truck), to=to)]


def shifts(state: State) -> list[ShiftTruck]:
    """Every truck that can go in or out."""
    found = []
    for box in resources.side_boxes(state, state.side):
        hexes, name = resources.sources(state, box), state.theatre.boxes[box].id
        for hex_ in hexes:
            for truck in resources.trucks_in(state, box):
                found.append(ShiftTruck(state.name(truck), state.hex_name(hex_)))
            for unit in state.stack(hex_):
                order = ShiftTruck(state.name(unit), name)
                if state.counter(unit).type == "truck" and not isinstance(
                    judge_shift_truck(state, order), Refusal
                ):
                    found.append(order)
    return found


def offer_shift_truck(state: State) -> tuple[Offer, ...]:
    found = by_subject((o.truck, o.to) for o in shifts(state))
    return (Place("shift-truck", found, subject="truck", place="to"),) if found else ()


def forecast_shift_truck(state: State, plan: Plan) -> Forecast:
    """Trucks in a box lengthen the way of its points, up to a number."""
    truck, place = plan
    inside = state.box_of(truck)
    leaves = inside != NOWHERE
    box = inside if leaves else IN_BOX - place
    after = len(resources.trucks_in(state, box)) + (-1 if leaves else 1)
    counted = int(state.world.tables["rp_path"]["trucks_counted"])
    facts: dict[str, Fact] = {
        "box": state.theatre.boxes[box].id,
        "count": after,
        "most": counted,
    }
    return priced("7.3.2-f", [Note("trucks-in-box", facts)])


SHIFT_TRUCK = Decision(
    ShiftTruck,
    "7.3.2-f",
    judge_shift_truck,
    carry_out_shift_truck,
    forecast_shift_truck,
    offer=offer_shift_truck,
)
