"""What a match may be called: one short line that looks like what it is."""

from __future__ import annotations

import unicodedata

from campagna.match.errors import Rejected

TITLE_LIMIT = 80
_NOT_IN_A_LINE = ("Cc", "Cs", "Zl", "Zp")
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that reverse the direction of what follows, also outside the title."""


def check_title(title: str) -> None:
    """Raises `Rejected`. Databases refuse NUL, and lists of matches show titles on one line."""
    hidden = any(unicodedata.category(c) in _NOT_IN_A_LINE or c in _TURNING for c in title)
    if hidden or len(title) > TITLE_LIMIT:
        raise Rejected("bad-title", limit=TITLE_LIMIT)
