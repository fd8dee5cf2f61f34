"""The short way to the database, for what every order needs: read a match, store its next version.

Everything else goes by SQLAlchemy (`storage.py`). Both databases get the same answers from SQL of
their own: PostgreSQL does each of these in one statement and one round trip.
"""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
from sqlalchemy import create_engine
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError

from campagna.match.job_queue import DEFER, job_values
from campagna.match.rows import (
    Row,
    change_values,
    read_entry,
    read_match,
    read_standing,
    unpacked,
)
from campagna.match.seats import INVITE, REMATCH
from campagna.match.standing import Change, Mark, Standing, StoredEntry, StoredMatch

T = TypeVar("T")


class StoreFailed(Exception):
    """The database did not take a change: nothing of it is kept."""


class StoreAway(Exception):
    """The database cannot be read now."""


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
        row = self._first_row(_TAKE_UP[self.dialect], {"match": match})
        return None if row is None else (read_match(row), read_standing(row))

    def version(self, match: str) -> int | None:
        row = self._first_row("SELECT version FROM matches WHERE id = :match", {"match": match})
        return None if row is None else int(row[0])

    def lines(self, match: str, after: int, last: int) -> list[StoredEntry]:
        """The orders after the first number up to the second."""
        asked = {"match": match, "after": after, "last": last}
        return [read_entry(row) for row in self._all(_LINES, asked)]

    def mark(self, match: str, at: int) -> Mark | None:
        """The last mark that stands after no more orders than this."""
        row = self._first_row(_MARK, {"match": match, "at": at})
        return None if row is None else Mark(row[0], unpacked(row[1]))

    def _first_row(self, sql: str, values: Mapping[str, Any]) -> Row | None:
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
            done = self.write(change_values(kept, changed, change), change)
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
        if change.job is not None:
            parts.append(f"j AS (SELECT {DEFER} AS made FROM u)")
            values = {**values, **job_values(change.job)}
            return bool(self._read(f"WITH {', '.join(parts)} SELECT made FROM j", values))
        return bool(self._read(f"WITH {', '.join(parts)} SELECT 1 FROM u", values))


def shelf_for(engine: Engine) -> Shelf:
    return SqliteShelf(engine) if engine.dialect.name == "sqlite" else PostgresShelf(engine)
