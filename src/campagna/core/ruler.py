"""Measuring on a measured table: a player may lay the ruler between any two pieces and places."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import msgspec

from campagna.core.contract import Text, View
from campagna.core.tabletop import Spot


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An end of the ruler: a piece where it stands, a piece as if it stood elsewhere, or a place."""

    unit: str = ""
    at: Spot | None = None


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the distance means by one rule, as a range that it is compared with."""

    title: Text
    value: Text
    holds: bool
    rule: str


class Measurement(msgspec.Struct, frozen=True):
    distance: int
    """In whole millimetres, as the game measures: between the edges of two bases."""
    ends: tuple[Spot, Spot]
    readings: tuple[Reading, ...]
    rule: str


@runtime_checkable
class Measures(Protocol):
    """A game with a ruler. What it tells follows from the view alone."""

    def measure(self, view: View, a: Mark, b: Mark) -> Measurement | None:
        """None if one of the ends is nowhere on the table."""
