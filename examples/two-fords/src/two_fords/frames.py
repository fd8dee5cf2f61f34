"""What waits for an answer inside a phase: the frames of the agenda."""

from __future__ import annotations

import msgspec


class Retreating(msgspec.Struct, frozen=True):
    """The owner of this counter must choose where it retreats."""

    unit: int
