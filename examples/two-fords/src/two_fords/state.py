"""The whole truth of a game in progress: plain data, saved, hashed and copied."""

from __future__ import annotations

from typing import Self

import msgspec

from campagna.core.contract import Setup
from two_fords.frames import Retreating
from two_fords.world import BOARD, SIDES, TABLES

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
