"""What an operator asks about the matches: lists, counts, what has been done."""

from __future__ import annotations

from typing import Literal

import msgspec
from sqlalchemy import Connection, Engine, desc, func, inspect, select, text

from campagna.match.people_schema import users
from campagna.match.phase import OVER
from campagna.match.schema import audit, entries, matches
from campagna.server.operations.retention import count_rows

State = Literal["running", "over"]


class MatchLine(msgspec.Struct, frozen=True):
    """A match in a list for operators; nothing of what is hidden in it."""

    match: str
    game: str
    title: str
    origin: str
    version: int
    state: State
    turn_of: str
    created: int
    changed: int


class Stats(msgspec.Struct, frozen=True):
    """`size`: of the whole database, in bytes."""

    matches: dict[str, dict[str, int]]
    """By game, how many are running and how many are over."""
    orders: int
    users: int
    size: int


class AuditLine(msgspec.Struct, frozen=True):
    at: int
    by: str
    act: str
    data: msgspec.Raw


def list_matches(engine: Engine, game: str, state: State | None, most: int) -> list[MatchLine]:
    """The latest first."""
    query = select(matches).order_by(desc(matches.c.changed), matches.c.id)
    if game:
        query = query.where(matches.c.game == game)
    if state is not None:
        query = query.where(matches.c.phase == state)
    with engine.connect() as connection:
        return [
            MatchLine(
                row["id"],
                row["game"],
                row["title"],
                row["origin"],
                row["version"],
                "over" if row["phase"] == OVER else "running",
                row["step_side"],
                row["created"],
                row["changed"],
            )
            for row in connection.execute(query.limit(most)).mappings()
        ]


def stats(engine: Engine) -> Stats:
    games: dict[str, dict[str, int]] = {}
    with engine.connect() as connection:
        columns = matches.c.game, matches.c.phase
        query = select(*columns, func.count()).group_by(*columns)
        for game, phase, count in connection.execute(query):
            games.setdefault(game, {"running": 0, "over": 0})[phase] = count
        return Stats(
            dict(sorted(games.items())),
            count_rows(connection, entries),
            count_rows(connection, users),
            _size(connection),
        )


def _size(connection: Connection) -> int:
    if connection.dialect.name == "sqlite":
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        return int(pages * connection.execute(text("PRAGMA page_size")).scalar_one())
    return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())


def read_audit(engine: Engine, most: int) -> list[AuditLine]:
    """The latest first."""
    if not inspect(engine).has_table("audit"):
        return []
    query = select(audit).order_by(desc(audit.c.id)).limit(most)
    with engine.connect() as connection:
        rows = connection.execute(query).mappings()
        return [
            AuditLine(r["at"], r["by"], r["act"], msgspec.Raw(r["data"].encode())) for r in rows
        ]
