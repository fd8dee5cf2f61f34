"""Rows about the laboratory: what a second worker adds to a series of games."""

from __future__ import annotations

import os

from bench.measure import Measurement, Unmeasured
from campagna.core.contract import Setup
from campagna.lab.game_run import Series
from campagna.lab.simulate import simulate

GAMES = 64
ROUNDS = 3
SERIES = Series("panzergruppe-guderian", Setup("campaign-1941"), ("recruit", "recruit"), 1)


def two_workers() -> Measurement:
    """Games a second with two workers over games a second with one, each at its best."""
    if len(os.sched_getaffinity(0)) < 2:
        raise Unmeasured("needs two processors")
    simulate(SERIES, 2)  # the game is loaded once, before the workers are forked
    one = two = 0.0
    for _ in range(ROUNDS):
        alone, together = simulate(SERIES, GAMES), simulate(SERIES, GAMES, workers=2)
        assert alone.results == together.results, "the number of workers shows"
        one = max(one, alone.games_per_second)
        two = max(two, together.games_per_second)
    return Measurement(one, two, two / one, "games/s", "random games of Panzergruppe Guderian")
