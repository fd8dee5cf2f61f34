"""Try mutants of the rules of a game: python -m tests.proof.run --game kasserine [--sample 50]"""

from __future__ import annotations

import gc
import inspect
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FunctionType

import click
import msgspec
import pytest

from tests.proof.forks import allow, in_fork
from tests.proof.mutants import Mutant, mutants
from tests.proof.store import GAMES, Trials, package, tests_of
from tests.proof.tracing import look

HERE = Path(__file__).parent
PATIENCE = 10.0
"""Seconds of traced tests that are spent on a mutant at most; the tests that need least come first."""
SILENT = [f"-pno:{plugin}" for plugin in ("terminal", "faulthandler", "xdist")]


class Verdict(msgspec.Struct, frozen=True):
    chapter: str
    line: int
    key: str
    state: str
    """noticed, survived, equivalent, or untested where no test executes the function."""


@dataclass(frozen=True)
class Wanted:
    """A mutant of a chapter; `name` is the same as long as its function is."""

    chapter: str
    mutant: Mutant
    name: str


def equivalent(slug: str) -> dict[str, dict[str, str]]:
    """By chapter: mutants that change nothing anybody could see, with the reason."""
    path = HERE / "equivalent" / f"{slug}.toml"
    return tomllib.loads(path.read_text()) if path.exists() else {}


def chapters(slug: str, only: str = "") -> Iterator[tuple[str, Path]]:
    """The modules of the rules, by their path in `rules/`."""
    rules = GAMES / package(slug) / "rules"
    for path in sorted(rules.rglob("*.py")):
        name = path.relative_to(rules).with_suffix("").as_posix()
        if only in ("", name):
            yield name, path


def wanted_of(slug: str, only: str = "") -> Iterator[Wanted]:
    for chapter, path in chapters(slug, only):
        met: Counter[str] = Counter()
        for mutant in mutants(path.read_text(), str(path)):
            met[mutant.key] += 1
            name = f"{chapter} {mutant.digest} {mutant.key} {met[mutant.key]}"
            yield Wanted(chapter, mutant, name)


class Prover:
    """A pytest plugin that runs mutants instead of the tests: each in a process of its own, forked
    when everything is imported and nothing was run."""

    def __init__(
        self,
        slug: str,
        wanted: list[Wanted],
        trials: Trials | None,
        some: bool = False,
        patience: float = PATIENCE,
    ) -> None:
        self.slug, self.wanted, self.trials, self.some = slug, wanted, trials, some
        self.patience = patience
        self.excused = equivalent(slug)
        self.verdicts: list[Verdict] = []
        self.by_line: dict[tuple[str, int], list[str]] = {}
        self.by_function: dict[str, list[str]] = {}
        self.seconds: dict[str, float] = {}
        self.sharp: dict[str, list[str]] = {}
        """By function and by chapter: the tests that noticed a mutant of it, the last one first."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not all(self._known(each) is not None for each in self.wanted):
            self._look(session.items)
        items = {item.nodeid: item for item in session.items}
        gc.freeze()
        for each in self.wanted:
            state = self._state(session, each, items)
            if state == "survived" and self._is_excused(each):
                state = "equivalent"
            mutant = each.mutant
            self.verdicts.append(Verdict(each.chapter, mutant.line, mutant.key, state))
            if state in ("survived", "untested"):
                click.echo(f"{state}: {each.chapter}:{mutant.line} {mutant.key}")
        return True

    def _is_excused(self, each: Wanted) -> bool:
        return each.mutant.key in self.excused.get(each.chapter, {})

    def _known(self, each: Wanted) -> bool | None:
        return self.trials.verdict(each.name, self.patience) if self.trials else None

    def _look(self, items: list[pytest.Item]) -> None:
        """Learn what the tests execute."""
        for test, run in look(self.slug, items).items():
            self.seconds[test] = run.seconds
            for function in run.functions:
                self.by_function.setdefault(function, []).append(test)
            for path, lines in run.lines.items():
                for line in lines:
                    self.by_line.setdefault((path, line), []).append(test)

    def _state(self, session: pytest.Session, each: Wanted, items: dict[str, pytest.Item]) -> str:
        known = self._known(each)
        if known is not None:
            return "noticed" if known else "survived"
        chosen = [items[test] for test in self._tests(each)]
        noticed = self._try(session, each, chosen) if chosen else None
        if noticed is not None:
            for place in (each.chapter, f"{each.chapter}:{each.mutant.function}"):
                sharp = self.sharp.setdefault(place, [])
                if noticed in sharp:
                    sharp.remove(noticed)
                sharp.insert(0, noticed)
        # What some of the tests did not notice others may, unless nobody could.
        if self.trials and (noticed is not None or not self.some or self._is_excused(each)):
            self.trials.add(each.name, noticed, self.patience)
        return "noticed" if noticed is not None else "survived" if chosen else "untested"

    def _tests(self, each: Wanted) -> list[str]:
        """The tests that execute the line, or where the tracer saw no line, the function."""
        path = f"rules/{each.chapter}.py"
        tests = self.by_line.get((path, each.mutant.line), [])
        tests = tests or self.by_function.get(f"{path}:{each.mutant.function}", [])
        sharp = self.sharp.get(f"{each.chapter}:{each.mutant.function}", [])[:3]
        sharp = [*sharp, *self.sharp.get(each.chapter, [])[:3]]
        if self.trials and (before := self.trials.noticed_by(each.name)):
            sharp.insert(0, before)
        first = [t for t in dict.fromkeys(sharp) if t in tests and self.seconds[t] < 1]
        rest = [t for t in tests if t not in first]
        return _within([*first, *rest], len(first), self.seconds, self.patience)

    def _try(self, session: pytest.Session, each: Wanted, items: list[pytest.Item]) -> str | None:
        """The test that noticed the mutant."""

        def attempt() -> str:
            chapter = each.chapter.replace("/", ".")
            name = f"campagna.games.{package(self.slug)}.rules.{chapter}"
            function_of(name, each.mutant.function).__code__ = each.mutant.code
            for item, following in zip(items, [*items[1:], None], strict=True):
                allow(3 + 10 * self.seconds[item.nodeid])
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    return item.nodeid
            return "-"

        # A mutant that loops for ever is noticed too: its process is ended.
        said = in_fork(attempt)
        return items[0].nodeid if said is None else None if said == "-" else said


def _within(tests: list[str], first: int, seconds: dict[str, float], patience: float) -> list[str]:
    """The tests that fit into the patience, the first of them, then the quickest."""
    chosen: list[str] = []
    spent = 0.0
    for test in [*tests[:first], *sorted(tests[first:], key=seconds.__getitem__)]:
        spent += seconds[test]
        if chosen and spent > patience:
            break
        chosen.append(test)
    return chosen


def function_of(module: str, qualified: str) -> FunctionType:
    """The plain function behind a name, whatever it is wrapped in."""
    found: object = import_module(module)
    for name in qualified.split("."):
        found = inspect.getattr_static(found, name)
    for inner in ("func", "fget", "__func__"):
        found = getattr(found, inner, found)
    assert callable(found)
    plain = inspect.unwrap(found)
    assert isinstance(plain, FunctionType)
    return plain


def prove(
    slug: str,
    wanted: list[Wanted],
    trials: Trials | None,
    files: Sequence[str] = (),
    patience: float = PATIENCE,
) -> list[Verdict]:
    """Every mutant against the tests of the game, or against those of some files only."""
    prover = Prover(slug, wanted, trials, some=bool(files), patience=patience)
    code = pytest.main([*SILENT, *(files or [str(tests_of(slug))])], [prover])
    if code not in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise click.ClickException(f"the tests of {slug} do not pass as they are ({code})")
    return prover.verdicts


def sampled(wanted: list[Wanted], sample: int, seed: int) -> list[Wanted]:
    if not sample or sample >= len(wanted):
        return wanted
    picked = sorted(random.Random(seed).sample(range(len(wanted)), sample))
    return [wanted[n] for n in picked]


@click.command()
@click.option("--game", "slug", required=True)
@click.option("--chapter", default="", help="one module of rules/, as 'combat/retreat'")
@click.option("--sample", default=0, help="try so many mutants, drawn at random")
@click.option("--seed", default=1)
@click.option("--fresh", is_flag=True, help="forget what was found out before")
@click.option("--tests", "files", multiple=True, help="ask these files of tests only")
@click.option("--patience", default=PATIENCE, help="seconds of tests for each mutant")
def main(
    slug: str,
    chapter: str,
    sample: int,
    seed: int,
    fresh: bool,
    files: tuple[str, ...],
    patience: float,
) -> None:
    wanted = sampled(list(wanted_of(slug, chapter)), sample, seed)
    verdicts = prove(slug, wanted, Trials(slug, fresh), files, patience)
    noticed = sum(v.state == "noticed" for v in verdicts)
    counted = sum(v.state != "equivalent" for v in verdicts)
    click.echo(f"{slug}: {noticed} of {counted} mutants noticed")
    sys.exit(0 if noticed == counted else 1)


if __name__ == "__main__":
    main()
