"""What a game knows about good play, as the seats that think use it.

A game that wants opponents has a module `opponent.evaluator` (or `judgement`) beside its `game`
module, with a class `Judgement`. It looks only at the state it is given, which for a seat is always
an imagined one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from campagna.core.chance import Chance
from campagna.core.contract import Fact, Game, Order, Text

Counsel = tuple[Order, float, str, Mapping[str, Fact]]
"""An order, what it is thought to gain, and why: a key of `reasons` with its facts."""

Style = Mapping[str, float]
"""How a seat plays now: a factor for each knob of the judgement; a knob left out is 1."""

PLAIN: Style = {}

NUMBER = re.compile(r"^([+-]?\d+)\.(\d+)$")


class Judgement(Protocol):
    """One game's evaluation and way of playing, in words a player understands."""

    @property
    def knobs(self) -> Mapping[str, Text]:
        """What a general may weigh differently, each explained."""

    def planned(self, state: Any) -> frozenset[str]:
        """The decisions that begin a phase worth planning."""

    def ways(self, side: str) -> tuple[Style, ...]:
        """Other ways of playing that a general of this side compares with the captain's."""

    @property
    def stances(self) -> tuple[Style, ...]:
        """Sound ways of playing of which a seat takes one for the whole game, so that no two games
        are alike; empty if there is one way only."""

    def doctrine(self, state: Any, side: str) -> Style:
        """What a general of a side has learnt, and a captain has not; he plays by it where he finds
        no better way."""

    def budget(self, state: Any, side: str) -> int:
        """Evaluations a general spends on a phase unless told otherwise; one is the rest of his turn
        and the opponent's replies, played out. With 0 he plays by his doctrine alone."""

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

    def plan(self, state: Any, style: Style, whim: Chance) -> Iterator[Counsel]:
        """Orders of the deciding side, one after the other, never none.

        Whoever asks plays each order on this very state before asking for the next, and asks for a
        new plan once dice were thrown, something was revealed or another decision is due.
        """


@lru_cache
def judgement_of(game: Game[Any]) -> Judgement | None:
    """The judgement that lies beside a game, if it has one."""
    name = _module_of(type(game).__module__.rpartition(".")[0])
    if name is None:
        return None
    made: Judgement = import_module(name).Judgement(game)
    return made


def _module_of(package: str) -> str | None:
    """`opponent.evaluator` of a game with rooms, `judgement` of one without."""
    if package and find_spec(f"{package}.opponent") is not None:
        return f"{package}.opponent.evaluator"
    if package and find_spec(f"{package}.judgement") is not None:
        return f"{package}.judgement"
    return None


def told(judgement: Judgement, reason: str, facts: Mapping[str, Fact]) -> Text:
    """The reason of an order in both languages; Italian numbers have a decimal comma."""
    templates = judgement.reasons[reason]
    words = {k: ", ".join(v) if isinstance(v, tuple) else str(v) for k, v in facts.items()}
    said = {"en": words, "it": {k: NUMBER.sub(r"\1,\2", v) for k, v in words.items()}}
    return {language: text.format_map(said[language]) for language, text in templates.items()}
