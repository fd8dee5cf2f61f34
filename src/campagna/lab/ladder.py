"""A ladder: every seat against every other, from both sides on the same dice.

Game pair `i` of every pairing has the same dice, so that seats meet the same luck; the two games of
a pair differ only in who sits where. Pairs, not games, are what the intervals are made of.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import msgspec

from campagna.bots.bots import BadBots
from campagna.core.contract import Setup
from campagna.games.registry import load_game
from campagna.lab.game_run import Series, check_seats
from campagna.lab.intervals import Share, paired, rating_intervals, ratings, wilson
from campagna.lab.progress_file import Journal
from campagna.lab.simulate import DRAW, Failure, Played, play_one
from campagna.lab.workers import run_all


class Match(msgspec.Struct, frozen=True):
    """One game of the ladder: who sits where in game pair `pair`."""

    seats: tuple[str, ...]
    pair: int


class Line(msgspec.Struct, frozen=True):
    """A finished game as the journal keeps it."""

    match: Match
    played: Played


class Run(msgspec.Struct, frozen=True):
    """What makes a ladder this ladder and no other; how many games it has is not part of it."""

    game: str
    setup: Setup
    seed: int


class Pairing(msgspec.Struct, frozen=True):
    """Two seats against each other, seen from the first."""

    first: str
    second: str
    score: Share
    by_side: dict[str, Share]
    """The first seat's share when it plays that side."""
    levels: dict[str, dict[str, int]]
    """By the side of the first seat: how often each level was reached."""
    pairs: tuple[tuple[float, ...], ...] = ()
    """The points of the first seat, game pair by game pair."""


class Rating(msgspec.Struct, frozen=True):
    rating: float
    low: float
    high: float


class Ladder(msgspec.Struct, frozen=True):
    run: Run
    seats: tuple[str, ...]
    games: int
    scores: dict[str, float]
    """Each seat's share of the points of all its games; a draw is half a point."""
    ratings: dict[str, Rating]
    pairings: tuple[Pairing, ...]
    failures: tuple[Failure, ...]
    seconds: float


def run_ladder(
    run: Run,
    seats: Sequence[str],
    games: int,
    *,
    workers: int = 1,
    cluster: bool = False,
    mirror: bool = False,
    resume: Path | None = None,
    progress: Callable[[Played], None] = lambda played: None,
) -> Ladder:
    """Play a round robin of `games` games a pairing. Raises `BadBots`, `DifferentRun`.

    `mirror` adds each seat against itself: what a side is worth between equals.
    """
    game = load_game(run.game)
    sides = game.scenario(run.setup).sides
    if len(sides) != 2:
        raise BadBots(
            {
                "it": "una scala vuole uno scenario con due parti",
                "en": "a ladder needs a scenario with two sides",
            }
        )
    for seat in seats:
        check_seats(game, Series(run.game, run.setup, (seat, seat), run.seed))
    began = time.perf_counter()
    wanted = matches(seats, games, mirror=mirror)
    journal = None if resume is None else Journal(resume, run, Line)
    lines = [] if journal is None else [x for x in journal.load() if x.match in set(wanted)]
    for line in lines:
        progress(line.played)
    done = {line.match for line in lines}
    jobs = [(run, m) for m in wanted if m not in done]
    for line in run_all(play_match, jobs, workers, cluster=cluster):
        lines.append(line)
        if journal is not None:
            journal.append(line)
        progress(line.played)
    return _ladder(run, tuple(seats), sides, lines, time.perf_counter() - began)


def matches(seats: Sequence[str], games: int, *, mirror: bool = False) -> list[Match]:
    """Pair by pair, both ways round; a mirror needs each pair once."""
    found = []
    for a, b in combinations(seats, 2):
        for pair in range((games + 1) // 2):
            found += [Match((a, b), pair), Match((b, a), pair)]
    if mirror:
        found += [Match((a, a), pair) for a in seats for pair in range((games + 1) // 2)]
    return found


def play_match(job: tuple[Run, Match]) -> Line:
    run, match = job
    series = Series(run.game, run.setup, match.seats, run.seed)
    return Line(match, play_one(series, match.pair))


def _ladder(
    run: Run, seats: tuple[str, ...], sides: tuple[str, ...], lines: list[Line], seconds: float
) -> Ladder:
    """Sorted first: the order in which workers finish must not show."""
    lines = sorted(lines, key=lambda x: (x.match.seats, x.match.pair))
    good = [x for x in lines if not x.played.error]
    every = list(combinations(seats, 2))
    pairs = {(a, b): _pairs(good, sides, a, b) for a, b in every}
    pairs = {key: found for key, found in pairs.items() if found}
    mirrors = [(a, a) for a in seats if any(x.match.seats == (a, a) for x in good)]
    points = dict.fromkeys(seats, 0.0)
    played = dict.fromkeys(seats, 0)
    for (a, b), found in pairs.items():
        won, games = sum(map(sum, found)), sum(map(len, found))
        points[a] += won
        points[b] += games - won
        played[a] += games
        played[b] += games
    meetings = {key: (sum(map(sum, p)), sum(map(len, p))) for key, p in pairs.items()}
    rated = ratings(seats, meetings) if meetings else dict.fromkeys(seats, 0.0)
    bounds = rating_intervals(seats, pairs) if pairs else dict.fromkeys(seats, (0.0, 0.0))
    return Ladder(
        run=run,
        seats=seats,
        games=len(lines),
        scores={s: points[s] / played[s] if played[s] else 0.0 for s in seats},
        ratings={s: Rating(rated[s], *bounds[s]) for s in seats},
        pairings=tuple(_pairing(good, sides, a, b) for a, b in [*pairs, *mirrors]),
        failures=tuple(
            Failure(x.played.number, x.played.seed, f"{', '.join(x.match.seats)}: {x.played.error}")
            for x in lines
            if x.played.error
        ),
        seconds=seconds,
    )


def _points(line: Line, sides: tuple[str, ...], seat_side: str) -> float:
    if line.played.winner == DRAW:
        return 0.5
    return 1.0 if line.played.winner == seat_side else 0.0


def _pairs(lines: list[Line], sides: tuple[str, ...], a: str, b: str) -> list[list[float]]:
    """The points of `a`, game pair by game pair."""
    found: dict[int, list[float]] = {}
    for line in lines:
        if line.match.seats in ((a, b), (b, a)):
            side = sides[line.match.seats.index(a)]
            found.setdefault(line.match.pair, []).append(_points(line, sides, side))
    return [found[k] for k in sorted(found)]


def _pairing(lines: list[Line], sides: tuple[str, ...], a: str, b: str) -> Pairing:
    by_side, levels = {}, {}
    for i, side in enumerate(sides):
        seats = (a, b) if i == 0 else (b, a)
        games = [x for x in lines if x.match.seats == seats]
        by_side[side] = wilson(sum(_points(x, sides, side) for x in games), len(games))
        counts: dict[str, int] = {}
        for x in games:
            counts[x.played.level] = counts.get(x.played.level, 0) + 1
        levels[side] = dict(sorted(counts.items()))
    if a == b:
        first = by_side[sides[0]]
        return Pairing(a, b, first, by_side, levels)
    pairs = _pairs(lines, sides, a, b)
    return Pairing(a, b, paired(pairs), by_side, levels, tuple(map(tuple, pairs)))
