"""The matches of one store: where they are opened, found again and kept.

What is stored is the truth; what is in memory is a copy that was played again from it.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from campagna.core.chance import SealedChance, SeededChance
from campagna.core.contract import BadPosition, Game, Setup, State
from campagna.core.record import RULES, RecordError, Salted
from campagna.core.record_file import read_record
from campagna.match.engines import WHOLE_MATCH_SECONDS
from campagna.match.errors import Rejected
from campagna.match.loading import Loading, find_game, store_away
from campagna.match.match import Match
from campagna.match.opening import (
    Created,
    NewMatch,
    check_seats,
    first_row,
    holder,
    new_code,
    new_seats,
    own_seat,
)
from campagna.match.questions import proven
from campagna.match.replaying import (
    begun,
)
from campagna.match.salted import NewSalts, Promise, Promises
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
    Standing,
    Status,
    StoreAway,
    StoredEntry,
    StoredMatch,
    StoreFailed,
    token_hash,
)
from campagna.match.titles import check_title
from campagna.match.views import check_moment
from campagna.match.visitors import MINE, visitor

T = TypeVar("T")

IMPORT = "import"
PLAYED, FORK = "played", "fork"

_log = logging.getLogger(__name__)


class Matches(Loading):
    """Thread-safe."""

    # --- matches ------------------------------------------------------------------------------------

    def create(
        self, wish: NewMatch, computers: tuple[str, ...], *, is_keyless: bool = False
    ) -> Created:
        """`is_keyless`: with salted dice nobody has a key yet; each brings his with his first order."""
        game = find_game(wish.game)
        check_title(wish.title)
        try:
            setup = game.new_setup(wish.scenario, wish.options)
            sides = game.scenario(setup).sides
        except BadPosition as problem:
            raise Rejected("bad-setup", str(problem)) from None
        check_seats(wish.seats, sides, (HUMAN, FRIEND, *computers))
        if wish.salted is None:
            return self._open(game, setup, wish.seats, wish.title, PLAYED, None)
        salted = self._salted(wish.seats, wish.salted, is_keyless)
        dice = self.promises.dice(wish.salted.match)
        return self._open(game, setup, wish.seats, wish.title, PLAYED, None, dice, salted)

    def _salted(self, kinds: dict[str, str], wish: NewSalts, is_keyless: bool) -> Salted:
        own = [side for side, kind in kinds.items() if kind == HUMAN and not is_keyless]
        computers = [side for side, kind in kinds.items() if kind not in (HUMAN, FRIEND)]
        salted = self.promises.salted(wish, own, computers)
        if not self.stored(lambda: self.store.use_promise(wish.match)):
            raise Rejected("used-promise")
        return salted

    @cached_property
    def promises(self) -> Promises:
        """What this server promises, and how it signs: the same in every process of one store."""
        return Promises(self.stored(self.store.master))

    def promise(self) -> Promise:
        """A match for which the server has fixed its secret."""
        return self.promises.new()

    def _open(
        self,
        game: Game[Any],
        setup: Setup,
        kinds: dict[str, str],
        title: str,
        origin: str,
        start: State | None,
        chance: SealedChance | None = None,
        salted: Salted | None = None,
    ) -> Created:
        self.doorkeeper.new_match()
        id_ = secrets.token_hex(8) if chance is None else chance.match
        chance = self._dice(id_) if chance is None else chance
        stored = b"" if start is None else state_to_bytes(start)
        with ENGINE_LOCK:
            try:
                match = Match(game, setup, chance, id_, start=start, salted=salted)
            except BadPosition as problem:
                raise Rejected("bad-setup", str(problem)) from None
            ended = RULES if match.outcome else ""
            status = Status(match.step, match.outcome, ended, keys=dict(match.record.keys))
        tokens, seats = new_seats(kinds, visitor().user)
        invitations = {side: new_code() for side, seat in seats.items() if seat.invited}
        kept = first_row(
            id_, game, match.record, chance.secret, title, origin, status, seats, stored
        )
        live = begun(game, kept, match, self._marks_of(id_))
        hashes = {s: code_hash(code) for s, code in invitations.items()}
        self._store_new(kept, invitations=hashes, standing=live.standing())
        self._keep(live)
        if visitor().user:
            self.reseat(live)
        return Created(id_, tokens, invitations)

    def _store_new(
        self,
        kept: StoredMatch,
        lines: list[StoredEntry] | None = None,
        invitations: dict[str, str] | None = None,
        standing: Standing | None = None,
    ) -> None:
        try:
            self.store.add(kept, lines or (), invitations, standing)
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
            text = text.removesuffix(b"\n")
            record = read_record(text.split(b"\n") if text.strip() else [])
            game = find_game(record.head.game)
            self.engines.ask(WHOLE_MATCH_SECONDS, proven, text)
        except (RecordError, BadPosition) as problem:
            raise Rejected("bad-record", str(problem)) from None
        id_ = secrets.token_hex(8)
        sides = game.scenario(record.head.setup).sides
        tokens, seats = new_seats(dict.fromkeys(sides, NOBODY), visitor().user)
        status = Status(ended=IMPORT)
        if record.tail is not None:
            tail = record.tail
            status = Status(None, tail.outcome, tail.ended, tail.by, sig=tail.sig)
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

    def enter(self, id_: str, token: str, version: int | None = None) -> tuple[Session, str]:
        """The match and the viewer this token stands for: a side or the spectator.

        A match is loaded only for those who have a token for it. What is in memory is right if it is
        of the version that is stored; whoever asks for a `version` that is in memory need not look, for
        his order will be stored only if nobody was first.

        Instead of a token: `@side`, a seat of the visitor, or nothing, the one that is to decide.
        """
        token = token or visitor().bearer
        if token[:1] in ("", MINE):
            user, wanted = visitor().user, token[1:]
            live, side = self._find_seat(id_, version, lambda seats: own_seat(seats, user, wanted))
            if live is None or side is None:
                raise Rejected("unknown-token")
            if not wanted:
                step = live.kept.status.step
                own = step is not None and own_seat(live.kept.seats, user, step.side)
                side = own or side
            return live, side
        hashed = token_hash(token)
        self.doorkeeper.before_token(hashed)
        live, side = self._find_seat(id_, version, lambda seats: holder(seats, hashed))
        if live is None or side is None:
            self.doorkeeper.wrong_token()
            raise Rejected("unknown-token")
        self.doorkeeper.right_token(hashed)
        return live, side

    def _find_seat(
        self, id_: str, version: int | None, find: Callable[[dict[str, Seat]], str | None]
    ) -> tuple[Session | None, str | None]:
        """The match and the seat of whoever asks; it is loaded only for those who have one."""
        live = self._live.find(id_)
        if live is None:
            kept, standing = self._row(id_)
            if find(kept.seats) is None:
                return None, None
            live = self._keep(self._load(kept, standing))
        elif live.behind or (live.kept.version != version and self._has_gone_on(live)):
            self.catch_up(live)
        side = find(live.kept.seats)
        if side is None:
            # Somebody may have sat down since this match was read into memory.
            self.reseat(live)
            side = find(live.kept.seats)
        return live, side

    def own_seats(self, id_: str, tokens: list[str]) -> list[str]:
        """These tokens; without any, all seats of the visitor."""
        user = visitor().user
        if tokens or not user:
            return tokens
        return [MINE + side for side in self.stored(lambda: self.store.sides_of(id_, user))]

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
            raise store_away(problem) from None
        except StoreFailed:
            _log.exception("a change of seats was not stored")
            raise Rejected("no-store") from None

    def record(self, id_: str, tokens: list[str]) -> bytes:
        """The record of a match that is over, or of one whose every seat these tokens hold."""
        entered = [self.enter(id_, token) for token in self.own_seats(id_, tokens)]
        if not entered:
            raise Rejected("unknown-token")
        live = entered[0][0]
        if live.kept.origin == FORK:
            raise Rejected("no-record")
        with live.lock:
            if not live.over and not set(live.sides) <= {viewer for _, viewer in entered}:
                raise Rejected("not-over")
            record = live.match.record
            if record.salted and live.kept.origin == PLAYED:
                record.sign(self.promises.seed)
            elif record.tail is not None:
                record.tail = msgspec.structs.replace(record.tail, sig=live.kept.status.sig)
            return b"".join(line + b"\n" for line in record.lines())
