"""Whether a test marked with a rule runs code that cites it: python -m tests.proof.citations --game SLUG

A citation inside a function is run when the function is. One at the level of a module, as the record
of a decision, or on a class is run when any function of its module is. What reads the data files is
run once, by whichever test comes first: it counts for every test. Tests of the data files themselves
(`test_data*.py`) are left out. The cases of a test with parameters prove their rules together.
`--sample N` runs only N of the tests; `./check` does that.
"""

from __future__ import annotations

import ast
import random
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
import pytest

from campagna.core.rulebook import code_citations
from tests.proof.forks import in_fork
from tests.proof.run import HERE, SILENT
from tests.proof.store import GAMES, package, tests_of
from tests.proof.trace import Seen, traced
from tests.proof.tracing import look


def excused(slug: str) -> dict[str, str]:
    """Rules whose tests cannot run code that cites them, each with the reason."""
    path = HERE / "excused" / f"{slug}.toml"
    return tomllib.loads(path.read_text()) if path.exists() else {}


def citing(home: Path) -> dict[str, set[str]]:
    """By rule: the functions that cite it, as `path:name`, or `path:` for a whole module."""
    found: dict[str, set[str]] = {}
    for path in sorted(home.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        spans = list(_spans(tree))
        for id_, line in code_citations(tree):
            inside = [name for first, last, name in spans if first <= line <= last]
            where = f"{path.relative_to(home)}:{inside[-1] if inside else ''}"
            found.setdefault(id_, set()).add(where)
    return found


def _spans(tree: ast.Module) -> Iterator[tuple[int, int, str]]:
    """The functions and methods of a module with their lines, decorators included."""
    for node in tree.body:
        bodies = [("", node)]
        if isinstance(node, ast.ClassDef):
            bodies = [(f"{node.name}.", inner) for inner in node.body]
        for prefix, inner in bodies:
            if isinstance(inner, ast.FunctionDef):
                first = min([inner.lineno, *(d.lineno for d in inner.decorator_list)])
                yield first, inner.end_lineno or first, prefix + inner.name


class Looker:
    """A pytest plugin: runs marked tests once in a fork and keeps what they executed."""

    def __init__(self, slug: str, sample: int, seed: int) -> None:
        self.slug, self.sample, self.seed = slug, sample, seed
        self.seen = Seen()
        self.marks: dict[str, tuple[str, ...]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            marks = item.iter_markers("rule")
            self.marks[item.nodeid] = tuple(str(id_) for mark in marks for id_ in mark.args)
        marked = [i for i in session.items if self.marks[i.nodeid] and not _of_data(i)]
        if not self.sample:
            seen = look(self.slug, session.items)
            self.seen = {item.nodeid: seen[item.nodeid] for item in marked}
            return True
        home = GAMES / package(self.slug)
        names = sorted({_function(item.nodeid) for item in marked})
        chosen = set(random.Random(self.seed).sample(names, min(self.sample, len(names))))
        drawn = [item for item in marked if _function(item.nodeid) in chosen]
        said = in_fork(lambda: msgspec.json.encode(traced(drawn, home)).decode())
        assert said is not None, "the tests cannot be run under the tracer"
        self.seen = msgspec.json.decode(said, type=Seen)
        return True


def _function(test: str) -> str:
    """The test without its parameters."""
    return test.partition("[")[0]


def _of_data(item: pytest.Item) -> bool:
    return item.path.name.startswith("test_data")


def _reads_data(place: str) -> bool:
    return "/" not in place


def unproven(slug: str, sample: int = 0, seed: int = 1) -> tuple[list[str], int]:
    """Tests that name a rule and run nothing that cites it; and how many pairs were looked at."""
    looker = Looker(slug, sample, seed)
    pytest.main([*SILENT, str(tests_of(slug))], [looker])
    code, pardoned = citing(GAMES / package(slug)), excused(slug)
    ran_by: dict[str, set[str]] = {}
    marks: dict[str, set[str]] = {}
    for case, run in looker.seen.items():
        modules = {f"{name.partition(':')[0]}:" for name in run.functions}
        ran_by.setdefault(_function(case), set()).update(run.functions, modules)
        marks.setdefault(_function(case), set()).update(looker.marks[case])
    found, pairs = [], 0
    for test, ran in ran_by.items():
        for id_ in sorted(marks[test]):
            if id_ in pardoned or id_ not in code:
                continue
            pairs += 1
            if not code[id_] & ran and not any(map(_reads_data, code[id_])):
                found.append(f"{id_}: {test} runs none of {', '.join(sorted(code[id_]))}")
    return found, pairs


@click.command()
@click.option("--game", "slug", required=True)
@click.option("--sample", default=0, help="look at so many tests, drawn at random")
@click.option("--seed", default=1)
def main(slug: str, sample: int, seed: int) -> None:
    found, pairs = unproven(slug, sample, seed)
    for line in found:
        click.echo(line)
    click.echo(f"{slug}: {pairs - len(found)} of {pairs} marks run code that cites their rule")
    sys.exit(1 if found or not pairs else 0)


if __name__ == "__main__":
    main()
