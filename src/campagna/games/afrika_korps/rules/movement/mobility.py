"""5, 8, 13, 22 What a unit may do when it begins or continues a move."""

from __future__ import annotations

import msgspec

from campagna.core.contract import Refusal
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.rules.combat.zones import (
    Ground,
    Mask,
    beaten,
    either,
    fighters,
    ground,
    without,
    zone_of,
)
from campagna.games.afrika_korps.rules.forces import rommel
from campagna.games.afrika_korps.rules.movement.path import Reach, Terms, costs_of, reach_of
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.state import (
    BOTH_SIDES,
    CROSSED,
    FROZEN,
    NOWHERE,
    PLACES,
    PLACES_AND_VICTORIES,
    STOPPED,
    State,
)
from campagna.games.afrika_korps.world import COMBAT, SUPPLY
from campagna.hexes.naming import unit_and_hex
from campagna.kit.derived import derived, derived_by_side


@rule("9.1b")
def known_victories(state: State, unit: int) -> int:
    """How many automatic victories a unit may profit by: those made before it began to move."""
    since = state.units[unit].since
    return len(state.victories) if since == NOWHERE else since


@rule("8.3a", "8.3b", "8.3c", "5.4", "13.3a", "15.1b", "22.4.1", "17.1", "18.5")
def terms(state: State, unit: int, *, escorted: bool, extra: int = 0) -> Terms:
    """What a unit has left and what is closed to it; `escorted`: a combat unit goes along."""
    return _terms(state, unit, ground_of(state, unit), escorted, extra)


def ground_of(state: State, unit: int) -> Ground:
    """What the enemy puts in a unit's way, as far as victories made since it began do not matter (9.1b)."""
    since = state.units[unit].since
    known = len(state.victories) if since == NOWHERE else since
    return ground(state, 1 - state.world.side_of[unit], known)


def _terms(state: State, unit: int, barrier: Ground, escorted: bool, extra: int) -> Terms:
    u = state.units[unit]
    world = state.world
    stop, closed, known = barrier.stop, barrier.closed, barrier.known
    if not escorted and world.kind_of[unit] != COMBAT:
        closed = _closed_to_lone(state, world.side_of[unit], world.kind_of[unit], known)
    not_first: Mask = world.nothing
    if u.since == NOWHERE and stop[u.place]:
        not_first = _not_first(state, 1 - world.side_of[unit], u.place, known)
    left = world.movement[unit] + extra - u.spent
    if state.rommel_path:
        left += shared_bonus(state, unit)
    return Terms(
        u.place,
        left,
        world.road_bonus - u.road,
        u.flags & CROSSED != 0,
        u.lane,
        closed,
        stop,
        not_first,
        state.options["i26_transfer_is_a_crossing"] is True,
    )


@rule("8.3a")
@derived_by_side(on=PLACES_AND_VICTORIES)
def _not_first(state: State, side: int, place: int, known: int) -> Mask:
    """Hexes in the zone of a unit of a side in whose zone a mover starts."""
    bits, at = ground(state, side, known).sources[place], place * 6
    neighbours = state.world.board.grid.neighbours
    return zone_of(state, [neighbours[at + d] for d in range(6) if bits >> d & 1])


@derived(on=BOTH_SIDES)
def _closed_to_lone(state: State, side: int, kind: int, known: int) -> Mask:
    barrier = ground(state, 1 - side, known)
    return either(barrier.closed, _barred_to(state, side, kind, barrier.stop))


class Legal(msgspec.Struct, gc=False):
    """Where a unit can end a move by itself, as the kernel tells it: one byte for each hex."""

    cost: bytearray
    """Movement factors, the road bonus used first; FAR where it cannot get."""
    ground: Ground
    """`sources`: the battles that ending in a hex causes; `full`: where no combat unit can end."""


@rule("5.2", "8.4a")
def legal(state: State, unit: int) -> Legal:
    """The moves of a unit without lists: paths and names are made for those who ask for them."""
    barrier = ground_of(state, unit)
    return Legal(costs_of(_terms(state, unit, barrier, False, 0)), barrier)


@rule("8.4a")
def foes(state: State, unit: int, hex_: int) -> list[int]:
    """The enemies that a unit ending a move in this hex must fight."""
    bits, at = ground_of(state, unit).sources[hex_], hex_ * 6
    void = beaten(state, known_victories(state, unit))
    neighbours = state.world.board.grid.neighbours
    return [
        u
        for d in range(6)
        if bits >> d & 1
        for u in state.fighters_at(neighbours[at + d], 1 - state.side)
        if u not in void
    ]


def lone_barred(state: State, unit: int, danger: Mask) -> bytes:
    """Where a supply or Rommel may not go without a combat unit.

    Next to an enemy supply (barred sides and fortresses apart); Rommel also not into a zone. A combat
    unit standing in the hex is escort enough.
    """
    return _barred_to(state, state.owner(unit), state.world.kind_of[unit], danger)


@rule("13.3a", "13.3b", "15.1b", "22.4.1")
def _barred_to(state: State, side: int, kind: int, danger: Mask) -> bytes:
    """Hexes beside enemy supplies, and for Rommel the enemy's zone; never where friends stand."""
    world = state.world
    own = world.board.mask(state.place(u) for u in fighters(state, side))
    shadow = supply_shadow(state, 1 - side)
    if kind == SUPPLY:
        return without(shadow, own)
    return without(either(shadow, danger), own)


@rule("13.3a", "15.1b")
@derived_by_side(on=PLACES)
def supply_shadow(state: State, side: int) -> bytearray:
    """The hexes of a side's supplies and those next to them, barred sides and fortresses apart."""
    world = state.world
    shadow = bytearray(world.size)
    for s in captures.supplies_on_map(state, side):
        place = state.place(s)
        shadow[place] = 1
        if not world.fortress[place]:
            for h in world.near[place]:
                shadow[h] |= not world.fortress[h]
    return shadow


@rule("22.1a", "22.1b")
def shared_bonus(state: State, unit: int) -> int:
    """The factors a unit owes to Rommel for the way it has gone so far."""
    if not state.rommel_path or unit == state.world.rommel:
        return 0
    return rommel.bonus(state, state.units[unit].trail, state.rommel_path)


@rule("9.2b", "8.1", "18.1", "21.2b")
def refuse_mover(state: State, unit: int) -> Refusal | None:
    """Why this unit may not move, or not move on."""
    u = state.units[unit]
    if u.place < 0:
        return Refusal("5.1", "not-on-map", {"unit": state.name(unit)})
    if u.flags & FROZEN:
        return Refusal("9.2b", "frozen", unit_and_hex(state, unit))
    if u.flags & STOPPED:
        return _refuse_stopped(state, unit)
    return None


def _refuse_stopped(state: State, unit: int) -> Refusal:
    """It stands in the zone that stopped it, or else on an escarpment."""
    place = state.place(unit)
    facts = unit_and_hex(state, unit)
    if state.world.escarpment[place] and not ground_of(state, unit).stop[place]:
        return Refusal("18.1", "stopped-on-scarp", facts)
    return Refusal("8.1", "stopped", {**facts, "units": state.names(foes(state, unit, place))})


def movers(state: State) -> list[int]:
    """Every unit that may begin or continue a move now."""
    return sorted(
        u
        for stack in state.maps.stacks.values()
        for u in stack
        if state.owner(u) == state.side and refuse_mover(state, u) is None
    )


def reach(state: State, unit: int, *, escorted: bool = False, extra: int = 0) -> Reach:
    """Every hex a unit can get to by itself, or with company that goes as far."""
    return reach_of(terms(state, unit, escorted=escorted, extra=extra))
