"""The weights of the opponents: each says where it comes from, and each is used."""

from __future__ import annotations

import importlib

import pytest

from campagna.core.weights import Weights, weight_tables
from campagna.games.afrika_korps.world import HOME

TABLES = weight_tables(HOME)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_belongs_to_a_module_that_reads_all_of_it(table: str) -> None:
    module = importlib.import_module(f"campagna.games.afrika_korps.opponent.{table}")
    assert isinstance(module.W, Weights)
    text = (HOME / "opponent" / f"{table}.py").read_text(encoding="utf-8")
    for name, weight in TABLES[table].items():
        assert getattr(module.W, name) == weight.value
        assert f"W.{name}" in text, f"nobody asks for {table}.{name}"


@pytest.mark.parametrize("table", TABLES)
def test_a_weight_says_whether_it_was_tuned_or_guessed(table: str) -> None:
    for name, weight in TABLES[table].items():
        kind, _, reason = weight.source.partition(": ")
        assert kind in ("tuned", "guess"), name
        assert len(reason.split()) > 2, name
        if kind == "tuned":
            assert "docs/" in reason, name
