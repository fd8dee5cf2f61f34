"""Odds: two strengths, one column, always rounded in the defender's favour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache


def odds(attack: int, defence: int) -> tuple[int, int]:
    """The simple ratio (3, 1) or (1, 2) that two strengths make, rounded for the defender.

    26 against 9 is 2-1; 9 against 26 is 1-3. Both strengths are positive.
    """
    if attack <= 0 or defence <= 0:
        raise ValueError("odds need two positive strengths")
    if attack >= defence:
        return attack // defence, 1
    return 1, -(-defence // attack)


def odds_column(columns: Sequence[str], attack: int, defence: int) -> int:
    """The column of a table headed "1-3", "1-2", ... "10-1"; beyond its ends the last one counts."""
    return _column(tuple(columns), *odds(attack, defence))


@cache
def _column(columns: tuple[str, ...], a: int, d: int) -> int:
    best = 0
    for i, (high, low) in enumerate(_ratios(columns)):
        if high * d <= a * low:
            best = i
    return best


@cache
def _ratios(columns: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """The headings as numbers: "10-1" is (10, 1)."""
    pairs = (heading.split("-") for heading in columns)
    return tuple((int(high), int(low)) for high, low in pairs)
