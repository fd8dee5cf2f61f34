"""The sequence of play as a table: what each phase asks for, and what may wait inside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campagna.core.contract import Fact
from campagna.core.decision import Phase, Situation, Waiting
from campagna.core.rulebook import rule
from two_fords.frames import Retreating
from two_fords.rules.combat import ATTACK, RETREAT, ask_retreat
from two_fords.rules.deployment import DEPLOY, settle_deployment
from two_fords.rules.movement import MOVE
from two_fords.rules.reconnaissance import LOOK
from two_fords.rules.sequence import END
from two_fords.state import State


def side(state: State) -> str:
    return state.side


def turn(state: State) -> Mapping[str, Fact]:
    return {"turn": state.turn}


DEPLOYMENT = Phase("deploy", "2.1", side, (DEPLOY,), settle=settle_deployment)
MOVEMENT = Phase("move", "4.1", side, (MOVE, END), facts=turn)
COMBAT = Phase("attack", "6.1", side, (ATTACK, LOOK, END), facts=turn)


@rule("3.1", "3.2")
def sequence() -> Sequence[Situation[State]]:
    """By the number of the phase, as `state.PHASES` names them: first North, then South."""
    return (DEPLOYMENT, DEPLOYMENT, MOVEMENT, COMBAT, MOVEMENT, COMBAT)


PHASES = sequence()
FRAMES: Mapping[type, Situation[State]] = {
    Retreating: Waiting(Retreating, ("retreat",), ask_retreat, (RETREAT,)),
}
