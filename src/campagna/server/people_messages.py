"""The messages about people: who one is, one's own matches, codes."""

from __future__ import annotations

from typing import Annotated

import msgspec


class Me(msgspec.Struct, frozen=True):
    """Who the visitor is; without a name nobody yet. `turns`: in how many matches it is his turn."""

    name: str = ""
    guest: bool = True
    turns: int = 0


class NameMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


MOST_TOKENS = 200


class AdoptMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens that a browser kept before there were people."""

    tokens: Annotated[list[str], msgspec.Meta(max_length=MOST_TOKENS)]


class Adopted(msgspec.Struct, frozen=True):
    matches: list[str]


class MyMatchMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is left out stays as it is; an empty title is that of the match itself."""

    title: str | None = None
    archived: bool | None = None


class ComputerMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`kind`: which computer takes the seat."""

    side: str
    kind: str
    token: str = ""


class WatchMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: str = ""


class WatchToken(msgspec.Struct, frozen=True):
    """For spectators; whoever has it may pass it on."""

    token: str


class LinkMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    link: Annotated[str, msgspec.Meta(max_length=300)]


class Picture(msgspec.Struct, frozen=True):
    svg: str
