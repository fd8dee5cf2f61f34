"""How a stored match comes back into memory.

A mark is the state after an order that nobody can take back. Whoever comes back from it plays only the
orders after it. The link of that order in the chain is a hash of the state too, so a mark that is not
the state of this match is noticed, and the match is played again from its start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from campagna.core.chance import Chance, RecordedChance, SealedChance, SeededChance
from campagna.core.contract import Game
from campagna.core.record import RULES, Record, RecordError, draws_again
from campagna.match.match import Match, decode_order
from campagna.match.session import (
    ENGINE_LOCK,
    UNPLAYABLE,
    Session,
    state_from_bytes,
    state_to_bytes,
)
from campagna.match.storage import Damaged, Mark, StoredEntry, StoredMatch

MARK_EVERY = 16
"""A mark is stored when the last one is so many orders behind."""

_NO_STATE = (msgspec.DecodeError, RecursionError, LookupError, TypeError, ValueError)
"""What a game raises for a set-up or for bytes that are not its own."""


def chance_of(kept: StoredMatch) -> Chance:
    """The dice of a stored match: sealed again from its secret, or those of an imported record."""
    if kept.secret:
        return SealedChance(kept.secret, kept.head.match)
    if kept.head.seed is not None:
        return SeededChance(kept.head.seed)
    return RecordedChance(kept.head.start)


def replay_stored(
    game: Game[Any],
    kept: StoredMatch,
    lines: list[StoredEntry],
    dice: Callable[[StoredMatch], Chance] = chance_of,
    mark: Mark | None = None,
) -> Session:
    """Play a stored match again, link by link.

    Raises `RecordError` where it leads elsewhere, `Damaged` where it cannot even begin.
    """
    _check_seats(game, kept)
    live = None
    if mark is not None:
        live = _from_mark(game, kept, lines, dice(kept), mark)
    if live is None:
        live = _from_start(game, kept, dice(kept))
    for number, line in enumerate(lines, start=1):
        if number > live.played:
            _play_again(live, line, number)
        live.versions.append(line.version)
        if line.reason is not None:
            live.reasons[number] = line.reason
    _stand_where_it_led(live)
    live.close_record()
    return live


def _stand_where_it_led(live: Session) -> None:
    """The step is stored for lists only: a match under way stands where its orders led."""
    status = live.kept.status
    if status.ended:
        return
    with ENGINE_LOCK:
        step, outcome = live.match.step, live.match.outcome
    status = msgspec.structs.replace(
        status, step=step, outcome=outcome, ended=RULES if outcome else ""
    )
    live.kept = msgspec.structs.replace(live.kept, status=status)


def _check_seats(game: Game[Any], kept: StoredMatch) -> None:
    try:
        sides = game.scenario(kept.head.setup).sides
    except _NO_STATE as problem:
        raise Damaged(f"the set-up: {problem!r}") from problem
    if not kept.seats.keys() >= set(sides):
        raise Damaged(f"seats for {', '.join(kept.seats)}, not for {', '.join(sides)}")


def _from_start(game: Game[Any], kept: StoredMatch, chance: Chance) -> Session:
    try:
        start = state_from_bytes(game, kept.start) if kept.start else None
        with ENGINE_LOCK:
            match = Match(game, kept.head.setup, chance, kept.head.match, start=start)
    except _NO_STATE as problem:
        raise Damaged(f"the start: {problem!r}") from problem
    match.record.head = kept.head
    return Session(game, kept, match)


def _from_mark(
    game: Game[Any], kept: StoredMatch, lines: list[StoredEntry], chance: Chance, mark: Mark
) -> Session | None:
    """None if the mark is not of this match as it is stored now."""
    if not 0 < mark.number <= len(lines):
        return None
    record = Record(kept.head)
    record.entries = [line.entry for line in lines[: mark.number]]
    try:
        state = state_from_bytes(game, mark.state)
    except _NO_STATE:
        return None
    if not record.fits(mark.number, state) or not draws_again(record, mark.number, chance):
        return None
    with ENGINE_LOCK:
        live = Session(game, kept, Match.resumed(game, chance, record, state))
    live.marked = mark.number
    return live


def _play_again(live: Session, line: StoredEntry, number: int) -> None:
    chance = live.match.chance
    if isinstance(chance, RecordedChance):
        chance.refill(line.entry.draws)
    try:
        live.play(decode_order(live.game, bytes(line.entry.order)))
    except UNPLAYABLE as problem:
        raise RecordError(f"order {number} cannot be played again: {problem}") from None
    if live.match.record.entries[-1] != line.entry:
        raise RecordError(f"order {number} does not lead to the state that was stored")


def due_mark(live: Session, every: int = MARK_EVERY) -> Mark | None:
    """The mark to store for this match now, if the stored one is far enough behind."""
    number, state = live.match.settled
    return Mark(number, state_to_bytes(state)) if number >= live.marked + every else None
