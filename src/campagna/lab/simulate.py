"""Many games between seats, in one process or several, with the same results either way."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing.context import BaseContext
from pathlib import Path

import msgspec

from campagna.games.registry import load_game
from campagna.lab.playout import (
    Series,
    check_seats,
    derived_seed,
    game_chance,
    play_out,
    record_game,
    seats_of,
)
from campagna.lab.records import SIMULATION, save_record

DRAW = "draw"
"""How a game without a winner is counted."""


class Played(msgspec.Struct, frozen=True):
    """One game of a series as it ended: with an outcome, or with an error in words."""

    number: int
    seed: int
    orders: int = 0
    winner: str = DRAW
    level: str = ""
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
    progress: Callable[[Played], None] = lambda played: None,
) -> Tally:
    """Play `games` games of the series. `progress` hears of each as it ends, in no set order."""
    check_seats(load_game(series.game), series)
    began = time.perf_counter()
    played: list[Played] = []
    for one in _all_games(series, games, workers, records):
        played.append(one)
        progress(one)
    return _tally(played, time.perf_counter() - began)


def _all_games(series: Series, games: int, workers: int, records: Path | None) -> Iterator[Played]:
    if workers == 1 or games <= 1:
        for number in range(games):
            yield play_one(series, number, records)
        return
    pool = ProcessPoolExecutor(min(workers, games), _context(), initializer=_leave_signals)
    try:
        chunks = _chunks(games, workers)
        futures = [pool.submit(_play_chunk, series, chunk, records) for chunk in chunks]
        for future in as_completed(futures):
            yield from future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _chunks(games: int, workers: int) -> list[range]:
    """Small enough that no worker idles long at the end, large enough to be worth a message."""
    size = max(1, min(4, games // (workers * 8)))
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def _context() -> BaseContext:
    """Fork is quick and keeps guest games and seats; elsewhere than on Linux it is not safe."""
    return multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


def _leave_signals() -> None:
    """An interrupt is the business of the process that waits for the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _play_chunk(series: Series, numbers: Iterable[int], records: Path | None) -> list[Played]:
    return [play_one(series, number, records) for number in numbers]


def play_one(series: Series, number: int, records: Path | None = None) -> Played:
    """One game of the series. Whatever goes wrong in it is told, so that the others go on."""
    seed = derived_seed(series, number, "game")
    game = load_game(series.game)
    try:
        chance, seats = game_chance(series, number), seats_of(game, series, number)
        if records is None:
            orders, outcome = play_out(game, series.setup, chance, seats)
        else:
            name = f"{SIMULATION} {series.seed}/{number}"
            record = record_game(game, series.setup, chance, seats, name)
            save_record(record, record_path(records, series, number))
            assert record.tail is not None
            orders, outcome = len(record.entries), record.tail.outcome
    except Exception as problem:
        return Played(number, seed, error=_described(problem))
    return Played(number, seed, orders, outcome.winner or DRAW, outcome.level)


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
        failures=tuple(Failure(p.number, p.seed, p.error) for p in played if p.error),
    )
