"""Every threat has a proof that exists, or says that it has none yet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (PROJECT / "docs" / "security.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| threat")
]


def test_the_table_is_there() -> None:
    assert len(ROWS) >= 12
    assert all(len(row) == 3 for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:40])
def test_its_proof_exists(row: list[str]) -> None:
    threat, answer, proof = row
    named = re.findall(r"`([^`]+)`", proof)
    assert bool(named) != ("not there yet" in answer), threat
    for test in named:
        path, _, name = test.partition("::")
        text = (PROJECT / path).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", text, re.MULTILINE), test


def test_what_hosting_needs_is_shipped() -> None:
    text = (PROJECT / "docs" / "hosting.md").read_text(encoding="utf-8")
    for named in re.findall(r"deploy/[\w.-]+\w", text):
        assert (PROJECT / named).is_file(), named
    units = {path.name for path in (PROJECT / "deploy").glob("*.timer")}
    assert units == set(re.findall(r"campagna-\w+\.timer", text))


def test_the_settings_that_are_shipped_are_settings(tmp_path: Path) -> None:
    from campagna.cli.serve import serve_command
    from campagna.server.operations.settings import read_config

    options = {p.opts[0].lstrip("-"): p.name or "" for p in serve_command.params}
    found = read_config(PROJECT / "deploy" / "campagna.toml", options)
    assert found["public"] == "https://club.example.org"
