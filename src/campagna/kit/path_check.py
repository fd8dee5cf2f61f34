"""Why a step of a path is forbidden: the cause that was found, never the one that is left over.

A kernel walks a path fast and says no more than "not onto the i-th hex". A game keeps an ordered
tuple of causes; each asks the very condition that its rule states. Where several rules forbid a step,
the first of the tuple is named, so the most specific one stands first.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from campagna.core.contract import UNEXPLAINED, Fact, Refusal

_log = logging.getLogger(__name__)

S = TypeVar("S")
T = TypeVar("T")
Q = TypeVar("Q")


class PathStep(msgspec.Struct, Generic[S, T], frozen=True):
    """The step onto `way[at]`, which somebody wants to take and may not."""

    state: S
    units: tuple[int, ...]
    """Those who go together."""
    way: Sequence[int]
    """From the hex they leave; for units that enter the map, from the hex they enter by."""
    at: int
    terms: T
    """What the walk was told: prices, closed hexes, hexes that stop."""

    @property
    def here(self) -> int:
        """The hex before; the entry hex itself where the step is the entry."""
        return self.way[max(0, self.at - 1)]

    @property
    def there(self) -> int:
        return self.way[self.at]


class Cause(msgspec.Struct, Generic[Q], frozen=True):
    """A rule that may forbid a step, and the condition under which it does."""

    rule: str
    reason: str
    test: Callable[[Q], bool]
    facts: Callable[[Q], Mapping[str, Fact]]
    """Can be asked of every step, whether the test holds or not."""

    def __call__(self, subject: Q) -> Refusal | None:
        if not self.test(subject):
            return None
        return Refusal(self.rule, self.reason, dict(self.facts(subject)))


Found = Callable[[Q], Refusal | None]
"""A `Cause`, or a judge of its own that already says which rule it found."""


def first_cause(subject: Q, causes: Iterable[Found[Q]]) -> Refusal:
    """The refusal of the first cause that holds.

    Where none holds, the walk and the causes of the game disagree. No rule is blamed for that: the
    refusal says that it is our fault, and the log has the facts.
    """
    facts: dict[str, Fact] = {}
    asked: list[str] = []
    for cause in causes:
        refusal = cause(subject)
        if refusal is not None:
            return refusal
        if isinstance(cause, Cause):
            facts |= cause.facts(subject)
            asked.append(f"{cause.rule} {cause.reason}")
    _log.error("no cause among %s for %s", ", ".join(asked), facts)
    return Refusal("", UNEXPLAINED, facts)
