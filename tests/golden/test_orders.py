"""As many orders are offered as ever, in positions of every game."""

from __future__ import annotations

import pytest

from campagna.games.registry import BUILT_IN
from tests.golden.orders import counted, numbers, positions


@pytest.mark.parametrize("slug", BUILT_IN)
def test_as_many_orders_are_listed_as_before(slug: str) -> None:
    """If the change is meant: python -m tests.golden.orders, and read the diff."""
    found = {name: list(counted(game, state)) for name, game, state in positions(slug)}
    written = {name: pair for name, pair in numbers().items() if name.startswith(f"{slug} ")}
    assert found == written
    assert len(found) >= 4
