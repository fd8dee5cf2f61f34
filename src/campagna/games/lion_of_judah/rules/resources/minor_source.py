"""PB 13.6.6.1 The minor supply source: its owner names the two small units it serves."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.events import SourceShared
from campagna.games.lion_of_judah.orders import DrawFrom
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.general.names import own_units
from campagna.games.lion_of_judah.rules.resources.supply import (
    may_use_minor_source,
    near_minor_source,
)
from campagna.games.lion_of_judah.state import State
from campagna.hexes.kernels import FAR


@rule("PB 13.6.6.1", "PB 14.6.1")
def judge_draw_from(state: State, order: DrawFrom) -> Refusal | tuple[int, ...]:
    units = own_units(state, order.units, ITALIAN, "PB 13.6.6.1")
    if isinstance(units, Refusal):
        return units
    most = state.world.tables["supply"]["minor_source_units"]
    if state.side != ITALIAN or len(units) > most:
        return Refusal("PB 13.6.6.1", "too-many-users", {"count": most})
    if sorted(units) == sorted(state.minor_users):
        return Refusal("PB 13.6.6.1", "no-change", {})
    for unit in units:
        if not _near(state, unit):
            return Refusal("PB 13.6.6.1", "cannot-use-source", {"unit": state.name(unit)})
    return units


def _near(state: State, unit: int) -> bool:
    place = state.units[unit].place
    if place < 0 or not may_use_minor_source(state, unit):
        return False
    return near_minor_source(state)[place] != FAR


def carry_out_draw_from(state: State, units: tuple[int, ...], chance: Chance) -> list[Event]:
    state.minor_users = sorted(units)
    return [
        SourceShared(
            rule="PB 13.6.6.1",
            side=state.side_name(ITALIAN),
            units=state.names(units),
            shown=visibility.sighted(state, units),
        )
    ]


def orders(state: State) -> list[DrawFrom]:
    """Pairs of units near the source, when more than two compete for it."""
    if state.side != ITALIAN:
        return []
    near = [u for u in state.on_map(ITALIAN) if _near(state, u)]
    if len(near) <= state.world.tables["supply"]["minor_source_units"]:
        return []
    pairs = [(a, b) for i, a in enumerate(near) for b in near[i + 1 :]]
    return [DrawFrom(state.names(p)) for p in pairs if list(p) != state.minor_users]


def offer_draw_from(state: State) -> tuple[Offer, ...]:
    """Anybody near the source, or nobody; those that it serves already are no choice."""
    if state.side != ITALIAN:
        return ()
    near = [u for u in state.on_map(ITALIAN) if _near(state, u)]
    if not near and not state.minor_users:
        return ()
    most = min(len(near), int(state.world.tables["supply"]["minor_source_units"]))
    names = state.names(near)
    return (Pick("draw-from", "units", names, many=True, least=0, most=most, exact=False),)


DRAW_FROM = Decision(
    DrawFrom, "PB 13.6.6.1", judge_draw_from, carry_out_draw_from, offer=offer_draw_from
)
