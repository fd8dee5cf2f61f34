"""Who sits where, as it is stored: seats with their tokens, and the codes that lead to them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.engine import Connection

from campagna.core.contract import SPECTATOR
from campagna.match.people_schema import my_matches, proposals, sitters, users
from campagna.match.schema import codes, seat_tokens, seats


class Seat(msgspec.Struct, frozen=True):
    """`kind` is human, the name of a computer seat, nobody, or spectator.

    A person may sit at several devices, each with a token of its own.
    """

    kind: str
    tokens: tuple[str, ...] = ()
    """Hashes of the tokens that open it."""
    invited: bool = False
    """Whether it was kept for a friend. Without tokens and people the friend has not come yet."""
    people: tuple[tuple[str, str], ...] = ()
    """Whose it is: the id and the name of each who sits here, the first who came first."""
    again: bool = False
    """Whether one of them asks for a rematch."""


INVITE, CARRY = "invite", "carry"
REMATCH = "rematch"
INVITE_SECONDS = 14 * 24 * 3600
"""How long an invitation is valid."""


class Code(msgspec.Struct, frozen=True):
    """What can be exchanged once for a token: an invitation, or one's own seat for another device."""

    kind: str
    side: str
    expires: int | None
    used: int | None


def code_hash(code: str) -> str:
    return hashlib.sha256(b"campagna-code:" + code.encode(errors="replace")).hexdigest()


def seats_of(connection: Connection, match: str) -> dict[str, Seat]:
    sitting = select(seats.c.side, seats.c.kind).where(seats.c.match == match)
    tokens = select(seat_tokens.c.side, seat_tokens.c.hash).where(seat_tokens.c.match == match)
    kept_free = select(codes.c.side).where(codes.c.match == match, codes.c.kind == INVITE)
    people = (
        select(sitters.c.side, users.c.id, users.c.name)
        .join(users, users.c.id == sitters.c.user)
        .where(sitters.c.match == match)
        .order_by(sitters.c.since, users.c.id)
    )
    asked = (proposals.c.match == match) & (proposals.c.kind == REMATCH)
    return seats_from(
        [(side, kind) for side, kind in connection.execute(sitting)],
        [(side, hashed) for side, hashed in connection.execute(tokens)],
        set(connection.execute(kept_free).scalars()),
        [(side, user, name) for side, user, name in connection.execute(people)],
        set(connection.execute(select(proposals.c.user).where(asked)).scalars()),
    )


def seats_from(
    sitting: Iterable[tuple[str, str]],
    tokens: Iterable[tuple[str, str]],
    invited: set[str],
    people: Iterable[tuple[str, str, str]],
    again: set[str],
) -> dict[str, Seat]:
    """From what is stored: kinds and tokens by side, sides kept for friends, people by side, and who
    of them asks for a rematch."""
    hashes: dict[str, list[str]] = {}
    for side, hashed in tokens:
        hashes.setdefault(side, []).append(hashed)
    here: dict[str, list[tuple[str, str]]] = {}
    for side, user, name in people:
        here.setdefault(side, []).append((user, name))
    return {
        side: Seat(
            kind,
            tuple(sorted(hashes.get(side, ()))),
            side in invited,
            tuple(here.get(side, ())),
            any(user in again for user, _ in here.get(side, ())),
        )
        for side, kind in sitting
    }


def sides_of(connection: Connection, match: str, user: str) -> list[str]:
    """Where this person sits; as a spectator if nowhere else."""
    mine = (sitters.c.match == match) & (sitters.c.user == user)
    found = sorted(connection.execute(select(sitters.c.side).where(mine)).scalars())
    return [side for side in found if side != SPECTATOR] or found


def seat_person(connection: Connection, match: str, side: str, user: str, now: int) -> None:
    """Sit down, in the transaction that has made sure of it. To sit down twice changes nothing."""
    at = (sitters.c.match == match) & (sitters.c.side == side) & (sitters.c.user == user)
    if connection.execute(select(sitters.c.user).where(at)).first() is None:
        row = {"match": match, "side": side, "user": user, "since": now}
        connection.execute(insert(sitters), row)
    mine = (my_matches.c.match == match) & (my_matches.c.user == user)
    if connection.execute(select(my_matches.c.user).where(mine)).first() is None:
        row = {"user": user, "match": match, "title": "", "archived": False, "deleted": False}
        connection.execute(insert(my_matches), row)
