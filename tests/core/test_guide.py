"""Guides are read strictly: what is wrong is said with the file and the step."""

from __future__ import annotations

from pathlib import Path

import pytest

from campagna.core.about import load_about
from campagna.core.guide import Asked, BadGuide, Chosen, PointHexes, load_guide

WORDS = 'todo = { it = "Muovi", en = "Move" }\nwhy = { it = "Si muove", en = "One moves" }\n'
STEP = f'[[step]]\nid = "one"\n{WORDS}'
HEAD = 'side = "north"\nsequence = ["deploy", "move"]\n'


def _written(home: Path, text: str) -> Path:
    (home / "data").mkdir()
    (home / "data" / "guide.toml").write_text(text)
    return home


def test_a_guide_is_read_as_it_is_written(tmp_path: Path) -> None:
    guide = load_guide(
        _written(
            tmp_path,
            HEAD
            + STEP
            + 'point = { at = "hexes", hexes = ["0101"] }\n'
            + 'when = [{ is = "asked", decisions = ["move"] }]\ndone = [{ is = "chosen" }]\n',
        )
    )
    assert guide is not None
    (step,) = guide.step
    assert (guide.side, step.id, step.todo["it"]) == ("north", "one", "Muovi")
    assert step.point == PointHexes(hexes=("0101",))
    assert step.when == (Asked(decisions=("move",), of="own"),)
    assert step.done == (Chosen(units=(), at_least=1, at_most=None),)
    assert load_about(tmp_path).guided


def test_a_game_without_the_file_has_no_guide(tmp_path: Path) -> None:
    assert load_guide(tmp_path) is None
    assert not load_about(tmp_path).guided


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("side = ", "Invalid value"),
        (STEP, "missing required field `side`"),
        (HEAD, "missing required field `step`"),
        (HEAD + "step = []", "there are no steps"),
        (HEAD + STEP + "dnoe = []", "unknown field `dnoe`"),
        (HEAD + STEP + 'done = [{ is = "moved" }]', "Invalid value 'moved'"),
        (HEAD + STEP + 'done = [{ is = "asked", whose = "own" }]', "unknown field `whose`"),
        (HEAD + STEP + 'done = [{ is = "asked", of = "mine" }]', "Invalid enum value 'mine'"),
        (HEAD + STEP + 'point = { at = "button", button = "stop" }', "Invalid enum value 'stop'"),
        (HEAD + STEP + STEP, "step 'one': 2 steps have this id"),
        (HEAD + STEP + 'needs = [{ is = "chosen" }]', "step 'one': there is no step before it"),
        (
            HEAD + STEP + 'done = [{ is = "reached", decision = "attack" }]',
            "step 'one': 'attack' does not stand in the sequence",
        ),
        (
            HEAD + STEP + 'done = [{ is = "chosen", at_most = 0 }]',
            "step 'one': at most 0 and at least 1 are never both true",
        ),
        (HEAD + STEP.replace('en = "Move"', 'en = " "'), "step 'one': todo has no words in 'en'"),
        (HEAD + STEP.replace('it = "Si muove", ', ""), "step 'one': why has no words in 'it'"),
        (HEAD + STEP.replace("it = ", 'de = "?", it = ', 1), "step 'one': todo has words in 'de'"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, said: str) -> None:
    home = _written(tmp_path, text)
    with pytest.raises(BadGuide) as problem:
        load_guide(home)
    assert str(home / "data" / "guide.toml") in str(problem.value)
    assert said in str(problem.value)
