"""Snapshots that were made already: to be sent again, and to tell what has changed since."""

from __future__ import annotations

import threading

from campagna.match.views import Snapshot

MOST_VIEWERS = 64
"""Viewers of matches for whom something is kept; those longest unused go first."""
VERSIONS = 3
"""The last ones of each: whoever is slower is sent the whole table."""


class SnapshotCache:
    """By match, viewer and version. Thread-safe. Who is at the table is not part of it."""

    def __init__(self, most: int = MOST_VIEWERS) -> None:
        self._most = most
        self._known: dict[tuple[str, str], dict[int, Snapshot]] = {}
        self._lock = threading.Lock()

    def find(self, match: str, viewer: str, version: int | None) -> Snapshot | None:
        with self._lock:
            versions = self._known.pop((match, viewer), None)
            if versions is None:
                return None
            self._known[match, viewer] = versions
            return versions.get(version) if version is not None else None

    def keep(self, snapshot: Snapshot) -> None:
        with self._lock:
            key = (snapshot.match, snapshot.viewer)
            versions = self._known.pop(key, {})
            versions.pop(snapshot.version, None)
            versions[snapshot.version] = snapshot
            while len(versions) > VERSIONS:
                del versions[next(iter(versions))]
            self._known[key] = versions
            while len(self._known) > self._most:
                del self._known[next(iter(self._known))]

    def drop(self, match: str) -> None:
        """Everything of this match."""
        with self._lock:
            for key in [k for k in self._known if k[0] == match]:
                del self._known[key]

    def __len__(self) -> int:
        return len(self._known)
