"""Seats: whoever decides for one side without being asked at the keyboard, by name.

A seat is given the offers and may look at its side's view. It never holds the state, so it cannot
know more than a player in its chair.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from campagna.bots.recruit import Recruit
from campagna.core import plugins
from campagna.core.chance import Chance
from campagna.core.contract import Game, Offers, Order, Text, View

if TYPE_CHECKING:
    from campagna.core.evaluator import Evaluator


class Bot(Protocol):
    def decide(self, offers: Offers, look: Callable[[], View]) -> Order:
        """One of the offered orders. `look` shows what the side may know, for seats that think."""


@runtime_checkable
class SeesEveryOrder(Protocol):
    """A seat that plans ahead. Asked for every order of its side it need not look each time."""

    sees_every_order: bool


@runtime_checkable
class Explaining(Protocol):
    """A seat that can tell why it gave its last order."""

    def explain(self) -> Text | None: ...


MakeBot = Callable[[Game[Any], str, Chance], Bot]
"""A seat for one side of a game; all it leaves to luck it draws from the chance given here."""


class BadBots(ValueError):
    """No such seat, or not one for each side; the text says what there is."""

    def __init__(self, text: Text) -> None:
        super().__init__(text["en"])
        self.text = text


def make_recruit(game: Game[Any], side: str, chance: Chance) -> Bot:
    return Recruit(chance)


def make_captain(game: Game[Any], side: str, chance: Chance) -> Bot:
    from campagna.bots.captain import Captain

    return Captain(game, _judgement(game), side, chance)


def make_general(game: Game[Any], side: str, chance: Chance) -> Bot:
    from campagna.bots.general import General

    return General(game, _judgement(game), side, chance)


def _judgement(game: Game[Any]) -> Evaluator:
    """Raises `BadBots` for a game that nobody has taught the seats to play."""
    from campagna.core.evaluator import evaluator_of

    found = evaluator_of(game)
    if found is None:
        raise BadBots(
            {
                "it": f"{game.slug} non ha un avversario che pensa: si può sedere solo 'recruit'",
                "en": f"{game.slug} has no opponent that thinks: only 'recruit' can take a seat",
            }
        )
    return found


_BOTS: dict[str, MakeBot] = {
    "recruit": make_recruit,
    "captain": make_captain,
    "general": make_general,
}


def bot_names() -> tuple[str, ...]:
    """Every bot there is, Campagna's own first."""
    return tuple(dict.fromkeys((*_BOTS, *plugins.found(plugins.BOTS))))


def bots_for(game: Game[Any]) -> tuple[str, ...]:
    """The bots that can play a game: those who think need its evaluator."""
    from campagna.core.evaluator import evaluator_of

    thinking = {"captain", "general"} if evaluator_of(game) is None else set()
    return tuple(name for name in bot_names() if name not in thinking)


def bot_maker(name: str) -> MakeBot:
    """Raises `BadBots` for a name nobody provides."""
    if name in _BOTS:
        return _BOTS[name]
    if name in plugins.found(plugins.BOTS):
        return _from_plugin(name)
    known = ", ".join(bot_names())
    raise BadBots(
        {
            "it": f"nessun posto '{name}'; ci sono: {known}",
            "en": f"no seat '{name}'; there are: {known}",
        }
    )


def _from_plugin(name: str) -> MakeBot:
    make = plugins.load(plugins.BOTS, name)
    if not callable(make):
        raise plugins.PluginError(f"'{name}' is not a bot: it must be a function that makes one")
    return make


def register_bot(name: str, make: MakeBot) -> None:
    """Add a seat from outside the package (tests, an experiment)."""
    _BOTS[name] = make
