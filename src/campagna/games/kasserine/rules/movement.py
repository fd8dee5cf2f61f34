"""Movement: who may go where, together, onto the map and off it (MOV-1 to MOV-10, CAL-16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Group, Offer, Reach, Toggle
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import Entered, Moved
from campagna.games.kasserine.orders import Move
from campagna.games.kasserine.rules import entries, pause
from campagna.games.kasserine.rules.destinations import Line, Reached, full_hexes, reached
from campagna.games.kasserine.rules.eligibility import refuse_contact
from campagna.games.kasserine.rules.line_facts import explained
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
from campagna.games.kasserine.rules.step_causes import STEP_CAUSES
from campagna.games.kasserine.rules.zones import Mask, day_zone, either, held, on_map, zone
from campagna.games.kasserine.state import (
    BLOWN,
    ENGAGED,
    MARCHING,
    MOVED,
    PIECES,
    SUPPLIED,
    State,
    Unit,
)
from campagna.games.kasserine.world import URF
from campagna.hexes.naming import hexes, own_units, unit_and_hex
from campagna.kit.derived import derived_by_side
from campagna.kit.path_check import PathStep, first_cause


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
        return entries.refuse_absent(state, unit, "MOV-1")
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
    closed, stop = _masks(state, 1 - state.side, state.night, barred)
    budget = min([allowance(state, u) for u in units])
    place = state.place(units[0])
    if place >= 0:
        return Terms(ground, costs, budget, closed, stop, ((place, 0),))
    sources = _entries(state, units, kind)
    halts = frozenset(h for h, _ in sources if entries.halts(state, units[0], h))
    return Terms(ground, costs, budget, closed, stop, sources, halts)


@derived_by_side(on=PIECES)
def _masks(state: State, enemy: int, night: bool, barred: bool) -> tuple[bytes, bytes]:
    """What is closed to the movers of this phase and what stops them, for the kernel."""
    closed: Mask = held(state, enemy)
    stop: Mask = state.world.nothing if night else day_zone(state, enemy)
    if barred:
        closed = either(closed, stop)
    return doubled(closed), doubled(stop)


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
    """One way for a piece or a stack; no die has a part in it."""
    units = own_units(state, order.units, state.side, "MOV-1")
    if isinstance(units, Refusal):
        return units
    for unit in units:
        refusal = refuse_mover(state, unit)
        if refusal is not None:
            return explained(state, unit, refusal)
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
        return first_cause(PathStep(state, tuple(units), way, cost.at, limits), STEP_CAUSES)
    if cost + extra > limits.budget:
        facts: dict[str, Fact] = {
            "units": state.names(units),
            "cost": points(cost + extra),
            "left": points(limits.budget),
        }
        return Refusal("MOV-18", "too-far", facts)
    return cost + extra


# --- carrying it out ----------------------------------------------------------------------------------


@rule("MOV-3", "ATT-2", "ATT-4", "CAL-16", "CAL-19")
def carry_out_move(state: State, plan: MovePlan, chance: Chance) -> list[Event]:
    """Who entered an enemy zone owes an attack, by a substitute entry hex too if it may attack (A42).

    To appear in a zone on the printed entry hex, or to stay in one, owes nothing.
    """
    end = plan.path[-1]
    contact = len(plan.path) > 1 and zone(state, 1 - state.side)[end]
    halted = plan.enters and entries.halts(state, plan.units[0], plan.path[0])
    names, way = state.names(plan.units), state.hex_names(plan.path)
    events: list[Event] = []
    if plan.enters:
        events.append(Entered(rule="CAL-16", units=names, hex=way[0]))
    said = points(plan.cost)
    events.append(Moved(rule="MOV-1", units=names, path=way, cost=plan.cost, points=said))
    for unit in plan.units:
        state.put(unit, end)
        owes = contact or (halted and refuse_contact(state, unit) is None)
        state.flag(unit, MOVED | (ENGAGED if owes and state.fights(unit) else 0))
    return events


# --- what is offered ----------------------------------------------------------------------------------


class Party(NamedTuple):
    """Pieces that stand together, or wait for the same entry, and have the same reach."""

    units: list[int]
    limits: Terms
    found: Reached
    enters: bool

    @property
    def origin(self) -> int:
        """Where those stand that do not enter."""
        return self.limits.sources[0][0]


class Parties(NamedTuple):
    """All parties of a side, as long as nothing changes on which they depend."""

    units: list[Unit]
    move: int
    weather: str
    found: list[Party]


def parties(state: State) -> list[Party]:
    """Everything that may still move or come in, combat units apart from the others."""
    known = state.maps.parties[state.side]
    now = (state.units, state.move, state.weather)
    if not isinstance(known, Parties) or known[:3] != now:
        found = _parties(state)
        known = Parties(state.units.copy(), state.move, state.weather, found)
        state.maps.parties[state.side] = known
    return known.found


def _parties(state: State) -> list[Party]:
    alike: dict[object, Party] = {}
    reaches: dict[object, Reached] = {}
    for unit in movers(state):
        limits = terms(state, (unit,))
        terms_key = (limits.sources, limits.halts, id(limits.costs), limits.budget, limits.closed)
        enters = state.place(unit) < 0
        key = (terms_key, enters, state.fights(unit))
        party = alike.get(key)
        if party is None:
            found = reaches.get(terms_key)
            if found is None:
                found = reaches[terms_key] = reached(state, limits)
            party = alike[key] = Party([], limits, found, enters)
        party.units.append(unit)
    return list(alike.values())


def offer_moves(state: State) -> tuple[Offer, ...]:
    """The reach of every party. Who goes together must also find room, which the judge says.

    To come back to where one began is a move too, though hardly anybody wants it.
    """
    full = frozenset(state.hex_names(full_hexes(state)))
    groups: list[Group] = []
    circles: list[Group] = []
    for party in parties(state):
        found, left = party.found, party.limits.budget
        names = state.names(party.units)
        origin = "" if party.enters else state.hex_name(party.origin)
        steps = tuple(found.lines if party.enters else found.lines[1:])
        ends = _ends(steps, full) if full and state.fights(party.units[0]) else None
        if steps and ends != ():
            groups.append(Group(names, origin, steps, left, ends))
        if found.circle and not party.enters:
            circles.append(Group(names, "", found.circle, left, (origin,)))
    there = Reach("move", tuple(groups), exact=False, tone="main", extras=_EXTRAS)
    back = Reach("move", tuple(circles), exact=False, tone="decline", extras=_EXTRAS)
    return tuple(offer for offer in (there, back) if offer.groups)


_EXTRAS = (Toggle("full_first"),)
"""A first track step at the full price costs no less: the reach stays what it is."""


def _ends(steps: Sequence[Line], full: frozenset[str]) -> tuple[str, ...] | None:
    """Where a move of a combat unit may end; None for every hex of its reach."""
    ends = [step[0] for step in steps if step[0] not in full]
    return tuple(ends) if len(ends) < len(steps) else None


MOVE = Decision(Move, "MOV-1", judge_move, carry_out_move, offer=offer_moves)
