"""Chapter 3: the sequence of play, kept as an agenda of steps."""

from __future__ import annotations

import msgspec

from campagna.core.contract import Event, Order, Refusal, Step
from campagna.core.rulebook import rule
from tests.tiny_game.events import PhaseBegan
from tests.tiny_game.orders import Attack, Deploy, EndPhase, Look, Move, Retreat
from tests.tiny_game.state import INDEX, SIDES, State, side_of
from tests.tiny_game.terrain import BOARD, TABLES
from tests.tiny_game.victory import end_game

PHASES = tuple((side, phase) for side in SIDES for phase in ("move", "attack"))

_ORDERS: dict[str, tuple[type[Order], ...]] = {
    "deploy": (Deploy,),
    "move": (Move, EndPhase),
    "attack": (Attack, Look, EndPhase),
    "retreat": (Retreat,),
}


def deployment_step(side: str) -> Step:
    return Step(side, "deploy", rule="2.1")


def phase_step(turn: int, side: str, phase: str) -> Step:
    return Step(side, phase, rule="4.1" if phase == "move" else "6.1", facts={"turn": turn})


def wrong_order(state: State, order: Order) -> Refusal | None:
    """The order must be one that the phase knows."""
    if not state.agenda:
        return Refusal("3.1", "game-over")
    decision = state.agenda[-1].decision
    if isinstance(order, _ORDERS[decision]):
        return None
    return Refusal("3.2", "wrong-phase", {"phase": decision})


def wrong_unit(state: State, name: str) -> Refusal | None:
    """The counter must be one's own and in play."""
    side = state.agenda[-1].side
    unit = INDEX.get(name)
    if unit is None:
        return Refusal("3.3", "no-such-counter", {"unit": name})
    if side_of(unit) != side:
        return Refusal("3.3", "not-yours", {"unit": name})
    if state.agenda[-1].decision != "deploy" and state.units[unit].place < 0:
        return Refusal("3.3", "not-in-play", {"unit": name})
    return None


def wrong_hex(*names: str) -> Refusal | None:
    for name in names:
        if name not in BOARD.grid.index:
            return Refusal("3.3", "no-such-hex", {"hex": name})
    return None


@rule("3.1")
def next_phase(state: State) -> list[Event]:
    """Leave the step on top of the agenda and begin what comes after it."""
    ended = state.agenda.pop()
    if state.agenda:
        return []
    if ended.decision == "deploy":
        return _begin(state, 1, *PHASES[0])
    position = PHASES.index((ended.side, ended.decision)) + 1
    if position < len(PHASES):
        return _begin(state, state.turn, *PHASES[position])
    if state.turn < TABLES.turns:
        return _begin(state, state.turn + 1, *PHASES[0])
    return end_game(state)


def _begin(state: State, turn: int, side: str, phase: str) -> list[Event]:
    state.turn = turn
    state.units = [msgspec.structs.replace(u, done=False, attacked=False) for u in state.units]
    state.agenda.append(phase_step(turn, side, phase))
    return [PhaseBegan(rule="3.1", turn=turn, side=side, phase=phase)]
