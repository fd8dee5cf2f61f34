"""What a game knows about good play, as the bots that think use it.

A game that wants opponents answers `evaluator`. An evaluator looks only at the state it is given,
which for a bot is always an imagined one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol

from campagna.core.chance import Chance
from campagna.core.contract import Fact, Game, Order, Text
from campagna.core.messages import Messages

Advice = tuple[Order, float, str, Mapping[str, Fact]]
"""An order, what it is thought to gain, and why: a key of `reasons` with its facts."""

Style = Mapping[str, float]
"""How a bot plays now: factors by name for what the evaluator weighs; one left out is 1."""

PLAIN: Style = {}

NUMBER = re.compile(r"^([+-]?\d+)\.(\d+)$")


class Evaluator(Protocol):
    """One game's evaluation and way of playing, in words a player understands."""

    @property
    def style_factors(self) -> Mapping[str, Text]:
        """What a general may weigh differently, each explained."""

    def planned(self, state: Any) -> frozenset[str]:
        """The decisions that begin a phase worth planning."""

    def candidates(self, side: str) -> tuple[Style, ...]:
        """Other ways of playing that a general of this side compares with the captain's."""

    @property
    def styles(self) -> tuple[Style, ...]:
        """Sound ways of playing of which a seat takes one for the whole game, so that no two games
        are alike; empty if there is one way only."""

    def learned_style(self, state: Any, side: str) -> Style:
        """What a general of a side has learnt, and a captain has not; he plays by it where he finds
        no better way."""

    def budget(self, state: Any, side: str) -> int:
        """Evaluations a general spends on a phase unless told otherwise; one is the rest of his turn
        and the opponent's replies, played out. With 0 he plays by his learned style alone."""

    @property
    def worlds(self) -> int:
        """In how many imagined worlds a way of playing must prove itself."""

    @property
    def margin(self) -> float:
        """By how many points another way must be better before a general leaves the captain's."""

    @property
    def reasons(self) -> Mapping[str, Text]:
        """Why an order is given; facts stand in braces."""

    def horizon(self, state: Any) -> int:
        """How many replies of the opponent a play-out from here looks ahead."""

    def value(self, state: Any, side: str) -> float:
        """How well the side stands, in the game's own points; the enemy's is the negative."""

    def plan(self, state: Any, style: Style, chance: Chance) -> Iterator[Advice]:
        """Orders of the deciding side, one after the other, never none.

        Whoever asks plays each order on this very state before asking for the next, and asks for a
        new plan once dice were thrown, something was revealed or another decision is due.
        """


@lru_cache
def evaluator_of(game: Game[Any]) -> Evaluator | None:
    """The evaluator of a game, if it has one; made once."""
    return game.evaluator()


def reason_text(
    evaluator: Evaluator,
    reason: str,
    facts: Mapping[str, Fact],
    messages: Messages | None = None,
) -> Text:
    """The reason of an order in both languages, with units by their names."""
    return {
        language: text.format_map({k: _said(v, language, messages) for k, v in facts.items()})
        for language, text in evaluator.reasons[reason].items()
    }


def _said(fact: Fact, language: str, messages: Messages | None) -> str:
    """Italian numbers have a decimal comma."""
    if isinstance(fact, tuple):
        return ", ".join(_said(one, language, messages) for one in fact)
    word = str(fact)
    name = word if messages is None else messages.name(word, language)
    return NUMBER.sub(r"\1,\2", word) if name == word and language == "it" else name
