"""A game from a wheel of its own beside Campagna from its wheel: listed, played, served, copied."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.docs.wheels import CLIENT, PIP, PROJECT, build, served

pytestmark = pytest.mark.skipif(not CLIENT.exists(), reason="needs a built client (.ci/client)")


class Installation:
    """An environment of its own. Nothing is fetched: what Campagna needs comes from this one's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run(
            [sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True
        )
        self.python = folder / "venv" / "bin" / "python"
        (site,) = (folder / "venv").glob("lib/python*/site-packages")
        (site / "needs.pth").write_text(sysconfig.get_path("purelib"))

    def install(self, *what: Path) -> None:
        words = ["install", "--no-deps", "--no-index", "--no-build-isolation", "--force-reinstall"]
        subprocess.run(
            [*PIP, "--python", str(self.python), *words, *map(str, what)],
            check=True,
            env=_clean(),
        )

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.python), "-m", "campagna.cli", *words],
            cwd=self.folder,
            env=_clean(),
            capture_output=True,
            text=True,
            check=False,
        )

    def answer(self, *words: str) -> Any:
        said = self.run(*words, "--json")
        assert said.returncode == 0, said.stderr
        return json.loads(said.stdout)


def _clean() -> dict[str, str]:
    """No path of the checkout."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    folder = tmp_path_factory.mktemp("plugin")
    example = folder / "example"
    shutil.copytree(PROJECT / "examples" / "two-fords", example)
    made = Installation(folder)
    made.install(wheel, build(example, folder))
    return made


def test_it_comes_from_the_wheels(installed: Installation) -> None:
    code = "import campagna, two_fords; print(campagna.__file__); print(two_fords.__file__)"
    shown = subprocess.run(
        [str(installed.python), "-c", code],
        env=_clean(),
        cwd=installed.folder,
        check=True,
        capture_output=True,
        text=True,
    )
    assert all(str(installed.folder) in line for line in shown.stdout.splitlines())


def test_the_game_is_listed_and_played(installed: Installation) -> None:
    listed = {game["slug"]: game for game in installed.answer("games")}
    assert "two-fords" in listed
    words = ("simulate", "two-fords", "--seats", "captain,recruit", "--games", "3", "--seed", "5")
    assert installed.answer(*words)["games"] == 3


def _get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=300) as answer:
        content: bytes = answer.read()
    return content


def test_the_game_is_served(installed: Installation) -> None:
    with served(installed.python, installed.folder, {}) as address:
        cards = {card["slug"]: card for card in json.loads(_get(f"{address}/api/games"))}
        assert cards["two-fords"]["map"]
        assert cards["two-fords"]["words"]["order"]["look"]["it"] == "Guarda"
        assert b"<svg" in _get(f"{address}/api/games/two-fords/map.svg")
        wish = {"game": "two-fords", "seats": {"north": "human", "south": "captain"}}
        request = urllib.request.Request(
            f"{address}/api/matches",
            json.dumps(wish).encode(),
            {"content-type": "application/json"},
        )
        made = json.loads(_get_request(request))
        token = made["tokens"]["north"]
        shown = json.loads(_get(f"{address}/api/matches/{made['match']}?token={token}"))
        assert shown["step"]["decision"] == "deploy"
        pieces = {piece["id"]: piece for piece in shown["tabletop"]["pieces"]}
        assert pieces["N1"]["factors"] in "3210"
        assert pieces["S1"]["factors"] == "?"


def _get_request(request: urllib.request.Request) -> bytes:
    with urllib.request.urlopen(request, timeout=300) as answer:
        content: bytes = answer.read()
    return content


def test_a_new_game_is_installed_played_and_lawful_at_once(installed: Installation) -> None:
    made = installed.answer("new-game", "slow-river")
    installed.install(installed.folder / made["folder"])
    assert "slow-river" in [game["slug"] for game in installed.answer("games")]
    words = ("simulate", "slow-river", "--seats", "captain,recruit", "--games", "2")
    assert installed.answer(*words)["games"] == 2
    assert installed.answer("conformance", "slow-river")["broken"] == 0
