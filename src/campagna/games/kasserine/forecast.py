"""What an order may lead to, exactly, before any die is rolled."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from campagna.core.contract import Fact, Forecast, ForecastLine, Note, Order
from campagna.core.rulebook import rule
from campagna.games.kasserine import artillery, orders, retreat
from campagna.games.kasserine.artillery import STRATEGIC, FirePlan
from campagna.games.kasserine.attack import plan_attack
from campagna.games.kasserine.combat import (
    BELOW,
    AssaultPlan,
    attack_total,
    column,
    defence_total,
    defence_value,
    table_for,
)
from campagna.games.kasserine.command import attack_value, defence_kinds
from campagna.games.kasserine.events import AirSupport, NightAttack
from campagna.games.kasserine.state import REDUCED, Combat, Declared, State
from campagna.games.kasserine.world import SIDES
from campagna.tables.chances import column_chances

RULES = {
    orders.Deploy: "SET-6",
    orders.SelfReduce: "LOG-14",
    orders.March: "LOG-7",
    orders.Move: "MOV-1",
    orders.Leave: "MOV-8",
    orders.Attack: "ATT-6",
    orders.Take: "ATT-15",
    orders.Retreat: "RES-2",
    orders.LetPass: "RES-5",
    orders.Accompany: "ATT-15",
    orders.Done: "CAL-2",
}
CERTAIN = (ForecastLine("certain", 1.0),)
HARDEST_FIRST = ("R", "RT", "-")
"""Results of fire and bombs, from the best for whoever fires to the worst."""


def forecast(state: State, order: Order, plan: Any) -> Forecast:
    """The order is legal and `plan` is what the judge made of it."""
    match order:
        case orders.Demolish():
            return _demolition(state)
        case orders.Fire():
            return _shot(state, plan)
        case orders.Raid():
            return _raid(state, plan)
        case orders.Assault():
            return _assault(state, plan)
        case orders.Defend():
            frame = state.agenda[-1]
            assert isinstance(frame, Declared)
            return _fight(state, frame.combat, frame.kind, plan)
        case orders.Attack():
            notes = tuple(_used_up(state, plan))
            return Forecast(RULES[type(order)], CERTAIN, _prospect(state, plan), notes)
    return Forecast(RULES[type(order)], CERTAIN)


@rule("LOG-10")
def _demolition(state: State) -> Forecast:
    chance = Fraction(len(state.world.tables["demolition"]["success"]), 6)
    lines = (ForecastLine("blown", float(chance)), ForecastLine("stays", float(1 - chance)))
    return Forecast("LOG-10", lines)


# --- artillery ----------------------------------------------------------------------------------------


@rule("ART-1", "ART-7")
def _chances(state: State, row: str, target: int) -> dict[str, Fraction]:
    found = Tally(artillery.read_table(state, row, target, die)[1] for die in range(1, 7))
    return {result: Fraction(found[result], 6) for result in HARDEST_FIRST if found[result]}


def _table_source(state: State, block: str) -> dict[str, Any]:
    """Where the numbers of a table come from, for the player to see."""
    chart = state.world.tables[block]
    return {"source": chart["source"], "reasoning": chart["reasoning"]}


def _shot(state: State, plan: FirePlan) -> Forecast:
    chances = _chances(state, state.counter(plan.unit).fire, plan.target)
    lines = tuple(
        ForecastLine(result, float(chance), _shot_effect(state, plan.target, result))
        for result, chance in chances.items()
    )
    modifier = artillery.modifier(state, plan.target)
    notes = (Note("die-modifier", {"count": f"{modifier:+d}"}),) if modifier else ()
    sums = {"modifier": modifier, **_table_source(state, "artillery")}
    return Forecast("ART-1", lines, sums, notes)


def _shot_effect(state: State, target: int, result: str) -> dict[str, Fact]:
    """Who is shocked, reduced or lost."""
    name = (state.name(target),)
    if result == "RT" and state.fights(target):
        return {"shocked": name}
    if result != "R":
        return {}
    lost = not state.fights(target) or state.flagged(target, REDUCED)
    return {"lost": name} if lost else {"reduced": name}


@rule("STR-2")
def _raid(state: State, hex_: int) -> Forecast:
    """One die for each piece, so the results of all of them together."""
    targets = artillery.bombed(state, hex_)
    each = [_chances(state, STRATEGIC, t) for t in targets]
    lines = []
    for results in product(*each):
        chance = Fraction(1)
        for one, result in zip(each, results, strict=True):
            chance *= one[result]
        lines.append(ForecastLine(" ".join(results) or "nothing", float(chance)))
    lines.sort(key=_mildness)
    sums = {"targets": state.names(targets), **_table_source(state, "artillery")}
    return Forecast("STR-2", tuple(lines), sums)


def _mildness(line: ForecastLine) -> int:
    """How little the bombs do in all."""
    return sum(HARDEST_FIRST.index(r) for r in line.result.split() if r in HARDEST_FIRST)


# --- combat -------------------------------------------------------------------------------------------


@rule("CRT-2 (a)", "ATT-9")
def _assault(state: State, plan: AssaultPlan) -> Forecast:
    """Certain below the lowest odds; otherwise it hangs on the defender, unless he has no choice."""
    combat = state.combats[plan.number]
    kinds = defence_kinds(state, combat.defenders)
    if column(state, attack_total(state, combat), defence_total(state, combat)) == BELOW:
        lost: dict[str, Fact] = {"attackers_lost": state.names(combat.attackers)}
        line = ForecastLine(str(state.world.tables["odds"]["below"]), 1.0, lost, "attacker")
        return Forecast("ATT-9", (line,), _sums(state, combat))
    if len(kinds) == 1:
        return _fight(state, combat, plan.kind, kinds[0])
    sums = _sums(state, combat)
    sums["by_defence"] = {k: _table_chances(state, combat, plan.kind, k) for k in kinds}
    return Forecast("CRT-2 (a)", (ForecastLine("declared", 1.0),), sums)


def _prospect(state: State, combat: Combat) -> dict[str, Any]:
    """The odds as the plan would have them now."""
    return _sums(state, combat) if combat.defenders else {}


@rule("NGT-3", "AIR-8")
def _used_up(state: State, combat: Combat) -> Iterator[Note]:
    """What the plan takes from the calendar: one of the few night attacks, aircraft of the day."""
    for event in plan_attack(state.copy(), combat):
        match event:
            case NightAttack(left=left):
                of = int(state.world.tables["night"]["attacks"])
                yield Note("night-attack-used", {"left": left, "of": of}, grave=True)
            case AirSupport(aircraft=count, left=left):
                yield Note("aircraft-used", {"count": count, "left": left})


def _table_chances(state: State, combat: Combat, attack: str, defence: str) -> dict[str, float]:
    at = column(state, attack_total(state, combat), defence_total(state, combat))
    table = table_for(state, attack, defence)
    chances = column_chances(table.results, at)
    return {r: float(chances[r]) for r in _best_first(state) if r in chances}


def _best_first(state: State) -> list[str]:
    """The results of combat from the best for the attacker to the worst, as the tables list them."""
    return list(reversed(state.world.tables["results"]["meaning"]))


@rule("CRT-3 (a)", "CRT-6")
def _fight(state: State, combat: Combat, attack: str, defence: str) -> Forecast:
    table = table_for(state, attack, defence)
    lines = tuple(
        ForecastLine(result, chance, _effect(state, combat, result), _payer(state, result))
        for result, chance in _table_chances(state, combat, attack, defence).items()
    )
    block = state.world.tables["crt"]["tables"][table.id]
    sums = _sums(state, combat) | {
        "table": table.id,
        "retreat_by": block["retreat_by"],
        "source": block["source"],
        "reasoning": block["reasoning"],
    }
    roller = SIDES[state.units[combat.attackers[0]].side]
    return Forecast("CRT-6", lines, sums, roller=roller)


def _payer(state: State, result: str) -> str:
    hurt = state.world.tables["results"]["meaning"][result]
    return "both" if len(hurt) == 2 else str(next(iter(hurt)))


def _effect(state: State, combat: Combat, result: str) -> dict[str, Fact]:
    """Who is lost or reduced for certain, who goes back, and who of them has no way or only a watched one."""
    meaning = state.world.tables["results"]["meaning"][result]
    found: dict[str, Fact] = {}
    for who, units in (("attacker", combat.attackers), ("defender", combat.defenders)):
        fate = meaning.get(who)
        if fate == "eliminate":
            found[f"{who}s_lost"] = state.names(units)
        elif fate == "reduce":
            found[f"{who}s_lost"] = state.names(u for u in units if state.flagged(u, REDUCED))
            found[f"{who}s_reduced"] = state.names(
                u for u in units if not state.flagged(u, REDUCED)
            )
        elif fate is not None:
            found |= _going_back(state, units, int(fate), who)
    return found


def _going_back(state: State, units: Iterable[int], count: int, who: str) -> dict[str, Fact]:
    """As the board stands now."""
    ways = {u: retreat.open_ways(state, u, count) for u in units}
    watched = [u for u, w in ways.items() if w and retreat.is_watched(state, u, w[0])]
    return {
        f"{who}s_back": state.names(u for u, w in ways.items() if w),
        f"{who}s_through_zones": state.names(watched),
        f"{who}s_without_way": state.names(u for u, w in ways.items() if not w),
    }


def _sums(state: State, combat: Combat) -> dict[str, Any]:
    """Each unit's share as players check it."""
    attack, defence = attack_total(state, combat), defence_total(state, combat)
    at = column(state, attack, defence)
    return {
        "attack": [
            {
                "unit": state.name(u),
                "factor": state.face(u).attack,
                "chain": attack_value(state, u) - state.face(u).attack,
                "rule": "CMD-5",
            }
            for u in combat.attackers
        ],
        "aircraft": len(combat.aircraft),
        "defence": [
            {
                "unit": state.name(u),
                "factor": state.face(u).defence,
                "value": defence_value(state, u),
                "rule": "TER-2",
            }
            for u in combat.defenders
        ],
        "attack_total": attack,
        "defence_total": defence,
        "odds": state.world.columns[at] if at != BELOW else "<" + state.world.columns[0],
    }
