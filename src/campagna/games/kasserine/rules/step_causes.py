"""MOV-1, MOV-9, MOV-17, ATT-2, CAL-10, CAL-19 Which rule forbids a step of a path."""

from __future__ import annotations

from campagna.core.contract import Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.kasserine.rules import pause
from campagna.games.kasserine.rules.eligibility import refuse_contact
from campagna.games.kasserine.rules.line_facts import explained
from campagna.games.kasserine.rules.path import Terms
from campagna.games.kasserine.rules.zones import held, zone
from campagna.games.kasserine.state import State
from campagna.hexes.grid import OFF_MAP
from campagna.hexes.kernels import BARRED
from campagna.kit.path_check import Cause, Found, PathStep

Going = PathStep[State, Terms]


def step_facts(step: Going) -> dict[str, Fact]:
    state = step.state
    names = state.names(step.units)
    return {"units": names, "from": state.hex_name(step.here), "hex": state.hex_name(step.there)}


def _not_an_entry(step: Going) -> bool:
    return step.at == 0 and step.there not in [hex_ for hex_, _ in step.terms.sources]


def _apart(step: Going) -> bool:
    return step.state.world.board.grid.direction(step.here, step.there) == OFF_MAP


def _out_of_a_zone(step: Going) -> bool:
    """To begin in a zone stops nobody; to come in there by a substitute hex does."""
    begun = step.at > 1 or (step.at == 1 and step.here in step.terms.halts)
    return begun and bool(step.terms.stop[step.here])


def _onto_an_enemy(step: Going) -> bool:
    return bool(held(step.state, 1 - step.state.side)[step.there])


@rule("ATT-2", "ATT-16", "CAL-8 (b)", "CMD-4", "CMD-6", "NGT-2")
def _refuse_contact(step: Going) -> Refusal | None:
    """By day only those enter an enemy zone who may attack."""
    state = step.state
    if state.night or not zone(state, 1 - state.side)[step.there]:
        return None
    for unit in step.units:
        refusal = refuse_contact(state, unit)
        if refusal is not None:
            return explained(state, unit, refusal)
    return None


def _over_the_railway(step: Going) -> bool:
    state, south = step.state, step.state.world.south
    shut = pause.shut_southwards(state, state.side)
    return shut and bool(south[step.there]) and not south[step.here]


def _impassable(step: Going) -> bool:
    """What the ground itself bars; the pause bars steps in prices of its own."""
    d = step.state.world.board.grid.direction(step.here, step.there)
    return step.terms.ground.price[step.here * 6 + d] == BARRED


STEP_CAUSES: tuple[Found[Going], ...] = (
    Cause("CAL-19", "not-an-entry", _not_an_entry, step_facts),
    Cause("MOV-1", "not-adjacent", _apart, step_facts),
    Cause("ATT-2", "zone-stop", _out_of_a_zone, step_facts),
    Cause("MOV-9", "enemy-there", _onto_an_enemy, step_facts),
    _refuse_contact,
    Cause("CAL-10 (c)", "pause-railway", _over_the_railway, step_facts),
    Cause("MOV-17", "impassable", _impassable, step_facts),
)
