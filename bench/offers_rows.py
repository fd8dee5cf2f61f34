"""Rows about the offers of a whole movement phase, counted in single reaches of the same game.

A reach is one call of the game's own function for one unit that may move: its terms and the kernel.
The offers are the listing that the table draws: every unit, every hex with its cost and the hex
before it, where nobody may stop, what else may be done in the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from bench.measure import Measurement, Sampled, cost
from campagna.core.chance import SeededChance, Whim
from campagna.core.contract import Game, Setup
from campagna.games.kasserine import movement as kasserine
from campagna.games.lion_of_judah import destinations as lion
from campagna.games.registry import load_game

SEED = 3
PHASES = 8
ROUNDS = 30

Reach = Callable[[Any, int], object]


def kasserine_phase() -> Measurement:
    """Day and night moves of both sides of a random game."""
    return _dearest("kasserine", "campaign", "movement", kasserine.movers, kasserine.reach)


def lion_segment() -> Measurement:
    """Movement segments of both sides of a random war of 1935."""
    return _dearest("lion-of-judah", "s1935", "movement", lion.movers, _lion_reach)


def _listing(game: Game[Any], state: Any) -> object:
    return game.offers(state).listing()


def _lion_reach(state: Any, unit: int) -> object:
    return lion.reach(state, [unit])


def _dearest(
    slug: str, scenario: str, decision: str, movers: Callable[[Any], Sequence[int]], reach: Reach
) -> Measurement:
    """The phase whose offers cost most, measured against the mean reach of its units."""
    game = load_game(slug)
    worst = (0.0, 0.0, 0.0, "")
    for state in phases(slug, scenario, decision):
        units = movers(state)
        singles = [Sampled(partial(reach, state, unit)) for unit in units]
        whole = Sampled(partial(_listing, game, state))
        for _ in range(ROUNDS):
            whole.again()
            for single in singles:
                single.again()
        mean = sum(s.best for s in singles) / len(singles)
        step = game.step(state)
        name = f"{step.side if step else ''}, {len(units)} units"
        worst = max(worst, (whole.best / mean, mean, whole.best, name))
    _, reference, candidate, name = worst
    return cost(reference, candidate, note=f"dearest of {PHASES} phases: {name}")


@lru_cache
def phases(slug: str, scenario: str, decision: str) -> tuple[Any, ...]:
    return tuple(_phases(slug, scenario, decision))


def _phases(slug: str, scenario: str, decision: str) -> Iterator[Any]:
    """The first movement phases of a random game, before anybody has moved."""
    game, chance, whim = load_game(slug), SeededChance(SEED), Whim(SEED)
    state = game.start(Setup(scenario), chance)
    found, before = 0, None
    while (step := game.step(state)) is not None and found < PHASES:
        now = (step.side, step.decision)
        if step.decision == decision and now != before:
            found += 1
            yield state.copy()
        before = now
        game.play(state, game.offers(state).sample(whim), chance)
