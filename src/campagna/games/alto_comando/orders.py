"""The decisions of the two sides. Places are centres of bases, in millimetres."""

from __future__ import annotations

from campagna.core.contract import Order
from campagna.plane.bases import Point, Rect

# --- before the battle ------------------------------------------------------------------------------


class ChooseArea(Order, frozen=True, tag="choose-area"):
    """Where the next battle is fought: at the front, or at a side area (D-15)."""

    area: str


class ChooseCards(Order, frozen=True, tag="choose-cards"):
    """The unit cards a side takes by choice (D-2, D-2b, D-2c)."""

    cards: tuple[str, ...]


class Attach(Order, frozen=True, tag="attach"):
    """Give a formation without headquarters to another one, or to none (D-3, D-5)."""

    formation: str
    host: str = ""


class TankMix(Order, frozen=True, tag="tank-mix"):
    """Which British tank bases are cruisers; all others are infantry tanks (D-4)."""

    cruisers: tuple[str, ...]


# --- set-up -----------------------------------------------------------------------------------------


class LayTerrain(Order, frozen=True, tag="lay-terrain"):
    """Lay one element of terrain, named as in the list of pieces, in this rectangle (TER-1)."""

    element: str
    place: Rect


class Fortify(Order, frozen=True, tag="fortify"):
    """Lay minefield strips and dig trench segments, some at a time (D-6, D-7)."""

    strips: tuple[Rect, ...] = ()
    segments: tuple[Point, ...] = ()


class Deploy(Order, frozen=True, tag="deploy"):
    """Put bases on the table, or put them elsewhere: one place for each of them (D-8)."""

    units: tuple[str, ...]
    places: tuple[Point, ...]


class StartOver(Order, frozen=True, tag="start-over"):
    """Take back everything that was laid or placed in this step of the set-up."""


# --- the turn ---------------------------------------------------------------------------------------


class Replace(Order, frozen=True, tag="replace"):
    """Bring a scattered unit back beside its headquarters (D-9)."""

    unit: str
    at: Point


class Clear(Order, frozen=True, tag="clear"):
    """Try to clear a corridor through a minefield strip, named by its number (D-10)."""

    unit: str
    strip: int


class Bridge(Order, frozen=True, tag="bridge"):
    """Try to build a pontoon bridge over a river, named by its number (D-18)."""

    unit: str
    river: int


class Move(Order, frozen=True, tag="move"):
    """Move along straight legs: the way-points after the start, the last being the end (D-11)."""

    unit: str
    path: tuple[Point, ...]


class MoveBlock(Order, frozen=True, tag="move-block"):
    """Move several bases one after the other, each along its own path."""

    units: tuple[str, ...]
    paths: tuple[tuple[Point, ...], ...]


class Cross(Order, frozen=True, tag="cross"):
    """Move up to a minefield, if it is not touched yet, and try to cross it to the landing (D-11)."""

    unit: str
    path: tuple[Point, ...]
    landing: Point


class Leave(Order, frozen=True, tag="leave"):
    """Leave the table over an edge: the last way-point lies outside (D-11)."""

    unit: str
    path: tuple[Point, ...]
    edge: str


class Enter(Order, frozen=True, tag="enter"):
    """Bring a unit of the reserve in: the first point of the path lies outside (D-16)."""

    unit: str
    path: tuple[Point, ...]


class AirAttack(Order, frozen=True, tag="air-attack"):
    """Place an air marker on a spotted enemy unit (D-12)."""

    target: str


class Fire(Order, frozen=True, tag="fire"):
    """Fire one base at one enemy base (D-13, D-14)."""

    unit: str
    target: str


class Done(Order, frozen=True, tag="done"):
    """Nothing more in this step."""


class Concede(Order, frozen=True, tag="concede"):
    """Give the battle up: a great victory of the other side (D-17)."""
