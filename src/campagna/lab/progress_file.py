"""A journal on disk: what was finished of a long run, so that it can go on where it stopped.

JSON lines. The first line tells the run (whatever makes it another run is in it); each further
line is one finished game. A last line that was cut off by a crash is played again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")


class DifferentRun(ValueError):
    """The journal belongs to a run with other games, seats or seed."""


class Journal(Generic[T]):
    """The finished part of a run. Lines are appended one by one, each whole or not at all."""

    def __init__(self, path: Path, run: Any, line: type[T]) -> None:
        self.path = path
        self._head = msgspec.json.encode(run)
        self._line = line

    def load(self) -> list[T]:
        """What is done so far. Raises `DifferentRun` for a journal that tells another run."""
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(self._head + b"\n")
            return []
        whole, _, cut = self.path.read_bytes().rpartition(b"\n")
        head, *lines = whole.split(b"\n")
        if head != self._head:
            raise DifferentRun(
                f"{self.path} belongs to another run: {head.decode(errors='replace')}"
            )
        if cut:
            self.path.write_bytes(whole + b"\n")
        return [msgspec.json.decode(line, type=self._line) for line in lines]

    def append(self, done: T) -> None:
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(done) + b"\n")
