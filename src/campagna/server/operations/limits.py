"""How much one holder of a seat may ask. Who plays a turn meets no limit; a program that never stops does.

What is asked with a token or a session counts for that token or session, not for the address it
comes from: many people may play behind one address. Wrong tokens are the business of the doorkeeper
(`campagna.match.token_limits`). This machine itself has no limits.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

import msgspec

from campagna.match.errors import Rejected
from campagna.match.storage import token_hash
from campagna.match.token_limits import ASKER, Tries, is_here, network


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and so many more each second."""

    burst: int
    per_second: float


class Rates(msgspec.Struct, frozen=True):
    """One for each kind of request that costs something."""

    order: Rate = Rate(40, 10)
    judge: Rate = Rate(120, 20)
    heavy: Rate = Rate(40, 4)
    hint: Rate = Rate(10, 1)
    record: Rate = Rate(50, 50 / 86400)
    sockets: int = 4000
    """Open at once in this process."""
    sockets_each: int = 20
    """By the holder of one token or session."""
    sockets_watching: int = 50
    """By spectators from one address; who has a seat is not counted."""


KINDS = ("order", "judge", "heavy", "hint", "record")
CHECKS_A_UNIT = 8
"""So many orders asked about in one list count as one question."""


class Meter:
    """Thread-safe."""

    def __init__(
        self, rates: Rates | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rates = rates or Rates()
        found: Mapping[str, Rate] = {kind: getattr(self.rates, kind) for kind in KINDS}
        self._tries = {k: Tries(r.burst, r.per_second, clock) for k, r in found.items()}
        self._lock = threading.Lock()
        self._sockets: Counter[str] = Counter()

    def spend(self, kind: str, holder: str, cost: float = 1) -> None:
        """Raises `Rejected` if nothing is left. `holder`: a token or a session; empty: the address counts."""
        address = network(ASKER.get())
        if not kind or not address or is_here(address):
            return
        who = token_hash(holder) if holder else address
        with self._lock:
            self._tries[kind].check(who)
            self._tries[kind].spend(who, cost)

    def place(self, token: str, *, watching: bool) -> AbstractContextManager[None]:
        """Taken at once, given back when it is left. Raises `Rejected` if there is none.

        Everybody who watches a match may have the same token: they are counted by address.
        """
        address = network(ASKER.get())
        here = not address or is_here(address)
        who = "" if here else address if watching else token_hash(token)
        most = self.rates.sockets_watching if watching else self.rates.sockets_each
        with self._lock:
            if self._sockets.total() >= self.rates.sockets or (who and self._sockets[who] >= most):
                raise Rejected("too-many", retry_after=60)
            self._sockets[who] += 1
        return self._taken(who)

    @contextmanager
    def _taken(self, who: str) -> Iterator[None]:
        try:
            yield
        finally:
            with self._lock:
                self._sockets[who] -= 1
                if not self._sockets[who]:
                    del self._sockets[who]

    def sockets(self) -> int:
        """How many are open in this process."""
        with self._lock:
            return self._sockets.total()
