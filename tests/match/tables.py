"""Matches of the Two Fords and of Panzergruppe Guderian, played by seats that choose at random."""

from __future__ import annotations

from typing import Any

import msgspec

from campagna.core.chance import Whim
from campagna.core.contract import Order
from campagna.games import registry
from campagna.match.house import Created, NewMatch
from campagna.match.live import HUMAN, LiveMatch
from campagna.match.service import MatchService
from tests.tiny_game.game import TwoFords

FORDS, GUDERIAN = "two-fords", "panzergruppe-guderian"
LION, ALTO = "lion-of-judah", "alto-comando"
SIDES = {
    FORDS: ("north", "south"),
    GUDERIAN: ("soviet", "german"),
    LION: ("italian", "ethiopian"),
    ALTO: ("axis", "allied"),
}


def invite_two_fords(monkeypatch: Any, game: Any = TwoFords) -> None:
    """Let the registry know the game of the tests; undone with the monkeypatch."""
    monkeypatch.setattr(registry, "_guests", {FORDS: game})
    registry.load_game.cache_clear()


def hot_seat(game: str) -> NewMatch:
    return NewMatch(game, dict.fromkeys(SIDES[game], HUMAN), title="Prova")


def raw(order: Order) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(order))


def some_order(live: LiveMatch, whim: Whim) -> Order:
    return live.game.offers(live.match.state).sample(whim)


def play_on(service: MatchService, created: Created, orders: int, seed: int = 1) -> LiveMatch:
    """Up to so many orders, each by the seat that is to decide."""
    whim = Whim(seed)
    live = service.live(created.match)
    for _ in range(orders):
        step = live.match.step
        if step is None:
            break
        token = created.tokens[step.side]
        order = raw(some_order(live, whim))
        service.order(created.match, token, live.kept.version, order)
    return live
