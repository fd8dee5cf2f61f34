"""Who sits where, as it is stored: seats with their tokens, and the codes that lead to them."""

from __future__ import annotations

import hashlib

import msgspec
from sqlalchemy import select
from sqlalchemy.engine import Connection

from campagna.match.schema import codes, seat_tokens, seats


class Seat(msgspec.Struct, frozen=True):
    """`kind` is human, the name of a computer seat, nobody, or spectator.

    A person may sit at several devices, each with a token of its own.
    """

    kind: str
    tokens: tuple[str, ...] = ()
    """Hashes of the tokens that open it."""
    invited: bool = False
    """Whether it was kept for a friend. Without tokens the friend has not come yet."""


INVITE, CARRY = "invite", "carry"


class Code(msgspec.Struct, frozen=True):
    """What can be exchanged once for a token: an invitation, or one's own seat for another device."""

    kind: str
    side: str
    expires: int | None
    used: int | None


def code_hash(code: str) -> str:
    return hashlib.sha256(b"campagna-code:" + code.encode(errors="replace")).hexdigest()


def seats_of(connection: Connection, match: str) -> dict[str, Seat]:
    sitting = connection.execute(select(seats.c.side, seats.c.kind).where(seats.c.match == match))
    columns = (seat_tokens.c.side, seat_tokens.c.hash)
    tokens: dict[str, list[str]] = {}
    for side, hashed in connection.execute(select(*columns).where(seat_tokens.c.match == match)):
        tokens.setdefault(side, []).append(hashed)
    kept_free = select(codes.c.side).where(codes.c.match == match, codes.c.kind == INVITE)
    invited = set(connection.execute(kept_free).scalars())
    return {
        side: Seat(kind, tuple(sorted(tokens.get(side, ()))), side in invited)
        for side, kind in sitting
    }
