"""A sample of what docs/proof.md measures, small enough for every `./check`.

Which mutants and tests are drawn follows from the game and its tests, so every change tries others.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from campagna.games.registry import BUILT_IN
from tests.proof import sample, store

TRIES, MARKS = 8, 12
PROVEN = BUILT_IN
"""Games all of whose marks were seen to hold."""
BLIND = "tests/games/kasserine/test_messages.py::test_nothing_lacks_a_language"


def _seed(slug: str) -> str:
    return str(int(store.shared_digest(slug) + store.tests_digest(slug), 16) % 2**31)


def _run(module: str, slug: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"tests.proof.{module}", "--game", slug, *words]
    return subprocess.run(
        command, cwd=store.PROJECT, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.parametrize("slug", [s for s in BUILT_IN if sample.file_of(s).exists()])
def test_mutants_are_noticed_again(slug: str) -> None:
    said = _run("sample", slug, "--tries", str(TRIES), "--seed", _seed(slug))
    assert said.returncode == 0, said.stdout + said.stderr


def test_a_mutant_that_its_test_does_not_notice_is_told(tmp_path: Path) -> None:
    """Mutants are said to be noticed by a test that runs nothing of the rules."""
    lines = sample.file_of("kasserine").read_text(encoding="utf-8").splitlines()
    names = [line.partition("\t")[2] for line in lines]
    path = tmp_path / "wrong.txt"
    path.write_text("".join(f"{BLIND}\t{name}\n" for name in names), encoding="utf-8")
    said = _run("sample", "kasserine", "--tries", "3", "--file", str(path))
    assert said.returncode == 1
    assert said.stdout.count("not noticed:") == 3
    assert "kasserine: 0 of 3" in said.stdout


@pytest.mark.parametrize("slug", PROVEN)
def test_marked_tests_run_what_cites_their_rule(slug: str) -> None:
    said = _run("citations", slug, "--sample", str(MARKS), "--seed", _seed(slug))
    assert said.returncode == 0, said.stdout + said.stderr
