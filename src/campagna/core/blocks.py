"""Several pieces led over a measured table at once: what a player asks, and what the game answers.

A block is a draft. Each piece goes to its place in the formation, or as far towards it as the judge
allows; whoever stops short says why. The order it makes is judged like any other when it is given.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from campagna.core.contract import Order, Refusal
from campagna.core.tabletop import Spot

Formation = Literal["shape", "column", "line"]
"""`shape`: all by the same vector. `column`: the others in the tracks of the one that leads. `line`:
abreast of it, across its way."""


class BlockAsk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """These pieces shall go so that the one that leads ends here."""

    units: tuple[str, ...]
    lead: str
    to: Spot
    formation: Formation = "shape"


class BlockMove(msgspec.Struct, frozen=True):
    """Where a piece of the block ends, and why not where it was wanted."""

    unit: str
    at: Spot
    cost: int = 0
    refusal: Refusal | None = None


class Block(msgspec.Struct, frozen=True):
    order: Order | None
    """None if nobody can go anywhere."""
    moves: tuple[BlockMove, ...]
    rule: str
