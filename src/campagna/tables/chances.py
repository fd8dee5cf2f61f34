"""The exact chances of a results table, for forecasts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from campagna.tables.results import ResultsTable


def column_chances(table: ResultsTable, column: int) -> dict[str, Fraction]:
    """The exact chance of each result of a column, in the order of the dice."""
    chances: dict[str, Fraction] = {}
    for row in table.rows:
        chances[row[column]] = chances.get(row[column], Fraction(0)) + Fraction(1, table.die)
    return chances


def mixed_chances(table: ResultsTable, columns: Mapping[int, Fraction]) -> dict[str, Fraction]:
    """The chance of each result when the column itself is uncertain."""
    mixed: dict[str, Fraction] = {}
    for column, weight in columns.items():
        for result, chance in column_chances(table, column).items():
            mixed[result] = mixed.get(result, Fraction(0)) + weight * chance
    return mixed
