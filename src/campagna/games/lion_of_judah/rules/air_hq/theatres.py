"""PB 14.6.9 Allied air markers change theatre in step IX."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import OTHER
from campagna.games.lion_of_judah.events import TheatreChanged
from campagna.games.lion_of_judah.orders import ChangeTheatre
from campagna.games.lion_of_judah.rules.air_hq import airfields
from campagna.games.lion_of_judah.rules.general.names import own_marker
from campagna.games.lion_of_judah.rules.general.offering import by_subject
from campagna.games.lion_of_judah.state import AirStatus, State

EVERYWHERE = "all"
"""Bases of every theatre: a key of the table, no theatre."""


def names(state: State) -> list[str]:
    found: dict[str, object] = state.theatre.scenario["air_theatres"]
    return [n for n in found if n not in (EVERYWHERE, "source")]


@rule("PB 14.6.9")
def judge_change_theatre(state: State, order: ChangeTheatre) -> Refusal | tuple[int, str]:
    marker = own_marker(state, order.marker, state.side)
    if isinstance(marker, Refusal):
        return marker
    facts = {"marker": order.marker, "theatre": order.theatre}
    if not state.air[marker].theatre or order.theatre not in names(state):
        return Refusal("PB 14.6.9", "unknown-theatre", facts)
    if state.air[marker].status != AirStatus.READY:
        return Refusal("10.1.2", "marker-not-ready", {"marker": order.marker})
    if state.air[marker].theatre == order.theatre:
        return Refusal("PB 14.6.9", "same-theatre", facts)
    return marker, order.theatre


@rule("PB 14.6.9")
def carry_out_change_theatre(state: State, plan: tuple[int, str], chance: Chance) -> list[Event]:
    """The marker is committed for this turn."""
    marker, theatre = plan
    state.change_air(marker, theatre=theatre, status=AirStatus.COMMITTED)
    name = state.world.air[marker].id
    return [TheatreChanged(rule="PB 14.6.9", marker=name, theatre=theatre)]


def changes(state: State) -> list[ChangeTheatre]:
    return [
        ChangeTheatre(state.world.air[m].id, theatre)
        for m in airfields.ready(state, OTHER)
        for theatre in names(state)
        if state.air[m].theatre not in ("", theatre)
    ]


def offer_change_theatre(state: State) -> tuple[Offer, ...]:
    """Only Allied markers belong to a theatre."""
    if state.side != OTHER:
        return ()
    found = by_subject((o.marker, o.theatre) for o in changes(state))
    if not found:
        return ()
    return (Place("change-theatre", found, subject="marker", place="theatre"),)


CHANGE_THEATRE = Decision(
    ChangeTheatre,
    "PB 14.6.9",
    judge_change_theatre,
    carry_out_change_theatre,
    offer=offer_change_theatre,
)
