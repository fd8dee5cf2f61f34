"""Who can fight whom: the hexes a side can attack or overrun now, with the units able to do it."""

from __future__ import annotations

from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian import combat, overrun
from campagna.games.panzergruppe_guderian.state import COMMANDED, ENTERED, State, acting_side
from campagna.games.panzergruppe_guderian.world import SOVIET
from campagna.hexes.grid import OFF_MAP


def _contacts(state: State) -> list[tuple[int, list[int]]]:
    """Own hexes next to the enemy, each with the enemy hexes it touches (not across lakes)."""
    side = acting_side(state.phase)
    enemy = state.maps.held[1 - side]
    near = state.world.field.zones(enemy, state.world.walls)
    neighbours, walls = state.world.board.grid.neighbours, state.world.walls
    found = []
    for place in sorted(h for h in state.maps.stacks if near[h]):
        if state.maps.held[side][place]:
            base = place * 6
            touched = [
                neighbours[base + d]
                for d in range(6)
                if neighbours[base + d] != OFF_MAP
                and not walls[base + d]
                and enemy[neighbours[base + d]]
            ]
            found.append((place, touched))
    return found


@rule("9.11b", "9.13")
def attack_options(state: State) -> dict[int, list[int]]:
    """Target hex -> every unit that may take part in an attack on it."""
    options: dict[int, list[int]] = {}
    for place, touched in _contacts(state):
        units = [u for u in state.stack(place) if combat.refuse_attacker(state, u) is None]
        if all(state.is_leader(u) for u in units):
            continue
        for target in touched:
            if combat.attackable(state, target):
                options.setdefault(target, []).extend(units)
    return options


def any_attack(state: State) -> bool:
    return bool(attack_options(state))


@rule("6.5a", "6.54a")
def overrun_options(state: State) -> list[tuple[list[int], int]]:
    """Groups that began the phase together and stand together, each with a hex they may overrun."""
    found: list[tuple[list[int], int]] = []
    for place, touched in _contacts(state):
        groups: dict[int, list[int]] = {}
        for u in state.stack(place):
            if overrun.refuse_overrunner(state, u) is None:
                groups.setdefault(state.units[u].start, []).append(u)
        for group in groups.values():
            able = _commanded(state, group)
            if able and not all(state.is_leader(u) for u in able):
                found += [
                    (able, t) for t in touched if overrun.refuse_target(state, able[0], t) is None
                ]
    return found


def _commanded(state: State, group: list[int]) -> list[int]:
    """The part of a group that may overrun together (6.55b)."""
    if acting_side(state.phase) != SOVIET:
        return group
    led = any(state.is_leader(u) for u in group)
    return [
        u
        for u in group
        if state.is_leader(u)
        or state.units[u].flags & COMMANDED
        or (state.units[u].flags & ENTERED and led)
    ]
