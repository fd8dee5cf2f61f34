"""Matches of the Two Fords and of Panzergruppe Guderian, played by seats that choose at random."""

from __future__ import annotations

import random
import secrets
from typing import Any

import msgspec

from campagna.core.chance import UnrecordedChance
from campagna.core.contract import Order
from campagna.games import registry
from campagna.match import matches, opening, questions
from campagna.match.gate import Gate
from campagna.match.opening import Created, NewMatch
from campagna.match.session import FRIEND, HUMAN, Session
from two_fords.game import TwoFords

FORDS, GUDERIAN = "two-fords", "panzergruppe-guderian"
LION, ALTO = "lion-of-judah", "alto-comando"
AFRIKA, KASSERINE = "afrika-korps", "kasserine"
SIDES = {
    FORDS: ("north", "south"),
    GUDERIAN: ("soviet", "german"),
    LION: ("italian", "ethiopian"),
    ALTO: ("axis", "allied"),
    AFRIKA: ("axis", "allied"),
    KASSERINE: ("axis", "allied"),
}


def invite_two_fords(monkeypatch: Any, game: Any = TwoFords) -> None:
    """Let the registry know the game of the tests; undone with the monkeypatch."""
    monkeypatch.setattr(registry, "_added", {FORDS: game})
    registry.load_game.cache_clear()


class KnownSecrets:
    """What `secrets` gives the house, the same in every run: a test fails always or never."""

    compare_digest = staticmethod(secrets.compare_digest)

    def __init__(self) -> None:
        self._source = random.Random(1)

    def token_bytes(self, count: int) -> bytes:
        return self._source.randbytes(count)

    def token_hex(self, count: int) -> str:
        return self.token_bytes(count).hex()

    def token_urlsafe(self, count: int) -> str:
        return self.token_hex(count)

    def randbits(self, count: int) -> int:
        return self._source.getrandbits(count)


def know_secrets(monkeypatch: Any) -> None:
    """Names, tokens and dice of new matches no longer differ from run to run."""
    known = KnownSecrets()
    monkeypatch.setattr(matches, "secrets", known)
    monkeypatch.setattr(opening, "secrets", known)
    monkeypatch.setattr(questions, "secrets", KnownSecrets())


def with_a_friend(game: str) -> NewMatch:
    """The first side is the maker's, the other is kept for a friend."""
    mine, theirs = SIDES[game]
    return NewMatch(game, {mine: HUMAN, theirs: FRIEND})


def hot_seat(game: str) -> NewMatch:
    return NewMatch(game, dict.fromkeys(SIDES[game], HUMAN), title="Prova")


def raw(order: Order) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(order))


def some_order(live: Session, whim: UnrecordedChance) -> Order:
    return live.game.offers(live.match.state).sample(whim)


def play_on(service: Gate, created: Created, orders: int, seed: int = 1) -> Session:
    """Up to so many orders, each by the seat that is to decide."""
    whim = UnrecordedChance(seed)
    live = service.live(created.match)
    for _ in range(orders):
        step = live.match.step
        if step is None:
            break
        token = created.tokens[step.side]
        order = raw(some_order(live, whim))
        service.order(created.match, token, live.kept.version, order)
    return live
