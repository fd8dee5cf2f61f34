"""Who may read why a computer gave an order.

A reason is made of what its side saw, hidden things included. So while a match goes on it is told
only to those who saw no less: whose view was the side's own before and after the order. In a game
without secrets that is everybody; when the match is over it is everybody too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from campagna.core.contract import SPECTATOR, Game, State, Text


class Reason(msgspec.Struct, frozen=True):
    """Why an order was given, and who may know it before the match is over."""

    text: dict[str, str]
    visible_to: tuple[str, ...] = msgspec.field(default=(), name="told")


def equals(game: Game[Any], state: State, side: str) -> frozenset[str]:
    """The viewers who see exactly what this side sees, itself among them."""
    seen = game.view(state, side)
    viewers = {*game.scenario(seen.setup).sides, SPECTATOR} - {side}
    alike = {v for v in viewers if game.view(state, v).position == seen.position}
    return frozenset({side, *alike})


def reason(text: Text, before: Iterable[str], after: Iterable[str]) -> Reason:
    """`before` and `after` the order: the equals of the side that gave it."""
    return Reason(dict(text), tuple(sorted({*before} & {*after})))


def readable(kept: Reason | None, viewer: str, over: bool) -> Text | None:
    """The reason, if this viewer may read it now."""
    if kept is None or not (over or viewer in kept.visible_to):
        return None
    return kept.text
