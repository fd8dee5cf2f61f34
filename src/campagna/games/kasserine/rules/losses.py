"""Reductions and eliminations (PCS-4, ART-5, RES-1, RES-10, LOG-15)."""

from __future__ import annotations

from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import Eliminated, Reduced
from campagna.games.kasserine.state import DEAD, REDUCED, State


@rule("RES-1", "CMD-9")
def eliminate(state: State, unit: int, cause: str, rule_id: str) -> Event:
    """Commands too: nobody takes their place."""
    here = state.hex_name(state.place(unit))
    state.put(unit, DEAD)
    return Eliminated(rule=rule_id, unit=state.name(unit), hex=here, cause=cause)


@rule("PCS-4", "ART-5", "RES-10", "RES-11", "LOG-15")
def reduce(state: State, unit: int, cause: str, rule_id: str) -> Event:
    """The counter is turned; who was reduced already is eliminated."""
    if state.flagged(unit, REDUCED):
        return eliminate(state, unit, cause, rule_id)
    state.flag(unit, REDUCED)
    here = state.hex_name(state.place(unit))
    return Reduced(rule=rule_id, unit=state.name(unit), hex=here, cause=cause)
