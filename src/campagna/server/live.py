"""Who is watching which match, and what each of them still has to be told.

A watcher is woken when its match changes and then tells everything since what it told last. So
catching up after a lost connection and following move by move are the same thing, and a slow
reader gets one bigger update instead of a queue of old ones.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple

import anyio.to_thread
import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.session import Session
from campagna.match.updates import update
from campagna.match.views import Snapshot, lines_since, seat_views, snapshot
from campagna.server.announcer import Announcer, Notice
from campagna.server.bot_progress import BOARD
from campagna.server.messages import Seats, Thinking
from campagna.server.snapshot_cache import SnapshotCache

_log = logging.getLogger(__name__)
_THOUGHT_SECONDS = 70.0
_MOST_THOUGHTS = 1024


class Connection:
    """One open socket. `since` is the version that its browser stands at."""

    def __init__(self, viewer: str, since: int | None, id_: str = "") -> None:
        self.viewer = viewer
        self.since = since
        self.id = id_
        self.wake = asyncio.Event()
        self.thinking: Thinking | None = None
        self.present: frozenset[str] | None = None
        """Who was at the table when it was last told."""
        self.reseated = False
        self.answering = 0
        """Orders of its browser that are being answered."""


class _Sent(NamedTuple):
    """An update as it was sent: to the next who stands where the last one stood it is the same."""

    since: int | None
    version: int
    present: frozenset[str]
    text: bytes


class LiveUpdates:
    def __init__(self, service: Gate, announcer: Announcer | None = None) -> None:
        self.service = service
        self.announcer = announcer or Announcer()
        self._thought: dict[str, float] = {}
        """When a computer in another process was last heard to think, by match."""
        self._watchers: dict[str, set[Connection]] = {}
        self.snapshots = SnapshotCache()
        self._sent: dict[tuple[str, str], _Sent] = {}
        self._first: dict[tuple[str, str], asyncio.Lock] = {}

    # --- what happened ------------------------------------------------------------------------------

    def changed(self, match: str, by: str = "") -> None:
        """Wake everybody who watches, in every process; the side that made the change hears first."""
        version = self.service.known_version(match)
        if version is not None:
            self.announcer.say(Notice(match, version))
        self._wake(match, by)

    def _wake(self, match: str, by: str = "") -> None:
        for watcher in sorted(self._connections_of(match), key=lambda w: w.viewer != by):
            watcher.wake.set()

    def reseated(self, match: str) -> None:
        """Somebody has sat down: the match is the same, but those who sit at it are not."""
        self.announcer.say(Notice(match, seats=True))
        self._seats_changed(match)

    def _seats_changed(self, match: str) -> None:
        for watcher in self._connections_of(match):
            watcher.reseated = True
            watcher.wake.set()

    def watched(self) -> set[str]:
        """The matches that somebody looks at here."""
        return set(self._watchers)

    def thinking(self, match: str, side: str, done: int, of: int | None = None) -> None:
        self.announcer.say(Notice(match, thinking=(side, done, of)))
        self._show_thinking(match, side, done, of)

    def hurry_elsewhere(self, match: str) -> bool:
        """Ask whoever thinks in another process for the order; False if nobody was heard to think."""
        if time.monotonic() - self._thought.get(match, 0.0) > _THOUGHT_SECONDS:
            return False
        self.announcer.say(Notice(match, hurry=True))
        return True

    def _show_thinking(self, match: str, side: str, done: int, of: int | None) -> None:
        for watcher in self._connections_of(match):
            watcher.thinking = Thinking(side, done, of)
            watcher.wake.set()

    def _connections_of(self, match: str) -> Iterator[Connection]:
        return iter(self._watchers.get(match, ()))

    def present(self, match: str) -> frozenset[str]:
        """Who is at the table, here or elsewhere; may ask the database."""
        return self._present_here(match) | self.announcer.present(match)

    def _present_here(self, match: str) -> frozenset[str]:
        return frozenset(w.viewer for w in self._connections_of(match))

    def _seen(self, match: str) -> frozenset[str]:
        """The same of a match that is watched here; never waits for anything."""
        return self._present_here(match) | self.announcer.seen(match)

    # --- what the other processes tell --------------------------------------------------------------

    def heard(self, notice: Notice) -> None:
        """Another process has changed a match, or its seats."""
        if notice.hurry:
            BOARD.hurry(notice.match)
        elif notice.thinking is not None:
            self._thought.pop(notice.match, None)
            self._thought[notice.match] = time.monotonic()
            if len(self._thought) > _MOST_THOUGHTS:
                del self._thought[next(iter(self._thought))]
            self._show_thinking(notice.match, *notice.thinking)
        elif notice.seats:
            self.service.heard(notice.match)
            self._seats_changed(notice.match)
        elif notice.version is not None:
            self.service.heard(notice.match, notice.version)
            self._wake(notice.match)

    def swept(self, versions: dict[str, int]) -> None:
        """What the database says about the matches that are watched here."""
        for match, version in versions.items():
            seen = self._seen(match)
            for watcher in self._connections_of(match):
                if (watcher.since or -1) < version:
                    self.service.heard(match, version)
                    watcher.wake.set()
                elif watcher.present != seen:
                    watcher.wake.set()

    # --- telling it ---------------------------------------------------------------------------------

    def snapshot(self, live: Session, viewer: str, present: frozenset[str]) -> Snapshot:
        """The match as the viewer sees it now, made once for each version."""
        with live.lock:
            known = self.snapshots.find(live.kept.id, viewer, live.kept.version)
            if known is None:
                known = snapshot(live, viewer, present)
                self.snapshots.keep(known)
                return known
            return msgspec.structs.replace(known, seats=seat_views(live, present))

    def update(
        self, live: Session, viewer: str, since: int | None, present: frozenset[str]
    ) -> bytes:
        """Everything after version `since`, as bytes; None: the whole match."""
        match = live.kept.id
        with live.lock:
            version = live.kept.version
            sent = self._sent.get((match, viewer))
            if sent is not None and sent[:3] == (since, version, present):
                return sent.text
            before = self.snapshots.find(match, viewer, since)
            now = self.snapshot(live, viewer, present)
            start = -1 if since is None else since
            lines = [] if since is None else lines_since(live, viewer, since)
            text = msgspec.json.encode(update(before, now, start, lines))
            if match in self._watchers:
                self._sent[match, viewer] = _Sent(since, version, present, text)
            return text

    def _is_ready(self, watcher: Connection, match: str, present: frozenset[str]) -> bool:
        """Whether telling is only a matter of sending: somebody else was told the same."""
        sent = self._sent.get((match, watcher.viewer))
        version = self.service.known_version(match)
        return sent is not None and sent[:3] == (watcher.since, version, present)

    def _news(
        self, match: str, watcher: Connection, present: frozenset[str]
    ) -> tuple[int, bytes] | None:
        """Everything that the browser does not know; None if there is nothing."""
        live = self.service.live(match)
        with live.lock:
            version = live.kept.version
            if version == watcher.since:
                return None
            return version, self.update(live, watcher.viewer, watcher.since, present)

    async def _found(
        self, match: str, watcher: Connection, present: frozenset[str]
    ) -> tuple[int, bytes] | None:
        """The same; of all who see the same only the first has it worked out."""
        if self._is_ready(watcher, match, present):
            return self._news(match, watcher, present)
        async with self._first.setdefault((match, watcher.viewer), asyncio.Lock()):
            find = partial(self._news, match, watcher, present)
            if self._is_ready(watcher, match, present):
                return find()
            return await anyio.to_thread.run_sync(find)

    @contextmanager
    def answering(self, match: str, connection: str) -> Iterator[None]:
        """Meanwhile the browser's own socket waits: the answer tells it the same."""
        mine = [w for w in self._connections_of(match) if connection and w.id == connection]
        for watcher in mine:
            watcher.answering += 1
        try:
            yield
        finally:
            for watcher in mine:
                watcher.answering -= 1
                watcher.wake.set()

    def answered(self, match: str, connection: str, viewer: str, version: int) -> None:
        """The browser with this socket has this version as the answer to its own order."""
        for watcher in self._connections_of(match):
            if connection and (watcher.id, watcher.viewer) == (connection, viewer):
                watcher.since = version

    def _seats(self, match: str, present: frozenset[str]) -> bytes:
        return msgspec.json.encode(Seats(seat_views(self.service.live(match), present)))

    async def watch(
        self, socket: WebSocket, match: str, viewer: str, since: int | None, connection: str = ""
    ) -> None:
        """Follow a match until the browser goes away."""
        watcher = Connection(viewer, since, connection)
        self._watchers.setdefault(match, set()).add(watcher)
        self.announcer.watching(match, self._present_here(match))
        self._wake(match)
        telling = asyncio.create_task(self._tell(socket, match, watcher))
        try:
            # Nothing is asked over the socket; reading it tells when the other end is gone.
            while True:
                await socket.receive_text()
        except (WebSocketDisconnect, WebSocketDisconnected, KeyError):
            # The second one when we were the first to close, and a message was on its way.
            pass
        finally:
            # At once and without waiting: this handler may itself be about to be cancelled.
            self._leave(match, watcher)
            telling.cancel()

    def _leave(self, match: str, watcher: Connection) -> None:
        watchers = self._watchers[match]
        watchers.discard(watcher)
        self.announcer.watching(match, self._present_here(match))
        if watchers:
            self._wake(match)
            return
        del self._watchers[match]
        self.snapshots.drop(match)
        for key in [k for k in self._sent if k[0] == match]:
            del self._sent[key]
        for key in [k for k in self._first if k[0] == match]:
            del self._first[key]

    async def _tell(self, socket: WebSocket, match: str, watcher: Connection) -> None:
        try:
            await self._follow(socket, match, watcher)
        except WebSocketDisconnect:
            return
        except Exception:
            # A browser that hears nothing more must know it: it will connect again.
            _log.exception("telling %s of match %s", watcher.viewer, match)
            with suppress(RuntimeError):
                await socket.close(1011)

    async def _follow(self, socket: WebSocket, match: str, watcher: Connection) -> None:
        while True:
            await watcher.wake.wait()
            watcher.wake.clear()
            present = self._seen(match)
            try:
                since = watcher.since
                news = await self._found(match, watcher, present)
                if watcher.answering or watcher.since != since:
                    continue  # an answer told it, and its end wakes this again
                if news is not None:
                    watcher.since, text = news
                elif present != watcher.present or watcher.reseated:
                    text = await anyio.to_thread.run_sync(self._seats, match, present)
                else:
                    text = b""
                watcher.reseated = False
            except Rejected:
                # The store is away for a moment; the next change tries again.
                continue
            if text:
                await _send(socket, text.decode())
            watcher.present = present
            thought, watcher.thinking = watcher.thinking, None
            if thought is not None:
                await _send(socket, msgspec.json.encode(thought).decode())


async def _send(socket: WebSocket, text: str) -> None:
    try:
        await socket.send_text(text)
    except RuntimeError as problem:
        # Uvicorn's word for a peer that it has just closed the connection to.
        raise WebSocketDisconnect(1006) from problem
