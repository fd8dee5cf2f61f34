"""Exact forecasts of everything that a die decides; the results run from the best to the worst."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from campagna.core.contract import Fact, Forecast, ForecastLine, Note, Order
from campagna.games.lion_of_judah import (
    activation,
    bombing,
    bribery,
    effects,
    forecast_combat,
    march,
    orders,
    prices,
    sequence,
)
from campagna.games.lion_of_judah.chapters import chapter_of
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.rolled import (
    DONE,
    FAILURE,
    GROUNDED,
    MISSIONS,
    SUCCESS,
    march_result,
)
from campagna.games.lion_of_judah.state import Phase, State


def forecast(state: State, order: Order, plan: Any) -> Forecast:
    found = _dice(state, order, plan)
    notes = (*found.notes, *prices.notes(state, order, plan))
    return msgspec.structs.replace(found, notes=notes)


def _dice(state: State, order: Order, plan: Any) -> Forecast:
    match order:
        case orders.Attack():
            return forecast_combat.attack(state, plan)
        case orders.CommitAir() | orders.CommitHq():
            return forecast_combat.commitment(state, order, plan)
        case orders.ForcedMarch():
            return _march(state, plan)
        case orders.Activate():
            return _activation(state, plan)
        case orders.Bomb(gas=False):
            return _bombing(state, state.world.hex_index[order.hex])
        case orders.Bribe():
            return _bribery(state, order)
    flies = _flies(state) if isinstance(order, MISSIONS) else Fraction(1)
    return Forecast(_rule_of(state, order), _lines({DONE: flies, GROUNDED: 1 - flies}))


def _rule_of(state: State, order: Order) -> str:
    """The rule of the step that asks for the order."""
    chapter = chapter_of(state, order)
    if chapter is not None and chapter.phases:
        return sequence.PHASE_RULES[Phase(chapter.phases[0])]
    return sequence.PHASE_RULES[Phase(state.phase)]


def _lines(chances: Mapping[str, Fraction]) -> tuple[ForecastLine, ...]:
    return tuple(ForecastLine(result, float(p)) for result, p in chances.items() if p)


def _flies(state: State) -> Fraction:
    """Only Italian markers fly missions that the rains can stop."""
    return 1 - forecast_combat.grounded(state, ITALIAN)


def _die(modifier: int) -> tuple[Note, ...]:
    return (Note("die-modifier", {"count": f"{modifier:+d}"}),) if modifier else ()


# --- movement and leaders ---------------------------------------------------------------------------


def _march(state: State, plan: march.MarchPlan) -> Forecast:
    drm = march.modifier(state, plan.here, plan.there)
    exposed = march.exposed(state, plan.here, plan.there)
    found = Tally(march.result_of(state, die + drm) for die in range(1, 7))
    merged: Tally[tuple[bool, int]] = Tally()
    for result, n in found.items():
        merged[result.ambush and exposed, result.extra] += n
    lines = tuple(
        _march_line(state, plan, extra, ambush, merged[ambush, extra])
        for ambush, extra in sorted(merged)
    )
    notes = (Note("march-cost", {"points": _points(plan.cost)}), *_die(drm))
    return Forecast("11.5.3-a", lines, {"modifier": drm, "cost": plan.cost}, notes)


def _march_line(
    state: State, plan: march.MarchPlan, extra: int, ambush: bool, sixths: int
) -> ForecastLine:
    enters = march.can_pay(state, plan, plan.cost + extra)
    told: dict[str, Fact] = {
        "points": _points(plan.cost + extra),
        "extra": _points(extra),
        "entered": str(enters),
        "ambush": str(ambush),
    }
    means = ("march-in" if enters else "march-stops") + ("-ambush" if ambush else "")
    chance = float(Fraction(sixths, 6))
    return ForecastLine(march_result(extra // 2, ambush), chance, told, means=means)


def _points(halves: int) -> str:
    """Movement points as players write them."""
    return f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2)


def _activation(state: State, leader: int) -> Forecast:
    won = sum(activation.succeeds(state, leader, die) for die in range(1, 7))
    chances = {SUCCESS: Fraction(won, 6), FAILURE: Fraction(6 - won, 6)}
    drm = activation.modifier(state, leader)
    sums = {"modifier": drm, "rating": activation.rating(state, leader)}
    called = effects.in_force(state, "B2")
    notes = () if called else (Note("activation-rating", {"rating": sums["rating"]}), *_die(drm))
    return Forecast("PB 13.6.2-a", _lines(chances), sums, notes)


# --- bombs and bribes -------------------------------------------------------------------------------

STEP_LOST, DISORDER = "D1s", "D"


def _bombing(state: State, target: int) -> Forecast:
    drm = bombing.bombing_drm(state, target)
    results: Tally[str] = Tally()
    for die in range(1, 7):
        row = bombing.bombing_result(state, die + drm)
        results[STEP_LOST if row["steps"] else str(row["effect"])] += 1
    flies = _flies(state)
    order = sorted(results, key=lambda r: (r != STEP_LOST, r != DISORDER))
    chances = {r: Fraction(results[r], 6) * flies for r in order} | {GROUNDED: 1 - flies}
    return Forecast("PB 13.6.5.1-a", _lines(chances), {"modifier": drm}, _die(drm))


def _bribery(state: State, order: orders.Bribe) -> Forecast:
    """Every point paid is added to the die."""
    drm = bribery.modifier(state, bribery.regions(state)[order.region]) + order.count
    results = Tally(bribery.levies_for(state, die + drm) for die in range(1, 7))
    lines = tuple(
        ForecastLine(
            str(n),
            float(Fraction(results[n], 6)),
            {"levies": n},
            means="levies" if n else "no-levy",
        )
        for n in sorted(results, reverse=True)
    )
    notes = (Note("bribe-cost", {"count": order.count}), *_die(drm))
    return Forecast("PB 13.6.8", lines, {"modifier": drm}, notes)
