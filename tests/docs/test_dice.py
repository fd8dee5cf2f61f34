"""The examples of docs/dice.md are what this program computes, and a verifier accepts them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from campagna.core.proof import verify
from campagna.core.record import Entry, Head, Tail
from campagna.core.record_file import load_record
from two_fords.game import TwoFords

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "dice.md").read_text(encoding="utf-8")


def test_the_examples_are_current() -> None:
    command: list[str | Path] = [sys.executable, ROOT / "scripts" / "dice_vectors.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("format_", "tier"), [(1, "sealed"), (2, "salted")])
def test_the_records_are_proven(format_: int, tier: str) -> None:
    proof = verify(TwoFords(), load_record(ROOT / "docs" / "dice" / f"format-{format_}.jsonl"))
    assert (proof.dice, proof.finished) == (tier, True)


@pytest.mark.parametrize("line", [Head, Entry, Tail])
def test_the_page_names_every_field(line: type[msgspec.Struct]) -> None:
    named = set(re.findall(r"`([a-z]+)`", PAGE))
    assert set(line.__struct_fields__) <= named
