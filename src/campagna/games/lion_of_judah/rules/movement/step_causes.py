"""11.1, 11.2, 11.6 Which rule forbids a step of a path."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from campagna.core.contract import Fact, Refusal
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.rules.movement.terrain_costs import (
    Ground,
    hard_enemies,
    may_be_dummies,
    offensive_limited,
    other_factions,
    outside_its_land,
)
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.state import State
from campagna.hexes.board import marked
from campagna.hexes.grid import DIRECTIONS, OFF_MAP
from campagna.hexes.kernels import BARRED, Buffer
from campagna.kit.path_check import Cause, PathStep, first_cause


class Terms(msgspec.Struct, frozen=True):
    ground: Ground
    enemies: Buffer
    """Enemy hexes that these units may not enter."""


Going = PathStep[State, Terms]


def refuse_step(
    state: State,
    units: Sequence[int],
    way: Sequence[int],
    at: int,
    ground: Ground,
    enemies: Buffer | None = None,
) -> Refusal:
    """The rule that the step onto way[at] breaks; `enemies` where others than usual are closed."""
    closed = _closed_enemies(state, units) if enemies is None else enemies
    return first_cause(PathStep(state, tuple(units), way, at, Terms(ground, closed)), STEP_CAUSES)


def refuse_march_step(
    state: State, units: Sequence[int], way: Sequence[int], ground: Ground
) -> Refusal:
    """The same for a forced march, which has limits of its own and tries no screened hex."""
    closed = _closed_enemies(state, units)
    closed[way[1]] |= may_be_dummies(state, way[1])
    return first_cause(PathStep(state, tuple(units), way, 1, Terms(ground, closed)), MARCH_CAUSES)


def _closed_enemies(state: State, units: Sequence[int]) -> bytearray:
    closed = bytearray(state.world.size)
    for kind in {state.world.kinds[u] for u in units}:
        for h in marked(hard_enemies(state, state.own(units[0]), kind)):
            closed[h] = 1
    return closed


def step_facts(step: Going) -> dict[str, Fact]:
    return {"from": step.state.hex_name(step.here), "hex": step.state.hex_name(step.there)}


# --- the ground -------------------------------------------------------------------------------------


def _direction(step: Going) -> int:
    return step.state.world.board.grid.direction(step.here, step.there)


def _apart(step: Going) -> bool:
    return _direction(step) == OFF_MAP


def _over_a_barred_side(step: Going) -> bool:
    return bool(step.state.world.walls[step.here * DIRECTIONS + _direction(step)])


def _into_a_closed_country(step: Going) -> bool:
    return bool(resources.closed_countries(step.state)[step.there])


def _into_prohibited_terrain(step: Going) -> bool:
    return step.terms.ground.costs[step.here * DIRECTIONS + _direction(step)] == BARRED


def _too_hard_to_march(step: Going) -> bool:
    return bool(step.state.world.amba[step.there] or step.state.world.desert[step.there])


# --- enemies and friends ----------------------------------------------------------------------------


def _onto_enemies(step: Going) -> bool:
    return bool(step.terms.enemies[step.there])


def _out_of_an_enemy_hex(step: Going) -> bool:
    """Those who took a leader, or tried a screened hex, go no farther."""
    return step.at > 1 and bool(step.terms.ground.stop[step.here])


def _onto_another_faction(step: Going) -> bool:
    state, side = step.state, step.state.own(step.units[0])
    kinds = {state.world.kinds[u] for u in step.units}
    return any(other_factions(state, side, kind)[step.there] for kind in kinds)


# --- limits of the scenario -------------------------------------------------------------------------


def _beyond_the_offensive(step: Going) -> bool:
    state = step.state
    held_back = state.own(step.units[0]) == ITALIAN and offensive_limited(state)
    return held_back and bool(state.theatre.offensive_limit[step.there])


def _outside(kind: str) -> Callable[[Going], bool]:
    """Whether somebody of a kind would leave the land it is bound to."""

    def leaves(step: Going) -> bool:
        bound = kind in [step.state.world.kinds[u] for u in step.units]
        return bound and bool(outside_its_land(step.state, kind)[step.there])

    return leaves


# --- in their order ---------------------------------------------------------------------------------


APART = Cause("11.1-a", "not-adjacent", _apart, step_facts)
CLOSING: tuple[Cause[Going], ...] = (
    Cause("11.2-c", "closed-country", _into_a_closed_country, step_facts),
    Cause("11.2-c", "prohibited-terrain", _into_prohibited_terrain, step_facts),
    Cause("8.1-b", "other-faction", _onto_another_faction, step_facts),
    Cause("PB 14.6.7", "offensive-limit", _beyond_the_offensive, step_facts),
    Cause("PB 14.6.4.1-d", "outside-its-land", _outside("guerrilla"), step_facts),
    Cause("PB 14.6.5", "outside-its-land", _outside("dummy"), step_facts),
    Cause("PB 13.6.9-b", "outside-its-land", _outside("tribal_levy"), step_facts),
)

STEP_CAUSES: tuple[Cause[Going], ...] = (
    APART,
    Cause("A-45", "barred-side", _over_a_barred_side, step_facts),
    Cause("11.2-c", "enemy-there", _onto_enemies, step_facts),
    Cause("11.6", "must-stop", _out_of_an_enemy_hex, step_facts),
    *CLOSING,
)

MARCH_CAUSES: tuple[Cause[Going], ...] = (
    APART,
    Cause("11.5.2-a", "no-march-there", _too_hard_to_march, step_facts),
    *STEP_CAUSES[1:],
)
