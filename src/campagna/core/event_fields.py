"""What every table reads of events: an event may lack any of these, and none means something else.

The description of the interface is made from it, and the laws hold every game to it.
"""

from __future__ import annotations

import msgspec

from campagna.core.account import AccountTerm

_Names = tuple[str, ...]


class EventFields(msgspec.Struct, frozen=True, omit_defaults=True):
    side: str = ""
    phase: str = ""
    turn: int = 0
    die: int = 0
    result: str = ""
    odds: str = ""
    column: str = ""
    attack: int = 0
    defence: int = 0
    terms: tuple[AccountTerm, ...] = ()
    unit: str = ""
    units: _Names | int = ()
    """Names, or how many."""
    attackers: _Names = ()
    defenders: _Names = ()
    hex: str = ""
    hexes: _Names | int = ()
    target: str = ""
    targets: _Names = ()
    to: str = ""
    path: tuple[str | tuple[int, int], ...] = ()
    """Hexes, or points on a measured table."""
    supply: str = ""
    leader: str = ""
    marker: str = ""
