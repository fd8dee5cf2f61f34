"""How good a result is for whoever rolls, so that forecasts can be held to their order."""

from __future__ import annotations

from collections.abc import Callable

from campagna.core.contract import ForecastLine

Grade = tuple[int, ...]
Grading = Callable[[ForecastLine], Grade | None]
"""None for a result whose place does not matter."""

_PAYS: dict[str, Grade] = {"defender": (1,), "attacker": (0,)}


def by_payment(line: ForecastLine) -> Grade | None:
    """What the forecast says itself: nothing that the attacker alone pays for comes before what only
    the defender pays for."""
    return _PAYS.get(line.pays)


GRADINGS: dict[str, Grading] = {}
"""Finer gradings by slug, found without asking the game."""


def grading_of(slug: str) -> Grading:
    return GRADINGS.get(slug, by_payment)
