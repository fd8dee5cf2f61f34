"""Who asks too much: addresses that try wrong tokens or open matches without end.

Each address has a number of tries, which come back with time. A token that opened a seat is always let
through: people behind the same address as somebody who guesses go on playing.
"""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar

import msgspec

from campagna.match.errors import Rejected

ASKER: ContextVar[str] = ContextVar("asker", default="")
"""The address that a request came from; empty for what the program does by itself."""

_MOST_ADDRESSES = 4096
_MOST_TOKENS = 16384


class Limits(msgspec.Struct, frozen=True):
    wrong_tokens: int = 30
    """So many wrong tokens or codes at once from an address; one more each second. 0: no limit."""
    codes_per_hour: int = 10
    """So many wrong codes at once from an address, and so many more in an hour. 0: no limit."""
    matches_per_hour: int = 120
    """New matches from an address other than this machine. 0: no limit."""


class Tries:
    """Tries that come back with time, for each of those seen last. Not thread-safe."""

    def __init__(
        self, most: int, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._per_second = per_second
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def left(self, who: str) -> float:
        left, when = self._left.get(who, (float(self._most), 0.0))
        return min(self._most, left + (self._clock() - when) * self._per_second)

    def spend(self, who: str, cost: float = 1) -> None:
        left = self.left(who)
        self._left.pop(who, None)
        self._left[who] = (max(0.0, left - cost), self._clock())
        if len(self._left) > _MOST_ADDRESSES:
            del self._left[next(iter(self._left))]

    def check(self, who: str) -> None:
        """Raises `Rejected` if nothing is left; the answer says when to come again."""
        left = self.left(who)
        if self._most and left < 1:
            wait = math.ceil((1 - left) / self._per_second)
            raise Rejected("too-many", retry_after=wait)


class Doorkeeper:
    """Thread-safe."""

    def __init__(
        self, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        limits = limits or Limits()
        self._wrong = Tries(limits.wrong_tokens, 1.0, clock)
        self._codes = Tries(limits.codes_per_hour, limits.codes_per_hour / 3600, clock)
        self._matches = Tries(limits.matches_per_hour, limits.matches_per_hour / 3600, clock)
        self._known: dict[str, None] = {}
        self._lock = threading.Lock()

    def before_token(self, hashed: str) -> None:
        """Raises `Rejected` for an unknown token from an address that has tried too many."""
        who = network(ASKER.get())
        with self._lock:
            if who and hashed not in self._known:
                self._wrong.check(who)

    def right_token(self, hashed: str) -> None:
        with self._lock:
            self._known.pop(hashed, None)
            self._known[hashed] = None
            if len(self._known) > _MOST_TOKENS:
                del self._known[next(iter(self._known))]

    def wrong_token(self) -> None:
        who = network(ASKER.get())
        with self._lock:
            if who:
                self._wrong.spend(who)

    def before_code(self) -> None:
        """Raises `Rejected` for an address that has tried too many codes: they are short."""
        who = network(ASKER.get())
        with self._lock:
            if who:
                self._codes.check(who)

    def wrong_code(self) -> None:
        who = network(ASKER.get())
        with self._lock:
            if who:
                self._codes.spend(who)

    def new_match(self) -> None:
        """Raises `Rejected` for an address that has opened too many. This machine may always."""
        who = network(ASKER.get())
        if not who or is_here(who):
            return
        with self._lock:
            self._matches.check(who)
            self._matches.spend(who)


def network(address: str) -> str:
    """An address; of version 6 its network, since whoever has one has all of it."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        if not ip.is_loopback:
            return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


def is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
