"""How matches come from the store into memory, and how what is there is kept right.

What is stored is the truth; what is in memory is a copy of it, right if its version is that of the row.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from campagna.core.chance import Chance, SealedChance
from campagna.core.contract import Game, Step
from campagna.core.proof import check_edition
from campagna.core.record import RecordError
from campagna.games.registry import UnknownGame, load_game
from campagna.match.engines import HERE, Engines
from campagna.match.errors import Rejected
from campagna.match.history import Line, Read
from campagna.match.memory import Memory
from campagna.match.opening import (
    sealed,
)
from campagna.match.replaying import (
    Overtaken,
    chance_of,
    lines_of,
    reader,
    replay_stored,
    taken_up,
)
from campagna.match.session import (
    ReadMark,
    Session,
)
from campagna.match.standing import Job
from campagna.match.storage import (
    Damaged,
    Mark,
    Standing,
    Store,
    StoreAway,
    StoredMatch,
    StoreFailed,
)
from campagna.match.token_limits import Doorkeeper, Limits

T = TypeVar("T")

_log = logging.getLogger(__name__)


def find_game(slug: str) -> Game[Any]:
    try:
        return load_game(slug)
    except UnknownGame as problem:
        raise Rejected("unknown-game", str(problem)) from None


JobFor = Callable[[StoredMatch, Step, int], Job]


class Loading:
    """Thread-safe. `dice` seals the chance of each new match; `revived` brings it back from disk."""

    def __init__(
        self,
        store: Store,
        *,
        dice: Callable[[str], SealedChance] = sealed,
        revived: Callable[[StoredMatch], Chance] = chance_of,
        limits: Limits | None = None,
        engines: Engines = HERE,
    ) -> None:
        self.store = store
        self._dice = dice
        self._revived = revived
        self._live = Memory()
        self.engines = engines
        self.jobs: JobFor | None = None
        """Where computers think elsewhere: the turn that begins with this version of a match."""
        self.doorkeeper = Doorkeeper(limits)

    def live(self, id_: str) -> Session:
        """The match in memory, read from the store if it is not there or has gone on elsewhere."""
        found = self._live.find(id_)
        if found is None:
            row = self._row(id_)
            return self._keep(self._load(*row))
        if found.behind:
            self.catch_up(found)
        return found

    def fresh(self, id_: str) -> Session:
        """The match as it is stored now."""
        live = self.live(id_)
        if self._has_gone_on(live):
            self.catch_up(live)
        return live

    def _has_gone_on(self, live: Session) -> bool:
        id_ = live.kept.id
        stored = self._read(id_, lambda: self.store.shelf.version(id_))
        return stored is not None and stored != live.kept.version

    def _keep(self, live: Session) -> Session:
        live.engines = self.engines
        return self._live.keep(live)

    def catch_up(self, live: Session) -> None:
        """Read again where a match in memory stands. Raises `Rejected`."""
        with live.lock:
            kept, standing = self._row(live.kept.id)
            if kept.version == live.kept.version:
                live.kept = msgspec.structs.replace(live.kept, seats=kept.seats)
                live.behind = False
                return
            fresh = self._load(kept, standing)
            live.stand(fresh.kept, fresh.match, fresh.history, self._marks_of(kept.id))

    def _row(self, id_: str) -> tuple[StoredMatch, Standing | None]:
        # PostgreSQL takes no text with a NUL, not even to look for it.
        found = None if "\0" in id_ else self._read(id_, lambda: self.store.shelf.take_up(id_))
        if found is None:
            raise Rejected("unknown-match")
        return found

    def _load(self, kept: StoredMatch, standing: Standing | None) -> Session:
        """The match of this row. Raises `Rejected`."""
        game = find_game(kept.game)
        try:
            check_edition(game, kept.head)
        except RecordError as problem:
            raise Rejected("other-rules", str(problem)) from None
        if standing is not None:
            read, marks = self._lines_of(game, kept), self._marks_of(kept.id)
            try:
                stood = taken_up(game, kept, standing, self._revived, read, marks)
            except Damaged as problem:
                # Its orders may still tell where it stands.
                _log.error("match %s is played again: %s", kept.id, problem)
            else:
                live = Session(game, *stood, marks)
                live.close_record()
                return live
        return self._replayed(game, kept.id)

    def _replayed(self, game: Game[Any], id_: str) -> Session:
        """A match of before there were standings, played again; its row is filled then."""
        found = self._read(id_, lambda: self.store.find(id_))
        if found is None:
            raise Rejected("unknown-match")
        kept, lines = found
        try:
            live, marks = replay_stored(game, kept, lines, self._revived)
        except RecordError:
            _log.exception("match %s cannot be played again", id_)
            raise Rejected("other-rules") from None
        except Damaged:
            _log.exception("match %s is damaged", id_)
            raise Rejected("damaged") from None
        try:
            self.store.settle(live.kept, live.standing(), lines_of(live), marks)
        except StoreFailed as problem:
            # It will be played again next time.
            _log.warning("match %s is not filled: %s", id_, first_line(problem))
        return live

    def _lines_of(self, game: Game[Any], kept: StoredMatch) -> Read:
        read = reader(self.store.shelf, game, kept)

        def lines(after: int, last: int) -> list[Line]:
            return self._read(kept.id, lambda: read(after, last))

        return lines

    def _marks_of(self, id_: str) -> ReadMark:
        def mark(at: int) -> Mark | None:
            return self._read(id_, lambda: self.store.shelf.mark(id_, at))

        return mark

    def _read(self, id_: str, ask: Callable[[], T]) -> T:
        """What the store tells of a match. Raises `Rejected` if it does not."""
        try:
            return ask()
        except StoreAway as problem:
            raise store_away(problem) from None
        except Overtaken:
            self.heard(id_)
            raise Rejected("store-away") from None
        except Damaged:
            _log.exception("match %s is damaged", id_)
            raise Rejected("damaged") from None

    def known_version(self, id_: str) -> int | None:
        """The version of a match that is in memory; never waits for anything."""
        live = self._live.peek(id_)
        return None if live is None or live.behind else live.kept.version

    def heard(self, id_: str, version: int | None = None) -> None:
        """The match has this version, says somebody: what is older here is read again when it is needed.

        Without a version: something about it has changed.
        """
        live = self._live.peek(id_)
        if live is not None and (version is None or live.kept.version < version):
            live.behind = True

    def _forget(self, live: Session) -> None:
        live.abandoned = True
        self._live.drop(live)


def first_line(problem: Exception) -> str:
    return str(problem).partition("\n")[0]


def store_away(problem: StoreAway) -> Rejected:
    _log.error("the database cannot be read: %s", first_line(problem))
    return Rejected("store-away")
