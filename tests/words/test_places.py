"""Places have a name in each language, and the same one wherever they are named."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import pytest

from campagna.core.contract import LANGUAGES
from campagna.core.messages import load_messages
from campagna.games.registry import BUILT_IN, load_game
from campagna.hexes.board import Board
from campagna.server.catalogue import map_svg

WITH_NAMES = ("afrika-korps", "kasserine", "lion-of-judah")
OWN = {("lion-of-judah", "Somalia"), ("lion-of-judah", "Awash"), ("lion-of-judah", "Juba")}
"""Words that mean something else too: all Somalia, and what is called after a river."""


def _board(slug: str) -> Board:
    board: Board = getattr(load_game(slug), "board")  # noqa: B009 - only games on hexes have one
    return board


@pytest.mark.parametrize("slug", WITH_NAMES)
def test_every_name_is_that_of_something_on_the_map(slug: str) -> None:
    board = _board(slug)
    drawn = {p.name for p in board.places} | {label.text for label in board.labels}
    drawn |= {name.text for name in board.scenery.letterings}
    named = load_messages(load_game(slug).home).tables["place"]
    assert set(named) <= drawn
    assert all(texts["it"] != texts["en"] for texts in named.values()), "such a name needs no entry"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", WITH_NAMES)
def test_the_map_is_lettered_in_the_language_of_the_reader(slug: str, language: str) -> None:
    svg = map_svg(slug, language, False).decode().casefold()
    other = "en" if language == "it" else "it"
    shown = 0
    for texts in load_messages(load_game(slug).home).tables["place"].values():
        own, foreign = texts[language].casefold(), texts[other].casefold()
        assert f">{foreign}<" not in svg, foreign
        shown += f">{own}<" in svg
    assert shown > 5


@pytest.mark.parametrize("slug", BUILT_IN)
def test_no_text_calls_a_place_by_its_name_in_the_other_language(slug: str) -> None:
    home = load_game(slug).home
    named = load_messages(home).tables.get("place", {})
    for file in sorted((home / "data").glob("*.toml")):
        for language, text in _said(tomllib.loads(file.read_text())):
            other = "en" if language == "it" else "it"
            for key, texts in named.items():
                wrong, right = texts[other], texts[language]
                if wrong in right or (slug, key) in OWN:
                    continue
                found = re.search(rf"(?<!\w){re.escape(wrong)}(?!\w)", text)
                assert not found, (file.name, language, wrong, text)


def _said(value: object) -> Iterator[tuple[str, str]]:
    """Texts in a data file, each with its language."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in LANGUAGES and isinstance(inner, str):
                yield key, inner
            else:
                yield from _said(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _said(inner)
