"""The games that the suite plays: Campagna's own and The Two Fords."""

from __future__ import annotations

from campagna.games.registry import BUILT_IN
from campagna.laws.cases import GUESTS, Case, cases_of, game_of
from campagna.laws.gradings import GRADINGS
from tests.laws.gradings import OWN_GRADINGS
from two_fords.game import TwoFords

__all__ = ["Case", "all_cases", "all_slugs", "game_of"]

GUESTS[TwoFords.slug] = TwoFords()
GRADINGS.update(OWN_GRADINGS)


def all_slugs() -> tuple[str, ...]:
    return (*BUILT_IN, TwoFords.slug)


def all_cases() -> list[Case]:
    return [case for slug in all_slugs() for case in cases_of(slug)]
