"""Who can fight whom: the hexes a side can attack or overrun now, with the units able to do it."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.chance import Chance
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian import combat, overrun
from campagna.games.panzergruppe_guderian.state import COMMANDED, ENTERED, State, acting_side
from campagna.games.panzergruppe_guderian.world import SOVIET


def _contacts(state: State) -> list[int]:
    """Own hexes next to the enemy, in map order."""
    side = acting_side(state.phase)
    held = state.maps.held
    near: bytearray | None = state.maps.ground.get("near-enemy")
    if near is None:
        near = state.world.field.zones(held[1 - side], state.world.walls)
        state.maps.ground["near-enemy"] = near
    return state.world.field.common(held[side], near)


def _touched(state: State, place: int) -> list[int]:
    """The enemy hexes that a hex touches, not across lakes."""
    enemy = state.maps.held[1 - acting_side(state.phase)]
    return [h for h in state.world.beside(place) if enemy[h]]


@rule("9.11b", "9.13")
def attack_options(state: State) -> dict[int, list[int]]:
    """Target hex -> every unit that may take part in an attack on it."""
    options: dict[int, list[int]] = {}
    for target, units in _attacks(state):
        options.setdefault(target, []).extend(units)
    return options


@rule("9.11b", "9.13", "10.GEN")
def _attacks(state: State) -> Iterator[tuple[int, list[int]]]:
    """Each hex next to the enemy, each target it touches, with the units able to attack from there."""
    for place in _contacts(state):
        units = [u for u in state.stack(place) if combat.refuse_attacker(state, u) is None]
        if all(state.is_leader(u) for u in units):
            continue
        for target in _touched(state, place):
            if combat.attackable(state, target):
                yield target, units


def any_attack(state: State) -> bool:
    return next(_attacks(state), None) is not None


@rule("6.5a", "6.54a")
def overrun_options(state: State) -> list[tuple[list[int], int]]:
    """Groups that began the phase together and stand together, each with a hex they may overrun."""
    return [option for place in _contacts(state) for option in _overruns_from(state, place)]


def random_overrun(state: State, chance: Chance) -> tuple[list[int], int] | None:
    """One of the options, looking at as few hexes as possible."""
    places = _contacts(state)
    if not places:
        return None
    first = chance.pick(len(places), "seat")
    for place in (*places[first:], *places[:first]):
        options = _overruns_from(state, place)
        if options:
            return options[chance.pick(len(options), "seat")]
    return None


def _overruns_from(state: State, place: int) -> list[tuple[list[int], int]]:
    # Mostly the points are spent: to look first is cheaper than refusals nobody reads.
    lively = state.maps.lively(state.maps.stacks[place], overrun.price(state), overrun.SPENT)
    if not lively:
        return []
    groups: dict[int, list[int]] = {}
    for u in lively:
        if overrun.refuse_overrunner(state, u) is None:
            groups.setdefault(state.units[u].start, []).append(u)
    found: list[tuple[list[int], int]] = []
    for group in groups.values():
        able = _commanded(state, group)
        if able and not all(state.is_leader(u) for u in able):
            for target in _touched(state, place):
                if overrun.refuse_target(state, able[0], target) is None:
                    found.append((able, target))
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
