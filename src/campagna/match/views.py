"""What one viewer may see of a match. Everything that leaves passes through here.

The game's `view` and `witness` decide what is known; orders and draws, which the contract does not
filter, are told only to their own side, or where the game says they are open, until the match ends.
Reasons of computers are told as `reasons` lays down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.chance import Draw
from campagna.core.contract import (
    LANGUAGES,
    Forecast,
    Game,
    Outcome,
    Refusal,
    State,
    Step,
    Text,
)
from campagna.core.messages import load_messages
from campagna.core.offers import Offer
from campagna.core.record import RESIGNED, STOPPED, Entry
from campagna.core.rulebook import Rule, Rulebook, Ruling, load_rulebook
from campagna.core.tabletop import OnTable, Tabletop
from campagna.games.registry import load_game
from campagna.match.bot_reasons import readable
from campagna.match.engines import SECONDS
from campagna.match.errors import Rejected
from campagna.match.salted import SALTED_TIER, SEALED_TIER
from campagna.match.seats import Seat
from campagna.match.session import ENGINE_LOCK, HUMAN, Session, play_way
from campagna.match.standing import StoredMatch
from campagna.match.wording import Rendered


class SeatView(msgspec.Struct, frozen=True):
    kind: str
    here: bool
    joined: bool = True
    """False while the friend for whom the seat is kept has not sat down."""
    name: str = ""
    """Of the person; empty for one who came by a token alone, and for a computer."""
    again: bool = False
    """Whether this person asks for a rematch."""


class Dice(msgspec.Struct, frozen=True):
    """The promise made before the first die, and at the end the secret that proves it."""

    commitment: str
    secret: str | None = None
    tier: str = SEALED_TIER
    """salted: every order brings a salt and a signature, and nobody can foresee a throw."""
    first: str = ""
    """The first link of the record and, below, the last one, which the next order signs; for salted dice."""
    chain: str = ""


class Ended(msgspec.Struct, frozen=True):
    """How a match came to its end: rules, resignation, agreement or import."""

    how: str
    by: str = ""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    match: str
    game: str
    title: str
    scenario: str
    options: dict[str, bool | str]
    origin: str
    version: int
    viewer: str
    seats: dict[str, SeatView]
    step: Step | None
    prompt: Text
    yours: bool
    tabletop: Tabletop | None
    offers: tuple[Offer, ...] | None
    can_undo: bool
    outcome: Outcome | None
    ended: Ended | None
    stop_offered_by: str | None
    log_length: int
    dice: Dice
    reply: bool = False
    """Whether what is asked is part of a phase: to decline it ends no phase."""
    undo_barred: str = ""
    """Why the viewer cannot take back his last order: dice or shown; empty if nothing is to be said."""


class ReplayFrame(msgspec.Struct, frozen=True):
    """The match after order `n`, as the viewer saw it."""

    n: int
    of: int
    side: str
    step: Step | None
    prompt: Text
    tabletop: Tabletop | None
    events: list[Rendered]
    why: Text | None = None


class DrawLine(msgspec.Struct, frozen=True):
    """A die: what for, how many sides, what it showed."""

    purpose: str
    sides: int
    value: int


class LogLine(msgspec.Struct, frozen=True):
    n: int
    side: str
    order: msgspec.Raw | None
    events: list[Rendered]
    draws: list[DrawLine]
    why: Text | None = None
    """The reason a computer gave for its order, for those who may read it."""


class RefusalText(msgspec.Struct, frozen=True):
    rule: str
    key: str
    reason: Text
    rule_text: Text | None
    facts: Mapping[str, Any]


class NoteText(msgspec.Struct, frozen=True):
    """A note of a forecast in both languages."""

    key: str
    text: Text
    grave: bool


# --- words ------------------------------------------------------------------------------------------


def _in_both(words: Iterable[str]) -> Text:
    return dict(zip(LANGUAGES, words, strict=True))


@lru_cache
def rulebook(home: Path) -> Rulebook:
    return load_rulebook(home)


def render_refusal(game: Game[Any], book: Rulebook, refusal: Refusal) -> RefusalText:
    messages = load_messages(game.home)
    return RefusalText(
        rule=refusal.rule,
        key=refusal.reason,
        reason=_in_both(messages.refusal(refusal, language) for language in LANGUAGES),
        rule_text=rule_words(book.find(refusal.rule)),
        facts=refusal.facts,
    )


def render_forecast(
    game: Game[Any], forecast: Forecast
) -> tuple[tuple[NoteText, ...], tuple[Text, ...]]:
    """The notes of a forecast and its lines in words."""
    messages = load_messages(game.home)
    notes = tuple(
        NoteText(n.key, _in_both(messages.note(n, language) for language in LANGUAGES), n.grave)
        for n in forecast.notes
    )
    results = tuple(
        _in_both(messages.result(line, language) for language in LANGUAGES)
        for line in forecast.lines
    )
    return notes, results


def rule_words(entry: Rule | Ruling | None) -> Text | None:
    if entry is None:
        return None
    if isinstance(entry, Rule):
        return {"it": entry.it, "en": entry.en}
    return {"it": entry.ruling_it, "en": entry.ruling_en}


def prompt(game: Game[Any], step: Step | None, outcome: Outcome | None) -> Text:
    """What is asked now, or how it ended."""
    messages = load_messages(game.home)
    if step is not None and outcome is None:
        return _in_both(messages.prompt(step, language) for language in LANGUAGES)
    level = outcome.level if outcome else ""
    if level in messages.tables.get("level", {}):
        return _in_both(messages.text("level", level, language) for language in LANGUAGES)
    return _ENDS.get(level, _ENDS[""])


_ENDS: dict[str, Text] = {
    RESIGNED: {"it": "Partita abbandonata", "en": "Match resigned"},
    STOPPED: {"it": "Partita fermata d'accordo", "en": "Match stopped by agreement"},
    "": {"it": "Partita finita", "en": "The match is over"},
}


# --- the match now ----------------------------------------------------------------------------------


def _on_table(game: Game[Any], state: State, viewer: str) -> Tabletop | None:
    return game.tabletop(game.view(state, viewer)) if isinstance(game, OnTable) else None


def snapshot(live: Session, viewer: str, present: Iterable[str] = ()) -> Snapshot:
    """`present`: the sides with somebody at the table."""
    kept, game, match = live.kept, live.game, live.match
    status, head = kept.status, match.record.head
    step = None if live.over else status.step
    yours = step is not None and step.side == viewer
    with live.lock, ENGINE_LOCK:
        return Snapshot(
            match=kept.id,
            game=kept.game,
            title=kept.title,
            scenario=head.setup.scenario,
            options=game.options(head.setup),
            origin=kept.origin,
            version=kept.version,
            viewer=viewer,
            seats=seat_views(live, present),
            step=step,
            prompt=prompt(game, step, status.outcome),
            yours=yours,
            tabletop=_on_table(game, match.state, viewer),
            offers=tuple(game.offers(match.state)) if yours else None,
            can_undo=_can_undo(live, viewer),
            outcome=status.outcome,
            ended=Ended(status.ended, status.ended_by) if status.ended else None,
            stop_offered_by=status.stop_offered_by or None,
            log_length=live.played,
            dice=_dice(live),
            reply=step is not None and game.is_reply(match.state),
            undo_barred=_undo_barred(live, viewer),
        )


def seat_views(live: Session, present: Iterable[str]) -> dict[str, SeatView]:
    """Who sits where; only people can be away, or not have come yet."""
    here = set(present)
    seats = {side: live.kept.seats[side] for side in live.sides}
    return {
        side: SeatView(
            seat.kind,
            here=seat.kind != HUMAN or side in here,
            joined=joined(seat),
            name=seat.people[0][1] if seat.people else "",
            again=seat.again,
        )
        for side, seat in seats.items()
    }


def joined(seat: Seat) -> bool:
    """Whether somebody sits there, or nobody has to come."""
    return seat.kind != HUMAN or not seat.invited or bool(seat.tokens or seat.people)


def _can_undo(live: Session, viewer: str) -> bool:
    step = live.kept.status.step
    return not live.over and step is not None and step.side == viewer and live.match.can_undo


def _undo_barred(live: Session, viewer: str) -> str:
    """The reason is told to whoever gave the last order and is still to decide."""
    step, entries = live.kept.status.step, live.match.record.entries
    if live.over or step is None or not entries or not viewer == step.side == entries[-1].side:
        return ""
    return live.match.undo_barred


def _dice(live: Session) -> Dice:
    tail = live.match.record.tail
    known = live.kept.secret.hex() or (tail.secret if tail else "")
    record = live.match.record
    promised, secret = record.head.commitment, known if live.over and known else None
    if not record.salted:
        return Dice(promised, secret)
    return Dice(promised, secret, SALTED_TIER, record.head.chain, record.chain)


# --- the match before -------------------------------------------------------------------------------


def log(live: Session, viewer: str, first: int) -> list[LogLine]:
    """The orders from number `first`, counted from 1."""
    with live.lock:
        return [_log_line(live, viewer, n) for n in range(max(first, 1), live.played + 1)]


def lines_since(live: Session, viewer: str, version: int) -> list[LogLine]:
    """The orders that came after this version."""
    with live.lock:
        return [_log_line(live, viewer, n) for n in live.history.since(version)]


def _log_line(live: Session, viewer: str, n: int) -> LogLine:
    entry = live.history[n - 1]
    mine = live.over or entry.side == viewer
    return LogLine(
        n=n,
        side=entry.side,
        order=entry.order if mine else None,
        events=witnessed(live, n, viewer),
        draws=[_draw_line(d) for d in entry.draws if live.over or live.game.is_public_draw(d)],
        why=readable(live.reason(n), viewer, live.over),
    )


def witnessed(live: Session, n: int, viewer: str) -> list[Rendered]:
    """What the viewer learns of order `n`, in words."""
    return live.wording.events(n, live.events_of(n), viewer)


def _draw_line(draw: Draw) -> DrawLine:
    return DrawLine(draw.purpose, draw.sides, draw.value + 1)


def moment(live: Session, viewer: str, n: int) -> ReplayFrame:
    with live.lock:
        check_moment(live, n)
        side = live.history[n - 1].side if n else ""
        events = witnessed(live, n, viewer) if n else []
        why = readable(live.reason(n) if n else None, viewer, live.over)
        way, of = live.way_to(n), live.played
        # Who sits where and the secret of the dice are nothing that is asked about.
        kept = msgspec.structs.replace(live.kept, seats={}, secret=b"")
    seen = live.engines.ask(SECONDS, scene, kept, *way, viewer)
    return ReplayFrame(n, of, side, seen.step, seen.prompt, seen.tabletop, events, why)


class Scene(msgspec.Struct, frozen=True):
    """What a viewer saw at a moment."""

    step: Step | None
    prompt: Text
    tabletop: Tabletop | None


def scene(kept: StoredMatch, number: int, start: bytes, entries: list[Entry], viewer: str) -> Scene:
    """The table after these orders from a mark."""
    game: Game[Any] = load_game(kept.game)
    state = play_way(game, kept, number, start, entries)
    step = game.step(state)
    words = prompt(game, step, game.outcome(state))
    return Scene(step, words, _on_table(game, state, viewer))


def check_moment(live: Session, n: int) -> None:
    """Raises `Rejected` for a number that the match has not reached."""
    if not 0 <= n <= live.played:
        raise Rejected("unknown-moment", of=live.played)
