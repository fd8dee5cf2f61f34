"""How strong an attack or a defence is: 7.3, 9.3, 10.36, 11.3 in the order of 6.55."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.rules.leaders import support
from campagna.games.panzergruppe_guderian.rules.supply import in_supply
from campagna.games.panzergruppe_guderian.state import RETREATED, State


@rule("7.3a", "7.3b", "7.3c", "7.3d", "7.3e", "S2-14")
def integral(state: State, stack: Sequence[int]) -> bool:
    """The hex holds every regiment of one panzer or motorised division and nothing else (AMB-11)."""
    division = state.world.divisions.get(state.counter(stack[0]).division)
    return division is not None and division.integrity and tuple(stack) == division.members


@rule("11.31", "11.GEN-1", "11.32", "9.61")
def unit_strength(printed: int, supplied: bool) -> int:
    """Halved without supply, fractions dropped, but never below 1; a printed 0 stays 0."""
    if supplied or printed == 0:
        return printed
    return max(1, printed // 2)


Supplied = Collection[int] | None
"""The units found in supply when a combat was declared; None: whoever is in supply now."""


@rule("11.GEN-3", "11.36")
def _has_supply(state: State, unit: int, supplied: Supplied) -> bool:
    return in_supply(state, unit) if supplied is None else unit in supplied


@rule("7.3a", "10.35b", "10.36a", "11.31", "9.24")
def attack_strength(state: State, attackers: Sequence[int], supplied: Supplied = None) -> int:
    """Attack strength of these units, hex by hex, with the leaders among them."""
    total = 0
    for place in dict.fromkeys([state.units[u].place for u in attackers]):
        group = [u for u in attackers if state.units[u].place == place]
        strength = hex_attack(state, group, supplied)
        total += strength + support(state, group, strength)
    return total


def hex_attack(state: State, group: Sequence[int], supplied: Supplied = None) -> int:
    """Attack strength of the units of one hex that attack, before leaders."""
    if integral(state, state.stack(state.units[group[0]].place)):
        whole = 2 * sum([state.values(u).attack for u in group])
        return unit_strength(whole, _has_supply(state, group[0], supplied))
    return sum(
        [unit_strength(state.values(u).attack, _has_supply(state, u, supplied)) for u in group]
    )


@rule("6.51c", "6.55a")
def overrun_strength(total: int) -> int:
    """Half, after everything else, fractions dropped, at least 1 (AMB-37)."""
    return max(1, total // 2)


@rule("9.21", "9.75", "10.1", "10.35c", "7.3a", "11.31")
def hex_defence(state: State, place: int, supplied: Supplied = None) -> int:
    """Defence strength of everything in a hex, before terrain."""
    stack = state.stack(place)
    fighting = [u for u in stack if not state.units[u].flags & RETREATED]
    if integral(state, stack):
        whole = 2 * sum([state.values(u).defence for u in fighting])
        return unit_strength(whole, _has_supply(state, stack[0], supplied))
    return sum(
        [unit_strength(state.values(u).defence, _has_supply(state, u, supplied)) for u in fighting]
    )


@rule("6.7b", "6.7c", "6.7d", "9.31", "9.32", "9.33")
def multiplier(state: State, place: int, origins: Sequence[int]) -> int:
    """Forest, major city and river each multiply; each further one counts one less (2 + 2 - 1)."""
    world = state.world
    table = world.tables["defence"]
    factor = 1
    if world.forest[place]:
        factor += table["forest"] - 1
    if world.major[place]:
        factor += table["major"] - 1
    if all(across_river(state, place, o) for o in origins):
        factor += table["river"] - 1
    return int(factor)


@rule("9.32")
def across_river(state: State, place: int, origin: int) -> bool:
    d = state.world.board.grid.direction(place, origin)
    return bool(state.world.river[place * 6 + d])


@rule("9.31", "9.33")
def defence_strength(
    state: State, targets: Sequence[int], origins: Sequence[int], supplied: Supplied = None
) -> int:
    """Defence of all attacked hexes, each with its own terrain (AMB-12)."""
    return sum([hex_defence(state, t, supplied) * multiplier(state, t, origins) for t in targets])
