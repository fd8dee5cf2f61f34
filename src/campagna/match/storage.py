"""Where matches are kept: SQLite in a file by default, PostgreSQL by its URL.

A match is its row, its seats and one line per order. What is written in one transaction is one
change of the match, and the version in the row makes sure that nobody else changed it meanwhile.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from sqlalchemy import delete, event, insert, select, text, update
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from campagna.core.contract import SPECTATOR
from campagna.core.record import Head
from campagna.match.job_queue import DEFER, IN_HAND, OWED, job_values
from campagna.match.phase import phase_columns
from campagna.match.rows import Damaged, decoded, line_values, packed, standing_values
from campagna.match.schema import (
    codes,
    entries,
    marks,
    matches,
    promises,
    seat_tokens,
    seats,
    settings,
)
from campagna.match.seats import (
    CARRY,
    INVITE,
    INVITE_SECONDS,
    Code,
    Seat,
    seat_person,
    seats_of,
    sides_of,
)
from campagna.match.shelf import Conflict, StoreAway, StoreFailed, shelf_for
from campagna.match.standing import Change, Job, Mark, Standing, Status, StoredEntry, StoredMatch

MASTER = "master"

__all__ = [
    "Change",
    "Conflict",
    "Damaged",
    "Mark",
    "Standing",
    "Status",
    "Store",
    "StoreAway",
    "StoreFailed",
    "StoredEntry",
    "StoredMatch",
    "token_hash",
]

_log = logging.getLogger(__name__)


def token_hash(token: str) -> str:
    """Tokens are kept as hashes: who reads the database cannot sit down at its tables."""
    return hashlib.sha256(b"campagna-token:" + token.encode(errors="replace")).hexdigest()


def _close_connection(connection: DBAPIConnection | None, _: object) -> None:
    if connection is not None:
        connection.close()


class Store:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.shelf = shelf_for(engine)

    def close(self) -> None:
        self.shelf.close()
        # A thread that still reads gives its connection back to a pool that nobody empties any more.
        event.listen(self.engine, "checkin", _close_connection)
        self.engine.dispose()

    def add(
        self,
        kept: StoredMatch,
        lines: Iterable[StoredEntry] = (),
        invitations: Mapping[str, str] | None = None,
        standing: Standing | None = None,
    ) -> None:
        """`invitations`: the hash of the code for each seat that is kept for a friend.

        Without a `standing` the match is played through its lines when it is first looked at.
        """
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
            **({} if standing is None else standing_values(standing)),
            **phase_columns(kept.status.step, kept.status.ended),
            "step_since": kept.changed,
        }
        sitting = [
            {"match": kept.id, "side": s, "kind": seat.kind} for s, seat in kept.seats.items()
        ]
        tokens = [
            {"hash": token, "match": kept.id, "side": side}
            for side, seat in kept.seats.items()
            for token in seat.tokens
        ]
        people = [(side, user) for side, seat in kept.seats.items() for user, _ in seat.people]
        by = people[0][1] if people else None
        expires = kept.created + INVITE_SECONDS
        always = {"kind": INVITE, "match": kept.id, "expires": expires, "user": by}
        invited = [
            {"hash": code, "side": side, **always} for side, code in (invitations or {}).items()
        ]
        orders = [_entry_row(kept.id, n, line) for n, line in enumerate(lines, start=1)]
        with self._transaction() as connection:
            connection.execute(insert(matches), row)
            connection.execute(insert(seats), sitting)
            for table, rows in ((seat_tokens, tokens), (codes, invited), (entries, orders)):
                if rows:
                    connection.execute(insert(table), rows)
            for side, user in people:
                seat_person(connection, kept.id, side, user, kept.created)

    def find(self, match: str) -> tuple[StoredMatch, list[StoredEntry]] | None:
        """A match and its orders, as one moment sees them. Raises `Damaged`."""
        if "\0" in match:
            return None  # PostgreSQL takes no such text, not even to look for it
        with self._reading() as connection:
            kept = _kept(connection, match)
        if kept is None:
            return None
        return kept, self.shelf.lines(match, 0, 1 << 30)

    def settle(
        self, kept: StoredMatch, standing: Standing, lines: list[StoredEntry], found: list[Mark]
    ) -> None:
        """Fill a row of before migration 0005, which nobody has changed meanwhile."""
        mine = (matches.c.id == kept.id) & (matches.c.version == kept.version)
        with self._transaction() as connection:
            filled = update(matches).where(mine).values(standing_values(standing))
            if connection.execute(filled).rowcount != 1:
                return
            for number, line in enumerate(lines, start=1):
                one = (entries.c.match == kept.id) & (entries.c.number == number)
                connection.execute(update(entries).where(one).values(events=line.events))
            connection.execute(delete(marks).where(marks.c.match == kept.id))
            rows = [{"match": kept.id, "number": m.number, "state": packed(m.state)} for m in found]
            if rows:
                connection.execute(insert(marks), rows)

    def held(self, tokens: Iterable[str]) -> list[tuple[StoredMatch, list[str]]]:
        """The matches in which these tokens sit, the latest first, each with their sides.

        One that is damaged is left out: the others can still be taken up again.
        """
        hashes = [token_hash(t) for t in tokens]
        with self._reading() as connection:
            columns = (seat_tokens.c.match, seat_tokens.c.side)
            query = select(*columns).where(seat_tokens.c.hash.in_(hashes)).distinct()
            sides: dict[str, list[str]] = {}
            for match, side in connection.execute(query):
                sides.setdefault(match, []).append(side)
            found = []
            for match, seen in sides.items():
                try:
                    kept = _kept(connection, match)
                except Damaged as problem:
                    _log.error("match %s is left out of a list: %s", match, problem)
                    continue
                if kept is not None:
                    found.append((kept, sorted(seen)))
        return sorted(found, key=lambda pair: (-pair[0].changed, pair[0].id))

    # --- promises -----------------------------------------------------------------------------------

    def master(self) -> bytes:
        """The key from which every promise follows: made once, the same for all who use this store."""
        query = select(settings.c.value).where(settings.c.key == MASTER)
        with self._reading() as connection:
            found = connection.execute(query).scalar()
        if found is not None:
            return bytes(found)
        with suppress(StoreFailed), self._transaction() as connection:
            row = {"key": MASTER, "value": secrets.token_bytes(32)}
            connection.execute(insert(settings), row)
        # Somebody else may have been first.
        with self._reading() as connection:
            return bytes(connection.execute(query).scalar_one())

    def use_promise(self, match: str) -> bool:
        """Use up the promise for a match; False if it was used before."""
        try:
            with self._transaction() as connection:
                connection.execute(insert(promises), {"match": match})
        except StoreFailed as problem:
            if isinstance(problem.__cause__, IntegrityError):
                return False
            raise
        return True

    # --- seats --------------------------------------------------------------------------------------

    def seats(self, match: str) -> dict[str, Seat]:
        with self._reading() as connection:
            return seats_of(connection, match)

    def sides_of(self, match: str, user: str) -> list[str]:
        """Where this person sits; as a spectator if nowhere else."""
        if "\0" in match:
            return []
        with self._reading() as connection:
            return sides_of(connection, match, user)

    def code(self, match: str, hashed: str) -> Code | None:
        columns = (codes.c.kind, codes.c.side, codes.c.expires, codes.c.used)
        query = select(*columns).where(codes.c.hash == hashed, codes.c.match == match)
        with self._reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else Code(*row)

    def exchange(self, match: str, hashed: str, token: str, now: int) -> bool:
        """Use up a code and let this token sit where it says; False if somebody was first.

        One statement takes the code and one transaction does both, so of two who come at once
        exactly one sits down.
        """
        free = (codes.c.hash == hashed) & (codes.c.match == match) & codes.c.used.is_(None)
        alive = codes.c.expires.is_(None) | (codes.c.expires > now)
        with self._transaction() as connection:
            taken = update(codes).where(free, alive).values(used=now)
            if connection.execute(taken).rowcount != 1:
                return False
            side = select(codes.c.side).where(codes.c.hash == hashed).scalar_subquery()
            row = {"hash": token, "match": match, "side": side}
            connection.execute(insert(seat_tokens).values(row))
        return True

    def renew_invitation(self, match: str, side: str, hashed: str) -> bool:
        """Put a new code in the place of one that nobody has used; False if there is none."""
        theirs = (codes.c.match == match) & (codes.c.side == side)
        open_ = theirs & (codes.c.kind == INVITE) & codes.c.used.is_(None)
        with self._transaction() as connection:
            new = {"hash": hashed, "expires": int(time.time()) + INVITE_SECONDS}
            return connection.execute(update(codes).where(open_).values(new)).rowcount == 1

    def carry(self, match: str, side: str, hashed: str, expires: int) -> None:
        """A code for one's own seat; an earlier one that was not used is void."""
        mine = (codes.c.match == match) & (codes.c.side == side) & (codes.c.kind == CARRY)
        row = {"hash": hashed, "kind": CARRY, "match": match, "side": side, "expires": expires}
        with self._transaction() as connection:
            connection.execute(delete(codes).where(mine, codes.c.used.is_(None)))
            connection.execute(insert(codes), row)

    def let_watch(self, match: str, token: str) -> None:
        with self._transaction() as connection:
            row = {"hash": token, "match": match, "side": SPECTATOR}
            connection.execute(insert(seat_tokens), row)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self.engine.begin() as connection:
                yield connection
        except SQLAlchemyError as problem:
            raise StoreFailed(str(problem)) from problem

    def keep(self, kept: StoredMatch, change: Change) -> StoredMatch:
        """The next version of a match, stored. Raises `Conflict`, `StoreFailed`."""
        return self.shelf.keep(kept, change)

    def defer(self, job: Job) -> None:
        """Put a turn into the queue, unless one of this match is there or in somebody's hand."""
        values = job_values(job)
        with self._transaction() as connection:
            if connection.execute(text(f"SELECT 1 WHERE {IN_HAND}"), values).first() is None:
                connection.execute(text(f"SELECT {DEFER}"), values)

    def owed(self, seconds: int) -> list[str]:
        """Matches with people in which a computer is to decide for so long, and nobody has its turn."""
        now = int(time.time())
        with self._transaction() as connection:
            rows = connection.execute(text(OWED), {"late": now - seconds, "long": now - 86400})
            return [row[0] for row in rows]

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as problem:
            raise StoreAway(str(problem)) from problem


def _entry_row(match: str, number: int, line: StoredEntry) -> dict[str, Any]:
    values = line_values(line)
    return {"match": match, "number": number, "version": values.pop("made"), **values}


def _kept(connection: Connection, match: str) -> StoredMatch | None:
    row = connection.execute(select(matches).where(matches.c.id == match)).mappings().first()
    if row is None:
        return None
    return StoredMatch(
        id=row["id"],
        game=row["game"],
        title=row["title"],
        head=decoded(row["head"], Head),
        secret=bytes(row["secret"]),
        start=bytes(row["start"]),
        origin=row["origin"],
        version=row["version"],
        status=decoded(row["status"], Status),
        created=row["created"],
        changed=row["changed"],
        seats=seats_of(connection, match),
    )
