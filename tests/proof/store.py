"""What was found out before, kept in `.proof/` so that a run that was stopped goes on.

A mutant that was noticed stays noticed while its function and the file of the test that noticed it are
what they were. One that survived is tried again as soon as any test of its game is new.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from tests.proof.trace import Run

PROJECT = Path(__file__).parent.parent.parent
GAMES = PROJECT / "src" / "campagna" / "games"
FOLDER = PROJECT / ".proof"


def package(slug: str) -> str:
    return slug.replace("-", "_")


def tests_of(slug: str) -> Path:
    return PROJECT / "tests" / "games" / package(slug)


def digest(paths: Iterable[Path]) -> str:
    """Of files of the game and of data."""
    hashed = hashlib.sha256()
    for path in sorted(paths):
        hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]


def shared_digest(slug: str) -> str:
    """Of the game and of what all its tests use."""
    helpers = [p for p in tests_of(slug).glob("*.py") if not p.name.startswith("test_")]
    return digest([*(GAMES / package(slug)).rglob("*.py"), *helpers])


def code_digest(paths: Iterable[Path]) -> str:
    """Of what tests do: which rules they name, how they are laid out and comments do not count."""
    hashed = hashlib.sha256()
    for path in sorted(paths):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                node.decorator_list = [d for d in node.decorator_list if not _names_rules(d)]
        hashed.update(ast.dump(tree).encode())
    return hashed.hexdigest()[:16]


def _names_rules(decorator: ast.expr) -> bool:
    return ast.unparse(decorator).startswith("pytest.mark.rule(")


def tests_digest(slug: str) -> str:
    return code_digest(tests_of(slug).glob("*.py"))


class Trial(msgspec.Struct, frozen=True):
    """What became of one mutant."""

    mutant: str
    """Chapter, key and number of the mutant, with a digest of its function."""
    noticed: bool
    proof: str
    """The test that noticed it, with a digest of its file; else a digest of all tests, with the
    seconds of them that were spent on it."""


class Trials:
    """The trials of a game, in a file that grows."""

    def __init__(self, slug: str, fresh: bool = False) -> None:
        self.slug = slug
        self.path = FOLDER / f"{slug}.jsonl"
        self.path.parent.mkdir(exist_ok=True)
        if fresh:
            self.path.unlink(missing_ok=True)
        self.known: dict[str, Trial] = {}
        if self.path.exists():
            for line in self.path.read_bytes().splitlines():
                trial = msgspec.json.decode(line, type=Trial)
                self.known[trial.mutant] = trial
        self.tests = tests_digest(slug)
        self._files: dict[str, str] = {}

    def verdict(self, mutant: str, patience: float = 0.0) -> bool | None:
        """Whether it was noticed, or None if that must be tried, with so many seconds of tests."""
        trial = self.known.get(mutant)
        if trial is None:
            return None
        if trial.noticed:
            test, _, was = trial.proof.rpartition(" ")
            return True if self._file(test) == was else None
        tests, _, spent = trial.proof.partition(" ")
        return False if tests == self.tests and float(spent or 10) >= patience else None

    def noticed_by(self, mutant: str) -> str:
        """The test that noticed it once, though its file may have changed since."""
        trial = self.known.get(mutant)
        return trial.proof.rpartition(" ")[0] if trial is not None and trial.noticed else ""

    def survived(self, mutant: str) -> bool:
        """Whether no test noticed it when it was last tried, though tests may be new since."""
        trial = self.known.get(mutant)
        return trial is not None and not trial.noticed

    def add(self, mutant: str, test: str | None, patience: float) -> None:
        proof = f"{self.tests} {patience:g}" if test is None else f"{test} {self._file(test)}"
        trial = Trial(mutant, test is not None, proof)
        self.known[mutant] = trial
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(trial) + b"\n")

    def _file(self, test: str) -> str:
        name = test.partition("::")[0]
        if name not in self._files:
            path = PROJECT / name
            self._files[name] = code_digest([path]) if path.is_file() else ""
        return self._files[name]


class Traces(msgspec.Struct):
    """What the tests of a game executed, by file of tests, each with the digest of the file."""

    shared: str
    files: dict[str, tuple[str, dict[str, Run]]] = {}


def traces_of(slug: str) -> Traces:
    """Those that still hold."""
    path, now = FOLDER / f"{slug}.traces.json", shared_digest(slug)
    if path.exists():
        found = msgspec.json.decode(path.read_bytes(), type=Traces)
        if found.shared == now:
            return found
    return Traces(now)


def keep_traces(slug: str, traces: Traces) -> None:
    FOLDER.mkdir(exist_ok=True)
    partial = FOLDER / f"{slug}.traces.partial"
    partial.write_bytes(msgspec.json.encode(traces))
    partial.replace(FOLDER / f"{slug}.traces.json")
