"""How rows are timed: short interleaved samples, minima kept, so that a shared machine does no harm.

A sample of about a millisecond is often left alone by the scheduler even when every core is busy; a
long one never is. What cannot be short, a whole game, is therefore cut into chunks and played again
with the same seed: the sum of each chunk's minimum is the time of a game that nobody interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from time import perf_counter

SAMPLE_SECONDS = 0.001
ROUNDS = 40
REPETITIONS = 15
"""How often a game is played again for the minima of its chunks."""

Task = Callable[[], object]


class Unmeasured(Exception):
    """A row cannot be measured here; the message says what is missing."""


@dataclass(frozen=True)
class Measurement:
    """What a row found. The unit says what the two numbers are."""

    reference: float
    candidate: float
    ratio: float
    unit: str
    note: str = ""


def speedup(reference: float, candidate: float, unit: str = "us", note: str = "") -> Measurement:
    """How many times faster the candidate is, given the seconds of both."""
    return Measurement(reference, candidate, reference / candidate, unit, note)


def cost(reference: float, candidate: float, unit: str = "us", note: str = "") -> Measurement:
    """How many times the reference's seconds the candidate takes."""
    return Measurement(reference, candidate, candidate / reference, unit, note)


def interleaved(
    references: Sequence[Task], candidates: Sequence[Task], rounds: int = ROUNDS
) -> tuple[float, float]:
    """Seconds for one turn of all reference tasks and of all candidate tasks, each at its best."""
    a, b = [Sampled(task) for task in references], [Sampled(task) for task in candidates]
    in_turn = [s for pair in zip_longest(a, b) for s in pair if s is not None]
    for _ in range(rounds):
        for sampled in in_turn:
            sampled.again()
    return sum(s.best for s in a), sum(s.best for s in b)


def slowest(tasks: Sequence[Task], keep: int = 10) -> float:
    """Seconds of the slowest of many tasks, each at its best."""
    all_sampled = [Sampled(task) for task in tasks]
    for _ in range(3):
        for sampled in all_sampled:
            sampled.again()
    # A short look at all of them, a long one at those that may be the slowest.
    slow = sorted(all_sampled, key=lambda s: s.best)[-keep:]
    for _ in range(ROUNDS):
        for sampled in slow:
            sampled.again()
    return max(s.best for s in slow)


class Sampled:
    """A task, how often it fits into one sample, and its best time so far."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.times = 1
        self.best = float("inf")
        for _ in range(3):
            self.again()
        self.times = max(1, round(SAMPLE_SECONDS / self.best))
        self.best = float("inf")

    def again(self) -> None:
        task, times = self.task, range(self.times)
        begin = perf_counter()
        for _ in times:
            task()
        self.best = min(self.best, (perf_counter() - begin) / self.times)


def keep_minima(kept: Sequence[float], fresh: Sequence[float]) -> list[float]:
    """The best time of each chunk so far; `kept` is empty before the first run."""
    if not kept:
        return list(fresh)
    return [min(a, b) for a, b in zip(kept, fresh, strict=True)]
