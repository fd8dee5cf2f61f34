"""The luck ledger: what the dice gave against what they promised, roll by roll."""

from __future__ import annotations

from typing import Any

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import Event, Game, Refused, State
from campagna.core.record import Entry, RecordError
from campagna.games.registry import load_game
from campagna.match.engines import WHOLE_MATCH_SECONDS
from campagna.match.errors import Rejected
from campagna.match.match import decode_order
from campagna.match.session import Session, first_state, play_again
from campagna.match.standing import StoredMatch


class Roll(msgspec.Struct, frozen=True):
    """One roll. Forecasts list results from the best for the roller to the worst."""

    n: int
    side: str
    rule: str
    result: str
    chance: float
    """How likely this result was."""
    share: float
    """What share of all results was worse for the roller, half of equal ones counted: 0.5 is even."""
    lines: list[tuple[str, float]]


class Luck(msgspec.Struct, frozen=True):
    rolls: list[Roll]
    sums: dict[str, float]
    """For each side, by how much its rolls together lie above (or below) an even share."""


def luck(live: Session, viewer: str) -> Luck:
    """Every forecast is made from what the viewer knew, so the ledger tells nothing hidden."""
    with live.lock:
        entries = list(live.history)
        kept = msgspec.structs.replace(live.kept, seats={}, secret=b"")
    rolls = live.engines.ask(WHOLE_MATCH_SECONDS, ledger, kept, entries, viewer)
    sums = dict.fromkeys(live.sides, 0.0)
    for roll in rolls:
        sums[roll.side] += roll.share - 0.5
    return Luck(rolls, {side: round(total, 6) for side, total in sums.items()})


def ledger(kept: StoredMatch, entries: list[Entry], viewer: str) -> list[Roll]:
    """Every roll of these orders, played from the start. Raises `Rejected`."""
    game: Game[Any] = load_game(kept.game)
    state = first_state(game, kept)
    rolls = []
    for n, entry in enumerate(entries, start=1):
        before = state.copy()
        try:
            events = play_again(game, state, entry)
        except RecordError:
            raise Rejected("other-rules") from None
        roll = _roll(game, viewer, n, entry, events, before)
        if roll is not None:
            rolls.append(roll)
    return rolls


def _roll(
    game: Game[Any],
    viewer: str,
    n: int,
    entry: Entry,
    events: tuple[Event, ...],
    before: State,
) -> Roll | None:
    order = decode_order(game, bytes(entry.order))
    seen = [known for event in events if (known := game.witness(event, viewer)) is not None]
    result = game.rolled(order, seen)
    if result is None:
        return None
    known = game.imagine(game.view(before, viewer), SeededChance(0))
    try:
        forecast = game.forecast(known, order)
    except Refused:
        return None
    lines = [(line.result, line.probability) for line in forecast.lines]
    if len(lines) == 1:
        return None
    at = next((i for i, (name, _) in enumerate(lines) if name == result), None)
    if at is None:
        return None
    chance = lines[at][1]
    share = sum(p for _, p in lines[at + 1 :]) + chance / 2
    side = forecast.roller or entry.side
    return Roll(n, side, forecast.rule, result, chance, round(share, 6), lines)
