"""Matches as the rows of tables: what is written, and what is read of it."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from campagna.core.prepared import prepared
from campagna.core.record import Entry, Head
from campagna.match.bot_reasons import Reason
from campagna.match.phase import phase_columns
from campagna.match.seats import Seat, seats_from
from campagna.match.standing import Change, Standing, Status, StoredEntry, StoredMatch

T = TypeVar("T")
Row = Sequence[Any]


class Damaged(Exception):
    """What is stored of a match is not what this program wrote."""


class _Last(msgspec.Struct, frozen=True, array_like=True):
    before: str
    entry: Entry


def standing_values(standing: Standing) -> dict[str, Any]:
    """The columns of where a match stands."""
    last = standing.last
    return {
        "state": packed(standing.state),
        "chain": standing.chain,
        "counter": standing.counter,
        "played": standing.played,
        "settled": standing.settled,
        "last": None if last is None else msgspec.json.encode(_Last(standing.before, last)),
    }


def change_values(kept: StoredMatch, changed: StoredMatch, change: Change) -> dict[str, Any]:
    values: dict[str, Any] = {
        "match": kept.id,
        "version": kept.version,
        "status": msgspec.json.encode(change.status),
        "changed": changed.changed,
        **phase_columns(change.status.step, change.status.ended),
    }
    if change.standing is not None:
        values |= standing_values(change.standing)
        values["number"] = change.standing.played
    if change.line is not None:
        values |= line_values(change.line)
    if change.undone is not None:
        values["undone"] = change.undone
    if change.mark is not None:
        values["mark"] = packed(change.mark.state)
    return values


def line_values(line: StoredEntry) -> dict[str, Any]:
    """The columns of an order; the version is called `made`, for the row has one too."""
    return {
        "made": line.version,
        "line": msgspec.json.encode(line.entry),
        "reason": None if line.reason is None else msgspec.json.encode(line.reason),
        "events": line.events,
    }


def packed(state: bytes) -> bytes:
    return zlib.compress(state, 1)


def unpacked(stored: bytes) -> bytes:
    """Bytes that were not packed by this program are no state of any game either."""
    try:
        return zlib.decompress(bytes(stored))
    except zlib.error:
        return b""


def decoded(stored: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(bytes(stored), type=prepared(kind))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError) as problem:
        raise Damaged(f"{kind.__name__}: {problem}") from problem


def read_entry(row: Row) -> StoredEntry:
    version, line, reason, events = row
    return StoredEntry(
        version,
        decoded(line, Entry),
        None if reason is None else decoded(reason, Reason),
        None if events is None else bytes(events),
    )


def read_match(row: Row) -> StoredMatch:
    return StoredMatch(
        id=row[0],
        game=row[1],
        title=row[2],
        head=decoded(row[3], Head),
        secret=bytes(row[4]),
        start=bytes(row[5]),
        origin=row[6],
        version=row[7],
        status=decoded(row[8], Status),
        created=row[9],
        changed=row[10],
        seats=_seats(*row[17:22]),
    )


def _seats(
    sitting: str | None,
    tokens: str | None,
    invited: str | None,
    people: str | None,
    again: str | None,
) -> dict[str, Seat]:
    pairs, names = list[tuple[str, str]], list[str]
    return seats_from(
        msgspec.json.decode(sitting or "[]", type=prepared(pairs)),
        msgspec.json.decode(tokens or "[]", type=prepared(pairs)),
        set(msgspec.json.decode(invited or "[]", type=prepared(names))),
        msgspec.json.decode(people or "[]", type=prepared(list[tuple[str, str, str]])),
        set(msgspec.json.decode(again or "[]", type=prepared(names))),
    )


def read_standing(row: Row) -> Standing | None:
    """None in a row that no order was stored in since migration 0005."""
    state, chain, counter, played, settled, last = row[11:17]
    if state is None:
        return None
    before, entry = "", None
    if last is not None:
        found = decoded(last, _Last)
        before, entry = found.before, found.entry
    return Standing(
        state=unpacked(state),
        chain=chain or "",
        counter=counter or 0,
        played=played or 0,
        settled=settled or 0,
        before=before,
        last=entry,
    )
