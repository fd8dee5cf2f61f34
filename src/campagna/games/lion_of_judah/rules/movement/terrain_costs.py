"""11 What movement meets: costs, closed hexes, enemies in the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, LEG, MOTORISED, OTHER, UNARMED
from campagna.games.lion_of_judah.maps import (
    BOTH_SIDES,
    CHARTS,
    CONTROL,
    ENEMIES,
    EVENTS,
    ITALIANS,
    OTHERS,
    PHASE,
)
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1935
from campagna.hexes.board import marked
from campagna.hexes.grid import DIRECTIONS, OFF_MAP, opposite
from campagna.hexes.kernels import BARRED
from campagna.kit.derived import derived, derived_by_side

MIXED = 3
"""Wheels and feet together: each hex costs what the slower pays (A-34)."""


class Ground(msgspec.Struct, frozen=True):
    """What a group of units meets wherever it goes."""

    costs: bytes
    closed: bytes
    stop: bytes
    """Hexes it may enter but not leave in the same move: leaders, screened units."""
    dearest: int
    """The highest cost of a single step."""


@rule("2.3.8-b", "10.3.2-b", "11.3-b", "A-34")
def move_class(state: State, units: Iterable[int]) -> int:
    """How a group moves; trucks under a unit put it on wheels."""
    printed = state.world.move_classes
    classes = {MOTORISED if state.trucks_under(u) else printed[u] for u in units}
    if len(classes) == 1:
        return classes.pop()
    return MIXED if MOTORISED in classes else LEG


def ground(state: State, units: Sequence[int]) -> Ground:
    """The ground for a group that moves together."""
    class_ = move_class(state, units)
    known = state.world.kinds
    kinds: tuple[str, ...] = (known[units[0]],)
    if len(units) > 1:
        kinds = tuple(sorted({known[u] for u in units}))
    side = state.world.unit_sides[units[0]]
    if side == OTHER and state.part == S1935:
        return _ground_among_factions(state, class_, kinds)
    return _ground(state, side, class_, kinds)


_GROUND = CONTROL | CHARTS


@derived_by_side(on=(OTHERS | _GROUND, ITALIANS | _GROUND))
def _ground(state: State, side: int, class_: int, kinds: tuple[str, ...]) -> Ground:
    return _find_ground(state, side, class_, kinds)


@derived(on=BOTH_SIDES | _GROUND)
def _ground_among_factions(state: State, class_: int, kinds: tuple[str, ...]) -> Ground:
    """Of Ethiopians in 1935-36: their factions bar each other's way (8.1-b)."""
    return _find_ground(state, OTHER, class_, kinds)


def _find_ground(state: State, side: int, class_: int, kinds: tuple[str, ...]) -> Ground:
    closed = bytes(state.world.size)
    for k in kinds:
        closed = _either(closed, _closed(state, side, k))
    if any(k.endswith(UNARMED) or k == "dummy" for k in kinds):
        costs = costs_of(state, class_)
        return Ground(costs, closed, state.world.nothing, _dearest(costs))
    stop, dear = _soft_enemies(state, side)
    costs = _dearer(state, costs_of(state, class_), dear)
    return Ground(costs, closed, stop, _dearest(costs))


@lru_cache(maxsize=64)
def _dearest(costs: bytes) -> int:
    return max(costs.replace(bytes([BARRED]), b""))


def costs_of(state: State, class_: int) -> bytes:
    """The chart of a class of movement with the roads and the weather of this turn."""
    weather = {
        "rains": effects_in_force.rains(state),
        "river_extra": effects_in_force.river_extra(state),
    }
    if class_ != MIXED:
        return state.theatre.costs(class_, state.roads, **weather)  # type: ignore[arg-type]
    return _slower(costs_of(state, LEG), costs_of(state, MOTORISED))


@lru_cache(maxsize=16)
def _slower(some: bytes, others: bytes) -> bytes:
    return bytes(map(max, some, others))


def costs_along_lines(state: State, costs: bytes) -> bytes:
    """A chart on which every step off roads, railways and tracks is barred."""
    return _only_on(state.theatre.net(state.roads).any, costs)


@lru_cache(maxsize=64)
def _only_on(lines: bytes, costs: bytes) -> bytes:
    return bytes([c if on else BARRED for c, on in zip(costs, lines, strict=True)])


def _either(a: bytes | bytearray, b: bytes | bytearray) -> bytes:
    both = int.from_bytes(a, "little") | int.from_bytes(b, "little")
    return both.to_bytes(len(a), "little")


@rule("11.2-c", "11.2-e", "11.4", "PB 13.5.3", "PB 14.5.3", "PB 14.6.7", "3.2-d")
def _closed(state: State, side: int, kind_: str) -> bytes:
    """Hexes that units of a kind may not enter at all."""
    mask = _either(resources.closed_countries(state), hard_enemies(state, side, kind_))
    if side == ITALIAN and offensive_limited(state):
        mask = _either(mask, state.theatre.offensive_limit)
    if kind_ in BOUND_KINDS:
        return _either(mask, outside_its_land(state, kind_))
    return _either(mask, other_factions(state, side, kind_))


BOUND_KINDS = ("guerrilla", "tribal_levy", "dummy")
"""Kinds of units that stay in a land of their own."""


@rule("PB 13.6.9-b", "PB 14.6.4.1-d", "PB 14.6.5")
def outside_its_land(state: State, kind_: str) -> bytes:
    """Hexes that units of a kind may never enter, whoever stands there; `kind_`: of BOUND_KINDS."""
    world = state.world
    if kind_ == "guerrilla":
        return _outside(world.ethiopia)
    if kind_ == "tribal_levy":
        regions = state.theatre.scenario["levies"]["closed_regions"]
        return bytes(world.board.mask(world.regions(regions)))
    home = world.board.mask(world.regions([state.theatre.scenario["dummies"]["region"]]))
    return _either(_outside(bytes(home)), state.control.translate(b"\1" + bytes(255)))


def _outside(mask: bytes) -> bytes:
    return mask.translate(b"\1" + bytes(255))


@rule("PB 14.6.7")
def offensive_limited(state: State) -> bool:
    """Whether the first turns still hold the Italians back."""
    block = state.theatre.scenario.get("italian_offensive_limit")
    return block is not None and bool(block["turns"][0] <= state.turn <= block["turns"][1])


@rule("11.6", "2.3.7-d", "PB 13.6.2.4", "PB 14.6.5")
def hard_enemies(state: State, side: int, kind_: str) -> bytes:
    """Enemy hexes closed to a kind: all to the unarmed, to the others those that may resist."""
    held = state.maps.held[1 - side]
    if kind_.endswith(UNARMED) or kind_ == "dummy":
        return bytes(held)
    if side != ITALIAN or not visibility.screen_up(state):
        return bytes(state.maps.armed[1 - side])
    return _resisting(state)


@derived(on=OTHERS | EVENTS | PHASE)
def _resisting(state: State) -> bytes:
    """Allied hexes that the Italian sees to be, or must take for, defended."""
    mask = bytearray(state.world.size)
    for h in marked(state.maps.held[OTHER]):
        mask[h] = resists(state, h)
    return bytes(mask)


def resists(state: State, hex_: int) -> bool:
    """Whether a hex holds a unit that the enemy sees to be, or must take for, a combat unit.

    A stack with a screened top may be tried, whoever lies below: it may hold only dummies (PB 14.6.5).
    """
    return any(visibility.visible(state, u) for u in state.stack(hex_) if state.stacks_visibly(u))


def may_be_dummies(state: State, hex_: int) -> bool:
    """Only screened units stand there, as far as the enemy sees."""
    manned = any(state.stacks_visibly(u) for u in state.stack(hex_))
    return manned and not resists(state, hex_)


@derived_by_side(on=(OTHERS | EVENTS | PHASE, ITALIANS | EVENTS | PHASE))
def _soft_enemies(state: State, side: int) -> tuple[bytes, tuple[int, ...]]:
    """Enemy hexes that combat units may enter: those where they must stop, those that cost more."""
    stop = bytearray(state.world.size)
    dear = []
    hard = hard_enemies(state, side, "")
    for h in marked(state.maps.held[1 - side]):
        if hard[h]:
            continue
        types = {state.counter(u).type for u in state.stack(h)}
        doubtful = may_be_dummies(state, h)
        stop[h] = "leader" in types or doubtful
        if types != {"truck"}:
            dear.append(h)
    return bytes(stop), tuple(dear)


@rule("11.6", "A-29")
def _dearer(state: State, costs: bytes, dear: Sequence[int]) -> bytes:
    """One point more to enter a hex with HQs, leaders or dummies."""
    if not dear:
        return costs
    extra = 2 * state.world.tables["movement"]["defenceless_cost"]
    patched = bytearray(costs)
    grid = state.world.board.grid
    for there in dear:
        for d in range(DIRECTIONS):
            here = grid.neighbour(there, d)
            if here == OFF_MAP:
                continue
            side = here * DIRECTIONS + opposite(d)
            if patched[side] != BARRED:
                patched[side] += extra
    return bytes(patched)


@rule("8.1-b", "PB 13.6.1-b")
def other_factions(state: State, side: int, kind_: str) -> bytes:
    """Hexes an Ethiopian may not pass: units of another faction, the imperial ones apart."""
    if side != OTHER or state.part != S1935 or kind_ in BOUND_KINDS:
        return state.world.nothing
    faction = kind_.removesuffix(f" {UNARMED}")
    mask = bytearray(state.world.size)
    for h in marked(state.maps.held[OTHER]):
        there = {state.counter(u).faction for u in state.stack(h)}
        others = there - {faction, "imperial"}
        mask[h] = bool(others) and (faction != "imperial" or len(others) > 1)
    return bytes(mask)


@rule("11.4.2-b", "10.2.1-b", "PB 13.6.7.3")
def along_lines(state: State, way: Sequence[int]) -> bool:
    """Whether every step of a way follows a road, railway or track."""
    net, grid = state.theatre.net(state.roads), state.world.board.grid
    for here, there in pairwise(way):
        d = grid.direction(here, there)
        if d == OFF_MAP or not net.any[here * DIRECTIONS + d]:
            return False
    return True


@derived_by_side(on=ENEMIES)
def beside_enemies(state: State, side: int) -> bytearray:
    """Hexes next to any enemy unit."""
    return state.world.field.zones(state.maps.held[1 - side], state.world.board.edge)
