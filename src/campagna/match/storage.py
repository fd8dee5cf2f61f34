"""Where matches are kept: SQLite in a file by default, PostgreSQL by its URL.

A match is its row, its seats and one line per order. What is written in one transaction is one
change of the match, and the version in the row makes sure that nobody else changed it meanwhile.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import SQLAlchemyError

from campagna.core.contract import Outcome, Step
from campagna.core.record import Entry, Head
from campagna.match.reasons import Reason

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("head", LargeBinary, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("start", LargeBinary, nullable=False),
    Column("origin", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("status", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
seats = Table(
    "seats",
    metadata,
    Column("match", String(64), ForeignKey("matches.id"), primary_key=True),
    Column("side", String(64), primary_key=True),
    Column("kind", String(64), nullable=False),
    Column("token", String(64), nullable=False),
    Index("seats_by_token", "token"),
)
entries = Table(
    "entries",
    metadata,
    Column("match", String(64), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("line", LargeBinary, nullable=False),
    Column("reason", LargeBinary, nullable=True),
)


class StoreFailed(Exception):
    """The database did not take a change: nothing of it is kept."""


class Overtaken(Exception):
    """Somebody else changed the match first."""


class Status(msgspec.Struct, frozen=True):
    """Where a match stands, for lists and for what the orders alone do not tell."""

    step: Step | None = None
    outcome: Outcome | None = None
    ended: str = ""
    """"", rules, resignation, agreement or import."""
    ended_by: str = ""
    stop_offered_by: str = ""


class Seat(msgspec.Struct, frozen=True):
    """`kind` is human, the name of a computer seat, or nobody. `token` is the hash of the token."""

    kind: str
    token: str = ""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it is stored, without its orders."""

    id: str
    game: str
    title: str
    head: Head
    secret: bytes
    start: bytes
    """The state a what-if starts from; empty for the set-up of the game."""
    origin: str
    """played, fork or import."""
    version: int
    status: Status
    created: int
    changed: int
    seats: dict[str, Seat]


class KeptEntry(msgspec.Struct, frozen=True):
    version: int
    """The version of the match that this order made."""
    entry: Entry
    reason: Reason | None = None
    """Why a computer gave it."""


def token_hash(token: str) -> str:
    """Tokens are kept as hashes: who reads the database cannot sit down at its tables."""
    return hashlib.sha256(b"campagna-token:" + token.encode()).hexdigest()


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'campagna.sqlite3'}"


def open_engine(url: str) -> Engine:
    """The database at this URL, brought to the present shape of its tables."""
    parsed = make_url(url)
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    # Errors go to logs, and what was to be stored is nobody's business there.
    remote = parsed.get_backend_name() != "sqlite"
    engine = create_engine(parsed, pool_pre_ping=remote, hide_parameters=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    migrate(engine)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    """NORMAL: what is committed outlives the death of this program at any instant, though a power cut
    may cost the last orders; to wait for the disk each time would make every order three times slower.
    """
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "foreign_keys=ON",
        "busy_timeout=5000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(engine: Engine) -> None:
    """Run the migrations that this database has not seen."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "campagna.match:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


class Store:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def close(self) -> None:
        self.engine.dispose()

    def add(self, kept: Kept, lines: Iterable[KeptEntry] = ()) -> None:
        row = {
            "id": kept.id,
            "game": kept.game,
            "title": kept.title,
            "head": msgspec.json.encode(kept.head),
            "secret": kept.secret,
            "start": kept.start,
            "origin": kept.origin,
            "version": kept.version,
            "status": msgspec.json.encode(kept.status),
            "created": kept.created,
            "changed": kept.changed,
        }
        sitting = [
            {"match": kept.id, "side": side, "kind": seat.kind, "token": seat.token}
            for side, seat in kept.seats.items()
        ]
        orders = [_entry_row(kept.id, n, line) for n, line in enumerate(lines, start=1)]
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(matches), row)
                connection.execute(insert(seats), sitting)
                if orders:
                    connection.execute(insert(entries), orders)
        except SQLAlchemyError as problem:
            raise StoreFailed(str(problem)) from problem

    def find(self, match: str) -> tuple[Kept, list[KeptEntry]] | None:
        """A match and its orders, as one moment sees them."""
        with self.engine.connect() as connection:
            kept = _kept(connection, match)
            if kept is None:
                return None
            columns = (entries.c.version, entries.c.line, entries.c.reason)
            query = select(*columns).where(entries.c.match == match)
            rows = connection.execute(query.order_by(entries.c.number))
            return kept, [_kept_entry(*row) for row in rows]

    def held(self, tokens: Iterable[str]) -> list[tuple[Kept, list[str]]]:
        """The matches in which these tokens sit, the latest first, each with their sides."""
        hashes = [token_hash(t) for t in tokens]
        with self.engine.connect() as connection:
            query = select(seats.c.match, seats.c.side).where(seats.c.token.in_(hashes))
            sides: dict[str, list[str]] = {}
            for match, side in connection.execute(query):
                sides.setdefault(match, []).append(side)
            found = [(k, sorted(s)) for m, s in sides.items() if (k := _kept(connection, m))]
        return sorted(found, key=lambda pair: (-pair[0].changed, pair[0].id))

    def append(
        self, kept: Kept, status: Status, number: int, entry: Entry, reason: Reason | None = None
    ) -> Kept:
        """Keep one more order; it is the order of this number and makes the next version."""
        line = KeptEntry(kept.version + 1, entry, reason)
        with self._change(kept, status) as (connection, changed):
            connection.execute(insert(entries), _entry_row(kept.id, number, line))
        return changed

    def take_back(self, kept: Kept, status: Status, number: int) -> Kept:
        with self._change(kept, status) as (connection, changed):
            connection.execute(
                delete(entries).where(entries.c.match == kept.id, entries.c.number == number)
            )
        return changed

    def note(self, kept: Kept, status: Status) -> Kept:
        """A change without an order: an offer, a resignation, the end."""
        with self._change(kept, status) as (_, changed):
            pass
        return changed

    @contextmanager
    def _change(self, kept: Kept, status: Status) -> Iterator[tuple[Connection, Kept]]:
        """One transaction that lifts the version of a match by one, and what else it does."""
        changed = msgspec.structs.replace(
            kept, version=kept.version + 1, status=status, changed=int(time.time())
        )
        values = {
            "version": changed.version,
            "status": msgspec.json.encode(status),
            "changed": changed.changed,
        }
        mine = (matches.c.id == kept.id) & (matches.c.version == kept.version)
        try:
            with self.engine.begin() as connection:
                if connection.execute(update(matches).where(mine).values(values)).rowcount != 1:
                    raise Overtaken(kept.id)
                yield connection, changed
        except SQLAlchemyError as problem:
            raise StoreFailed(str(problem)) from problem


def _entry_row(match: str, number: int, line: KeptEntry) -> dict[str, Any]:
    return {
        "match": match,
        "number": number,
        "version": line.version,
        "line": msgspec.json.encode(line.entry),
        "reason": None if line.reason is None else msgspec.json.encode(line.reason),
    }


def _kept_entry(version: int, line: bytes, reason: bytes | None) -> KeptEntry:
    entry = msgspec.json.decode(bytes(line), type=Entry)
    if reason is None:
        return KeptEntry(version, entry)
    return KeptEntry(version, entry, msgspec.json.decode(bytes(reason), type=Reason))


def _kept(connection: Connection, match: str) -> Kept | None:
    row = connection.execute(select(matches).where(matches.c.id == match)).mappings().first()
    if row is None:
        return None
    query = select(seats.c.side, seats.c.kind, seats.c.token).where(seats.c.match == match)
    return Kept(
        id=row["id"],
        game=row["game"],
        title=row["title"],
        head=msgspec.json.decode(bytes(row["head"]), type=Head),
        secret=bytes(row["secret"]),
        start=bytes(row["start"]),
        origin=row["origin"],
        version=row["version"],
        status=msgspec.json.decode(bytes(row["status"]), type=Status),
        created=row["created"],
        changed=row["changed"],
        seats={side: Seat(kind, token) for side, kind, token in connection.execute(query)},
    )
