"""The short way to the database, for what every order needs: read a match, store its next version.

Everything else goes by SQLAlchemy (`storage.py`). Both databases get the same answers from SQL of
their own: PostgreSQL does each of these in one statement and one round trip.
"""

from __future__ import annotations

import re
import time
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
from sqlalchemy import create_engine
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError

from campagna.core.prepared import prepared
from campagna.core.record import Entry, Head
from campagna.match.bot_reasons import Reason
from campagna.match.phase import phase_columns
from campagna.match.seats import INVITE, REMATCH, Seat, seats_from
from campagna.match.standing import Change, Mark, Standing, Status, StoredEntry, StoredMatch

T = TypeVar("T")
Row = Sequence[Any]


class StoreFailed(Exception):
    """The database did not take a change: nothing of it is kept."""


class StoreAway(Exception):
    """The database cannot be read now."""


class Damaged(Exception):
    """What is stored of a match is not what this program wrote."""


class Conflict(Exception):
    """Somebody else changed the match first."""


_KEPT = (
    "id, game, title, head, secret, start, origin, version, status, created, changed, "
    "state, chain, counter, played, settled, last"
)
_TAKE_UP = {
    "postgresql": f"""
        SELECT {_KEPT},
          (SELECT CAST(json_agg(json_build_array(side, kind)) AS text)
             FROM seats WHERE match = m.id),
          (SELECT CAST(json_agg(json_build_array(side, hash)) AS text)
             FROM seat_tokens WHERE match = m.id),
          (SELECT CAST(json_agg(side) AS text)
             FROM codes WHERE match = m.id AND kind = '{INVITE}'),
          (SELECT CAST(json_agg(json_build_array(s.side, u.id, u.name) ORDER BY s.since, u.id) AS text)
             FROM sitters s JOIN users u ON u.id = s."user" WHERE s.match = m.id),
          (SELECT CAST(json_agg("user") AS text)
             FROM proposals WHERE match = m.id AND kind = '{REMATCH}')
        FROM matches m WHERE id = :match""",
    "sqlite": f"""
        SELECT {_KEPT},
          (SELECT json_group_array(json_array(side, kind)) FROM seats WHERE match = m.id),
          (SELECT json_group_array(json_array(side, hash)) FROM seat_tokens WHERE match = m.id),
          (SELECT json_group_array(side) FROM codes WHERE match = m.id AND kind = '{INVITE}'),
          (SELECT json_group_array(json_array(side, id, name)) FROM (
             SELECT s.side, u.id, u.name FROM sitters s JOIN users u ON u.id = s.user
             WHERE s.match = :match ORDER BY s.since, u.id)),
          (SELECT json_group_array(user)
             FROM proposals WHERE match = m.id AND kind = '{REMATCH}')
        FROM matches m WHERE id = :match""",
}
_LINES = (
    "SELECT version, line, reason, events FROM entries "
    "WHERE match = :match AND number > :after AND number <= :last ORDER BY number"
)
_MARK = (
    "SELECT number, state FROM marks WHERE match = :match AND number <= :at "
    "ORDER BY number DESC LIMIT 1"
)
_STANDING = (
    "state = :state, chain = :chain, counter = :counter, played = :played, settled = :settled, "
    "last = :last"
)
_LIFT = (
    "UPDATE matches SET version = version + 1, status = :status, changed = CAST(:changed AS bigint), "
    "phase = :phase, step_side = CAST(:step_side AS varchar), step_since = CASE "
    "WHEN step_side = CAST(:step_side AS varchar) THEN step_since "
    "ELSE CAST(:changed AS bigint) END{standing} "
    "WHERE id = :match AND version = :version"
)
_FIELDS = "match, number, version, line, reason, events"


class Shelf(ABC):
    """Thread-safe: each call takes a connection of its own from a pool."""

    dialect: str

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._texts: dict[str, str] = {}

    # --- reading ------------------------------------------------------------------------------------

    def take_up(self, match: str) -> tuple[StoredMatch, Standing | None] | None:
        """A match and where it stands, in one read. Raises `Damaged`, `StoreAway`."""
        row = self._one(_TAKE_UP[self.dialect], {"match": match})
        return None if row is None else (_kept(row), _standing(row))

    def version(self, match: str) -> int | None:
        row = self._one("SELECT version FROM matches WHERE id = :match", {"match": match})
        return None if row is None else int(row[0])

    def lines(self, match: str, after: int, last: int) -> list[StoredEntry]:
        """The orders after the first number up to the second."""
        asked = {"match": match, "after": after, "last": last}
        return [_stored_entry(row) for row in self._all(_LINES, asked)]

    def mark(self, match: str, at: int) -> Mark | None:
        """The last mark that stands after no more orders than this."""
        row = self._one(_MARK, {"match": match, "at": at})
        return None if row is None else Mark(row[0], _unpacked(row[1]))

    def _one(self, sql: str, values: Mapping[str, Any]) -> Row | None:
        rows = self._all(sql, values)
        return rows[0] if rows else None

    def _all(self, sql: str, values: Mapping[str, Any]) -> list[Row]:
        try:
            return self._read(sql, values)
        except (SQLAlchemyError, self.fault):
            pass
        try:
            # A connection of before the database was started again: once more on a new one.
            self._engine.dispose()
            return self._read(sql, values)
        except (SQLAlchemyError, self.fault) as problem:
            raise StoreAway(str(problem)) from problem

    def _read(self, sql: str, values: Mapping[str, Any]) -> list[Row]:
        with self.connection() as connection:
            cursor = connection.cursor()
            cursor.execute(self.text(sql), dict(values))
            rows: list[Row] = list(cursor.fetchall())
            cursor.close()
            return rows

    # --- changes ------------------------------------------------------------------------------------

    def keep(self, kept: StoredMatch, change: Change) -> StoredMatch:
        """Store the next version of a match. Raises `Conflict` if there is one, `StoreFailed`."""
        changed = msgspec.structs.replace(
            kept, version=kept.version + 1, status=change.status, changed=int(time.time())
        )
        try:
            done = self.write(_values(kept, changed, change), change)
        except (SQLAlchemyError, self.fault) as problem:
            # The other connections may be of before the database was started again.
            self._engine.dispose()
            raise StoreFailed(str(problem)) from problem
        if not done:
            raise Conflict(kept.id)
        return changed

    @abstractmethod
    def write(self, values: dict[str, Any], change: Change) -> bool:
        """False if the match has another version by now."""

    fault: type[Exception]

    @abstractmethod
    def text(self, sql: str) -> str:
        """The statement with the placeholders of the driver."""

    @contextmanager
    def connection(self) -> Iterator[DBAPIConnection]:
        fairy = self._engine.raw_connection()
        try:
            assert fairy.driver_connection is not None
            yield fairy.driver_connection
        except BaseException:
            fairy.invalidate()
            raise
        finally:
            fairy.close()

    def close(self) -> None:
        """What it opened itself, it closes."""


class SqliteShelf(Shelf):
    dialect = "sqlite"

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        import sqlite3

        self.fault = sqlite3.Error

    def text(self, sql: str) -> str:
        return sql

    def write(self, values: dict[str, Any], change: Change) -> bool:
        """The update locks the file, so nobody comes between it and what follows."""
        with self.connection() as connection:
            cursor = connection.cursor()
            standing = f", {_STANDING}" if change.standing else ""
            cursor.execute(_LIFT.format(standing=standing), values)
            if cursor.rowcount != 1:
                connection.rollback()
                return False
            if change.line is not None:
                cursor.execute(
                    f"INSERT INTO entries ({_FIELDS}) "
                    "VALUES (:match, :number, :made, :line, :reason, :events)",
                    values,
                )
            if change.undone is not None:
                for table in ("entries", "marks"):
                    cursor.execute(
                        f"DELETE FROM {table} WHERE match = :match AND number >= :undone", values
                    )
            if change.mark is not None:
                cursor.execute(
                    "INSERT OR REPLACE INTO marks (match, number, state) "
                    "VALUES (:match, :number, :mark)",
                    values,
                )
            connection.commit()
            return True


class PostgresShelf(Shelf):
    dialect = "postgresql"

    def __init__(self, engine: Engine) -> None:
        # One statement is a transaction of its own, and nothing is asked before it.
        direct = create_engine(
            engine.url, isolation_level="AUTOCOMMIT", hide_parameters=True, pool_size=8
        )
        super().__init__(direct)
        import psycopg

        self.fault = psycopg.Error

    def close(self) -> None:
        self._engine.dispose()

    def text(self, sql: str) -> str:
        known = self._texts.get(sql)
        if known is None:
            known = self._texts[sql] = re.sub(r":(\w+)", r"%(\1)s", sql)
        return known

    def write(self, values: dict[str, Any], change: Change) -> bool:
        standing = f", {_STANDING}" if change.standing else ""
        parts = [f"u AS ({_LIFT.format(standing=standing)} RETURNING 1)"]
        if change.line is not None:
            parts.append(
                f"e AS (INSERT INTO entries ({_FIELDS}) SELECT :match, CAST(:number AS int), "
                "CAST(:made AS int), CAST(:line AS bytea), CAST(:reason AS bytea), "
                "CAST(:events AS bytea) FROM u)"
            )
        if change.undone is not None:
            for table in ("entries", "marks"):
                parts.append(
                    f"gone_{table} AS (DELETE FROM {table} WHERE match = :match "
                    "AND number >= :undone AND EXISTS (SELECT 1 FROM u))"
                )
        if change.mark is not None:
            parts.append(
                "k AS (INSERT INTO marks (match, number, state) "
                "SELECT :match, CAST(:number AS int), CAST(:mark AS bytea) FROM u "
                "ON CONFLICT (match, number) DO UPDATE SET state = excluded.state)"
            )
        return bool(self._read(f"WITH {', '.join(parts)} SELECT 1 FROM u", values))


def shelf_for(engine: Engine) -> Shelf:
    return SqliteShelf(engine) if engine.dialect.name == "sqlite" else PostgresShelf(engine)


# --- what is written, as bytes ----------------------------------------------------------------------


class _Last(msgspec.Struct, frozen=True, array_like=True):
    before: str
    entry: Entry


def standing_values(standing: Standing) -> dict[str, Any]:
    """The columns of where a match stands."""
    last = standing.last
    return {
        "state": packed(standing.state),
        "chain": standing.chain,
        "counter": standing.counter,
        "played": standing.played,
        "settled": standing.settled,
        "last": None if last is None else msgspec.json.encode(_Last(standing.before, last)),
    }


def _values(kept: StoredMatch, changed: StoredMatch, change: Change) -> dict[str, Any]:
    values: dict[str, Any] = {
        "match": kept.id,
        "version": kept.version,
        "status": msgspec.json.encode(change.status),
        "changed": changed.changed,
        **phase_columns(change.status.step, change.status.ended),
    }
    if change.standing is not None:
        values |= standing_values(change.standing)
        values["number"] = change.standing.played
    if change.line is not None:
        values |= line_values(change.line)
    if change.undone is not None:
        values["undone"] = change.undone
    if change.mark is not None:
        values["mark"] = packed(change.mark.state)
    return values


def line_values(line: StoredEntry) -> dict[str, Any]:
    """The columns of an order; the version is called `made`, for the row has one too."""
    return {
        "made": line.version,
        "line": msgspec.json.encode(line.entry),
        "reason": None if line.reason is None else msgspec.json.encode(line.reason),
        "events": line.events,
    }


def packed(state: bytes) -> bytes:
    return zlib.compress(state, 1)


def _unpacked(stored: bytes) -> bytes:
    """Bytes that were not packed by this program are no state of any game either."""
    try:
        return zlib.decompress(bytes(stored))
    except zlib.error:
        return b""


def decoded(stored: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(bytes(stored), type=prepared(kind))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError) as problem:
        raise Damaged(f"{kind.__name__}: {problem}") from problem


def _stored_entry(row: Row) -> StoredEntry:
    version, line, reason, events = row
    return StoredEntry(
        version,
        decoded(line, Entry),
        None if reason is None else decoded(reason, Reason),
        None if events is None else bytes(events),
    )


def _kept(row: Row) -> StoredMatch:
    return StoredMatch(
        id=row[0],
        game=row[1],
        title=row[2],
        head=decoded(row[3], Head),
        secret=bytes(row[4]),
        start=bytes(row[5]),
        origin=row[6],
        version=row[7],
        status=decoded(row[8], Status),
        created=row[9],
        changed=row[10],
        seats=_seats(*row[17:22]),
    )


def _seats(
    sitting: str | None,
    tokens: str | None,
    invited: str | None,
    people: str | None,
    again: str | None,
) -> dict[str, Seat]:
    pairs = list[tuple[str, str]]
    return seats_from(
        msgspec.json.decode(sitting or "[]", type=pairs),
        msgspec.json.decode(tokens or "[]", type=pairs),
        set(msgspec.json.decode(invited or "[]", type=list[str])),
        msgspec.json.decode(people or "[]", type=list[tuple[str, str, str]]),
        set(msgspec.json.decode(again or "[]", type=list[str])),
    )


def _standing(row: Row) -> Standing | None:
    """None in a row that no order was stored in since migration 0005."""
    state, chain, counter, played, settled, last = row[11:17]
    if state is None:
        return None
    before, entry = "", None
    if last is not None:
        found = decoded(last, _Last)
        before, entry = found.before, found.entry
    return Standing(
        state=_unpacked(state),
        chain=chain or "",
        counter=counter or 0,
        played=played or 0,
        settled=settled or 0,
        before=before,
        last=entry,
    )
