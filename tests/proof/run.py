"""Try mutants of the rules of a game: python -m tests.proof.run --game kasserine [--sample 50]"""

from __future__ import annotations

import gc
import inspect
import os
import random
import signal
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType

import click
import msgspec
import pytest

from tests.proof.mutants import Mutant, mutants
from tests.proof.trace import Seen, traced

HERE = Path(__file__).parent
PROJECT = HERE.parent.parent
GAMES = PROJECT / "src" / "campagna" / "games"
PATIENCE = 20.0
"""Seconds of tests that are spent on a mutant at most; the tests that need least come first."""
NOTICED, SURVIVED, UNTESTED = 0, 7, 8


class Verdict(msgspec.Struct, frozen=True):
    chapter: str
    line: int
    key: str
    state: str
    """noticed, survived, equivalent, or untested where no test executes the function."""


def package(slug: str) -> str:
    return slug.replace("-", "_")


def equivalent(slug: str) -> dict[str, dict[str, str]]:
    """By chapter: mutants that change nothing anybody could see, with the reason."""
    path = HERE / "equivalent" / f"{slug}.toml"
    return tomllib.loads(path.read_text()) if path.exists() else {}


def chapters(slug: str, only: str = "") -> Iterator[tuple[str, list[Mutant]]]:
    """The modules of the rules that have mutants, by their path in `rules/`."""
    rules = GAMES / package(slug) / "rules"
    for path in sorted(rules.rglob("*.py")):
        name = path.relative_to(rules).with_suffix("").as_posix()
        if only in ("", name) and (found := list(mutants(path.read_text(), str(path)))):
            yield name, found


class Prover:
    """A pytest plugin that runs mutants instead of the tests: each in a process of its own, forked
    when everything is imported and nothing was run."""

    def __init__(self, slug: str, wanted: list[tuple[str, Mutant]]) -> None:
        self.slug, self.wanted = slug, wanted
        self.rules = GAMES / package(slug) / "rules"
        self.verdicts: list[Verdict] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        seen = self._look(session.items)
        by_function: dict[str, list[str]] = {}
        for test, functions in seen.functions.items():
            for function in functions:
                by_function.setdefault(function, []).append(test)
        items = {item.nodeid: item for item in session.items}
        excused = equivalent(self.slug)
        gc.freeze()
        for chapter, mutant in self.wanted:
            tests = by_function.get(f"{chapter}.py:{mutant.function}", [])
            chosen = [items[test] for test in _within(tests, seen.seconds)]
            state = self._try(session, chapter, mutant, chosen)
            if state == "survived" and mutant.key in excused.get(chapter, {}):
                state = "equivalent"
            self.verdicts.append(Verdict(chapter, mutant.line, mutant.key, state))
            if state in ("survived", "untested"):
                click.echo(f"{state}: {chapter}:{mutant.line} {mutant.key}")
        return True

    def _look(self, items: list[pytest.Item]) -> Seen:
        """Run all tests once, in a fork, and learn what they execute."""
        return read_seen(lambda path: write_seen(path, traced(items, self.rules)))

    def _try(
        self, session: pytest.Session, chapter: str, mutant: Mutant, items: list[pytest.Item]
    ) -> str:
        if not items:
            return "untested"

        def attempt() -> int:
            name = f"campagna.games.{package(self.slug)}.rules.{chapter.replace('/', '.')}"
            function_of(name, mutant.function).__code__ = mutant.code
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    return NOTICED
            return SURVIVED

        # A mutant that loops for ever is noticed too: the alarm ends its process.
        return "survived" if in_fork(attempt, int(3 * PATIENCE)) == SURVIVED else "noticed"


def read_seen(look: Callable[[Path], int]) -> Seen:
    """What a look in a fork of its own has written."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "seen.json"
        in_fork(lambda: look(path), 0)
        return msgspec.json.decode(path.read_bytes(), type=Seen)


def write_seen(path: Path, seen: Seen) -> int:
    path.write_bytes(msgspec.json.encode(seen))
    return 0


def _within(tests: list[str], seconds: dict[str, float]) -> list[str]:
    """The tests that fit into the patience, the quickest first."""
    chosen: list[str] = []
    spent = 0.0
    for test in sorted(tests, key=seconds.__getitem__):
        spent += seconds[test]
        if chosen and spent > PATIENCE:
            break
        chosen.append(test)
    return chosen


def in_fork(work: Callable[[], int], limit: int) -> int:
    """The exit code of a piece of work done in a fork, silent; negative if a signal ended it."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    signal.alarm(limit)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    try:
        os._exit(work())
    except BaseException:
        os._exit(1)


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


def prove(slug: str, only: str = "", sample: int = 0, seed: int = 1) -> list[Verdict]:
    wanted = [(name, mutant) for name, found in chapters(slug, only) for mutant in found]
    if sample and sample < len(wanted):
        picked = sorted(random.Random(seed).sample(range(len(wanted)), sample))
        wanted = [wanted[n] for n in picked]
    prover = Prover(slug, wanted)
    tests = PROJECT / "tests" / "games" / package(slug)
    silent = [f"-pno:{plugin}" for plugin in ("terminal", "faulthandler", "xdist")]
    code = pytest.main([*silent, str(tests)], [prover])
    if code not in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise click.ClickException(f"the tests of {slug} do not pass as they are ({code})")
    return prover.verdicts


@click.command()
@click.option("--game", "slug", required=True)
@click.option("--chapter", default="", help="one module of rules/, as 'combat/retreat'")
@click.option("--sample", default=0, help="try so many mutants, drawn at random")
@click.option("--seed", default=1)
@click.option("--output", type=click.Path(path_type=Path), help="write the verdicts as JSON")
def main(slug: str, chapter: str, sample: int, seed: int, output: Path | None) -> None:
    verdicts = prove(slug, chapter, sample, seed)
    if output:
        output.write_bytes(msgspec.json.encode(verdicts))
    noticed = sum(v.state == "noticed" for v in verdicts)
    counted = sum(v.state != "equivalent" for v in verdicts)
    click.echo(f"{slug}: {noticed} of {counted} mutants noticed")
    sys.exit(0 if noticed == counted else 1)


if __name__ == "__main__":
    main()
