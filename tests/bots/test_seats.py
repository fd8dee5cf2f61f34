"""Seats by name, and the recruit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from campagna.bots import seats
from campagna.bots.recruit import Recruit
from campagna.bots.seats import BadSeats, Seat, register_seat, seat_maker, seat_names
from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Game, Order, Setup, View
from campagna.core.contract import Offers as AnyOffers
from tests.cli.duel import Aim, Duel, Load, Offers, Shoot, State


def must_not_look() -> View:
    raise AssertionError("a recruit does not look")


def test_the_recruit_is_uniform_over_the_offers() -> None:
    recruit = Recruit(SeededChance(1))
    offers = Offers([Aim(1), Shoot(), Load()])
    counts = Counter(recruit.decide(offers, must_not_look) for _ in range(3_000))
    assert set(counts) == {Aim(1), Shoot(), Load()}
    assert all(abs(n - 1_000) < 120 for n in counts.values())


def test_the_recruit_repeats_itself_with_the_same_chance() -> None:
    offers = Offers([Aim(1), Aim(2), Aim(3), Shoot(), Load()])
    one, two = Recruit(SeededChance(5)), Recruit(SeededChance(5))
    assert [one.decide(offers, must_not_look) for _ in range(20)] == [
        two.decide(offers, must_not_look) for _ in range(20)
    ]


def test_an_unknown_seat_is_told_in_both_languages() -> None:
    with pytest.raises(BadSeats, match="no seat 'marshal'; there are: recruit, captain") as told:
        seat_maker("marshal")
    assert told.value.text["it"] == "nessun posto 'marshal'; ci sono: recruit, captain, general"


def test_a_guest_may_sit_down_and_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "_SEATS", dict(seats._SEATS))

    class Cautious:
        """Shoots only with three shots."""

        def __init__(self, side: str) -> None:
            self.side = side

        def decide(self, offers: AnyOffers, look: Callable[[], View]) -> Order:
            mine = next(d for d in look().position.duellists if d.id == self.side)
            return Shoot() if mine.shots == 3 else Load()

    def cautious(game: Game[State], side: str, chance: Chance) -> Seat:
        return Cautious(side)

    register_seat("cautious", cautious)
    assert seat_names()[-1] == "cautious"
    game = Duel()
    state = game.start(Setup("meadow"), SeededChance(0))
    seat = seat_maker("cautious")(game, "red", SeededChance(0))
    assert seat.decide(game.offers(state), lambda: game.view(state, "red")) == Load()
