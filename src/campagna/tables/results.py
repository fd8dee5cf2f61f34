"""Combat results tables as printed: a row per die, a column per odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from campagna.tables.odds import odds_column


class ResultsTable:
    """`rows[die - 1]` is the row of a die; each row has one result per column."""

    def __init__(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        if any(len(row) != len(columns) for row in rows):
            raise ValueError("every row of a results table needs one result per column")
        self.columns = tuple(columns)
        self.rows = tuple(tuple(row) for row in rows)

    @property
    def die(self) -> int:
        return len(self.rows)

    def column(self, attack: int, defence: int) -> int:
        return odds_column(self.columns, attack, defence)

    def result(self, column: int, die: int) -> str:
        return self.rows[die - 1][column]

    def chances(self, column: int) -> dict[str, Fraction]:
        """The exact chance of each result of a column, in the order of the dice."""
        chances: dict[str, Fraction] = {}
        for row in self.rows:
            chances[row[column]] = chances.get(row[column], Fraction(0)) + Fraction(1, self.die)
        return chances

    def mixed_chances(self, columns: Mapping[int, Fraction]) -> dict[str, Fraction]:
        """The chance of each result when the column itself is uncertain."""
        mixed: dict[str, Fraction] = {}
        for column, weight in columns.items():
            for result, chance in self.chances(column).items():
                mixed[result] = mixed.get(result, Fraction(0)) + weight * chance
        return mixed
