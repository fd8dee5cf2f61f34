"""A refused step cites a rule whose condition holds, stated a second time without the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from campagna.core.chance import SeededChance
from campagna.laws.random_walk import RandomWalk, located
from tests.laws.broken_paths import BrokenPath, broken_paths

MOMENTS, PATHS = 24, 6
"""Moments of every kind of decision that are looked at, and paths of each."""

Cited = tuple[str, str]
"""A rule and a reason."""


@dataclass(frozen=True)
class Asked:
    """The refused step, as a statement reads it: names and a position, nothing of the engine."""

    position: Any
    path: BrokenPath

    @property
    def unit(self) -> str:
        return self.path.units[0]

    @property
    def way(self) -> tuple[str, ...]:
        return self.path.way

    @property
    def here(self) -> str:
        return str(self.path.refusal.facts.get("from", self.way[max(0, len(self.way) - 2)]))

    @property
    def there(self) -> str:
        return str(self.path.refusal.facts.get("hex", self.way[-1]))


Statement = Callable[[Asked], bool]


@dataclass(frozen=True)
class Statements:
    """The causes of one game in the order in which they are named.

    `partly`: those of which only a part is stated; it must hold, but does not suffice.
    """

    stated: Mapping[Cited, Statement]
    partly: frozenset[Cited] = frozenset()

    def expected(self, asked: Asked) -> set[Cited]:
        """What may be cited: the first whole statement that holds, or a partial one before it."""
        found: set[Cited] = set()
        for cited, holds in self.stated.items():
            if holds(asked):
                found.add(cited)
                if cited not in self.partly:
                    break
        return found


def refused_steps_cite_what_holds(walk: RandomWalk, statements: Statements) -> list[Cited]:
    """Every refusal of a step agrees with the statements; returns what was cited.

    A path has a legal beginning, so the step that is refused is its last.
    """
    game = walk.game
    seen: list[Cited] = []
    chance = SeededChance(walk.case.seed)
    for moment in walk.sample(MOMENTS):
        for path in broken_paths(game, moment.state, chance, statements.stated, PATHS):
            cited = (path.refusal.rule, path.refusal.reason)
            asked = Asked(game.describe(moment.state), path)
            with located(moment, path.order):
                assert asked.there == path.way[-1], "another step was refused"
                assert cited in statements.expected(asked), f"cited {cited}"
            seen.append(cited)
    return seen
