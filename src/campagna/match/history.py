"""The orders of a match that is in memory: the last ones here, earlier ones read when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from typing import overload

import msgspec

from campagna.core.contract import Event
from campagna.core.record import Entry
from campagna.match.bot_reasons import Reason

CHUNK = 64
"""So many lines are read at once, at least."""


class Line(msgspec.Struct, frozen=True):
    """One order and what came of it."""

    version: int
    """The version of the match that this order made."""
    entry: Entry
    events: tuple[Event, ...] = ()
    reason: Reason | None = None
    """Why a computer gave it."""


Read = Callable[[int, int], list[Line]]
"""The lines of the orders after the first number, up to and with the second."""


class History(MutableSequence[Entry]):
    """As a sequence: the entries, for the record. The caller holds the lock of the match."""

    def __init__(self, count: int, read: Read, last: Entry | None = None) -> None:
        self._read = read
        self._missing = count
        """The first orders, which are not here."""
        self._last = last
        """The last of those, which is known all the same."""
        self._lines: list[Line] = []

    @property
    def loaded(self) -> int:
        return len(self._lines)

    def line(self, number: int) -> Line:
        """Orders are counted from 1."""
        self._reach(number - 1)
        return self._lines[number - 1 - self._missing]

    def amend(self, line: Line) -> None:
        """Put this in the place of the last line."""
        self._lines[-1] = line

    def since(self, version: int) -> list[int]:
        """The numbers of the orders that came after this version."""
        number = len(self)
        while number and self.line(number).version > version:
            number -= 1
        return list(range(number + 1, len(self) + 1))

    def add(self, line: Line) -> None:
        self._lines.append(line)

    def _reach(self, index: int) -> None:
        if index >= self._missing:
            return
        start = max(0, min(index, self._missing - CHUNK))
        self._lines[:0] = self._read(start, self._missing)
        self._missing, self._last = start, None

    def __len__(self) -> int:
        return self._missing + len(self._lines)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> MutableSequence[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | MutableSequence[Entry]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        if at == self._missing - 1 and self._last is not None:
            return self._last
        return self.line(at + 1).entry

    def append(self, value: Entry) -> None:
        """What came of it is told by `amend`."""
        self._lines.append(Line(0, value))

    def __delitem__(self, index: int | slice) -> None:
        if index not in (-1, len(self) - 1):
            raise ValueError("only the last order can be taken back")
        self._reach(len(self) - 1)
        self._lines.pop()

    @overload
    def __setitem__(self, index: int, value: Entry) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[Entry]) -> None: ...
    def __setitem__(self, index: int | slice, value: Entry | Iterable[Entry]) -> None:
        raise ValueError("an order that was given stays as it is")

    def insert(self, index: int, value: Entry) -> None:
        if index != len(self):
            raise ValueError("an order comes after all others")
        self.append(value)
