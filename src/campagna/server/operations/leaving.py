"""An orderly end: not ready, no new sockets, the open ones told to come back, then the rest."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from starlette.websockets import WebSocket

from campagna.match.errors import Rejected
from campagna.server.operations.readiness import Readiness

RESTART = 1012
"""The code of a socket whose server begins again: its browser comes back by itself."""


class Leaving:
    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness
        self._open: set[WebSocket] = set()

    @contextmanager
    def follow(self, socket: WebSocket) -> Iterator[None]:
        self._open.add(socket)
        try:
            yield
        finally:
            self._open.discard(socket)

    def check(self) -> None:
        """Raises `Rejected` for a socket that comes too late."""
        if self._readiness.leaving:
            raise Rejected("leaving", retry_after=2)

    async def leave(self, seconds: float) -> None:
        """Each socket is closed at a moment of its own within this time."""
        self._readiness.leaving = True
        await asyncio.gather(*(_close(s, random.uniform(0, seconds)) for s in list(self._open)))


async def _close(socket: WebSocket, wait: float) -> None:
    await asyncio.sleep(wait)
    # It may have gone by itself meanwhile.
    with suppress(RuntimeError, OSError):
        await socket.close(RESTART)
