"""A few mutants that a test noticed, tried again: python -m tests.proof.sample --game SLUG [--tries 10]

`noticed/SLUG.txt` names mutants of every chapter, each with the test that noticed it in the whole run.
Trying one is one test, so `./check` can try some of them. A test that became weaker is found; a
mutant whose function has changed since is passed over. `--write` draws the file anew from the store.
"""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from tests.proof.forks import allow, in_fork
from tests.proof.run import HERE, SILENT, Prover, Wanted, wanted_of
from tests.proof.store import PROJECT, Trials

KEPT = 300
"""Mutants in the file of a game."""
QUICK = 5.0
"""Seconds of a test that is tried."""
FOLDER = HERE / "noticed"


def file_of(slug: str) -> Path:
    return FOLDER / f"{slug}.txt"


def write(slug: str, seed: int = 1) -> int:
    """Draw mutants that were noticed, from every chapter alike."""
    trials = Trials(slug)
    by_chapter: dict[str, list[str]] = {}
    for each in wanted_of(slug):
        if trials.verdict(each.name):
            test = trials.known[each.name].proof.rpartition(" ")[0]
            by_chapter.setdefault(each.chapter, []).append(f"{test}\t{each.name}")
    chance = random.Random(seed)
    for lines in by_chapter.values():
        chance.shuffle(lines)
    drawn: list[str] = []
    while len(drawn) < KEPT and any(by_chapter.values()):
        drawn += [lines.pop() for lines in by_chapter.values() if lines]
    FOLDER.mkdir(exist_ok=True)
    file_of(slug).write_text("".join(f"{line}\n" for line in sorted(drawn)), encoding="utf-8")
    return len(drawn)


def drawn(slug: str, path: Path, tries: int, seed: int) -> dict[str, list[Wanted]]:
    """Mutants to try, by the test that noticed them. Those that are no more are passed over."""
    lines = path.read_text(encoding="utf-8").splitlines()
    random.Random(seed).shuffle(lines)
    chapters: dict[str, dict[str, Wanted]] = {}
    found: dict[str, list[Wanted]] = {}
    for test, name in (line.split("\t") for line in lines):
        if sum(map(len, found.values())) == tries:
            break
        chapter = name.partition(" ")[0]
        if chapter not in chapters:
            chapters[chapter] = {each.name: each for each in wanted_of(slug, chapter)}
        each = chapters[chapter].get(name)
        if each is not None and (PROJECT / test.partition("::")[0]).is_file():
            found.setdefault(test, []).append(each)
    return found


class Again(Prover):
    """A pytest plugin: each mutant against the one test that noticed it."""

    def __init__(self, slug: str, wanted: dict[str, list[Wanted]]) -> None:
        super().__init__(slug, [], None)
        self.again = wanted
        self.noticed: list[str] = []
        self.missed: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        gc.freeze()
        for test, wanted in self.again.items():
            item = items.get(test)
            if item is None:
                self.missed.append(f"{test} is no more; draw the sample anew")
                continue
            self.seconds[test] = QUICK
            if in_fork(_plainly(session, item)) != "passed":
                self.missed.append(f"{test} does not pass as the rules are")
                continue
            for each in wanted:
                said = self._try(session, each, [item])
                into = self.missed if said is None else self.noticed
                into.append(f"{each.chapter}:{each.mutant.line} {each.mutant.key} by {test}")
        return True


def _plainly(session: pytest.Session, item: pytest.Item) -> Callable[[], str]:
    def attempt() -> str:
        allow(10 * QUICK)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        return "failed" if session.testsfailed else "passed"

    return attempt


@click.command()
@click.option("--game", "slug", required=True)
@click.option("--tries", default=10, help="how many mutants")
@click.option("--seed", default=1)
@click.option("--file", "path", type=click.Path(path_type=Path), help="another list of mutants")
@click.option(
    "--write", "writes", is_flag=True, help="draw the file anew from what the whole run found"
)
def main(slug: str, tries: int, seed: int, path: Path | None, writes: bool) -> None:
    if writes:
        click.echo(f"{slug}: {write(slug, seed)} mutants")
        return
    wanted = drawn(slug, path or file_of(slug), tries, seed)
    again = Again(slug, wanted)
    files = sorted({test.partition("::")[0] for test in wanted})
    pytest.main([*SILENT, *(str(PROJECT / file) for file in files)], [again])
    for line in again.missed:
        click.echo(f"not noticed: {line}")
    click.echo(f"{slug}: {len(again.noticed)} of {tries} mutants noticed again")
    sys.exit(0 if len(again.noticed) == tries else 1)


if __name__ == "__main__":
    main()
