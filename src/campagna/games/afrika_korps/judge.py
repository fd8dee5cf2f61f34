"""The single judge: which chapter answers for an order at this moment, and what the order becomes."""

from __future__ import annotations

from typing import Any

from campagna.core.contract import Order, Refusal
from campagna.core.rulebook import rule
from campagna.games.afrika_korps import (
    advance,
    arrivals,
    automatic,
    captures,
    combat,
    movement,
    orders,
    precombat,
    relief,
    results,
    retreat,
    rommel,
    sequence,
    stacking,
    substitutes,
)
from campagna.games.afrika_korps.state import (
    Advancing,
    Crowded,
    Displaced,
    Doomed,
    Exchange,
    Following,
    Hauling,
    Phase,
    Respite,
    Retreating,
    State,
    Unloading,
)
from campagna.games.afrika_korps.world import ALLIED, AXIS

FRAME_STEPS = {
    Unloading: ("land-supply", "12.4"),
    Doomed: ("give-up", "11.9"),
    Exchange: ("exchange", "7.5d"),
    Retreating: ("retreat", "7.6a"),
    Advancing: ("advance", "16.1"),
    Hauling: ("haul", "15.4.1"),
    Following: ("haul", "15.2.2b"),
    Displaced: ("place-rommel", "22.4.2b"),
    Respite: ("respite", "15.5"),
    Crowded: ("thin-out", "6.1a"),
}


@rule("3", "5.3", "15.5")
def judge(state: State, order: Order) -> Any:
    """The plan of a legal order, ready to be carried out, or the refusal."""
    if state.phase == Phase.OVER:
        return Refusal("4.2c", "not-now")
    if isinstance(order, orders.Destroy):
        return _judge_destroy(state, order)
    if state.agenda:
        return _judge_agenda(state, order)
    match Phase(state.phase):
        case Phase.SUPPLY | Phase.ARRIVAL:
            return _judge_arrivals(state, order)
        case Phase.MOVEMENT:
            return _judge_movement(state, order)
        case Phase.SUBSTITUTION:
            return _judge_substitution(state, order)
    return _judge_combat(state, order)


def _not_now(state: State) -> Refusal:
    if state.agenda:
        return Refusal(FRAME_STEPS[type(state.agenda[-1])][1], "not-now")
    return Refusal(sequence.PHASE_RULES[state.phase], "not-now")


@rule("15.5")
def _judge_destroy(state: State, order: orders.Destroy) -> Any:
    """Between two actions: not while a result of combat is being carried out."""
    between = Unloading | Advancing | Hauling | Respite
    if state.agenda and not isinstance(state.agenda[-1], between):
        return _not_now(state)
    supply = captures.judge_destroy(state, order, sequence.decider(state))
    if isinstance(supply, Refusal) or not state.victories:
        return supply
    trial = state.copy()
    captures.destroy(trial, supply)
    return relief.refuse_spoiled(trial) or supply


def _judge_arrivals(state: State, order: Order) -> Any:
    if isinstance(order, orders.Done):
        return None
    if state.phase == Phase.SUPPLY:
        if isinstance(order, orders.RollSupply) and state.side == AXIS:
            return arrivals.refuse_supply(state)
        if isinstance(order, orders.LandSupply) and state.side == ALLIED:
            return arrivals.judge_land_supply(state, order)
    elif isinstance(order, orders.Land):
        return arrivals.judge_land(state, order)
    return _not_now(state)


def _judge_movement(state: State, order: Order) -> Any:
    match order:
        case orders.Move():
            return movement.judge_move(state, order)
        case orders.Declare():
            return automatic.judge_declare(state, order)
        case orders.Embark():
            return arrivals.judge_embark(state, order)
        case orders.Done():
            return sequence.refuse_end(state)
    return _not_now(state)


def _judge_substitution(state: State, order: Order) -> Any:
    match order:
        case orders.Substitute():
            return substitutes.judge_substitute(state, order)
        case orders.BreakDown():
            return substitutes.judge_break_down(state, order)
        case orders.Done():
            return None
    return _not_now(state)


def _judge_combat(state: State, order: Order) -> Any:
    match order:
        case orders.Attack():
            return combat.judge_attack(state, order)
        case orders.Capture():
            return advance.judge_capture(state, order)
        case orders.BreakDown() if state.side == ALLIED:
            return substitutes.judge_break_down(state, order)
        case orders.Done():
            return sequence.refuse_end(state)
    return _not_now(state)


def _judge_agenda(state: State, order: Order) -> Any:
    frame = state.agenda[-1]
    match order, frame:
        case orders.LandSupply(), Unloading():
            return arrivals.judge_land_supply(state, order)
        case orders.Done(), Unloading() | Advancing() | Hauling() | Following() | Respite():
            return None
        case orders.Sacrifice(), Crowded():
            return stacking.judge_sacrifice(state, frame, order)
        case orders.GiveUp(), Doomed():
            return precombat.judge_give_up(state, order)
        case orders.Lose(), Exchange():
            return results.judge_lose(state, frame, order)
        case orders.Retreat(), Retreating():
            return retreat.judge_retreat(state, frame, order)
        case orders.Consent(), Retreating():
            return retreat.judge_consent(state, frame, order)
        case orders.Sacrifice(), Retreating():
            return retreat.judge_sacrifice(state, frame, order)
        case orders.Advance(), Advancing():
            return advance.judge_advance(state, frame, order)
        case orders.Haul(), Following():
            return retreat.judge_follow(state, frame, order)
        case orders.Haul(), Hauling():
            return advance.judge_haul(state, frame, order)
        case orders.PlaceRommel(), Displaced():
            return rommel.judge_place(state, frame, order)
    return _not_now(state)
