"""The house of matches: where they are opened, found again and kept.

What is stored is the truth; what is in memory is a copy that was played again from it.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.chance import Chance, SealedChance, SeededChance
from campagna.core.contract import SPECTATOR, BadPosition, Game, Setup, State
from campagna.core.record import RULES, Record, RecordError, read_record, verify
from campagna.core.rulebook import Rulebook, load_rulebook
from campagna.games.registry import UnknownGame, load_game
from campagna.match.live import (
    ENGINE,
    HUMAN,
    NOBODY,
    LiveMatch,
    chance_of,
    revive,
    state_to_bytes,
)
from campagna.match.match import Match
from campagna.match.rejection import Rejected
from campagna.match.storage import Kept, KeptEntry, Seat, Status, Store, StoreFailed, token_hash
from campagna.match.viewing import check_moment

IMPORT = "import"
PLAYED, FORK = "played", "fork"

_log = logging.getLogger(__name__)
_MOST_LIVE = 48
"""Matches kept in memory; the ones longest untouched go first and come back when asked for."""


class Created(msgspec.Struct, frozen=True):
    match: str
    tokens: dict[str, str]


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    seats: dict[str, str]
    scenario: str | None = None
    options: dict[str, bool | str] = {}
    title: str = ""


def sealed(match: str) -> SealedChance:
    """Dice nobody can foresee, with a secret of their own for each match."""
    return SealedChance(secrets.token_bytes(32), match)


@lru_cache
def rulebook(home: Path) -> Rulebook:
    return load_rulebook(home)


def find_game(slug: str) -> Game[Any]:
    try:
        return load_game(slug)
    except UnknownGame as problem:
        raise Rejected("unknown-game", str(problem)) from None


class House:
    """Thread-safe. `dice` seals the chance of each new match; `revived` brings it back from disk."""

    def __init__(
        self,
        store: Store,
        *,
        dice: Callable[[str], SealedChance] = sealed,
        revived: Callable[[Kept], Chance] = chance_of,
    ) -> None:
        self.store = store
        self._dice = dice
        self._revived = revived
        self._live: dict[str, LiveMatch] = {}
        self._lock = threading.Lock()

    # --- matches ------------------------------------------------------------------------------------

    def create(self, wish: NewMatch, computers: tuple[str, ...]) -> Created:
        game = find_game(wish.game)
        setup = Setup(wish.scenario or game.scenarios[0].id, wish.options)
        try:
            sides = game.scenario(setup).sides
        except BadPosition as problem:
            raise Rejected("bad-setup", str(problem)) from None
        if set(wish.seats) != set(sides):
            raise Rejected("bad-setup", f"a seat for each of: {', '.join(sides)}")
        for kind in wish.seats.values():
            if kind not in (HUMAN, *computers):
                known = ", ".join((HUMAN, *computers))
                raise Rejected("bad-setup", f"no seat '{kind}'; there are: {known}")
        return self._open(game, setup, wish.seats, wish.title, PLAYED, None)

    def _open(
        self,
        game: Game[Any],
        setup: Setup,
        kinds: dict[str, str],
        title: str,
        origin: str,
        start: State | None,
    ) -> Created:
        id_ = secrets.token_hex(8)
        chance = self._dice(id_)
        stored = b"" if start is None else state_to_bytes(start)
        with ENGINE:
            try:
                match = Match(game, setup, chance, id_, start=start)
            except BadPosition as problem:
                raise Rejected("bad-setup", str(problem)) from None
            status = Status(match.step, match.outcome, RULES if match.outcome else "")
        tokens, seats = _tokens(kinds)
        kept = _kept(id_, game, match.record, chance.secret, title, origin, status, seats, stored)
        self._keep(kept)
        with self._lock:
            self._remember(LiveMatch(game, kept, match))
        return Created(id_, tokens)

    def _keep(self, kept: Kept, lines: list[KeptEntry] | None = None) -> None:
        try:
            self.store.add(kept, lines or ())
        except StoreFailed:
            # What failed is for the log: the words of a database may hold what it was to store.
            _log.exception("match %s was not stored", kept.id)
            raise Rejected("no-store") from None

    def fork(self, id_: str, token: str, at: int) -> Created:
        """A private match for one person from what the viewer knew after order `at`."""
        live, viewer = self.enter(id_, token)
        game = live.game
        with live.lock, ENGINE:
            check_moment(live, at)
            view = game.view(live.state_at(at), viewer)
            start = game.imagine(view, SeededChance(secrets.randbits(63)))
            setup = live.match.record.head.setup
        kinds = dict.fromkeys(live.sides, HUMAN)
        return self._open(game, setup, kinds, live.kept.title, FORK, start)

    def import_record(self, text: bytes) -> Created:
        """A record becomes a match to read: nobody plays on, everything is open."""
        try:
            record = read_record(text.removesuffix(b"\n").split(b"\n") if text.strip() else [])
            game = find_game(record.head.game)
            with ENGINE:
                verify(game, record)
        except (RecordError, BadPosition) as problem:
            raise Rejected("bad-record", str(problem)) from None
        id_ = secrets.token_hex(8)
        tokens, seats = _tokens(dict.fromkeys(game.scenario(record.head.setup).sides, NOBODY))
        status = Status(ended=IMPORT)
        if record.tail is not None:
            status = Status(None, record.tail.outcome, record.tail.ended, record.tail.by)
        lines = [KeptEntry(n, entry) for n, entry in enumerate(record.entries, start=1)]
        secret = bytes.fromhex(record.tail.secret) if record.tail else b""
        kept = _kept(id_, game, record, secret, "", IMPORT, status, seats, b"")
        self._keep(msgspec.structs.replace(kept, version=len(lines)), lines)
        return Created(id_, tokens)

    def held(self, tokens: list[str]) -> list[tuple[Kept, list[str]]]:
        return self.store.held(tokens)

    # --- who is asking ------------------------------------------------------------------------------

    def live(self, id_: str) -> LiveMatch:
        """The match in memory, played again from the store if it is not there."""
        with self._lock:
            found = self._live.pop(id_, None)
            if found is not None:
                self._live[id_] = found
                return found
        stored = self.store.find(id_)
        if stored is None:
            raise Rejected("unknown-match")
        kept, lines = stored
        game = find_game(kept.game)
        if kept.head.rules != game.rules_version:
            raise Rejected("other-rules", f"{kept.head.rules}, not {game.rules_version}")
        try:
            live = revive(game, kept, lines, self._revived(kept))
        except RecordError:
            _log.exception("match %s cannot be played again", id_)
            raise Rejected("other-rules") from None
        with self._lock:
            return self._remember(live)

    def known_version(self, id_: str) -> int | None:
        """The version of a match that is in memory; never waits for anything."""
        live = self._live.get(id_)
        return None if live is None else live.kept.version

    def _remember(self, live: LiveMatch) -> LiveMatch:
        """Two who loaded the same match at once go on with the one that came first."""
        known = self._live.setdefault(live.kept.id, live)
        while len(self._live) > _MOST_LIVE:
            del self._live[next(iter(self._live))]
        return known

    def _forget(self, live: LiveMatch) -> None:
        live.abandoned = True
        with self._lock:
            if self._live.get(live.kept.id) is live:
                del self._live[live.kept.id]

    def enter(self, id_: str, token: str) -> tuple[LiveMatch, str]:
        """The match and the viewer this token stands for: a side or the spectator."""
        live = self.live(id_)
        hashed = token_hash(token)
        for side, seat in live.kept.seats.items():
            if seat.token and secrets.compare_digest(seat.token, hashed):
                return live, side
        raise Rejected("unknown-token")

    def record(self, id_: str, tokens: list[str]) -> bytes:
        """The record of a match that is over, or of one whose every seat these tokens hold."""
        entered = [self.enter(id_, token) for token in tokens]
        if not entered:
            raise Rejected("unknown-token")
        live = entered[0][0]
        if live.kept.origin == FORK:
            raise Rejected("no-record")
        with live.lock:
            if not live.over and not set(live.sides) <= {viewer for _, viewer in entered}:
                raise Rejected("not-over")
            return b"".join(line + b"\n" for line in live.match.record.lines())


def _tokens(kinds: dict[str, str]) -> tuple[dict[str, str], dict[str, Seat]]:
    """Tokens for the people and the spectators, and the seats with their hashes."""
    people = [side for side, kind in kinds.items() if kind == HUMAN]
    tokens = {side: secrets.token_urlsafe(18) for side in (*people, SPECTATOR)}
    seats = {
        side: Seat(kind, token_hash(tokens[side]) if side in tokens else "")
        for side, kind in {**kinds, SPECTATOR: SPECTATOR}.items()
    }
    return tokens, seats


def _kept(
    id_: str,
    game: Game[Any],
    record: Record,
    secret: bytes,
    title: str,
    origin: str,
    status: Status,
    seats: dict[str, Seat],
    start: bytes,
) -> Kept:
    now = int(time.time())
    return Kept(
        id=id_,
        game=game.slug,
        title=title,
        head=record.head,
        secret=secret,
        start=start,
        origin=origin,
        version=0,
        status=status,
        created=now,
        changed=now,
        seats=seats,
    )
