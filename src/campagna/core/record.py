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

from campagna.core.chance import (
    Chance,
    ChanceError,
    Draw,
    RecordedChance,
    SealedChance,
    SeededChance,
    commitment,
)
from campagna.core.contract import (
    BadPosition,
    Event,
    Game,
    Order,
    Outcome,
    Refused,
    Setup,
    State,
    digest,
)
from campagna.core.prepared import prepared

FORMAT = 1


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


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: str
    order: msgspec.Raw
    draws: tuple[Draw, ...]
    chain: str


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


def ended_early(sides: tuple[str, ...], ended: Ending, by: str) -> Outcome:
    """The outcome of a match that its players end before the rules do."""
    others = [s for s in sides if s != by]
    if ended == RESIGNATION:
        return Outcome(others[0] if len(others) == 1 else None, RESIGNED)
    return Outcome(None, STOPPED)


class Record:
    """Grows by one entry per order; `head.match` also salts sealed dice."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.entries: MutableSequence[Entry] = []
        self.tail: Tail | None = None

    @classmethod
    def begin(
        cls, game: Game[Any], setup: Setup, match: str, chance: Chance, state: State
    ) -> Record:
        """The head of a record; `state` is what `start` just made with `chance`."""
        head = Head(
            campagna=FORMAT,
            game=game.slug,
            rules=game.edition(setup),
            setup=setup,
            match=match,
            commitment=commitment(chance.secret) if isinstance(chance, SealedChance) else "",
            seed=chance.seed if isinstance(chance, SeededChance) else None,
            start=tuple(chance.take_log()),
        )
        link = _link("", msgspec.json.encode(head), state)
        return cls(msgspec.structs.replace(head, chain=link))

    @property
    def chain(self) -> str:
        return self.entries[-1].chain if self.entries else self.head.chain

    def fits(self, number: int, state: State) -> bool:
        """Whether the chain says that this order (0: the set-up) led to this state."""
        if number == 0:
            head = msgspec.structs.replace(self.head, chain="")
            return _link("", msgspec.json.encode(head), state) == self.head.chain
        entry = self.entries[number - 1]
        body = msgspec.json.encode(msgspec.structs.replace(entry, chain=""))
        return _link(self.chain_before(number), body, state) == entry.chain

    def chain_before(self, number: int) -> str:
        """The link that the order of this number follows."""
        return self.entries[number - 2].chain if number > 1 else self.head.chain

    def append(self, side: str, order: Order, draws: list[Draw], state: State) -> Entry:
        """Add an order that was just played and led to `state`."""
        raw = msgspec.json.encode(order)
        entry = Entry(side, msgspec.Raw(raw), tuple(draws), "")
        link = _link(self.chain, msgspec.json.encode(entry), state)
        entry = msgspec.structs.replace(entry, chain=link)
        self.entries.append(entry)
        return entry

    def finish(self, outcome: Outcome, chance: Chance) -> None:
        self.tail = Tail(outcome, len(self.entries), _revealed_secret(chance))

    def break_off(self, sides: tuple[str, ...], ended: Ending, by: str, chance: Chance) -> None:
        """The players end it: nothing more is played, and the secret is told."""
        outcome = ended_early(sides, ended, by)
        self.tail = Tail(outcome, len(self.entries), _revealed_secret(chance), ended, by)

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


def _link(previous: str, body: bytes, state: State) -> str:
    return hashlib.sha256(previous.encode() + body + digest(state)).hexdigest()


def order_digest(chain: str, side: str, order: Order) -> bytes:
    """What a sealed die depends on: everything before the order, the side and the order."""
    return hashlib.sha256(f"{chain}:{side}:".encode() + msgspec.json.encode(order)).digest()


def draws_again(record: Record, number: int, chance: Chance) -> bool:
    """Draw everything up to this order again, without playing; False where the dice are others.

    Then the chance stands where it stood after that order.
    """
    try:
        if any(chance.pick(d.sides, d.purpose) != d.value for d in record.head.start):
            return False
        for n, entry in enumerate(record.entries[:number], start=1):
            if not entry.draws:
                continue
            seal = f"{record.chain_before(n)}:{entry.side}:".encode() + bytes(entry.order)
            chance.begin(hashlib.sha256(seal).digest())
            if isinstance(chance, RecordedChance):
                chance.refill(entry.draws)
            if any(chance.pick(d.sides, d.purpose) != d.value for d in entry.draws):
                return False
    except (ChanceError, ValueError, ZeroDivisionError):
        return False
    chance.take_log()
    return True


def load_record(path: Path) -> Record:
    try:
        text = path.read_bytes()
    except OSError as problem:
        raise RecordError(f"cannot read {path}: {problem.strerror}") from None
    return read_record(text.removesuffix(b"\n").split(b"\n") if text else [])


def read_record(lines: list[bytes]) -> Record:
    if not lines:
        raise RecordError("the record is empty")
    head = _decode(lines[0], Head, 1)
    if head.campagna != FORMAT:
        raise RecordError(
            f"record format {head.campagna} is not known here (this program writes {FORMAT})"
        )
    record = Record(head)
    for number, line in enumerate(lines[1:], start=2):
        if record.tail is not None:
            raise RecordError(f"line {number}: nothing may follow the end of the game")
        if line.startswith(b'{"outcome"'):
            record.tail = _decode(line, Tail, number)
        else:
            record.entries.append(_decode(line, Entry, number))
    if record.tail is not None and record.tail.orders != len(record.entries):
        raise RecordError(
            f"the end counts {record.tail.orders} orders, the record holds {len(record.entries)}"
        )
    return record


def _decode(line: bytes, kind: type[Any], number: int) -> Any:
    try:
        return msgspec.json.decode(line, type=prepared(kind))
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise RecordError(f"line {number} is damaged or cut off: {problem}") from None
    except RecursionError:
        raise RecordError(f"line {number} is nested too deeply") from None


def check_edition(game: Game[Any], head: Head) -> None:
    """Raises `RecordError` for a record of an edition that is not known here."""
    if not game.editions.knows(head.rules):
        raise RecordError(
            f"the record was played by edition {head.rules} of the rules, which this program does not know: "
            "it needs a newer Campagna"
        )
    if head.rules != game.edition(head.setup):
        raise RecordError(
            f"the record names edition {head.rules}, its set-up {game.edition(head.setup)}"
        )


class Replay:
    """Plays a record again, order by order, checking every link of its chain."""

    def __init__(self, game: Game[Any], record: Record, chance: Chance | None = None) -> None:
        if record.head.game != game.slug:
            raise RecordError(f"this is a record of {record.head.game}, not of {game.slug}")
        check_edition(game, record.head)
        self.game = game
        self.record = record
        self.played = 0
        self._given = chance
        self._recorded = RecordedChance(record.head.start)
        try:
            self.state = game.start(record.head.setup, self.chance)
        except (ChanceError, BadPosition) as problem:
            raise RecordError(f"set-up: {problem}") from None
        self._check_draws(record.head.start, "set-up")
        head = msgspec.structs.replace(record.head, chain="")
        self._check_link("", msgspec.json.encode(head), record.head.chain, "set-up")

    @property
    def chance(self) -> Chance:
        return self._recorded if self._given is None else self._given

    def advance(self) -> tuple[Order, list[Event]]:
        """Play the next entry. Raises RecordError if it does not lead where the record says."""
        where = f"order {self.played + 1}"
        entry = self.record.entries[self.played]
        previous = (
            self.record.entries[self.played - 1].chain if self.played else self.record.head.chain
        )
        try:
            order = msgspec.json.decode(entry.order, type=prepared(self.game.order_type))
        except (msgspec.DecodeError, UnicodeDecodeError) as problem:
            raise RecordError(f"{where} is damaged: {problem}") from None
        except RecursionError:
            raise RecordError(f"{where} is nested too deeply") from None
        step = self.game.step(self.state)
        if step is None:
            raise RecordError(f"{where} comes after the end of the game")
        if step.side != entry.side:
            raise RecordError(f"{where} is given by {entry.side}, but {step.side} decides")
        if self._given is None:
            self._recorded.refill(entry.draws)
        self.chance.begin(order_digest(previous, entry.side, order))
        try:
            events = self.game.play(self.state, order, self.chance)
        except Refused as refused:
            raise RecordError(f"{where} is not allowed by rule {refused.refusal.rule}") from None
        except ChanceError as problem:
            raise RecordError(f"{where}: {problem}") from None
        self._check_draws(entry.draws, where)
        body = msgspec.json.encode(msgspec.structs.replace(entry, chain=""))
        self._check_link(previous, body, entry.chain, where)
        self.played += 1
        return order, events

    def run(self, to: int | None = None) -> None:
        end = len(self.record.entries) if to is None else to
        while self.played < end:
            self.advance()

    def _check_draws(self, draws: tuple[Draw, ...], where: str) -> None:
        if tuple(self.chance.take_log()) != draws:
            raise RecordError(f"{where}: the dice of the record are not the dice of its chance")

    def _check_link(self, previous: str, body: bytes, link: str, where: str) -> None:
        if _link(previous, body, self.state) != link:
            raise RecordError(f"{where} does not lead to the state of the record: it was changed")


class Proof(msgspec.Struct, frozen=True):
    """What verification showed. `dice` tells how the dice are proven."""

    game: str
    orders: int
    draws: int
    dice: str
    finished: bool
    outcome: Outcome | None


def verify(game: Game[Any], record: Record) -> Proof:
    """Replay everything and prove every draw that can be proven. Raises RecordError."""
    head, tail = record.head, record.tail
    if tail is not None and tail.secret and not head.commitment:
        raise RecordError("there is a secret at the end, but none was promised at the start")
    if head.seed is not None and head.commitment:
        raise RecordError("the record claims both a seed and a secret for its dice")
    chance: Chance | None = None
    dice = "recorded"
    if head.seed is not None:
        chance, dice = SeededChance(head.seed), "seed"
    elif head.commitment and tail is not None:
        secret = _secret(tail.secret, head.commitment)
        chance, dice = SealedChance(secret, head.match), "sealed"
    replay = Replay(game, record, chance)
    replay.run()
    outcome = game.outcome(replay.state)
    if tail is not None:
        outcome = _check_end(game.scenario(head.setup).sides, tail, outcome)
    draws = len(head.start) + sum(len(e.draws) for e in record.entries)
    return Proof(head.game, len(record.entries), draws, dice, outcome is not None, outcome)


def _check_end(sides: tuple[str, ...], tail: Tail, reached: Outcome | None) -> Outcome:
    """The end that the record claims, if its orders allow it."""
    claimed = reached
    if tail.ended != RULES:
        if reached is not None:
            raise RecordError("the record was broken off, but its orders end the game by the rules")
        if tail.by not in sides:
            raise RecordError(f"the record was broken off by '{tail.by}', who has no seat")
        claimed = ended_early(sides, tail.ended, tail.by)
    if claimed is None or claimed != tail.outcome:
        raise RecordError("the record claims another outcome than its orders lead to")
    return claimed


def _secret(text: str, promised: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        raise RecordError("the secret at the end is damaged") from None
    if secret.hex() != text or commitment(secret) != promised:
        raise RecordError("the secret at the end is not the one promised at the start")
    return secret
