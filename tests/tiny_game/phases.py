"""The sequence of play as a table: what each phase asks for, and what may wait inside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campagna.core.contract import Fact
from campagna.core.decision import Phase, Situation, Waiting
from campagna.core.rulebook import rule
from tests.tiny_game.combat import ATTACK, RETREAT, ask_retreat
from tests.tiny_game.deployment import DEPLOY, settle_deployment
from tests.tiny_game.movement import MOVE
from tests.tiny_game.offers import AttackOffers, DeployOffers, MoveOffers, RetreatOffers
from tests.tiny_game.reconnaissance import LOOK
from tests.tiny_game.sequence import END
from tests.tiny_game.state import Retreating, State


def side(state: State) -> str:
    return state.side


def turn(state: State) -> Mapping[str, Fact]:
    return {"turn": state.turn}


DEPLOYMENT = Phase("deploy", "2.1", side, (DEPLOY,), DeployOffers, settle=settle_deployment)
MOVEMENT = Phase("move", "4.1", side, (MOVE, END), MoveOffers, turn)
COMBAT = Phase("attack", "6.1", side, (ATTACK, LOOK, END), AttackOffers, turn)


@rule("3.1", "3.2")
def sequence() -> Sequence[Situation[State]]:
    """By the number of the phase, as `state.PHASES` names them: first North, then South."""
    return (DEPLOYMENT, DEPLOYMENT, MOVEMENT, COMBAT, MOVEMENT, COMBAT)


PHASES = sequence()
FRAMES: Mapping[type, Situation[State]] = {
    Retreating: Waiting(Retreating, ("retreat",), ask_retreat, (RETREAT,), RetreatOffers),
}
