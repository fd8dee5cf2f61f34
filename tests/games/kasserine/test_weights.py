"""The weights of the opponent: each has a source, is loaded and is used."""

from __future__ import annotations

import pytest

from campagna.core.weights import weight_tables
from campagna.games.kasserine.world import HOME

TABLES = weight_tables(HOME)
MODULES = {path.stem: path.read_text("utf-8") for path in (HOME / "opponent").glob("*.py")}
BY_NAME = {"decided", "position_value"}
"""Tables whose weights are looked up by the name of what they weigh."""


@pytest.mark.parametrize("table", TABLES)
def test_every_weight_says_where_it_comes_from(table: str) -> None:
    for name, weight in TABLES[table].items():
        kind, _, reason = weight.source.partition(": ")
        assert kind in {"tuned", "guess"}, name
        assert len(reason) > 10, name


@pytest.mark.parametrize("table", TABLES)
def test_every_table_is_loaded_once_and_every_weight_used(table: str) -> None:
    loading = [text for text in MODULES.values() if f'HOME, "{table}", ' in text]
    assert len(loading) == 1
    used = "".join(MODULES.values())
    for name in TABLES[table]:
        assert f".{name}" in used or table in BY_NAME, name
