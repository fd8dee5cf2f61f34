"""The duel of the command line's tests serves here too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from campagna.games import registry
from tests.cli.duel import Duel


@pytest.fixture(autouse=True)
def duel(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_added", {"duel": Duel})
    registry.load_game.cache_clear()
    yield
    registry.load_game.cache_clear()
