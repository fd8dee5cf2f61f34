"""Who plays the games of a run: this process, several, or a Ray cluster. The games do not notice."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing.context import BaseContext
from typing import Any, TypeVar

J = TypeVar("J")
R = TypeVar("R")

BATCHES_PER_WORKER = 8


class NoCluster(RuntimeError):
    """Ray is not installed; the text says how to get it."""


def run_all(
    play: Callable[[J], R], jobs: Sequence[J], workers: int, *, cluster: bool = False
) -> Iterator[R]:
    """The results of all jobs, in no set order. `play` must be importable by other processes."""
    if cluster:
        yield from _by_cluster(play, jobs)
    elif workers == 1 or len(jobs) <= 1:
        yield from map(play, jobs)
    else:
        yield from _by_processes(play, jobs, workers)


def _by_processes(play: Callable[[J], R], jobs: Sequence[J], workers: int) -> Iterator[R]:
    pool = ProcessPoolExecutor(min(workers, len(jobs)), _context(), initializer=_leave_signals)
    try:
        futures = [pool.submit(_play_batch, play, b) for b in batches(jobs, workers)]
        for future in as_completed(futures):
            yield from future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def batches(jobs: Sequence[J], workers: int) -> list[Sequence[J]]:
    """Small enough that no worker idles long at the end, large enough to be worth a message."""
    size = max(1, min(4, len(jobs) // (workers * BATCHES_PER_WORKER)))
    return [jobs[first : first + size] for first in range(0, len(jobs), size)]


def _play_batch(play: Callable[[J], R], batch: Sequence[J]) -> list[R]:
    return [play(job) for job in batch]


def _context() -> BaseContext:
    """Fork is quick and keeps guest games and seats; elsewhere than on Linux it is not safe."""
    return multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


def _leave_signals() -> None:
    """An interrupt is the business of the process that waits for the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _by_cluster(play: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]:
    """On the Ray cluster that RAY_ADDRESS names, else on one started here for the run."""
    ray = _ray()
    mine = not ray.is_initialized()
    if mine:
        ray.init(include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        remote = ray.remote(_play_batch)
        slots = max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = [remote.remote(play, b) for b in batches(jobs, slots)]
        while waiting:
            done, waiting = ray.wait(waiting)
            for reference in done:
                yield from ray.get(reference)
    finally:
        if mine:
            ray.shutdown()


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise NoCluster("--cluster needs Ray: pip install 'campagna[cluster]'") from None
    return ray
