"""What people may call themselves, and when two names are too much alike."""

from __future__ import annotations

import re
import unicodedata

from campagna.match.errors import Rejected

SHORTEST, LONGEST = 3, 20

_RESERVED = frozenset(
    (
        *("admin", "administrator", "amministratore", "campagna", "captain", "capitano"),
        *("computer", "deleted", "friend", "general", "generale", "guest", "human", "moderator"),
        *("moderatore", "nessuno", "nobody", "organiser", "organizzatore", "ospite", "recluta"),
        *("recruit", "root", "server", "spectator", "spettatore", "staff", "support", "system"),
    )
)
_GUESTLIKE = re.compile(r"(guest|ospite)[-_]*\d*$")
_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
_LOOKS: dict[str, str] = {
    **dict(zip("абвгеёзикмнопрстухьіјѕԛԝґ", "a6bree3nkmhonpctyxbijsqwr", strict=True)),
    **dict(zip("αβγεηικλνορτυχωϲ", "abyenikavoptuxwc", strict=True)),
    **dict(zip("01358", "ol3s8", strict=True)),
    "i": "l",
    "ı": "l",
    "ß": "b",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "-": "",
    "_": "",
}
"""What a letter is taken for at a glance."""


def skeleton(name: str) -> str:
    """Two names with the same skeleton look the same: `Olga`, `0lga`, `OLGA` and `Оlga`."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    plain = (c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))
    once = "".join(_LOOKS.get(c, c) for c in plain)
    return "".join(_LOOKS.get(c, c) for c in once).replace("rn", "m").replace("vv", "w")


def check_name(name: str) -> str:
    """The name as it is kept. Raises `Rejected` with the reason."""
    name = unicodedata.normalize("NFKC", name.strip())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Rejected("bad-name", why="length", shortest=SHORTEST, longest=LONGEST)
    letters = [c for c in name if c.isalpha()]
    if not all(c.isalpha() or c in "0123456789-_" for c in name) or not letters:
        raise Rejected("bad-name", why="letters")
    scripts = {unicodedata.name(c, "?").split()[0] for c in letters}
    if len(scripts) > 1 or not scripts <= set(_SCRIPTS):
        raise Rejected("bad-name", why="letters")
    folded = name.casefold()
    taken = {skeleton(word) for word in _RESERVED}
    if skeleton(name) in taken or _GUESTLIKE.match(folded):
        raise Rejected("name-taken")
    return name
