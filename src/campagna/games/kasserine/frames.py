"""What waits for an answer inside a phase: the frames of the agenda, and the combats they speak of."""

from __future__ import annotations

import msgspec

from campagna.core.numbered import HexIndex, SideIndex, UnitIndex


class Combat(msgspec.Struct, frozen=True, array_like=True):
    """An attack of the plan. Without defenders it takes the commands and supplies of a hex."""

    attackers: tuple[UnitIndex, ...]
    defenders: tuple[UnitIndex, ...]
    hexes: tuple[HexIndex, ...]
    aircraft: tuple[HexIndex, ...] = ()
    """The attacked hexes with an aircraft on them."""
    destroy: bool = False
    """Supplies taken are destroyed, not captured."""


class Declared(msgspec.Struct, frozen=True, tag="declared"):
    """The attacker has declared; the defender answers (CRT-2)."""

    side: SideIndex
    combat: Combat
    kind: str


class Retreating(msgspec.Struct, frozen=True, tag="retreating"):
    """Units of `side` still to go back so many hexes, led by `by` (RES-2, RES-4)."""

    side: SideIndex
    units: tuple[UnitIndex, ...]
    count: int
    by: SideIndex


class Permitting(msgspec.Struct, frozen=True, tag="permitting"):
    """A way back through enemy zones: the winner lets the unit pass or forbids it (RES-5)."""

    side: SideIndex
    unit: UnitIndex
    path: tuple[HexIndex, ...]


class Following(msgspec.Struct, frozen=True, tag="following"):
    """Commands and mobile supplies that may go back with a unit of their hex (ATT-15)."""

    side: SideIndex
    pieces: tuple[UnitIndex, ...]
    hex: HexIndex


Frame = Declared | Retreating | Permitting | Following
