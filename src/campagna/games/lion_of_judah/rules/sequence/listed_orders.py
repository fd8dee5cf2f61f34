"""The orders of each phase and frame that can be listed one by one, by the name of their kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from campagna.core.contract import Order
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.frames import (
    Attrition,
    Battle,
    Choice,
    Excess,
    Frame,
    FreeMove,
    Gain,
    Place,
    Refuge,
)
from campagna.games.lion_of_judah.orders import Activate, Answer, Flee, GivePoints, Unload
from campagna.games.lion_of_judah.rules.air_hq import (
    air_supply,
    air_support,
    bombing,
    hq_support,
    interdiction,
    theatres,
)
from campagna.games.lion_of_judah.rules.ethiopia import activation, attrition, bribery
from campagna.games.lion_of_judah.rules.events import event_choices, free_move, placement
from campagna.games.lion_of_judah.rules.general import breakdown, setup, stacking
from campagna.games.lion_of_judah.rules.movement import rail, sea
from campagna.games.lion_of_judah.rules.resources import (
    arrivals,
    minor_source,
    replacements,
    resource_points,
    roads,
    truck_boxes,
    trucks,
)
from campagna.games.lion_of_judah.rules.sequence.combat_stages import asks_for_air
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.world import S1935, S1940

Lister = Callable[[State], Sequence[Order]]
Kinds = Mapping[str, Lister]
"""By name, what lists legal orders of a kind when somebody asks."""


def _unload(state: State) -> Sequence[Order]:
    return [Unload(name) for name in trucks.carriers(state)]


def _activate(state: State) -> Sequence[Order]:
    return [Activate(state.name(u)) for u in activation.available(state)]


PHASES: Mapping[Phase, Kinds] = {
    Phase.SETUP: {"deploy": setup.deployments},
    Phase.ARRIVALS: {"land": arrivals.landings},
    Phase.REPLACEMENTS: {
        "pay": replacements.payments,
        "rebuild": replacements.rebuildings,
        "recall": replacements.recalls,
    },
    Phase.BREAKDOWN: {"break-down": breakdown.splits, "consolidate": breakdown.mergers},
    Phase.MOTORISATION: {"motorise": trucks.motorisations, "unload": _unload},
    Phase.TRUCK_BOXES: {"shift-truck": truck_boxes.shifts},
    Phase.ROADS: {"build-road": roads.works},
    Phase.TRANSPORT: {
        "rail": rail.rail_orders,
        "rail-points": rail.rail_point_orders,
        "embark": sea.embarkations,
        "ship": sea.freights,
    },
    Phase.EVENT: {},
    Phase.ACTIVATION: {"activate": _activate},
    Phase.INTERDICTION: {"interdict": interdiction.missions},
    Phase.BOMBING: {"bomb": bombing.missions},
    Phase.END: {},
}
"""Every phase other than movement, combat and the special step."""

_SPECIAL: Kinds = {"draw-from": minor_source.orders}
_SPECIAL_ITALIAN_1935: Kinds = {
    "bribe": bribery.bribes,
    "air-supply": air_supply.drops,
    **_SPECIAL,
}
_SPECIAL_ALLIED: Kinds = {"change-theatre": theatres.changes, **_SPECIAL}


def in_phase(state: State) -> Kinds:
    """Step IX: bribery and air supply for the Italian of 1935-36, theatres for the Allied airmen."""
    if state.phase != Phase.SPECIAL:
        return PHASES[Phase(state.phase)]
    if state.part == S1935 and state.side == ITALIAN:
        return _SPECIAL_ITALIAN_1935
    return _SPECIAL_ALLIED if state.part == S1940 and state.side == OTHER else _SPECIAL


def in_frame(state: State, frame: Frame) -> tuple[str, Sequence[Order]]:
    """The kind of order that a frame asks for, and its orders."""
    match frame:
        case Battle():
            if asks_for_air(state, frame):
                return "commit-air", air_support.commitments(state, frame)
            return "commit-hq", hq_support.commitments(state, frame)
        case Excess():
            return "remove", stacking.excess_orders(state, frame.side)
        case Attrition():
            return "remove", attrition.removals(state, frame)
        case Refuge():
            return "flee", [Flee(state.hex_name(h)) for h in frame.hexes]
        case Gain():
            takers = resource_points.able(state, frame)
            return "give-points", [GivePoints(state.name(u)) for u in takers]
        case Place():
            return "place-unit", placement.placements(state, frame)
        case Choice():
            return "answer", [Answer(a) for a in event_choices.answers(state, frame)]
        case FreeMove():
            return "move", free_move.marches(state, frame)
    raise ValueError(f"the orders of {type(frame).__name__} cannot be listed")


def may_decline(frame: Frame) -> bool:
    """Whether `Done` answers a frame whose orders can be listed."""
    match frame:
        case Place():
            return placement.may_decline(frame)
        case Choice():
            return event_choices.may_decline(frame)
    return isinstance(frame, FreeMove)
