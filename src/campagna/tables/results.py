"""Combat results tables as printed: a row per die, a column per odds."""

from __future__ import annotations

from collections.abc import Sequence

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
