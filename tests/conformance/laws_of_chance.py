"""Forecasts and the dice that follow them."""

from __future__ import annotations

from campagna.core.chance import SeededChance
from tests.conformance.gradings import GRADINGS
from tests.conformance.journey import Journey, Moment, told

MOST = 60
"""So many rolls of a journey are compared with their forecasts."""


def forecasts_run_from_best_to_worst(journey: Journey) -> None:
    """For whoever rolls; the luck ledger counts on it."""
    game = journey.game
    grade = GRADINGS[game.slug]
    for moment in journey.sample(12):
        offers = game.offers(moment.state)
        for order in (moment.order, *(offers.sample(SeededChance(seed)) for seed in range(3))):
            with told(moment, order):
                forecast = game.forecast(moment.state, order)
                grades = [grade(line) for line in forecast.lines]
                assert grades == sorted(grades, reverse=True), [x.result for x in forecast.lines]
                assert forecast.roller in ("", *journey.case.spec.sides)


def what_is_rolled_was_forecast(journey: Journey) -> None:
    """The result that came true is one of those that were forecast for the order."""
    game = journey.game
    rolled = [m for m in journey.moments if game.rolled(m.order, m.events) is not None]
    for moment in _spread(rolled):
        with told(moment):
            forecast = game.forecast(moment.state, moment.order)
            if any(note.key.endswith("-unknown") for note in forecast.notes):
                continue  # it says itself that something hidden is not in its sum
            results = [line.result for line in forecast.lines]
            assert game.rolled(moment.order, moment.events) in results


def every_die_of_an_open_game_is_told(journey: Journey) -> None:
    """Where every view is the whole truth, every draw is public."""
    game = journey.game
    if any(_hides(journey, moment) for moment in journey.sample(2)):
        return
    for entry in journey.match.record.entries:
        assert all(game.draw_is_open(draw) for draw in entry.draws)


def _hides(journey: Journey, moment: Moment) -> bool:
    whole = journey.game.describe(moment.state)
    return any(journey.game.view(moment.state, v).position != whole for v in journey.viewers)


def _spread(moments: list[Moment]) -> list[Moment]:
    count = min(MOST, len(moments))
    return [moments[i * len(moments) // count] for i in range(count)]
