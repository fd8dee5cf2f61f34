"""What has happened lately at the tables of people: who sat down, what changed, who asks for a rematch.

It is read from the database, so that it does not matter which process did it.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import exists, select

from campagna.club.desk import Desk
from campagna.core.contract import SPECTATOR
from campagna.match.people_schema import my_matches, proposals, sitters, users
from campagna.match.schema import matches
from campagna.match.seats import REMATCH


class Happened(msgspec.Struct, frozen=True):
    """One thing, with the people of that match. `side` and `name`: of whoever sat down or asks."""

    kind: str
    """joined, again or changed."""
    match: str
    game: str
    at: int
    mark: str
    """Tells this one from all others."""
    users: frozenset[str] = frozenset()
    by: str = ""
    side: str = ""
    name: str = ""
    next: str = ""
    """The next match, if this one is made."""


class News:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def since(self, time: int) -> list[Happened]:
        """The earliest first."""
        sat = (
            select(sitters.c.match, sitters.c.side, sitters.c.user, sitters.c.since)
            .add_columns(users.c.name, matches.c.game)
            .join(users, users.c.id == sitters.c.user)
            .join(matches, matches.c.id == sitters.c.match)
            # Who asked for a rematch does not come as a surprise.
            .where(sitters.c.since >= time, sitters.c.side != SPECTATOR)
            .where(matches.c.rematch_of.is_(None))
        )
        later = matches.alias()
        asked = (
            select(proposals.c.match, proposals.c.user, proposals.c.at)
            .add_columns(users.c.name, matches.c.game)
            .join(users, users.c.id == proposals.c.user)
            .join(matches, matches.c.id == proposals.c.match)
            .where(proposals.c.kind == REMATCH, proposals.c.at >= time)
            .where(~exists().where(later.c.rematch_of == proposals.c.match))
        )
        columns = (matches.c.id, matches.c.game, matches.c.version, matches.c.changed)
        moved = select(*columns, matches.c.rematch_of).where(matches.c.changed >= time)
        with self.desk.reading() as connection:
            found: list[Happened] = []
            for match, side, user, at, name, game in connection.execute(sat):
                mark = f"joined {match} {side} {user}"
                one = Happened("joined", match, game, at, mark, by=user, side=side, name=name)
                found.append(one)
            for match, user, at, name, game in connection.execute(asked):
                mark = f"again {match} {user}"
                found.append(Happened("again", match, game, at, mark, by=user, name=name))
            for id_, game, version, at, before in connection.execute(moved):
                found.append(Happened("changed", id_, game, at, f"{id_} {version} {at}"))
                if before:
                    mark = f"next {before}"
                    found.append(Happened("again", before, game, at, mark, next=id_))
            ids = {one.match for one in found}
            theirs = select(my_matches.c.match, my_matches.c.user).where(
                my_matches.c.match.in_(ids)
            )
            people: dict[str, set[str]] = {}
            for match, user in connection.execute(theirs):
                people.setdefault(match, set()).add(user)
        seated = {match: frozenset(them) for match, them in people.items()}
        whole = [
            msgspec.structs.replace(one, users=seated.get(one.match, frozenset())) for one in found
        ]
        return sorted(whole, key=lambda one: (one.at, one.mark))
