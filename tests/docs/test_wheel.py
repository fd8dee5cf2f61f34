"""A wheel shows the table on a machine without Node.js and without this checkout."""

from __future__ import annotations

import json
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from campagna.games.registry import BUILT_IN
from tests.docs.wheels import CLIENT, served

pytestmark = pytest.mark.skipif(not CLIENT.exists(), reason="needs a built client (.ci/client)")


PATIENCE = 300
"""Seconds. Tests through the page go first on the same two cores, and the first answer loads every game."""


def test_the_wheel_contains_the_client_and_says_that_it_is_typed(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        page = archive.read("campagna/client/index.html").decode()
    assert "campagna/py.typed" in names
    assert any(n.startswith("campagna/client/assets/") and n.endswith(".js") for n in names)
    assert any(n.endswith("afrika_korps/data/map.toml") for n in names)
    assert any(n.startswith("campagna/match/migrations/versions/") for n in names)
    assert "campagna/template/src/two_fords/game.py" in names
    assert "campagna/examples/kasserine/MOV-5.json" in names
    assert not any(n.startswith("two_fords") or "__pycache__" in n for n in names)
    assert "campagna/cli/locale/it/LC_MESSAGES/campagna.mo" in names
    assert page == CLIENT.read_text(encoding="utf-8")


def test_the_installed_wheel_serves_the_table(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    with served(Path(sys.executable), tmp_path, {"PYTHONPATH": str(site)}) as address:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            page = answer.read().decode()
        script = page.split('src="')[1].split('"')[0]
        with urllib.request.urlopen(f"{address}{script}", timeout=PATIENCE) as answer:
            assert answer.headers["content-type"].startswith("text/javascript")
        with urllib.request.urlopen(f"{address}/api/games", timeout=PATIENCE) as answer:
            assert {game["slug"] for game in json.loads(answer.read())} >= set(BUILT_IN)
