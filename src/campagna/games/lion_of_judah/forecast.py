"""Exact forecasts: combat by column, forced marches, activations, bombing, bribery, air.

An attack is forecast from what the attacker sees: where units or their factors are unknown the odds
are a distribution over all they may be (`forecast_sums`). Air and HQs are choices still to be made,
so the sums give the result of every column that they can lead to.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from campagna.core.contract import Forecast, ForecastLine, Order
from campagna.games.lion_of_judah import (
    activation,
    air,
    forecast_dice,
    forecast_sums,
    march,
    odds,
    orders,
    sight,
)
from campagna.games.lion_of_judah.agenda import Battle, Stage
from campagna.games.lion_of_judah.combat import AttackPlan
from campagna.games.lion_of_judah.state import State

SIX = Fraction(1, 6)


def forecast(state: State, order: Order, plan: Any) -> Forecast:
    match order:
        case orders.Attack():
            return _attack(state, plan)
        case orders.CommitAir() | orders.CommitHq():
            return _commitment(state, order, plan)
        case orders.ForcedMarch():
            return _march(state, plan)
        case orders.Activate():
            return _activation(state, plan)
    return forecast_dice.other(state, order, plan)


def lines(results: Tally[str]) -> tuple[ForecastLine, ...]:
    """Results with their exact chances, the likeliest first."""
    total = sum(results.values())
    return ranked({name: Fraction(n, total) for name, n in results.items()})


def ranked(chances: dict[str, Fraction]) -> tuple[ForecastLine, ...]:
    order = sorted(chances.items(), key=lambda item: (-item[1], item[0]))
    return tuple(ForecastLine(name, float(p)) for name, p in order)


# --- an attack to be declared -----------------------------------------------------------------------


def _attack(state: State, plan: AttackPlan) -> Forecast:
    """The initial odds, and the table of every column they can be shifted to."""
    defenders = [u for u in state.stack(plan.target) if state.stacks_visibly(u)]
    unknown = [u for u in defenders if not sight.visible(state, u)]
    sums: dict[str, Any] = {
        "shifts": _known_shifts(state, plan),
        "tables": _tables(state, odds.concentric(state, _origins(state, plan), plan.target)),
    }
    if not defenders:
        return Forecast("12.13", (ForecastLine("undefended", 1.0),), sums)
    if unknown:
        sums["unknown"] = len(unknown)
    chances: dict[str, Fraction] = {}
    theirs = forecast_sums.defence_totals(state, defenders, plan.target)
    for mine, p in forecast_sums.attack_totals(state, plan.units).items():
        for them, q in theirs.items():
            name = odds.odds_name(*_reduced(mine, them))
            chances[name] = chances.get(name, Fraction(0)) + p * q
    return Forecast("12.5", ranked(chances), sums)


def _reduced(attack: int, defence: int) -> tuple[int, int]:
    """Totals of zero are told as such, whatever stands on the other side (A-41)."""
    if not attack or not defence:
        return min(attack, 1), min(defence, 1)
    return attack, defence


def _origins(state: State, plan: AttackPlan) -> list[int]:
    return [state.units[u].place for u in plan.units]


def _known_shifts(state: State, plan: AttackPlan) -> dict[str, int]:
    return {"terrain": odds.terrain_shift(state, plan.target)}


def _tables(state: State, drm: int) -> dict[str, dict[str, float]]:
    """For every column of the attacker's table, the chance of each result."""
    crt = state.theatre.crt[state.side]
    found = {}
    for column, name in enumerate(crt.columns):
        results = Tally(crt.result(column, odds.row(die, drm)) for die in range(1, 7))
        found[name] = {r: float(Fraction(n, 6)) for r, n in sorted(results.items())}
    return found


# --- air and HQs in a declared combat ---------------------------------------------------------------


def _commitment(state: State, order: Order, plan: Any) -> Forecast:
    """The roll with this commitment and none after it; the sums tell every other net shift."""
    battle = state.agenda[-1]
    assert isinstance(battle, Battle)
    after = state.copy()
    shifts = _air_shifts(after, battle, plan) if isinstance(order, orders.CommitAir) else None
    support = 0
    if isinstance(order, orders.CommitHq):
        count = sum(s.shifts for s in plan)
        support = count if battle.stage == Stage.ATTACKER_HQ else -count
    chances: dict[int, Fraction] = shifts or {battle.air_shift: Fraction(1)}
    results: dict[str, Fraction] = {}
    base = odds.total_shift(battle) - battle.air_shift + support
    for shift, chance in chances.items():
        for name, part in _roll(state, battle, base + shift).items():
            results[name] = results.get(name, Fraction(0)) + chance * part
    sums = {
        "attack": battle.attack,
        "defence": battle.defence,
        "odds": odds.odds_name(battle.attack, battle.defence),
        "fixed": battle.fixed_shift,
        "drm": battle.drm,
        "by_shift": {
            str(s): {r: float(p) for r, p in sorted(_roll(state, battle, base + s).items())}
            for s in range(-4, 5)
        },
    }
    return Forecast("12.4-7", ranked(results), sums)


def _roll(state: State, battle: Battle, shift: int) -> dict[str, Fraction]:
    crt = state.theatre.crt[battle.side]
    column = odds.column(state, battle.side, battle.attack, battle.defence, shift)
    found: dict[str, Fraction] = {}
    for die in range(1, 7):
        result = crt.result(column, odds.row(die, battle.drm))
        found[result] = found.get(result, Fraction(0)) + SIX
    return found


def _air_shifts(state: State, battle: Battle, markers: Sequence[int]) -> dict[int, Fraction]:
    """The net columns that the markers in the air so far can bring, with their chances."""
    attacking = battle.stage == Stage.ATTACKER_AIR
    mine = len(markers) if attacking else len(battle.air[0])
    theirs = 0 if attacking else len(markers)
    found: dict[int, Fraction] = {}
    for ours, p in _sorties(state, battle.side, battle.target, mine).items():
        for others, q in _sorties(state, 1 - battle.side, battle.target, theirs).items():
            gained, lost = air.columns(state, ours, others)
            found[gained - lost] = found.get(gained - lost, Fraction(0)) + p * q
    return found


def _sorties(state: State, side: int, target: int, count: int) -> dict[tuple[str, ...], Fraction]:
    """What so many markers may roll, in every order."""
    drm = air.support_drm(state, side, target)
    found: dict[tuple[str, ...], Fraction] = {(): Fraction(1)}
    for _ in range(count):
        more: dict[tuple[str, ...], Fraction] = {}
        for rolled, p in found.items():
            for die in range(1, 7):
                key = tuple(sorted((*rolled, air.support_result(state, die + drm))))
                more[key] = more.get(key, Fraction(0)) + p * SIX
        found = more
    return found


# --- dice of movement and leaders -------------------------------------------------------------------


def _march(state: State, plan: march.MarchPlan) -> Forecast:
    drm = march.modifier(state, plan.here, plan.there)
    exposed = march.exposed(state, plan.here, plan.there)
    results: Tally[str] = Tally()
    for die in range(1, 7):
        found = march.result_of(state, die + drm)
        ambush = "A" if found.ambush and exposed else ""
        results[f"{found.extra // 2}{'/' if ambush else ''}{ambush}"] += 1
    return Forecast("11.5.3-a", lines(results), {"modifier": drm, "cost": plan.cost})


def _activation(state: State, leader: int) -> Forecast:
    won = sum(activation.succeeds(state, leader, die) for die in range(1, 7))
    results = Tally({"success": won, "failure": 6 - won})
    sums = {
        "modifier": activation.modifier(state, leader),
        "rating": activation.rating(state, leader),
    }
    return Forecast("PB 13.6.2-a", lines(+results), sums)
