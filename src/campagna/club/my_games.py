"""The matches of a person: whose turn it is, in pages that are never cut, with what is theirs alone."""

from __future__ import annotations

import logging
from typing import Any, Literal

import msgspec
from sqlalchemy import Row, Select, and_, case, exists, func, or_, select, update

from campagna.club.desk import Desk, now
from campagna.core.contract import SPECTATOR, Outcome, Text
from campagna.core.tabletop import OnTable
from campagna.match.errors import Rejected
from campagna.match.loading import find_game
from campagna.match.matches import Matches
from campagna.match.people_schema import my_matches, sitters, turns
from campagna.match.phase import OVER
from campagna.match.schema import matches, seat_tokens
from campagna.match.seats import Seat, seat_person, seats_of
from campagna.match.session import ENGINE_LOCK
from campagna.match.storage import Status, token_hash
from campagna.match.titles import check_title
from campagna.match.views import Ended, SeatView, joined, prompt

_log = logging.getLogger(__name__)

Group = Literal["turn", "waiting", "what-if", "finished", "archive"]
GROUPS: tuple[Group, ...] = ("turn", "waiting", "what-if", "finished", "archive")
PAGE = 30


class MyMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A row of one's own list. `since`: when the present turn began; `turn` is 0 where none is counted."""

    match: str
    game: str
    title: str
    scenario: str
    origin: str
    group: Group
    sides: list[str]
    seats: dict[str, SeatView]
    prompt: Text
    deciding: str
    since: int
    turn: int
    turns: int
    created: int
    changed: int
    outcome: Outcome | None
    ended: Ended | None


class MyMatches(msgspec.Struct, frozen=True):
    """A page of the list, the last change first; `after` leads to the next one, empty at the end."""

    matches: list[MyMatch]
    counts: dict[str, int]
    after: str


class MySeats(msgspec.Struct, frozen=True):
    """Where the visitor sits in a match, and what he calls it."""

    sides: list[str]
    title: str


class MyGames:
    def __init__(self, desk: Desk, service: Matches) -> None:
        self.desk = desk
        self.service = service

    # --- lists --------------------------------------------------------------------------------------

    def page(self, user: str, group: str, after: str) -> MyMatches:
        if group and group not in GROUPS:
            raise Rejected("malformed", f"state: one of {', '.join(GROUPS)}")
        known = _group(user).label("group")
        columns = (matches, known, my_matches.c.title.label("own"))
        query = _mine(select(*columns), user)
        if group:
            query = query.where(known == group)
        if after:
            changed, id_ = _place(after)
            earlier = matches.c.changed < changed
            same = and_(matches.c.changed == changed, matches.c.id > id_)
            query = query.where(or_(earlier, same))
        query = query.order_by(matches.c.changed.desc(), matches.c.id).limit(PAGE + 1)
        with self.desk.reading() as connection:
            rows = connection.execute(query).all()
            sitting = {row.id: seats_of(connection, row.id) for row in rows[:PAGE]}
            ids = list(sitting)
            found = connection.execute(select(turns).where(turns.c.match.in_(ids)))
            counted = {row.match: row for row in found}
        shown = [self._row(user, row, sitting[row.id], counted.get(row.id)) for row in rows[:PAGE]]
        last = rows[PAGE - 1] if len(rows) > PAGE else None
        more = "" if last is None else f"{last.changed}.{last.id}"
        return MyMatches([row for row in shown if row is not None], self.counts(user), more)

    def counts(self, user: str) -> dict[str, int]:
        known = _group(user).label("group")
        query = _mine(select(known, func.count()), user).group_by(known)
        with self.desk.reading() as connection:
            found: dict[str, int] = dict(list(connection.execute(query)))
        return {name: found.get(name, 0) for name in GROUPS}

    def turns(self, user: str) -> int:
        """In how many matches it is this person's turn."""
        return self.counts(user)["turn"]

    def _row(
        self, user: str, row: Row[Any], seats: dict[str, Seat], counted: Row[Any] | None
    ) -> MyMatch | None:
        """None for a match that this program cannot show: the others are shown all the same."""
        try:
            status = msgspec.json.decode(bytes(row.status), type=Status)
            head = msgspec.json.decode(bytes(row.head))
            step = None if status.ended else status.step
            turn, of = self._turn(row.id, row.version, counted)
            here = [s for s, seat in seats.items() if any(user == who for who, _ in seat.people)]
            return MyMatch(
                match=row.id,
                game=row.game,
                title=row.own or row.title,
                scenario=head["setup"]["scenario"],
                origin=row.origin,
                group=row.group,
                sides=sorted(s for s in here if s != SPECTATOR) or here,
                seats={
                    s: SeatView(
                        seat.kind, False, joined(seat), seat.people[0][1] if seat.people else ""
                    )
                    for s, seat in seats.items()
                    if s != SPECTATOR
                },
                prompt=prompt(find_game(row.game), step, status.outcome),
                deciding=step.side if step is not None else "",
                since=row.step_since,
                turn=turn,
                turns=of,
                created=row.created,
                changed=row.changed,
                outcome=status.outcome,
                ended=Ended(status.ended, status.ended_by) if status.ended else None,
            )
        except (Rejected, LookupError, TypeError, ValueError) as problem:
            _log.error("match %s is left out of a list: %r", row.id, problem)
            return None

    def _turn(self, id_: str, version: int, counted: Row[Any] | None) -> tuple[int, int]:
        """The turn of the match and how many there are; asked of the game once for each version."""
        if counted is not None and counted.version == version:
            return counted.turn, counted.of
        try:
            live = self.service.live(id_)
        except Rejected:
            # An edition that nobody here plays: its turn is not known, the match stays on the list.
            return 0, 0
        with live.lock, ENGINE_LOCK:
            game, version = live.game, live.kept.version
            if not isinstance(game, OnTable):
                return 0, 0
            track = game.tabletop(game.view(live.match.state, SPECTATOR)).track
        row = {"match": id_, "version": version, "turn": track.turn, "of": len(track.labels)}
        try:
            with self.desk.writing() as connection:
                connection.execute(turns.delete().where(turns.c.match == id_))
                connection.execute(turns.insert(), row)
        except Rejected:
            # Two looked at once, or the database is busy: it is asked of the game again next time.
            pass
        return track.turn, len(track.labels)

    # --- one match ----------------------------------------------------------------------------------

    def seats(self, user: str, id_: str) -> MySeats:
        """Nothing for somebody who does not sit there."""
        sides = self.service.stored(lambda: self.service.store.sides_of(id_, user)) if user else []
        if not sides:
            self.service.seats_at(id_)
            return MySeats([], "")
        mine = (my_matches.c.user == user) & (my_matches.c.match == id_)
        with self.desk.reading() as connection:
            title = connection.execute(select(my_matches.c.title).where(mine)).scalar()
        return MySeats(sides, title or "")

    def change(self, user: str, id_: str, title: str | None, archived: bool | None) -> None:
        values: dict[str, Any] = {}
        if title is not None:
            check_title(title)
            values["title"] = title
        if archived is not None:
            values["archived"] = archived
        if values:
            self._change(user, id_, values)

    def delete(self, user: str, id_: str) -> None:
        """Take an archived match off the list for good; the others at it keep theirs."""
        mine = (my_matches.c.user == user) & (my_matches.c.match == id_)
        with self.desk.reading() as connection:
            archived = connection.execute(select(my_matches.c.archived).where(mine)).scalar()
        if archived is None:
            raise Rejected("unknown-match")
        if not archived:
            raise Rejected("not-archived")
        self._change(user, id_, {"deleted": True})

    def _change(self, user: str, id_: str, values: dict[str, Any]) -> None:
        mine = (my_matches.c.user == user) & (my_matches.c.match == id_)
        with self.desk.writing() as connection:
            changed = connection.execute(update(my_matches).where(mine).values(values)).rowcount
        if not changed:
            raise Rejected("unknown-match")

    def adopt(self, user: str, tokens: list[str]) -> list[str]:
        """The seats that these tokens open are this person's too; the matches among them."""
        hashes = {token_hash(token) for token in tokens}
        for hashed in hashes:
            self.service.doorkeeper.before_token(hashed)
        columns = (seat_tokens.c.match, seat_tokens.c.side, seat_tokens.c.hash)
        with self.desk.writing() as connection:
            query = select(*columns).where(seat_tokens.c.hash.in_(hashes))
            found = connection.execute(query).all()
            for match, side, _ in found:
                seat_person(connection, match, side, user, now())
        for row in found:
            self.service.doorkeeper.right_token(row.hash)
        if len(found) < len(hashes):
            self.service.doorkeeper.wrong_token()
        return sorted({row.match for row in found})


def _mine(query: Select[Any], user: str) -> Select[Any]:
    theirs = and_(my_matches.c.user == user, my_matches.c.deleted.is_(False))
    return query.join(my_matches, my_matches.c.match == matches.c.id).where(theirs)


def _group(user: str) -> Any:
    turn = exists().where(
        sitters.c.match == matches.c.id,
        sitters.c.user == user,
        sitters.c.side == matches.c.step_side,
    )
    return case(
        (my_matches.c.archived, "archive"),
        (matches.c.origin == "fork", "what-if"),
        (matches.c.phase == OVER, "finished"),
        (turn, "turn"),
        else_="waiting",
    )


def _place(after: str) -> tuple[int, str]:
    changed, _, id_ = after.partition(".")
    if not changed.isdecimal() or len(changed) > 12 or not id_.isalnum():
        raise Rejected("malformed", "after: what the page before said")
    return int(changed), id_
