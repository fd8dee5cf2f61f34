"""The client knows shapes, not games: no name of a game or of one of its units stands in its sources."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from campagna.games.registry import BUILT_IN, load_game
from tests.laws.cases import all_slugs

SOURCES = Path(__file__).parents[2] / "web" / "src"
WORD = re.compile(r"[A-Za-z0-9_.]+(?:-[A-Za-z0-9_.]+)*")
QUOTED = re.compile(r"""(['"`])((?:(?!\1)[^\\\n])*)\1""")


def _sources() -> dict[str, str]:
    kinds = (".ts", ".svelte", ".css")
    return {
        path.relative_to(SOURCES).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(SOURCES.rglob("*"))
        if path.suffix in kinds
    }


@pytest.mark.parametrize("slug", all_slugs())
def test_no_game_is_named(slug: str) -> None:
    names = {slug, slug.replace("-", "_")}
    assert [name for name, text in _sources().items() if names & set(WORD.findall(text))] == []


@pytest.mark.parametrize("slug", BUILT_IN)
def test_no_unit_is_named(slug: str) -> None:
    rows = (load_game(slug).home / "data").glob("units.csv")
    units = {line.split(",")[0] for path in rows for line in path.read_text().splitlines()[1:]}
    # Two or three letters may be a word of the client as well.
    units = {unit for unit in units if len(unit) > 3}
    for name, text in _sources().items():
        quoted = {word for _, inner in QUOTED.findall(text) for word in WORD.findall(inner)}
        assert not units & quoted, name


def test_there_is_a_client_to_read() -> None:
    assert len(_sources()) > 50
