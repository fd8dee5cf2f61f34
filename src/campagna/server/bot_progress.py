"""How far a computer seat is with its thinking, and the wish that it hurry: in shared memory.

A worker process writes how many evaluations of how many it has done; the server reads that while it
waits, and may write that somebody wants the order now. A row of the board belongs to one match.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import MutableSequence
from typing import Protocol, runtime_checkable

from campagna.bots.bots import Bot

ROWS = 64
NO_ROW = -1
_DONE, _OF, _HURRY = range(3)
_WIDTH = 3

Cells = MutableSequence[int]


@runtime_checkable
class Thorough(Protocol):
    """A seat that tells how far it is and can be hurried."""

    def progress(self, done: int, of: int) -> None: ...

    def hurried(self) -> bool: ...


class ProgressCells:
    """The rows in use, by match. Lives in the server's process; workers share its cells only."""

    def __init__(self) -> None:
        self.cells: Cells = multiprocessing.get_context("spawn").Array(
            "i", ROWS * _WIDTH, lock=False
        )
        self._rows: dict[str, int] = {}

    def open(self, match: str) -> int:
        """A row for a match that begins to think; NO_ROW if too many think at once."""
        free = set(range(ROWS)) - set(self._rows.values())
        if not free:
            return NO_ROW
        row = self._rows[match] = min(free)
        for cell in range(_WIDTH):
            self.cells[row * _WIDTH + cell] = 0
        return row

    def close(self, match: str) -> None:
        self._rows.pop(match, None)

    def progress(self, match: str) -> tuple[int, int] | None:
        """Evaluations done and planned; None for a seat that does not count any."""
        row = self._rows.get(match)
        if row is None or not self.cells[row * _WIDTH + _OF]:
            return None
        return self.cells[row * _WIDTH + _DONE], self.cells[row * _WIDTH + _OF]

    def hurry(self, match: str) -> bool:
        """Ask the seat that thinks in this match for its order now; False if none thinks."""
        row = self._rows.get(match)
        if row is None:
            return False
        self.cells[row * _WIDTH + _HURRY] = 1
        return True


def connect(seat: Bot, cells: Cells, row: int) -> None:
    """Let a seat write its progress to a row and read from it whether to hurry."""
    if row == NO_ROW or not isinstance(seat, Thorough):
        return

    def progress(done: int, of: int) -> None:
        cells[row * _WIDTH + _DONE] = done
        cells[row * _WIDTH + _OF] = of

    def hurried() -> bool:
        return bool(cells[row * _WIDTH + _HURRY])

    seat.progress = progress  # type: ignore[method-assign]
    seat.hurried = hurried  # type: ignore[method-assign]


BOARD = ProgressCells()
"""Of this process: the one the server's matches think on."""
