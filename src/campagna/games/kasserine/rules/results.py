"""The results of the tables: eliminations, reductions, retreats (RES-1, RES-2, RES-10, RES-11)."""

from __future__ import annotations

from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.kasserine.frames import Combat, Retreating
from campagna.games.kasserine.rules.losses import eliminate, reduce
from campagna.games.kasserine.state import State

_RULES = {"AR": "RES-10", "DR": "RES-10", "R/R": "RES-11"}


@rule("RES-1", "RES-2", "RES-4", "RES-10", "RES-11", "ATT-14")
def apply(state: State, combat: Combat, result: str, *, by_winner: bool) -> list[Event]:
    """All units of the side concerned; retreats go on the agenda. Nobody advances afterwards."""
    meaning = state.world.tables["results"]["meaning"][result]
    events: list[Event] = []
    for who, units, side in (
        ("attacker", combat.attackers, state.side),
        ("defender", combat.defenders, 1 - state.side),
    ):
        fate = meaning.get(who)
        if fate == "eliminate":
            events += [eliminate(state, u, "combat", "RES-1") for u in units]
        elif fate == "reduce":
            events += [reduce(state, u, "combat", _RULES[result]) for u in units]
        elif fate is not None:
            by = 1 - side if by_winner else side
            state.agenda.append(Retreating(side, units, int(fate), by))
    return events
