"""A sample of the golden games in every run; `python -m tests.golden.replay` plays all of them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.golden.games import HOME, Golden, file_of, played_again, read
from tests.golden.make import wanted
from tests.laws.cases import game_of

FILES = sorted(HOME.glob("*/*.xz"))


def _sample(path: Path) -> list[Golden]:
    """The first game of each kind of player."""
    kinds: dict[str, Golden] = {}
    for golden in read(path):
        kinds.setdefault(golden.players, golden)
    return list(kinds.values())


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_golden_games_are_played_as_they_were(path: Path) -> None:
    for golden in _sample(path):
        # Views cost most of the time; those of an option are made by the same code.
        views = not golden.setup.options
        assert list(played_again(game_of(golden.game), golden, views=views)) == []


@pytest.mark.parametrize("slug", sorted({p.parent.name for p in FILES}))
def test_every_scenario_and_option_has_its_golden_games(slug: str) -> None:
    assert {w.path for w in wanted(slug)} == {p for p in FILES if p.parent.name == slug}


def test_a_game_played_otherwise_is_noticed() -> None:
    """One other throw, one order less, one mark changed: each is found at its order."""
    (golden, *_) = read(file_of("two-fords", "crossing"))
    game = game_of(golden.game)
    changed = bytes(b ^ 1 for b in golden.told[40:44])
    told = msgspec.structs.replace(golden, told=golden.told[:40] + changed + golden.told[44:])
    assert list(played_again(game, told)) == [
        f"{golden.name}: order 10 of {len(golden.orders)} is told otherwise"
    ]
    other = msgspec.structs.replace(golden, seed=golden.seed + 1)
    assert any("played otherwise" in line for line in played_again(game, other))
    doubled = [golden.orders[0], *golden.orders]
    (line,) = played_again(game, msgspec.structs.replace(golden, orders=doubled))
    assert "order 2 of" in line
    assert "is refused" in line
