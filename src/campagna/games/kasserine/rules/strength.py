"""Strengths in combat: totals of both sides, the odds, the table (TER-1, TER-2, CRT-3, CRT-5)."""

from __future__ import annotations

from campagna.core.rulebook import rule
from campagna.games.kasserine.frames import Combat
from campagna.games.kasserine.rules.command import attack_value
from campagna.games.kasserine.state import SHOCKED, State
from campagna.games.kasserine.world import Table

BELOW = -1
"""The column of odds below the lowest of the tables."""


@rule("ATT-6", "AIR-6", "CMD-5", "TER-1")
def attack_total(state: State, combat: Combat) -> int:
    """Attack factors, one more each with the complete chain, two for each aircraft."""
    air = state.world.tables["air"]["bonus"] * aircraft_at_work(state, combat)
    return sum(attack_value(state, u) for u in combat.attackers) + int(air)


@rule("AIR-2 (a)", "AIR-6")
def aircraft_at_work(state: State, combat: Combat) -> int:
    """Aircraft over a hex that is still defended; the others stay used but help nobody (A40)."""
    if not state.options.fixed("aircraft-need-defenders"):
        return len(combat.aircraft)
    defended = {state.place(u) for u in combat.defenders}
    return len(defended.intersection(combat.aircraft))


@rule("TER-1", "TER-2", "ART-4", "ATT-15")
def defence_value(state: State, unit: int) -> int:
    """Doubled in towns and mountains, once only, for all but tanks and the shocked."""
    world = state.world
    factor = state.face(unit).defence
    covered = world.cover[state.place(unit)] and not world.armoured[unit]
    if covered and not state.flagged(unit, SHOCKED):
        factor *= int(world.tables["defence"]["factor"])
    return factor


@rule("ATT-8", "ATT-12", "AIR-7")
def defence_total(state: State, combat: Combat) -> int:
    """All the defenders of all the hexes, added."""
    return sum(defence_value(state, u) for u in combat.defenders)


@rule("CRT-5 (c)", "ATT-9")
def column(state: State, attack: int, defence: int) -> int:
    """The last column not above the ratio, in the defender's favour; BELOW if there is none."""
    found = BELOW
    for n, (high, low) in enumerate(state.world.ratios):
        if attack * low >= high * defence:
            found = n
    return found


@rule("CRT-3 (a)")
def table_for(state: State, attack: str, defence: str) -> Table:
    return state.world.crt[attack, defence]
