"""Seats by name, and the recruit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from campagna.bots import bots
from campagna.bots.bots import BadBots, Bot, bot_maker, bot_names, register_bot
from campagna.bots.recruit import Recruit
from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Game, Offers, Order, Setup, View
from tests.cli.duel import Aim, Duel, Load, Shoot, State, offers_of


def must_not_look() -> View:
    raise AssertionError("a recruit does not look")


def test_the_recruit_is_uniform_over_the_offers() -> None:
    recruit = Recruit(SeededChance(1))
    offers = offers_of([Aim(1), Shoot(), Load()])
    counts = Counter(recruit.decide(offers, must_not_look) for _ in range(3_000))
    assert set(counts) == {Aim(1), Shoot(), Load()}
    assert all(abs(n - 1_000) < 120 for n in counts.values())


def test_the_recruit_repeats_itself_with_the_same_chance() -> None:
    offers = offers_of([Aim(1), Aim(2), Aim(3), Shoot(), Load()])
    one, two = Recruit(SeededChance(5)), Recruit(SeededChance(5))
    assert [one.decide(offers, must_not_look) for _ in range(20)] == [
        two.decide(offers, must_not_look) for _ in range(20)
    ]


def test_an_unknown_seat_is_told_in_both_languages() -> None:
    with pytest.raises(
        BadBots, match="no seat 'marshal'; there are: recruit, captain"
    ) as reason_text:
        bot_maker("marshal")
    assert (
        reason_text.value.text["it"] == "nessun posto 'marshal'; ci sono: recruit, captain, general"
    )


def test_a_guest_may_sit_down_and_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_BOTS", dict(bots._BOTS))

    class Cautious:
        """Shoots only with three shots."""

        def __init__(self, side: str) -> None:
            self.side = side

        def decide(self, offers: Offers, look: Callable[[], View]) -> Order:
            mine = next(d for d in look().position.duellists if d.id == self.side)
            return Shoot() if mine.shots == 3 else Load()

    def cautious(game: Game[State], side: str, chance: Chance) -> Bot:
        return Cautious(side)

    register_bot("cautious", cautious)
    assert bot_names()[-1] == "cautious"
    game = Duel()
    state = game.start(Setup("meadow"), SeededChance(0))
    seat = bot_maker("cautious")(game, "red", SeededChance(0))
    assert seat.decide(game.offers(state), lambda: game.view(state, "red")) == Load()
