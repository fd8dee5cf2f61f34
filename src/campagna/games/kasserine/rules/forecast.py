"""What a combat may lead to, exactly, before its die is rolled."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from campagna.core.account import Account, AccountLine, share, signed, total
from campagna.core.contract import Fact, Forecast, ForecastLine
from campagna.core.rulebook import rule
from campagna.games.kasserine.frames import Combat
from campagna.games.kasserine.rules import retreat
from campagna.games.kasserine.rules.command import attack_value
from campagna.games.kasserine.rules.strength import (
    BELOW,
    aircraft_at_work,
    attack_total,
    column,
    defence_total,
    defence_value,
    table_for,
)
from campagna.games.kasserine.state import REDUCED, State
from campagna.games.kasserine.world import SIDES
from campagna.tables.chances import column_chances


def table_chances(state: State, combat: Combat, attack: str, defence: str) -> dict[str, float]:
    """The chance of each result, from the best for the attacker to the worst."""
    at = column(state, attack_total(state, combat), defence_total(state, combat))
    table = table_for(state, attack, defence)
    chances = column_chances(table.results, at)
    return {r: float(chances[r]) for r in _best_first(state) if r in chances}


def _best_first(state: State) -> list[str]:
    """The results of combat from the best for the attacker to the worst, as the tables list them."""
    return list(reversed(state.world.tables["results"]["meaning"]))


@rule("CRT-3 (a)", "CRT-6")
def forecast_fight(state: State, combat: Combat, attack: str, defence: str) -> Forecast:
    table = table_for(state, attack, defence)
    lines = tuple(
        ForecastLine(result, chance, _effect(state, combat, result), _payer(state, result))
        for result, chance in table_chances(state, combat, attack, defence).items()
    )
    block = state.world.tables["crt"]["tables"][table.id]
    sums = account(state, combat) | {
        "table": table.id,
        "retreat_by": block["retreat_by"],
        "source": block["source"],
        "reasoning": block["reasoning"],
    }
    roller = SIDES[state.units[combat.attackers[0]].side]
    odds = replace(reckoned(state, combat), source=block["source"], reasoning=block["reasoning"])
    return Forecast("CRT-6", lines, sums, roller=roller, account=odds)


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


def account(state: State, combat: Combat) -> dict[str, object]:
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
        "aircraft": aircraft_at_work(state, combat),
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


@rule("CMD-5", "TER-2", "AIR-6")
def reckoned(state: State, combat: Combat) -> Account:
    """The same as lines that every table shows."""
    attack, defence = attack_total(state, combat), defence_total(state, combat)
    values = [(u, state.face(u).attack, attack_value(state, u)) for u in combat.attackers]
    mine = [share("attack", state.name(u), printed, value, "CMD-5") for u, printed, value in values]
    planes = attack - sum(value for _, _, value in values)
    if aircraft_at_work(state, combat):
        mine.append(AccountLine("attack", signed(planes), "AIR-6", "aircraft"))
    theirs = [
        share("defence", state.name(u), state.face(u).defence, defence_value(state, u), "TER-2")
        for u in combat.defenders
    ]
    at = column(state, attack, defence)
    odds = state.world.columns[at] if at != BELOW else "<" + state.world.columns[0]
    return Account(
        lines=(*mine, total("attack", attack), *theirs, total("defence", defence)),
        columns={odds: 1.0},
    )
