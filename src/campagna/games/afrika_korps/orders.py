"""The orders of both players. Counters and hexes are named as on the table."""

from __future__ import annotations

from campagna.core.contract import Order


class RollSupply(Order, frozen=True, tag="roll-supply"):
    """12.2: the Axis rolls for the arrival of a supply."""


class LandSupply(Order, frozen=True, tag="land-supply"):
    """12.1, 12.2: the supply that arrived comes ashore in this port."""

    port: str


class Land(Order, frozen=True, tag="land"):
    """19, 20, 23.4: reinforcements, replacements and units at sea come ashore."""

    units: tuple[str, ...]
    port: str


class Move(Order, frozen=True, tag="move"):
    """5: units that stand together move along a path of hexes; a move may be continued later."""

    units: tuple[str, ...]
    path: tuple[str, ...]


class Declare(Order, frozen=True, tag="declare-victory"):
    """9: an automatic victory, with the supplies that sustain it."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    supplies: tuple[str, ...]


class Embark(Order, frozen=True, tag="embark"):
    """23.4: units in a port go to sea."""

    units: tuple[str, ...]


class Destroy(Order, frozen=True, tag="destroy"):
    """15.5: a player destroys a supply of his own or one he captured."""

    supply: str


class Substitute(Order, frozen=True, tag="substitute"):
    """21.1: units of one hex are swapped for a substitute counter."""

    units: tuple[str, ...]
    counter: str


class BreakDown(Order, frozen=True, tag="break-down"):
    """21.3: a substitute is swapped for counters that were set aside."""

    counter: str
    units: tuple[str, ...]


class GiveUp(Order, frozen=True, tag="give-up"):
    """7.4, 11.9: the units removed before combat because no plan of battle has room for them."""

    units: tuple[str, ...]


class Attack(Order, frozen=True, tag="attack"):
    """7, 8: one battle, with the supplies that sustain it (none at 1-3 or worse).

    `prey` are lone supplies in a fortress that the same attack is after (15.2.3).
    """

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    supplies: tuple[str, ...] = ()
    prey: tuple[str, ...] = ()


class Capture(Order, frozen=True, tag="capture"):
    """15.2.3, 15.3.2.2: a unit takes a supply in the combat phase."""

    unit: str
    supply: str


class Lose(Order, frozen=True, tag="lose"):
    """7.5d: units given for an exchange; a substitute may leave `rest` behind (21.3)."""

    units: tuple[str, ...]
    rest: tuple[str, ...] = ()


class Consent(Order, frozen=True, tag="consent"):
    """11.7e: whether retreating units may be led into a fortress."""

    agree: bool


class Sacrifice(Order, frozen=True, tag="sacrifice"):
    """7.6.1c: the retreating units that are lost because not all find room."""

    units: tuple[str, ...]


class Retreat(Order, frozen=True, tag="retreat"):
    """7.6: the winner leads one unit back over two hexes."""

    unit: str
    path: tuple[str, ...]


class Advance(Order, frozen=True, tag="advance"):
    """16: attackers enter an emptied fortress or escarpment hex."""

    units: tuple[str, ...]
    hex: str


class Haul(Order, frozen=True, tag="haul"):
    """15.4.1: a supply just captured in combat is moved."""

    supply: str
    path: tuple[str, ...]


class PlaceRommel(Order, frozen=True, tag="place-rommel"):
    """22.4.2: Rommel joins one of the units equally near."""

    hex: str


class Done(Order, frozen=True, tag="done"):
    """End the phase, refuse a supply, or let an advance be."""
