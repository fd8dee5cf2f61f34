"""A hint for whoever is to decide at a table: the captain's next order with its reason."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from campagna.bots.hints import hint
from campagna.core.contract import Game, Order, Refusal, Text, View
from campagna.match.gate import Gate

_log = logging.getLogger(__name__)


class HintText(msgspec.Struct, frozen=True):
    """An order that is allowed now, and why somebody who knows the game would give it."""

    order: Order
    why: Text | None
    """None where no computer knows how to play the game."""


def hint_for(service: Gate, id_: str, token: str) -> HintText | None:
    """None if there is nothing to say."""
    return service.consult(id_, token, partial(_think, id_))


def _think(
    id_: str, game: Game[Any], view: View, refusal: Callable[[Order], Refusal | None]
) -> HintText | None:
    try:
        found = hint(game, view, refusal)
    except Exception:
        # A fault of whoever advises must not take the table away from whoever plays.
        _log.exception("no hint in match %s", id_)
        return None
    return None if found is None else HintText(found.order, found.why)
