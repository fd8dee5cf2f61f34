"""Everybody is a user from the first click: a guest without a key, who may choose a name."""

from __future__ import annotations

import secrets

import msgspec
from sqlalchemy import func, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from campagna.club.desk import Desk, now
from campagna.club.names import check_name, skeleton
from campagna.match.errors import Rejected
from campagna.match.people_schema import my_matches, sessions, sitters, users
from campagna.match.seats import seat_person

GUEST = "guest"
MERGED = "merged"
"""A guest who turned out to be somebody else too; the row stays because records name it."""
_TRIES = 12


class User(msgspec.Struct, frozen=True):
    id: str
    name: str
    kind: str = GUEST


class Users:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def new_guest(self) -> User:
        """A guest with a number nobody else has."""
        for attempt in range(_TRIES):
            figures = 4 + attempt // 3
            number = 10 ** (figures - 1) + secrets.randbelow(9 * 10 ** (figures - 1))
            guest = User(secrets.token_hex(16), f"Guest {number}")
            row = msgspec.structs.asdict(guest)
            row |= {"name_key": guest.name.casefold(), "created": now(), "seen": now()}
            try:
                with self.desk.engine.begin() as connection:
                    connection.execute(insert(users), row)
            except IntegrityError:
                continue
            return guest
        raise Rejected("no-store")

    def find(self, id_: str) -> User | None:
        query = select(users.c.id, users.c.name, users.c.kind).where(users.c.id == id_)
        with self.desk.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else User(*row)

    def rename(self, id_: str, name: str) -> User:
        """Raises `Rejected` if somebody has a name that looks like it."""
        name = check_name(name)
        key = skeleton(name)
        theirs = (users.c.name_key == key) & (users.c.id != id_)
        with self.desk.reading() as connection:
            if connection.execute(select(users.c.id).where(theirs)).first() is not None:
                raise Rejected("name-taken")
        try:
            with self.desk.engine.begin() as connection:
                mine = update(users).where(users.c.id == id_)
                connection.execute(mine.values(name=name, name_key=key))
        except IntegrityError:
            # Somebody took it between the question and now.
            raise Rejected("name-taken") from None
        return User(id_, name)

    def count_matches(self, id_: str) -> int:
        mine = (my_matches.c.user == id_) & my_matches.c.deleted.is_(False)
        with self.desk.reading() as connection:
            query = select(func.count()).select_from(my_matches).where(mine)
            return int(connection.execute(query).scalar_one())


def merge(connection: Connection, old: str, new: str) -> None:
    """What the guest `old` has becomes `new`'s too: both are the same person."""
    held = select(sitters.c.match, sitters.c.side).where(sitters.c.user == old)
    for match, side in connection.execute(held).all():
        seat_person(connection, match, side, new, now())
        here = (sitters.c.match == match) & (sitters.c.side == side)
        connection.execute(sitters.delete().where(here, sitters.c.user == old))
    kept = (my_matches.c.title, my_matches.c.archived, my_matches.c.deleted)
    mine = select(my_matches.c.match, *kept).where(my_matches.c.user == old)
    for match, title, archived, deleted in connection.execute(mine).all():
        theirs = (my_matches.c.match == match) & (my_matches.c.user == new)
        values = {"title": title, "archived": archived, "deleted": deleted}
        connection.execute(
            update(my_matches).where(theirs, my_matches.c.title == "").values(values)
        )
    connection.execute(my_matches.delete().where(my_matches.c.user == old))
    connection.execute(update(sessions).where(sessions.c.user == old).values(user=new))
    connection.execute(update(users).where(users.c.id == old).values(kind=MERGED))
