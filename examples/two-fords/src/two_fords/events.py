"""What happens, one class per kind. `rule` is the rule that made it happen."""

from __future__ import annotations

from typing import ClassVar

from campagna.core.contract import Event


class Deployed(Event, frozen=True, tag="deployed"):
    unit: str
    hex: str


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    turn: int
    side: str
    phase: str


class Moved(Event, frozen=True, tag="moved"):
    unit: str
    path: tuple[str, ...]
    cost: int


class TurnedUp(Event, frozen=True, tag="turned-up"):
    reveals: ClassVar[bool] = True

    unit: str
    strength: int


class Fought(Event, frozen=True, tag="fought"):
    units: tuple[str, ...]
    target: str
    difference: int
    die: int
    result: str


class Retreated(Event, frozen=True, tag="retreated"):
    unit: str
    hex: str


class Eliminated(Event, frozen=True, tag="eliminated"):
    unit: str
    hex: str


class Looked(Event, frozen=True, tag="looked"):
    """As the side that looks sees it."""

    reveals: ClassVar[bool] = True

    side: str
    unit: str
    target: str
    strength: int


class LookNoticed(Event, frozen=True, tag="look-noticed"):
    """As everybody else sees it."""

    unit: str
    target: str


class GameEnded(Event, frozen=True, tag="game-ended"):
    winner: str
    level: str


AnyEvent = (
    Deployed
    | PhaseBegan
    | Moved
    | TurnedUp
    | Fought
    | Retreated
    | Eliminated
    | Looked
    | LookNoticed
    | GameEnded
)
