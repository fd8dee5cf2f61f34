"""A hint for whoever is to decide at a table: the captain's next order with its reason."""

from __future__ import annotations

import logging

import msgspec

from campagna.bots.hints import hint
from campagna.core.contract import Order, Text
from campagna.match.engines import position
from campagna.match.gate import Gate

_log = logging.getLogger(__name__)


class HintText(msgspec.Struct, frozen=True):
    """An order that is allowed now, and why somebody who knows the game would give it."""

    order: Order
    why: Text | None
    """None where no computer knows how to play the game."""


def hint_for(service: Gate, id_: str, token: str) -> HintText | None:
    """None if there is nothing to say."""
    return service.consult(id_, token, think)


def think(match: str, slug: str, state: bytes, side: str) -> HintText | None:
    game, now = position(slug, state)
    try:
        found = hint(game, game.view(now, side), lambda order: game.refusal(now, order))
    except Exception:
        # A fault of whoever advises must not take the table away from whoever plays.
        _log.exception("no hint in match %s", match)
        return None
    return None if found is None else HintText(found.order, found.why)
