"""5, 6, 8 Movement: who may go where, and what happens on the way."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Note, Refusal
from campagna.core.decision import certain
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import Moved
from campagna.games.afrika_korps.orders import Embark, Move
from campagna.games.afrika_korps.rules.combat import declared_victories
from campagna.games.afrika_korps.rules.combat.sacrifice import lost_causes
from campagna.games.afrika_korps.rules.combat.zones import occupied, zone
from campagna.games.afrika_korps.rules.forces import embarkation, rommel
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.rules.movement.path import NO_LANE, Broken, Way, walk
from campagna.games.afrika_korps.rules.movement.step_causes import (
    STEP_CAUSES,
    refuse_step,
    refuse_unprinted,
)
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.state import CROSSED, INTO_ZONE, STOPPED, State, Unit
from campagna.hexes.naming import hexes, own_units


class MovePlan(msgspec.Struct, frozen=True):
    """A legal move, ready to be carried out."""

    units: tuple[int, ...]
    path: tuple[int, ...]
    """The hexes entered."""
    ways: tuple[Way, ...]
    """What it costs each unit."""


class Stakes(msgspec.Struct, frozen=True):
    """What a move touches, so that the position after it has to be looked at."""

    captors: list[int]
    """The combat units that move."""
    crowd: bool
    """More of them in the last hex than may stay there."""
    takes: bool
    """Enemy supplies fall to them on the way."""


# --- leaving a full hex -------------------------------------------------------------------------------


@rule("6.3")
def exits(state: State, unit: int) -> bool:
    """Whether a unit can get to a hex with room."""
    found = mobility.reach(state, unit)
    limit = state.world.stack_limit
    enemy = occupied(state, 1 - state.side)
    return any(not enemy[h] and len(state.fighters_at(h, state.side)) < limit for h in found.label)


@rule("6.1a")
def can_thin_out(state: State, hex_: int) -> bool:
    """Whether somebody can still leave an overstacked hex."""
    for unit in state.fighters_at(hex_, state.side):
        if not isinstance(embarkation.judge_embark(state, Embark((state.name(unit),))), Refusal):
            return True
        if mobility.refuse_mover(state, unit) is None and exits(state, unit):
            return True
    return False


# --- the judge --------------------------------------------------------------------------------------


@rule("5.1", "5.2", "5.3", "5.5", "6.2", "6.3")
def judge_move(state: State, order: Move) -> Refusal | MovePlan:
    units = own_units(state, order.units, state.side, "5.1")
    if isinstance(units, Refusal):
        return units
    for unit in units:
        refusal = mobility.refuse_mover(state, unit)
        if refusal is not None:
            return refusal
        if state.place(unit) != state.place(units[0]):
            return Refusal("6.2", "not-together", {"units": order.units})
    path = hexes(state, order.path, "5.2")
    if isinstance(path, Refusal):
        return refuse_unprinted(state, order.path) or path
    ways = _walk_all(state, units, path)
    if isinstance(ways, Refusal):
        return ways
    if occupied(state, 1 - state.side)[path[-1]]:
        return Refusal("9.1b", "ends-on-enemy", {"hex": state.hex_name(path[-1])})
    plan = MovePlan(tuple(units), tuple(path), tuple(ways))
    return _refuse_consequences(state, plan) or plan


@rule("5.2", "17.1", "22.1a")
def _walk_all(state: State, units: Sequence[int], path: list[int]) -> Refusal | list[Way]:
    escorted = any(state.fights(u) for u in units)
    rommels_way = state.rommel_path
    if state.world.rommel in units:
        rommels_way = [*(rommels_way or [state.place(units[0])]), *path]
    ways = []
    for unit in units:
        limits = mobility.terms(state, unit, escorted=escorted)
        way = walk(state.world, limits, path)
        if isinstance(way, Broken):
            return refuse_step(state, unit, limits, path, way, STEP_CAUSES)
        u = state.units[unit]
        allowed = state.counter(unit).movement
        if unit != state.world.rommel and rommels_way:
            trail = (*(u.trail or (u.place,)), *path)
            allowed += rommel.bonus(state, trail, rommels_way)
        if u.spent + way.cost > allowed:
            facts: dict[str, Fact] = {
                "unit": state.name(unit),
                "cost": way.cost,
                "left": allowed - u.spent,
            }
            return Refusal("5.2", "too-far", facts)
        ways.append(way)
    return ways


def stakes(state: State, units: Sequence[int], path: Sequence[int]) -> Stakes | None:
    """What a move may spoil; None if nothing, and then only the way itself can stand against it."""
    captors = [u for u in units if state.fights(u)]
    crowd = takes = False
    if captors:
        there = len(state.fighters_at(path[-1], state.side))
        crowd = len(captors) + there > state.world.stack_limit
        takes = any(captures.within_grasp(state, state.side, h) for h in path)
    return Stakes(captors, crowd, takes) if crowd or takes or state.victories else None


@rule("6.1a", "8.2", "15.2.1.1", "9.3", "9.4b", "14.5")
def _refuse_consequences(state: State, plan: MovePlan) -> Refusal | None:
    """What the move would spoil: a stack, a victory already won, or the captor himself (A7)."""
    risk = stakes(state, plan.units, plan.path)
    if risk is None:
        return None
    end = plan.path[-1]
    trial = state.copy()
    move(trial, plan)
    if risk.crowd and not can_thin_out(trial, end):
        return Refusal("6.1a", "no-room", {"hex": state.hex_name(end)})
    if state.victories:
        refusal = declared_victories.refuse_spoiled(trial)
        if refusal is not None:
            return refusal
    if risk.takes and zone(trial, 1 - state.side)[end]:
        lost = [u for u in lost_causes(trial) if u in risk.captors]
        if lost:
            facts: dict[str, Fact] = {"unit": state.name(lost[0]), "hex": state.hex_name(end)}
            return Refusal("15.2.1.1", "captor-without-attack", facts)
    return None


@rule("17.1")
def forecast_move(state: State, plan: MovePlan) -> Forecast:
    """What a move uses of the road bonus: these hexes are not in its cost."""
    most, used = state.world.road_bonus, max(way.road for way in plan.ways)
    left = min(
        most - state.units[unit].road - way.road
        for unit, way in zip(plan.units, plan.ways, strict=True)
    )
    notes = (Note("road-bonus", {"count": used, "left": left, "of": most}),) if used else ()
    return msgspec.structs.replace(certain("5.2"), notes=notes)


# --- carrying it out --------------------------------------------------------------------------------


@rule("8.1", "9.1b", "13.2", "15.2.1a", "15.2.1.2", "22.1b")
def move(state: State, plan: MovePlan) -> list[Event]:
    ids = state.world.hex_ids
    start = state.place(plan.units[0])
    events: list[Event] = [
        Moved(
            rule="5.2",
            units=state.names(plan.units),
            path=tuple(ids[h] for h in (start, *plan.path)),
            cost=max(w.cost for w in plan.ways),
            road=max(w.road for w in plan.ways),
        )
    ]
    for unit, way in zip(plan.units, plan.ways, strict=True):
        _move_unit(state, unit, way, plan.path)
    if state.world.rommel in plan.units:
        state.rommel_path = [*(state.rommel_path or [start]), *plan.path]
    if any(state.fights(u) for u in plan.units):
        events += captures.sweep(state, state.side, plan.path, "15.2.1a", combat=False)
        events += _chase_rommel(state, plan.path)
    return events


def _move_unit(state: State, unit: int, way: Way, path: Sequence[int]) -> None:
    u = state.units[unit]
    end = path[-1]
    flags = u.flags
    in_zone = zone(state, 1 - state.side, mobility.known_victories(state, unit))[end]
    if way.stopped:
        flags |= STOPPED
    if way.crossed:
        flags |= CROSSED
    if in_zone and state.is_supply(unit):
        flags |= INTO_ZONE
    state.units[unit] = Unit(
        place=u.place,
        flags=flags,
        spent=u.spent + way.cost,
        road=u.road + way.road,
        lane=way.lane if end == state.world.split else NO_LANE,
        since=mobility.known_victories(state, unit),
        count=u.count,
        trail=(*(u.trail or (u.place,)), *path),
        parts=u.parts,
    )
    state.put(unit, end)


@rule("22.4b", "22.3")
def _chase_rommel(state: State, path: Sequence[int]) -> list[Event]:
    """Allied units that pass next to a lone Rommel drive him off, wherever they end."""
    here = state.place(state.world.rommel)
    if here < 0 or state.owner(state.world.rommel) == state.side:
        return []
    if state.fighters_at(here, 1 - state.side):
        return []
    near = state.world.zone_near[here]
    if any(h == here or h in near for h in path):
        return rommel.displace(state)
    return []


@rule("15.5")
def carry_out_move(state: State, plan: MovePlan, chance: Chance) -> list[Event]:
    """The move; before it takes a supply it halts, and the owner of the supply is asked."""
    if not any(state.fights(u) for u in plan.units):
        return move(state, plan)
    prizes = captures.prizes(state, state.side, plan.path, combat=False)
    steps = _steps_before(state, plan) if prizes else 0
    rest = tuple(state.hex_name(h) for h in plan.path[steps:])
    if not captures.ask_owner(state, prizes, Move(state.names(plan.units), rest)):
        return move(state, plan)
    if not steps:
        return []
    head = plan.path[:steps]
    ways = _walk_all(state, plan.units, list(head))
    assert not isinstance(ways, Refusal), "a part of a legal way is legal"
    return move(state, MovePlan(plan.units, head, tuple(ways)))


@rule("15.5", "9.1b", "6.1a")
def _steps_before(state: State, plan: MovePlan) -> int:
    """How far the units go before a supply falls to them, to a hex where they may also stay."""
    group = sum(state.fights(u) for u in plan.units)
    enemy = occupied(state, 1 - state.side)
    limit = state.world.stack_limit - group
    steps = next(i for i, h in enumerate(plan.path) if captures.within_grasp(state, state.side, h))
    while steps and (
        enemy[plan.path[steps - 1]]
        or len(state.fighters_at(plan.path[steps - 1], state.side)) > limit
    ):
        steps -= 1
    return steps
