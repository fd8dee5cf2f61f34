"""A position that people wrote, laid out: only what play can reach is taken.

`Game.arrange` checks what it needs to make a state at all. Here the state is also held to what is true of
every state that play reaches (`Game.violations`), and somebody must be able to play on from it.
"""

from __future__ import annotations

from typing import Any, TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import BadPosition, Game, Setup, State

_MOST = 5
"""More faults than this mostly follow from the first: they are counted only."""

S = TypeVar("S", bound=State)


def laid_out(game: Game[S], setup: Setup, position: Any, chance: Chance) -> S:
    """The state of a position. Raises `BadPosition`, with every fault on a line of its own."""
    state = game.arrange(setup, position, chance)
    faults = list(dict.fromkeys(_faults(game, state)))
    if faults:
        more = len(faults) - _MOST
        rest = [f"faults that are not listed: {more}"] if more > 0 else []
        raise BadPosition("\n".join([*faults[:_MOST], *rest]))
    return state


def _faults(game: Game[S], state: S) -> list[str]:
    """Why play can never reach it. A position may be whole and nonsense: say so, whatever fails."""
    try:
        found = game.violations(state)
        if not found:
            if game.step(state) is not None:
                list(game.offers(state))
            game.describe(state)
    except Exception as problem:
        return [f"nobody can play on from it ({type(problem).__name__}: {problem})"]
    return found
