"""The messages of the interface: what a browser sends and what it is answered."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Literal

import msgspec

from campagna.core.blocks import BlockAsk
from campagna.core.contract import Outcome, Step, Text
from campagna.core.ruler import Mark
from campagna.core.tabletop import Spot
from campagna.match.salted import Seal
from campagna.match.views import Ended, SeatView


class OrderMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`connection`: the sender's own socket, which need not be told what the answer tells."""

    version: int
    order: msgspec.Raw
    connection: str = ""
    token: str = ""
    seal: Seal | None = None
    """Salt and signature of the order, in a match with salted dice."""


class CheckMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    order: msgspec.Raw
    token: str = ""


MOST_CHECKS = 64


class CheckList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders to be asked about together."""

    orders: Annotated[list[msgspec.Raw], msgspec.Meta(max_length=MOST_CHECKS)]
    forecasts: bool = True
    """False: only whether each is allowed, which is quicker to say."""
    token: str = ""


class SurveyMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    piece: str
    path: tuple[Spot, ...] = ()
    token: str = ""


class BlockMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ask: BlockAsk
    token: str = ""


class RulerMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`a` and `b` are the ends of the ruler."""

    a: Mark
    b: Mark
    token: str = ""


class VersionMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    connection: str = ""
    token: str = ""


class TokenMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: str = ""


class CodeMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str


class InviteMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: str
    token: str = ""


class ServerKeys(msgspec.Struct, frozen=True):
    """The public keys with which this server signs the ends of records."""

    keys: list[str]


class EmptyMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing more is said than the address."""


class ForkMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`seats`: who plays each side, as for a new match; without it everybody is a person."""

    at: int
    seats: dict[str, str] = {}
    token: str = ""


class MatchCard(msgspec.Struct, frozen=True, kw_only=True):
    """A match in the list of those that somebody can take up again."""

    match: str
    game: str
    title: str
    scenario: str
    origin: str
    version: int
    viewers: list[str]
    seats: dict[str, str]
    step: Step | None
    prompt: Text
    yours: bool
    outcome: Outcome | None
    ended: Ended | None
    created: int
    changed: int


class Seats(msgspec.Struct, frozen=True, tag="seats"):
    """Somebody came or left."""

    seats: dict[str, SeatView]


class Thinking(msgspec.Struct, frozen=True, tag="thinking"):
    """A computer seat has given `done` orders in a row and thinks about the next one.

    With `of`, a seat that searches has done `done` of so many evaluations for this order.
    """

    side: str
    done: int
    of: int | None = None


class Curtain(msgspec.Struct, frozen=True):
    """Whether two who share a screen must not see each other's table now."""

    needed: bool


class DecideNow(msgspec.Struct, frozen=True):
    """Whether a computer was thinking and has been asked for its order at once."""

    hurried: bool


class Failure(msgspec.Struct, frozen=True):
    """Every answer with a status of 4xx or 5xx; some have more fields."""

    error: str
    message: Text
    detail: str = ""


class Health(msgspec.Struct, frozen=True):
    status: Literal["ok"]
    version: str
    network: str = ""
    """The address by which others on the network reach this server; empty if they cannot."""


@lru_cache
def program_version() -> str:
    try:
        return version("campagna")
    except PackageNotFoundError:
        return "source"
