"""PB 13.6.2.1, 13.4.2, 14.6.10 Leaders: who they are, and what their fall means."""

from __future__ import annotations

from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.events import PointsScored
from campagna.games.lion_of_judah.rules.general import prestige
from campagna.games.lion_of_judah.state import Ledger, State
from campagna.games.lion_of_judah.world import S1935


@rule("PB 13.6.2.2")
def is_negus(state: State, unit: int) -> bool:
    negus = state.theatre.scenario.get("negus")
    return negus is not None and state.name(unit) == negus["unit"]


@rule("PB 13.4.2", "PB 14.6.10")
def fallen(state: State, leader: int) -> list[Event]:
    """A leader was eliminated: points in 1935-36, Italian prestige in 1941."""
    if state.part != S1935:
        return prestige.change(state, state.theatre.scenario["prestige"]["emperor_eliminated"])
    table = state.theatre.scenario["victory"]
    points = table["negus_eliminated" if is_negus(state, leader) else "leader_eliminated"]
    name = state.name(leader)
    state.ledger.append(Ledger("PB 13.4.2", name, points))
    return [PointsScored(rule="PB 13.4.2", reason=name, points=points)]
