"""Chapter 7: reconnaissance."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from two_fords.events import Looked, LookNoticed
from two_fords.orders import Look
from two_fords.rules.combat import enemy_at, idle_and_in_zone
from two_fords.rules.sequence import counter_in_play, named_hex
from two_fords.state import State, enemy_of, units_of
from two_fords.world import BOARD, NAMES

LookPlan = tuple[int, int]
"""Who looks, and the counter it looks at."""


@rule("7.1")
def judge_look(state: State, order: Look) -> Refusal | LookPlan:
    unit, place = counter_in_play(state, order.unit), named_hex(order.target)
    if isinstance(unit, Refusal):
        return unit
    if isinstance(place, Refusal):
        return place
    enemy = enemy_at(state, place)
    if enemy is None:
        return Refusal("7.1", "no-enemy", {"hex": order.target})
    if state.units[enemy].up or state.units[enemy].scouted:
        return Refusal("7.1", "already-known", {"hex": order.target})
    return idle_and_in_zone(state, unit, place) or (unit, enemy)


@rule("7.1")
def carry_out_look(state: State, plan: LookPlan, chance: Chance) -> list[Event]:
    unit, target = plan
    state.change(unit, done=True)
    state.change(target, scouted=True)
    seen = state.units[target]
    return [
        Looked(
            rule="7.1",
            side=state.side,
            unit=NAMES[unit],
            target=BOARD.name(seen.place),
            strength=seen.strength,
        )
    ]


@rule("7.2")
def witness(event: Looked, viewer: str) -> Event:
    if viewer == event.side:
        return event
    return LookNoticed(rule="7.2", unit=event.unit, target=event.target)


@rule("7.1")
def looks(state: State) -> dict[str, tuple[str, ...]]:
    """Every counter with the enemies it may look at."""
    there = [state.units[i].place for i in units_of(enemy_of(state.side))]
    targets = [BOARD.name(place) for place in there if place >= 0]
    able: dict[str, tuple[str, ...]] = {}
    for number in units_of(state.side):
        unit = NAMES[number]
        seen = (t for t in targets if not isinstance(judge_look(state, Look(unit, t)), Refusal))
        if found := tuple(seen):
            able[unit] = found
    return able


def offer_looks(state: State) -> tuple[Offer, ...]:
    able = looks(state)
    return (Place("look", able, place="target"),) if able else ()


LOOK = Decision(Look, "7.1", judge_look, carry_out_look, offer=offer_looks)
