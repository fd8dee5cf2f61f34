"""What is true of every state that play can reach."""

from __future__ import annotations

from two_fords.state import LOST, RESERVE, State, units_of
from two_fords.world import NAMES, SIDES, TABLES


def violations(state: State) -> list[str]:
    found: list[str] = []
    for side in SIDES:
        strengths = sorted(state.units[i].strength for i in units_of(side))
        if strengths != sorted(TABLES.strengths):
            found.append(f"{side} has the strengths {strengths} (1.1)")
    places = [u.place for u in state.units if u.place >= 0]
    if len(set(places)) < len(places):
        found.append("two counters share a hex (2.2)")
    for name, unit in zip(NAMES, state.units, strict=True):
        if unit.place == LOST and not unit.up:
            found.append(f"{name} was eliminated without being turned up (6.2)")
        if unit.place == RESERVE and state.turn > 0:
            found.append(f"{name} is in reserve after the deployment (2.1)")
    if not 0 <= state.turn <= TABLES.turns:
        found.append(f"turn {state.turn} (3.1)")
    return found
