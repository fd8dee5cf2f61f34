"""The forecasts of every game are what the dice bring; a wrong one is found."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Forecast, Order, State
from campagna.games.registry import BUILT_IN, load_game
from campagna.laws.forecast_check import check, shares
from two_fords.game import TwoFords
from two_fords.state import State as FordsState

ORDERS = {"lion-of-judah": 40, "panzergruppe-guderian": 60}
USUAL = 150


@pytest.mark.parametrize("slug", [*BUILT_IN, TwoFords.slug])
def test_forecast_and_play_agree(slug: str) -> None:
    game = TwoFords() if slug == TwoFords.slug else load_game(slug)
    wanted = ORDERS.get(slug, USUAL)
    *_, tally = check(game, wanted)
    assert tally.compared >= wanted
    assert tally.differences == []


class Optimist(TwoFords):
    """Says that the best result is a little more likely than it is."""

    def forecast(self, state: FordsState, order: Order) -> Forecast:
        told = super().forecast(state, order)
        if len(told.lines) < 2:
            return told
        first, second, *rest = told.lines
        shift = 1 / 6
        better = msgspec.structs.replace(first, probability=first.probability + shift)
        worse = msgspec.structs.replace(second, probability=second.probability - shift)
        return msgspec.structs.replace(told, lines=(better, worse, *rest))


def test_a_wrong_forecast_is_found() -> None:
    *_, tally = check(Optimist(), 20)
    assert len(tally.differences) == tally.compared >= 20


def test_the_shares_of_all_ways_make_one() -> None:
    game = load_game("kasserine")
    found: list[Fraction] = []

    def look(state: State, order: Order) -> None:
        counted = shares(game, state, order)
        if counted is not None and counted[1] > 1:
            found.append(sum(counted[0].values(), Fraction(0)))

    state = game.start(game.new_setup(), SeededChance(1))
    players = SeededChance(2)
    for _ in range(200):
        order = game.offers(state).sample(players)
        look(state, order)
        game.play(state, order, SeededChance(3))
    assert found
    assert set(found) == {Fraction(1)}
