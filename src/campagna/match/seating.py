"""How people come to their seats: by an invitation, or with their own seat from another device.

Both are codes that are exchanged once for a token. The token goes to whoever sits down and to nobody
else, so the maker of a match cannot play or look for a friend who has joined.
"""

from __future__ import annotations

import time

import msgspec

from campagna.core.contract import SPECTATOR
from campagna.match.errors import Rejected
from campagna.match.matches import Matches
from campagna.match.opening import new_code, new_secret, read_code
from campagna.match.seats import Code, code_hash
from campagna.match.session import ENGINE_LOCK, Session
from campagna.match.storage import token_hash

CARRY_SECONDS = 600


class Invitation(msgspec.Struct, frozen=True):
    """What a code is for: an invitation, or a seat carried to another device."""

    match: str
    game: str
    title: str
    scenario: str
    side: str
    kind: str


class Joined(msgspec.Struct, frozen=True):
    match: str
    side: str
    token: str


class NewCode(msgspec.Struct, frozen=True):
    """A code for one seat; `seconds` says how long it is valid, null without limit."""

    match: str
    side: str
    code: str
    seconds: int | None = None


class Seating(Matches):
    def seated(self, id_: str, token: str, version: int | None = None) -> tuple[Session, str]:
        live, viewer = self.enter(id_, token, version)
        if viewer == SPECTATOR:
            raise Rejected("wrong-seat")
        return live, viewer

    def invitation(self, id_: str, code: str) -> Invitation:
        """What the code is for. Raises `Rejected` if it is for nothing any more."""
        self.seats_at(id_)
        found = self._valid(id_, read_code(code))
        kept = self.live(id_).kept
        scenario = kept.head.setup.scenario
        return Invitation(id_, kept.game, kept.title, scenario, found.side, found.kind)

    def join(self, id_: str, code: str) -> Joined:
        """Exchange a code for a token. It is void then."""
        self.seats_at(id_)
        code = read_code(code)
        side = self._valid(id_, code).side
        token = new_secret()
        hashes = code_hash(code), token_hash(token)
        if not self.stored(lambda: self.store.exchange(id_, *hashes, int(time.time()))):
            # Somebody was faster: say what has become of the code.
            self._valid(id_, code)
            raise Rejected("used-code")
        self.reseat(self.live(id_))
        return Joined(id_, side, token)

    def invite(self, id_: str, token: str, side: str) -> NewCode:
        """A new invitation to a seat nobody has taken; the old one is void.

        Only for the maker: a friend who has sat down may not take the other seats too.
        """
        live, viewer = self.seated(id_, token)
        if live.kept.seats[viewer].invited:
            raise Rejected("not-your-match")
        code = new_code()
        if side not in live.sides or not self.stored(
            lambda: self.store.renew_invitation(id_, side, code_hash(code))
        ):
            raise Rejected("seat-taken")
        return NewCode(id_, side, code)

    def carry(self, id_: str, token: str) -> NewCode:
        """A code that brings one's own seat to another device; this one keeps it too."""
        _, side = self.seated(id_, token)
        code = new_secret()
        expires = int(time.time()) + CARRY_SECONDS
        self.stored(lambda: self.store.carry(id_, side, code_hash(code), expires))
        return NewCode(id_, side, code, CARRY_SECONDS)

    def watch_token(self, id_: str, token: str) -> str:
        """A token for spectators, who see what both sides know."""
        self.seated(id_, token)
        made = new_secret()
        self.stored(lambda: self.store.let_watch(id_, token_hash(made)))
        return made

    def apart(self, id_: str, tokens: list[str]) -> bool:
        """Whether the holders of these seats know different things now.

        Only somebody who holds them all can ask, so the answer tells nothing new.
        """
        entered = [self.enter(id_, token) for token in self.own_seats(id_, tokens)]
        if not entered:
            raise Rejected("unknown-token")
        live, first = entered[0]
        with live.lock, ENGINE_LOCK:
            known = live.game.view(live.match.state, first).position
            return any(live.game.view(live.match.state, v).position != known for _, v in entered)

    def _valid(self, id_: str, code: str) -> Code:
        self.doorkeeper.before_token(code_hash(code))
        found = self.stored(lambda: self.store.code(id_, code_hash(code)))
        if found is None:
            self.doorkeeper.wrong_token()
            raise Rejected("unknown-code")
        if found.used is not None:
            raise Rejected("used-code", side=found.side, kind=found.kind)
        if found.expires is not None and found.expires <= int(time.time()):
            raise Rejected("late-code", side=found.side, kind=found.kind)
        return found
