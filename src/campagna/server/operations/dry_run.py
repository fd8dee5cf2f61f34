"""What bringing a database up to date would do, without doing it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, Engine, event

from campagna.match.database import connect_engine, migrate_on, sqlite_url

_READING = ("SELECT", "PRAGMA", "SHOW", "EXPLAIN")


def pending_statements(engine: Engine) -> list[str]:
    """The SQL that `migrate` would run, in order; raises `LaterDatabase`.

    It is run for real and taken back: PostgreSQL takes back changes of tables too, of SQLite a copy is
    changed. So what is printed has been tried on these data.
    """
    with _expendable(engine) as trial, trial.connect() as connection:
        said = list(_said_by_migration(connection))
        connection.rollback()
    counted = ((text, len(list(same))) for text, same in groupby(said))
    return [text if count == 1 else f"{text} -- {count} times" for text, count in counted]


def _said_by_migration(connection: Connection) -> Iterator[str]:
    said: list[str] = []

    def listen(_: object, __: object, statement: str, *___: object) -> None:
        if not statement.lstrip().upper().startswith(_READING):
            said.append(" ".join(statement.split()) + ";")

    event.listen(connection, "before_cursor_execute", listen)
    migrate_on(connection)
    yield from said


@contextmanager
def _expendable(engine: Engine) -> Iterator[Engine]:
    """A database that may be changed: of SQLite a copy."""
    if engine.dialect.name != "sqlite":
        yield engine
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "campagna.sqlite3"
        with (
            closing(sqlite3.connect(str(engine.url.database))) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
        trial = connect_engine(sqlite_url(Path(folder)))
        try:
            yield trial
        finally:
            trial.dispose()
