"""How the odds of an order come about: who adds what, by which rule, and which column it gives.

A game fills it beside the `sums` of its forecast, and every table shows it the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from campagna.core.texts import Text

UNIT, TOTAL = "unit", "total"
UNKNOWN = "?"
"""The value of what nobody has seen."""

Part = Literal["attack", "defence"]


class AccountLine(msgspec.Struct, frozen=True):
    """What something adds: a unit, the total of a side, or a key of `[account]` in `messages.toml`."""

    part: Part
    value: str
    rule: str = ""
    what: str = UNIT
    unit: str = ""
    hex: str = ""
    count: int = 1


class AccountTerm(msgspec.Struct, frozen=True, omit_defaults=True):
    """What moves the column (to the right, if `value` is positive) or changes the die; a key of `[word]`."""

    what: str
    value: int
    rule: str
    on: Literal["column", "die"] = "column"
    probability: float | None = None
    """Left out where it is certain."""


class Case(msgspec.Struct, frozen=True):
    """The results for one answer of the defender or one column: `name` is a key of `[word]`."""

    by: Literal["defence", "column"]
    name: str
    chances: dict[str, float]


class Account(msgspec.Struct, frozen=True):
    lines: tuple[AccountLine, ...] = ()
    ratio: str = ""
    """The odds before any term, where the terms move them."""
    terms: tuple[AccountTerm, ...] = ()
    columns: dict[str, float] = {}
    """The columns that may be used, with their chances."""
    cases: tuple[Case, ...] = ()
    source: str = ""
    reasoning: Text | None = None


def share(part: Part, unit: str, printed: object, counts: object, rule: str) -> AccountLine:
    """What a unit adds, and what is printed on it if that is something else."""
    value = str(counts) if str(printed) == str(counts) else f"{printed} → {counts}"
    return AccountLine(part, value, rule, unit=unit)


def total(part: Part, value: object, rule: str = "") -> AccountLine:
    return AccountLine(part, str(value), rule, TOTAL)


def signed(value: int) -> str:
    """As the table writes it, with a true minus."""
    return f"−{-value}" if value < 0 else f"+{value}"


def cases(
    by: Literal["defence", "column"], found: Mapping[str, Mapping[str, float]]
) -> tuple[Case, ...]:
    """Results that cannot happen are left out."""
    return tuple(
        Case(by, name, {r: p for r, p in chances.items() if p > 0})
        for name, chances in found.items()
    )
