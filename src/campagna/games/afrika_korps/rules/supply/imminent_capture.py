"""15.5 Supplies that are about to be taken: their owner may destroy them first.

An order that takes supplies, and a battle that leaves them behind, wait until the owner has answered. A
move stops in the last hex before it takes one. If he keeps a supply the order goes on; if he destroys
all of them it is dropped, and whoever gave it decides anew (A36).
"""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Order, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Offer, Say
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.frames import Advancing, Denial, Retreating
from campagna.games.afrika_korps.orders import Advance, Capture, Declare, Done, Move, Retreat
from campagna.games.afrika_korps.rules.combat import advance, automatic_victory, retreat
from campagna.games.afrika_korps.rules.movement import movement
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import SIDES


def ask_denial(state: State, frame: Denial) -> Step:
    facts: dict[str, Fact] = {"turn": state.turn, "units": state.names(frame.supplies)}
    return Step(SIDES[frame.side], "respite", "15.5", facts)


@rule("15.5")
def settle_denial(state: State, frame: Denial, chance: Chance) -> Settled:
    """Nobody is asked about what he has destroyed; with nothing left to take the order is dropped."""
    left = tuple(s for s in frame.supplies if state.place(s) >= 0)
    if not left:
        state.agenda.pop()
        return [], False
    state.agenda[-1] = Denial(frame.side, left, frame.then)
    return [], True


def judge_let_go(state: State, frame: Denial, order: Done) -> Refusal | None:
    """The owner may always leave a supply to the enemy."""
    return None


@rule("15.5")
def carry_out_let_go(state: State, frame: Denial, plan: None, chance: Chance) -> list[Event]:
    state.agenda.pop()
    if frame.then is None:
        state.spared = sorted({*state.spared, *frame.supplies})
        return []
    return _play_the_held_order(state, frame.then)


def _play_the_held_order(state: State, order: Order) -> list[Event]:
    """The order that waited; it was judged before, and nothing else has happened since."""
    frame = state.agenda[-1] if state.agenda else None
    match order, frame:
        case Move(), _:
            move = movement.judge_move(state, order)
            return [] if isinstance(move, Refusal) else movement.move(state, move)
        case Declare(), _:
            victory = automatic_victory.judge_declare(state, order)
            return [] if isinstance(victory, Refusal) else automatic_victory.declare(state, victory)
        case Capture(), _:
            prize = advance.judge_capture(state, order)
            return [] if isinstance(prize, Refusal) else advance.take(state, prize)
        case Advance(), Advancing():
            entry = advance.judge_advance(state, frame, order)
            return [] if isinstance(entry, Refusal) else advance.enter(state, frame, *entry)
        case Retreat(), Retreating():
            way = retreat.judge_retreat(state, frame, order)
            return [] if isinstance(way, Refusal) else retreat.lead_back(state, frame, *way)
    raise AssertionError(f"nobody waits with {order}")


def offer_let_go(state: State, frame: Denial) -> tuple[Offer, ...]:
    return (Say("done", tone="main"),)


LET_GO = Reply(Done, "15.5", judge_let_go, carry_out_let_go, offer=offer_let_go)
