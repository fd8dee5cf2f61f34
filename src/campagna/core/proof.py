"""What a record proves: it is played again, link by link, and every draw is computed again."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from campagna.core import seals
from campagna.core.chance import (
    Chance,
    ChanceError,
    Draw,
    RecordedChance,
    SealedChance,
    SeededChance,
    commitment,
)
from campagna.core.contract import BadPosition, Event, Game, Order, Outcome, Refused
from campagna.core.prepared import prepared
from campagna.core.record import (
    RULES,
    Entry,
    Head,
    Record,
    RecordError,
    Tail,
    end_digest,
    ended_early,
    is_linked,
    order_digest,
    signed_digest,
    throw_of,
    throw_of_setup,
)


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
        self._keys = Record(record.head).keys
        self._given = chance
        self._recorded = RecordedChance(record.head.start)
        self.chance.begin(throw_of_setup(record.head))
        try:
            self.state = game.start(record.head.setup, self.chance)
        except (ChanceError, BadPosition) as problem:
            raise RecordError(f"set-up: {problem}") from None
        self._check_draws(record.head.start, "set-up")
        self._check_link(record.head, "", "set-up")

    @property
    def chance(self) -> Chance:
        return self._recorded if self._given is None else self._given

    def advance(self) -> tuple[Order, list[Event]]:
        """Play the next entry. Raises RecordError if it does not lead where the record says."""
        where = f"order {self.played + 1}"
        entry = self.record.entries[self.played]
        previous = self.record.chain_before(self.played + 1)
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
        if self.record.salted:
            key = self._check_signature(entry, previous, where)
            self.chance.begin(throw_of(entry, previous, key))
        else:
            self.chance.begin(order_digest(previous, entry.side, order))
        try:
            events = self.game.play(self.state, order, self.chance)
        except Refused as refused:
            raise RecordError(f"{where} is not allowed by rule {refused.refusal.rule}") from None
        except ChanceError as problem:
            raise RecordError(f"{where}: {problem}") from None
        self._check_draws(entry.draws, where)
        self._check_link(entry, previous, where)
        self.played += 1
        return order, events

    def run(self, to: int | None = None) -> None:
        end = len(self.record.entries) if to is None else to
        while self.played < end:
            self.advance()

    def _check_signature(self, entry: Entry, previous: str, where: str) -> str:
        """The public key by which the order was signed."""
        if entry.key is not UNSET:
            self._keys[entry.side] = entry.key
        key = self._keys.get(entry.side)
        if key is None:
            raise RecordError(f"{where}: {entry.side} has no key to sign with")
        digest = signed_digest(entry, previous, key)
        if entry.sig is UNSET or not seals.is_signed(key, digest, entry.sig):
            raise RecordError(f"{where} was not signed by {entry.side}")
        return key

    def _check_draws(self, draws: tuple[Draw, ...], where: str) -> None:
        if tuple(self.chance.take_log()) != draws:
            raise RecordError(f"{where}: the dice of the record are not the dice of its chance")

    def _check_link(self, line: Head | Entry, previous: str, where: str) -> None:
        if not is_linked(line, previous, self.state):
            raise RecordError(f"{where} does not lead to the state of the record: it was changed")


class NewKey(msgspec.Struct, frozen=True):
    """A side gave this order with another key than before: at another device, or as somebody else."""

    order: int
    side: str
    first: bool = False
    """It had none before: whoever sits there came when the match had begun."""


class Proof(msgspec.Struct, frozen=True):
    """What verification showed. `dice` tells how the dice are proven."""

    game: str
    orders: int
    draws: int
    dice: str
    finished: bool
    outcome: Outcome | None
    new_keys: tuple[NewKey, ...] = ()
    server: str = ""
    """The public key of the server, if it has signed the end."""


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
        chance = SealedChance(secret, head.match)
        dice = "salted" if record.salted else "sealed"
    if record.salted:
        _check_salted(record, chance)
    replay = Replay(game, record, chance)
    replay.run()
    outcome = game.outcome(replay.state)
    if tail is not None:
        outcome = _check_end(game.scenario(head.setup).sides, tail, outcome)
    draws = len(head.start) + sum(len(e.draws) for e in record.entries)
    return Proof(
        head.game,
        len(record.entries),
        draws,
        dice,
        outcome is not None,
        outcome,
        new_keys(record),
        head.server if head.server is not UNSET and tail is not None else "",
    )


# --- format 2 ---------------------------------------------------------------------------------------


def new_keys(record: Record) -> tuple[NewKey, ...]:
    """Where a side brought a key that the head did not have."""
    if not record.salted:
        return ()
    found = []
    known = {} if record.head.keys is UNSET else dict(record.head.keys)
    for number, entry in enumerate(record.entries, start=1):
        if entry.key is not UNSET:
            found.append(NewKey(number, entry.side, entry.side not in known))
            known[entry.side] = entry.key
    return tuple(found)


def _check_salted(record: Record, chance: Chance | None) -> None:
    """What needs no replay: the blinds, and the signature of the end."""
    head, tail = record.head, record.tail
    if head.seed is not None or not head.commitment:
        raise RecordError("only sealed dice are salted, and these are not")
    if isinstance(chance, SealedChance):
        lines: list[Head | Entry] = [head, *record.entries]
        for number, line in enumerate(lines):
            if line.blind != seals.blind(chance.secret, head.match, number):
                where = f"order {number}" if number else "set-up"
                raise RecordError(f"{where}: the blind does not follow from the secret")
    if tail is not None:
        digest = end_digest(record)
        if head.server is UNSET or not seals.is_signed(head.server, digest, tail.sig):
            raise RecordError("the end was not signed by the server")


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
