"""A game on the decision kernel: the plumbing that every game shares.

A game declares its phases and the frames of its agenda as situations (`campagna.core.decision`).
Whose decision it is, who judges and carries out an order, and what happens by itself afterwards
follows from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial, reduce
from itertools import chain
from operator import or_
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from campagna.core.blocks import Block, BlockAsk
from campagna.core.chance import Chance
from campagna.core.contract import (
    Event,
    Forecast,
    Game,
    Offers,
    Order,
    Refusal,
    Refused,
    State,
    Step,
)
from campagna.core.decision import Play, Situation
from campagna.core.offers import Fields, draw, orders
from campagna.core.prepared import prepared
from campagna.core.tabletop import Spot, Survey

ATTEMPTS = 20
"""Orders that `recruit` draws before it looks through them one by one."""


class TableState(State, Protocol):
    """A state with a phase and an agenda of frames, the last of which is answered first."""

    @property
    def phase(self) -> int: ...

    @property
    def agenda(self) -> Sequence[object]: ...


T = TypeVar("T", bound=TableState)


class TableGame(Game[T]):
    phases: Sequence[Situation[T]]
    """By the number of the phase; the number after the last means that the game is over."""
    frames: Mapping[type, Situation[T]]
    """By the type of the frame on top of the agenda."""
    over: ClassVar[Refusal]
    """The answer to every order after the end."""

    def load(self, encoded: bytes) -> T:
        """Raises `msgspec.ValidationError` for a phase that the sequence does not have."""
        state: T = msgspec.msgpack.decode(encoded, type=prepared(self.state_type))
        if not 0 <= state.phase <= len(self.phases):
            raise msgspec.ValidationError(f"{self.slug} has no phase {state.phase}")
        return self.attach(state)

    # --- where the sequence stands ----------------------------------------------------------------

    def is_over(self, state: T) -> bool:
        return state.phase >= len(self.phases)

    def now(self, state: T) -> tuple[Situation[T], object] | None:
        """The situation and its frame, which is None in a phase; None when the game is over."""
        phase = state.phase
        if phase >= len(self.phases):
            return None
        if state.agenda:
            frame = state.agenda[-1]
            return self.frames[type(frame)], frame
        return self.phases[phase], None

    def step(self, state: T) -> Step | None:
        now = self.now(state)
        return None if now is None else now[0].step(state, now[1])

    def is_reply(self, state: T) -> bool:
        return bool(state.agenda)

    def offers(self, state: T) -> Offers:
        now = self.now(state)
        if now is None:
            raise ValueError("the game is over")
        situation, frame = now
        typed = partial(situation.offers, state, frame)
        return Offers(typed, partial(self.recruit, state))

    def recruit(self, state: T, chance: Chance) -> Order:
        """A legal order at random. A game that knows better draws what a beginner would try."""
        now = self.now(state)
        if now is None:
            raise ValueError("the game is over")
        offers = now[0].offers(state, now[1])
        for _ in range(ATTEMPTS):
            order = self.order(draw(offers, chance))
            if self.refusal(state, order) is None:
                return order
        for fields in chain.from_iterable(map(orders, offers)):
            order = self.order(fields)
            if self.refusal(state, order) is None:
                return order
        raise AssertionError("nothing that is offered is legal")

    def order(self, fields: Fields) -> Order:
        """The order with these fields, its tag among them."""
        order: Order = msgspec.convert(fields, prepared(self.order_type))
        return order

    def survey(self, state: T, piece: str, path: tuple[Spot, ...]) -> Survey | None:
        """On a measured table: where a piece may go next, after the points in `path`, or where it may
        be put down. None if it has nowhere to go now."""
        now = self.now(state)
        return None if now is None else now[0].survey(state, now[1], piece, path)

    def block(self, state: T, ask: BlockAsk) -> Block | None:
        """On a measured table: how several pieces would go at once. None where nothing moves so."""
        now = self.now(state)
        return None if now is None else now[0].block(state, now[1], ask)

    # --- orders -----------------------------------------------------------------------------------

    def refusal(self, state: T, order: Order) -> Refusal | None:
        now = self.now(state)
        return self.over if now is None else now[0].refusal(state, now[1], order)

    def play(self, state: T, order: Order, chance: Chance) -> list[Event]:
        if state.phase >= len(self.phases):
            raise Refused(self.over)
        # The common case first, one look at the situation: a phase takes the order, nothing follows.
        frame: object = None
        take = None if state.agenda else self._unconditional[state.phase].get(type(order))
        if take is not None:
            events = take(state, None, order, chance)
        else:
            now = self.now(state)
            if now is None:
                raise Refused(self.over)
            situation, frame = now
            events = situation.play(state, frame, order, chance)
        if self._waits[state.phase] and not state.agenda:
            return events
        followed = self.settle(state, order, frame, chance)
        return events + followed if followed else events

    @cached_property
    def _unconditional(self) -> tuple[Mapping[type[Order], Play[T]], ...]:
        """For each phase, and the end: who takes an order without another question."""
        return (*(phase.unconditional for phase in self.phases), {})

    @cached_property
    def _waits(self) -> tuple[bool, ...]:
        """For each phase, and the end: whether nothing ever follows there by itself."""
        kind = type(self)
        plain = kind.settle is TableGame.settle and kind.always is TableGame.always
        return (*(plain and not phase.settles for phase in self.phases), False)

    def forecast(self, state: T, order: Order) -> Forecast:
        now = self.now(state)
        if now is None:
            raise Refused(self.over)
        return now[0].forecast(state, now[1], order)

    def settle(self, state: T, order: Order, answered: object, chance: Chance) -> list[Event]:
        """Everything that follows from an order until somebody must decide, or the game is over.

        `answered` is the frame that the order replied to, None in a phase.
        """
        events: list[Event] = []
        while self.now(state) is not None:
            happened = self.always(state, chance)
            if happened:
                events += happened
                continue
            # It may have asked somebody something without an event to tell.
            now = self.now(state)
            if now is None:
                break
            situation, frame = now
            done, waiting = situation.settle(state, frame, chance)
            if done:
                events += done
            if waiting:
                break
        return events

    def play_until(self, state: T, order: Order, chance: Chance, phase: int) -> list[Event]:
        now = self.now(state)
        if now is None:
            raise Refused(self.over)
        situation, frame = now
        events = situation.play(state, frame, order, chance)
        while (now := self.now(state)) is not None and (state.agenda or state.phase != phase):
            happened = self.always(state, chance)
            done, waiting = ([], False) if happened else now[0].settle(state, now[1], chance)
            events += happened or done
            if waiting:
                break
        return events

    def always(self, state: T, chance: Chance) -> list[Event]:
        """What is looked at before anything else happens, as a sudden end. Default: nothing.

        It is asked again until it has nothing to tell.
        """
        return []

    # --- what the situations say of the game --------------------------------------------------------

    @cached_property
    def order_kinds(self) -> tuple[type[Order], ...]:
        """Every kind of order that some situation takes, in the order of the sequence."""
        situations = (*self.phases, *self.frames.values())
        return tuple(dict.fromkeys(kind for s in situations for kind in s.kinds))

    @cached_property
    def order_type(self) -> Any:
        """The union of the kinds of orders, as msgspec wants it."""
        return reduce(or_, self.order_kinds)
