"""What is true of every state that play can reach (G-23 and the bookkeeping of losses)."""

from __future__ import annotations

from collections import Counter

from campagna.core.rulebook import rule
from campagna.games.alto_comando.rules import terrain
from campagna.games.alto_comando.rules.geometry import broken_invariants
from campagna.games.alto_comando.rules.losses import is_shaken
from campagna.games.alto_comando.state import (
    CONVERTED,
    DESTROYED,
    ESCAPED,
    PHASE_NAMES,
    SHAKEN,
    TABLE,
    WHERE_NAMES,
    Phase,
    State,
)
from campagna.games.alto_comando.world import ALLIED, AXIS, BEDA_FOMM, SIDES


def violations(state: State) -> list[str]:
    """Broken invariants in words; nothing is known of a battle that is not mustered."""
    if terrain.elements_left(state) < 0:
        return ["more elements of terrain than the book allows"]
    if terrain.sides_laying(state) and state.phase != Phase.FORCES:
        return ["terrain is laid after the forces were gathered"]
    if not state.bases:
        return [] if state.phase in (Phase.FORCES, Phase.OVER) else ["a battle without bases"]
    if len(state.bases) != len(state.roster.units):
        return [f"{len(state.bases)} bases for a roster of {len(state.roster.units)}"]
    return [
        *_sequence(state),
        *broken_invariants(state),
        *_bases(state),
        *_losses(state),
        *_bookkeeping(state),
    ]


def _sequence(state: State) -> list[str]:
    """Whose turn it is and who decides agree: only trenches fire in the turn of the other side."""
    if state.phase == Phase.OVER:
        return []
    phase, side = PHASE_NAMES[state.phase], SIDES[state.side]
    if not state.turn:
        late = state.phase >= Phase.REPLACE
        return [f"phase {phase} belongs to a turn: turn 0 is the placement"] if late else []
    if state.phase < Phase.REPLACE:
        return [f"phase {phase} comes before turn 1, not in turn {state.turn}"]
    found = []
    most = state.world.tables["turns"]["most"]
    if state.turn > most:
        found.append(f"turn {state.turn}: there are turns 1 to {most}")
    decides = 1 - state.active if state.phase == Phase.TRENCH_FIRE else state.active
    if state.side != decides:
        active = SIDES[state.active]
        found.append(
            f"in phase {phase} of {active} decides {SIDES[decides]}, not {side}: change side or active"
        )
    return found


@rule("HQ-8")
def _bases(state: State) -> list[str]:
    found: list[str] = []
    for base, unit in enumerate(state.roster.units):
        b = state.bases[base]
        if b.where != TABLE and (b.x or b.y):
            found.append(f"{unit.id} is {WHERE_NAMES[b.where]} and still has a place")
        if b.flags & SHAKEN and not (unit.is_hq and is_shaken(state, base)):
            found.append(f"{unit.id} is Scattered on the table without being a headquarters")
        if b.flags & CONVERTED and b.where != DESTROYED:
            found.append(f"{unit.id} was converted but is {WHERE_NAMES[b.where]}")
        if b.where == ESCAPED and state.field.id != BEDA_FOMM:
            found.append(f"{unit.id} escaped where nobody breaks out")
    return found


@rule("VIC-1", "VIC-3")
def _losses(state: State) -> list[str]:
    """Every destroyed base is counted once for the other side."""
    found: list[str] = []
    for side in (AXIS, ALLIED):
        lost: Counter[bool] = Counter()
        for base in state.roster.of_side[1 - side]:
            if state.bases[base].where == DESTROYED:
                lost[state.unit(base).is_supply] += 1
        tally = state.tallies[side]
        if (lost[False], lost[True]) != (tally.destroyed, tally.supplies):
            found.append(f"side {side} has {tally} for {lost[False]} units and {lost[True]} depots")
        if tally.scattered < 0:
            found.append(f"side {side} has scattered fewer than nobody")
    return found


def _bookkeeping(state: State) -> list[str]:
    found: list[str] = []
    if min(state.air) < 0:
        found.append("fewer than no air attacks")
    if state.markers and len(state.markers) > state.air[state.active]:
        found.append("more air markers than attacks")
    if state.phase != Phase.OVER and state.result is not None:
        found.append("a result before the end")
    if not 0 <= state.turn <= state.world.tables["turns"]["most"]:
        found.append(f"turn {state.turn}")
    return found
