"""What happened in games, counted by the kind of event and by what a game itself wants counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Protocol, runtime_checkable

from campagna.core.contract import Event, Game

Watch = Callable[[list[Event]], None]
"""Hears the events of every order of a game."""


@runtime_checkable
class Tallying(Protocol):
    """A game that names more than its event tags: `battle` by odds, supplies spent, convoys sunk.

    Optional. The names may have words in the table `tally` of the game's messages.
    """

    def tally(self, event: Event) -> Iterable[str]:
        """The tallies that this event adds one to."""


class Counts:
    """Counts the events of one game as they happen."""

    def __init__(self, game: Game[Any]) -> None:
        self.events: Counter[str] = Counter()
        self.tallies: Counter[str] = Counter()
        self._name = game.tally if isinstance(game, Tallying) else None

    def watch(self, events: list[Event]) -> None:
        count, name = self.events, self._name
        for event in events:
            count[str(event.__struct_config__.tag)] += 1
        if name is not None:
            for event in events:
                self.tallies.update(name(event))


def added(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    """The sum by name, in the order of the names."""
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return dict(sorted(total.items()))
