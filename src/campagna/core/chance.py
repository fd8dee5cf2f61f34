"""Chance: the only source of dice and draws. Three kinds behind one interface.

Sealed    a match between people: every draw is an HMAC of a secret whose hash was published first
Seeded    simulation: a small fast generator, copied with one assignment
Scripted  tests and what-ifs: the dice are given

Seats that choose at random have a `UnrecordedChance` of their own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

import msgspec

_MASK = (1 << 64) - 1


class Draw(msgspec.Struct, frozen=True, array_like=True):
    """One draw as it stands in a record: which of `sides` equal possibilities came up, from 0."""

    value: int
    sides: int
    purpose: str


class ChanceError(ValueError):
    """The given dice do not fit what the game asks for."""


class Chance(ABC):
    """Games call `roll` for dice and `pick` for draws; both end up in the log of the order."""

    def __init__(self) -> None:
        self.log: list[Draw] = []

    @abstractmethod
    def _next(self, sides: int, purpose: str) -> int:
        """A number from 0 to sides - 1."""

    def pick(self, sides: int, purpose: str) -> int:
        """One of `sides` equal possibilities, numbered from 0."""
        value = self._next(sides, purpose)
        self.log.append(Draw(value, sides, purpose))
        return value

    def roll(self, sides: int, purpose: str) -> int:
        """A die with faces from 1 to `sides`."""
        value = self._next(sides, purpose)
        self.log.append(Draw(value, sides, purpose))
        return value + 1

    def begin(self, order_digest: bytes) -> None:
        """Called before each order is played; a sealed draw depends on the order that caused it."""

    def take_log(self) -> list[Draw]:
        """The draws since the last call."""
        log, self.log = self.log, []
        return log


class SeededChance(Chance):
    """SplitMix64. Fast, small, not secret: for simulations and search."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.state = seed & _MASK

    def _next(self, sides: int, purpose: str) -> int:
        if sides > 0x100000000:
            raise ValueError("a draw has at most 2**32 possibilities")
        while True:
            self.state = z = (self.state + 0x9E3779B97F4A7C15) & _MASK
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
            scaled = ((z ^ (z >> 31)) >> 32) * sides
            # The first few fractions of each slice would favour some results: draw again.
            if scaled & 0xFFFFFFFF >= 0x100000000 % sides:
                return scaled >> 32

    def copy(self) -> SeededChance:
        return SeededChance(self.state)


class UnrecordedChance(Chance):
    """The coin in a seat's own pocket: seeded and fast; what it shows is never recorded."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        from random import Random  # slow to import, and only seats need it

        self._random = Random(seed).random

    def _next(self, sides: int, purpose: str) -> int:
        return int(self._random() * sides)

    def pick(self, sides: int, purpose: str) -> int:
        return int(self._random() * sides)


def commitment(secret: bytes) -> str:
    """What is published before the first die: it fixes the secret without telling it."""
    from hashlib import sha256  # loads OpenSSL, and games between seats never need it

    return sha256(b"campagna-secret:" + secret).hexdigest()


class SealedChance(Chance):
    """HMAC-SHA256(secret, match, counter, order) with rejection sampling.

    Nobody can choose the dice after seeing the orders, and once the secret is told at the end
    everybody can compute every roll again.
    """

    def __init__(self, secret: bytes, match: str) -> None:
        super().__init__()
        from hmac import digest as mac  # loads OpenSSL too

        self._mac = mac
        self.secret = secret
        self.match = match
        self.counter = 0
        self.order_digest = b""

    def begin(self, order_digest: bytes) -> None:
        self.order_digest = order_digest

    def _next(self, sides: int, purpose: str) -> int:
        limit = (1 << 64) - (1 << 64) % sides
        while True:
            text = f"{self.match}:{self.counter}:".encode() + self.order_digest
            self.counter += 1
            number = int.from_bytes(self._mac(self.secret, text, "sha256")[:8], "big")
            if number < limit:
                return number % sides


class ScriptedChance(Chance):
    """Dice given in advance, as faces; draws from a given list, or from a seeded generator."""

    def __init__(self, dice: Sequence[int], picks: Sequence[int] = ()) -> None:
        super().__init__()
        self.dice = list(dice)
        self.picks = list(picks)
        self.spare = SeededChance(0)

    def _next(self, sides: int, purpose: str) -> int:
        if not self.picks:
            return self.spare._next(sides, purpose)
        value = self.picks.pop(0)
        if not 0 <= value < sides:
            raise ChanceError(f"draw {value} for '{purpose}' must be from 0 to {sides - 1}")
        return value

    def roll(self, sides: int, purpose: str) -> int:
        if not self.dice:
            raise ChanceError(f"the script has no die left for '{purpose}': add one to \"dice\"")
        face = self.dice.pop(0)
        if not 1 <= face <= sides:
            raise ChanceError(f"die {face} for '{purpose}' must be from 1 to {sides}")
        self.log.append(Draw(face - 1, sides, purpose))
        return face


class RecordedChance(Chance):
    """Plays the draws of a record again and notices when the game asks for something else."""

    def __init__(self, draws: Iterable[Draw]) -> None:
        super().__init__()
        self.pending = list(draws)

    def refill(self, draws: Iterable[Draw]) -> None:
        if self.pending:
            raise ChanceError(
                f"the record holds {len(self.pending)} draws that were never asked for"
            )
        self.pending = list(draws)

    def _next(self, sides: int, purpose: str) -> int:
        if not self.pending:
            raise ChanceError(f"the record holds no draw for '{purpose}'")
        draw = self.pending.pop(0)
        if draw.sides != sides or draw.purpose != purpose:
            raise ChanceError(
                f"the record drew '{draw.purpose}' out of {draw.sides}, "
                f"the game asks for '{purpose}' out of {sides}"
            )
        if not 0 <= draw.value < sides:
            raise ChanceError(f"the record drew {draw.value} out of {sides} for '{purpose}'")
        return draw.value
