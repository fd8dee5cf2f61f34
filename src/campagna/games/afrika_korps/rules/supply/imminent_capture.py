"""15.5 Supplies that are about to be taken: their owner may destroy them first.

An order that takes supplies, and a battle that leaves them behind, wait until the owner has answered. A
move stops in the last hex before it takes one. If he keeps a supply the order goes on; if he destroys
all of them it is dropped, and whoever gave it decides anew (A36).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import NoneType
from typing import Generic, TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Order, Refusal, Refused, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Offer, Say
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.frames import Advancing, Denial, Retreating
from campagna.games.afrika_korps.orders import Advance, Capture, Declare, Done, Move, Retreat
from campagna.games.afrika_korps.rules.combat import advance, automatic_victory, retreat
from campagna.games.afrika_korps.rules.movement import movement
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import SIDES

F = TypeVar("F")
O = TypeVar("O", bound=Order)  # noqa: E741 - as in the kernel
P = TypeVar("P")


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
    """The owner may always leave a supply to the enemy, if the order that takes it may be given.

    It was legal when it was given. Only a position laid out by hand can hold another.
    """
    if frame.then is None:
        return None
    after = state.copy()
    after.agenda.pop()
    return HELD[type(frame.then)].refusal(after, frame.then)


@rule("15.5")
def carry_out_let_go(state: State, frame: Denial, plan: None, chance: Chance) -> list[Event]:
    state.agenda.pop()
    if frame.then is None:
        state.spared = sorted({*state.spared, *frame.supplies})
        return []
    return HELD[type(frame.then)].play(state, frame.then)


# --- the order that waited ----------------------------------------------------------------------------


class HeldOrder(ABC):
    """A kind of order that can wait for the owner's answer; frame and plan stay inside."""

    @abstractmethod
    def refusal(self, state: State, order: Order) -> Refusal | None: ...

    @abstractmethod
    def play(self, state: State, order: Order) -> list[Event]:
        """Raises `Refused` if the order cannot be carried out."""


class Held(HeldOrder, Generic[F, O, P]):
    """Judged once more, with the frame that it answered on top of the agenda, and carried out."""

    def __init__(
        self,
        kind: type[O],
        frame: type[F],
        judge: Callable[[State, F, O], Refusal | P],
        carry_out: Callable[[State, F, P], list[Event]],
    ) -> None:
        """`frame` is the type of the frame that the order replied to, NoneType in a phase."""
        self._kind = kind
        self._frame = frame
        self._judge = judge
        self._carry_out = carry_out

    def refusal(self, state: State, order: Order) -> Refusal | None:
        _, plan = self._plan(state, order)
        return plan if isinstance(plan, Refusal) else None

    def play(self, state: State, order: Order) -> list[Event]:
        frame, plan = self._plan(state, order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        return self._carry_out(state, frame, plan)

    def _plan(self, state: State, order: Order) -> tuple[F, Refusal | P]:
        frame = state.agenda[-1] if state.agenda else None
        assert isinstance(order, self._kind)
        assert isinstance(frame, self._frame)
        return frame, self._judge(state, frame, order)


HELD: Mapping[type[Order], HeldOrder] = {
    Move: Held(
        Move,
        NoneType,
        lambda state, _, order: movement.judge_move(state, order),
        lambda state, _, plan: movement.move(state, plan),
    ),
    Declare: Held(
        Declare,
        NoneType,
        lambda state, _, order: automatic_victory.judge_declare(state, order),
        lambda state, _, plan: automatic_victory.declare(state, plan),
    ),
    Capture: Held(
        Capture,
        NoneType,
        lambda state, _, order: advance.judge_capture(state, order),
        lambda state, _, plan: advance.take(state, plan),
    ),
    Advance: Held(
        Advance,
        Advancing,
        advance.judge_advance,
        lambda state, frame, plan: advance.enter(state, frame, *plan),
    ),
    Retreat: Held(
        Retreat,
        Retreating,
        retreat.judge_retreat,
        lambda state, frame, plan: retreat.lead_back(state, frame, *plan),
    ),
}
"""By its type: what becomes of an order whose prey the owner has left where it is."""


def offer_let_go(state: State, frame: Denial) -> tuple[Offer, ...]:
    return (Say("done", tone="main"),)


LET_GO = Reply(Done, "15.5", judge_let_go, carry_out_let_go, offer=offer_let_go)
