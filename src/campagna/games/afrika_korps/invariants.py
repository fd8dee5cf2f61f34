"""What must be true of every state that play can reach."""

from __future__ import annotations

from campagna.games.afrika_korps.frames import Battle, Retreating
from campagna.games.afrika_korps.rules.combat.zones import beaten, fighters, occupied, shut_by, zone
from campagna.games.afrika_korps.rules.forces.arrivals import supply_room
from campagna.games.afrika_korps.rules.movement.stacking import overstacked
from campagna.games.afrika_korps.rules.supply.captures import supplies_on_map
from campagna.games.afrika_korps.rules.supply.isolation import supplied_hexes
from campagna.games.afrika_korps.state import (
    ASIDE,
    DEAD,
    DEFENDED,
    FOUGHT,
    POOL,
    SEA,
    Maps,
    Phase,
    State,
)
from campagna.games.afrika_korps.world import ALLIED, AXIS, SIDES


def violations(state: State) -> list[str]:
    return [
        *_places(state),
        *_remembered(state),
        *_stacks(state),
        *_supplies(state),
        *_substitutes(state),
        *_obligations(state),
        *_agenda(state),
    ]


def _places(state: State) -> list[str]:
    """Counters stand on ground that can be entered; combat units of two sides never together."""
    found = []
    if Maps.rebuilt(state).stacks != state.maps.stacks:
        found.append("stacks differ from a rebuild")
    for i, u in enumerate(state.units):
        if u.place >= 0 and not state.world.playable[u.place]:
            found.append(f"{state.name(i)} stands where nothing can stand")
        if u.place not in (POOL, DEAD, SEA, ASIDE) and u.place < 0:
            found.append(f"{state.name(i)} is nowhere")
        if not 0 <= u.road <= state.world.road_bonus:
            found.append(f"{state.name(i)} used {u.road} hexes of the road bonus")
        if u.spent > state.counter(i).movement + state.world.tables["rommel"]["bonus"]:
            found.append(f"{state.name(i)} moved too far")
    void = beaten(state)
    for hex_ in {state.place(u) for u in fighters(state, AXIS)}:
        enemies = [u for u in state.fighters_at(hex_, ALLIED) if u not in void]
        if enemies:
            found.append(f"combat units of both sides in {state.hex_name(hex_)}")
    return found


def _remembered(state: State) -> list[str]:
    """What the maps remember of a side is what a new look at the board finds."""
    fresh = state.copy()
    fresh.maps = Maps.rebuilt(state)
    looks = (fighters, zone, occupied, shut_by, supplies_on_map, supplied_hexes)
    return [
        f"{look.__name__} of the {SIDES[side]} side is out of date"
        for side in (AXIS, ALLIED)
        for look in looks
        if look(state, side) != look(fresh, side)
    ]


def _stacks(state: State) -> list[str]:
    if state.phase != Phase.COMBAT or any(isinstance(f, Retreating) for f in state.agenda):
        return []
    return [f"too many units in {state.hex_name(h)}" for h in overstacked(state)]


def _supplies(state: State) -> list[str]:
    found = []
    for side in (AXIS, ALLIED):
        limit = state.world.tables["supply"]["limits"][SIDES[side]]
        own = state.world.own_supplies[side]
        if not supply_room(state, side) and (
            sum(state.place(s) >= 0 or state.place(s) == SEA for s in own) > limit
        ):
            found.append(f"too many {SIDES[side]} supplies")
        if state.pool[side] < 0:
            found.append("a negative replacement pool")
    if state.place(state.world.rommel) in (DEAD, ASIDE):
        found.append("Rommel is lost")
    return found


def _substitutes(state: State) -> list[str]:
    """Substitutes never lie among the eliminated; nobody else is built into one."""
    found = []
    for s in state.world.substitutes:
        if state.place(s) == DEAD:
            found.append(f"{state.name(s)} is eliminated instead of free")
        if state.units[s].parts and state.place(s) == POOL:
            found.append(f"{state.name(s)} keeps parts in the pool")
    return found


def _obligations(state: State) -> list[str]:
    if state.phase != Phase.COMBAT:
        return []
    found = []
    for a in state.must_attack:
        if state.place(a) < 0 or state.flagged(a, FOUGHT):
            found.append(f"{state.name(a)} cannot attack any more")
    for d in state.must_defend:
        if state.place(d) < 0 or state.flagged(d, DEFENDED):
            found.append(f"{state.name(d)} cannot be attacked any more")
    return found


def _agenda(state: State) -> list[str]:
    if state.agenda and isinstance(state.agenda[-1], Battle):
        return ["a battle waits although nobody decides it"]
    return []
