"""The orders of both players. Counters and hexes are named as on the table."""

from __future__ import annotations

from campagna.core.contract import Order


class Deploy(Order, frozen=True, tag="deploy"):
    """SET-6: a combat unit is placed, or placed anew, before the game."""

    unit: str
    hex: str


class Demolish(Order, frozen=True, tag="demolish"):
    """LOG-10: somebody tries to blow up a supply of his own side."""

    supply: str


class SelfReduce(Order, frozen=True, tag="self-reduce"):
    """LOG-14: foot infantry leaves its transport and heavy weapons behind."""

    unit: str


class March(Order, frozen=True, tag="march"):
    """LOG-7: a mobile supply will move in this turn and supply nobody."""

    supply: str


class Move(Order, frozen=True, tag="move"):
    """MOV-1: pieces that stand together move along a path of hexes, or come onto the map with it.

    `full_first`: the first track step costs 1 instead of 1/2 (MOV-13).
    """

    units: tuple[str, ...]
    path: tuple[str, ...]
    full_first: bool = False


class Leave(Order, frozen=True, tag="leave"):
    """MOV-8: a piece goes along a path, or stays where it is, and leaves the map from there."""

    unit: str
    path: tuple[str, ...] = ()


class Attack(Order, frozen=True, tag="attack"):
    """D8, D10: one combat of the plan: attackers, attacked hexes, those with an aircraft.

    On a hex with commands and supplies alone it takes them; `destroy`: supplies are not kept (ATT-15).
    """

    attackers: tuple[str, ...]
    hexes: tuple[str, ...]
    aircraft: tuple[str, ...] = ()
    destroy: bool = False


class Fire(Order, frozen=True, tag="fire"):
    """ART-3: an artillery unit fires on an enemy."""

    unit: str
    target: str


class Raid(Order, frozen=True, tag="raid"):
    """STR-2: the strategic bombers strike a hex."""

    hex: str


class Assault(Order, frozen=True, tag="assault"):
    """CRT-1, CRT-2: the combat against this hex is fought next, with this kind of attack."""

    hex: str
    kind: str


class Take(Order, frozen=True, tag="take"):
    """ATT-15: commands and supplies without defenders are taken next."""

    hex: str


class Defend(Order, frozen=True, tag="defend"):
    """CRT-2: the defender's answer."""

    kind: str


class Retreat(Order, frozen=True, tag="retreat"):
    """RES-2: one unit goes back along these hexes."""

    unit: str
    path: tuple[str, ...]


class LetPass(Order, frozen=True, tag="let-pass"):
    """RES-5: the winner lets the unit pass his zones, or forbids it."""

    agree: bool


class Accompany(Order, frozen=True, tag="accompany"):
    """ATT-15: commands and mobile supplies that go back with the unit."""

    units: tuple[str, ...]


class Done(Order, frozen=True, tag="done"):
    """End the phase, or let everybody stay who could go along."""
