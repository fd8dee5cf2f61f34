"""12.3 The order of a stack: its owner says which combat unit lies on top."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.events import Restacked
from campagna.games.lion_of_judah.flags import NOWHERE, TOP
from campagna.games.lion_of_judah.orders import SetTop
from campagna.games.lion_of_judah.rules.general.breakdown import standing
from campagna.games.lion_of_judah.state import State


@rule("12.3-a", "A-49")
def judge_set_top(state: State, order: SetTop) -> Refusal | int:
    unit = standing(state, order.unit, order.hex, "12.3-a")
    if isinstance(unit, Refusal):
        return unit
    facts: dict[str, Fact] = {"unit": order.unit, "hex": order.hex}
    if not state.stacks_visibly(unit):
        return Refusal("12.3-a", "lies-on-top-anyway", facts)
    top = state.top(state.units[unit].place)
    if unit == top:
        return Refusal("12.3-a", "on-top-already", facts)
    if state.world.guerrilla[unit] and not state.world.guerrilla[top]:
        return Refusal("A-49", "guerrillas-below", facts)
    return unit


@rule("12.3-a")
def carry_out_set_top(state: State, unit: int, chance: Chance) -> list[Event]:
    place = state.units[unit].place
    top = state.top(place)
    if top != NOWHERE:
        state.flag(top, 0, TOP)
    state.flag(unit, TOP)
    return [Restacked(rule="12.3-a", unit=state.name(unit), hex=state.hex_name(place))]


def orders(state: State) -> list[SetTop]:
    """Every unit that could be put on top."""
    found = []
    for unit in state.on_map(state.side):
        order = SetTop(state.name(unit), state.hex_name(state.units[unit].place))
        if not isinstance(judge_set_top(state, order), Refusal):
            found.append(order)
    return found


def offer_set_top(state: State) -> tuple[Offer, ...]:
    found = {o.unit: (o.hex,) for o in orders(state)}
    return (Place("set-top", found),) if found else ()


SET_TOP = Decision(SetTop, "12.3-a", judge_set_top, carry_out_set_top, offer=offer_set_top)
