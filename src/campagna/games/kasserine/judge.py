"""The single judge: which chapter answers for an order at this moment, and what the order becomes."""

from __future__ import annotations

from typing import Any

from campagna.core.contract import Order, Refusal
from campagna.games.kasserine import (
    artillery,
    attack,
    combat,
    leaving,
    logistics,
    movement,
    orders,
    retreat,
    sequence,
    setup,
)
from campagna.games.kasserine.state import (
    Declared,
    Following,
    Permitting,
    Phase,
    Retreating,
    State,
)


def judge(state: State, order: Order) -> Any:
    """The plan of a legal order, ready to be carried out, or the refusal."""
    if state.phase == Phase.OVER:
        return Refusal("CAL-3", "not-now")
    if state.agenda:
        return _judge_agenda(state, order)
    if isinstance(order, orders.Done):
        return sequence.refuse_end(state)
    match Phase(state.phase):
        case Phase.ALLIED_SETUP | Phase.AXIS_SETUP:
            if isinstance(order, orders.Deploy):
                return setup.judge_deploy(state, order)
        case Phase.LOGISTICS:
            return _judge_logistics(state, order)
        case Phase.MOVEMENT:
            if isinstance(order, orders.Move):
                return movement.judge_move(state, order)
            if isinstance(order, orders.Leave):
                return leaving.judge_leave(state, order)
        case Phase.PLAN:
            if isinstance(order, orders.Attack):
                return attack.judge_attack(state, order)
        case Phase.FIRE | Phase.DEFENSIVE_FIRE:
            if isinstance(order, orders.Fire):
                return artillery.judge_fire(state, order)
            if isinstance(order, orders.Raid):
                return artillery.judge_raid(state, order)
        case Phase.COMBAT:
            if isinstance(order, orders.Assault):
                return combat.judge_assault(state, order)
            if isinstance(order, orders.Take):
                return combat.judge_take(state, order)
    return Refusal(sequence.PHASE_RULES[state.phase], "not-now")


def _judge_logistics(state: State, order: Order) -> Any:
    match order:
        case orders.Demolish():
            return logistics.judge_demolish(state, order)
        case orders.SelfReduce():
            return logistics.judge_self_reduce(state, order)
        case orders.March():
            return logistics.judge_march(state, order)
    return Refusal(sequence.PHASE_RULES[state.phase], "not-now")


def _judge_agenda(state: State, order: Order) -> Any:
    frame = state.agenda[-1]
    match frame, order:
        case Declared(), orders.Defend():
            return combat.judge_defend(state, frame, order)
        case Retreating(), orders.Retreat():
            return retreat.judge_retreat(state, frame, order)
        case Permitting(), orders.LetPass():
            return order.agree
        case Following(), orders.Accompany():
            return retreat.judge_accompany(state, frame, order)
        case Following(), orders.Done():
            return None
    return Refusal(sequence.FRAME_STEPS[type(frame).__name__][1], "not-now")
