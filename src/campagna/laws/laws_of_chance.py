"""Forecasts and the dice that follow them."""

from __future__ import annotations

from campagna.core.account import TOTAL, UNIT
from campagna.core.chance import SeededChance
from campagna.core.contract import Forecast
from campagna.core.messages import load_messages
from campagna.laws.gradings import grading_of
from campagna.laws.random_walk import Moment, RandomWalk, located

MOST = 60
"""So many rolls of a walk are compared with their forecasts."""
CLOSE = 1e-6


def forecasts_run_from_best_to_worst(walk: RandomWalk) -> None:
    """For whoever rolls; the luck ledger counts on it."""
    game = walk.game
    grade = grading_of(game.slug)
    for moment in walk.sample(12):
        offers = walk.offers(moment)
        for order in (moment.order, *(offers.sample(SeededChance(seed)) for seed in range(3))):
            with located(moment, order):
                forecast = game.forecast(moment.state, order)
                graded = (grade(line) for line in forecast.lines)
                grades = [found for found in graded if found is not None]
                assert grades == sorted(grades, reverse=True), [x.result for x in forecast.lines]
                assert forecast.roller in ("", *walk.case.spec.sides)


def accounts_of_odds_hold(walk: RandomWalk) -> None:
    """The columns and each case add up, every line has words, and a settled order has one line."""
    known = {TOTAL, UNIT, *load_messages(walk.game.home).tables.get("account", {})}
    for moment in walk.sample(12):
        offers = walk.offers(moment)
        for order in (moment.order, *(offers.sample(SeededChance(seed)) for seed in range(3))):
            with located(moment, order):
                forecast = walk.game.forecast(moment.state, order)
                assert len(forecast.lines) == 1 or not forecast.settled
                _account_holds(forecast, known)


def _account_holds(forecast: Forecast, known: set[str]) -> None:
    account = forecast.account
    if account is None:
        return
    assert {line.what for line in account.lines} <= known
    for chances in (account.columns, *(case.chances for case in account.cases)):
        assert not chances or sum(chances.values()) <= 1 + CLOSE, chances
        assert all(share > 0 for share in chances.values()), chances
    for case in account.cases:
        assert abs(sum(case.chances.values()) - 1) < CLOSE, case


def what_is_rolled_was_forecast(walk: RandomWalk) -> None:
    """The result that came true is one of those that were forecast for the order."""
    game = walk.game
    rolled = [m for m in walk.moments if game.rolled(m.order, m.events) is not None]
    for moment in _spread(rolled):
        with located(moment):
            forecast = game.forecast(moment.state, moment.order)
            if any(note.key.endswith("-unknown") for note in forecast.notes):
                continue  # it says itself that something hidden is not in its sum
            results = [line.result for line in forecast.lines]
            assert game.rolled(moment.order, moment.events) in results


def every_die_of_an_open_game_is_shown(walk: RandomWalk) -> None:
    """Where every view is the whole truth, every draw is public."""
    game = walk.game
    if any(_hides(walk, moment) for moment in walk.sample(2)):
        return
    for entry in walk.match.record.entries:
        assert all(game.is_public_draw(draw) for draw in entry.draws)


def _hides(walk: RandomWalk, moment: Moment) -> bool:
    whole = walk.game.describe(moment.state)
    return any(walk.game.view(moment.state, v).position != whole for v in walk.viewers)


def _spread(moments: list[Moment]) -> list[Moment]:
    count = min(MOST, len(moments))
    return [moments[i * len(moments) // count] for i in range(count)]
