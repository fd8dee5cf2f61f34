"""5, 8, 13, 18 Which rule forbids a step of a path."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from campagna.core.contract import Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.rules.combat.zones import held, occupied, watchers, zone
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.rules.movement.path import (
    NO_LANE,
    Broken,
    Terms,
    Way,
    changes_road,
    walk,
)
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import LEADER, SUPPLY
from campagna.hexes.grid import OFF_MAP
from campagna.kit.path_check import Cause, PathStep, first_cause

COORDINATE = re.compile(r"[A-Z]\d{1,2}")


class Begun(msgspec.Struct, frozen=True):
    """What a unit may do, and how it stands after the steps that are allowed."""

    limits: Terms
    before: Way


Going = PathStep[State, Begun]


def step_facts(step: Going) -> dict[str, Fact]:
    state = step.state
    name = state.name(step.units[0])
    return {"unit": name, "from": state.hex_name(step.here), "hex": state.hex_name(step.there)}


@rule("8.1", "8.3a")
def zone_facts(step: Going) -> dict[str, Fact]:
    """The step, and the enemies in whose zone the unit stands before it."""
    state, unit = step.state, step.units[0]
    known = mobility.known_victories(state, unit)
    by = watchers(state, 1 - state.owner(unit), step.here, known)
    if _from_zone_to_zone(step):
        both = watchers(state, 1 - state.owner(unit), step.there, known)
        by = [u for u in by if u in both]
    return {**step_facts(step), "units": state.names(by)}


def refuse_step(
    state: State,
    unit: int,
    limits: Terms,
    path: Sequence[int],
    broken: Broken,
    causes: Sequence[Cause[Going]],
) -> Refusal:
    """The rule that the step onto path[broken.at] breaks."""
    before = walk(state.world, limits, path[: broken.at])
    assert isinstance(before, Way)
    way = (limits.start, *path)
    step = PathStep(state, (unit,), way, broken.at + 1, Begun(limits, before))
    return first_cause(step, causes)


@rule("5.2", "5.6", "5.7a")
def refuse_ground(state: State, unit: int, path: Sequence[int]) -> Refusal | None:
    """The first step of a path that the ground forbids, whoever takes it and why."""
    begun = Begun(mobility.terms(state, unit, escorted=True), Way(0, 0, False, NO_LANE, False))
    way = (state.place(unit), *path)
    steps = (PathStep(state, (unit,), way, at, begun) for at in range(1, len(way)))
    return next((r for step in steps for cause in GROUND if (r := cause(step))), None)


@rule("5.8a")
def refuse_unprinted(state: State, names: Sequence[str]) -> Refusal | None:
    """A coordinate that the map does not have: a partial hex of its edge, or none at all."""
    for name in names:
        if name not in state.world.hex_index and COORDINATE.fullmatch(name):
            return Refusal("5.8a", "unknown-hex", {"hex": name})
    return None


# --- the ground -------------------------------------------------------------------------------------


def _side(step: Going) -> int:
    return step.here * 6 + step.state.world.board.grid.direction(step.here, step.there)


def _apart(step: Going) -> bool:
    return step.state.world.board.grid.direction(step.here, step.there) == OFF_MAP


def _into_the_depression(step: Going) -> bool:
    return bool(step.state.world.depression[step.there])


def _over_a_barred_side(step: Going) -> bool:
    return bool(step.state.world.walls[_side(step)])


def _off_a_scarp(step: Going) -> bool:
    return step.terms.before.stopped and bool(step.state.world.escarpment[step.here])


@rule("17.3.2b", "18.4.1", "18.5")
def _second_crossing(step: Going) -> bool:
    """Leaving an escarpment over a side without road; by option also changing road in I26."""
    world, limits, before = step.state.world, step.terms.limits, step.terms.before
    road = world.road[_side(step)]
    leaves = bool(not road and world.road_scarp[step.here])
    changes = changes_road(world, step.here, step.there, road, before.lane)
    return before.crossed and (leaves or (changes and limits.transfer_crosses))


# --- the enemy --------------------------------------------------------------------------------------


def _out_of_a_zone(step: Going) -> bool:
    return step.terms.before.stopped and bool(step.terms.limits.stop[step.here])


def _onto_an_enemy(step: Going) -> bool:
    state, unit = step.state, step.units[0]
    return bool(held(state, 1 - state.side, mobility.known_victories(state, unit))[step.there])


def _from_zone_to_zone(step: Going) -> bool:
    return step.at == 1 and bool(step.terms.limits.not_first[step.there])


def _closed(step: Going) -> bool:
    return bool(step.terms.limits.closed[step.there])


def _alone_into_a_zone(step: Going) -> bool:
    rommel = step.state.world.kind_of[step.units[0]] == LEADER
    return rommel and _closed(step) and bool(step.terms.limits.stop[step.there])


def _near_supply(step: Going, kind: int) -> bool:
    """Next to an enemy supply without a combat unit: with one the hex is not closed."""
    state, unit = step.state, step.units[0]
    shadow = mobility.supply_shadow(state, 1 - state.owner(unit))
    return state.world.kind_of[unit] == kind and _closed(step) and bool(shadow[step.there])


def _supply_near_supply(step: Going) -> bool:
    return _near_supply(step, SUPPLY)


def _rommel_near_supply(step: Going) -> bool:
    return _near_supply(step, LEADER)


def _onto_any_enemy(step: Going) -> bool:
    """Also onto one who is beaten: nobody hauls a supply over him."""
    return bool(occupied(step.state, 1 - step.state.side)[step.there])


def _into_a_zone(step: Going) -> bool:
    return _closed(step) and bool(zone(step.state, 1 - step.state.side)[step.there])


def haul_facts(step: Going) -> dict[str, Fact]:
    """The step, and the enemies in whose zone it leads."""
    by = watchers(step.state, 1 - step.state.side, step.there)
    return {**step_facts(step), "units": step.state.names(by)}


# --- in their order ---------------------------------------------------------------------------------


GROUND: tuple[Cause[Going], ...] = (
    Cause("5.2", "not-adjacent", _apart, step_facts),
    Cause("5.6", "depression", _into_the_depression, step_facts),
    Cause("5.7a", "no-way", _over_a_barred_side, step_facts),
)
CROSSING = Cause("18.5", "second-crossing", _second_crossing, step_facts)
SCARP = Cause("18.1", "scarp-stop", _off_a_scarp, step_facts)

STEP_CAUSES: tuple[Cause[Going], ...] = (
    *GROUND,
    Cause("8.1", "zone-stop", _out_of_a_zone, zone_facts),
    SCARP,
    Cause("5.4", "enemy-there", _onto_an_enemy, step_facts),
    Cause("22.4.1", "rommel-alone-in-zone", _alone_into_a_zone, step_facts),
    Cause("13.3a", "alone-near-supply", _supply_near_supply, step_facts),
    Cause("15.1b", "alone-near-supply", _rommel_near_supply, step_facts),
    Cause("8.3a", "zone-to-zone", _from_zone_to_zone, zone_facts),
    CROSSING,
)

HAUL_CAUSES: tuple[Cause[Going], ...] = (
    *GROUND,
    SCARP,
    Cause("5.4", "enemy-there", _onto_any_enemy, step_facts),
    Cause("13.3a", "alone-near-supply", _supply_near_supply, step_facts),
    Cause("15.4.2", "haul-blocked", _into_a_zone, haul_facts),
    CROSSING,
)
"""A captured supply passes only the zone that its old escort had; every other is closed to it."""
