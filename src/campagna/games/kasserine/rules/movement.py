"""Movement: who may go where, together, onto the map and off it (MOV-1 to MOV-10, CAL-16)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import Entered, Moved
from campagna.games.kasserine.orders import Move
from campagna.games.kasserine.rules import entries, pause
from campagna.games.kasserine.rules.eligibility import refuse_contact
from campagna.games.kasserine.rules.logistics import moves_freely
from campagna.games.kasserine.rules.path import (
    BURDEN,
    LIGHT,
    Broken,
    Terms,
    doubled,
    points,
    prices,
    spread,
    walk,
)
from campagna.games.kasserine.rules.zones import either, held, on_map, zone
from campagna.games.kasserine.state import BLOWN, ENGAGED, MARCHING, MOVED, SUPPLIED, TRAY, State
from campagna.games.kasserine.world import URF
from campagna.hexes.naming import hexes, own_units, unit_and_hex


class MovePlan(msgspec.Struct, frozen=True):
    """A legal move, ready to be carried out."""

    units: tuple[int, ...]
    path: tuple[int, ...]
    """From where they stand or come in to where they end."""
    cost: int
    enters: bool


# --- what a piece may do ------------------------------------------------------------------------------


def kind_of(state: State, unit: int) -> str:
    """How it pays for terrain."""
    return LIGHT if state.is_light(unit) else state.world.cost_class[unit]


@rule("WX-4", "LOG-1", "LOG-2", "LOG-5", "LOG-7", "MOV-3")
def allowance(state: State, unit: int) -> int:
    """Half points for this turn: the factor less the weather, none without supply."""
    if not moves_freely(state, unit) and not state.flagged(unit, SUPPLIED):
        return 0
    loss = state.world.tables["weather"]["movement_loss"][state.weather]
    return 2 * max(0, int(state.face(unit).movement - loss))


@rule("MOV-3", "LOG-1", "LOG-7", "LOG-12", "CAL-16")
def refuse_mover(state: State, unit: int) -> Refusal | None:
    """Why this piece may not move in this phase."""
    u = state.units[unit]
    if u.place < 0 and not entries.entitled(state, unit):
        if u.place == TRAY:
            return Refusal("CAL-16", "not-due", {"unit": state.name(unit)})
        return Refusal("MOV-1", "not-on-map", {"unit": state.name(unit)})
    if u.flags & MOVED:
        return Refusal("MOV-3", "already-moved", unit_and_hex(state, unit))
    if state.world.kind[unit] == URF and u.place >= 0:
        if state.world.fixed[unit]:
            return Refusal("LOG-7", "fixed-supply", {"unit": state.name(unit)})
        if u.flags & BLOWN:
            return Refusal("LOG-12", "blown-supply", {"unit": state.name(unit)})
        if not u.flags & MARCHING:
            return Refusal("LOG-7", "supplying", {"unit": state.name(unit)})
    if not moves_freely(state, unit) and not u.flags & SUPPLIED:
        return Refusal("LOG-1", "unsupplied", {"unit": state.name(unit)})
    return None


def movers(state: State) -> list[int]:
    """Everything that may still move or come in, in counter order."""
    found = [
        u
        for u in on_map(state, state.side)
        if refuse_mover(state, u) is None and allowance(state, u) > 0
    ]
    return found + [u for u in entries.waiting(state) if refuse_mover(state, u) is None]


@rule("MOV-5", "MOV-9", "MOV-10", "ATT-2", "ATT-16", "CAL-10 (c)", "NGT-2")
def terms(state: State, units: Sequence[int]) -> Terms:
    """What a piece or a stack may do: the slowest factor, the heaviest load, the strictest gate.

    Enemy zones are entered to attack and stop whoever enters; who may not attack finds them closed.
    To begin in one costs nothing and stops nobody.
    """
    kind = max([kind_of(state, u) for u in units], key=BURDEN.index)
    ground, costs = prices(kind, state.options, shut=pause.shut_southwards(state, state.side))
    barred = not state.night and any(refuse_contact(state, u) is not None for u in units)
    closed, stop = _masks(state, barred)
    budget = min([allowance(state, u) for u in units])
    place = state.place(units[0])
    seeds = ((place, 0),) if place >= 0 else _entries(state, units, kind)
    return Terms(ground, costs, budget, closed, stop, seeds)


def _masks(state: State, barred: bool) -> tuple[bytes, bytes]:
    """What is closed to the movers of this phase and what stops them, for the kernel."""
    memory = state.maps.memory[1 - state.side]
    key = (state.night, barred)
    found: tuple[bytes, bytes] | None = memory.get(key)
    if found is None:
        closed, stop = held(state, 1 - state.side), zone(state, 1 - state.side)
        if barred:
            closed = either(closed, stop)
        found = doubled(closed), doubled(stop)
        memory[key] = found
    return found


def _entries(state: State, units: Sequence[int], kind: str) -> tuple[tuple[int, int], ...]:
    """Where all of a group may come in."""
    found = entries.entry_hexes(state, units[0], kind)
    for u in units[1:]:
        own = {h for h, _ in entries.entry_hexes(state, u, kind)}
        found = [(h, cost) for h, cost in found if h in own]
    return tuple(found)


def reach(state: State, unit: int) -> int:
    """Fill the kernel's buffer with everywhere a piece can get to; returns how many nodes."""
    return spread(terms(state, (unit,)))


@rule("MOV-5", "MOV-6", "MOV-7")
def has_room(state: State, hex_: int, units: Sequence[int]) -> bool:
    """Whether a move of these pieces may end here: never more than two combat units."""
    coming = [u for u in units if state.fights(u)]
    if not coming:
        return True
    there = [u for u in state.fighters_at(hex_, state.side) if u not in coming]
    return len(there) + len(coming) <= int(state.world.tables["stacking"]["uct"])


# --- the judge ----------------------------------------------------------------------------------------


@rule("MOV-1", "MOV-4", "MOV-5", "MOV-18", "CAL-16")
def judge_move(state: State, order: Move) -> Refusal | MovePlan:
    units = own_units(state, order.units, state.side, "MOV-1")
    if isinstance(units, Refusal):
        return units
    for unit in units:
        refusal = refuse_mover(state, unit)
        if refusal is not None:
            return refusal
        if not _together(state, unit, units[0]):
            return Refusal("MOV-5", "not-together", {"units": order.units})
    path = hexes(state, order.path, "MOV-1")
    if isinstance(path, Refusal):
        return path
    enters = state.place(units[0]) < 0
    way = path if enters else [state.place(units[0]), *path]
    cost = judge_way(state, units, way, full_first=order.full_first)
    if isinstance(cost, Refusal):
        return cost
    if not has_room(state, way[-1], units):
        return Refusal("MOV-5", "no-room", {"hex": state.hex_name(way[-1])})
    return MovePlan(tuple(units), tuple(way), cost, enters)


def _together(state: State, one: int, other: int) -> bool:
    """In one hex, or before the same entry."""
    if state.place(one) >= 0 or state.place(other) >= 0:
        return state.place(one) == state.place(other)
    return state.world.group_of[one].hex == state.world.group_of[other].hex


@rule("MOV-18")
def judge_way(
    state: State, units: Sequence[int], way: Sequence[int], *, full_first: bool, extra: int = 0
) -> Refusal | int:
    """The cost of a way, its beginning included, plus `extra` half points; or what is wrong with it."""
    limits = terms(state, units)
    cost = walk(limits, way, full_first=full_first)
    if isinstance(cost, Broken):
        return _explain(state, units, limits, way, cost)
    if cost + extra > limits.budget:
        facts: dict[str, Fact] = {
            "units": state.names(units),
            "cost": points(cost + extra),
            "left": points(limits.budget),
        }
        return Refusal("MOV-18", "too-far", facts)
    return cost + extra


@rule("MOV-9", "MOV-17", "ATT-2", "CAL-10 (c)", "CAL-19")
def _explain(
    state: State, units: Sequence[int], limits: Terms, way: Sequence[int], broken: Broken
) -> Refusal:
    """Which rule the step breaks."""
    there = way[broken.at]
    here = way[max(0, broken.at - 1)]
    facts: dict[str, Fact] = {
        "units": state.names(units),
        "from": state.hex_name(here),
        "hex": state.hex_name(there),
    }
    if broken.reason == "no-way":
        return Refusal("CAL-19", "not-an-entry", facts)
    if broken.reason == "not-adjacent":
        return Refusal("MOV-1", "not-adjacent", facts)
    if broken.reason == "zone-stop":
        return Refusal("ATT-2", "zone-stop", facts)
    if broken.reason == "barred":
        south = state.world.south
        if pause.shut_southwards(state, state.side) and south[there] and not south[here]:
            return Refusal("CAL-10 (c)", "pause-railway", facts)
        return Refusal("MOV-17", "impassable", facts)
    if held(state, 1 - state.side)[there]:
        return Refusal("MOV-9", "enemy-there", facts)
    refusals = (refuse_contact(state, u) for u in units)
    return next(r for r in refusals if r is not None)


# --- carrying it out ----------------------------------------------------------------------------------


@rule("MOV-3", "ATT-2", "ATT-4", "CAL-16", "CAL-19")
def carry_out_move(state: State, plan: MovePlan, chance: Chance) -> list[Event]:
    """Who entered an enemy zone owes an attack; to appear in one, or to stay in one, owes nothing."""
    end = plan.path[-1]
    contact = len(plan.path) > 1 and zone(state, 1 - state.side)[end]
    names, way = state.names(plan.units), state.hex_names(plan.path)
    events: list[Event] = []
    if plan.enters:
        events.append(Entered(rule="CAL-16", units=names, hex=way[0]))
    said = points(plan.cost)
    events.append(Moved(rule="MOV-1", units=names, path=way, cost=plan.cost, points=said))
    for unit in plan.units:
        state.put(unit, end)
        state.flag(unit, MOVED | (ENGAGED if contact and state.fights(unit) else 0))
    return events


MOVE = Decision(Move, "MOV-1", judge_move, carry_out_move)
