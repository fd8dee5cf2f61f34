"""The decisions of a side, one class per kind. Counters and hexes are named as on the table."""

from __future__ import annotations

from campagna.core.contract import Order


class Deploy(Order, frozen=True, tag="deploy"):
    unit: str
    hex: str


class Move(Order, frozen=True, tag="move"):
    """`path` holds the hexes entered, the last one being the destination."""

    unit: str
    path: tuple[str, ...]


class Attack(Order, frozen=True, tag="attack"):
    units: tuple[str, ...]
    target: str


class Look(Order, frozen=True, tag="look"):
    """Reconnaissance: only the looking side learns what it sees."""

    unit: str
    target: str


class Retreat(Order, frozen=True, tag="retreat"):
    hex: str


class EndPhase(Order, frozen=True, tag="end-phase"):
    pass
