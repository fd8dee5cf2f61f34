"""Command: radius, chains, what each commander lets his units declare (CMD-1 to CMD-9, CAP-1 to CAP-8)."""

from __future__ import annotations

from collections.abc import Iterable

from campagna.core.rulebook import rule
from campagna.games.kasserine.rules.entries import entitled, entry_hexes
from campagna.games.kasserine.rules.path import FOOT, Terms, doubled, masked, prices, spread
from campagna.games.kasserine.rules.pause import is_bound
from campagna.games.kasserine.rules.zones import Mask, held
from campagna.games.kasserine.state import (
    BOUND,
    COMPLETE,
    NOWHERE,
    REDUCED,
    UNDER_DIVISION,
    State,
    Unit,
)
from campagna.games.kasserine.world import UCM, UCT


@rule("CMD-2", "WX-7")
def radius(state: State) -> int:
    """In half points; weather counts only by option (A6)."""
    points = int(state.world.tables["command"]["radius"])
    if state.options["command_radius_weather"]:
        points -= int(state.world.tables["weather"]["movement_loss"][state.weather])
    return 2 * points


@rule("CMD-2")
def commanded(state: State, hex_: int, side: int) -> Mask:
    """The hexes within the radius of a command here: foot costs, enemy zones ignored, enemies not."""
    ground, costs = prices(FOOT, state.options, shut=False)
    closed, nothing = doubled(held(state, 1 - side)), doubled(state.world.nothing)
    spread(Terms(ground, costs, radius(state), closed, nothing, ((hex_, 0),)))
    return masked(ground.field, ground.size)


@rule("CAL-16", "CAL-20")
def start_hex(state: State, unit: int) -> int:
    """Where a piece begins this turn: its hex, or the one by which it may come in."""
    place = state.place(unit)
    if place >= 0 or not entitled(state, unit):
        return max(place, NOWHERE)
    found = entry_hexes(state, unit, state.world.cost_class[unit])
    return found[0][0] if found else NOWHERE


@rule("CMD-3", "CMD-5", "CMD-8", "CAL-12 (d)", "CAL-20")
def take_stock(state: State) -> None:
    """The beginning of a turn: where everybody stands, who commands him, who is bound by the pause."""
    world = state.world
    starts = [start_hex(state, u) for u in range(len(state.units))]
    reach: dict[int, Mask] = {
        u: commanded(state, starts[u], state.owner(u))
        for u in range(len(starts))
        if world.kind[u] == UCM and starts[u] >= 0
    }
    for unit, here in enumerate(starts):
        u = state.units[unit]
        flags, control = u.flags & ~(UNDER_DIVISION | COMPLETE | BOUND), 0
        if here >= 0 and world.kind[unit] == UCT:
            flags, control = _chain(state, unit, here, starts, reach, flags)
        state.units[unit] = Unit(u.place, u.side, flags, here, control)
        if is_bound(state, unit):
            state.flag(unit, BOUND)


@rule("CMD-3", "CMD-5")
def _chain(
    state: State, unit: int, here: int, starts: list[int], reach: dict[int, Mask], flags: int
) -> tuple[int, int]:
    """Direct control by armies in reach; indirect through the own division, if an army reaches that."""
    world, side = state.world, state.owner(unit)

    def armies(hex_: int) -> int:
        return sum(
            world.army_bit[a]
            for a in world.armies
            if a in reach and state.owner(a) == side and reach[a][hex_]
        )

    control = armies(here)
    division = world.counters[unit].division
    leader = world.division_command.get(division, NOWHERE)
    if not division:
        return flags | (COMPLETE if control else 0), control
    if leader in reach and reach[leader][here]:
        flags |= UNDER_DIVISION
        above = armies(starts[leader])
        control |= above
        if above:
            flags |= COMPLETE
    return flags, control


# --- what the turn's stock tells ----------------------------------------------------------------------


@rule("CMD-4", "SUM-1")
def has_command(state: State, unit: int) -> bool:
    """It began within the radius of its own divisional command or of any army command."""
    return state.flagged(unit, UNDER_DIVISION) or bool(state.units[unit].control)


@rule("CMD-5", "CMD-8", "TER-1", "SUM-1")
def attack_value(state: State, unit: int) -> int:
    """The attack factor of the face, one more with the complete chain; terrain never changes it."""
    u = state.units[unit]
    factor = state.world.counters[unit].faces[u.flags & REDUCED].attack
    bonus = state.world.tables["command"]["complete_chain"] if u.flags & COMPLETE else 0
    return int(factor + bonus)


@rule("CAP-1", "CAP-7", "CAP-8")
def attack_kinds(state: State, units: Iterable[int]) -> list[str]:
    """The kinds of attack that every one of the units may declare, as the table lists them."""
    world = state.world
    return _common(
        state, units, world.attack_kinds, world.alone_attack, world.tables["declarations"]["attack"]
    )


@rule("CAP-1", "CAP-7", "CAP-8")
def defence_kinds(state: State, units: Iterable[int]) -> list[str]:
    world = state.world
    return _common(
        state,
        units,
        world.defence_kinds,
        world.alone_defence,
        world.tables["declarations"]["defence"],
    )


def _common(
    state: State,
    units: Iterable[int],
    by_army: list[frozenset[str]],
    alone: frozenset[str],
    listed: list[str],
) -> list[str]:
    """With several commanders in reach a unit's owner picks one: it may do what any of them lets it."""
    open_ = set(listed)
    for unit in units:
        control = state.units[unit].control
        own: frozenset[str] = frozenset()
        for n, kinds in enumerate(by_army):
            if control >> n & 1:
                own |= kinds
        open_ &= own if control else alone
    return [kind for kind in listed if kind in open_] or ["medium"]
