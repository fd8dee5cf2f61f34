"""Chapter 1: the counters, and with them the whole truth of a game in progress."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Setup
from campagna.core.rulebook import rule
from tests.tiny_game.events import TurnedUp
from tests.tiny_game.terrain import BOARD, TABLES

SIDES = ("north", "south")
PHASES = (
    *((side, "deploy") for side in SIDES),
    *((side, phase) for side in SIDES for phase in ("move", "attack")),
)
"""Whose phase it is and what it is called, by the number of the phase."""
FIRST_OF_TURN = len(SIDES)
OVER = len(PHASES)
RESERVE = -1
"""Place of a counter that is not deployed."""
LOST = -2
"""Place of a counter that was eliminated."""

COUNTERS = tuple(f"{side[0].upper()}{number}" for side in SIDES for number in (1, 2, 3, 4))
INDEX = {id_: i for i, id_ in enumerate(COUNTERS)}


class Unit(msgspec.Struct, frozen=True, array_like=True):
    """One counter. Its id and side follow from its number in the list."""

    strength: int
    place: int = RESERVE
    up: bool = False
    scouted: bool = False
    """The enemy looked at it in secret."""
    done: bool = False
    """It moved, attacked or looked in this phase."""
    attacked: bool = False
    """It was attacked in this phase."""


class Retreating(msgspec.Struct, frozen=True):
    """A frame of the agenda: the owner of this counter must choose where it retreats."""

    unit: int


class State(msgspec.Struct):
    setup: Setup
    turn: int
    phase: int
    units: list[Unit]
    agenda: list[Retreating]
    """Decisions that wait inside the phase, the next on top."""

    def copy(self) -> Self:
        return type(self)(self.setup, self.turn, self.phase, self.units.copy(), self.agenda.copy())

    @property
    def side(self) -> str:
        """The side whose phase it is."""
        return PHASES[self.phase][0]

    def change(self, unit: int, **changes: int | bool) -> None:
        self.units[unit] = msgspec.structs.replace(self.units[unit], **changes)


def option(setup: Setup, name: str) -> bool:
    """Both switches of the game are off unless the set-up says otherwise."""
    return bool(setup.options.get(name, False))


def side_of(unit: int) -> str:
    return SIDES[unit // len(TABLES.strengths)]


def enemy_of(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def units_of(side: str) -> range:
    count = len(TABLES.strengths)
    first = SIDES.index(side) * count
    return range(first, first + count)


def occupied(state: State, side: str) -> bytearray:
    """Mask of the hexes with a counter of this side."""
    return BOARD.mask(u.place for u in (state.units[i] for i in units_of(side)) if u.place >= 0)


def unit_at(state: State, place: int) -> int | None:
    return next((i for i, u in enumerate(state.units) if u.place == place), None)


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
            events.append(TurnedUp(why, COUNTERS[unit], state.units[unit].strength))
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
