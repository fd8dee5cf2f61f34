"""The scripts in docs/examples do what they are there to show."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from campagna.core.contract import LANGUAGES
from campagna.core.rulebook import load_rulebook
from campagna.games.registry import BUILT_IN, load_game
from campagna.match.whatif import WhatIf, read_script

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*/*.json"))
INDEX = (EXAMPLES / "INDEX.md").read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def whatif(path: Path) -> WhatIf:
    return WhatIf(read_script(path.read_bytes()))


def test_every_game_has_examples_in_a_folder_of_its_own() -> None:
    assert {path.parent.name for path in SCRIPTS} == set(BUILT_IN)
    assert not list(EXAMPLES.glob("*.json"))


def test_the_index_lists_every_file_and_no_other() -> None:
    linked = re.findall(r"\]\(([^)]+\.json)\)", INDEX)
    assert sorted(linked) == sorted(map(name_of, SCRIPTS))


@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_expected_happens(path: Path, language: str) -> None:
    played = whatif(path)
    trial = played.play(language)
    assert [(u.where, u.expected, u.found) for u in trial.unmet] == []
    assert trial.corrections == ()
    assert all(tried.reason for tried in trial.steps if not tried.accepted)
    for number, tried in enumerate(trial.steps):
        assert not tried.mistaken or played.script.expects_refusal(number)
    assert trial.dice_left == ()


@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
def test_an_example_says_what_it_shows_and_expects_something(path: Path) -> None:
    script = json.loads(path.read_text(encoding="utf-8"))
    for text in (script["title"], script["about"]):
        assert set(text) == set(LANGUAGES)
        assert all(text.values())
    assert load_rulebook(load_game(script["game"]).home).find(script["rule"])
    assert path.stem.startswith(script["rule"].split()[0]) or path.stem == "6.7-river"
    assert len(script.get("expect", ())) == len(script.get("orders", ()))
    assert script.get("legal") or script.get("refused") or any(script.get("expect", ()))


@pytest.mark.parametrize("slug", BUILT_IN)
def test_every_game_shows_legal_and_refused_orders(slug: str) -> None:
    legal, refused = 0, 0
    for path in SCRIPTS:
        if path.parent.name == slug:
            script: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            outcomes = script.get("expect", ())
            refused += len(script.get("refused", ())) + sum("rule" in e for e in outcomes)
            legal += len(script.get("legal", ())) + sum("rule" not in e for e in outcomes)
    assert legal >= 8
    assert refused >= 5
