"""6.2, 6.3, 6.4, 6.7 Which rule forbids a step of a move or of a train."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from campagna.core.contract import Fact
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.rules import movement
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import State, acting_side
from campagna.games.panzergruppe_guderian.world import GERMAN, SOVIET
from campagna.hexes.grid import OFF_MAP
from campagna.hexes.kernels import BARRED, Buffer
from campagna.kit.path_check import Cause, PathStep

T = TypeVar("T")


class Terms(msgspec.Struct, frozen=True):
    """What the walk was told besides the terrain."""

    closed: Buffer
    stop: Buffer
    enters: bool


Going = PathStep[State, Terms]
Riding = PathStep[State, None]


def step_facts(step: PathStep[State, T]) -> dict[str, Fact]:
    ids = step.state.world.hex_ids
    name = step.state.name(step.units[0])
    return {"unit": name, "from": ids[step.here], "hex": ids[step.there]}


def _direction(step: PathStep[State, T]) -> int:
    return step.state.world.board.grid.direction(step.here, step.there)


# --- on foot and on wheels --------------------------------------------------------------------------


def _apart(step: Going) -> bool:
    return _direction(step) == OFF_MAP


def _over_a_lake(step: Going) -> bool:
    world = step.state.world
    return bool(world.walls[step.here * 6 + _direction(step)] or world.lake[step.there])


def _onto_an_enemy(step: Going) -> bool:
    return bool(step.state.maps.held[1 - acting_side(step.state.phase)][step.there])


@rule("6.22a", "S2-8")
def _out_of_a_zone(step: Going) -> bool:
    """To begin in a zone is another rule (6.22b); to come onto the map into one ends the move."""
    return bool(step.terms.stop[step.here]) and (step.at > 1 or step.terms.enters)


@rule("6.4a")
def _into_the_west(step: Going) -> bool:
    """The mask knows whom the rule binds: units that must march are free of it."""
    state, there = step.state, step.there
    bound = acting_side(state.phase) == SOVIET and movement.west_closed(state)
    return bound and bool(state.world.closed_west[there] and step.terms.closed[there])


STEP_CAUSES: tuple[Cause[Going], ...] = (
    Cause("6.GEN-2", "not-adjacent", _apart, step_facts),
    Cause("6.7g", "lake", _over_a_lake, step_facts),
    Cause("6.21", "enemy-there", _onto_an_enemy, step_facts),
    Cause("6.22a", "zone-stop", _out_of_a_zone, step_facts),
    Cause("6.4a", "west-closed", _into_the_west, step_facts),
)


# --- by rail ----------------------------------------------------------------------------------------


def _off_the_rails(step: Riding) -> bool:
    d = _direction(step)
    return d == OFF_MAP or step.state.world.rail_costs[step.here * 6 + d] == BARRED


def _onto_a_cut(step: Riding) -> bool:
    return step.there in step.state.cuts


def _onto_repairs(step: Riding) -> bool:
    return step.there in step.state.repaired


def _onto_germans(step: Riding) -> bool:
    return bool(step.state.maps.held[GERMAN][step.there])


def _into_a_zone(step: Riding) -> bool:
    return bool(zone(step.state, GERMAN)[step.there])


def _by_train_into_the_west(step: Riding) -> bool:
    return movement.west_closed(step.state) and bool(step.state.world.closed_west[step.there])


RAIL_CAUSES: tuple[Cause[Riding], ...] = (
    Cause("6.32a", "no-rail-link", _off_the_rails, step_facts),
    Cause("6.37b", "rail-is-cut", _onto_a_cut, step_facts),
    Cause("6.37c", "rail-just-repaired", _onto_repairs, step_facts),
    Cause("6.21", "enemy-there", _onto_germans, step_facts),
    Cause("6.32b", "rail-into-zone", _into_a_zone, step_facts),
    Cause("6.4a", "west-closed", _by_train_into_the_west, step_facts),
)
"""Trains run for the Soviets only (6.36)."""
