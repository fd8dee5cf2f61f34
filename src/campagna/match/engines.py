"""Long questions, asked of an engine that holds up nobody's order.

A question is a function of a module and what it is asked about, as values that can be sent to another
process: the slug of a game, a state as bytes. A program without engine processes answers it here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, Protocol, TypeVar

from campagna.core.contract import Game, State
from campagna.games.registry import load_game

T = TypeVar("T")
P = ParamSpec("P")

SECONDS = 2.0
"""How long a question may take."""
WHOLE_MATCH_SECONDS = 20.0
"""One about a whole match, such as a record that is to be proven."""


class Engines(Protocol):
    def ask(self, seconds: float, work: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> T:
        """The answer. Raises `Rejected` ("too-hard") if it takes longer than this."""


class Here:
    """In this process, without a limit: for tests, and for programs that serve nobody."""

    def ask(self, seconds: float, work: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> T:
        from campagna.match.session import ENGINE_LOCK

        with ENGINE_LOCK:
            return work(*given, **named)


def position(slug: str, state: bytes) -> tuple[Game[Any], State]:
    """The game and the state that a question is about."""
    game: Game[Any] = load_game(slug)
    return game, game.load(state)


HERE: Engines = Here()
