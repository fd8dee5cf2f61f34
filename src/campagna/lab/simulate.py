"""Many games between seats, in one process or several, with the same results either way."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec

from campagna.games.registry import load_game
from campagna.lab.counts import Counts, added
from campagna.lab.game_run import (
    Series,
    check_seats,
    derived_seed,
    game_chance,
    play_out,
    record_game,
    seats_of,
)
from campagna.lab.progress_file import Journal
from campagna.lab.records import SIMULATION, save_record
from campagna.lab.workers import run_all

DRAW = "draw"
"""How a game without a winner is counted."""


class Played(msgspec.Struct, frozen=True):
    """One game of a series as it ended: with an outcome, or with an error in words."""

    number: int
    seed: int
    orders: int = 0
    winner: str = DRAW
    level: str = ""
    points: dict[str, int] = {}
    events: dict[str, int] = {}
    """How many events of each kind."""
    tallies: dict[str, int] = {}
    """What the game itself wants counted."""
    error: str = ""


class Failure(msgspec.Struct, frozen=True):
    game: int
    seed: int
    error: str


class Results(msgspec.Struct, frozen=True):
    levels: dict[str, int]
    winners: dict[str, int]


class Tally(msgspec.Struct, frozen=True):
    """What a series came to. Only the times depend on the machine."""

    games: int
    finished: int
    errors: int
    orders: int
    seconds: float
    results: Results
    shortest: int
    longest: int
    events: dict[str, int]
    tallies: dict[str, int]
    failures: tuple[Failure, ...]

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def orders_per_second(self) -> float:
        return self.orders / self.seconds if self.seconds else 0.0


def record_path(folder: Path, series: Series, number: int) -> Path:
    return folder / f"{series.game}-{series.seed}-{number:05}.jsonl"


def simulate(
    series: Series,
    games: int,
    *,
    workers: int = 1,
    records: Path | None = None,
    resume: Path | None = None,
    cluster: bool = False,
    progress: Callable[[Played], None] = lambda played: None,
) -> Tally:
    """Play `games` games of the series. `progress` hears of each as it ends, in no set order.

    `resume` names a journal: games it has are not played again, new ones are added to it.
    Raises `DifferentRun` if it is the journal of another series.
    """
    check_seats(load_game(series.game), series)
    began = time.perf_counter()
    journal = None if resume is None else Journal(resume, series, Played)
    played = [] if journal is None else [p for p in journal.load() if p.number < games]
    for one in played:
        progress(one)
    done = {p.number for p in played}
    missing = [n for n in range(games) if n not in done]
    jobs: list[Job] = [(series, number, records) for number in missing]
    for one in run_all(play_job, jobs, workers, cluster=cluster):
        played.append(one)
        if journal is not None:
            journal.append(one)
        progress(one)
    return _tally(played, time.perf_counter() - began)


Job = tuple[Series, int, Path | None]
"""A game to be played: of which series, its number, where to keep the record."""


def play_job(job: Job) -> Played:
    return play_one(*job)


def play_one(series: Series, number: int, records: Path | None = None) -> Played:
    """One game of the series. Whatever goes wrong in it is told, so that the others go on."""
    seed = derived_seed(series, number, "game")
    game = load_game(series.game)
    counts = Counts(game)
    try:
        chance, seats = game_chance(series, number), seats_of(game, series, number)
        if records is None:
            orders, outcome = play_out(game, series.setup, chance, seats, counts.watch)
        else:
            name = f"{SIMULATION} {series.seed}/{number}"
            record = record_game(game, series.setup, chance, seats, name, counts.watch)
            save_record(record, record_path(records, series, number))
            assert record.tail is not None
            orders, outcome = len(record.entries), record.tail.outcome
    except Exception as problem:
        return Played(number, seed, error=_described(problem))
    return Played(
        number,
        seed,
        orders,
        outcome.winner or DRAW,
        outcome.level,
        outcome.points,
        dict(counts.events),
        dict(counts.tallies),
    )


def _described(problem: Exception) -> str:
    """With the line it came from: a series cannot be run again under a debugger."""
    origin = traceback.extract_tb(problem.__traceback__)[-1]
    place = f"{Path(origin.filename).name}:{origin.lineno}"
    return f"{type(problem).__name__}: {problem} ({place})"


def _tally(played: list[Played], seconds: float) -> Tally:
    """Sorted first: the order in which workers finish must not show."""
    played = sorted(played, key=lambda p: p.number)
    finished = [p for p in played if not p.error]
    lengths = [p.orders for p in finished]
    return Tally(
        games=len(played),
        finished=len(finished),
        errors=len(played) - len(finished),
        orders=sum(lengths),
        seconds=seconds,
        results=Results(
            levels=dict(sorted(Counter(p.level for p in finished).items())),
            winners=dict(sorted(Counter(p.winner for p in finished).items())),
        ),
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        events=added(p.events for p in finished),
        tallies=added(p.tallies for p in finished),
        failures=tuple(Failure(p.number, p.seed, p.error) for p in played if p.error),
    )
