"""How a game comes out between equal seats: levels by set-up, with intervals, as tables and plots."""

from __future__ import annotations

import csv
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.contract import Game, Setup
from campagna.games.registry import load_game
from campagna.lab.game_run import Series, check_seats
from campagna.lab.intervals import Share, wilson
from campagna.lab.progress_file import Journal
from campagna.lab.simulate import DRAW, Failure, Played, play_one
from campagna.lab.workers import run_all


class Case(msgspec.Struct, frozen=True):
    """One set-up of the comparison, named by what it changes."""

    name: str
    setup: Setup


class Line(msgspec.Struct, frozen=True):
    case: str
    played: Played


class Run(msgspec.Struct, frozen=True):
    game: str
    seat: str
    seed: int


class Finding(msgspec.Struct, frozen=True):
    """What one set-up came to."""

    case: Case
    games: int
    levels: dict[str, Share]
    winners: dict[str, Share]
    margins: tuple[float, float, float] | None
    """Lowest, mean and highest difference of points, for games that count points by side."""


class Balance(msgspec.Struct, frozen=True):
    run: Run
    findings: tuple[Finding, ...]
    failures: tuple[Failure, ...]
    seconds: float


def cases_of(game: Game[Any], setup: Setup, *, options: bool) -> list[Case]:
    """The set-up as asked for, and with `options` each of its switches changed alone."""
    cases = [Case(setup.scenario, setup)]
    if options:
        now = game.options(setup)
        for spec in game.scenario(setup).options:
            for value in spec.values:
                if value != now[spec.name]:
                    changed = {**setup.options, spec.name: value}
                    word = str(value).lower() if isinstance(value, bool) else value
                    cases.append(Case(f"{spec.name}={word}", Setup(setup.scenario, changed)))
    return cases


def compare(
    run: Run,
    cases: Sequence[Case],
    games: int,
    *,
    workers: int = 1,
    cluster: bool = False,
    resume: Path | None = None,
    progress: Callable[[Played], None] = lambda played: None,
) -> Balance:
    """Play `games` games of every case between equal seats. Raises `BadBots`, `DifferentRun`."""
    game = load_game(run.game)
    for case in cases:
        check_seats(game, _series(run, case, len(game.scenario(case.setup).sides)))
    began = time.perf_counter()
    journal = None if resume is None else Journal(resume, run, Line)
    names = {c.name for c in cases}
    lines = [] if journal is None else journal.load()
    lines = [x for x in lines if x.case in names and x.played.number < games]
    for line in lines:
        progress(line.played)
    done = {(x.case, x.played.number) for x in lines}
    jobs = [(run, c, n) for c in cases for n in range(games) if (c.name, n) not in done]
    for line in run_all(play_case, jobs, workers, cluster=cluster):
        lines.append(line)
        if journal is not None:
            journal.append(line)
        progress(line.played)
    lines.sort(key=lambda x: (x.case, x.played.number))
    failures = [
        Failure(x.played.number, x.played.seed, f"{x.case}: {x.played.error}")
        for x in lines
        if x.played.error
    ]
    found = tuple(_finding(c, lines) for c in cases)
    return Balance(run, found, tuple(failures), time.perf_counter() - began)


def _series(run: Run, case: Case, sides: int) -> Series:
    return Series(run.game, case.setup, (run.seat,) * sides, run.seed)


def play_case(job: tuple[Run, Case, int]) -> Line:
    run, case, number = job
    sides = len(load_game(run.game).scenario(case.setup).sides)
    return Line(case.name, play_one(_series(run, case, sides), number))


def _finding(case: Case, lines: list[Line]) -> Finding:
    played = [x.played for x in lines if x.case == case.name and not x.played.error]
    levels, winners = Counter(p.level for p in played), Counter(p.winner for p in played)
    many = len(played)
    margins = [float(p.points["net"]) for p in played if "net" in p.points]
    return Finding(
        case,
        many,
        {k: wilson(n, many) for k, n in sorted(levels.items())},
        {k: wilson(n, many) for k, n in sorted(winners.items(), key=lambda x: x[0] == DRAW)},
        (min(margins), sum(margins) / len(margins), max(margins)) if margins else None,
    )


# --- what stays on disk -----------------------------------------------------------------------------


def write_csv(balance: Balance, path: Path) -> None:
    """One row per set-up and level: share and interval."""
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["case", "kind", "name", "games", "share", "low", "high"])
        for found in balance.findings:
            for kind, shares in (("level", found.levels), ("winner", found.winners)):
                for name, s in shares.items():
                    numbers = [f"{x:.4f}" for x in (s.share, s.low, s.high)]
                    rows.writerow([found.case.name, kind, name, s.games, *numbers])


class NoPlots(RuntimeError):
    """Matplotlib is not installed; the text says how to get it."""


def draw_plots(balance: Balance, folder: Path, words: Callable[[str], str]) -> list[Path]:
    """Levels by set-up as bars with their intervals, as SVG and PNG. Raises `NoPlots`."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise NoPlots("plots need matplotlib: pip install 'campagna[lab]'") from None
    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "campagna"
    from matplotlib import pyplot as plt

    names = list(dict.fromkeys(n for f in balance.findings for n in f.levels))
    figure, axes = plt.subplots(figsize=(9, 1.2 + 0.5 * len(names) * len(balance.findings)))
    height = 0.8 / len(balance.findings)
    for i, found in enumerate(balance.findings):
        shares = [found.levels.get(n, wilson(0, found.games)) for n in names]
        places = [k + i * height for k in range(len(names))]
        errors = [
            [max(0.0, s.share - s.low) for s in shares],
            [max(0.0, s.high - s.share) for s in shares],
        ]
        label = f"{found.case.name} ({found.games})"
        axes.barh(places, [s.share for s in shares], height, xerr=errors, capsize=3, label=label)
    axes.set_yticks([k + 0.4 - height / 2 for k in range(len(names))], [words(n) for n in names])
    axes.set_xlim(0, 1)
    axes.set_xlabel(f"{balance.run.game}: {balance.run.seat}, seed {balance.run.seed}")
    axes.legend()
    figure.tight_layout()
    paths = [folder / f"{balance.run.game}-balance.{kind}" for kind in ("svg", "png")]
    for path in paths:
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)
    return paths
