"""A fresh database for a test: a SQLite file, or a new schema in the PostgreSQL of `.ci/postgres`."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from campagna.match.database import sqlite_url

BACKENDS = ("sqlite", "postgresql")
_SERVER = "CAMPAGNA_TEST_POSTGRES"


@contextmanager
def fresh_database(backend: str, folder: Path) -> Iterator[str]:
    """Its URL; skips the test where no PostgreSQL was started."""
    if backend == "sqlite":
        yield sqlite_url(folder)
        return
    server = os.environ.get(_SERVER)
    if not server:
        pytest.skip(f"no PostgreSQL: run the tests under .ci/postgres, which sets {_SERVER}")
    url = make_url(server).set(drivername="postgresql+psycopg")
    name = f"test_{secrets.token_hex(8)}"
    engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    try:
        # A schema of its own is made much faster than a database of its own.
        mine = url.update_query_dict({"options": f"-csearch_path={name}"})
        yield mine.render_as_string(hide_password=False)
    finally:
        with engine.connect() as connection:
            connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
