"""The orders of both players. Units and hexes are named as on the counters and the map.

Soviet divisions have the names `S-1`, `S-2`, ... in the order in which they were drawn, because
their counters are unknown to both players (12.1c); a revealed division also answers to the name
of its counter.
"""

from __future__ import annotations

from campagna.core.contract import Order


class Deploy(Order, frozen=True, tag="deploy"):
    """5.0e: put a unit of the 13th or 20th Army on one of its hexes."""

    unit: str
    hex: str


class Interdict(Order, frozen=True, tag="interdict"):
    """13.2, 13.41: place interdiction markers, at most three German or one Soviet; none is allowed."""

    hexes: tuple[str, ...] = ()


class Withdraw(Order, frozen=True, tag="withdraw"):
    """10.4 (optional rule): take a surrounded leader off the map."""

    leader: str


class Move(Order, frozen=True, tag="move"):
    """6.1: move units that stand together along a path; units off the map enter at its first hex.

    `cut` and `lift` name railroad hexes of the path where a German unit places or picks up a
    rail cut marker (6.37).
    """

    units: tuple[str, ...]
    path: tuple[str, ...]
    cut: tuple[str, ...] = ()
    lift: tuple[str, ...] = ()


class RailMove(Order, frozen=True, tag="rail"):
    """6.3: move one Soviet unit along the railroad."""

    unit: str
    path: tuple[str, ...]


class Overrun(Order, frozen=True, tag="overrun"):
    """6.5: units in one hex attack an adjacent hex during movement.

    `cut` or `lift` place or pick up a rail cut marker in the target hex when it is entered (6.37).
    """

    units: tuple[str, ...]
    target: str
    cut: bool = False
    lift: bool = False


class CallFront(Order, frozen=True, tag="call-front"):
    """14.21: bring divisions of the South-Western Front to the map edge."""

    divisions: int


class Attack(Order, frozen=True, tag="attack"):
    """9.0: units attack one or more hexes to which all of them are adjacent."""

    units: tuple[str, ...]
    targets: tuple[str, ...]


class TakeLosses(Order, frozen=True, tag="take-losses"):
    """9.65: the units that lose a step each; a unit may be named several times."""

    units: tuple[str, ...]


class GiveGround(Order, frozen=True, tag="give-ground"):
    """9.65: retreat all involved units instead of losing steps."""


class Retreat(Order, frozen=True, tag="retreat"):
    """9.72: the opponent leads one retreating unit along a path."""

    unit: str
    path: tuple[str, ...]


class Advance(Order, frozen=True, tag="advance"):
    """9.81: one victorious unit advances after combat."""

    unit: str
    path: tuple[str, ...]


class Remove(Order, frozen=True, tag="remove"):
    """7.1e, 7.2b: the owner removes a unit from an overstacked hex."""

    unit: str


class Done(Order, frozen=True, tag="done"):
    """End the phase, the deployment or the advance."""
