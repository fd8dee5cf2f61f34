"""What must be true of every state that play can reach."""

from __future__ import annotations

from collections import Counter as Tally

from campagna.games.panzergruppe_guderian.frames import Battle, Excess
from campagna.games.panzergruppe_guderian.rules.reinforcements import front_room
from campagna.games.panzergruppe_guderian.rules.stacking import fits, overstacked
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import (
    GONE,
    NOWHERE,
    PHASE_NAMES,
    UNTRIED,
    WAITING,
    Maps,
    Phase,
    State,
)
from campagna.games.panzergruppe_guderian.world import ARMOR, GERMAN, RIFLE, SOVIET


def violations(state: State) -> list[str]:
    return [*_sequence(state), *impossible(state), *_maps(state), *_stacking(state)]


def impossible(state: State) -> list[str]:
    """What no position may contain, however it came about (too many units in a hex may be asked)."""
    return [*_places(state), *_counters(state), *_markers(state), *_agenda(state)]


def _sequence(state: State) -> list[str]:
    """Turn 0 is the set-up; nobody has used more points than he has."""
    found = []
    phase = PHASE_NAMES[state.phase]
    if not state.turn and state.phase > Phase.SOVIET_START:
        found.append(f"phase {phase} belongs to a turn: turn 0 is the set-up")
    for i, u in enumerate(state.units):
        most = max(state.world.half_points[u.counter])
        if u.place >= 0 and u.spent > most:
            found.append(f"{state.name(i)} has spent {u.spent} half points of movement of {most}")
    return found


def _places(state: State) -> list[str]:
    """No unit on a lake, no two sides in one hex, nobody set up late, no step that no counter has."""
    found = []
    sides: dict[int, int] = {}
    for i, u in enumerate(state.units):
        name = state.name(i)
        if u.place >= 0:
            if state.world.lake[u.place]:
                found.append(f"{name} stands on a lake")
            if sides.setdefault(u.place, state.side(i)) != state.side(i):
                found.append(f"{name} shares a hex with the enemy")
        deploys = ("setup", u.entry) in state.world.board.areas
        if u.place == WAITING and deploys and state.phase != Phase.SETUP:
            found.append(f"{name} waits to be set up, and the set-up is over")
        if not 0 <= u.step < len(state.counter(i).steps):
            found.append(f"{name} has no step {u.step}")
        if u.flags & UNTRIED and i < state.world.first_drawn:
            found.append(f"{name} can never be untried")
    return found


def _maps(state: State) -> list[str]:
    """The derived maps equal a rebuild."""
    fresh = Maps.rebuilt(state)
    found = []
    if fresh.budgets() != state.maps.budgets():
        found.append("points left differ from a rebuild")
    if fresh.roll() != state.maps.roll():
        found.append("places or flags differ from the records")
    if fresh.stacks != state.maps.stacks:
        found.append("stacks differ from a rebuild")
    for side in (SOVIET, GERMAN):
        if fresh.held[side] != state.maps.held[side]:
            found.append("occupied hexes differ from a rebuild")
        if fresh.exerting[side] != state.maps.exerting[side]:
            found.append("exerting hexes differ from a rebuild")
        if state.world.field.zones(fresh.exerting[side], state.world.walls) != zone(state, side):
            found.append("zones differ from a rebuild")
    return found


def _counters(state: State) -> list[str]:
    """Every Soviet counter is in exactly one place: on a living unit, in a pool, or out of play."""
    found = []
    living = [u.counter for u in state.units[state.world.first_drawn :] if u.place not in GONE]
    for pool in (RIFLE, ARMOR):
        here = [c for c in living if state.world.counters[c].pool == pool]
        tally = Tally((*here, *state.pools[pool], *state.dead[pool]))
        if tally and max(tally.values()) > 1:
            found.append("a counter is in two places")
        if set(tally) - set(state.world.pool[pool]):
            found.append("a counter is in the wrong pool")
    return found


def _stacking(state: State) -> list[str]:
    """The limits hold whenever a combat phase waits for a decision (7.1a, 7.2a)."""
    if state.phase not in (Phase.SOVIET_COMBAT, Phase.GERMAN_COMBAT):
        return []
    return [
        f"too many units in {state.world.hex_ids[h]}"
        for h, stack in state.maps.stacks.items()
        if not fits(state, state.side(stack[0]), stack)
    ]


def _markers(state: State) -> list[str]:
    found = []
    if len(state.air) > 3 or len(set(state.air)) != len(state.air):
        found.append("too many air markers")
    if len(state.cuts) > state.world.tables["rail"]["cut_markers"]:
        found.append("too many rail cuts")
    if any(h not in state.world.rail_hexes for h in state.cuts):
        found.append("a rail cut away from the railroad")
    if state.soviet_marker != NOWHERE and state.soviet_marker_uses > 3:
        found.append("the Soviet marker was used too often")
    if state.rail_used > state.world.tables["rail"]["capacity"]:
        found.append("too many units moved by rail")
    if state.front_total > state.world.scenario["south_western_front"]["total"]:
        found.append("too many divisions of the South-Western Front")
    if front_room(state) < 0:
        found.append("too many divisions of the South-Western Front came in on one turn")
    return found


def _agenda(state: State) -> list[str]:
    found = []
    if state.agenda and isinstance(state.agenda[-1], Battle):
        found.append("a battle waits although nobody decides it")
    for frame in state.agenda:
        if isinstance(frame, Excess) and not overstacked(state, frame.side):
            found.append("a removal is asked for although no hex is overstacked")
    return found
