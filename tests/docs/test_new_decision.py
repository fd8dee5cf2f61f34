"""The new decision of docs/adding-a-game.md: three Python files, and everything else follows."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PATCH = PROJECT / "docs" / "examples" / "swap.patch"
EXAMPLE = PROJECT / "examples" / "two-fords"


def test_it_touches_three_python_files() -> None:
    files = re.findall(r"^\+\+\+ b/src/two_fords/(.*\.py)$", PATCH.read_text("utf-8"), re.MULTILINE)
    assert sorted(files) == ["orders.py", "rules/movement.py", "rules/phases.py"]


@pytest.fixture(scope="module")
def patched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("swap") / "two-fords"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    subprocess.run(["git", "apply", str(PATCH)], cwd=folder, check=True)
    return folder


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, (folder / "src", PROJECT / "src")))
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_its_own_tests_pass(patched: Path) -> None:
    done = _run(
        patched, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "movement or change_places"
    )
    assert done.returncode == 0, done.stdout


def test_the_laws_hold_and_the_order_is_known(patched: Path) -> None:
    done = _run(patched, "-m", "campagna.cli", "conformance", "two_fords.game:TwoFords", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert not any(law["skipped"] for law in json.loads(done.stdout)["laws"])
    look = "from two_fords.game import TwoFords; print(TwoFords().order_kinds)"
    assert "two_fords.orders.Swap" in _run(patched, "-c", look).stdout
