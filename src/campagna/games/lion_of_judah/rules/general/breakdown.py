"""2.4, 2.5 Breakdown and consolidation, in step IV of the administrative phase."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.events import BrokenDown, Consolidated
from campagna.games.lion_of_judah.flags import BREAKDOWN_BOX, NOWHERE
from campagna.games.lion_of_judah.orders import BreakDown, Consolidate
from campagna.games.lion_of_judah.rules.general import stacking
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_unit
from campagna.games.lion_of_judah.rules.general.offering import by_subject
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import State


@rule("2.4-b", "2.5-b")
def kin(state: State, breakdown: int, unit: int) -> bool:
    """Whether a breakdown unit is of the kind that this unit produces."""
    a, b = state.counter(breakdown), state.counter(unit)
    return (a.nationality, a.branch, a.eritrean) == (b.nationality, b.branch, b.eritrean)


def standing(state: State, name: str, hex_name: str, rule_id: str) -> Refusal | int:
    """An own unit of the acting side that stands in the named hex."""
    unit = own_unit(state, name, state.side, rule_id)
    if isinstance(unit, Refusal):
        return unit
    hex_ = one_hex(state, hex_name)
    if isinstance(hex_, Refusal):
        return hex_
    if state.units[unit].place != hex_:
        return Refusal(rule_id, "not-there", {"unit": name, "hex": hex_name})
    return unit


@rule("5.2-A-IV", "2.4-a", "2.4-b", "2.4-c", "A-03", "A-31")
def judge_break_down(state: State, order: BreakDown) -> Refusal | tuple[int, int]:
    unit = standing(state, order.unit, order.hex, "2.4-a")
    if isinstance(unit, Refusal):
        return unit
    into = own_unit(state, order.into, state.side, "2.4-b")
    if isinstance(into, Refusal):
        return into
    refusal = _refuse_parent(state, unit)
    if refusal is not None:
        return refusal
    facts = {"unit": order.unit, "into": order.into}
    if not state.counter(into).breakdown or not kin(state, into, unit):
        return Refusal("2.4-b", "wrong-breakdown", facts)
    if not _is_free(state, into):
        return Refusal("2.4-c", "breakdown-not-free", facts)
    refusal = stacking.refuse_arrival(state, state.side, state.units[unit].place, [into])
    return (unit, into) if refusal is None else refusal


def _refuse_parent(state: State, unit: int) -> Refusal | None:
    name = state.name(unit)
    if state.units[unit].steps < state.world.tables["steps"]["breakdown_needs"]:
        return Refusal("2.4-a", "too-few-steps", {"unit": name})
    if not in_supply(state, unit):
        return Refusal("2.4-a", "out-of-supply", {"unit": name})
    return None


def _is_free(state: State, unit: int) -> bool:
    """In the Breakdown Box since before this administrative phase."""
    u = state.units[unit]
    return u.place == BREAKDOWN_BOX and u.due <= state.turn


@rule("2.4-a")
def carry_out_break_down(state: State, plan: tuple[int, int], chance: Chance) -> list[Event]:
    unit, into = plan
    u = state.units[unit]
    state.change(unit, steps=u.steps - 1)
    state.put(into, u.place, steps=1, due=0)
    names = state.name(unit), state.name(into), state.hex_name(u.place)
    return [BrokenDown(rule="2.4-a", unit=names[0], into=names[1], hex=names[2])]


@rule("2.5-a", "2.5-b")
def judge_consolidate(state: State, order: Consolidate) -> Refusal | tuple[int, int]:
    breakdown = standing(state, order.breakdown, order.hex, "2.5-a")
    if isinstance(breakdown, Refusal):
        return breakdown
    unit = standing(state, order.unit, order.hex, "2.5-a")
    if isinstance(unit, Refusal):
        return unit
    facts = {"breakdown": order.breakdown, "unit": order.unit}
    if not state.counter(breakdown).breakdown or not kin(state, breakdown, unit):
        return Refusal("2.5-b", "not-its-parent", facts)
    full = state.counter(unit).steps
    if full < state.world.tables["steps"]["consolidation_needs"]:
        return Refusal("2.5-a", "too-few-steps", {"unit": order.unit})
    if state.units[unit].steps >= full:
        return Refusal("2.5-a", "at-full-strength", {"unit": order.unit})
    if not in_supply(state, breakdown):
        return Refusal("2.5-a", "out-of-supply", {"unit": order.breakdown})
    return breakdown, unit


@rule("2.5-a", "2.3.9-c", "A-31")
def carry_out_consolidate(state: State, plan: tuple[int, int], chance: Chance) -> list[Event]:
    """The breakdown unit goes back into its box, and its parent has a step more."""
    breakdown, unit = plan
    place = state.units[breakdown].place
    for truck in state.trucks_under(breakdown):
        state.change(truck, carrier=NOWHERE)
    state.put(breakdown, BREAKDOWN_BOX, steps=0, due=state.turn + 1)
    state.change(breakdown, flags=0)
    state.change(unit, steps=state.units[unit].steps + 1)
    names = state.name(breakdown), state.name(unit), state.hex_name(place)
    return [Consolidated(rule="2.5-a", breakdown=names[0], unit=names[1], hex=names[2])]


# --- offers -----------------------------------------------------------------------------------------


def _kinsmen(state: State) -> dict[int, list[int]]:
    """The units that can break down, each with the free breakdown units of its kind."""
    free = [u for u in state.theatre.units if _is_free(state, u) and state.own(u) == state.side]
    found = {}
    for unit in state.on_map(state.side) if free else ():
        if state.units[unit].steps < state.world.tables["steps"]["breakdown_needs"]:
            continue
        able = [b for b in free if kin(state, b, unit)]
        if able and _refuse_parent(state, unit) is None:
            found[unit] = able
    return found


def splits(state: State) -> list[BreakDown]:
    """Each unit that can break down, into the first breakdown unit of its kind."""
    found = []
    for unit, (into, *_) in _kinsmen(state).items():
        place = state.units[unit].place
        if stacking.may_arrive(state, state.side, place, [into]):
            found.append(BreakDown(state.name(unit), state.hex_name(place), state.name(into)))
    return found


def mergers(state: State) -> list[Consolidate]:
    found = []
    for breakdown in state.on_map(state.side):
        if not state.counter(breakdown).breakdown:
            continue
        place = state.units[breakdown].place
        for unit in state.stack(place):
            order = Consolidate(state.name(breakdown), state.name(unit), state.hex_name(place))
            if not isinstance(judge_consolidate(state, order), Refusal):
                found.append(order)
    return found


def offer_break_down(state: State) -> tuple[Offer, ...]:
    subjects: dict[str, tuple[str, ...]] = {}
    origins: dict[str, str] = {}
    for unit, able in _kinsmen(state).items():
        place = state.units[unit].place
        able = [b for b in able if stacking.may_arrive(state, state.side, place, [b])]
        if able:
            subjects[state.name(unit)] = state.names(able)
            origins[state.name(unit)] = state.hex_name(place)
    if not subjects:
        return ()
    return (Place("break-down", subjects, place="into", at="hex", origins=origins),)


def offer_consolidate(state: State) -> tuple[Offer, ...]:
    orders = mergers(state)
    if not orders:
        return ()
    subjects = by_subject((o.breakdown, o.unit) for o in orders)
    origins = {o.breakdown: o.hex for o in orders}
    return (
        Place(
            "consolidate", subjects, subject="breakdown", place="unit", at="hex", origins=origins
        ),
    )


BREAK_DOWN = Decision(
    BreakDown, "2.4-a", judge_break_down, carry_out_break_down, offer=offer_break_down
)
CONSOLIDATE = Decision(
    Consolidate, "2.5-a", judge_consolidate, carry_out_consolidate, offer=offer_consolidate
)
