"""Results tables: cells and exact chances, on the table of Panzergruppe Guderian retyped."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campagna.games.panzergruppe_guderian.world import load_world
from campagna.tables.chances import column_chances, mixed_chances
from campagna.tables.results import ResultsTable

# Rulebook 9.5: a line per column of odds, from die 1 to die 6.
PRINTED = {
    "1-3": "A1 A1 A1 A2 Ae Ae",
    "1-2": "D1/A1 Eng A1 A1 A2 Ae",
    "1-1": "D1 D1/A1 D1/A1 Eng A1 A2",
    "2-1": "D2 D1 D1/A1 D1/A1 Eng A1",
    "3-1": "D2 D2 D1 D1/A1 D1/A1 Eng",
    "4-1": "D2 D2 D2/A1 D1 D1/A1 Eng",
    "5-1": "D2 D2 D2 D2/A1 D1 D1/A1",
    "6-1": "De/A1 D2 D2 D2 D2/A1 D1",
    "7-1": "De De/A1 D2 D2 D2 D2/A1",
    "8-1": "De De De/A1 D2 D2 D2",
    "9-1": "De De De De/A1 D2 D2",
    "10-1": "De De De De De D2",
}
COLUMNS = tuple(PRINTED)
TABLE = ResultsTable(COLUMNS, list(zip(*(c.split() for c in PRINTED.values()), strict=True)))

CELLS = [
    (column, die, result)
    for column, text in PRINTED.items()
    for die, result in enumerate(text.split(), start=1)
]


@pytest.mark.parametrize(("column", "die", "result"), CELLS)
@pytest.mark.parametrize("table", [TABLE, load_world().crt], ids=["retyped", "of the game"])
def test_every_cell(table: ResultsTable, column: str, die: int, result: str) -> None:
    assert table.result(table.columns.index(column), die) == result


def test_the_table_has_a_row_per_die_and_a_column_per_odds() -> None:
    assert len(CELLS) == 72
    assert load_world().crt.columns == COLUMNS
    assert load_world().crt.die == 6


def test_strengths_find_their_column() -> None:
    assert TABLE.columns[TABLE.column(26, 9)] == "2-1"
    assert TABLE.columns[TABLE.column(40, 3)] == "10-1"
    assert TABLE.columns[TABLE.column(1, 9)] == "1-3"


@pytest.mark.parametrize("column", COLUMNS)
def test_the_chance_of_a_result_is_the_share_of_its_dice(column: str) -> None:
    cells = PRINTED[column].split()
    chances = column_chances(TABLE, COLUMNS.index(column))
    assert chances == {r: Fraction(cells.count(r), 6) for r in cells}
    assert list(chances) == list(dict.fromkeys(cells)), "in the order of the dice"


@given(st.lists(st.integers(min_value=1, max_value=50), min_size=12, max_size=12))
def test_uncertain_columns_mix_their_chances(weights: list[int]) -> None:
    total = sum(weights)
    mixed = mixed_chances(TABLE, {i: Fraction(w, total) for i, w in enumerate(weights)})
    assert sum(mixed.values()) == 1
    for result, chance in mixed.items():
        by_hand = sum(
            Fraction(weight, total) * Fraction(text.split().count(result), 6)
            for weight, text in zip(weights, PRINTED.values(), strict=True)
        )
        assert chance == by_hand


def test_a_ragged_table_is_refused() -> None:
    with pytest.raises(ValueError, match="one result per column"):
        ResultsTable(("1-1", "2-1"), [("A1", "D1"), ("D1",)])
