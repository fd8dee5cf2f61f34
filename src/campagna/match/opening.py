"""What a new match is made of: the wish for one, its seats and tokens, its first row in the store."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from campagna.core.chance import SealedChance
from campagna.core.contract import SPECTATOR, Game
from campagna.core.record import Record
from campagna.match.errors import Rejected
from campagna.match.salted import NewSalts
from campagna.match.seats import Seat
from campagna.match.session import FRIEND, HUMAN
from campagna.match.storage import Status, StoredMatch, token_hash


class Created(msgspec.Struct, frozen=True):
    """A token for each seat of the maker and for spectators; for each friend's seat a code.

    The code is exchanged once for a token that the maker never sees.
    """

    match: str
    tokens: dict[str, str]
    invitations: dict[str, str] = {}


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    seats: dict[str, str]
    scenario: str | None = None
    options: dict[str, bool | str] = {}
    title: str = ""
    salted: NewSalts | None = None
    """With it nobody can foresee the dice; without it the dice are sealed by the server alone."""


def sealed(match: str) -> SealedChance:
    """Dice nobody can foresee, with a secret of their own for each match."""
    return SealedChance(secrets.token_bytes(32), match)


def check_seats(kinds: Mapping[str, str], sides: tuple[str, ...], known: tuple[str, ...]) -> None:
    if set(kinds) != set(sides):
        raise Rejected("bad-setup", f"a seat for each of: {', '.join(sides)}")
    for kind in kinds.values():
        if kind not in known:
            raise Rejected("bad-setup", f"no seat '{kind}'; there are: {', '.join(known)}")


def new_secret() -> str:
    """A token or a code that nobody guesses."""
    return secrets.token_urlsafe(18)


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: what looks alike when it is read aloud is one letter."""
_ALIKE = str.maketrans({"O": "0", "I": "1", "L": "1"})
_CODE_LENGTH = 8


def new_code() -> str:
    """40 bits that can be read aloud: `7KQ4-M2XP`."""
    number = int.from_bytes(secrets.token_bytes(5))
    letters = "".join(ALPHABET[number >> 5 * at & 31] for at in range(_CODE_LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def read_code(text: str) -> str:
    """A code as it was made, however it was written down; longer ones of before stay as they are."""
    letters = "".join(c for c in text.upper() if c.isalnum()).translate(_ALIKE)
    if len(text) > 2 * _CODE_LENGTH or len(letters) != _CODE_LENGTH or set(letters) - set(ALPHABET):
        return text
    return f"{letters[:4]}-{letters[4:]}"


def holder(seats: dict[str, Seat], hashed: str) -> str | None:
    for side, seat in seats.items():
        if any(secrets.compare_digest(token, hashed) for token in seat.tokens):
            return side
    return None


def own_seat(seats: Mapping[str, Seat], user: str, wanted: str = "") -> str | None:
    """Where this person sits: on the side that is wanted, or on the first; a spectator comes last."""
    found = [
        side for side, seat in seats.items() if user and any(user == u for u, _ in seat.people)
    ]
    if wanted:
        return wanted if wanted in found else None
    return next((side for side in found if side != SPECTATOR), found[0] if found else None)


def new_seats(kinds: dict[str, str], user: str = "") -> tuple[dict[str, str], dict[str, Seat]]:
    """Tokens for the maker's own seats and the spectators, and all seats with the hashes.

    `user`: the maker, if he came as a person: his seats are his without tokens too.
    """
    own = [side for side, kind in kinds.items() if kind == HUMAN]
    tokens = {side: new_secret() for side in (*own, SPECTATOR)}
    sitting = own or [SPECTATOR]
    seats = {
        side: Seat(
            HUMAN if kind == FRIEND else kind,
            (token_hash(tokens[side]),) if side in tokens else (),
            invited=kind == FRIEND,
            people=((user, ""),) if user and side in sitting else (),
        )
        for side, kind in {**kinds, SPECTATOR: SPECTATOR}.items()
    }
    return tokens, seats


def first_row(
    id_: str,
    game: Game[Any],
    record: Record,
    secret: bytes,
    title: str,
    origin: str,
    status: Status,
    seats: dict[str, Seat],
    start: bytes,
) -> StoredMatch:
    now = int(time.time())
    return StoredMatch(
        id=id_,
        game=game.slug,
        title=title,
        head=record.head,
        secret=secret,
        start=start,
        origin=origin,
        version=0,
        status=status,
        created=now,
        changed=now,
        seats=seats,
    )
