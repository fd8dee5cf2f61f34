"""2.3.7, 2.3.9 Factors and steps: what a counter is worth at its present strength, and halving."""

from __future__ import annotations

from collections.abc import Iterable

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.flags import GASSED, HIDDEN, SHOWN
from campagna.games.lion_of_judah.rules.resources.supply import by_air, in_supply, seems_supplied
from campagna.games.lion_of_judah.state import State


@rule("2.3.7-b", "2.3.9-b", "2.3.9-d")
def factors(state: State, unit: int) -> tuple[int, int]:
    """Attack and defence of the side that its steps left show; a drawn factor serves for both."""
    u, counter = state.units[unit], state.counter(unit)
    if counter.hidden:
        return u.value, u.value
    if not counter.factors:
        return 0, 0
    return counter.factors[counter.steps - u.steps]


def attack(state: State, unit: int) -> int:
    return factors(state, unit)[0]


def defence(state: State, unit: int) -> int:
    return factors(state, unit)[1]


@rule("2.3.9-d")
def replacement_counter(state: State, unit: int, steps: int) -> bool:
    """Three- and four-step units show their second counter at two steps or fewer."""
    at = state.world.tables["steps"]["replacement_counter_at"]
    return state.counter(unit).steps >= 3 and 0 < steps <= at


@rule("9.3-b", "12.6-a", "PB 13.6.5.1-b")
def is_halved(state: State, unit: int) -> bool:
    """Out of supply at the moment of combat, or gassed this turn."""
    return is_gassed(state, unit) or not in_supply(state, unit)


def is_gassed(state: State, unit: int) -> bool:
    return bool(state.units[unit].flags & GASSED)


@rule("12.3-a", "12.6-a")
def seems_halved(state: State, unit: int) -> bool:
    """Whether the enemy must take a unit that he sees for halved."""
    place = state.units[unit].place
    supplied = seems_supplied(state, unit, place) or by_air(state, unit, place)
    return seems_gassed(state, unit) or not supplied


def seems_gassed(state: State, unit: int) -> bool:
    """The enemy knows the hexes that were gassed, and sees it of a unit that has shown itself."""
    u = state.units[unit]
    return u.place in state.gassed or u.flags & (GASSED | SHOWN) == GASSED | SHOWN


@rule("2.7")
def half(points: int) -> int:
    """Halves are rounded up."""
    return (points + 1) // 2


@rule("12.6-a", "12.6-b", "2.7", "A-06")
def total(state: State, units: Iterable[int], *, attacking: bool) -> int:
    """The factors of a group: those to be halved are added up and halved once, upwards."""
    whole = halved = 0
    for unit in units:
        points = factors(state, unit)[0 if attacking else 1]
        if is_halved(state, unit):
            halved += points
        else:
            whole += points
    return whole + half(halved)


@rule("12.4-1", "2.3.7-a", "12.3-c")
def reveal(state: State, units: Iterable[int]) -> list[int]:
    """Turn over the '?' units that come into a combat; returns which."""
    found = [u for u in units if state.units[u].flags & HIDDEN]
    for unit in found:
        state.flag(unit, 0, HIDDEN)
    return found
