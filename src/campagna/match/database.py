"""The database itself: opening it, its files, and bringing its tables up to date."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event, text
from sqlalchemy.engine import Connection, Engine, make_url

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

_MIGRATING = 0x43414D50
"""The lock of a PostgreSQL database under which its tables are changed."""


class LaterDatabase(Exception):
    """A later release of this program has changed the tables."""


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'campagna.sqlite3'}"


def open_engine(url: str) -> Engine:
    """The database at this URL, brought to the present shape of its tables.

    Raises `LaterDatabase` if they have a shape that is not known here.
    """
    engine = connect_engine(url)
    migrate(engine)
    return engine


def connect_engine(url: str) -> Engine:
    """The database at this URL as it is."""
    parsed = make_url(url)
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    # Errors go to logs, and what was to be stored is nobody's business there.
    remote = parsed.get_backend_name() != "sqlite"
    engine = create_engine(parsed, pool_pre_ping=remote, hide_parameters=True)
    if engine.dialect.name == "sqlite":
        _make_private(parsed.database)
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _make_private(name: str | None) -> None:
    """Only the owner may read the matches. SQLite gives the files beside it the same rights."""
    if not name or name == ":memory:":
        return
    os.close(os.open(name, os.O_RDWR | os.O_CREAT, 0o600))
    for path in (name, f"{name}-wal", f"{name}-shm"):
        with suppress(FileNotFoundError, PermissionError):
            Path(path).chmod(0o600)


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


@cache
def _scripts() -> ScriptDirectory:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "campagna.match:migrations")
    return ScriptDirectory.from_config(config)


def newest_revision() -> str | None:
    """The shape that this program gives its tables."""
    return _scripts().get_current_head()


def knows(revision: str) -> bool:
    """Whether a database of this shape is of this release or an earlier one."""
    return revision in {script.revision for script in _scripts().walk_revisions()}


def found_revision(engine: Engine) -> str | None:
    """The shape of these tables; None before the first migration."""
    from alembic.runtime.migration import MigrationContext

    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def migrate(engine: Engine) -> None:
    """Run the migrations that this database has not seen. Raises `LaterDatabase`."""
    with engine.begin() as connection:
        migrate_on(connection)


def migrate_on(connection: Connection) -> None:
    """The same inside a transaction of the caller."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "campagna.match:migrations")
    if connection.dialect.name == "postgresql":
        # Several processes start at once: one of them migrates, the others wait and find it done.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATING})
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as problem:
        # A revision that nobody here knows; our own command has no other fault.
        raise LaterDatabase(str(problem)) from None
