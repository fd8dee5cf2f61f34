"""Chapter 1: the counters, and chapter 9, which turns them up."""

from __future__ import annotations

from collections.abc import Iterable

from campagna.core.chance import Chance
from campagna.core.contract import Event, Setup
from campagna.core.rulebook import rule
from two_fords.events import TurnedUp
from two_fords.state import State, Unit, option, side_of, units_of
from two_fords.world import NAMES, SIDES, TABLES


@rule("1.1", "9.1")
def deal(setup: Setup, chance: Chance) -> State:
    """A new game: the strengths are dealt, nothing is deployed."""
    up = option(setup, "open-counters")
    units: list[Unit] = []
    for side in SIDES:
        dealt = draw_strengths([None] * len(units_of(side)), chance)
        units += [Unit(strength, up=up) for strength in dealt]
    return State(setup, 0, 0, units, [])


def draw_strengths(known: list[int | None], chance: Chance) -> list[int]:
    """The strengths of one side's counters; those not known are drawn from what is left."""
    left = list(TABLES.strengths)
    for strength in known:
        if strength is not None:
            left.remove(strength)
    return [left.pop(chance.pick(len(left), "strength")) if s is None else s for s in known]


@rule("1.3")
def turn_up(state: State, units: Iterable[int], why: str) -> list[Event]:
    """Show these counters to everybody, for good; `why` is the rule that asks for it."""
    events: list[Event] = []
    for unit in units:
        if not state.units[unit].up:
            state.change(unit, up=True)
            events.append(TurnedUp(why, NAMES[unit], state.units[unit].strength))
    return events


@rule("1.2")
def knows(viewer: str, unit: int, counter: Unit) -> bool:
    """Whether a side (or the spectator) may know the strength of a counter."""
    owner = side_of(unit)
    return counter.up or viewer == owner or (viewer in SIDES and counter.scouted)


def possible_strengths(state: State, unit: int, viewer: str) -> list[int]:
    """What the counter may be, as far as the viewer can tell; each entry is equally likely."""
    if knows(viewer, unit, state.units[unit]):
        return [state.units[unit].strength]
    hidden = [i for i in units_of(side_of(unit)) if not knows(viewer, i, state.units[i])]
    return sorted(state.units[i].strength for i in hidden)
