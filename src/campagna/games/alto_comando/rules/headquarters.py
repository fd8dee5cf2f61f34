"""Headquarters: recovering, and bringing one Scattered unit back a turn (HQ-1..3, HQ-9..12, SEQ-1)."""

from __future__ import annotations

from typing import NamedTuple

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Lay, Offer
from campagna.core.rulebook import rule
from campagna.core.tabletop import Spot, Survey
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.rules.geometry import outlined, replacement_places
from campagna.games.alto_comando.rules.losses import hq_of, is_shaken
from campagna.games.alto_comando.rules.naming import find_own
from campagna.games.alto_comando.state import DESTROYED, RECOVERED, SCATTERED, SHAKEN, State
from campagna.games.alto_comando.world import NOBODY
from campagna.plane.bases import SIDE, Point
from campagna.plane.region import Region


class ReplacePlan(NamedTuple):
    base: int
    at: Point


def _costs_the_replacement(state: State) -> bool:
    return bool(state.options["hq_self_replacement_uses_slot"])


@rule("HQ-9")
def recover(state: State) -> list[Event]:
    """At the beginning of its turn every Scattered headquarters replaces itself (A-12, A-47)."""
    if _costs_the_replacement(state):
        return []
    return [_recovered(state, b) for b in state.roster.of_side[state.active] if is_shaken(state, b)]


def _recovered(state: State, hq: int) -> Event:
    state.flag(hq, RECOVERED, SHAKEN)
    return ev.HqRecovered(rule="HQ-9", unit=state.name(hq))


@rule("HQ-1", "HQ-3", "HQ-9", "HQ-12")
def can_replace(state: State, hq: int) -> bool:
    """Whether a headquarters may bring a unit back: on the table, sound, and not just recovered."""
    return hq != NOBODY and state.on_table(hq) and not state.bases[hq].flags & (SHAKEN | RECOVERED)


@rule("HQ-1", "HQ-2", "HQ-3", "HQ-4")
def replaceable(state: State) -> list[int]:
    """The Scattered units that may come back now, whether there is room for them or not."""
    if state.replaced:
        return []
    own = state.roster.of_side[state.side]
    found = [
        b
        for b in own
        if state.bases[b].where == SCATTERED
        and not state.unit(b).is_hq
        and can_replace(state, hq_of(state, b))
    ]
    if _costs_the_replacement(state):
        found += [b for b in own if is_shaken(state, b)]
    return found


def places_for(state: State, base: int) -> Region:
    """Where a unit that may be replaced can come back; a headquarters recovers where it stands."""
    if is_shaken(state, base):
        return Region.of_points([state.at(base)])
    return replacement_places(state, base, hq_of(state, base))


def any_replacement(state: State) -> bool:
    return any(places_for(state, b) for b in replaceable(state))


@rule("HQ-1", "HQ-2", "HQ-4", "HQ-9", "HQ-10", "HQ-12", "SEQ-1")
def judge_replace(state: State, order: orders.Replace) -> Refusal | ReplacePlan:
    base = find_own(state, order.unit)
    if isinstance(base, Refusal):
        return base
    facts = {"unit": order.unit}
    if state.replaced:
        return Refusal("HQ-2", "replacement-used", facts)
    if base not in replaceable(state):
        return _why_not_back(state, base, facts)
    if order.at not in places_for(state, base):
        return Refusal("HQ-10", "not-beside-hq", facts)
    return ReplacePlan(base, order.at)


@rule("HQ-1", "HQ-3", "HQ-4", "HQ-9", "HQ-12", "DIV-14")
def _why_not_back(state: State, base: int, facts: dict[str, str]) -> Refusal:
    """Why a unit cannot be replaced now: it is not waiting, or its headquarters cannot do it."""
    if state.bases[base].where == DESTROYED:
        return Refusal("HQ-4", "destroyed-for-good", facts)
    if state.bases[base].where != SCATTERED or state.unit(base).is_hq:
        return Refusal("HQ-1", "not-scattered", facts)
    hq = hq_of(state, base)
    if hq == NOBODY:
        return Refusal("DIV-14", "no-hq-to-replace", facts)
    named = {**facts, "hq": state.name(hq)}
    if not state.on_table(hq):
        return Refusal("HQ-1", "hq-off-the-table", named)
    if is_shaken(state, hq):
        return Refusal("HQ-12", "hq-cannot-replace", named)
    return Refusal("HQ-9", "hq-just-recovered", named)


@rule("HQ-1", "HQ-2", "HQ-10")
def carry_out_replace(state: State, plan: ReplacePlan, chance: Chance) -> list[Event]:
    state.replaced = True
    if is_shaken(state, plan.base):
        return [_recovered(state, plan.base)]
    state.put(plan.base, plan.at)
    return [ev.Replaced(rule="HQ-1", unit=state.name(plan.base), at=plan.at)]


# --- what is offered ------------------------------------------------------------------------------------


def offer_replacements(state: State) -> tuple[Offer, ...]:
    """Units for which there is room; those of one division and class find the same places."""
    room: dict[tuple[int, bool], bool] = {}
    pieces: dict[str, tuple[int, int]] = {}
    for base in replaceable(state):
        key = (hq_of(state, base), state.unit(base).is_infantry)
        if key not in room:
            room[key] = bool(places_for(state, base))
        if room[key]:
            pieces[state.name(base)] = (SIDE, SIDE)
    if not pieces:
        return ()
    return (Lay("replace", pieces, who="unit", place="at", many=False, left=1, tone="main"),)


def survey_replacements(state: State, piece: str, path: tuple[Spot, ...]) -> Survey | None:
    base = state.find(piece)
    if path or base == NOBODY or base not in replaceable(state):
        return None
    return outlined(piece, places_for(state, base), 0, "HQ-10")


REPLACE = Decision(
    orders.Replace,
    "SEQ-1",
    judge_replace,
    carry_out_replace,
    offer=offer_replacements,
    survey=survey_replacements,
)
