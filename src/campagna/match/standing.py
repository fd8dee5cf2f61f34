"""What is stored of a match: its row, where it stands, and its orders."""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance, SealedChance
from campagna.core.contract import Outcome, Step
from campagna.core.record import Entry, Head
from campagna.match.bot_reasons import Reason
from campagna.match.seats import Seat


class Status(msgspec.Struct, frozen=True):
    """Where a match stands, for lists and for what the orders alone do not tell."""

    step: Step | None = None
    outcome: Outcome | None = None
    ended: str = ""
    """"", rules, resignation, agreement or import."""
    ended_by: str = ""
    stop_offered_by: str = ""
    keys: dict[str, str] = {}
    """The present public key of each side, in a match with salted dice."""
    sig: str = ""
    """The signature of the server that an imported record comes from."""


class StoredMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it is stored, without its orders."""

    id: str
    game: str
    title: str
    head: Head
    secret: bytes
    start: bytes
    """The state a what-if starts from; empty for the set-up of the game."""
    origin: str
    """played, fork or import."""
    version: int
    status: Status
    created: int
    changed: int
    seats: dict[str, Seat]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The position and all that goes with it: a match goes on from here without its orders."""

    state: bytes
    chain: str
    """The last link of the record."""
    counter: int
    """How often the sealed dice were drawn."""
    played: int
    settled: int
    """The last order that cannot be taken back."""
    before: str = ""
    """The link before the last order, to prove that the state is what it led to."""
    last: Entry | None = None


class StoredEntry(msgspec.Struct, frozen=True):
    version: int
    """The version of the match that this order made."""
    entry: Entry
    reason: Reason | None = None
    """Why a computer gave it."""
    events: bytes | None = None
    """What came of it, as JSON; None in a database of before migration 0005."""


class Mark(msgspec.Struct, frozen=True):
    """The state after the order of this number."""

    number: int
    state: bytes


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """Work for a computer that begins with a version of a match."""

    queue: str
    task: str
    priority: int
    match: str
    version: int


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What one version of a match changes: an order, one taken back, or only the status."""

    status: Status
    standing: Standing | None = None
    line: StoredEntry | None = None
    """The order that was given; its number is the one of the standing."""
    undone: int | None = None
    """The order that was taken back."""
    mark: Mark | None = None
    job: Job | None = None
    """The turn of a computer that begins with it."""


def draw_counter(chance: Chance) -> int:
    return chance.counter if isinstance(chance, SealedChance) else 0
