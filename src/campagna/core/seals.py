"""The bytes that prove a record of format 2: who gave an order, and that nobody chose its dice.

docs/dice.md tells them exactly, so that anybody can write a verifier. Every order carries a salt and a
signature of its mover. A throw depends on the secret of the match, which only the server knows, and on
the salt, which only the mover knows until the order is given.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping

SALT_BYTES = 32
_HEX_32 = re.compile("[0-9a-f]{64}")
_HEX_64 = re.compile("[0-9a-f]{128}")


_SMALL_ORDER = frozenset(
    {
        "00" * 32,
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ec" + "ff" * 30 + "7f",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
    }
)
"""Points under which one signature fits many messages; the highest bit does not count."""


def is_salt(text: str) -> bool:
    """Whether this is 32 bytes in small hexadecimal digits."""
    return _HEX_32.fullmatch(text) is not None


def is_key(text: str) -> bool:
    """Whether this can be a public key."""
    if not is_salt(text):
        return False
    last = int(text[-2:], 16) & 0x7F
    return f"{text[:-2]}{last:02x}" not in _SMALL_ORDER


# --- digests ----------------------------------------------------------------------------------------


def order_digest(chain: str, side: str, key: str, salt: str, order: bytes) -> bytes:
    """What the mover signs: all that came before, the side, its key, a fresh salt, the order as sent."""
    head = f"campagna-order:{chain}:{side}:".encode()
    return hashlib.sha256(head + bytes.fromhex(key + salt) + order).digest()


def setup_digest(match: str, salts: Mapping[str, str]) -> bytes:
    """The same for the set-up: nothing of it is left for the server to choose."""
    given = "".join(f"{side}={salts[side]};" for side in sorted(salts))
    return hashlib.sha256(f"campagna-setup:{match}:{given}".encode()).digest()


def throw_digest(digest: bytes, witnesses: Iterable[bytes] = ()) -> bytes:
    """What the dice of an order depend on besides the secret."""
    return hashlib.sha256(b"campagna-throw:" + digest + b"".join(witnesses)).digest()


def blind(secret: bytes, match: str, number: int) -> str:
    """Hides what a link stands for: without it a player could try hidden draws until one fits.

    `number` counts the orders from 1; 0 is the set-up.
    """
    return hmac.digest(secret, f"campagna-blind:{match}:{number}".encode(), "sha256").hex()


def link(previous: str, line: bytes) -> str:
    """The link of a line that says which state it led to; `line` has an empty one in its place."""
    return hashlib.sha256(previous.encode() + line).hexdigest()


def end_digest(first: str, last: str, tail: bytes) -> bytes:
    """What the server signs at the end: the first link, the last one, the tail without its signature."""
    return hashlib.sha256(f"campagna-end:{first}:{last}:".encode() + tail).digest()


# --- what a server derives from its master key ------------------------------------------------------


def match_secret(master: bytes, match: str) -> bytes:
    """The secret of a match: promised before any salt is known, and the same whoever asks again."""
    return hmac.digest(master, f"campagna-match:{match}".encode(), "sha256")


def promise_mark(master: bytes, begin: str) -> str:
    """The end of the name of a match that was promised: nobody else can make it up."""
    return hmac.digest(master, f"campagna-promise:{begin}".encode(), "sha256").hex()[:6]


def server_seed(master: bytes) -> bytes:
    """The private key with which the server signs."""
    return hmac.digest(master, b"campagna-server-key", "sha256")


# --- Ed25519 ----------------------------------------------------------------------------------------


def public_key(seed: bytes) -> str:
    """The public key of a private one."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw().hex()


def sign(seed: bytes, digest: bytes) -> str:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed).sign(digest).hex()


def is_signed(key: str, digest: bytes, signature: str) -> bool:
    """Whether the holder of this public key signed this. False for what is no key or no signature."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if not is_key(key) or _HEX_64.fullmatch(signature) is None:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
            bytes.fromhex(signature), digest
        )
    except (InvalidSignature, ValueError):
        return False
    return True
