"""`campagna map`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from campagna.games import registry
from campagna.hexes.board import read_board
from tests.cli.conftest import Campagna
from tests.cli.duel import Duel


class MappedDuel(Duel):
    board = read_board(
        {
            "grid": {"kind": "columns", "columns": 3, "rows": 2, "lower": "odd"},
            "terrain": {"source": "made up", "legend": {".": "clear", "w": "forest"},
                        "rows": [".w.", "..w"]},
        }
    )  # fmt: skip


@pytest.fixture(autouse=True)
def mapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._added, "duel", MappedDuel)
    registry.load_game.cache_clear()


def test_svg(campagna: Campagna, tmp_path: Path) -> None:
    file = tmp_path / "map.svg"
    said = campagna("map", "duel", "-o", file, "--json")
    assert said.code == 0
    assert said.json == {
        "game": "duel",
        "file": str(file),
        "bytes": file.stat().st_size,
        "hexes": 6,
    }
    assert ET.parse(file).getroot().tag.endswith("svg")
    assert "0302" in file.read_text()
    bare = tmp_path / "bare.svg"
    campagna("map", "duel", "-o", bare, "--no-ids", "--no-legend")
    assert bare.stat().st_size < file.stat().st_size
    assert "0302" not in bare.read_text()


def test_png(campagna: Campagna, tmp_path: Path) -> None:
    file = tmp_path / "map.PNG"
    said = campagna("map", "duel", "-o", file)
    assert said.code == 0
    assert str(file) in said.out
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["map.jpg", "map", "missing/map.svg", "folder.svg"])
def test_a_file_that_cannot_be_written(campagna: Campagna, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.svg").mkdir()
    said = campagna("map", "duel", "-o", tmp_path / name)
    assert said.code == 2
    assert str(tmp_path) in said.err
    assert [p.name for p in tmp_path.iterdir()] == ["folder.svg"]


def test_a_disk_that_fails_leaves_nothing(
    campagna: Campagna, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    said = campagna("map", "duel", "-o", tmp_path / "map.svg")
    assert said.code == 2
    assert "No space left on device" in said.err
    assert list(tmp_path.iterdir()) == []
