"""The frames of the agenda: decisions, and battles, that wait inside a phase.

The last frame of the agenda is answered first. Fields and tags are in saved states.
"""

from __future__ import annotations

import msgspec

from campagna.core.numbered import HexIndex, SideIndex, UnitIndex
from campagna.games.afrika_korps.orders import Advance, Capture, Declare, Move, Retreat

NOT_ASKED = -1


class Unloading(msgspec.Struct, frozen=True, tag="unloading"):
    """A supply has arrived: in which port, if at all (12.4)."""

    side: SideIndex


class Doomed(msgspec.Struct, frozen=True, tag="doomed"):
    """No plan covers all obligations: the owner gives up units, one of the smallest sets (A31)."""

    side: SideIndex


class Exchange(msgspec.Struct, frozen=True, tag="exchange"):
    """The stronger side of an exchange pays with units worth at least the debt (7.5d)."""

    side: SideIndex
    units: tuple[UnitIndex, ...]
    debt: int
    attacking: bool


class Retreating(msgspec.Struct, frozen=True, tag="retreating"):
    """Units of `side` still to be led back by their opponent (7.6)."""

    side: SideIndex
    units: tuple[UnitIndex, ...]
    consent: int = NOT_ASKED
    """Whether the loser lets them be led into a fortress (11.7e): 1 or 0 once he is asked."""


class Battle(msgspec.Struct, frozen=True, tag="battle"):
    """An attack whose result is being carried out."""

    side: SideIndex
    attackers: tuple[UnitIndex, ...]
    defenders: tuple[UnitIndex, ...]
    posts: tuple[HexIndex, ...]
    """The hexes of the defenders."""
    result: str
    prey: tuple[UnitIndex, ...] = ()
    """Lone supplies in a fortress attacked together with the defenders (15.2.3c)."""


class Advancing(msgspec.Struct, frozen=True, tag="advancing"):
    """Attackers may enter the emptied fortress or escarpment hexes (16.1)."""

    side: SideIndex
    units: tuple[UnitIndex, ...]
    hexes: tuple[HexIndex, ...]


class Hauling(msgspec.Struct, frozen=True, tag="hauling"):
    """Supplies captured under 15.4, each to be moved once; the zone of their old escort is open."""

    side: SideIndex
    supplies: tuple[UnitIndex, ...]
    escort: tuple[UnitIndex, ...]


class Following(msgspec.Struct, frozen=True, tag="following"):
    """Supplies that a retreating unit took in passing: they may go along to where it ended (15.2.2b)."""

    side: SideIndex
    supplies: tuple[UnitIndex, ...]
    hex: HexIndex


class Displaced(msgspec.Struct, frozen=True, tag="displaced"):
    """Rommel goes to the nearest Axis combat unit: which of those equally near (22.4.2b)."""

    side: SideIndex
    hexes: tuple[HexIndex, ...]


class Respite(msgspec.Struct, frozen=True, tag="respite"):
    """The waiting side may destroy supplies before the enemy goes on (15.5)."""

    side: SideIndex


class Denial(msgspec.Struct, frozen=True, tag="denial"):
    """Supplies of `side` are about to be taken: it may destroy them first (15.5)."""

    side: SideIndex
    supplies: tuple[UnitIndex, ...]
    then: Move | Declare | Capture | Advance | Retreat | None = None
    """The order that takes them, or what is left of it; None where a battle takes them, and where the
    order was dropped because a supply was destroyed."""


class Crowded(msgspec.Struct, frozen=True, tag="crowded"):
    """Movement is over, and nobody can leave a hex with too many units: who is lost (A35)."""

    side: SideIndex
    hex: HexIndex
    count: int


Frame = (
    Unloading
    | Doomed
    | Exchange
    | Retreating
    | Battle
    | Advancing
    | Hauling
    | Following
    | Displaced
    | Respite
    | Denial
    | Crowded
)
