"""The agenda: decisions that wait inside a phase, the topmost first.

A combat lays its frames on a stack: the battle at the bottom, on it what each side must suffer,
on that the retreats. The topmost is settled first, until somebody has to choose.
"""

from __future__ import annotations

import msgspec


class Suffer(msgspec.Struct, frozen=True, tag="suffer"):
    """A side must take a result: lose steps or, if allowed, retreat (9.65)."""

    side: int
    units: tuple[int, ...]
    count: int
    may_retreat: bool


class Retreating(msgspec.Struct, frozen=True, tag="retreating"):
    """Units of `side` still to be led back by their opponent (9.72)."""

    side: int
    units: tuple[int, ...]
    count: int
    lines: tuple[tuple[int, ...], ...] = ()
    """Paths already taken, each from the hex left to the hex reached."""
    gone: tuple[int, ...] = ()
    """The units that took those paths."""
    stood: tuple[int, ...] = ()
    """Where the retreating units stood: not vacant for this combat, even when they have left."""


class Battle(msgspec.Struct, frozen=True, tag="battle"):
    """A combat or overrun whose result is being carried out; the last frame of its agenda."""

    overrun: bool
    side: int
    attackers: tuple[int, ...]
    origins: tuple[int, ...]
    """The hex of each attacker."""
    targets: tuple[int, ...]
    defenders: tuple[int, ...]
    posts: tuple[int, ...]
    """The hex of each defender."""
    result: str = ""
    attacker_lines: tuple[tuple[int, ...], ...] = ()
    defender_lines: tuple[tuple[int, ...], ...] = ()


class Advancing(msgspec.Struct, frozen=True, tag="advancing"):
    """Victorious units may advance (9.8): along these lines, or two hexes from these."""

    side: int
    units: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    emptied: tuple[int, ...]
    vacant_before: tuple[int, ...] = ()
    """Second hexes that held no unit when the advance began (AMB-16)."""


class Excess(msgspec.Struct, frozen=True, tag="excess"):
    """A side must remove units from overstacked hexes (7.1e)."""

    side: int


Frame = Suffer | Retreating | Battle | Advancing | Excess


class Owed(msgspec.Struct, frozen=True, array_like=True):
    """Scheduled divisions for which no counter was left (AMB-49)."""

    entry: str
    pool: int
    count: int
