"""Where matches are kept: SQLite in a file by default, PostgreSQL by its URL.

A match is its row, its seats and one line per order. What is written in one transaction is one
change of the match, and the version in the row makes sure that nobody else changed it meanwhile.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
from sqlalchemy import delete, event, insert, select, update
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError

from campagna.core.contract import Outcome, Step
from campagna.core.prepared import prepared
from campagna.core.record import Entry, Head
from campagna.match.bot_reasons import Reason
from campagna.match.schema import codes, entries, marks, matches, seat_tokens, seats
from campagna.match.seats import CARRY, INVITE, Code, Seat, seats_of

_log = logging.getLogger(__name__)


class StoreFailed(Exception):
    """The database did not take a change: nothing of it is kept."""


class StoreAway(Exception):
    """The database cannot be read now."""


class Damaged(Exception):
    """What is stored of a match is not what this program wrote."""


class Conflict(Exception):
    """Somebody else changed the match first."""


class Status(msgspec.Struct, frozen=True):
    """Where a match stands, for lists and for what the orders alone do not tell."""

    step: Step | None = None
    outcome: Outcome | None = None
    ended: str = ""
    """"", rules, resignation, agreement or import."""
    ended_by: str = ""
    stop_offered_by: str = ""


class StoredMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it is stored, without its orders."""

    id: str
    game: str
    title: str
    head: Head
    secret: bytes
    start: bytes
    """The state a what-if starts from; empty for the set-up of the game."""
    origin: str
    """played, fork or import."""
    version: int
    status: Status
    created: int
    changed: int
    seats: dict[str, Seat]


class StoredEntry(msgspec.Struct, frozen=True):
    version: int
    """The version of the match that this order made."""
    entry: Entry
    reason: Reason | None = None
    """Why a computer gave it."""


class Mark(msgspec.Struct, frozen=True):
    """The state after the order of this number, which nobody can take back."""

    number: int
    state: bytes


def token_hash(token: str) -> str:
    """Tokens are kept as hashes: who reads the database cannot sit down at its tables."""
    return hashlib.sha256(b"campagna-token:" + token.encode(errors="replace")).hexdigest()


def _close_connection(connection: DBAPIConnection | None, _: object) -> None:
    if connection is not None:
        connection.close()


class Store:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def close(self) -> None:
        # A thread that still reads gives its connection back to a pool that nobody empties any more.
        event.listen(self.engine, "checkin", _close_connection)
        self.engine.dispose()

    def add(
        self,
        kept: StoredMatch,
        lines: Iterable[StoredEntry] = (),
        invitations: Mapping[str, str] | None = None,
    ) -> None:
        """`invitations`: the hash of the code for each seat that is kept for a friend."""
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
        }
        sitting = [
            {"match": kept.id, "side": s, "kind": seat.kind} for s, seat in kept.seats.items()
        ]
        tokens = [
            {"hash": token, "match": kept.id, "side": side}
            for side, seat in kept.seats.items()
            for token in seat.tokens
        ]
        invited = [
            {"hash": code, "kind": INVITE, "match": kept.id, "side": side}
            for side, code in (invitations or {}).items()
        ]
        orders = [_entry_row(kept.id, n, line) for n, line in enumerate(lines, start=1)]
        with self._transaction() as connection:
            connection.execute(insert(matches), row)
            connection.execute(insert(seats), sitting)
            for table, rows in ((seat_tokens, tokens), (codes, invited), (entries, orders)):
                if rows:
                    connection.execute(insert(table), rows)

    def find(self, match: str) -> tuple[StoredMatch, list[StoredEntry]] | None:
        """A match and its orders, as one moment sees them. Raises `Damaged`."""
        if "\0" in match:
            return None  # PostgreSQL takes no such text, not even to look for it
        with self._reading() as connection:
            kept = _kept(connection, match)
            if kept is None:
                return None
            columns = (entries.c.version, entries.c.line, entries.c.reason)
            query = select(*columns).where(entries.c.match == match)
            rows = connection.execute(query.order_by(entries.c.number)).all()
        return kept, [_kept_entry(*row) for row in rows]

    def mark(self, match: str) -> Mark | None:
        query = select(marks.c.number, marks.c.state).where(marks.c.match == match)
        with self._reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else Mark(row[0], bytes(row[1]))

    def keep_mark(self, match: str, mark: Mark) -> None:
        """A match has one mark: the latest."""
        with self._transaction() as connection:
            connection.execute(delete(marks).where(marks.c.match == match))
            row = {"match": match, "number": mark.number, "state": mark.state}
            connection.execute(insert(marks), row)

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

    # --- seats --------------------------------------------------------------------------------------

    def seats(self, match: str) -> dict[str, Seat]:
        with self._reading() as connection:
            return seats_of(connection, match)

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
            return connection.execute(update(codes).where(open_).values(hash=hashed)).rowcount == 1

    def carry(self, match: str, side: str, hashed: str, expires: int) -> None:
        """A code for one's own seat; an earlier one that was not used is void."""
        mine = (codes.c.match == match) & (codes.c.side == side) & (codes.c.kind == CARRY)
        row = {"hash": hashed, "kind": CARRY, "match": match, "side": side, "expires": expires}
        with self._transaction() as connection:
            connection.execute(delete(codes).where(mine, codes.c.used.is_(None)))
            connection.execute(insert(codes), row)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self.engine.begin() as connection:
                yield connection
        except SQLAlchemyError as problem:
            raise StoreFailed(str(problem)) from problem

    # --- changes ------------------------------------------------------------------------------------

    def append(
        self,
        kept: StoredMatch,
        status: Status,
        number: int,
        entry: Entry,
        reason: Reason | None = None,
    ) -> StoredMatch:
        """Keep one more order; it is the order of this number and makes the next version."""
        line = StoredEntry(kept.version + 1, entry, reason)
        with self._change(kept, status) as (connection, changed):
            connection.execute(insert(entries), _entry_row(kept.id, number, line))
        return changed

    def take_back(self, kept: StoredMatch, status: Status, number: int) -> StoredMatch:
        with self._change(kept, status) as (connection, changed):
            connection.execute(
                delete(entries).where(entries.c.match == kept.id, entries.c.number == number)
            )
        return changed

    def note(self, kept: StoredMatch, status: Status) -> StoredMatch:
        """A change without an order: an offer, a resignation, the end."""
        with self._change(kept, status) as (_, changed):
            pass
        return changed

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as problem:
            raise StoreAway(str(problem)) from problem

    @contextmanager
    def _change(
        self, kept: StoredMatch, status: Status
    ) -> Iterator[tuple[Connection, StoredMatch]]:
        """One transaction that lifts the version of a match by one, and what else it does."""
        changed = msgspec.structs.replace(
            kept, version=kept.version + 1, status=status, changed=int(time.time())
        )
        values = {
            "version": changed.version,
            "status": msgspec.json.encode(status),
            "changed": changed.changed,
        }
        mine = (matches.c.id == kept.id) & (matches.c.version == kept.version)
        with self._transaction() as connection:
            if connection.execute(update(matches).where(mine).values(values)).rowcount != 1:
                raise Conflict(kept.id)
            yield connection, changed


def _entry_row(match: str, number: int, line: StoredEntry) -> dict[str, Any]:
    return {
        "match": match,
        "number": number,
        "version": line.version,
        "line": msgspec.json.encode(line.entry),
        "reason": None if line.reason is None else msgspec.json.encode(line.reason),
    }


T = TypeVar("T")


def _read(stored: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(bytes(stored), type=prepared(kind))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError) as problem:
        raise Damaged(f"{kind.__name__}: {problem}") from problem


def _kept_entry(version: int, line: bytes, reason: bytes | None) -> StoredEntry:
    entry = _read(line, Entry)
    if reason is None:
        return StoredEntry(version, entry)
    return StoredEntry(version, entry, _read(reason, Reason))


def _kept(connection: Connection, match: str) -> StoredMatch | None:
    row = connection.execute(select(matches).where(matches.c.id == match)).mappings().first()
    if row is None:
        return None
    return StoredMatch(
        id=row["id"],
        game=row["game"],
        title=row["title"],
        head=_read(row["head"], Head),
        secret=bytes(row["secret"]),
        start=bytes(row["start"]),
        origin=row["origin"],
        version=row["version"],
        status=_read(row["status"], Status),
        created=row["created"],
        changed=row["changed"],
        seats=seats_of(connection, match),
    )
