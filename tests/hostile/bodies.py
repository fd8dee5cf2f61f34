"""What is done to a body that was valid: to its values first, then to its text."""

from __future__ import annotations

import copy
import gzip
import json
import random
from collections.abc import Callable
from typing import Any

NUL, HALF = "\0", "\ud800"
DIGITS = "9" * 5000
Place = tuple[Any, Any]
"""A list or an object, and the index or key of a value in it."""


def places(value: Any) -> list[Place]:
    found: list[Place] = []
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        keys = list(inner) if isinstance(inner, dict) else range(len(inner))
        for key in keys:
            found.append((inner, key))
            if isinstance(inner[key], dict | list):
                waiting.append(inner[key])
    return found


# --- values -----------------------------------------------------------------------------------------


def _drop(where: Place, luck: random.Random) -> None:
    del where[0][where[1]]


def _other_type(where: Place, luck: random.Random) -> None:
    others: tuple[Any, ...] = (
        None,
        True,
        0,
        -1,
        1.5,
        "",
        "a",
        [],
        {},
        [[]],
        {"a": 1},
        [None],
        10**30,
        1e308,
    )
    where[0][where[1]] = luck.choice(others)


def _wrapped(where: Place, luck: random.Random) -> None:
    inner = where[0][where[1]]
    where[0][where[1]] = luck.choice(([inner], {"order": inner}, [[inner]], {"": inner}))


def _deep(where: Place, luck: random.Random) -> None:
    nest: Any = []
    for _ in range(luck.choice((50, 400, 900))):
        nest = [nest] if luck.random() < 0.5 else {"a": nest}
    where[0][where[1]] = nest


def _odd_text(where: Place, luck: random.Random) -> None:
    odd = (
        NUL,
        HALF,
        f"a{NUL}b",
        "\u202e",
        "\x1b[31m",
        "<script>",
        "' OR 1=1 --",
        "../../etc/passwd",
    )
    more = ("%s%n", "\U0001f4a3" * 50, "a" * 30_000, "١٢", "²", "İ", "\u2028", "NaN", "__proto__")
    where[0][where[1]] = luck.choice((*odd, *more))


def _odd_number(where: Place, luck: random.Random) -> None:
    numbers = (-1, 2**31, 2**53 + 1, 2**63, -(2**63) - 1, 2**64, 10**40, 1e-320, -0.0, 0.5)
    where[0][where[1]] = luck.choice(numbers)


def _long_list(where: Place, luck: random.Random) -> None:
    inner = where[0][where[1]]
    one = inner[0] if isinstance(inner, list) and inner else inner
    where[0][where[1]] = [copy.deepcopy(one) for _ in range(luck.choice((2, 65, 401, 3000)))]


def _many_keys(where: Place, luck: random.Random) -> None:
    where[0][where[1]] = {f"k{n}": n for n in range(luck.choice((5, 1000, 4000)))}


def _swap(where: Place, luck: random.Random) -> None:
    """A value from elsewhere in the same list or object."""
    inner, key = where
    keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
    inner[key] = copy.deepcopy(inner[luck.choice(keys)])


def _unknown_field(where: Place, luck: random.Random) -> None:
    inner = where[0][where[1]]
    if isinstance(inner, dict):
        inner[luck.choice(("", "admin", "token2", NUL, "__class__"))] = 1
    else:
        where[0][where[1]] = {"value": inner}


VALUES: dict[str, Callable[[Place, random.Random], None]] = {
    "a field dropped": _drop,
    "another type": _other_type,
    "wrapped": _wrapped,
    "nested": _deep,
    "odd text": _odd_text,
    "odd number": _odd_number,
    "a long list": _long_list,
    "many keys": _many_keys,
    "values swapped": _swap,
    "an unknown field": _unknown_field,
}


def change_value(kind: str, body: Any, luck: random.Random) -> bytes:
    whole = [copy.deepcopy(body)]
    found = places(whole)
    # The body itself is one place among many: it comes up often enough.
    VALUES[kind](luck.choice(found), luck)
    return json.dumps(whole[0] if whole else None).encode()


# --- text -------------------------------------------------------------------------------------------


def _truncated(text: bytes, luck: random.Random) -> bytes:
    return text[: luck.randrange(len(text) or 1)]


def _flipped(text: bytes, luck: random.Random) -> bytes:
    changed = bytearray(text or b"x")
    for _ in range(luck.choice((1, 1, 3, 20))):
        changed[luck.randrange(len(changed))] = luck.randrange(256)
    return bytes(changed)


def _doubled_key(text: bytes, luck: random.Random) -> bytes:
    return text.replace(b"{", b'{"token":"x","token":null,', 1)


def _encoded(text: bytes, luck: random.Random) -> bytes:
    codec = luck.choice(("utf-16", "utf-16-le", "utf-32", "utf-7", "utf-8-sig", "cp037"))
    return text.decode(errors="replace").encode(codec, "replace")


def _not_utf8(text: bytes, luck: random.Random) -> bytes:
    bad = luck.choice((b"\xff\xfe", b"\xc3\x28", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"))
    at = luck.randrange(len(text) + 1)
    return text[:at] + bad + text[at:]


def _not_json(text: bytes, luck: random.Random) -> bytes:
    numbers = (b"NaN", b"Infinity", b"1e999", b"-", b"01", DIGITS.encode(), b"1e" + DIGITS.encode())
    other = (b"'a'", b"/* */", b"\\u12", b'"\\ud800"', b"\x00", b"{}{}", b"[" * 20_000)
    return luck.choice((text + luck.choice(other), luck.choice(numbers), luck.choice(other)))


def _number_in_text(text: bytes, luck: random.Random) -> bytes:
    """Numbers that no JSON writer of ours would write, in the place of one."""
    at = [n for n, c in enumerate(text) if chr(c).isdecimal()]
    odd = luck.choice((b"1e999", b"-1e999", DIGITS.encode(), b"1.0", b"0x10", b"1_0", b"+1"))
    if not at:
        return text + odd
    n = luck.choice(at)
    return text[:n] + odd + text[n + 1 :]


TEXTS: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "truncated text": _truncated,
    "flipped bytes": _flipped,
    "a doubled key": _doubled_key,
    "another encoding": _encoded,
    "not UTF-8": _not_utf8,
    "not JSON": _not_json,
    "odd digits": _number_in_text,
    "compressed": lambda text, luck: gzip.compress(text),
    "nothing": lambda text, luck: b"",
    "too large": lambda text, luck: text + b" " * (70_000 if luck.random() < 0.9 else 17_000_000),
}
