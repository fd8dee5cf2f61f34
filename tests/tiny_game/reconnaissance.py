"""Chapter 7: reconnaissance."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.rulebook import rule
from tests.tiny_game.combat import enemy_at, idle_and_in_zone
from tests.tiny_game.events import Looked, LookNoticed
from tests.tiny_game.orders import Look
from tests.tiny_game.sequence import counter_in_play, named_hex
from tests.tiny_game.state import COUNTERS, State
from tests.tiny_game.terrain import BOARD

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
            unit=COUNTERS[unit],
            target=BOARD.name(seen.place),
            strength=seen.strength,
        )
    ]


@rule("7.2")
def witness(event: Looked, viewer: str) -> Event:
    if viewer == event.side:
        return event
    return LookNoticed(rule="7.2", unit=event.unit, target=event.target)


LOOK = Decision(Look, "7.1", judge_look, carry_out_look)
