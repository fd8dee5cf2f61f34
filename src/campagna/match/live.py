"""A stored match in memory: its game, what happened in it, and any past moment of it."""

from __future__ import annotations

import threading
from typing import Any

import msgspec

from campagna.core.chance import Chance, ChanceError, RecordedChance, SealedChance, SeededChance
from campagna.core.contract import Event, Game, Order, Refused, State
from campagna.core.record import AGREEMENT, RESIGNATION, RecordError
from campagna.match.match import Match, decode_order
from campagna.match.reasons import Reason
from campagna.match.storage import Kept, KeptEntry

ENGINE = threading.RLock()
"""Games are single-threaded (their kernels keep buffers): whoever calls one holds this."""

HUMAN = "human"
NOBODY = "nobody"

_MARK_EVERY = 16
"""A copy of the state is kept every so many orders; what lies between is played again."""


class LiveMatch:
    """The lock is held by whoever changes the match or reads more than one thing of it."""

    def __init__(self, game: Game[Any], kept: Kept, match: Match) -> None:
        self.game = game
        self.kept = kept
        self.match = match
        self.lock = threading.RLock()
        self.events: list[tuple[Event, ...]] = []
        self.versions: list[int] = []
        self.reasons: dict[int, Reason] = {}
        """By the number of the order."""
        self.abandoned = False
        """True when it is no longer what is stored: whoever still holds it must ask again."""
        self._marks: dict[int, State] = {0: match.state.copy()}

    @property
    def sides(self) -> tuple[str, ...]:
        return self.game.scenario(self.match.record.head.setup).sides

    @property
    def over(self) -> bool:
        return bool(self.kept.status.ended)

    def play(self, order: Order) -> tuple[Event, ...]:
        """Play an order and remember what happened. Raises `Refused`, and then nothing changed."""
        with ENGINE:
            events = tuple(self.match.play(order))
            self.events.append(events)
            played = len(self.events)
            if played % _MARK_EVERY == 0:
                self._marks[played] = self.match.state.copy()
        return events

    def undo(self) -> None:
        """Raises `CannotUndo`."""
        with ENGINE:
            self.match.undo()
        self._marks.pop(len(self.events), None)
        self.reasons.pop(len(self.events), None)
        self.events.pop()
        self.versions.pop()

    def close_record(self) -> None:
        """What its players ended has its end in the record too, with the secret of the dice."""
        status, match = self.kept.status, self.match
        for how in (RESIGNATION, AGREEMENT):
            if status.ended == how:
                match.record.break_off(self.sides, how, status.ended_by, match.chance)

    def state_at(self, played: int) -> State:
        """The state after so many orders. The caller may change it."""
        with ENGINE:
            if played == len(self.events):
                return self.match.state.copy()
            mark = max(m for m in self._marks if m <= played)
            state = self._marks[mark].copy()
            for entry in self.match.record.entries[mark:played]:
                order = decode_order(self.game, bytes(entry.order))
                self.game.play(state, order, RecordedChance(entry.draws))
            return state


def chance_of(kept: Kept) -> Chance:
    """The dice of a stored match: sealed again from its secret, or those of an imported record."""
    if kept.secret:
        return SealedChance(kept.secret, kept.head.match)
    if kept.head.seed is not None:
        return SeededChance(kept.head.seed)
    return RecordedChance(kept.head.start)


def revive(game: Game[Any], kept: Kept, lines: list[KeptEntry], chance: Chance) -> LiveMatch:
    """Play a stored match again, link by link. Raises `RecordError` where it leads elsewhere."""
    start = state_from_bytes(game, kept.start) if kept.start else None
    with ENGINE:
        match = Match(game, kept.head.setup, chance, kept.head.match, start=start)
        match.record.head = kept.head
        live = LiveMatch(game, kept, match)
    for number, line in enumerate(lines, start=1):
        if isinstance(chance, RecordedChance):
            chance.refill(line.entry.draws)
        try:
            live.play(decode_order(game, bytes(line.entry.order)))
        except (msgspec.DecodeError, ChanceError, Refused, RuntimeError) as problem:
            raise RecordError(f"order {number} cannot be played again: {problem}") from None
        if match.record.entries[-1] != line.entry:
            raise RecordError(f"order {number} does not lead to the state that was stored")
        live.versions.append(line.version)
        if line.reason is not None:
            live.reasons[number] = line.reason
    live.close_record()
    return live


def state_to_bytes(state: State) -> bytes:
    return msgspec.msgpack.encode(state)


def state_from_bytes(game: Game[Any], stored: bytes) -> State:
    state: State = msgspec.msgpack.decode(stored, type=game.state_type)
    # The state comes back without what its game hangs on it; asking for the step puts it there.
    game.step(state)
    return state
