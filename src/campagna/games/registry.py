"""The games by slug: Campagna's own, those of other packages, those added by a program.

A game is imported when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any

from campagna.core import plugins
from campagna.core.contract import Game

_BUILT_IN = {
    "afrika-korps": "campagna.games.afrika_korps.game:AfrikaKorps",
    "alto-comando": "campagna.games.alto_comando.game:AltoComando",
    "kasserine": "campagna.games.kasserine.game:Kasserine",
    "lion-of-judah": "campagna.games.lion_of_judah.game:LionOfJudah",
    "panzergruppe-guderian": "campagna.games.panzergruppe_guderian.game:PanzergruppeGuderian",
}
BUILT_IN = tuple(_BUILT_IN)
"""The slugs of Campagna's own games."""
_added: dict[str, Callable[[], Game[Any]]] = {}


class UnknownGame(LookupError):
    """No such slug; the message lists the ones there are."""


def slugs() -> tuple[str, ...]:
    """Every game there is, Campagna's own first."""
    return tuple(dict.fromkeys((*_BUILT_IN, *plugins.found(plugins.GAMES), *_added)))


def register(slug: str, make: Callable[[], Game[Any]]) -> None:
    """Add a game for this process only (tests, an experiment)."""
    _added[slug] = make
    load_game.cache_clear()


@lru_cache
def load_game(slug: str) -> Game[Any]:
    """Raises `UnknownGame` for a slug nobody provides."""
    if slug in _added:
        return _added[slug]()
    if slug in _BUILT_IN:
        module, name = _BUILT_IN[slug].split(":")
        game: Game[Any] = getattr(import_module(module), name)()
        return game
    if slug not in plugins.found(plugins.GAMES):
        raise UnknownGame(f"no game '{slug}'; there are: {', '.join(slugs())}")
    return _from_plugin(slug)


def _from_plugin(slug: str) -> Game[Any]:
    make = plugins.load(plugins.GAMES, slug)
    game = make() if callable(make) else make
    if not isinstance(game, Game):
        raise plugins.PluginError(
            f"'{slug}' is not a game: it must be a class or function that makes one"
        )
    if game.slug != slug:
        raise plugins.PluginError(f"the game '{slug}' calls itself '{game.slug}'")
    return game
