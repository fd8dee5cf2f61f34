"""A stored match in memory: its game, what happened in it, and any past moment of it."""

from __future__ import annotations

import logging
import threading
from typing import Any

import msgspec

from campagna.core.chance import ChanceError, RecordedChance
from campagna.core.contract import Event, Game, Order, Refused, State
from campagna.core.record import AGREEMENT, RESIGNATION, RecordError
from campagna.match.bot_reasons import Reason
from campagna.match.errors import Rejected
from campagna.match.match import Match, decode_order
from campagna.match.storage import StoredMatch
from campagna.match.wording import Wording

_log = logging.getLogger(__name__)

ENGINE_LOCK = threading.RLock()
"""Games are single-threaded (their kernels keep buffers): whoever calls one holds this."""

HUMAN = "human"
FRIEND = "friend"
"""A seat that is made for another person: human as soon as the match exists."""
NOBODY = "nobody"

UNPLAYABLE = (msgspec.DecodeError, ChanceError, Refused, RuntimeError)
"""What a stored order may raise that is not what this program played."""

_MARK_EVERY = 16
"""A copy of the state is kept every so many orders; what lies between is played again."""


class Session:
    """The lock is held by whoever changes the match or reads more than one thing of it.

    A match that came back from a mark has no events of the orders before it until somebody asks for
    them; then those orders are played again.
    """

    def __init__(self, game: Game[Any], kept: StoredMatch, match: Match) -> None:
        self.game = game
        self.kept = kept
        self.match = match
        self.lock = threading.RLock()
        self.wording = Wording(game)
        self.versions: list[int] = []
        self.reasons: dict[int, Reason] = {}
        """By the number of the order."""
        self.abandoned = False
        """True when it is no longer what is stored: whoever still holds it must ask again."""
        self.marked = 0
        """The number of the order whose state is stored as a mark."""
        self._skipped = len(match.record.entries)
        """Orders that were not played here: the mark stands after them."""
        self._events: list[tuple[Event, ...]] = []
        """Of the orders after those."""
        self._marks: dict[int, State] = {self._skipped: match.state.copy()}
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
        return len(self.match.record.entries)

    @property
    def weight(self) -> int:
        """About how many bytes of memory it takes."""
        states = len(self._marks) + self.match.undoable + 1
        return 6 * self._size * states + 512 * self.played + 1024 * len(self._events)

    @property
    def events(self) -> list[tuple[Event, ...]]:
        """What each order brought about, from the first on."""
        self.recall(0)
        return self._events

    def events_of(self, number: int) -> tuple[Event, ...]:
        """What the order of this number brought about."""
        self.recall(number - 1)
        return self._events[number - 1 - self._skipped]

    def play(self, order: Order) -> tuple[Event, ...]:
        """Play an order and remember what happened. Raises `Refused`, and then nothing changed."""
        with ENGINE_LOCK:
            events = tuple(self.match.play(order))
            self._events.append(events)
            if self.played % _MARK_EVERY == 0:
                self._marks[self.played] = self.match.state.copy()
        return events

    def undo(self) -> None:
        """Raises `CannotUndo`."""
        number = self.played
        with ENGINE_LOCK:
            self.match.undo()
        self._marks.pop(number, None)
        self.reasons.pop(number, None)
        self._events.pop()
        self.versions.pop()
        self.wording.forget(number)

    def close_record(self) -> None:
        """What its players ended has its end in the record too, with the secret of the dice."""
        status, match = self.kept.status, self.match
        for how in (RESIGNATION, AGREEMENT):
            if status.ended == how:
                match.record.break_off(self.sides, how, status.ended_by, match.chance)

    def state_at(self, played: int) -> State:
        """The state after so many orders. The caller may change it."""
        if played == self.played:
            return self.match.state.copy()
        self.recall(played)
        with ENGINE_LOCK:
            mark = max(m for m in self._marks if m <= played)
            state = self._marks[mark].copy()
            for entry in self.match.record.entries[mark:played]:
                order = decode_order(self.game, bytes(entry.order))
                self.game.play(state, order, RecordedChance(entry.draws))
            return state

    def recall(self, number: int) -> None:
        """Play the orders before the mark again, if something before it is asked for.

        Without the engine in hand this lets others play meanwhile.
        """
        if number >= self._skipped:
            return
        with self.lock:
            try:
                marks, events = self._replay_first(self._skipped)
            except RecordError as problem:
                _log.error("match %s cannot be played again: %s", self.kept.id, problem)
                raise Rejected("other-rules") from None
            self._marks = {**marks, **self._marks}
            self._events = [*events, *self._events]
            self._skipped = 0

    def _replay_first(self, number: int) -> tuple[dict[int, State], list[tuple[Event, ...]]]:
        """States now and then, and the events of each of the first orders. Raises `RecordError`."""
        game, record = self.game, self.match.record
        state = first_state(game, self.kept)
        marks, events = {0: state.copy()}, []
        for n, entry in enumerate(record.entries[:number], start=1):
            with ENGINE_LOCK:
                try:
                    order = decode_order(game, bytes(entry.order))
                    events.append(tuple(game.play(state, order, RecordedChance(entry.draws))))
                except UNPLAYABLE as problem:
                    raise RecordError(f"order {n}: {problem}") from None
                if not record.fits(n, state):
                    raise RecordError(f"order {n} does not lead to the state that was stored")
                if n % _MARK_EVERY == 0:
                    marks[n] = state.copy()
        return marks, events


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
