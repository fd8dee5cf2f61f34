"""A game and a bot of another package are found by the command line and the laboratory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
EXAMPLE = PROJECT / "examples" / "two-fords" / "src"
MODULE = """
from campagna.bots.recruit import Recruit
from two_fords.game import TwoFords

class Game(TwoFords):
    slug = "our-fords"

class Misnamed(Game):
    slug = "other-fords"

def make_plodder(game, side, chance):
    return Recruit(chance)
"""


class Environment:
    """A folder of installed packages, as Python looks into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "their_package.py").write_text(MODULE)

    def install(self, name: str, points: str) -> None:
        info = self.folder / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(points)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join(map(str, (self.folder, PROJECT / "src", EXAMPLE)))
        return subprocess.run(
            [sys.executable, "-m", "campagna.cli", *words],
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    made = Environment(tmp_path)
    made.install(
        "fords",
        "[campagna.games]\nour-fords = their_package:Game\n"
        "[campagna.bots]\nplodder = their_package:make_plodder\n",
    )
    return made


def test_a_game_and_a_bot_are_found(environment: Environment) -> None:
    listed = json.loads(environment.run("games", "--json").stdout)
    assert "our-fords" in [game["slug"] for game in listed]
    played = environment.run(
        "simulate",
        "our-fords",
        "--seats",
        "plodder,recruit",
        "--games",
        "3",
        "--seed",
        "5",
        "--json",
    )
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["games"] == 3


def test_two_packages_with_one_name_are_named(environment: Environment) -> None:
    environment.install("rivals", "[campagna.games]\nour-fords = their_package:Misnamed\n")
    answer = environment.run("games")
    assert answer.returncode == 2
    assert "two packages provide 'our-fords': " in answer.stderr
    assert "fords" in answer.stderr
    assert "rivals" in answer.stderr


def test_a_plugin_that_cannot_be_used_says_why(environment: Environment) -> None:
    environment.install(
        "broken",
        "[campagna.games]\nmissing = no_such_module:Game\nmisnamed = their_package:Misnamed\n",
    )
    missing = environment.run("rules", "missing")
    assert missing.returncode == 2
    assert "'missing' of broken cannot be loaded" in missing.stderr
    misnamed = environment.run("rules", "misnamed")
    assert "the game 'misnamed' calls itself 'other-fords'" in misnamed.stderr
    spoken = environment.run("rules", "misnamed", "--lang", "it")
    assert "si chiama" in spoken.stderr
