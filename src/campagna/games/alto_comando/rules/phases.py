"""The sequence of play as a table: what is asked in each phase, and what ends it (SET-1..5, SEQ-1..5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from campagna.core import decision
from campagna.core.chance import Chance
from campagna.core.contract import Fact
from campagna.core.decision import Answer, Settled
from campagna.games.alto_comando.rules import forces, sequence, terrain
from campagna.games.alto_comando.rules.air import AIR_ATTACK, attacks_left
from campagna.games.alto_comando.rules.attachments import ATTACH, TANK_MIX
from campagna.games.alto_comando.rules.beda_fomm import ENTER
from campagna.games.alto_comando.rules.blocks import MOVE_BLOCK
from campagna.games.alto_comando.rules.deployment import DEPLOY, TAKE_PLACEMENT_BACK
from campagna.games.alto_comando.rules.fieldworks import FORTIFY, TAKE_WORKS_BACK
from campagna.games.alto_comando.rules.fire import FIRE
from campagna.games.alto_comando.rules.forces import CHOOSE_AREA, CHOOSE_CARDS
from campagna.games.alto_comando.rules.headquarters import REPLACE
from campagna.games.alto_comando.rules.minefields import BRIDGE, CLEAR, CROSS
from campagna.games.alto_comando.rules.movement import LEAVE, MOVE
from campagna.games.alto_comando.rules.sequence import PLACEMENT_DONE, WORKS_DONE, ending
from campagna.games.alto_comando.rules.victory import CONCEDE
from campagna.games.alto_comando.state import PHASE_NAMES, Phase, State
from campagna.games.alto_comando.world import SIDES

Answers = Sequence[Answer[State, object]]
Facts = Callable[[State], Mapping[str, Fact]]


def deciding(state: State) -> str:
    return SIDES[state.side]


def turn(state: State) -> Mapping[str, Fact]:
    return {"turn": state.turn}


def turn_and_attacks(state: State) -> Mapping[str, Fact]:
    return {"turn": state.turn, "left": attacks_left(state)}


def settle_forces(state: State, chance: Chance) -> Settled:
    return forces.proceed(state, chance), True


def _set_up(phase: Phase, answers: Answers) -> decision.Phase[State]:
    """A step of the set-up: it lasts until its side says so."""
    return decision.Phase(
        PHASE_NAMES[phase],
        sequence.PHASE_RULES[phase],
        deciding,
        (*answers, CONCEDE),
        facts=turn,
    )


LAYING = decision.Phase(
    "terrain",
    "TER-2",
    terrain.side_laying,
    (terrain.LAY_TERRAIN, terrain.TERRAIN_DONE),
    facts=terrain.facts_of_laying,
)
"""The players lay terrain, one element at a time, before the forces are gathered."""


def _of_turn(
    phase: Phase, orders: Answers, facts: Facts = turn, last: Answers = ()
) -> decision.Phase[State]:
    """A phase of a turn: its side ends it, or it ends by itself when nothing is left to do.

    `last` are answers that are offered after the end of the phase.
    """
    return decision.Phase(
        PHASE_NAMES[phase],
        sequence.PHASE_RULES[phase],
        deciding,
        (*orders, ending(phase), *last, CONCEDE),
        facts=facts,
        settle=sequence.settle_phase,
    )


PHASES: tuple[decision.Phase[State], ...] = (
    decision.Phase(
        "forces",
        "SET-1",
        deciding,
        (CHOOSE_AREA, CHOOSE_CARDS, ATTACH, TANK_MIX),
        settle=settle_forces,
        step=forces.step,
    ),
    _set_up(Phase.WORKS, (FORTIFY, WORKS_DONE, TAKE_WORKS_BACK)),
    _set_up(Phase.DEPLOY, (DEPLOY, PLACEMENT_DONE, TAKE_PLACEMENT_BACK)),
    _of_turn(Phase.REPLACE, (REPLACE,)),
    _of_turn(Phase.CLEAR, (CLEAR, BRIDGE)),
    # To leave the table is mostly a loss: it is not the first thing that is offered.
    _of_turn(Phase.MOVE, (MOVE, MOVE_BLOCK, CROSS, ENTER), last=(LEAVE,)),
    _of_turn(Phase.AIR, (AIR_ATTACK,), turn_and_attacks),
    _of_turn(Phase.TRENCH_FIRE, (FIRE,)),
    _of_turn(Phase.FIRE, (FIRE,)),
)
"""By the number of the phase; the number after the last means that the game is over."""
