"""What waits for an answer inside a phase: the frames of the agenda, and the combats they speak of."""

from __future__ import annotations

import msgspec


class Combat(msgspec.Struct, frozen=True, array_like=True):
    """An attack of the plan. Without defenders it takes the commands and supplies of a hex."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    hexes: tuple[int, ...]
    aircraft: tuple[int, ...] = ()
    """The attacked hexes with an aircraft on them."""
    destroy: bool = False
    """Supplies taken are destroyed, not captured."""


class Declared(msgspec.Struct, frozen=True, tag="declared"):
    """The attacker has declared; the defender answers (CRT-2)."""

    side: int
    combat: Combat
    kind: str


class Retreating(msgspec.Struct, frozen=True, tag="retreating"):
    """Units of `side` still to go back so many hexes, led by `by` (RES-2, RES-4)."""

    side: int
    units: tuple[int, ...]
    count: int
    by: int


class Permitting(msgspec.Struct, frozen=True, tag="permitting"):
    """A way back through enemy zones: the winner lets the unit pass or forbids it (RES-5)."""

    side: int
    unit: int
    path: tuple[int, ...]


class Following(msgspec.Struct, frozen=True, tag="following"):
    """Commands and mobile supplies that may go back with a unit of their hex (ATT-15)."""

    side: int
    pieces: tuple[int, ...]
    hex: int


Frame = Declared | Retreating | Permitting | Following
