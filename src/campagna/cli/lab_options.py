"""What the commands of the laboratory have in common: workers, journal, interruption."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import click

from campagna.cli.commands import Body, option
from campagna.cli.language import Problem, say
from campagna.cli.screen import progress_bar


def run_options(games: int) -> Callable[[Body], Body]:
    """--games, --seed, --workers, --cluster and --resume."""
    options = (
        option(
            "--games",
            type=click.IntRange(1),
            default=games,
            show_default=True,
            it="Quante partite.",
            en="How many games.",
        ),
        option(
            "--seed",
            type=int,
            default=1,
            show_default=True,
            it="Seme della serie.",
            en="Seed of the series.",
        ),
        option(
            "--workers",
            type=click.IntRange(1, 256),
            default=1,
            show_default=True,
            it="Processi; i risultati non cambiano.",
            en="Processes; the results do not change.",
        ),
        option(
            "--cluster",
            is_flag=True,
            it="Su Ray invece che in processi propri.",
            en="On Ray instead of processes of our own.",
        ),
        option(
            "--resume",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            it="Diario della serie: riprende da dove era rimasta.",
            en="Journal of the run: goes on where it stopped.",
        ),
    )

    def add(body: Body) -> Body:
        for one in reversed(options):
            body = one(body)
        return body

    return add


class Crashed(Problem):
    """Not the user's fault: the input was fine."""

    exit_code = 1


@contextmanager
def long_run(games: int) -> Iterator[Callable[[], None]]:
    """A progress bar around a run that may be interrupted; its troubles become words."""
    from campagna.lab.progress_file import DifferentRun
    from campagna.lab.workers import NoCluster

    def stop(number: int, frame: object) -> NoReturn:
        sys.exit(128 + number)

    # A plain SIGTERM would leave the workers waiting for work for ever.
    before = signal.signal(signal.SIGTERM, stop)
    try:
        with progress_bar(games, say("partite", "games")) as advance:
            yield advance
    except BrokenProcessPool:
        raise Crashed(
            say(
                "un processo è stato ucciso (memoria?): riprovare con meno --workers",
                "a worker was killed (out of memory?): try again with fewer --workers",
            )
        ) from None
    except (DifferentRun, NoCluster) as problem:
        raise Problem(str(problem)) from None
    finally:
        signal.signal(signal.SIGTERM, before)
