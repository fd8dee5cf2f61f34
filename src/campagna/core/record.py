"""The record of a game: set-up, chance commitment and orders. It is the save format.

On disk one JSON object a line: a head, one entry per order, and a tail when the game is over.
Each entry carries the side, the order, the draws it caused and a link of a hash chain over the
previous link, the entry itself and the state it led to; a record replays to the same states or
says at which order it does not.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, MutableSequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from campagna.core import seals
from campagna.core.chance import (
    Chance,
    Draw,
    SealedChance,
    SeededChance,
    commitment,
)
from campagna.core.contract import (
    Game,
    Order,
    Outcome,
    Setup,
    State,
    digest,
)

FORMAT, SALTED = 1, 2
"""Formats of records. In the second each order carries a salt and a signature of whoever gave it."""


class RecordError(ValueError):
    """The record cannot be read or does not prove what it claims; the message says where."""


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    campagna: int
    game: str
    rules: str
    setup: Setup
    match: str
    commitment: str = ""
    """Hash of the secret of a sealed match."""
    seed: int | None = None
    """Seed of a simulated game."""
    start: tuple[Draw, ...] = ()
    """Draws made by the set-up."""
    chain: str = ""
    keys: dict[str, str] | UnsetType = UNSET
    """From here on of format 2. The public key of each side that has one already."""
    salts: dict[str, str] | UnsetType = UNSET
    """What the players added to the dice of the set-up, by side."""
    witnesses: tuple[str, ...] | UnsetType = UNSET
    """Kept for others who take part in the dice; there are none yet."""
    server: str | UnsetType = UNSET
    """The public key that signs the end, and the orders of computers."""
    blind: str | UnsetType = UNSET
    state: str | UnsetType = UNSET
    """The fingerprint of the state it led to."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: str
    order: msgspec.Raw
    """In format 2 as its mover signed it."""
    draws: tuple[Draw, ...]
    chain: str
    salt: str | UnsetType = UNSET
    """From here on of format 2. What the mover adds to the dice."""
    sig: str | UnsetType = UNSET
    """The mover's signature."""
    key: str | UnsetType = UNSET
    """The public key of the side from this order on, where it is not the one before."""
    blind: str | UnsetType = UNSET
    state: str | UnsetType = UNSET


class Signed(msgspec.Struct, frozen=True):
    """An order as its mover gives it in a match of format 2."""

    order: bytes
    salt: str
    sig: str
    key: str
    """The public key that proves the signature."""
    blind: str = ""
    """Known already where an order is played again; otherwise it follows from the secret."""


class Salted(msgspec.Struct, frozen=True):
    """What the head of a record of format 2 holds besides."""

    keys: dict[str, str]
    salts: dict[str, str]
    server: str


Ending = Literal["rules", "resignation", "agreement"]
RULES: Ending = "rules"
RESIGNATION: Ending = "resignation"
AGREEMENT: Ending = "agreement"
RESIGNED, STOPPED = "resigned", "stopped"
"""Levels of the outcomes that no rule of the game brought about."""


class Tail(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    outcome: Outcome
    orders: int
    secret: str = ""
    ended: Ending = RULES
    by: str = ""
    """The side that resigned, or that agreed to stop."""
    sig: str = ""
    """Of format 2: the server's signature."""


def ended_early(sides: tuple[str, ...], ended: Ending, by: str) -> Outcome:
    """The outcome of a match that its players end before the rules do."""
    others = [s for s in sides if s != by]
    if ended == RESIGNATION:
        return Outcome(others[0] if len(others) == 1 else None, RESIGNED)
    return Outcome(None, STOPPED)


def first_line(
    game: Game[Any], setup: Setup, match: str, chance: Chance, salted: Salted | None = None
) -> Head:
    """The head of a record before its set-up: without draws, state and link."""
    head = Head(
        campagna=FORMAT if salted is None else SALTED,
        game=game.slug,
        rules=game.edition(setup),
        setup=setup,
        match=match,
        commitment=commitment(chance.secret) if isinstance(chance, SealedChance) else "",
        seed=chance.seed if isinstance(chance, SeededChance) else None,
    )
    if salted is None:
        return head
    if not isinstance(chance, SealedChance):
        raise ValueError("only sealed dice are salted")
    return msgspec.structs.replace(
        head,
        keys=salted.keys,
        salts=salted.salts,
        witnesses=(),
        server=salted.server,
        blind=seals.blind(chance.secret, match, 0),
        state="",
    )


def throw_of_setup(head: Head) -> bytes:
    """What the dice of the set-up depend on besides the secret; nothing in format 1."""
    if head.salts is UNSET:
        return b""
    return seals.throw_digest(seals.setup_digest(head.match, head.salts))


class Record:
    """Grows by one entry per order; `head.match` also salts sealed dice."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.entries: MutableSequence[Entry] = []
        self.tail: Tail | None = None
        self.keys: dict[str, str] = {} if head.keys is UNSET else dict(head.keys)
        """The present public key of each side that has one."""

    @classmethod
    def begin(
        cls, game: Game[Any], setup: Setup, match: str, chance: Chance, state: State
    ) -> Record:
        """A record of format 1; `state` is what `start` just made with `chance`."""
        return cls.opened(first_line(game, setup, match, chance), chance, state)

    @classmethod
    def opened(cls, head: Head, chance: Chance, state: State) -> Record:
        """`head` is the first line as it was before the set-up that led to `state`."""
        head = msgspec.structs.replace(head, start=tuple(chance.take_log()))
        if head.campagna == SALTED:
            head = msgspec.structs.replace(head, state=digest(state).hex())
        link = _link("", head, state)
        return cls(msgspec.structs.replace(head, chain=link))

    @property
    def salted(self) -> bool:
        """Whether orders carry a salt and a signature."""
        return self.head.campagna == SALTED

    @property
    def chain(self) -> str:
        return self.entries[-1].chain if self.entries else self.head.chain

    def fits(self, number: int, state: State) -> bool:
        """Whether the chain says that this order (0: the set-up) led to this state."""
        line = self.entries[number - 1] if number else self.head
        previous = self.chain_before(number) if number else ""
        return is_linked(line, previous, state)

    def chain_before(self, number: int) -> str:
        """The link that the order of this number follows."""
        return self.entries[number - 2].chain if number > 1 else self.head.chain

    def throw(self, side: str, order: Order, signed: Signed | None = None) -> bytes:
        """What the dice of the next order depend on besides the secret."""
        if signed is None:
            return order_digest(self.chain, side, order)
        given = seals.order_digest(self.chain, side, signed.key, signed.salt, signed.order)
        return seals.throw_digest(given)

    def append(
        self,
        side: str,
        order: Order,
        draws: list[Draw],
        state: State,
        signed: Signed | None = None,
    ) -> Entry:
        """Add an order that was just played and led to `state`."""
        if signed is None:
            raw = msgspec.json.encode(order)
            entry = Entry(side, msgspec.Raw(raw), tuple(draws), "")
        else:
            entry = Entry(
                side,
                msgspec.Raw(signed.order),
                tuple(draws),
                "",
                salt=signed.salt,
                sig=signed.sig,
                key=UNSET if self.keys.get(side) == signed.key else signed.key,
                blind=signed.blind,
                state=digest(state).hex(),
            )
        link = _link(self.chain, entry, state)
        entry = msgspec.structs.replace(entry, chain=link)
        self.add(entry)
        return entry

    def add(self, entry: Entry) -> None:
        """Add an entry as it stands."""
        self.entries.append(entry)
        if entry.key is not UNSET:
            self.keys[entry.side] = entry.key

    def take_back(self) -> None:
        """Take back the last entry."""
        gone = self.entries.pop()
        if gone.key is UNSET:
            return
        earlier = Record(self.head)
        for entry in self.entries:
            if entry.key is not UNSET:
                earlier.keys[entry.side] = entry.key
        self.keys = earlier.keys

    def finish(self, outcome: Outcome, chance: Chance) -> None:
        self.tail = Tail(outcome, len(self.entries), _revealed_secret(chance))

    def break_off(self, sides: tuple[str, ...], ended: Ending, by: str, chance: Chance) -> None:
        """The players end it: nothing more is played, and the secret is told."""
        outcome = ended_early(sides, ended, by)
        self.tail = Tail(outcome, len(self.entries), _revealed_secret(chance), ended, by)

    def sign(self, server: bytes) -> None:
        """The server signs the end; `server` is its private key."""
        if self.tail is not None:
            self.tail = msgspec.structs.replace(self.tail, sig="")
            self.tail = msgspec.structs.replace(self.tail, sig=seals.sign(server, end_digest(self)))

    def lines(self) -> Iterator[bytes]:
        yield msgspec.json.encode(self.head)
        for entry in self.entries:
            yield msgspec.json.encode(entry)
        if self.tail is not None:
            yield msgspec.json.encode(self.tail)

    def save(self, path: Path) -> None:
        """Write beside the target and rename, so that a crash never leaves half a record."""
        partial = path.with_name(path.name + ".partial")
        with partial.open("wb") as file:
            for line in self.lines():
                file.write(line + b"\n")
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)


def _revealed_secret(chance: Chance) -> str:
    return chance.secret.hex() if isinstance(chance, SealedChance) else ""


def _link(previous: str, line: Head | Entry, state: State) -> str:
    """The link of a line: a hash of the one before, the line without its own, and the state."""
    body = msgspec.json.encode(msgspec.structs.replace(line, chain=""))
    if line.state is UNSET:
        return hashlib.sha256(previous.encode() + body + digest(state)).hexdigest()
    return seals.link(previous, body)


def is_linked(line: Head | Entry, previous: str, state: State) -> bool:
    """Whether this line follows that link and led to this state."""
    if line.state is not UNSET and line.state != digest(state).hex():
        return False
    return _link(previous, line, state) == line.chain


def order_digest(chain: str, side: str, order: Order) -> bytes:
    """What a sealed die depends on: everything before the order, the side and the order."""
    return hashlib.sha256(f"{chain}:{side}:".encode() + msgspec.json.encode(order)).digest()


def signed_digest(entry: Entry, previous: str, key: str) -> bytes:
    """What the mover of this entry of format 2 signed; `key` is the public one of the side."""
    assert entry.salt is not UNSET
    return seals.order_digest(previous, entry.side, key, entry.salt, bytes(entry.order))


def throw_of(entry: Entry, previous: str, key: str = "") -> bytes:
    """What the dice of an entry depend on besides the secret; `previous`: the link before it."""
    if entry.salt is not UNSET:
        return seals.throw_digest(signed_digest(entry, previous, key))
    return hashlib.sha256(f"{previous}:{entry.side}:".encode() + bytes(entry.order)).digest()


def end_digest(record: Record) -> bytes:
    """What the server signs at the end."""
    assert record.tail is not None
    tail = msgspec.json.encode(msgspec.structs.replace(record.tail, sig=""))
    return seals.end_digest(record.head.chain, record.chain, tail)
