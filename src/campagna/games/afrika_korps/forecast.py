"""What an order may lead to, exactly, before any die is rolled."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from campagna.core.contract import Fact, Forecast, ForecastLine, Order
from campagna.core.rulebook import rule
from campagna.games.afrika_korps import orders, results, retreat
from campagna.games.afrika_korps.arrivals import sinking_faces
from campagna.games.afrika_korps.combat import AttackPlan
from campagna.games.afrika_korps.state import Exchange, Retreating, State, Victory
from campagna.games.afrika_korps.strength import (
    attack_of,
    defence_of,
    defence_sum,
    odds_name,
)
from campagna.tables.chances import column_chances

BEST_FIRST = ("DE", "DR", "EX", "AR", "AE")
"""The results of combat from the best for the attacker to the worst."""
PAYERS = {"DE": "defender", "DR": "defender", "EX": "both", "AR": "attacker", "AE": "attacker"}

RULES = {
    orders.Land: "19.2b",
    orders.LandSupply: "12.4",
    orders.Move: "5.2",
    orders.Embark: "23.4",
    orders.Destroy: "15.5",
    orders.Substitute: "21.1a",
    orders.BreakDown: "21.3",
    orders.GiveUp: "11.9",
    orders.Capture: "15.3.2.2a",
    orders.Lose: "7.5d",
    orders.Consent: "11.7e",
    orders.Sacrifice: "7.6.1c",
    orders.Retreat: "7.6a",
    orders.Advance: "16.1",
    orders.Haul: "15.4.1",
    orders.PlaceRommel: "22.4.2b",
    orders.Done: "3",
}


def forecast(state: State, order: Order, plan: Any) -> Forecast:
    """The order is legal and `plan` is what the judge made of it."""
    if isinstance(plan, AttackPlan):
        return _battle(state, plan)
    if isinstance(plan, Victory):
        return _victory(state, plan)
    if isinstance(order, orders.RollSupply):
        return _supply(state)
    return Forecast(RULES[type(order)], (ForecastLine("certain", 1.0),))


@rule("12.2d")
def _supply(state: State) -> Forecast:
    sunk = Fraction(len(sinking_faces(state)), 6)
    lines = (
        ForecastLine("arrives", float(1 - sunk)),
        ForecastLine("sunk", float(sunk)),
    )
    return Forecast("12.2d", lines)


@rule("9.1a", "9.1c")
def _victory(state: State, plan: Victory) -> Forecast:
    """An automatic victory has one result; the sums tell why."""
    lost: dict[str, Fact] = {"defenders_lost": state.names(plan.defenders)}
    sums = _sums(state, plan.attackers, plan.defenders)
    sums["surrounded"] = plan.surrounded
    return Forecast("9.1a", (ForecastLine("DE", 1.0, lost, PAYERS["DE"]),), sums)


@rule("7.3", "7.5c", "7.5d", "7.6.2")
def _battle(state: State, plan: AttackPlan) -> Forecast:
    attack = attack_of(state, plan.attackers)
    defence = defence_sum(state, plan.defenders)
    sums = _sums(state, plan.attackers, plan.defenders)
    if plan.automatic:
        chances = {"DE": Fraction(1)}
    else:
        crt = state.world.crt
        chances = column_chances(crt, crt.column(attack, defence))
    lines = tuple(
        ForecastLine(
            result,
            float(chances[result]),
            _outcome(state, plan, result, attack, defence),
            PAYERS[result],
        )
        for result in BEST_FIRST
        if result in chances
    )
    return Forecast("7.3", lines, sums)


def _outcome(
    state: State, plan: AttackPlan, result: str, attack: int, defence: int
) -> dict[str, Fact]:
    """Who is lost for certain, who goes back, and what an exchange costs the stronger side."""
    attackers, defenders = state.names(plan.attackers), state.names(plan.defenders)
    match result:
        case "AE":
            return {"attackers_lost": attackers}
        case "DE":
            return {"defenders_lost": defenders}
        case "AR":
            return _going_back(state, state.side, plan.attackers, "attackers")
        case "DR":
            return _going_back(state, 1 - state.side, plan.defenders, "defenders")
    outcome: dict[str, Fact] = {}
    if attack <= defence:
        outcome["attackers_lost"] = attackers
    if defence <= attack:
        outcome["defenders_lost"] = defenders
    if attack != defence:
        side = state.side if defence < attack else 1 - state.side
        units = plan.attackers if defence < attack else plan.defenders
        frame = Exchange(side, units, min(attack, defence), defence < attack)
        ways = results.payments(state, frame)
        least = min(sum(results.worth(state, frame, u) for u in w) for w in ways)
        who = "attackers" if defence < attack else "defenders"
        outcome[f"{who}_pay"] = least
        outcome[f"{who}_ways_to_pay"] = len(ways)
        forced = set.intersection(*(set(w) for w in ways))
        outcome[f"{who}_lost"] = state.names(sorted(forced))
    return outcome


def _going_back(state: State, side: int, units: tuple[int, ...], who: str) -> dict[str, Fact]:
    """As the board stands now: those without a way back are lost, the others go two hexes."""
    frame = Retreating(side, units)
    trapped = [u for u in units if not retreat.safe_paths(state, state.place(u), side)]
    free = [u for u in units if u not in trapped]
    seated = retreat.seat(state, frame, free)
    return {
        f"{who}_lost": state.names(trapped),
        f"{who}_back": state.names(free),
        f"{who}_without_room": len(free) - len(seated),
    }


def _sums(state: State, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> dict[str, Any]:
    """Each unit's share as players check it."""
    attack, defence = attack_of(state, attackers), defence_sum(state, defenders)
    return {
        "attack": [
            {"unit": state.name(a), "factor": state.world.attack[a], "rule": "8.7"}
            for a in attackers
        ],
        "defence": [
            {
                "unit": state.name(d),
                "printed": state.world.defence[d],
                "factor": defence_of(state, d),
                "rule": "10.2",
            }
            for d in defenders
        ],
        "odds": odds_name(state, attack, defence),
        "totals": [attack, defence],
    }
