"""Whether a test marked with a rule runs code that cites it: python -m tests.proof.citations --game SLUG

A citation inside a function is run when the function is. One at the level of a module, as the record
of a decision, or on a class is run when any function of its module is. What reads the data files is
run once, by whichever test comes first: it counts for every test. Tests of the data files themselves
(`test_data*.py`) are left out.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from campagna.core.rulebook import code_citations
from tests.proof.run import GAMES, HERE, PROJECT, package, read_seen, write_seen
from tests.proof.trace import Seen, traced


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
    """A pytest plugin: runs every test once in a fork and keeps what it executed."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.seen = Seen()
        self.marks: dict[str, tuple[str, ...]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            marks = item.iter_markers("rule")
            self.marks[item.nodeid] = tuple(str(id_) for mark in marks for id_ in mark.args)
        items = [i for i in session.items if self.marks[i.nodeid] and not _of_data(i)]
        self.seen = read_seen(lambda path: write_seen(path, traced(items, self.home)))
        return True


def _of_data(item: pytest.Item) -> bool:
    return item.path.name.startswith("test_data")


def _reads_data(place: str) -> bool:
    return "/" not in place


def unproven(slug: str) -> tuple[list[str], int]:
    """Tests that name a rule and run nothing that cites it; and how many pairs were looked at."""
    home = GAMES / package(slug)
    looker = Looker(home)
    silent = [f"-pno:{plugin}" for plugin in ("terminal", "faulthandler", "xdist")]
    pytest.main([*silent, str(PROJECT / "tests" / "games" / package(slug))], [looker])
    code, pardoned = citing(home), excused(slug)
    found, pairs = [], 0
    for test, executed in looker.seen.functions.items():
        ran = {*executed, *(f"{name.partition(':')[0]}:" for name in executed)}
        for id_ in looker.marks[test]:
            if id_ in pardoned or id_ not in code:
                continue
            pairs += 1
            if not code[id_] & ran and not any(map(_reads_data, code[id_])):
                found.append(f"{id_}: {test} runs none of {', '.join(sorted(code[id_]))}")
    return found, pairs


@click.command()
@click.option("--game", "slug", required=True)
def main(slug: str) -> None:
    found, pairs = unproven(slug)
    for line in found:
        click.echo(line)
    click.echo(f"{slug}: {pairs - len(found)} of {pairs} marks run code that cites their rule")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
