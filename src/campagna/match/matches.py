"""The matches of one store: where they are opened, found again and kept.

What is stored is the truth; what is in memory is a copy that was played again from it.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from campagna.core.chance import Chance, SealedChance, SeededChance
from campagna.core.contract import BadPosition, Game, Setup, State
from campagna.core.record import RULES, RecordError, check_edition, read_record, verify
from campagna.core.rulebook import Rulebook, load_rulebook
from campagna.games.registry import UnknownGame, load_game
from campagna.match.errors import Rejected
from campagna.match.match import Match
from campagna.match.memory import Memory
from campagna.match.opening import (
    Created,
    NewMatch,
    check_seats,
    first_row,
    holder,
    new_seats,
    new_secret,
    sealed,
)
from campagna.match.replaying import MARK_EVERY, chance_of, due_mark, replay_stored
from campagna.match.seats import Seat, code_hash
from campagna.match.session import (
    ENGINE_LOCK,
    FRIEND,
    HUMAN,
    NOBODY,
    Session,
    state_to_bytes,
)
from campagna.match.storage import (
    Damaged,
    Status,
    Store,
    StoreAway,
    StoredEntry,
    StoredMatch,
    StoreFailed,
    token_hash,
)
from campagna.match.titles import check_title
from campagna.match.token_limits import Doorkeeper, Limits
from campagna.match.views import check_moment

T = TypeVar("T")

IMPORT = "import"
PLAYED, FORK = "played", "fork"

_log = logging.getLogger(__name__)


@lru_cache
def rulebook(home: Path) -> Rulebook:
    return load_rulebook(home)


def find_game(slug: str) -> Game[Any]:
    try:
        return load_game(slug)
    except UnknownGame as problem:
        raise Rejected("unknown-game", str(problem)) from None


class Matches:
    """Thread-safe. `dice` seals the chance of each new match; `revived` brings it back from disk."""

    def __init__(
        self,
        store: Store,
        *,
        dice: Callable[[str], SealedChance] = sealed,
        revived: Callable[[StoredMatch], Chance] = chance_of,
        limits: Limits | None = None,
    ) -> None:
        self.store = store
        self._dice = dice
        self._revived = revived
        self._live = Memory()
        self.doorkeeper = Doorkeeper(limits)

    # --- matches ------------------------------------------------------------------------------------

    def create(self, wish: NewMatch, computers: tuple[str, ...]) -> Created:
        game = find_game(wish.game)
        check_title(wish.title)
        try:
            setup = game.new_setup(wish.scenario, wish.options)
            sides = game.scenario(setup).sides
        except BadPosition as problem:
            raise Rejected("bad-setup", str(problem)) from None
        check_seats(wish.seats, sides, (HUMAN, FRIEND, *computers))
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
        self.doorkeeper.new_match()
        id_ = secrets.token_hex(8)
        chance = self._dice(id_)
        stored = b"" if start is None else state_to_bytes(start)
        with ENGINE_LOCK:
            try:
                match = Match(game, setup, chance, id_, start=start)
            except BadPosition as problem:
                raise Rejected("bad-setup", str(problem)) from None
            status = Status(match.step, match.outcome, RULES if match.outcome else "")
        tokens, seats = new_seats(kinds)
        invitations = {side: new_secret() for side, seat in seats.items() if seat.invited}
        kept = first_row(
            id_, game, match.record, chance.secret, title, origin, status, seats, stored
        )
        self._store_new(kept, invitations={s: code_hash(code) for s, code in invitations.items()})
        self._remember(Session(game, kept, match))
        return Created(id_, tokens, invitations)

    def _store_new(
        self,
        kept: StoredMatch,
        lines: list[StoredEntry] | None = None,
        invitations: dict[str, str] | None = None,
    ) -> None:
        try:
            self.store.add(kept, lines or (), invitations)
        except StoreFailed:
            # What failed is for the log: the words of a database may hold what it was to store.
            _log.exception("match %s was not stored", kept.id)
            raise Rejected("no-store") from None

    def fork(
        self,
        id_: str,
        token: str,
        at: int,
        seats: Mapping[str, str] = MappingProxyType({}),
        computers: tuple[str, ...] = (),
    ) -> Created:
        """A private match for one person from what the viewer knew after order `at`.

        `seats` says who plays each side; without it everybody is a person.
        """
        live, viewer = self.enter(id_, token)
        game = live.game
        with live.lock, ENGINE_LOCK:
            check_moment(live, at)
            view = game.view(live.state_at(at), viewer)
            start = game.imagine(view, SeededChance(secrets.randbits(63)))
            setup = live.match.record.head.setup
        kinds = dict(seats) or dict.fromkeys(live.sides, HUMAN)
        check_seats(kinds, live.sides, (HUMAN, *computers))
        return self._open(game, setup, kinds, live.kept.title, FORK, start)

    def from_state(self, game: Game[Any], setup: Setup, start: State) -> Created:
        """A private match for one person from any state of a game."""
        kinds = dict.fromkeys(game.scenario(setup).sides, HUMAN)
        return self._open(game, setup, kinds, "", FORK, start)

    def import_record(self, text: bytes) -> Created:
        """A record becomes a match to read: nobody plays on, everything is open."""
        self.doorkeeper.new_match()
        try:
            record = read_record(text.removesuffix(b"\n").split(b"\n") if text.strip() else [])
            game = find_game(record.head.game)
            with ENGINE_LOCK:
                verify(game, record)
        except (RecordError, BadPosition) as problem:
            raise Rejected("bad-record", str(problem)) from None
        id_ = secrets.token_hex(8)
        tokens, seats = new_seats(dict.fromkeys(game.scenario(record.head.setup).sides, NOBODY))
        status = Status(ended=IMPORT)
        if record.tail is not None:
            status = Status(None, record.tail.outcome, record.tail.ended, record.tail.by)
        lines = [StoredEntry(n, entry) for n, entry in enumerate(record.entries, start=1)]
        secret = bytes.fromhex(record.tail.secret) if record.tail else b""
        kept = first_row(id_, game, record, secret, "", IMPORT, status, seats, b"")
        self._store_new(msgspec.structs.replace(kept, version=len(lines)), lines)
        return Created(id_, tokens)

    def held(self, tokens: list[str]) -> list[tuple[StoredMatch, list[str]]]:
        """The matches of these tokens. A browser may have some of matches that are gone: whatever is
        unknown in a list counts as one wrong token."""
        hashes = {token_hash(token) for token in tokens}
        for hashed in hashes:
            self.doorkeeper.before_token(hashed)
        held = self.stored(lambda: self.store.held(tokens))
        known = {t for kept, _ in held for seat in kept.seats.values() for t in seat.tokens}
        for hashed in hashes & known:
            self.doorkeeper.right_token(hashed)
        if hashes - known:
            self.doorkeeper.wrong_token()
        return held

    # --- who is asking ------------------------------------------------------------------------------

    def live(self, id_: str) -> Session:
        """The match in memory, played again from the store if it is not there."""
        found = self._live.find(id_)
        if found is not None:
            return found
        stored = self._find(id_)
        if stored is None:
            raise Rejected("unknown-match")
        kept, lines = stored
        game = find_game(kept.game)
        try:
            check_edition(game, kept.head)
        except RecordError as problem:
            raise Rejected("other-rules", str(problem)) from None
        mark = self.stored(lambda: self.store.mark(id_))
        try:
            live = replay_stored(game, kept, lines, self._revived, mark)
        except RecordError:
            _log.exception("match %s cannot be played again", id_)
            raise Rejected("other-rules") from None
        except Damaged:
            _log.exception("match %s is damaged", id_)
            raise Rejected("damaged") from None
        self.keep_mark(live)
        return self._remember(live)

    def _find(self, id_: str) -> tuple[StoredMatch, list[StoredEntry]] | None:
        try:
            return self.store.find(id_)
        except StoreAway as problem:
            raise _store_away(problem) from None
        except Damaged:
            _log.exception("match %s is damaged", id_)
            raise Rejected("damaged") from None

    def known_version(self, id_: str) -> int | None:
        """The version of a match that is in memory; never waits for anything."""
        live = self._live.peek(id_)
        return None if live is None else live.kept.version

    def _remember(self, live: Session) -> Session:
        known, gone = self._live.keep(live)
        for one in gone:
            self.keep_mark(one, 1)
        return known

    def keep_mark(self, live: Session, every: int = MARK_EVERY) -> None:
        """Store where the match stands, so that coming back to it is quick. It may fail."""
        mark = due_mark(live, every)
        if mark is None:
            return
        try:
            self.store.keep_mark(live.kept.id, mark)
            live.marked = mark.number
        except StoreFailed as problem:
            _log.warning("no mark for match %s: %s", live.kept.id, first_line(problem))

    def _forget(self, live: Session) -> None:
        live.abandoned = True
        self._live.drop(live)

    def enter(self, id_: str, token: str) -> tuple[Session, str]:
        """The match and the viewer this token stands for: a side or the spectator.

        A match that is not in memory is loaded only for those who have a token for it.
        """
        hashed = token_hash(token)
        self.doorkeeper.before_token(hashed)
        if self._live.peek(id_) is None and holder(self.seats_at(id_), hashed) is None:
            self.doorkeeper.wrong_token()
            raise Rejected("unknown-token")
        live = self.live(id_)
        side = holder(live.kept.seats, hashed)
        if side is None:
            # Somebody may have sat down since this match was read into memory.
            self.reseat(live)
            side = holder(live.kept.seats, hashed)
        if side is None:
            self.doorkeeper.wrong_token()
            raise Rejected("unknown-token")
        self.doorkeeper.right_token(hashed)
        return live, side

    def seats_at(self, id_: str) -> dict[str, Seat]:
        """Who sits where in a match that need not be loaded. Raises `Rejected` if there is none."""
        # PostgreSQL takes no text with a NUL, not even to look for it.
        seats = {} if "\0" in id_ else self.stored(lambda: self.store.seats(id_))
        if not seats:
            raise Rejected("unknown-match")
        return seats

    def reseat(self, live: Session) -> None:
        """Read again who sits where."""
        with live.lock:
            seats = self.stored(lambda: self.store.seats(live.kept.id))
            live.kept = msgspec.structs.replace(live.kept, seats=seats)

    def stored(self, ask: Callable[[], T]) -> T:
        """What the store answers. Raises `Rejected` if it does not."""
        try:
            return ask()
        except StoreAway as problem:
            raise _store_away(problem) from None
        except StoreFailed:
            _log.exception("a change of seats was not stored")
            raise Rejected("no-store") from None

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


def first_line(problem: Exception) -> str:
    return str(problem).partition("\n")[0]


def _store_away(problem: StoreAway) -> Rejected:
    _log.error("the database cannot be read: %s", first_line(problem))
    return Rejected("store-away")
