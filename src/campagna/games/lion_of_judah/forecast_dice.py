"""Forecasts of the other dice: bombing and bribery; everything else happens for certain."""

from __future__ import annotations

from collections import Counter as Tally
from fractions import Fraction
from typing import Any

from campagna.core.contract import Forecast, ForecastLine, Order
from campagna.games.lion_of_judah import bombing, bribery, orders, sequence
from campagna.games.lion_of_judah.chapters import chapter_of
from campagna.games.lion_of_judah.state import Phase, State

CERTAIN = (ForecastLine("done", 1.0),)


def other(state: State, order: Order, plan: Any) -> Forecast:
    if isinstance(order, orders.Bomb) and not order.gas:
        return _bombing(state, state.world.hex_index[order.hex])
    if isinstance(order, orders.Bribe):
        return _bribery(state, order)
    return Forecast(_rule_of(state, order), CERTAIN)


def _rule_of(state: State, order: Order) -> str:
    """The rule of the step that asks for the order."""
    chapter = chapter_of(state, order)
    if chapter is not None and chapter.phases:
        return sequence.PHASE_RULES[Phase(chapter.phases[0])]
    return sequence.PHASE_RULES[Phase(state.phase)]


def _bombing(state: State, target: int) -> Forecast:
    drm = bombing.bombing_drm(state, target)
    results: Tally[str] = Tally()
    for die in range(1, 7):
        found = bombing.bombing_result(state, die + drm)
        results[f"{found['effect']}{'+1' if found['steps'] else ''}"] += 1
    told = tuple(ForecastLine(name, float(Fraction(n, 6))) for name, n in sorted(results.items()))
    return Forecast("PB 13.6.5.1-a", told, {"modifier": drm})


def _bribery(state: State, order: orders.Bribe) -> Forecast:
    drm = bribery.modifier(state, bribery.regions(state)[order.region]) + order.count
    results = Tally(str(bribery.levies_for(state, die + drm)) for die in range(1, 7))
    told = tuple(ForecastLine(name, float(Fraction(n, 6))) for name, n in sorted(results.items()))
    return Forecast("PB 13.6.8", told, {"modifier": drm})
