"""Rows about the offers of a whole movement phase, counted in single reaches of the same game.

A reach is one call of the game's own function for one unit that may move: its terms and the kernel.
Two things are measured against it: all moves of a side as the judge and the seats use them, masks in
the kernels' own form; and the typed offers that the table draws, every hex of every group written out
with its name, its cost and the hex before it, which is mostly the making of lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

import msgspec

from bench.measure import Measurement, Sampled, cost
from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Game, Setup
from campagna.games.kasserine.rules import movement, path
from campagna.games.lion_of_judah.rules.movement import destinations
from campagna.games.registry import load_game

SEED = 3
PHASES = 8
ROUNDS, TRIES = 30, 4

Ask = Callable[[Any], object]


class Board:
    """A game, its movement phases, and how it is asked."""

    def __init__(
        self,
        slug: str,
        scenario: str,
        movers: Callable[[Any], Sequence[int]],
        reach: Callable[[Any, int], object],
        whole: Ask,
    ) -> None:
        self.slug, self.scenario = slug, scenario
        self.movers, self.reach, self.whole = movers, reach, whole


def _side_of_kasserine(state: Any) -> object:
    """Who may move, and a mask of where each can get to."""
    found = []
    for unit in movement.movers(state):
        terms = movement.terms(state, (unit,))
        path.spread(terms)
        found.append(path.masked(terms.ground.field, terms.ground.size))
    return found


def _reach_of_lion(state: Any, unit: int) -> object:
    return destinations.reach(state, [unit])


KASSERINE = Board("kasserine", "campaign", movement.movers, movement.reach, _side_of_kasserine)
LION = Board("lion-of-judah", "s1935", destinations.movers, _reach_of_lion, destinations.segment)


def moves(board: Board) -> Measurement:
    """Every unit that may move, and where."""
    return _dearest(board, board.whole)


def written(board: Board) -> Measurement:
    """All that may be done in the phase, as it goes to the table: the typed offers, encoded."""
    return _dearest(board, partial(_written, load_game(board.slug)))


def _written(game: Game[Any], state: Any) -> object:
    return msgspec.json.encode(tuple(game.offers(state)))


def _dearest(board: Board, whole: Ask) -> Measurement:
    """The phase that costs most, measured against the mean reach of its units."""
    game = load_game(board.slug)
    worst = (0.0, 0.0, 0.0, "")
    for state in phases(board.slug, board.scenario):
        units = board.movers(state)
        singles = [Sampled(partial(board.reach, state, unit)) for unit in units]
        asked = Sampled(partial(whole, state))
        for _ in range(ROUNDS):
            # A long sample is disturbed more often than a short one: it has more tries to be quiet.
            for _ in range(TRIES):
                asked.again()
            for single in singles:
                single.again()
        mean = sum(s.best for s in singles) / len(singles)
        step = game.step(state)
        name = f"{step.side if step else ''}, {len(units)} units"
        worst = max(worst, (asked.best / mean, mean, asked.best, name))
    _, reference, candidate, name = worst
    return cost(reference, candidate, note=f"dearest of {PHASES} phases: {name}")


@lru_cache
def phases(slug: str, scenario: str) -> tuple[Any, ...]:
    return tuple(_phases(slug, scenario))


def _phases(slug: str, scenario: str) -> Iterator[Any]:
    """The first movement phases of a random game, before anybody has moved."""
    game, chance, whim = load_game(slug), SeededChance(SEED), UnrecordedChance(SEED)
    state = game.start(Setup(scenario), chance)
    found, before = 0, None
    while (step := game.step(state)) is not None and found < PHASES:
        now = (step.side, step.decision)
        if step.decision == "movement" and now != before:
            found += 1
            yield state.copy()
        before = now
        game.play(state, game.offers(state).sample(whim), chance)
