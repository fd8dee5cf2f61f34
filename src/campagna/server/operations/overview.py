"""What an operator asks about the matches: lists, counts, what has been done."""

from __future__ import annotations

from typing import Literal

import msgspec
from sqlalchemy import Connection, Engine, desc, inspect, select, text

from campagna.core.prepared import prepared
from campagna.match.schema import audit, entries, matches, metadata
from campagna.match.storage import Status
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
    found: list[MatchLine] = []
    with engine.connect() as connection:
        for row in connection.execute(query).mappings():
            status = _status(row["status"])
            line = MatchLine(
                row["id"],
                row["game"],
                row["title"],
                row["origin"],
                row["version"],
                "over" if status.ended else "running",
                status.step.side if status.step and not status.ended else "",
                row["created"],
                row["changed"],
            )
            if state in (None, line.state):
                found.append(line)
            if len(found) == most:
                break
    return found


def _status(stored: bytes) -> Status:
    """A match that is damaged is listed all the same: it is here that it must be found."""
    try:
        return msgspec.json.decode(bytes(stored), type=prepared(Status))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Status()


def stats(engine: Engine) -> Stats:
    games: dict[str, dict[str, int]] = {}
    with engine.connect() as connection:
        for game, stored in connection.execute(select(matches.c.game, matches.c.status)):
            state = "over" if _status(stored).ended else "running"
            counts = games.setdefault(game, {"running": 0, "over": 0})
            counts[state] += 1
        users = metadata.tables.get("users")
        return Stats(
            dict(sorted(games.items())),
            count_rows(connection, entries),
            0 if users is None else count_rows(connection, users),
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
