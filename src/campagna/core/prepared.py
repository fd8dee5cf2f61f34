"""Types that several threads may read at once.

msgspec works out how to read a struct when it is first asked to, and takes no lock for it: two threads
that ask at the same moment can end the process. `prepared` asks once, one thread after the other.
"""

from __future__ import annotations

from threading import Lock
from typing import TypeVar

import msgspec

K = TypeVar("K")

_ready: set[object] = set()
_lock = Lock()


def prepared(kind: K) -> K:
    """The same type, which can be decoded and converted to in any thread from now on."""
    if kind not in _ready:
        with _lock:
            if kind not in _ready:
                msgspec.json.Decoder(kind)
                _ready.add(kind)
    return kind
