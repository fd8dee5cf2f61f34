"""The folders of every game stay small enough to look through."""

from __future__ import annotations

from pathlib import Path

import pytest

GAMES = Path(__file__).parents[2] / "src" / "campagna" / "games"
MOST_MODULES = 30


def folders(game: Path) -> list[Path]:
    return [game, *(path for path in game.rglob("*") if path.is_dir())]


@pytest.mark.parametrize(
    "game", sorted(p.parent for p in GAMES.glob("*/game.py")), ids=lambda path: path.name
)
def test_no_folder_holds_more_modules_than_one_looks_through(game: Path) -> None:
    counted = {str(path.relative_to(game)): len(list(path.glob("*.py"))) for path in folders(game)}
    assert counted["rules"], "the folders of the game were found"
    assert {name: number for name, number in counted.items() if number > MOST_MODULES} == {}
