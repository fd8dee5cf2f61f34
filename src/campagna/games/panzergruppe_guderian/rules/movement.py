"""6.0 Movement on foot and on wheels: 6.1, 6.2, 6.4 and the costs of 6.7."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import Moved
from campagna.games.panzergruppe_guderian.orders import Move
from campagna.games.panzergruppe_guderian.rules import first_turn, rail, reinforcements, victory
from campagna.games.panzergruppe_guderian.rules.naming import own_units, path_hexes
from campagna.games.panzergruppe_guderian.rules.stacking import fits, limit_rule
from campagna.games.panzergruppe_guderian.rules.step_causes import STEP_CAUSES, Terms
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import (
    DISRUPTED,
    ENTERED,
    GERMAN_MECH_MOVE,
    MARKERS,
    MOVED,
    NOWHERE,
    PHASE,
    PLACES,
    RAILED,
    SOVIET_MOVE,
    STOPPED,
    STRENGTHS,
    UNSUPPLIED,
    UNTRIED,
    WAITING,
    ZONES,
    Footing,
    State,
    acting_side,
)
from campagna.games.panzergruppe_guderian.world import GERMAN, SOVIET
from campagna.hexes.grid import OFF_MAP
from campagna.hexes.kernels import Buffer
from campagna.kit.derived import derived
from campagna.kit.path_check import PathStep, first_cause


class MovePlan(msgspec.Struct, frozen=True, gc=False):
    """A legal move, worked out: who goes where and what each pays."""

    units: Sequence[int]
    path: list[int]
    """From the hex left to the hex reached; for units that enter, from the entry hex."""
    costs: Sequence[int]
    enters: bool
    cut: Sequence[int]
    lift: Sequence[int]


# --- what a unit has --------------------------------------------------------------------------------


@rule("6.23a", "6.25", "11.31", "11.GEN-1", "S2-6", "6.GEN-1")
def allowance(state: State, unit: int) -> int:
    """Half points left in this phase; out of supply the allowance is halved, fractions dropped."""
    return state.maps.left(unit)


@rule("6.4a", "6.21", "13.31", "13.32", "13.43")
def footing(state: State) -> Footing:
    found = state.maps.footing
    if found is None:
        side = acting_side(state.phase)
        closed: Buffer = state.maps.held[1 - side]
        if side == SOVIET and west_closed(state):
            world = state.world
            closed = world.field.closed(closed, world.closed_west, world.nothing)
        found = Footing(closed, zone(state, 1 - side), _tables(state, side))
        state.maps.footing = found
    return found


def _tables(state: State, side: int) -> tuple[bytes, ...]:
    """The charts with the enemy's markers in them; they last as long as the markers."""
    markers = hostile_markers(state, side)
    if not markers:
        return state.world.costs
    known, tables = state.maps.charts
    if known != markers:
        tables = interdicted(state, state.world.costs, markers)
        state.maps.charts = markers, tables
    return tables


@rule("6.4a")
def west_closed(state: State) -> bool:
    """In turns 1 to 6 the Soviets may not enter columns 01 and 02 (AMB-53)."""
    limit = state.world.scenario["limits"]["west_columns"]
    return bool(limit["first_turn"] <= state.turn <= limit["last_turn"])


def hostile_markers(state: State, side: int) -> tuple[int, ...]:
    if side == SOVIET:
        return state.air
    return () if state.soviet_marker == NOWHERE else (state.soviet_marker,)


@rule("13.31", "13.32", "13.43")
def interdicted(state: State, tables: Sequence[bytes], markers: Sequence[int]) -> tuple[bytes, ...]:
    """A hex with an enemy interdiction marker costs 1 MP more to enter."""
    grid = state.world.board.grid
    dearer = state.world.interdicted_cost
    ways_in = [
        here * 6 + (d + 3) % 6
        for there in markers
        for d in range(6)
        if (here := grid.neighbour(there, d)) != OFF_MAP
    ]
    found = []
    for table in tables:
        patched = bytearray(table)
        for side in ways_in:
            patched[side] = dearer[patched[side]]
        found.append(bytes(patched))
    return tuple(found)


@rule("10.23a")
@derived(on=PLACES | ZONES | MARKERS | PHASE | STRENGTHS)
def leader_ground(state: State) -> Buffer:
    """What a leader moving alone may not enter: also German zones without a unit able to attack."""
    ground = footing(state)
    danger = ground.stop
    found = state.world.field.closed(ground.closed, danger, state.world.nothing)
    for h in state.world.field.common(danger, state.maps.held[SOVIET]):
        if any(can_escort(state, u) for u in state.maps.stacks[h]):
            found[h] = 0
    return found


@rule("10.23a")
def can_escort(state: State, unit: int) -> bool:
    """A combat unit able to attack, as far as anybody knows: untried ones count (AMB-17)."""
    if state.is_leader(unit) or state.side(unit) != SOVIET:
        return False
    return bool(state.units[unit].flags & UNTRIED) or state.values(unit).attack > 0


# --- the judge ------------------------------------------------------------------------------------


@rule("6.11a", "6.11b", "6.23b", "S2-7")
def judge_move(state: State, order: Move) -> Refusal | MovePlan:
    """One way for units of one hex, or of one entry; each pays for itself, and nobody fights."""
    side = acting_side(state.phase)
    units = own_units(state, order.units, side, "6.GEN-1")
    if isinstance(units, Refusal):
        return units
    for unit in units:
        refusal = refuse_mover(state, unit)
        if refusal is not None:
            return refusal
    path = path_hexes(state, order.path)
    if isinstance(path, Refusal):
        return path
    first = state.units[units[0]]
    enters = first.place == WAITING
    for unit in units[1:]:
        u = state.units[unit]
        if u.place != first.place or u.entry != first.entry:
            return Refusal("6.GEN-2", "not-together", {"units": order.units})
    if enters:
        if not fits(state, side, units):
            facts = {"unit": state.name(units[-1]), "hex": order.path[0]}
            return Refusal(limit_rule(side), "no-room", facts)
        refusal = reinforcements.refuse_front(state, units) or reinforcements.refuse_entry_hex(
            state, units[0], path[0]
        )
    else:
        refusal = first_turn.refuse_first_turn(state, units, path)
    if refusal is not None:
        return refusal
    way = path if enters else [first.place, *path]
    paid = _walk_all(state, units, way, enters)
    if isinstance(paid, Refusal):
        return paid
    if side == SOVIET:
        refusal = _refuse_leader_in_zone(state, units, way[-1])
        if refusal is not None:
            return refusal
    if order.cut or order.lift:
        markers = rail.judge_markers(state, order.cut, order.lift, path)
        if isinstance(markers, Refusal):
            return markers
        return MovePlan(units, way, paid, enters, *markers)
    return MovePlan(units, way, paid, enters, (), ())


@rule("6.22b", "6.62", "6.52a", "6.GEN-2", "8.13", "4.2 B3", "S2-15")
def refuse_mover(state: State, unit: int) -> Refusal | None:
    """Why this unit may not begin a move now."""
    u = state.units[unit]
    if u.place < 0:
        return reinforcements.refuse_entry(state, unit)
    if u.flags & BUSY:
        return refuse_busy(state, unit)
    if state.phase == GERMAN_MECH_MOVE and not is_mechanised(state, unit):
        return Refusal("4.2 B3", "not-mechanised", unit_and_hex(state, unit))
    if zone(state, 1 - acting_side(state.phase))[u.place]:
        return Refusal("6.22b", "zone-locked", unit_and_hex(state, unit))
    return first_turn.refuse_frozen(state, unit)


BUSY = DISRUPTED | RAILED | STOPPED | MOVED
NOBODY = -100  # a place where no unit is


@rule("6.62", "6.32a", "6.52a", "6.GEN-2")
def refuse_busy(state: State, unit: int) -> Refusal:
    flags = state.units[unit].flags
    facts = unit_and_hex(state, unit)
    if flags & DISRUPTED:
        return Refusal("6.62", "disrupted", facts)
    if flags & RAILED:
        return Refusal("6.32a", "moved-by-rail", facts)
    if flags & STOPPED:
        return Refusal("6.52a", "overrun-stopped", facts)
    return Refusal("6.GEN-2", "moved-already", facts)


def unit_and_hex(state: State, unit: int) -> dict[str, Fact]:
    return {"unit": state.name(unit), "hex": state.world.hex_ids[state.units[unit].place]}


@rule("4.2 B3")
def is_mechanised(state: State, unit: int) -> bool:
    """Units of the second German movement: panzer, panzergrenadier, motorised, cavalry."""
    return bool(state.world.mechanised[state.units[unit].counter])


def _walk_all(
    state: State, units: Sequence[int], way: list[int], enters: bool
) -> Refusal | list[int]:
    """What each unit pays for the way, or why it cannot take it."""
    ground = footing(state)
    marching = first_turn.open_ground(state, units) if state.turn == 1 else None
    closed = ground.closed if marching is None else marching
    walk = state.world.field.walk
    paid = []
    for unit in units:
        table = ground.costs[state.counter(unit).move_class]
        cost = walk(table, closed, ground.stop, way)
        if cost < 0:
            terms = Terms(closed, ground.stop, enters)
            return first_cause(PathStep(state, (unit,), way, -cost, terms), STEP_CAUSES)
        if enters:
            if len(way) > 1 and ground.stop[way[0]]:
                terms = Terms(closed, ground.stop, enters)
                return first_cause(PathStep(state, (unit,), way, 1, terms), STEP_CAUSES)
            cost += entry_cost(state, unit, way[0])
        left = allowance(state, unit)
        if cost > left and not first_turn.moves_free(state, unit):
            return _refuse_cost(state, unit, cost)
        paid.append(cost)
    return paid


@rule("6.23a", "6.25")
def _refuse_cost(state: State, unit: int, cost: int) -> Refusal:
    """The way is too long, perhaps only because the unit began the phase out of supply."""
    u, left = state.units[unit], allowance(state, unit)
    facts = {"unit": state.name(unit), "cost": points(cost), "left": points(left)}
    whole = state.world.half_points[u.counter][u.step] - u.spent
    if u.flags & UNSUPPLIED and cost <= whole:
        return Refusal("6.25", "too-far-unsupplied", {**facts, "whole": points(whole)})
    return Refusal("6.23a", "too-far", facts)


def entry_cost(state: State, unit: int, hex_: int) -> int:
    return entry_costs(state, unit, [hex_])[0][1]


@rule("14.GEN-2")
def entry_costs(state: State, unit: int, hexes: Sequence[int]) -> list[tuple[int, int]]:
    """Entry hexes with their terrain costs; the road rate where a road leaves the map (AMB-50)."""
    costs = state.world.entry_cost[state.world.move_classes[state.units[unit].counter]]
    markers = hostile_markers(state, acting_side(state.phase))
    if not markers:
        return [(h, costs[h]) for h in hexes]
    more = state.world.tables["terrain"]["interdicted"]
    return [(h, costs[h] + more if h in markers else costs[h]) for h in hexes]


def points(half: int) -> str:
    """Half points as players read them: 7 is 3½."""
    return f"{half // 2 or ''}½" if half % 2 else str(half // 2)


@rule("10.23a", "10.22")
def _refuse_leader_in_zone(state: State, units: Sequence[int], end: int) -> Refusal | None:
    leaders = [u for u in units if state.is_leader(u)]
    if not leaders or not zone(state, GERMAN)[end]:
        return None
    if any(can_escort(state, u) for u in (*units, *state.stack(end))):
        return None
    facts = {"unit": state.name(leaders[0]), "hex": state.world.hex_ids[end]}
    return Refusal("10.23a", "leader-alone-in-zone", facts)


# --- carrying it out ------------------------------------------------------------------------------


def carry_out_move(state: State, plan: MovePlan, chance: Chance) -> list[Event]:
    units, way = state.names(plan.units), state.hexes(plan.path)
    moved = Moved(rule="6.12", units=units, path=way, cost=max(plan.costs))
    return [moved, *move_units(state, plan)]


@rule("6.22a", "6.GEN-2", "8.GEN")
def move_units(state: State, plan: MovePlan) -> list[Event]:
    """Put the units where they go; tells only what their move causes besides."""
    path, group, costs, maps = plan.path, plan.units, plan.costs, state.maps
    units, end, back = state.units, path[-1], NOWHERE
    if (maps.footing or footing(state)).stop[end] and len(path) > 1:
        back = path[-2]
    if plan.enters:
        reinforcements.note_entry(state, group)
    i = 0
    for unit in group:
        u = units[unit]
        flags, spent = u.flags | MOVED, u.spent + costs[i]
        units[unit] = replace(u, place=end, flags=flags, spent=spent, back=back, entry="")
        i += 1  # noqa: SIM113, for one unit or two an enumeration costs more than it saves
    prized = state.world.field.meets(state.world.prize_mask, path)
    if state.frozen:
        _forget_spilling(state, group)
    maps.march(group, costs, NOWHERE if plan.enters else path[0], end, MOVED, maps.movers)
    if plan.enters:
        _arrive(state, group)
        path = [NOWHERE, *path]
    if maps.memos.live & PLACES:
        maps.memos.touch(PLACES)
    events: list[Event] = []
    if prized:
        events += victory.pass_through(state, acting_side(state.phase), path[1:])
    if state.phase != SOVIET_MOVE:
        if plan.cut or plan.lift:
            events += rail.change_cuts(state, plan.cut, plan.lift)
    elif state.cuts and not set(state.cuts).isdisjoint(path):
        events += rail.repair(state, group, path[1:])
    return events


@rule("11.33", "6.54a")
def _arrive(state: State, group: Sequence[int]) -> None:
    """Units that came in count as supplied; those that came in together started together (AMB-7)."""
    state.entries += 1
    for unit in group:
        state.flag(unit, ENTERED)
        state.change(unit, start=-100 - state.entries)


# --- who may move ---------------------------------------------------------------------------------


@rule("6.11a", "14.21a", "S2-7")
def movers(state: State) -> list[int]:
    """Every unit that may begin a move now, in the order of the units."""
    found = state.maps.movers
    if found is None:
        side = acting_side(state.phase)
        second = state.phase == GERMAN_MECH_MOVE
        # What `refuse_mover` asks: who enters (not in the second movement), is mechanised, is frozen.
        entering = NOBODY if second else WAITING
        found = state.maps.able(side, BUSY, zone(state, 1 - side), entering)
        if second:
            found = list(filter(state.world.mechanised_units.__contains__, found))
        elif state.frozen:
            found = [
                u
                for u in found
                if state.units[u].place < 0 or first_turn.refuse_frozen(state, u) is None
            ]
        if state.front_entered is not UNSET:
            found = [
                u
                for u in found
                if state.units[u].place >= 0 or reinforcements.refuse_front(state, [u]) is None
            ]
        state.maps.movers = found
    return found


@rule("5.22")
def _forget_spilling(state: State, units: Sequence[int]) -> None:
    """The hex that a unit of a frozen army leaves may no longer be overstacked."""
    if any(first_turn.is_frozen(state, u) for u in units):
        state.maps.movers = None
