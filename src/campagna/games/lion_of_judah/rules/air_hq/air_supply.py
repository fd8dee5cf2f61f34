"""10.1.7, PB 13.6.5.2 Supply dropped by Italian aircraft in 1935-36."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast, Note, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.events import AirSupplied
from campagna.games.lion_of_judah.flags import AIRLIFTED
from campagna.games.lion_of_judah.maps import AIR
from campagna.games.lion_of_judah.orders import AirSupply
from campagna.games.lion_of_judah.rules.air_hq import airfields
from campagna.games.lion_of_judah.rules.general.forecast import mission
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_marker, own_units
from campagna.games.lion_of_judah.rules.general.offering import in_common
from campagna.games.lion_of_judah.rules.resources.prices import flight_notes
from campagna.games.lion_of_judah.state import AirStatus, State
from campagna.games.lion_of_judah.world import S1935

Mission = tuple[int, int, tuple[int, ...]]
"""A marker, the hex, and the units it supplies."""


def supplying(state: State) -> int:
    """Markers that supply by air this turn."""
    return sum(state.air[m].status == AirStatus.SUPPLYING for m in state.theatre.air)


def is_asked(state: State) -> bool:
    """Only the Italian of 1935-36 drops supplies."""
    return state.part == S1935 and state.side == ITALIAN


@rule("10.1.7", "PB 13.6.5.2")
def judge_air_supply(state: State, order: AirSupply) -> Refusal | Mission:
    limits = state.world.tables["supply"]["air_supply"]
    marker = own_marker(state, order.marker, ITALIAN)
    if isinstance(marker, Refusal):
        return marker
    hex_ = one_hex(state, order.hex)
    if isinstance(hex_, Refusal):
        return hex_
    units = own_units(state, order.units, ITALIAN, "PB 13.6.5.2")
    if isinstance(units, Refusal):
        return units
    if supplying(state) >= limits["markers"]:
        return Refusal("PB 13.6.5.2", "air-supply-used-up", {"count": limits["markers"]})
    if not units:
        return Refusal("PB 13.6.5.2", "nobody-to-supply", {"hex": order.hex})
    for unit in units:
        if state.units[unit].place != hex_:
            facts = {"unit": state.name(unit), "hex": order.hex}
            return Refusal("PB 13.6.5.2", "not-in-hex", facts)
        if state.has(unit, AIRLIFTED):
            return Refusal("PB 13.6.5.2", "supplied-already", {"unit": state.name(unit)})
    if sum(state.counter(u).halves for u in units) > limits["half_divisions"]:
        return Refusal("PB 13.6.5.2", "too-many-to-supply", {"hex": order.hex})
    refusal = airfields.refuse_mission(state, marker, hex_)
    return (marker, hex_, units) if refusal is None else refusal


@rule("PB 13.6.5.2")
def carry_out_air_supply(state: State, plan: Mission, chance: Chance) -> list[Event]:
    marker, hex_, units = plan
    events, flies = airfields.take_off(state, marker, hex_, AirStatus.SUPPLYING, chance)
    if not flies:
        return events
    for unit in units:
        state.flag(unit, AIRLIFTED)
    state.maps.memos.touch(AIR)
    supplied = AirSupplied(
        rule="PB 13.6.5.2",
        marker=state.world.air[marker].id,
        hex=state.hex_name(hex_),
        units=state.names(units),
    )
    return [*events, supplied]


@rule("PB 13.6.5.2")
def drops(state: State) -> list[AirSupply]:
    """For each marker and hex in range the drop on as many units as it serves, in their order."""
    limits = state.world.tables["supply"]["air_supply"]
    if supplying(state) >= limits["markers"]:
        return []
    found = []
    for marker in airfields.ready(state, ITALIAN):
        for hex_ in sorted({state.units[u].place for u in state.on_map(ITALIAN)}):
            if airfields.may_fly(state, marker, hex_):
                units = _served(state, hex_, limits["half_divisions"])
                if units:
                    names = state.names(units)
                    found.append(AirSupply(state.world.air[marker].id, state.hex_name(hex_), names))
    return found


def _served(state: State, hex_: int, room: int) -> list[int]:
    units = []
    for unit in state.stack(hex_):
        halves = state.counter(unit).halves
        if state.own(unit) == ITALIAN and not state.has(unit, AIRLIFTED) and halves <= room:
            units.append(unit)
            room -= halves
    return units


def forecast_air_supply(state: State, plan: Mission) -> Forecast:
    limit = int(state.world.tables["supply"]["air_supply"]["markers"])
    left = Note("air-supplies-left", {"left": limit - supplying(state) - 1, "of": limit})
    return mission(state, "PB 13.6.5.2", [left, *flight_notes(state, (plan[0],))])


def offer_air_supply(state: State) -> tuple[Offer, ...]:
    """Units of one hex, and the marker that flies there: each unit for itself is light enough."""
    limits = state.world.tables["supply"]["air_supply"]
    markers = airfields.ready(state, ITALIAN)
    if not markers or supplying(state) >= limits["markers"]:
        return ()
    subjects: dict[str, tuple[str, ...]] = {}
    origins: dict[str, str] = {}
    for hex_ in sorted({state.units[u].place for u in state.on_map(ITALIAN)}):
        able = [m for m in markers if airfields.may_fly(state, m, hex_)]
        flights = tuple(state.world.air[m].id for m in able)
        for unit in state.stack(hex_) if able else ():
            light = state.counter(unit).halves <= limits["half_divisions"]
            if light and not state.has(unit, AIRLIFTED):
                subjects[state.name(unit)] = flights
                origins[state.name(unit)] = state.hex_name(hex_)
    if not subjects:
        return ()
    shared, places = in_common(subjects)
    offer = Place(
        "air-supply",
        shared,
        subject="units",
        place="marker",
        places=places,
        together=True,
        at="hex",
        origins=origins,
        exact=False,
    )
    return (offer,)


AIR_SUPPLY = Decision(
    AirSupply,
    "PB 13.6.5.2",
    judge_air_supply,
    carry_out_air_supply,
    forecast_air_supply,
    offer=offer_air_supply,
    when=is_asked,
)
