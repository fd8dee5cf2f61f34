"""What one process of the server tells the others, and how it hears of them.

A notice goes out after the commit, on a connection of its own, all of the last moment in one: inside
the transaction it would hold up everybody's commits. It is only a hint. Every few seconds a process
compares the matches that are watched here with their rows, so a notice that was lost costs seconds.
At home there is one process, and nothing to announce.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Protocol

import msgspec
from sqlalchemy import text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from campagna.core.prepared import prepared

_log = logging.getLogger(__name__)

SWEEP_SECONDS = 5.0
STAY_SECONDS = 25
"""How long somebody is at the table after he was last seen there."""
_AGAIN_SECONDS = 1.0
DEAF_SECONDS = 10.0
"""A process that has not listened for so long says that it is not ready."""
_MOST_BYTES = 7000
"""A notice of PostgreSQL has 8000 at most."""
_CHANNEL = "campagna"
_MOST_PRESENT = 4096
_NOBODY: tuple[frozenset[str], float] = (frozenset(), 0.0)
_SITTING = text(
    "SELECT DISTINCT viewer FROM presence "
    "WHERE match = :match AND until >= :now AND process <> :mine"
)

Present = dict[str, frozenset[str]]
"""By match: who is at the table, in any process."""


class Notice(msgspec.Struct, frozen=True, array_like=True):
    """A match has a new version; or somebody came or left (with nothing more); or what stands here."""

    match: str
    version: int | None = None
    seats: bool = False
    """Somebody sat down."""
    thinking: tuple[str, int, int | None] | None = None
    """How far which side's computer is."""
    hurry: bool = False
    """A computer that thinks is to decide now."""

    @property
    def kind(self) -> tuple[bool, ...]:
        return self.version is None, self.seats, self.thinking is None, self.hurry


class _Packet(msgspec.Struct, frozen=True, array_like=True):
    process: str
    notices: list[Notice]


class Listener(Protocol):
    """Who is told, in the loop."""

    def heard(self, notice: Notice) -> None: ...

    def swept(self, versions: dict[str, int]) -> None: ...


class Announcer:
    """At home: nobody else is there."""

    async def start(self, listener: Listener) -> None: ...

    def present(self, match: str) -> frozenset[str]:
        """Who is at the table in other processes; may ask the database."""
        return frozenset()

    def say(self, notice: Notice) -> None: ...

    def seen(self, match: str) -> frozenset[str]:
        """The same of a match that is watched here; never waits for anything."""
        return frozenset()

    def watching(self, match: str, viewers: frozenset[str]) -> None:
        """Somebody came here, or left: these watch the match here now."""

    def fault(self) -> str:
        """What keeps this process from hearing of the others; empty if nothing does."""
        return ""

    async def close(self) -> None: ...


class PostgresAnnouncer(Announcer):
    """Two threads with a connection each: one tells and sweeps, one listens."""

    def __init__(self, engine: Engine) -> None:
        url = engine.url.set(drivername="postgresql")
        self._engine = engine
        self._present: dict[str, tuple[frozenset[str], float]] = {}
        self._url = url.render_as_string(hide_password=False)
        self.process = secrets.token_hex(8)
        self._lock = threading.Lock()
        self._waiting: list[Notice] = []
        self._wake = threading.Event()
        self._due = threading.Event()
        self._ended = threading.Event()
        self._watched: dict[str, frozenset[str]] = {}
        self._known: dict[str, frozenset[str]] = {}
        self._listened = time.monotonic()

    async def start(self, listener: Listener) -> None:
        self._listener, self._loop = listener, asyncio.get_running_loop()
        self._due.set()
        for work in (self._tell, self._listen):
            threading.Thread(target=self._until_closed, args=(work,), daemon=True).start()

    def say(self, notice: Notice) -> None:
        with self._lock:
            self._waiting.append(notice)
        self._wake.set()

    def watching(self, match: str, viewers: frozenset[str]) -> None:
        with self._lock:
            self._watched.pop(match, None)
            if viewers:
                self._watched[match] = viewers
        self._look_again()

    def _look_again(self) -> None:
        self._due.set()
        self._wake.set()

    async def close(self) -> None:
        self._ended.set()
        self._wake.set()

    def _until_closed(self, work: Callable[[], None]) -> None:
        """A lost connection is made again; what was missed meanwhile the sweep finds."""
        import psycopg

        while not self._ended.is_set():
            try:
                work()
            except (psycopg.Error, OSError) as problem:
                if not self._ended.wait(_AGAIN_SECONDS):
                    _log.warning("the other processes are out of reach: %s", problem)

    def _call(self, tell: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(tell)
        except RuntimeError:
            # The loop has ended.
            self._ended.set()

    def fault(self) -> str:
        silent = time.monotonic() - self._listened
        return f"deaf for {silent:.0f} s" if silent > DEAF_SECONDS else ""

    def present(self, match: str) -> frozenset[str]:
        import psycopg

        seen, until = self._present.get(match, _NOBODY)
        if time.monotonic() < until:
            return seen
        try:
            with self._engine.connect() as connection:
                asked = {"match": match, "now": int(time.time()), "mine": self.process}
                rows = connection.execute(_SITTING, asked)
                seen = frozenset(row[0] for row in rows)
        except (SQLAlchemyError, psycopg.Error):
            return seen
        self._remember({match: seen})
        return seen

    def seen(self, match: str) -> frozenset[str]:
        return self._present.get(match, _NOBODY)[0]

    def _remember(self, present: Present) -> None:
        until = time.monotonic() + SWEEP_SECONDS
        with self._lock:
            for match, viewers in present.items():
                self._present.pop(match, None)
                self._present[match] = viewers, until
            while len(self._present) > _MOST_PRESENT:
                del self._present[next(iter(self._present))]

    # --- telling ------------------------------------------------------------------------------------

    def _tell(self) -> None:
        import psycopg

        with psycopg.connect(self._url, autocommit=True) as connection:
            next_sweep = 0.0
            while not self._ended.is_set():
                if self._due.is_set() or time.monotonic() >= next_sweep:
                    self._due.clear()
                    self._sweep(connection.execute)
                    next_sweep = time.monotonic() + SWEEP_SECONDS
                with self._lock:
                    notices, self._waiting = self._waiting, []
                for packet in _packets(self.process, notices):
                    connection.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, packet))
                if self._wake.wait(max(0.0, next_sweep - time.monotonic())):
                    self._wake.clear()
            connection.execute("DELETE FROM presence WHERE process = %s", (self.process,))

    def _sweep(self, execute: Callable[..., object]) -> None:
        from psycopg import Cursor

        with self._lock:
            watched = dict(self._watched)
        rows = [(m, v) for m, viewers in watched.items() for v in viewers]
        now = int(time.time())
        mine = [m for m, _ in rows], [v for _, v in rows]
        execute(
            "INSERT INTO presence (match, viewer, process, until) "
            "SELECT m, v, %s, %s FROM unnest(%s::text[], %s::text[]) AS here(m, v) "
            "ON CONFLICT (match, viewer, process) DO UPDATE SET until = excluded.until",
            (self.process, now + STAY_SECONDS, *mine),
        )
        execute(
            "DELETE FROM presence WHERE until < %s OR process = %s AND (match, viewer) NOT IN "
            "(SELECT m, v FROM unnest(%s::text[], %s::text[]) AS here(m, v))",
            (now, self.process, *mine),
        )
        if watched != self._known:
            for match in watched.keys() | self._known.keys():
                if watched.get(match) != self._known.get(match):
                    self.say(Notice(match))
            self._known = watched
        found = execute("SELECT id, version FROM matches WHERE id = ANY(%s)", (list(watched),))
        assert isinstance(found, Cursor)
        versions = dict(found.fetchall())
        sitting = execute(
            "SELECT match, viewer FROM presence WHERE match = ANY(%s) AND process <> %s",
            (list(watched), self.process),
        )
        assert isinstance(sitting, Cursor)
        present: dict[str, set[str]] = {}
        for match, viewer in sitting.fetchall():
            present.setdefault(match, set()).add(viewer)
        seen = {match: frozenset(present.get(match, ())) for match in watched}
        self._remember(seen)
        self._call(lambda: self._listener.swept(versions))

    # --- listening ----------------------------------------------------------------------------------

    def _listen(self) -> None:
        import psycopg

        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(f"LISTEN {_CHANNEL}")
            # What was said before this is found by a sweep.
            self._look_again()
            while not self._ended.is_set():
                self._listened = time.monotonic()
                for notify in connection.notifies(timeout=1.0):
                    self._hear(notify.payload)

    def _hear(self, payload: str) -> None:
        try:
            packet = msgspec.json.decode(payload, type=prepared(_Packet))
        except msgspec.DecodeError:
            _log.warning("a notice that is none of ours")
            return
        if packet.process == self.process:
            return
        if any(notice == Notice(notice.match) for notice in packet.notices):
            self._look_again()
        self._call(lambda: self._pass_on(packet.notices))

    def _pass_on(self, notices: list[Notice]) -> None:
        for notice in notices:
            self._listener.heard(notice)


def _packets(process: str, notices: list[Notice]) -> list[str]:
    """As few notices of PostgreSQL as hold them all; of a match only the last version is told."""
    last = {(one.match, one.kind): one for one in notices}
    packets: list[str] = []
    some: list[Notice] = []
    size = 0
    for one in last.values():
        size += len(one.match) + 80
        if size > _MOST_BYTES:
            packets.append(msgspec.json.encode(_Packet(process, some)).decode())
            some, size = [], len(one.match) + 80
        some.append(one)
    if some:
        packets.append(msgspec.json.encode(_Packet(process, some)).decode())
    return packets


def announcer_for(engine: Engine) -> Announcer:
    return Announcer() if engine.dialect.name == "sqlite" else PostgresAnnouncer(engine)
