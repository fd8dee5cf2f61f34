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
    from campagna.bots.judgement import Judgement


class Seat(Protocol):
    def decide(self, offers: Offers, look: Callable[[], View]) -> Order:
        """One of the offered orders. `look` shows what the side may know, for seats that think."""


@runtime_checkable
class Remembering(Protocol):
    """A seat that plans ahead. Asked for every order of its side it need not look each time."""

    attentive: bool


@runtime_checkable
class Explaining(Protocol):
    """A seat that can tell why it gave its last order."""

    def explain(self) -> Text | None: ...


MakeSeat = Callable[[Game[Any], str, Chance], Seat]
"""A seat for one side of a game; all it leaves to luck it draws from the chance given here."""


class BadSeats(ValueError):
    """No such seat, or not one for each side; the text says what there is."""

    def __init__(self, text: Text) -> None:
        super().__init__(text["en"])
        self.text = text


def make_recruit(game: Game[Any], side: str, chance: Chance) -> Seat:
    return Recruit(chance)


def make_captain(game: Game[Any], side: str, chance: Chance) -> Seat:
    from campagna.bots.captain import Captain

    return Captain(game, _judgement(game), side, chance)


def make_general(game: Game[Any], side: str, chance: Chance) -> Seat:
    from campagna.bots.general import General

    return General(game, _judgement(game), side, chance)


def _judgement(game: Game[Any]) -> Judgement:
    """Raises `BadSeats` for a game that nobody has taught the seats to play."""
    from campagna.bots.judgement import judgement_of

    found = judgement_of(game)
    if found is None:
        raise BadSeats(
            {
                "it": f"{game.slug} non ha un giudizio: si può sedere solo 'recruit'",
                "en": f"{game.slug} has no judgement: only 'recruit' can take a seat",
            }
        )
    return found


_SEATS: dict[str, MakeSeat] = {
    "recruit": make_recruit,
    "captain": make_captain,
    "general": make_general,
}


def seat_names() -> tuple[str, ...]:
    """Every bot there is, Campagna's own first."""
    return tuple(dict.fromkeys((*_SEATS, *plugins.found(plugins.BOTS))))


def seats_for(game: Game[Any]) -> tuple[str, ...]:
    """The seats that can play a game: those who think need its judgement."""
    from campagna.bots.judgement import judgement_of

    thinking = {"captain", "general"} if judgement_of(game) is None else set()
    return tuple(name for name in seat_names() if name not in thinking)


def seat_maker(name: str) -> MakeSeat:
    """Raises `BadSeats` for a name nobody provides."""
    if name in _SEATS:
        return _SEATS[name]
    if name in plugins.found(plugins.BOTS):
        return _from_plugin(name)
    known = ", ".join(seat_names())
    raise BadSeats(
        {
            "it": f"nessun posto '{name}'; ci sono: {known}",
            "en": f"no seat '{name}'; there are: {known}",
        }
    )


def _from_plugin(name: str) -> MakeSeat:
    make = plugins.load(plugins.BOTS, name)
    if not callable(make):
        raise plugins.PluginError(f"'{name}' is not a bot: it must be a function that makes one")
    return make


def register_seat(name: str, make: MakeSeat) -> None:
    """Add a seat from outside the package (tests, an experiment)."""
    _SEATS[name] = make
