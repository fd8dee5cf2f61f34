"""A stored match in memory: its game, what happened in it, and any past moment of it."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable
from typing import Any

import msgspec

from campagna.core.chance import ChanceError, RecordedChance
from campagna.core.contract import Event, Game, Order, Refused, State
from campagna.core.record import AGREEMENT, RESIGNATION, Entry, RecordError, Signed
from campagna.match.bot_reasons import Reason
from campagna.match.engines import HERE, Engines
from campagna.match.errors import Rejected
from campagna.match.history import History, Line
from campagna.match.match import Match, decode_order
from campagna.match.standing import Mark, Standing, StoredMatch, draw_counter
from campagna.match.wording import Wording

ENGINE_LOCK = threading.RLock()
"""Games are single-threaded (their kernels keep buffers): whoever calls one holds this, and not for
long. What may take long is asked of an engine process (`engines.py`)."""

HUMAN = "human"
FRIEND = "friend"
"""A seat that is made for another person: human as soon as the match exists."""
NOBODY = "nobody"

UNPLAYABLE = (msgspec.DecodeError, ChanceError, Refused, RuntimeError)
"""What a stored order may raise that is not what this program played."""

MARK_EVERY = 16
"""The state after every so many orders is kept; what lies between is played again."""

ReadMark = Callable[[int], Mark | None]
"""The last mark that stands after no more orders than this."""


class Session:
    """The lock is held by whoever changes the match or reads more than one thing of it."""

    def __init__(
        self, game: Game[Any], kept: StoredMatch, match: Match, history: History, marks: ReadMark
    ) -> None:
        self.lock = threading.RLock()
        self.game = game
        self.wording = Wording(game)
        self.engines: Engines = HERE
        """Who answers long questions about this match."""
        self.abandoned = False
        """True when it is no longer what is stored: whoever still holds it must ask again."""
        self.behind = False
        """Whether somebody said that the match has gone on elsewhere."""
        self.stand(kept, match, history, marks)

    def stand(self, kept: StoredMatch, match: Match, history: History, marks: ReadMark) -> None:
        """Be the match as it was just read from the store."""
        self.kept, self.match, self.history = kept, match, history
        self._read_mark = marks
        self.wording.clear()
        self.behind = False
        self._size = len(state_to_bytes(match.state))

    @property
    def sides(self) -> tuple[str, ...]:
        return self.game.scenario(self.match.record.head.setup).sides

    @property
    def over(self) -> bool:
        return bool(self.kept.status.ended)

    @property
    def played(self) -> int:
        """How many orders were given."""
        return len(self.history)

    @property
    def weight(self) -> int:
        """About how many bytes of memory it takes."""
        return 6 * self._size * (self.match.undoable + 1) + 1536 * self.history.loaded

    @property
    def versions(self) -> list[int]:
        """The version that each order made."""
        return [self.history.line(n).version for n in range(1, self.played + 1)]

    @property
    def events(self) -> list[tuple[Event, ...]]:
        """What each order brought about, from the first on."""
        return [self.events_of(n) for n in range(1, self.played + 1)]

    def events_of(self, number: int) -> tuple[Event, ...]:
        """What the order of this number brought about."""
        return self.history.line(number).events

    def reason(self, number: int) -> Reason | None:
        """Why a computer gave the order of this number."""
        return self.history.line(number).reason

    def play(self, order: Order, signed: Signed | None = None) -> tuple[Event, ...]:
        """Play an order and remember what happened. Raises `Refused`, and then nothing changed."""
        with ENGINE_LOCK:
            events = tuple(self.match.play(order, signed))
        self.history.amend(Line(0, self.history[-1], events))
        return events

    def undo(self) -> None:
        """Raises `CannotUndo`."""
        number = self.played
        with ENGINE_LOCK:
            self.match.undo()
        self.wording.forget(number)

    def close_record(self) -> None:
        """What its players ended has its end in the record too, with the secret of the dice."""
        status, match = self.kept.status, self.match
        for how in (RESIGNATION, AGREEMENT):
            if status.ended == how:
                match.record.break_off(self.sides, how, status.ended_by, match.chance)

    def standing(self) -> Standing:
        """Where the match stands, to be stored."""
        record = self.match.record
        number = self.played
        return Standing(
            state=state_to_bytes(self.match.state),
            chain=record.chain,
            counter=draw_counter(self.match.chance),
            played=number,
            settled=number - self.match.undoable,
            before=record.chain_before(number) if number else "",
            last=self.history[-1] if number else None,
        )

    def due_mark(self) -> Mark | None:
        """The mark to store with the order that was just given, if it is its turn."""
        if self.played % MARK_EVERY:
            return None
        return Mark(self.played, state_to_bytes(self.match.state))

    def state_at(self, played: int) -> State:
        """The state after so many orders. The caller may change it."""
        if played == self.played:
            return self.match.state.copy()
        number, start, lines = self.way_to(played)
        return play_way(self.game, self.kept, number, start, lines)

    def way_to(self, played: int) -> tuple[int, bytes, list[Entry]]:
        """The last mark before this moment, and the orders that lead on from it.

        Without a mark that fits: the start of the match, which has no bytes of its own.
        """
        if played == self.played:
            return played, state_to_bytes(self.match.state), []
        mark = self._read_mark(played)
        number, start = 0, b""
        if mark is not None and mark.number <= played:
            try:
                state = state_from_bytes(self.game, mark.state)
                if self.match.record.fits(mark.number, state):
                    number, start = mark.number, mark.state
            except NO_STATE:
                pass
        return number, start, [self.history[i] for i in range(number, played)]


NO_STATE = (msgspec.DecodeError, RecursionError, LookupError, TypeError, ValueError, zlib.error)
"""What a game raises for a set-up or for bytes that are not its own."""


def play_way(
    game: Game[Any], kept: StoredMatch, number: int, start: bytes, entries: list[Entry]
) -> State:
    """The state that these orders lead to from a mark, or from the start of the match."""
    state = state_from_bytes(game, start) if start else first_state(game, kept)
    for entry in entries:
        number += 1
        try:
            play_again(game, state, entry)
        except RecordError:
            raise Rejected("other-rules") from None
    return state


def play_again(game: Game[Any], state: State, entry: Entry) -> tuple[Event, ...]:
    """What a stored order brings about. Raises `RecordError` where it is none of this game."""
    with ENGINE_LOCK:
        try:
            order = decode_order(game, bytes(entry.order))
            return tuple(game.play(state, order, RecordedChance(entry.draws)))
        except UNPLAYABLE as problem:
            raise RecordError(str(problem)) from None


def first_state(game: Game[Any], kept: StoredMatch) -> State:
    """The state before the first order."""
    if kept.start:
        return state_from_bytes(game, kept.start)
    with ENGINE_LOCK:
        state: State = game.start(kept.head.setup, RecordedChance(kept.head.start))
        return state


def state_to_bytes(state: State) -> bytes:
    return msgspec.msgpack.encode(state)


def state_from_bytes(game: Game[Any], stored: bytes) -> State:
    with ENGINE_LOCK:
        state: State = game.load(stored)
        return state
