"""The terms of a combat: every shift of the column and modifier of the die, with its rule."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

COLUMN, DIE = "column", "die"


class Term(msgspec.Struct, frozen=True):
    """`value`: columns to the right, or what is added to the die; `on` says which."""

    what: str
    value: int
    rule: str
    on: str = COLUMN


def counted(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Those that change something."""
    return tuple(term for term in terms if term.value)


def added(terms: Iterable[Term], on: str = COLUMN) -> int:
    return sum(term.value for term in terms if term.on == on)
