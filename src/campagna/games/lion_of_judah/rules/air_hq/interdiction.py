"""10.1.5 Interdiction: air markers over enemy stacks before they move."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.field_events import Interdicted
from campagna.games.lion_of_judah.flags import INTERDICTED, NOWHERE
from campagna.games.lion_of_judah.orders import Interdict
from campagna.games.lion_of_judah.rules.air_hq import airfields
from campagna.games.lion_of_judah.rules.ethiopia import activation
from campagna.games.lion_of_judah.rules.general.forecast import mission
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_marker
from campagna.games.lion_of_judah.rules.general.offering import by_subject, in_common
from campagna.games.lion_of_judah.rules.resources.prices import flight_notes
from campagna.games.lion_of_judah.state import AirStatus, State
from campagna.hexes.board import marked

Mission = tuple[int, int]
"""A marker and the hex it flies to."""


@rule("10.1.5", "A-14")
def targets(state: State, side: int) -> list[int]:
    """Hexes with enemy units about to move, as far as all can see, that no marker holds back yet."""
    held = {a.place for a in state.air if a.status == AirStatus.INTERDICTING}
    if state.leader == NOWHERE:
        return [h for h in marked(state.maps.held[1 - side]) if h not in held]
    followers = activation.within_command(state, state.leader)
    return sorted({state.units[u].place for u in followers} - held)


@rule("10.1.5")
def judge_interdict(state: State, order: Interdict) -> Refusal | Mission:
    side = 1 - state.side
    marker = own_marker(state, order.marker, side)
    if isinstance(marker, Refusal):
        return marker
    hex_ = one_hex(state, order.hex)
    if isinstance(hex_, Refusal):
        return hex_
    if hex_ not in targets(state, side):
        return Refusal("10.1.5", "nothing-to-interdict", {"hex": order.hex})
    refusal = airfields.refuse_mission(state, marker, hex_)
    return (marker, hex_) if refusal is None else refusal


@rule("10.1.5", "A-25")
def carry_out_interdict(state: State, plan: Mission, chance: Chance) -> list[Event]:
    """The enemy units there lose movement for this segment, even if they separate."""
    marker, hex_ = plan
    events, flies = airfields.take_off(state, marker, hex_, AirStatus.INTERDICTING, chance)
    if not flies:
        return events
    side = state.world.air[marker].side
    for unit in state.stack(hex_):
        if state.own(unit) != side:
            state.flag(unit, INTERDICTED)
    name = state.world.air[marker].id
    return [*events, Interdicted(rule="10.1.5", marker=name, hex=state.hex_name(hex_))]


def missions(state: State) -> list[Interdict]:
    """Every marker of the side that does not move, with every hex it can fly to."""
    side = 1 - state.side
    ready = airfields.ready(state, side)
    hexes = targets(state, side) if ready else []
    return [
        Interdict(state.world.air[m].id, state.hex_name(hex_))
        for m in ready
        for hex_ in hexes
        if airfields.may_fly(state, m, hex_)
    ]


def offer_interdict(state: State) -> tuple[Offer, ...]:
    found = by_subject((o.marker, o.hex) for o in missions(state))
    if not found:
        return ()
    subjects, places = in_common(found)
    return (Place("interdict", subjects, subject="marker", places=places),)


def forecast_interdict(state: State, plan: Mission) -> Forecast:
    return mission(state, "10.1.5", flight_notes(state, (plan[0],)))


INTERDICT = Decision(
    Interdict,
    "10.1.5",
    judge_interdict,
    carry_out_interdict,
    forecast_interdict,
    offer=offer_interdict,
)
