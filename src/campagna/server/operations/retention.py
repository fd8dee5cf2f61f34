"""What is removed by itself: what-ifs nobody looks at, matches nobody played, guests who never came back.

Nothing else, ever: a match that was played stays, also when a guest who played it is gone.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, Engine, Table, delete, func, insert, select

from campagna.match.people_schema import sitters, users
from campagna.match.phase import OVER
from campagna.match.schema import audit, entries, matches, metadata

DAY = 86400
WHATIF_DAYS, UNPLAYED_DAYS, GUEST_DAYS = 30, 15, 180
GUEST = "guest"
FORK, PLAYED = "fork", "played"
STEP = 200
"""Matches removed in one transaction."""


class Removed(msgspec.Struct, frozen=True):
    """How many matches and guests went, or would go."""

    whatifs: int
    unplayed: int
    guests: int = 0


def retain(engine: Engine, by: str, *, now: int | None = None, dry_run: bool = False) -> Removed:
    """Remove what is due, and say so in `audit`."""
    now = int(time.time()) if now is None else now
    with engine.connect() as connection:
        whatifs = _idle_whatifs(connection, now - WHATIF_DAYS * DAY)
        unplayed = _unplayed(connection, now - UNPLAYED_DAYS * DAY)
        guests = _idle_guests(connection, now - GUEST_DAYS * DAY)
    found = Removed(len(whatifs), len(unplayed), len(guests))
    if dry_run or not (whatifs or unplayed or guests):
        return found
    for ids, before in (
        (whatifs, now - WHATIF_DAYS * DAY),
        (unplayed, now - UNPLAYED_DAYS * DAY),
    ):
        for at in range(0, len(ids), STEP):
            _remove(engine, ids[at : at + STEP], before)
    for user in guests:
        _remove_guest(engine, user, now - GUEST_DAYS * DAY)
    note(engine, by, "retention", found, now=now)
    return found


def _idle_whatifs(connection: Connection, before: int) -> list[str]:
    query = select(matches.c.id).where(matches.c.origin == FORK, matches.c.changed < before)
    return [row[0] for row in connection.execute(query)]


def _unplayed(connection: Connection, before: int) -> list[str]:
    """Nobody has given an order, offered anything or resigned."""
    touched = select(entries.c.match).where(entries.c.match == matches.c.id).exists()
    query = select(matches.c.id).where(
        matches.c.origin == PLAYED,
        matches.c.version == 0,
        matches.c.changed < before,
        ~touched,
    )
    return [row[0] for row in connection.execute(query)]


def _remove(engine: Engine, ids: list[str], before: int) -> None:
    """Whoever played meanwhile keeps his match: it is asked again under the lock."""
    with engine.begin() as connection:
        still = select(matches.c.id).where(matches.c.id.in_(ids), matches.c.changed < before)
        if engine.dialect.name == "postgresql":
            still = still.with_for_update()
        mine = [row[0] for row in connection.execute(still)]
        for table in _tables_of_matches():
            connection.execute(delete(table).where(table.c.match.in_(mine)))
        connection.execute(delete(matches).where(matches.c.id.in_(mine)))


def _tables_of_matches() -> Iterable[Table]:
    """Those whose rows belong to a match, the innermost first."""
    return [t for t in reversed(metadata.sorted_tables) if t is not matches and "match" in t.c]


def _idle_guests(connection: Connection, before: int) -> list[str]:
    """Those who sit in no match that is still running."""
    idle = users.c.kind == GUEST, users.c.seen < before
    found = {row[0] for row in connection.execute(select(users.c.id).where(*idle))}
    query = (
        select(sitters.c.user)
        .join(matches, matches.c.id == sitters.c.match)
        .join(users, users.c.id == sitters.c.user)
        .where(*idle, matches.c.phase != OVER)
    )
    return sorted(found - {row[0] for row in connection.execute(query)})


def _remove_guest(engine: Engine, user: str, before: int) -> None:
    """Everything that is his alone; whoever has come back meanwhile stays."""
    with engine.begin() as connection:
        still = select(users.c.id).where(users.c.id == user, users.c.seen < before)
        if engine.dialect.name == "postgresql":
            still = still.with_for_update()
        if connection.execute(still).first() is None:
            return
        for table in reversed(metadata.sorted_tables):
            if table is not users and "user" in table.c:
                connection.execute(delete(table).where(table.c.user == user))
        connection.execute(delete(users).where(users.c.id == user))


def note(engine: Engine, by: str, act: str, data: object, *, now: int | None = None) -> None:
    """Every change that an operator makes is kept."""
    row = {
        "at": int(time.time()) if now is None else now,
        "by": by[:64],
        "act": act,
        "data": msgspec.json.encode(data).decode(),
    }
    with engine.begin() as connection:
        connection.execute(insert(audit), row)


def count_rows(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()
