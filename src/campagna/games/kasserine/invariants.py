"""What must be true of every state that play can reach."""

from __future__ import annotations

from campagna.games.kasserine.frames import Following, Permitting, Retreating
from campagna.games.kasserine.rules.attack import nights_left
from campagna.games.kasserine.rules.path import off_road
from campagna.games.kasserine.state import (
    BLOWN,
    CONDEMNED,
    ENGAGED,
    PHASE_NAMES,
    REDUCED,
    Maps,
    Phase,
    State,
)
from campagna.games.kasserine.table.position import BOX_NAMES
from campagna.games.kasserine.world import ALLIED, AXIS, SIDES, UCT, URF
from campagna.hexes.kernels import BARRED


def violations(state: State) -> list[str]:
    return [
        *_sequence(state),
        *_places(state),
        *_stacks(state),
        *_calendar(state),
        *_plan(state),
        *_agenda(state),
    ]


def _sequence(state: State) -> list[str]:
    """Each side sets up in its own phase, before the first move."""
    found = []
    whose = {Phase.ALLIED_SETUP: ALLIED, Phase.AXIS_SETUP: AXIS}.get(Phase(state.phase), state.side)
    if state.side != whose:
        phase = PHASE_NAMES[state.phase]
        found.append(f"phase {phase} belongs to {SIDES[whose]}, not to {SIDES[state.side]}")
    if state.phase < Phase.LOGISTICS and state.move:
        found.append(
            f"phase {PHASE_NAMES[state.phase]} comes before move 1, not in move {state.move}"
        )
    return found


def _places(state: State) -> list[str]:
    """Every piece is somewhere it can be; only supplies change sides, only combat units are reduced."""
    found = []
    world = state.world
    if Maps.rebuilt(state).stacks != state.maps.stacks:
        found.append("stacks differ from a rebuild")
    for i, u in enumerate(state.units):
        name = state.name(i)
        if u.place < 0 and u.place not in BOX_NAMES:
            found.append(f"{name} is nowhere")
        if u.side != world.home_side[i] and world.kind[i] != URF:
            found.append(f"{name} has changed sides")
        if u.flags & REDUCED and world.kind[i] != UCT:
            found.append(f"{name} is reduced")
        if u.place >= 0 and off_road(world, world.cost_class[i], u.place) == BARRED:
            found.append(f"{name} stands where it cannot stand")
        if u.flags & BLOWN and u.place >= 0 and state.phase > Phase.MOVEMENT:
            found.append(f"{name} should be gone")
        if u.flags & CONDEMNED and state.phase not in (Phase.FIRE, Phase.DEFENSIVE_FIRE):
            found.append(f"{name} is condemned outside the fire step")
        if u.flags & ENGAGED and (state.night or u.side != state.side):
            found.append(f"{name} owes an attack it cannot owe")
    return found


def _stacks(state: State) -> list[str]:
    limit = state.world.tables["stacking"]["uct"]
    found = []
    for hex_, stack in state.maps.stacks.items():
        name = state.hex_name(hex_)
        if len({state.owner(u) for u in stack}) > 1:
            found.append(f"both sides in {name}")
        if sum(state.fights(u) for u in stack) > limit:
            found.append(f"more than {limit} combat units in {name}")
    return found


def _calendar(state: State) -> list[str]:
    world = state.world
    found = []
    if state.phase >= Phase.LOGISTICS and not 1 <= state.move <= world.last_move:
        found.append(f"there is no move {state.move}")
    for side, name in enumerate(SIDES):
        for date in {world.date[m] for m in state.aircraft[side]}:
            used = sum(world.date[m] == date for m in state.aircraft[side])
            if used > world.tables["air"]["per_day"][name]:
                found.append(f"too many {name} aircraft in a day")
        if any(world.night[m] for m in state.aircraft[side]):
            found.append(f"{name} aircraft at night")
        if nights_left(state, side) < 0:
            found.append(f"too many night attacks of {name}")
    return found


def _plan(state: State) -> list[str]:
    """Attackers stand next to what they attack; nobody and no hex has a part in two combats."""
    found = []
    near = state.world.near
    attackers = [u for c in state.combats for u in c.attackers]
    hexes = [h for c in state.combats for h in c.hexes]
    if len(set(attackers)) < len(attackers):
        found.append("a unit attacks twice")
    if len(set(hexes)) < len(hexes):
        found.append("a hex is attacked twice")
    for c in state.combats:
        for u in c.attackers:
            place = state.place(u)
            if place >= 0 and any(h not in near[place] for h in c.hexes):
                found.append(f"{state.name(u)} attacks from afar")
    if state.combats and not Phase.PLAN <= state.phase <= Phase.COMBAT:
        found.append("a plan outside its turn")
    return found


def _agenda(state: State) -> list[str]:
    found = []
    for frame in state.agenda:
        if isinstance(frame, Retreating) and any(state.place(u) < 0 for u in frame.units):
            found.append("somebody retreats who is not there")
        if isinstance(frame, Permitting) and state.place(frame.unit) < 0:
            found.append("somebody asks to pass who is not there")
        if isinstance(frame, Following) and any(state.place(u) < 0 for u in frame.pieces):
            found.append("somebody goes along who is not there")
    return found
