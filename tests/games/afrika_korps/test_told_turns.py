"""Whole turns with fixed dice lead where the files in `turns/` say, sentence by sentence."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.told_turn import HOME, TURNS, told


@pytest.mark.rule("3", "3.1a", "3.2", "3.3", "3.4", "3.5")
@pytest.mark.parametrize("name", TURNS)
def test_the_turn_goes_as_it_is_told(name: str) -> None:
    """If it should go otherwise: python -m tests.games.afrika_korps.told_turn, and read the diff."""
    written = (HOME / f"{name}.txt").read_text(encoding="utf-8")
    assert told(TURNS[name]).splitlines() == written.splitlines()


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in HOME.glob("*.txt")} == set(TURNS)
