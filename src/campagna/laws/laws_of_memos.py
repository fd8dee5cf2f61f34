"""What a state remembers is what anybody would find out from it."""

from __future__ import annotations

from typing import Any

import msgspec

from campagna.core.contract import Game, State, digest
from campagna.kit import derived
from campagna.laws.random_walk import Moment, RandomWalk, located, play_apart

MOMENTS, PLAYED = 3, 400
"""Moments of every kind of decision that are asked everything; orders that are played again."""


def a_rebuilt_state_answers_alike(walk: RandomWalk) -> None:
    """A state that was played to, one read from its bytes, and one that remembers nothing."""
    for moment in walk.sample(MOMENTS):
        with located(moment):
            played = _answers(walk.game, moment, moment.state.copy())
            assert _answers(walk.game, moment, _read(walk, moment)) == played
            with derived.disabled():
                forgetful = _read(walk, moment)
            assert _answers(walk.game, moment, forgetful) == played


def a_rebuilt_state_plays_alike(walk: RandomWalk) -> None:
    """Much is found out at the end of a phase, when most has changed since it was last asked for."""
    for moment in walk.moments[:: 1 + len(walk.moments) // PLAYED]:
        with located(moment):
            known = _played(walk.game, moment, moment.state)
            assert _played(walk.game, moment, _read(walk, moment)) == known


def _read(walk: RandomWalk, moment: Moment) -> State:
    state: State = walk.game.load(msgspec.msgpack.encode(moment.state))
    return state


def _played(game: Game[Any], moment: Moment, state: State) -> tuple[bytes, bytes]:
    after, events, _ = play_apart(game, state, moment.order, seed=1)
    return digest(after), msgspec.json.encode(events)


def _answers(game: Game[Any], moment: Moment, state: State) -> list[bytes]:
    after, _, _ = play_apart(game, state, moment.order, seed=1)
    forecast = msgspec.json.encode(game.forecast(state, moment.order))
    return [_asked(game, state), _asked(game, after), forecast]


def _asked(game: Game[Any], state: State) -> bytes:
    if game.step(state) is None:
        return msgspec.json.encode(game.outcome(state))
    return msgspec.json.encode((game.step(state), list(game.offers(state)), game.violations(state)))
