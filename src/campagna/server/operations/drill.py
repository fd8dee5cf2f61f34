"""A backup that was never restored is a hope. The drill restores one beside and compares it with the data."""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from sqlalchemy import Connection, Engine, MetaData, func, select, text
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool

from campagna.core.proof import verify
from campagna.core.record import RecordError
from campagna.core.record_file import read_record
from campagna.games.registry import UnknownGame, load_game
from campagna.match.database import connect_engine
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.schema import matches
from campagna.match.storage import Store
from campagna.server.operations.backup import (
    copy_sqlite,
    is_sqlite,
    restore_backup,
    take_backup,
)

RECORDS = 20
_ONE_MOMENT = {True: "AUTOCOMMIT", False: "REPEATABLE READ"}
"""SQLite sees one moment between our own BEGIN and the end; SQLAlchemy must not begin for us."""


class TableSum(msgspec.Struct, frozen=True):
    """A table in short: how many rows, and a digest of all that is in them."""

    rows: int
    digest: str


class Drill(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it. `differing`: tables that are not the same; `broken`: matches that do not open."""

    tables: dict[str, TableSum]
    differing: tuple[str, ...]
    verified: int
    broken: tuple[str, ...]
    size: int
    backup_seconds: float
    restore_seconds: float
    verify_seconds: float

    @property
    def passed(self) -> bool:
        return not self.differing and not self.broken


def drill(url: URL, records: int = RECORDS) -> Drill:
    """Back up, restore beside, compare, open and verify. Raises `BackupFailed`; the data stay as they are."""
    with TemporaryDirectory(prefix="campagna-drill-") as folder:
        copy = Path(folder) / "backup"
        clock = time.monotonic
        begun = clock()
        before = _back_up(url, copy)
        backed_up = clock()
        with _beside(url, Path(folder)) as place:
            restored = clock()
            restore_backup(copy, place)
            done = clock()
            after = _sums_at(place)
            verified, broken = _verify_some(place, records)
        return Drill(
            tables=after,
            differing=tuple(sorted(n for n in {*before, *after} if before.get(n) != after.get(n))),
            verified=verified,
            broken=broken,
            size=copy.stat().st_size,
            backup_seconds=round(backed_up - begun, 3),
            restore_seconds=round(done - restored, 3),
            verify_seconds=round(clock() - done, 3),
        )


def _back_up(url: URL, copy: Path) -> dict[str, TableSum]:
    """Backup and sums of the same moment, though people go on playing."""
    engine = connect_engine(url.render_as_string(hide_password=False))
    try:
        with engine.connect().execution_options(
            isolation_level=_ONE_MOMENT[is_sqlite(url)]
        ) as seen:
            if is_sqlite(url):
                seen.exec_driver_sql("BEGIN")
                sums = _sums(seen)
                copy_sqlite(raw_sqlite(seen), copy)
                return sums
            snapshot = seen.execute(text("SELECT pg_export_snapshot()")).scalar_one()
            take_backup(url, copy, snapshot)
            return _sums(seen)
    finally:
        engine.dispose()


def raw_sqlite(connection: Connection) -> sqlite3.Connection:
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


def _sums_at(url: URL) -> dict[str, TableSum]:
    engine = connect_engine(url.render_as_string(hide_password=False))
    try:
        with engine.connect() as connection:
            return _sums(connection)
    finally:
        engine.dispose()


def _sums(connection: Connection) -> dict[str, TableSum]:
    """Of every table that is there, whoever made it."""
    found = MetaData()
    found.reflect(connection)
    sums = {}
    for table in found.sorted_tables:
        keys = list(table.primary_key.columns) or list(table.columns)
        digest, rows = hashlib.sha256(), 0
        for row in connection.execute(select(table).order_by(*keys)):
            cells = [bytes(c) if isinstance(c, memoryview) else c for c in row]
            digest.update(repr(cells).encode())
            rows += 1
        sums[table.name] = TableSum(rows, digest.hexdigest())
    return sums


@contextmanager
def _beside(url: URL, folder: Path) -> Iterator[URL]:
    """An empty place of the same kind, gone afterwards."""
    if is_sqlite(url):
        yield url.set(database=str(folder / "restored" / "campagna.sqlite3"))
        return
    name = f"campagna_drill_{secrets.token_hex(4)}"
    engine = connect_engine(url.render_as_string(hide_password=False))
    try:
        _alone(engine, f"CREATE DATABASE {name}")
        try:
            yield url.set(database=name)
        finally:
            _alone(engine, f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        engine.dispose()


def _alone(engine: Engine, statement: str) -> None:
    """A statement that no transaction may hold."""
    from sqlalchemy import create_engine

    apart = create_engine(engine.url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with apart.connect() as connection:
        connection.execute(text(statement))


def _verify_some(url: URL, most: int) -> tuple[int, tuple[str, ...]]:
    """Matches drawn at random: each opens, and the record of each that is over proves itself."""
    service = Gate(Store(connect_engine(url.render_as_string(hide_password=False))))
    broken: list[str] = []
    try:
        with service.store.engine.connect() as connection:
            drawn = select(matches.c.id).order_by(func.random()).limit(most)
            ids = [row[0] for row in connection.execute(drawn)]
        for id_ in ids:
            try:
                _verify_one(service, id_)
            except (Rejected, RecordError, UnknownGame) as problem:
                broken.append(f"{id_}: {problem}")
    finally:
        service.store.close()
    return len(ids), tuple(broken)


def _verify_one(service: Gate, id_: str) -> None:
    live = service.live(id_)
    with live.lock:
        if live.kept.origin == "fork" or live.kept.status.outcome is None:
            return
        lines = list(live.match.record.lines())
    verify(load_game(live.kept.game), read_record(lines))
