"""Chapter 7: reconnaissance."""

from __future__ import annotations

from campagna.core.contract import Event, Refusal
from campagna.core.rulebook import rule
from tests.tiny_game.combat import enemy_at, idle_and_in_zone
from tests.tiny_game.events import Looked, LookNoticed
from tests.tiny_game.orders import Look
from tests.tiny_game.sequence import wrong_hex, wrong_unit
from tests.tiny_game.state import INDEX, State


def refusal(state: State, order: Look) -> Refusal | None:
    return (
        wrong_unit(state, order.unit)
        or wrong_hex(order.target)
        or wrong_look(state, order.unit, order.target)
    )


@rule("7.1")
def wrong_look(state: State, name: str, target: str) -> Refusal | None:
    """Why this counter of the deciding side may not look at that hex."""
    enemy = enemy_at(state, target)
    if enemy is None:
        return Refusal("7.1", "no-enemy", {"hex": target})
    if state.units[enemy].up or state.units[enemy].scouted:
        return Refusal("7.1", "already-known", {"hex": target})
    return idle_and_in_zone(state, name, target)


@rule("7.1")
def play(state: State, order: Look) -> list[Event]:
    target = enemy_at(state, order.target)
    assert target is not None
    state.change(INDEX[order.unit], done=True)
    state.change(target, scouted=True)
    return [
        Looked(
            rule="7.1",
            side=state.agenda[-1].side,
            unit=order.unit,
            target=order.target,
            strength=state.units[target].strength,
        )
    ]


@rule("7.2")
def witness(event: Looked, viewer: str) -> Event:
    if viewer == event.side:
        return event
    return LookNoticed(rule="7.2", unit=event.unit, target=event.target)
