"""The matches in memory: those longest untouched go first, when all together weigh too much."""

from __future__ import annotations

import threading

from campagna.match.session import Session

MOST_BYTES = 128 * 1024 * 1024


class Memory:
    """Thread-safe."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._live: dict[str, Session] = {}
        self._lock = threading.Lock()

    def find(self, match: str) -> Session | None:
        """The match, touched by whoever asks."""
        with self._lock:
            found = self._live.pop(match, None)
            if found is not None:
                self._live[match] = found
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
            weight = sum(one.weight for one in self._live.values())
            for other in [one for one in self._live.values() if one is not known]:
                if weight <= self._most:
                    break
                # One that is locked is in use, whenever it was touched last.
                if other.lock.acquire(blocking=False):
                    other.abandoned = True
                    other.lock.release()
                    weight -= other.weight
                    del self._live[other.kept.id]
            return known

    def drop(self, live: Session) -> None:
        with self._lock:
            if self._live.get(live.kept.id) is live:
                del self._live[live.kept.id]

    def clear(self) -> None:
        with self._lock:
            self._live.clear()

    def __len__(self) -> int:
        return len(self._live)
