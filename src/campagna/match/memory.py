"""The matches in memory: those longest untouched go first, when all together weigh too much."""

from __future__ import annotations

import threading

from campagna.match.session import Session

MOST_BYTES = 128 * 1024 * 1024


class Memory:
    """Thread-safe. A match weighs what it weighed when it was touched last."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._live: dict[str, Session] = {}
        self._weights: dict[str, int] = {}
        self._total = 0
        self._lock = threading.Lock()

    def find(self, match: str) -> Session | None:
        """The match, touched by whoever asks."""
        with self._lock:
            found = self._live.pop(match, None)
            if found is not None:
                self._live[match] = found
                self._weigh(found)
            return found

    def peek(self, match: str) -> Session | None:
        """The match, untouched; never waits for anything."""
        return self._live.get(match)

    def keep(self, live: Session) -> Session:
        """Two who loaded the same match at once go on with the one that came first.

        Others may have to go. Nobody can change them any more: they are abandoned.
        """
        with self._lock:
            known = self._live.setdefault(live.kept.id, live)
            self._weigh(known)
            if self._total > self._most:
                self._make_room(known)
            return known

    def _make_room(self, known: Session) -> None:
        for other in [one for one in self._live.values() if one is not known]:
            if self._total <= self._most:
                break
            # One that is locked is in use, whenever it was touched last.
            if other.lock.acquire(blocking=False):
                other.abandoned = True
                other.lock.release()
                self._remove(other)

    def _weigh(self, live: Session) -> None:
        weight = live.weight
        self._total += weight - self._weights.get(live.kept.id, 0)
        self._weights[live.kept.id] = weight

    def _remove(self, live: Session) -> None:
        del self._live[live.kept.id]
        self._total -= self._weights.pop(live.kept.id)

    def drop(self, live: Session) -> None:
        with self._lock:
            if self._live.get(live.kept.id) is live:
                self._remove(live)

    def clear(self) -> None:
        with self._lock:
            self._live.clear()
            self._weights.clear()
            self._total = 0

    def __len__(self) -> int:
        return len(self._live)
