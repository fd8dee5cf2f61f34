"""Who is watching which match, and what each of them still has to be told.

A watcher is woken when its match changes and then tells everything since what it told last. So
catching up after a lost connection and following move by move are the same thing, and a slow
reader gets one bigger update instead of a queue of old ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

import anyio.to_thread
import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from campagna.match.live import LiveMatch
from campagna.match.rejection import Rejected
from campagna.match.service import MatchService
from campagna.match.viewing import events_since, seat_views, snapshot
from campagna.server.messages import Seats, Thinking, Update
from campagna.server.shots import Shot, Shots

_log = logging.getLogger(__name__)


class Watcher:
    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.wake = asyncio.Event()
        self.thinking: Thinking | None = None
        self.reseated = False


class Hub:
    def __init__(self, service: MatchService) -> None:
        self.service = service
        self._watchers: dict[str, set[Watcher]] = {}
        self.shots = Shots()

    # --- what happened ------------------------------------------------------------------------------

    def changed(self, match: str, by: str = "") -> None:
        """Wake everybody who watches; the side that made the change hears of it first."""
        for watcher in sorted(self._at(match), key=lambda w: w.viewer != by):
            watcher.wake.set()

    def reseated(self, match: str) -> None:
        """Somebody has sat down: the match is the same, but those who sit at it are not."""
        self.shots.drop(match)
        for watcher in self._at(match):
            watcher.reseated = True
            watcher.wake.set()

    def thinking(self, match: str, side: str, done: int, of: int | None = None) -> None:
        for watcher in self._at(match):
            watcher.thinking = Thinking(side, done, of)
            watcher.wake.set()

    def _at(self, match: str) -> Iterator[Watcher]:
        return iter(self._watchers.get(match, ()))

    def present(self, match: str) -> frozenset[str]:
        return frozenset(w.viewer for w in self._at(match))

    # --- telling it ---------------------------------------------------------------------------------

    def snapshot_json(self, live: LiveMatch, viewer: str, present: frozenset[str]) -> bytes:
        """The snapshot as bytes; two who see the same get the same bytes."""
        match = live.kept.id
        with live.lock:
            version = live.kept.version
            known = self.shots.find(match, viewer, version, present)
            if known is None:
                known = msgspec.json.encode(snapshot(live, viewer, present))
                self.shots.keep(match, viewer, Shot(version, present, known))
            return known

    def _is_ready(self, match: str, viewer: str, present: frozenset[str]) -> bool:
        """Whether telling is only a matter of sending: whoever gave the order has prepared it."""
        version = self.service.known_version(match)
        return self.shots.find(match, viewer, version, present) is not None

    def _update(
        self, match: str, viewer: str, since: int | None, present: frozenset[str]
    ) -> tuple[int, bytes] | None:
        """Everything after version `since`; None if there is nothing."""
        live = self.service.live(match)
        with live.lock:
            version = live.kept.version
            if version == since:
                return None
            events = [] if since is None else events_since(live, viewer, since)
            seen = msgspec.Raw(self.snapshot_json(live, viewer, present))
            return version, msgspec.json.encode(Update(version, events, seen))

    def _seats(self, match: str, present: frozenset[str]) -> bytes:
        return msgspec.json.encode(Seats(seat_views(self.service.live(match), present)))

    async def watch(self, socket: WebSocket, match: str, viewer: str, since: int | None) -> None:
        """Follow a match until the browser goes away."""
        watcher = Watcher(viewer)
        self._watchers.setdefault(match, set()).add(watcher)
        self.changed(match)
        telling = asyncio.create_task(self._tell(socket, match, watcher, since))
        try:
            # Nothing is asked over the socket; reading it tells when the other end is gone.
            while True:
                await socket.receive_text()
        except (WebSocketDisconnect, KeyError):
            pass
        finally:
            # At once and without waiting: this handler may itself be about to be cancelled.
            self._leave(match, watcher)
            telling.cancel()

    def _leave(self, match: str, watcher: Watcher) -> None:
        watchers = self._watchers[match]
        watchers.discard(watcher)
        if watchers:
            self.changed(match)
            return
        del self._watchers[match]
        self.shots.drop(match)

    async def _tell(
        self, socket: WebSocket, match: str, watcher: Watcher, since: int | None
    ) -> None:
        try:
            await self._follow(socket, match, watcher, since)
        except WebSocketDisconnect:
            return
        except Exception:
            # A browser that hears nothing more must know it: it will connect again.
            _log.exception("telling %s of match %s", watcher.viewer, match)
            with suppress(RuntimeError):
                await socket.close(1011)

    async def _follow(
        self, socket: WebSocket, match: str, watcher: Watcher, since: int | None
    ) -> None:
        told: frozenset[str] | None = None
        while True:
            await watcher.wake.wait()
            watcher.wake.clear()
            present = self.present(match)
            tell = partial(self._update, match, watcher.viewer, since, present)
            try:
                if self._is_ready(match, watcher.viewer, present):
                    update = tell()
                else:
                    update = await anyio.to_thread.run_sync(tell)
                if update is not None:
                    since, text = update
                elif present != told or watcher.reseated:
                    text = await anyio.to_thread.run_sync(self._seats, match, present)
                else:
                    text = b""
                watcher.reseated = False
            except Rejected:
                # The store is away for a moment; the next change tries again.
                continue
            if text:
                await _send(socket, text.decode())
            told = present
            thought, watcher.thinking = watcher.thinking, None
            if thought is not None:
                await _send(socket, msgspec.json.encode(thought).decode())


async def _send(socket: WebSocket, text: str) -> None:
    try:
        await socket.send_text(text)
    except RuntimeError as problem:
        # Uvicorn's word for a peer that it has just closed the connection to.
        raise WebSocketDisconnect(1006) from problem
