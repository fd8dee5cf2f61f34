"""The games by slug. A game is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any

from campagna.core.contract import Game

_HOUSES = {
    "afrika-korps": "campagna.games.afrika_korps.game:AfrikaKorps",
    "alto-comando": "campagna.games.alto_comando.game:AltoComando",
    "kasserine": "campagna.games.kasserine.game:Kasserine",
    "lion-of-judah": "campagna.games.lion_of_judah.game:LionOfJudah",
    "panzergruppe-guderian": "campagna.games.panzergruppe_guderian.game:PanzergruppeGuderian",
}
_guests: dict[str, Callable[[], Game[Any]]] = {}


class UnknownGame(LookupError):
    """No such slug; the message lists the ones there are."""


def slugs() -> tuple[str, ...]:
    return (*_HOUSES, *_guests)


def register(slug: str, make: Callable[[], Game[Any]]) -> None:
    """Add a game from outside the package (tests, a designer's own game)."""
    _guests[slug] = make
    load_game.cache_clear()


@lru_cache
def load_game(slug: str) -> Game[Any]:
    if slug in _guests:
        return _guests[slug]()
    if slug not in _HOUSES:
        raise UnknownGame(f"no game '{slug}'; there are: {', '.join(slugs())}")
    module, name = _HOUSES[slug].split(":")
    game: Game[Any] = getattr(import_module(module), name)()
    return game
