"""How a stored match comes back into memory.

Its row says where it stands, and the last link of its chain is a hash of the state too: a row that does
not hold what its last order led to is noticed. A match without a standing, from before there was one or
imported, is played again from its start, link by link, and its row is filled then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import GenericAlias
from typing import Any

import msgspec
from msgspec import UNSET

from campagna.core.chance import Chance, RecordedChance, SealedChance, SeededChance
from campagna.core.contract import Event, Game, State
from campagna.core.prepared import prepared
from campagna.core.record import RULES, Entry, Record, RecordError, Signed
from campagna.match.history import History, Line, Read
from campagna.match.match import Match, decode_order
from campagna.match.rows import Damaged
from campagna.match.session import (
    ENGINE_LOCK,
    MARK_EVERY,
    NO_STATE,
    UNPLAYABLE,
    ReadMark,
    Session,
    play_way,
    state_from_bytes,
    state_to_bytes,
)
from campagna.match.shelf import Shelf
from campagna.match.standing import Mark, Standing, StoredEntry, StoredMatch


def chance_of(kept: StoredMatch) -> Chance:
    """The dice of a stored match: sealed again from its secret, or those of an imported record."""
    if kept.secret:
        return SealedChance(kept.secret, kept.head.match)
    if kept.head.seed is not None:
        return SeededChance(kept.head.seed)
    return RecordedChance(kept.head.start)


# --- events as they are stored ----------------------------------------------------------------------


def events_to_bytes(events: Sequence[Event]) -> bytes:
    return msgspec.json.encode(events)


def stored_line(game: Game[Any], kept: StoredEntry) -> Line:
    """Raises `Damaged` for what are no events of this game."""
    kind = GenericAlias(tuple, (game.event_type, ...))
    try:
        events: tuple[Event, ...] = msgspec.json.decode(kept.events or b"[]", type=prepared(kind))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Damaged(f"the events of an order: {problem}") from problem
    return Line(kept.version, kept.entry, events, kept.reason)


# --- from the row -----------------------------------------------------------------------------------


def taken_up(
    game: Game[Any],
    kept: StoredMatch,
    standing: Standing,
    dice: Callable[[StoredMatch], Chance],
    read: Read,
    marks: ReadMark,
) -> tuple[StoredMatch, Match, History]:
    """The match as its row says. Raises `Damaged` if the state is not what its last order led to."""
    check_seats(game, kept)
    history = History(standing.played, read, standing.last)
    record = Record(kept.head)
    record.entries = history
    if record.salted:
        record.keys = dict(kept.status.keys)
    try:
        state = state_from_bytes(game, standing.state)
    except NO_STATE as problem:
        raise Damaged(f"the state: {problem!r}") from problem
    if not _fits(record, standing, state):
        raise Damaged("the state is not the one that the last order led to")
    chance = dice(kept)
    if isinstance(chance, SealedChance):
        chance.counter = standing.counter

    def earlier(number: int) -> State:
        mark = marks(number)
        first = 0 if mark is None else mark.number
        entries = [history[i] for i in range(first, number)]
        return play_way(game, kept, first, b"" if mark is None else mark.state, entries)

    with ENGINE_LOCK:
        undoable = standing.played - standing.settled
        match = Match.resumed(game, chance, record, state, undoable, earlier)
    return _where_it_led(kept, match), match, history


def _fits(record: Record, standing: Standing, state: State) -> bool:
    if standing.last is None:
        # A what-if begins in the middle: its head was made for the state it starts with.
        return record.fits(0, state)
    lone = Record(msgspec.structs.replace(record.head, chain=standing.before))
    lone.entries.append(standing.last)
    return lone.fits(1, state)


def _where_it_led(kept: StoredMatch, match: Match) -> StoredMatch:
    """The step is stored for lists only: a match under way stands where its orders led."""
    status = kept.status
    if status.ended:
        return kept
    with ENGINE_LOCK:
        step, outcome = match.step, match.outcome
    status = msgspec.structs.replace(
        status, step=step, outcome=outcome, ended=RULES if outcome else ""
    )
    return msgspec.structs.replace(kept, status=status)


def check_seats(game: Game[Any], kept: StoredMatch) -> None:
    """Raises `Damaged`."""
    try:
        sides = game.scenario(kept.head.setup).sides
    except NO_STATE as problem:
        raise Damaged(f"the set-up: {problem!r}") from problem
    if not kept.seats.keys() >= set(sides):
        raise Damaged(f"seats for {', '.join(kept.seats)}, not for {', '.join(sides)}")


# --- from the start ---------------------------------------------------------------------------------


def replay_stored(
    game: Game[Any],
    kept: StoredMatch,
    lines: list[StoredEntry],
    dice: Callable[[StoredMatch], Chance] = chance_of,
) -> tuple[Session, list[Mark]]:
    """Play a stored match again, link by link; also the marks on its way.

    Raises `RecordError` where it leads elsewhere, `Damaged` where it cannot even begin.
    """
    check_seats(game, kept)
    marks: list[Mark] = []
    live = _from_start(game, kept, dice(kept), marks)
    for number, line in enumerate(lines, start=1):
        _play_again(live, line, number)
        if number % MARK_EVERY == 0:
            marks.append(Mark(number, state_to_bytes(live.match.state)))
    live.kept = _where_it_led(live.kept, live.match)
    live.close_record()
    return live, marks


def _from_start(game: Game[Any], kept: StoredMatch, chance: Chance, marks: list[Mark]) -> Session:
    try:
        start = state_from_bytes(game, kept.start) if kept.start else None
        with ENGINE_LOCK:
            match = Match.reopened(game, chance, kept.head, start)
    except NO_STATE as problem:
        raise Damaged(f"the start: {problem!r}") from problem
    return begun(game, kept, match, lambda at: _last(marks, at))


def begun(game: Game[Any], kept: StoredMatch, match: Match, marks: ReadMark) -> Session:
    """A match of which no order was given yet."""
    history = History(0, lambda after, last: [])
    match.record.entries = history
    return Session(game, kept, match, history, marks)


def _last(marks: list[Mark], at: int) -> Mark | None:
    return next((m for m in reversed(marks) if m.number <= at), None)


def _play_again(live: Session, line: StoredEntry, number: int) -> None:
    chance = live.match.chance
    if isinstance(chance, RecordedChance):
        chance.refill(line.entry.draws)
    try:
        order = decode_order(live.game, bytes(line.entry.order))
        events = live.play(order, signed_again(line.entry, live.match.record))
    except UNPLAYABLE as problem:
        raise RecordError(f"order {number} cannot be played again: {problem}") from None
    if live.history[-1] != line.entry:
        raise RecordError(f"order {number} does not lead to the state that was stored")
    live.history.amend(Line(line.version, line.entry, events, line.reason))


def signed_again(entry: Entry, record: Record) -> Signed | None:
    """The order as its mover signed it; None in a record of format 1."""
    if entry.salt is UNSET or entry.sig is UNSET or entry.blind is UNSET:
        return None
    key = record.keys.get(entry.side, "") if entry.key is UNSET else entry.key
    return Signed(bytes(entry.order), entry.salt, entry.sig, key, entry.blind)


def lines_of(live: Session) -> list[StoredEntry]:
    """Every order of a match that was played again, as it is to be stored."""
    found = [live.history.line(n) for n in range(1, live.played + 1)]
    return [StoredEntry(x.version, x.entry, x.reason, events_to_bytes(x.events)) for x in found]


# --- reading the rest -------------------------------------------------------------------------------


def reader(shelf: Shelf, game: Game[Any], kept: StoredMatch) -> Read:
    """Reads earlier orders of a match as it was at this version. Raises `Damaged`."""

    def read(after: int, last: int) -> list[Line]:
        lines = [stored_line(game, one) for one in shelf.lines(kept.id, after, last)]
        if len(lines) != last - after or any(one.version > kept.version for one in lines):
            # Somebody took orders back meanwhile and gave others.
            raise Overtaken(kept.id)
        return lines

    return read


class Overtaken(Exception):
    """The match in memory is older than what is stored of it."""
