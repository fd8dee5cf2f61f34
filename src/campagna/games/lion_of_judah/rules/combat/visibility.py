"""12.3 What a player sees of enemy stacks: the top unit, what lies on top of it, and the screen."""

from __future__ import annotations

from collections.abc import Iterable

from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER, Counter
from campagna.games.lion_of_judah.events import Uncovered
from campagna.games.lion_of_judah.flags import FOUGHT, SHOWN, TOP
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1940


@rule("PB 14.6.5")
def screen_up(state: State) -> bool:
    """The first turns of 1940-41: Allied stacks in Sudan are only '?' to the Italian."""
    if state.part != S1940:
        return False
    first, last = state.theatre.scenario["dummies"]["screen_turns"]
    return bool(first <= state.turn <= last)


@rule("PB 14.6.5")
def screened(state: State, unit: int) -> bool:
    """Whether a unit is only '?' to the Italian, on top or not, real or dummy."""
    u = state.units[unit]
    if u.place < 0 or u.flags & (FOUGHT | SHOWN) or not state.stacks_visibly(unit):
        return False
    if state.own(unit) != OTHER or state.world.guerrilla[unit] or not screen_up(state):
        return False
    if state.trucks_under(unit):
        return False
    return bool(state.world.region_of[u.place] == state.theatre.scenario["dummies"]["region"])


@rule("12.3-a", "PB 14.6.5", "A-49")
def visible(state: State, unit: int) -> bool:
    """Whether the enemy knows this unit where it stands.

    HQs, trucks and leaders lie on top, and so does a unit with its trucks; below them the enemy
    sees one combat unit. Off the map everything is open.
    """
    u = state.units[unit]
    if u.place < 0 or not state.stacks_visibly(unit):
        return True
    if u.flags & SHOWN:
        return True
    if state.own(unit) == ITALIAN and effects_in_force.signals_broken(state):
        return True
    if screened(state, unit):
        return False
    return bool(u.flags & TOP) or bool(state.trucks_under(unit))


def sighted(state: State, units: Iterable[int]) -> tuple[str, ...]:
    """The names of those units that the enemy sees where they are now."""
    return tuple(state.name(u) for u in units if visible(state, u))


@rule("2.3.5-a", "PB 13.6.1-a")
def kind_seen(state: State, unit: int) -> str:
    """What even a hidden unit shows: the stripes of its faction, or that it is guerrillas."""
    return kind_of(state.counter(unit))


def kind_of(counter: Counter) -> str:
    return "guerrilla" if counter.type == "guerrilla" else counter.faction


@rule("12.3-a")
def uncover(state: State) -> list[Event]:
    """Units that came to the top of their stacks since the last order and can be seen."""
    found: list[Event] = []
    for unit in dict.fromkeys(state.maps.uncovered):
        u = state.units[unit]
        if u.place >= 0 and u.flags & TOP and visible(state, unit):
            hex_ = state.hex_name(u.place)
            found.append(Uncovered(rule="12.3-a", unit=state.name(unit), hex=hex_))
    state.maps.uncovered.clear()
    return found
