"""Games are found by slug and loaded when asked for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from campagna.games import registry
from two_fords.game import TwoFords


@pytest.fixture
def guest() -> Iterator[None]:
    registry.register("two-fords", TwoFords)
    yield
    registry._added.clear()
    registry.load_game.cache_clear()


@pytest.mark.usefixtures("guest")
def test_a_game_from_outside_is_registered_and_loaded_once() -> None:
    assert "two-fords" in registry.slugs()
    game = registry.load_game("two-fords")
    assert isinstance(game, TwoFords)
    assert registry.load_game("two-fords") is game


def test_an_unknown_slug_is_answered_with_the_known_ones() -> None:
    with pytest.raises(registry.UnknownGame, match=r"no game 'chess'.*panzergruppe-guderian"):
        registry.load_game("chess")


@pytest.mark.parametrize("slug", registry.BUILT_IN)
def test_every_registered_game_answers_to_its_slug(slug: str) -> None:
    assert registry.load_game(slug).slug == slug
