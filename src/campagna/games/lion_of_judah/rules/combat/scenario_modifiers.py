"""12.10 Shifts and die modifiers that scenarios and events add to a combat."""

from __future__ import annotations

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.frames import Battle
from campagna.games.lion_of_judah.rules.combat.terms import DIE, Term, added
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.resources import supply
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1940

THROUGH, BESIDE = 2, 1
"""How the supply of Italian attackers runs past guerrillas."""


def shift(state: State, battle: Battle) -> int:
    """Columns, + for the attacker."""
    return added(shifts(state, battle))


@rule("12.10", "PB 14.6.4.1-f")
def shifts(state: State, battle: Battle) -> list[Term]:
    """Events B8 and D7, guerrillas across the supply lines."""
    found: list[Term] = []
    if battle.side == ITALIAN and _on_vehib_line(state, battle):
        found.append(Term("B8", effects_in_force.effect(state, "B8")["defence_shift"], "12.10"))
    rallied = effects_in_force.in_force(state, "D7") and battle.side == OTHER
    if rallied and state.world.amba[battle.target]:
        found.append(
            Term("D7", effects_in_force.effect(state, "D7")["amba_defence_shift"], "12.10")
        )
    if guerrilla_penalty(state, battle) == THROUGH:
        columns = state.theatre.scenario["guerrillas"]["supply_through"]["shift"]
        found.append(Term("guerrillas", columns, "PB 14.6.4.1-f"))
    return found


def _on_vehib_line(state: State, battle: Battle) -> bool:
    """B8: Nasibu's people in the towns of the line."""
    if not effects_in_force.in_force(state, "B8"):
        return False
    block = effects_in_force.effect(state, "B8")
    at_home = any(state.counter(u).faction == block["faction"] for u in battle.defenders)
    return at_home and state.hex_name(battle.target) in block["hexes"]


@rule("PB 14.6.4.1-f", "9.5.1-f")
def guerrilla_penalty(state: State, battle: Battle) -> int:
    """The worst of the attackers, each by the line that suffers least."""
    if state.part != S1940 or battle.side != ITALIAN:
        return 0
    return max((supply.guerrilla_penalty(state, u) for u in battle.attackers), default=0)


def drm(state: State, battle: Battle) -> int:
    return added(modifiers(state, battle), DIE)


@rule("12.10", "PB 14.6.4.1-f")
def modifiers(state: State, battle: Battle) -> list[Term]:
    """Of the die: event D1, guerrillas beside the supply lines."""
    found: list[Term] = []
    if effects_in_force.in_force(state, "D1") and battle.side == OTHER:
        found.append(Term("D1", effects_in_force.effect(state, "D1")["allied_drm"], "12.10", DIE))
    if guerrilla_penalty(state, battle) == BESIDE:
        points = state.theatre.scenario["guerrillas"]["supply_through"]["beside_drm"]
        found.append(Term("guerrillas", points, "PB 14.6.4.1-f", DIE))
    return found
