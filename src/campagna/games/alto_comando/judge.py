"""The one judge: which chapter decides about an order, and what it plans to do (SEQ-1..5)."""

from __future__ import annotations

from typing import Any

from campagna.core.contract import Order, Refusal
from campagna.core.rulebook import rule
from campagna.games.alto_comando import (
    air,
    beda_fomm,
    deployment,
    fieldworks,
    fire,
    forces,
    headquarters,
    minefields,
    movement,
    orders,
    sequence,
)
from campagna.games.alto_comando.state import Phase, State


@rule("SEQ-1", "SEQ-2", "SEQ-3", "SEQ-4", "SEQ-5")
def judge(state: State, order: Order) -> Any:
    """The plan of a legal order, ready to be carried out, or the refusal."""
    phase = state.phase
    if phase == Phase.FORCES:
        return forces.refusal(state, order)
    if phase == Phase.OVER:
        return Refusal("VIC-4", "not-now")
    match order:
        case orders.Done():
            return sequence.refuse_done(state)
        case orders.Concede():
            return None
    if phase in (Phase.WORKS, Phase.DEPLOY):
        return _judge_setup(state, order)
    return _judge_turn(state, order)


def _judge_setup(state: State, order: Order) -> Any:
    match order:
        case orders.Fortify() if state.phase == Phase.WORKS:
            return fieldworks.judge_fortify(state, order)
        case orders.Deploy() if state.phase == Phase.DEPLOY:
            return deployment.judge_deploy(state, order)
        case orders.StartOver():
            return None
    return Refusal(sequence.PHASE_RULES[Phase(state.phase)], "not-now")


def _judge_turn(state: State, order: Order) -> Any:
    match state.phase, order:
        case Phase.REPLACE, orders.Replace():
            return headquarters.judge_replace(state, order)
        case Phase.CLEAR, orders.Clear():
            return minefields.judge_clear(state, order)
        case Phase.CLEAR, orders.Bridge():
            return minefields.judge_bridge(state, order)
        case Phase.MOVE, orders.Move():
            return movement.judge_move(state, order)
        case Phase.MOVE, orders.Cross():
            return minefields.judge_cross(state, order)
        case Phase.MOVE, orders.Leave():
            return movement.judge_leave(state, order)
        case Phase.MOVE, orders.Enter():
            return beda_fomm.judge_enter(state, order)
        case Phase.AIR, orders.AirAttack():
            return air.judge_air_attack(state, order)
        case ((Phase.TRENCH_FIRE | Phase.FIRE), orders.Fire()):
            return fire.judge_fire(state, order)
    return Refusal(sequence.PHASE_RULES[Phase(state.phase)], "not-now")
