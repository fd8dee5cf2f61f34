"""The agenda: decisions that wait inside a phase, the topmost first.

A combat lays its frames on a stack: the battle at the bottom, on it what each side must suffer,
on that the retreats. The topmost is settled first, until somebody has to choose.
"""

from __future__ import annotations

import msgspec

from campagna.core.numbered import HexIndex, SideIndex, UnitIndex


class Suffer(msgspec.Struct, frozen=True, tag="suffer"):
    """A side must take a result: lose steps or, if allowed, retreat (9.65)."""

    side: SideIndex
    units: tuple[UnitIndex, ...]
    count: int
    may_retreat: bool


class Retreating(msgspec.Struct, frozen=True, tag="retreating"):
    """Units of `side` still to be led back by their opponent (9.72)."""

    side: SideIndex
    units: tuple[UnitIndex, ...]
    count: int
    lines: tuple[tuple[HexIndex, ...], ...] = ()
    """Paths already taken, each from the hex left to the hex reached."""
    gone: tuple[UnitIndex, ...] = ()
    """The units that took those paths."""
    stood: tuple[HexIndex, ...] = ()
    """Where the retreating units stood: not vacant for this combat, even when they have left."""


class Battle(msgspec.Struct, frozen=True, tag="battle"):
    """A combat or overrun whose result is being carried out; the last frame of its agenda."""

    overrun: bool
    side: SideIndex
    attackers: tuple[UnitIndex, ...]
    origins: tuple[HexIndex, ...]
    """The hex of each attacker."""
    targets: tuple[HexIndex, ...]
    defenders: tuple[UnitIndex, ...]
    posts: tuple[HexIndex, ...]
    """The hex of each defender."""
    result: str = ""
    attacker_lines: tuple[tuple[HexIndex, ...], ...] = ()
    defender_lines: tuple[tuple[HexIndex, ...], ...] = ()


class Advancing(msgspec.Struct, frozen=True, tag="advancing"):
    """Victorious units may advance (9.8): along these lines, or two hexes from these."""

    side: SideIndex
    units: tuple[UnitIndex, ...]
    lines: tuple[tuple[HexIndex, ...], ...]
    emptied: tuple[HexIndex, ...]
    vacant_before: tuple[HexIndex, ...] = ()
    """Second hexes that held no unit when the advance began (AMB-16)."""


class Excess(msgspec.Struct, frozen=True, tag="excess"):
    """A side must remove units from overstacked hexes (7.1e)."""

    side: SideIndex


Frame = Suffer | Retreating | Battle | Advancing | Excess


class Owed(msgspec.Struct, frozen=True, array_like=True):
    """Scheduled divisions for which no counter was left (AMB-49)."""

    entry: str
    pool: int
    count: int
