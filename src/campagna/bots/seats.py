"""Seats: whoever decides for one side without being asked at the keyboard, by name.

A seat is given the offers and may look at its side's view. It never holds the state, so it cannot
know more than a player in its chair.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from campagna.bots.recruit import Recruit
from campagna.core.chance import Chance
from campagna.core.contract import Game, Offers, Order, Text, View


class Seat(Protocol):
    def decide(self, offers: Offers, look: Callable[[], View]) -> Order:
        """One of the offered orders. `look` shows what the side may know, for seats that think."""


MakeSeat = Callable[[Game[Any], str, Chance], Seat]
"""A seat for one side of a game; all it leaves to luck it draws from the chance given here."""


class BadSeats(ValueError):
    """No such seat, or not one for each side; the text says what there is."""

    def __init__(self, text: Text) -> None:
        super().__init__(text["en"])
        self.text = text


def _recruit(game: Game[Any], side: str, chance: Chance) -> Seat:
    return Recruit(chance)


_SEATS: dict[str, MakeSeat] = {"recruit": _recruit}


def seat_names() -> tuple[str, ...]:
    return tuple(_SEATS)


def seat_maker(name: str) -> MakeSeat:
    """Raises `BadSeats` for a name nobody registered."""
    try:
        return _SEATS[name]
    except KeyError:
        known = ", ".join(_SEATS)
        raise BadSeats(
            {
                "it": f"nessun posto '{name}'; ci sono: {known}",
                "en": f"no seat '{name}'; there are: {known}",
            }
        ) from None


def register_seat(name: str, make: MakeSeat) -> None:
    """Add a seat from outside the package (tests, an experiment)."""
    _SEATS[name] = make
