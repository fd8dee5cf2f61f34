"""6.3 Rail movement, rail cuts and repairs."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Extra, Group, Offer, Reach, Some
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import (
    RailCut,
    RailCutLifted,
    RailMoved,
    RailRepaired,
)
from campagna.games.panzergruppe_guderian.orders import RailMove
from campagna.games.panzergruppe_guderian.rules import first_turn, movement, reinforcements, victory
from campagna.games.panzergruppe_guderian.rules.naming import own_units, path_hexes
from campagna.games.panzergruppe_guderian.rules.step_causes import RAIL_CAUSES
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import (
    CUTS,
    ENEMY,
    ENTERED,
    MARKERS,
    MOVED,
    NOWHERE,
    PHASE,
    RAILED,
    SOVIET_MOVE,
    WAITING,
    ZONES,
    State,
    acting_side,
)
from campagna.games.panzergruppe_guderian.world import GERMAN, SOVIET
from campagna.hexes.grid import OFF_MAP
from campagna.hexes.kernels import Buffer
from campagna.kit.derived import derived
from campagna.kit.path_check import PathStep, first_cause

Ground = tuple[Buffer, Buffer, Buffer]
"""Costs, hexes that nobody enters, hexes that nobody leaves again: as the kernel wants them."""


class RailPlan(msgspec.Struct, frozen=True):
    unit: int
    path: list[int]
    cost: int
    load: int
    enters: bool


@rule("6.31a", "6.31b", "10.21b", "10.33")
def load(state: State, unit: int) -> int:
    """What a unit takes of the eight: armour 3, rifle 1, leaders nothing."""
    return int(state.world.tables["rail"][state.counter(unit).type])


@rule("6.33a", "6.33b", "6.33c", "13.31")
@derived(on=MARKERS)
def rail_costs(state: State) -> bytes:
    """One point per rail hex, four where German aircraft interdict it; terrain does not matter."""
    patched = bytearray(state.world.rail_costs)
    grid = state.world.board.grid
    for there in state.air:
        for d in range(6):
            here = grid.neighbour(there, d)
            if here != OFF_MAP and patched[here * 6 + (d + 3) % 6] != 255:
                patched[here * 6 + (d + 3) % 6] = state.world.tables["rail"]["interdicted"]
    return bytes(patched)


@rule("6.32b", "6.37b", "6.37c", "6.4a")
@derived(on=ENEMY | ZONES | PHASE | CUTS)
def rail_closed(state: State) -> bytearray:
    """Hexes no train enters: Germans and their zones, cuts, lines repaired this very turn."""
    world = state.world
    enemy = movement.footing(state).closed
    found = world.field.closed(enemy, zone(state, GERMAN), world.nothing)
    for h in (*state.cuts, *state.repaired):
        found[h] = 1
    return found


@rule("6.31a", "6.32a", "6.32c", "6.34", "6.35", "6.36", "5.23e", "10.33")
def judge_rail(state: State, order: RailMove) -> Refusal | RailPlan:
    if state.phase != SOVIET_MOVE:
        return Refusal("6.36", "no-german-rail")
    units = own_units(state, (order.unit,), SOVIET, "6.31a")
    if isinstance(units, Refusal):
        return units
    unit = units[0]
    refusal = refuse_passenger(state, unit)
    if refusal is not None:
        return refusal
    path = path_hexes(state, order.path)
    if isinstance(path, Refusal):
        return path
    u = state.units[unit]
    enters = u.place == WAITING
    if enters:
        refusal = _refuse_rail_entry(state, unit, path[0])
        if refusal is not None:
            return refusal
    way = path if enters else [u.place, *path]
    cost = state.world.field.walk(rail_costs(state), rail_closed(state), state.world.nothing, way)
    if cost < 0:
        return first_cause(PathStep(state, (unit,), way, -cost, None), RAIL_CAUSES)
    if enters:
        cost += entry_points(state, path[0])
    most = state.world.tables["rail"]["points"]
    if cost > most:
        return Refusal("6.33a", "rail-too-far", {"unit": order.unit, "cost": cost, "left": most})
    return RailPlan(unit, way, cost, 0 if enters else load(state, unit), enters)


@rule("6.31a", "6.31b", "6.32a", "5.23e")
def refuse_passenger(state: State, unit: int) -> Refusal | None:
    """Why a unit may not board a train now."""
    refusal = movement.refuse_mover(state, unit)
    if refusal is not None:
        return refusal
    u = state.units[unit]
    name = state.name(unit)
    if first_turn.must_march(state, unit):
        return Refusal("5.23e", "no-rail-march", {"unit": name})
    if first_turn.is_frozen(state, unit):
        return Refusal("5.21a", "army-frozen", {"unit": name, "army": u.army})
    if u.place == WAITING:
        return None
    if u.place not in state.world.rail_hexes:
        facts = {"unit": name, "hex": state.world.hex_ids[u.place]}
        return Refusal("6.32a", "not-on-rail", facts)
    if u.spent:
        return Refusal(
            "6.32a", "moved-already", {"unit": name, "hex": state.world.hex_ids[u.place]}
        )
    if state.options.fixed("trains-start-on-open-rail"):
        refusal = _refuse_closed_line(state, unit, u.place)
        if refusal is not None:
            return refusal
    capacity = state.world.tables["rail"]["capacity"] - state.rail_used
    if load(state, unit) > capacity:
        facts2 = {"unit": name, "load": load(state, unit), "left": capacity}
        return Refusal("6.31a", "trains-full", facts2)
    return None


@rule("6.37b", "6.37c")
def _refuse_closed_line(state: State, unit: int, hex_: int) -> Refusal | None:
    """Why no train begins in a hex of the railway, for a unit that stands there or comes in there."""
    facts = {"unit": state.name(unit), "hex": state.world.hex_ids[hex_]}
    if hex_ in state.cuts:
        return Refusal("6.37b", "no-train-from-a-cut", facts)
    if hex_ in state.repaired:
        return Refusal("6.37c", "no-train-from-repairs", facts)
    return None


@rule("6.21", "6.32b", "6.32c", "6.37b", "6.37c", "14.3a", "6.4a")
def _refuse_rail_entry(state: State, unit: int, hex_: int) -> Refusal | None:
    """Why a unit may not come in by train at a hex."""
    if hex_ in rail_entries(state, unit):
        return None
    refusal = reinforcements.refuse_entry_hex(state, unit, hex_)
    if refusal is not None:
        return refusal
    facts = {"unit": state.name(unit), "hex": state.world.hex_ids[hex_]}
    if hex_ not in state.world.rail_exits:
        return Refusal("6.32c", "no-rail-entry", facts)
    return _refuse_closed_line(state, unit, hex_) or Refusal("6.32b", "rail-entry-in-zone", facts)


@rule("6.32c")
def rail_entries(state: State, unit: int) -> list[int]:
    """Entry hexes where this unit may come in by train."""
    closed = rail_closed(state)
    return [
        h
        for h in reinforcements.entry_hexes(state, unit)
        if h in state.world.rail_exits and not closed[h]
    ]


def entry_points(state: State, hex_: int) -> int:
    """The entry hex is a rail hex like the others (AMB-50)."""
    table = state.world.tables["rail"]
    return int(table["interdicted"] if hex_ in state.air else table["step"])


@rule("6.31a", "6.32a")
def carry_out_rail(state: State, plan: RailPlan, chance: Chance) -> list[Event]:
    u = state.units[plan.unit]
    fields: dict[str, object] = {"flags": u.flags | MOVED | RAILED}
    if plan.enters:
        reinforcements.note_entry(state, [plan.unit])
        state.entries += 1
        fields = {
            "flags": u.flags | MOVED | RAILED | ENTERED,
            "entry": "",
            "start": -100 - state.entries,
        }
    state.put(plan.unit, plan.path[-1], back=NOWHERE, **fields)
    state.rail_used += plan.load
    if state.maps.movers is not None:
        state.maps.movers.remove(plan.unit)
    way = state.hexes(plan.path)
    events: list[Event] = [
        RailMoved(rule="6.33a", unit=state.name(plan.unit), path=way, cost=plan.cost)
    ]
    entered = plan.path if plan.enters else plan.path[1:]
    events += victory.pass_through(state, SOVIET, entered)
    return events


# --- cuts -----------------------------------------------------------------------------------------


@rule("6.37a", "6.37d", "6.37e")
def judge_markers(
    state: State, cut_names: tuple[str, ...], lift_names: tuple[str, ...], entered: Sequence[int]
) -> Refusal | tuple[list[int], list[int]]:
    """The markers a German unit places and picks up on the hexes it enters, or why it may not."""
    if acting_side(state.phase) != GERMAN:
        return Refusal("6.37a", "only-germans-cut")
    hexes: list[list[int]] = []
    for names in (cut_names, lift_names):
        chosen = path_hexes(state, names) if names else []
        if isinstance(chosen, Refusal):
            return chosen
        hexes.append(chosen)
    cut, lift = hexes
    ids = state.world.hex_ids
    for h in (*cut, *lift):
        if h not in entered or h not in state.world.rail_hexes:
            return Refusal("6.37a", "not-a-rail-hex-of-the-path", {"hex": ids[h]})
    for h in lift:
        if h not in state.cuts or lift.count(h) > 1:
            return Refusal("6.37e", "no-cut-there", {"hex": ids[h]})
    after = [h for h in state.cuts if h not in lift]
    for h in cut:
        if h in after or cut.count(h) > 1:
            return Refusal("6.37a", "cut-already", {"hex": ids[h]})
    if len(after) + len(cut) > state.world.tables["rail"]["cut_markers"]:
        return Refusal("6.37d", "no-cut-marker-left", {"count": len(after)})
    return cut, lift


@rule("6.37a", "6.37e")
def change_cuts(state: State, cut: Sequence[int], lift: Sequence[int]) -> list[Event]:
    """Picking a marker up opens the line at once (AMB-5)."""
    events: list[Event] = []
    ids = state.world.hex_ids
    events += [RailCutLifted(rule="6.37e", hex=ids[h]) for h in lift]
    events += [RailCut(rule="6.37a", hex=ids[h]) for h in cut]
    state.cuts = tuple(sorted([*(h for h in state.cuts if h not in lift), *cut]))
    state.maps.memos.touch(CUTS)
    return events


@rule("6.37c")
def repair(state: State, units: Sequence[int], entered: Sequence[int]) -> list[Event]:
    """A Soviet combat unit that enters a cut removes it; trains run there from the next turn."""
    crew = state.options["leaders_repair_rail"] or any(not state.is_leader(u) for u in units)
    events: list[Event] = []
    if crew:
        for h in entered:
            if h in state.cuts:
                state.cuts = tuple(c for c in state.cuts if c != h)
                state.repaired = (*state.repaired, h)
                state.maps.memos.touch(CUTS)
                events.append(RailRepaired(rule="6.37c", hex=state.world.hex_ids[h]))
    return events


# --- what is offered ------------------------------------------------------------------------------


def rail_reach(state: State, unit: int) -> int:
    """Fill the kernel's buffer with the hexes that a train brings a unit to; returns how many.

    Its own hex comes first, if it stands on the map. 0 if the unit cannot take a train.
    """
    if refuse_passenger(state, unit) is not None:
        return 0
    place = state.units[unit].place
    return _spread(state, place, () if place >= 0 else rail_entries(state, unit))


def _spread(state: State, place: int, entries: Sequence[int]) -> int:
    world, field = state.world, state.world.field
    table, closed = rail_costs(state), rail_closed(state)
    points = world.tables["rail"]["points"]
    if place >= 0:
        return field.reach(table, closed, world.nothing, place, points)
    field.clear()
    for h in entries:
        field.add_source(h, entry_points(state, h), False)
    return field.spread(table, closed, world.nothing, points)


def offer_trains(state: State) -> tuple[Offer, ...]:
    """Every unit that may board a train now; those who board in one hex go equally far."""
    if state.phase != SOVIET_MOVE:
        return ()
    boarding: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for unit in movement.movers(state):
        place = state.units[unit].place
        # Most stand far from the rails: to look first is cheaper than refusals nobody reads.
        nearby = place < 0 or place in state.world.rail_hexes
        if nearby and refuse_passenger(state, unit) is None:
            entries = () if place >= 0 else tuple(rail_entries(state, unit))
            boarding.setdefault((place, entries), []).append(unit)
    world, points = state.world, int(state.world.tables["rail"]["points"])
    groups: list[Group] = []
    round_trips: list[Group] = []
    for (place, entries), units in boarding.items():
        _spread(state, place, entries)
        steps = world.field.as_rows(world.hex_ids, world.size)
        origin = world.hex_ids[place] if place >= 0 else ""
        if place >= 0:
            del steps[0]
        if steps:
            group = Group(state.names(units), origin, tuple(steps), points)
            groups.append(group)
            ground = rail_costs(state), rail_closed(state), world.nothing
            round_trips += there_and_back(state, group, ground)
    return tuple(
        Reach("rail", tuple(some), unit="unit", together=False)
        for some in (groups, round_trips)
        if some
    )


def there_and_back(state: State, group: Group, ground: Ground) -> list[Group]:
    """A way out of a hex and back into it, as a group: one, or none.

    Whoever takes it may go another way round. The group has no origin, because where these units
    stand is where they end; nobody should choose it by mistake.
    """
    walk, index, origin = state.world.field.walk, state.world.hex_index, group.origin
    if not origin:
        return []
    place = index[origin]
    for there, out, before in group.steps:
        if before != origin:
            continue
        cost = walk(*ground, (place, index[there], place))
        if 0 < cost <= group.left:
            steps = (there, out, ""), (origin, cost, there)
            return [Group(group.units, "", steps, group.left, (origin,), grave=(origin,))]
    return []


@rule("6.37a", "6.37d", "6.37e")
def marker_extras(state: State) -> tuple[Extra, ...]:
    """The markers that a German move may place and pick up along its path.

    A hex with a marker may be named in both: picked up, the marker can be placed again.
    """
    if acting_side(state.phase) != GERMAN:
        return ()
    most = int(state.world.tables["rail"]["cut_markers"])
    cut = Some("cut", state.world.rail_names, most=most, along="path")
    if not state.cuts:
        return (cut,)
    return cut, Some("lift", state.hexes(state.cuts), along="path")


RAIL = Decision(RailMove, "6.33a", judge_rail, carry_out_rail, offer=offer_trains)
