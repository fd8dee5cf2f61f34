"""Snapshots that were made already: for those who see the same, until the match goes on."""

from __future__ import annotations

import threading
from typing import NamedTuple

MOST_BYTES = 32 * 1024 * 1024


class Shot(NamedTuple):
    version: int
    present: frozenset[str]
    body: bytes


class Shots:
    """By match and viewer. Thread-safe; those longest unused go first when all weigh too much."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._shots: dict[tuple[str, str], Shot] = {}
        self._weight = 0
        self._lock = threading.Lock()

    def find(
        self, match: str, viewer: str, version: int | None, present: frozenset[str]
    ) -> bytes | None:
        """The snapshot of this version with these people at the table, if it is here."""
        with self._lock:
            shot = self._shots.pop((match, viewer), None)
            if shot is None:
                return None
            self._shots[match, viewer] = shot
            return shot.body if (shot.version, shot.present) == (version, present) else None

    def keep(self, match: str, viewer: str, shot: Shot) -> None:
        with self._lock:
            self._drop((match, viewer))
            self._shots[match, viewer] = shot
            self._weight += len(shot.body)
            while self._weight > self._most and len(self._shots) > 1:
                self._drop(next(iter(self._shots)))

    def drop(self, match: str) -> None:
        """Everything of this match."""
        with self._lock:
            for key in [k for k in self._shots if k[0] == match]:
                self._drop(key)

    def _drop(self, key: tuple[str, str]) -> None:
        shot = self._shots.pop(key, None)
        if shot is not None:
            self._weight -= len(shot.body)

    @property
    def weight(self) -> int:
        return self._weight
