"""Codes that are read aloud: an invitation to a seat, one's own seat, or the same person elsewhere.

To a stranger an unknown code and one that was used are the same thing.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.engine import Connection

from campagna.club.desk import Desk, now
from campagna.club.users import User, Users, merge
from campagna.core.contract import SPECTATOR
from campagna.match.errors import Rejected
from campagna.match.matches import Matches
from campagna.match.opening import new_code, read_code
from campagna.match.people_schema import device_codes, sitters, users
from campagna.match.schema import codes, matches, seats
from campagna.match.seats import INVITE, code_hash, seat_person, sides_of
from campagna.match.session import HUMAN

DEVICE_SECONDS = 300
DEVICE: Literal["device"] = "device"
Kind = Literal["invite", "carry", "device"]


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """What a code is for. `mine`: the seats there that the asker has already."""

    kind: Kind
    by: str = ""
    """Who invites, or as whom one goes on."""
    match: str = ""
    game: str = ""
    title: str = ""
    scenario: str = ""
    side: str = ""
    mine: list[str] = []
    brings: int = 0
    """Matches of this browser, which come along to the other person."""
    used: bool = False
    """Only told to those who sit in that match."""


class _Kept(NamedTuple):
    """A code of a seat as it is stored."""

    kind: Literal["invite", "carry"]
    match: str
    side: str
    expires: int | None
    used: int | None
    name: str | None
    """Of whoever invites."""


class Seated(msgspec.Struct, frozen=True):
    kind: Kind
    match: str = ""
    side: str = ""


class DeviceCode(msgspec.Struct, frozen=True):
    code: str
    seconds: int


class Invitations:
    def __init__(self, desk: Desk, people: Users, service: Matches) -> None:
        self.desk = desk
        self.people = people
        self.service = service

    # --- another device of the same person ----------------------------------------------------------

    def device_code(self, user: str) -> DeviceCode:
        """An earlier one that was not used is void."""
        code = new_code()
        mine = (device_codes.c.user == user) & device_codes.c.used.is_(None)
        row = {"hash": code_hash(code), "user": user, "expires": now() + DEVICE_SECONDS}
        with self.desk.writing() as connection:
            connection.execute(device_codes.delete().where(mine))
            connection.execute(insert(device_codes), row)
        return DeviceCode(code, DEVICE_SECONDS)

    # --- any code -----------------------------------------------------------------------------------

    def look(self, text: str, user: str) -> Found:
        """Raises `Rejected` for a code that is for nothing any more; changes nothing."""
        hashed = self._allowed(text)
        with self.desk.reading() as connection:
            device = self._device(connection, hashed)
            row = None if device else self._seat(connection, hashed)
            held = sides_of(connection, row.match, user) if row is not None and user else []
        if device is not None:
            brings = self.people.count_matches(user) if user and user != device.id else 0
            return Found(kind=DEVICE, by=device.name, brings=brings)
        if row is None or (row.used is not None and not held):
            raise self._unknown()
        _check_time(row)
        live = self.service.live(row.match).kept
        return Found(
            kind=row.kind,
            by=row.name or "",
            match=row.match,
            game=live.game,
            title=live.title,
            scenario=live.head.setup.scenario,
            side=row.side,
            mine=held,
            used=row.used is not None,
        )

    def seat(self, text: str, user: str) -> Seated:
        """Sit down; the code is void then. Of two who come at once one sits down."""
        hashed = self._allowed(text)
        time = now()
        with self.desk.reading() as connection:
            row = self._seat(connection, hashed)
        if row is None:
            raise self._unknown()
        _check_time(row)
        with self.desk.writing() as connection:
            free = (codes.c.hash == hashed) & codes.c.used.is_(None) & (codes.c.expires > time)
            old = (codes.c.hash == hashed) & codes.c.used.is_(None) & codes.c.expires.is_(None)
            took = connection.execute(update(codes).where(free | old).values(used=time)).rowcount
            if took:
                seat_person(connection, row.match, row.side, user, time)
                touched = update(matches).where(matches.c.id == row.match)
                connection.execute(touched.values(changed=time))
        if not took:
            raise self._unknown()
        self.service.reseat(self.service.live(row.match))
        return Seated(row.kind, row.match, row.side)

    def become(self, text: str, user: str) -> User | None:
        """The person whose device code this is, used up now; None if it is no such code.

        What the guest of this browser has comes along.
        """
        hashed = self._allowed(text)
        time = now()
        with self.desk.reading() as connection:
            person = self._device(connection, hashed)
        if person is None:
            return None
        if user and user != person.id:
            self._check_opponents(user, person.id)
        with self.desk.writing() as connection:
            free = (device_codes.c.hash == hashed) & device_codes.c.used.is_(None)
            taken = update(device_codes).where(free, device_codes.c.expires > time)
            if connection.execute(taken.values(used=time)).rowcount != 1:
                return None
            if user and user != person.id:
                merge(connection, user, person.id)
        return person

    def _check_opponents(self, one: str, other: str) -> None:
        """Two who sit at the same table are not one person. Raises `Rejected`: the code of an opponent
        would give him the seat of whoever uses it."""
        theirs = select(sitters.c.match).where(sitters.c.user == other, sitters.c.side != SPECTATOR)
        both = select(sitters.c.match).where(
            sitters.c.user == one, sitters.c.side != SPECTATOR, sitters.c.match.in_(theirs)
        )
        with self.desk.reading() as connection:
            if connection.execute(both.limit(1)).first() is not None:
                raise Rejected("opponents-code")

    @staticmethod
    def seated_elsewhere() -> Seated:
        """The answer to a device code: all seats of that person."""
        return Seated(DEVICE)

    def put_computer(self, id_: str, token: str, side: str, kind: str) -> None:
        """A computer takes a seat that was kept for a friend; the invitation is void."""
        live, viewer = self.service.enter(id_, token)
        if viewer not in live.sides or live.kept.seats[viewer].invited:
            raise Rejected("not-your-match")
        open_ = (codes.c.match == id_) & (codes.c.side == side) & (codes.c.kind == INVITE)
        with self.desk.writing() as connection:
            void = update(codes).where(open_, codes.c.used.is_(None)).values(used=now())
            taken = connection.execute(void).rowcount
            if taken:
                here = (seats.c.match == id_) & (seats.c.side == side) & (seats.c.kind == HUMAN)
                connection.execute(update(seats).where(here).values(kind=kind))
                touched = update(matches).where(matches.c.id == id_)
                connection.execute(touched.values(changed=now()))
        if not taken:
            raise Rejected("seat-taken")
        self.service.reseat(live)

    # --- inside -------------------------------------------------------------------------------------

    def _allowed(self, text: str) -> str:
        hashed = code_hash(read_code(text))
        self.service.doorkeeper.before_code()
        return hashed

    def _unknown(self) -> Rejected:
        self.service.doorkeeper.wrong_code()
        return Rejected("unknown-code")

    def _device(self, connection: Connection, hashed: str) -> User | None:
        alive = (device_codes.c.hash == hashed) & device_codes.c.used.is_(None)
        query = select(users.c.id, users.c.name, users.c.kind).join(
            device_codes, device_codes.c.user == users.c.id
        )
        row = connection.execute(query.where(alive, device_codes.c.expires > now())).first()
        return None if row is None else User(*row)

    def _seat(self, connection: Connection, hashed: str) -> _Kept | None:
        columns = (codes.c.kind, codes.c.match, codes.c.side, codes.c.expires, codes.c.used)
        query = select(*columns, users.c.name).outerjoin(users, users.c.id == codes.c.user)
        row = connection.execute(query.where(codes.c.hash == hashed)).first()
        return None if row is None else _Kept(*row)


def _check_time(row: _Kept) -> None:
    if row.used is None and row.expires is not None and row.expires <= now():
        raise Rejected("late-code", side=row.side, kind=row.kind)
