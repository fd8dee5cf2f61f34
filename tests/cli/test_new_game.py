"""`campagna new-game` writes a package that is called as it was asked, or says why not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from campagna.cli.new_game import Names, template
from tests.cli.conftest import Campagna

OLD = ("two-fords", "two_fords", "TwoFords", "The Two Fords", "I due guadi")
"""What the template is called."""


def test_the_new_package_has_its_own_names_everywhere(campagna: Campagna, tmp_path: Path) -> None:
    said = campagna("new-game", "slow-river", "--into", tmp_path, "--json")
    assert said.code == 0
    folder = tmp_path / "slow-river"
    assert said.json["folder"] == str(folder)
    assert said.json["class"] == "slow_river.game:SlowRiver"
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert project["name"] == "slow-river"
    points = project["entry-points"]["campagna.games"]
    assert points == {"slow-river": "slow_river.game:SlowRiver"}
    game = (folder / "src" / "slow_river" / "game.py").read_text()
    assert '{"it": "Slow River", "en": "Slow River"}' in game
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) == said.json["files"]
    for path in files:
        text = path.read_text(encoding="utf-8") + str(path)
        assert [name for name in OLD if name in text] == [], path


def test_everything_of_the_template_is_copied(campagna: Campagna, tmp_path: Path) -> None:
    campagna("new-game", "slow-river", "--into", tmp_path)
    names = Names.of("slow-river")
    for part in (
        "rules/movement.py",
        "table/tabletop.py",
        "data/map.toml",
        "data/guide.toml",
        "py.typed",
    ):
        old = (template() / "src" / "two_fords" / part).read_text(encoding="utf-8")
        new = (tmp_path / "slow-river" / "src" / "slow_river" / part).read_text(encoding="utf-8")
        assert new == names.put_into(old)
    assert (tmp_path / "slow-river/tests/games/slow_river/test_combat.py").is_file()
    assert not list((tmp_path / "slow-river").rglob("__pycache__"))


@pytest.mark.parametrize(
    ("name", "english", "italian"),
    [
        ("Slow_River", "is no name", "non è un nome"),
        ("2-rivers", "is no name", "non è un nome"),
        ("../up", "is no name", "non è un nome"),
        ("duel", "there is a game 'duel' already", "c'è già un gioco 'duel'"),
        ("json", "Python knows 'json' already", "Python conosce già 'json'"),
        ("while", "Python knows 'while' already", "Python conosce già 'while'"),
    ],
)
def test_a_bad_name_is_refused(
    campagna: Campagna, tmp_path: Path, name: str, english: str, italian: str
) -> None:
    for language, text in (("en", english), ("it", italian)):
        said = campagna("--lang", language, "new-game", name, "--into", tmp_path)
        assert said.code == 2
        assert text in said.err
    assert not list(tmp_path.iterdir())


def test_a_folder_that_exists_is_left_alone(campagna: Campagna, tmp_path: Path) -> None:
    (tmp_path / "slow-river").mkdir()
    english = campagna("new-game", "slow-river", "--into", tmp_path)
    italian = campagna("--lang", "it", "new-game", "slow-river", "--into", tmp_path)
    assert (english.code, italian.code) == (2, 2)
    assert "exists already" in english.err
    assert "esiste già" in italian.err
    assert not list((tmp_path / "slow-river").iterdir())


def test_a_folder_that_cannot_be_written_is_named(campagna: Campagna, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = campagna("new-game", "slow-river", "--into", tmp_path / "file")
    assert said.code == 2
    assert str(tmp_path / "file") in said.err
