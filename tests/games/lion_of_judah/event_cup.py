"""A cup with one event marker in it, for the tests of the markers."""

from __future__ import annotations

from typing import Any

from campagna.core.chance import ScriptedChance
from campagna.core.contract import Event
from campagna.games.lion_of_judah.events import EventDrawn
from campagna.games.lion_of_judah.frames import Battle
from campagna.games.lion_of_judah.rules.events import event_phase
from campagna.games.lion_of_judah.rules.sequence.waiting import work_off
from campagna.games.lion_of_judah.state import State
from tests.games.lion_of_judah.lay import (
    WORLD,
    Phase,
    arrange,
    at,
    only,
)


def draw(state: State, picks: tuple[int, ...] = (0, 0)) -> list[Event]:
    """Draw the marker of that place in the cup; the first pick is whose hand draws."""
    chance = ScriptedChance([], picks)
    events = event_phase.draw(state, chance)
    return events + work_off(state, chance)


def drawing(marker: str, units: dict[str, str] | None = None, **more: Any) -> State:
    scenario = "s1940" if marker[0] in "CD" else "s1935"
    more = {"scenario": scenario, "turn": 5, **more}
    return arrange(units, phase=Phase.EVENT, cup=[marker], **more)


def drawn(
    marker: str, units: dict[str, str] | None = None, **more: Any
) -> tuple[State, list[Event]]:
    state = drawing(marker, units, **more)
    return state, draw(state)


def has_effect(events: list[Event]) -> bool:
    return only(events, EventDrawn).effect


def fight(state: State, side: int, attackers: tuple[str, ...], target: str) -> Battle:
    slots = tuple(WORLD.slots[n] for n in attackers)
    origins = tuple(state.units[u].place for u in slots)
    return Battle(side, slots, origins, at(target), state.combat_units(at(target)), 0)
