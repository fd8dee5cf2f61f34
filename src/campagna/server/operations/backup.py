"""Copies of the matches: taken while people play, restored only where there is nothing yet."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy.engine import URL, make_url

from campagna.match.database import connect_engine, sqlite_url

_DEBIAN = Path("/usr/lib/postgresql")
ANSWER_SECONDS = 3600


class BackupFailed(Exception):
    """Says in a line what went wrong; nothing is left behind."""


def database_url(data: str) -> URL:
    """`data` is a folder or the URL of a database, as for `campagna serve`."""
    return make_url(data if "://" in data else sqlite_url(Path(data)))


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def take_backup(url: URL, target: Path, snapshot: str = "") -> None:
    """`snapshot`: of a PostgreSQL transaction that sees what is to be copied. Raises `BackupFailed`."""
    with _whole(target) as path:
        if is_sqlite(url):
            with _sqlite(url) as source:
                copy_sqlite(source, path)
        else:
            words = [f"--snapshot={snapshot}"] if snapshot else []
            _postgres("pg_dump", url, "-Fc", "-f", str(path), *words)


def restore_backup(source: Path, url: URL) -> None:
    """Raises `BackupFailed` if matches are there already, or if the copy is not of such a database."""
    if not source.is_file():
        raise BackupFailed(f"{source}: no such file")
    if _has_tables(url):
        raise BackupFailed(
            "there are matches already: a backup is restored into an empty place only"
        )
    if is_sqlite(url):
        _restore_sqlite(source, url)
    else:
        _postgres("pg_restore", url, "--exit-on-error", str(source))


# --- SQLite -----------------------------------------------------------------------------------------


@contextmanager
def _sqlite(url: URL) -> Iterator[sqlite3.Connection]:
    name = url.database or ""
    if not Path(name).is_file():
        raise BackupFailed(f"{name}: no such file")
    try:
        with closing(sqlite3.connect(name)) as connection:
            yield connection
    except sqlite3.Error as problem:
        raise BackupFailed(f"{name}: {problem}") from None


def copy_sqlite(source: sqlite3.Connection, path: Path) -> None:
    """By its backup interface: whoever plays meanwhile goes on, and the copy is of one moment."""
    with closing(sqlite3.connect(path)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")


def _restore_sqlite(source: Path, url: URL) -> None:
    target = Path(url.database or "")
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as copy:
            found = copy.execute("PRAGMA integrity_check").fetchone()[0]
            named = "SELECT count(*) FROM sqlite_master WHERE name = 'matches'"
            if found != "ok" or not copy.execute(named).fetchone()[0]:
                raise BackupFailed(f"{source} is no whole backup of matches: {found}")
            with _whole(target) as path:
                copy_sqlite(copy, path)
    except sqlite3.Error as problem:
        raise BackupFailed(f"{source}: {problem}") from None


# --- PostgreSQL -------------------------------------------------------------------------------------


def _tool(name: str) -> str:
    """The newest there is: Debian keeps those of each release in a folder of their own."""
    beside = sorted(_DEBIAN.glob(f"*/bin/{name}"), key=lambda p: float(p.parts[-3]))
    found = str(beside[-1]) if beside else shutil.which(name)
    if found is None:
        raise BackupFailed(f"{name} is not installed: it comes with the package postgresql-client")
    return found


def _postgres(name: str, url: URL, *words: str) -> None:
    """The password goes by the environment: the command line is read by everybody."""
    environment = dict(os.environ)
    if url.password:
        environment["PGPASSWORD"] = str(url.password)
    bare = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    command = [_tool(name), *words, "--no-owner", "-d", bare]
    done = subprocess.run(
        command,
        env=environment,
        capture_output=True,
        text=True,
        timeout=ANSWER_SECONDS,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"{name} failed"]
        raise BackupFailed(lines[0])


# --- both -------------------------------------------------------------------------------------------


def _has_tables(url: URL) -> bool:
    if is_sqlite(url):
        return Path(url.database or "").exists()
    from sqlalchemy import inspect

    engine = connect_engine(url.render_as_string(hide_password=False))
    try:
        return inspect(engine).has_table("matches")
    finally:
        engine.dispose()


@contextmanager
def _whole(target: Path) -> Iterator[Path]:
    """A file that appears when it is complete, and that its owner alone can read."""
    path = target.with_name(f".{target.name}.part")
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield path
        path.replace(target)
    finally:
        path.unlink(missing_ok=True)
