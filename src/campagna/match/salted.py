"""Matches with salted dice: what the server promises, and what every order must bring.

The server promises its secret before it hears the first salt, and the mover signs each order together with
a salt of its own; `core/seals.py` has the formulas.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable

import msgspec

from campagna.core import seals
from campagna.core.chance import SealedChance, commitment
from campagna.core.record import Record, Salted, Signed
from campagna.match.errors import Rejected

SALTED_TIER, SEALED_TIER = "salted", "sealed"

_DIGITS = "64 hexadecimal digits, small ones"
_MATCH = re.compile("[0-9a-f]{16}")


class Promise(msgspec.Struct, frozen=True):
    """A match that nobody has begun yet: its name and the hash of its secret."""

    match: str
    commitment: str
    server: str
    """The public key of the server."""


class NewSalts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For a match with salted dice: which promise it uses, and keys and salts of the maker's own sides."""

    match: str
    keys: dict[str, str]
    salts: dict[str, str]


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an order brings in a match with salted dice; all three in hexadecimal digits."""

    salt: str
    sig: str
    key: str


class Promises:
    """What a server derives from its master key: secrets of matches, and its own signature."""

    def __init__(self, master: bytes) -> None:
        self._master = master
        self.seed = seals.server_seed(master)
        self.server = seals.public_key(self.seed)

    def new(self) -> Promise:
        begin = secrets.token_hex(5)
        match = begin + seals.promise_mark(self._master, begin)
        return Promise(match, commitment(seals.match_secret(self._master, match)), self.server)

    def dice(self, match: str) -> SealedChance:
        """The dice that were promised for this match."""
        return SealedChance(seals.match_secret(self._master, match), match)

    def salted(self, wish: NewSalts, own: Iterable[str], computers: Iterable[str]) -> Salted:
        """What the head of the record holds. Raises `Rejected` unless every own side has its key."""
        if not self._is_promised(wish.match):
            raise Rejected("bad-salt", "match: the name that POST /api/promise gave")
        for name, given, fits in (
            ("keys", wish.keys, seals.is_key),
            ("salts", wish.salts, seals.is_salt),
        ):
            if set(given) != set(own):
                raise Rejected("bad-salt", f"{name}: one for each of: {', '.join(own)}")
            for side, text in given.items():
                if not fits(text):
                    raise Rejected("bad-salt", f"{name}.{side}: {_DIGITS}")
        keys = {**wish.keys, **dict.fromkeys(computers, self.server)}
        return Salted(keys, dict(wish.salts), self.server)

    def _is_promised(self, match: str) -> bool:
        if _MATCH.fullmatch(match) is None:
            return False
        return match[10:] == seals.promise_mark(self._master, match[:10])

    def sign(self, record: Record, side: str, order: bytes) -> Signed:
        """The order of a computer."""
        salt = secrets.token_hex(seals.SALT_BYTES)
        digest = seals.order_digest(record.chain, side, self.server, salt, order)
        return Signed(order, salt, seals.sign(self.seed, digest), self.server)


def signed_order(record: Record, side: str, order: bytes, seal: Seal | None) -> Signed:
    """The order of a person. Raises `Rejected` unless it was signed for this moment."""
    if seal is None:
        raise Rejected("bad-salt", "seal: the dice of this match want a salt and a signature")
    if not seals.is_salt(seal.salt):
        raise Rejected("bad-salt", f"seal.salt: {_DIGITS}")
    if not seals.is_key(seal.key):
        raise Rejected("bad-salt", f"seal.key: a public key of Ed25519, {_DIGITS}")
    digest = seals.order_digest(record.chain, side, seal.key, seal.salt, order)
    if not seals.is_signed(seal.key, digest, seal.sig):
        raise Rejected("bad-signature")
    return Signed(order, seal.salt, seal.sig, seal.key)


def check_bytes(order: bytes) -> None:
    """Raises `Rejected`: what is signed stands in the record, and there a line has no spaces."""
    if msgspec.json.format(order, indent=-1) != order:
        raise Rejected("malformed", "order: without spaces, as it was signed")
