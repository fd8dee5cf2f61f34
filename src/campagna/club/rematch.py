"""Once more with the sides exchanged: against a computer at once, among people when all have asked."""

from __future__ import annotations

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from campagna.club.desk import Desk, now
from campagna.match.errors import Rejected
from campagna.match.matches import Matches
from campagna.match.opening import NewMatch
from campagna.match.people_schema import my_matches, proposals
from campagna.match.salted import NewSalts
from campagna.match.schema import codes, matches
from campagna.match.seats import INVITE, REMATCH, Seat, seat_person
from campagna.match.session import FRIEND, HUMAN, NOBODY, Session


class Rematch(msgspec.Struct, frozen=True):
    """The next match, once there is one; `waiting`: the sides that have not asked for it yet."""

    match: str = ""
    waiting: list[str] = []


class Rematches:
    def __init__(self, desk: Desk, service: Matches) -> None:
        self.desk = desk
        self.service = service

    def ask(self, user: str, id_: str, computers: tuple[str, ...]) -> Rematch:
        live = self.service.live(id_)
        self.service.reseat(live)
        people = _people(live)
        mine = [side for side, seat in people.items() if user in _users(seat)]
        if not mine:
            raise Rejected("wrong-seat")
        if not live.over:
            raise Rejected("not-finished")
        done = self._next(id_)
        if done:
            return Rematch(done)
        row = {"match": id_, "kind": REMATCH, "user": user, "at": now()}
        try:
            with self.desk.engine.begin() as connection:
                connection.execute(insert(proposals), row)
        except IntegrityError:
            pass  # asked before
        self.service.reseat(live)
        waiting = [side for side, seat in _people(live).items() if seat.people and not seat.again]
        return Rematch("", waiting) if waiting else self._begin(user, live, computers)

    def _begin(self, user: str, live: Session, computers: tuple[str, ...]) -> Rematch:
        """All have asked. Should two begin it at once, one of the matches is the next and both hear of it."""
        kept = live.kept
        sides = list(live.sides)
        before = dict(zip(sides, sides[1:] + sides[:1], strict=True))
        setup = live.match.record.head.setup
        kinds = {side: _kind(kept.seats[before[side]], user) for side in sides}
        wish = NewMatch(kept.game, kinds, setup.scenario, live.game.options(setup), kept.title)
        if live.match.record.salted:
            salted = NewSalts(self.service.promise().match, {}, {})
            wish = msgspec.structs.replace(wish, salted=salted)
        made = self.service.create(wish, computers, is_keyless=True)
        friends = [side for side in sides if kinds[side] == FRIEND]
        try:
            with self.desk.engine.begin() as connection:
                this = update(matches).where(matches.c.id == made.match)
                connection.execute(this.values(rematch_of=kept.id))
                for side in friends:
                    _seat_all(connection, made.match, side, kept.seats[before[side]])
        except IntegrityError:
            # Somebody else was first. Nobody has seen this one: it is taken off the list.
            with self.desk.writing() as connection:
                _drop(connection, made.match, user)
            return Rematch(self._next(kept.id))
        self.service.reseat(self.service.live(made.match))
        return Rematch(made.match)

    def _next(self, id_: str) -> str:
        query = select(matches.c.id).where(matches.c.rematch_of == id_)
        with self.desk.reading() as connection:
            return str(connection.execute(query).scalar() or "")


def _people(live: Session) -> dict[str, Seat]:
    seats = live.kept.seats
    return {side: seats[side] for side in live.sides if seats[side].kind == HUMAN}


def _users(seat: Seat) -> set[str]:
    return {user for user, _ in seat.people}


def _kind(seat: Seat, user: str) -> str:
    """A seat of another person is kept for that person; so is one of a program, which comes by a code."""
    if seat.kind == NOBODY:
        return HUMAN
    return FRIEND if seat.kind == HUMAN and user not in _users(seat) else seat.kind


def _seat_all(connection: Connection, match: str, side: str, seat: Seat) -> None:
    """Whoever asked for this match sits in it; no code is needed."""
    if not seat.people:
        return
    for user, _ in seat.people:
        seat_person(connection, match, side, user, now())
    here = (codes.c.match == match) & (codes.c.side == side) & (codes.c.kind == INVITE)
    connection.execute(update(codes).where(here).values(used=now()))


def _drop(connection: Connection, match: str, user: str) -> None:
    mine = (my_matches.c.match == match) & (my_matches.c.user == user)
    connection.execute(update(my_matches).where(mine).values(deleted=True))
