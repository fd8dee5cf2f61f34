"""Decisions: what a chapter of the rules says about one order, in one typed record.

A chapter writes a judge (is the order legal, and what does it come to?) and a function that carries
the result out. `Decision` joins the two for an order of a phase, `Reply` for an order that answers a
frame of the agenda. The plan that a judge makes never leaves the record that made it, so its type
is known everywhere: outside a record shows `Order`, inside it knows its own order and plan.

A `Situation` is what the sequence of play can stand at: a `Phase`, a `Waiting` for one type of
frame, or a `Passing`, where nobody is asked. `campagna.core.table_game` puts them together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from campagna.core.blocks import Block, BlockAsk
from campagna.core.chance import Chance
from campagna.core.contract import (
    Event,
    Fact,
    Forecast,
    ForecastLine,
    Order,
    Refusal,
    Refused,
    Step,
)
from campagna.core.offers import Offer
from campagna.core.tabletop import Spot, Survey

S = TypeVar("S")
F = TypeVar("F")
F_contra = TypeVar("F_contra", contravariant=True)
O = TypeVar("O", bound=Order)  # noqa: E741 - the four letters of a decision: state, frame, order, plan
P = TypeVar("P")

Play = Callable[[S, None, Order, Chance], list[Event]]
"""How an order of a phase is judged and carried out."""
Settled = tuple[list[Event], bool]
"""What happened by itself, and whether somebody must decide now."""


def certain(rule: str) -> Forecast:
    """The forecast of an order without dice."""
    return Forecast(rule, (ForecastLine("certain", 1.0),), settled=True)


# --- answers ------------------------------------------------------------------------------------------


class Answer(ABC, Generic[S, F_contra]):
    """One kind of order as the kernel sees it; the types of order and plan stay inside."""

    kind: type[Order]
    conditional: bool = False
    """Whether `asked` has to be asked: most answers are taken whenever their situation stands."""

    @abstractmethod
    def refusal(self, state: S, frame: F_contra, order: Order) -> Refusal | None: ...

    @abstractmethod
    def play(self, state: S, frame: F_contra, order: Order, chance: Chance) -> list[Event]:
        """Raises `Refused` if the judge does not allow the order."""

    @abstractmethod
    def forecast(self, state: S, frame: F_contra, order: Order) -> Forecast:
        """Raises `Refused` if the judge does not allow the order."""

    def asked(self, state: S, frame: F_contra) -> bool:
        """Whether the situation asks for this kind of order now. Default: always."""
        return True

    @abstractmethod
    def offers(self, state: S, frame: F_contra) -> tuple[Offer, ...]:
        """The orders of this kind that are open now; none if there are none."""

    def survey(
        self, state: S, frame: F_contra, piece: str, path: tuple[Spot, ...]
    ) -> Survey | None:
        """On a measured table: where this order may take a piece next, after these points."""
        return None

    def block(self, state: S, frame: F_contra, ask: BlockAsk) -> Block | None:
        """On a measured table: how this order would take several pieces at once."""
        return None


class Decision(Answer[S, object], Generic[S, O, P]):
    """An order of a phase."""

    def __init__(
        self,
        kind: type[O],
        rule: str,
        judge: Callable[[S, O], Refusal | P],
        carry_out: Callable[[S, P, Chance], list[Event]],
        forecast: Callable[[S, P], Forecast] | None = None,
        *,
        offer: Callable[[S], tuple[Offer, ...]],
        when: Callable[[S], bool] | None = None,
        survey: Callable[[S, str, tuple[Spot, ...]], Survey | None] | None = None,
        block: Callable[[S, BlockAsk], Block | None] | None = None,
    ) -> None:
        """`rule` is what a forecast without dice names; `when` tells whether the order is asked for."""
        self.kind = kind
        self._kind = kind
        self._rule = rule
        self._judge = judge
        self._carry_out = carry_out
        self._forecast = forecast
        self._offer = offer
        self._when = when
        self._survey = survey
        self._block = block
        self.conditional = when is not None

    def asked(self, state: S, frame: object) -> bool:
        return self._when is None or self._when(state)

    def offers(self, state: S, frame: object) -> tuple[Offer, ...]:
        return self._offer(state)

    def survey(self, state: S, frame: object, piece: str, path: tuple[Spot, ...]) -> Survey | None:
        return None if self._survey is None else self._survey(state, piece, path)

    def block(self, state: S, frame: object, ask: BlockAsk) -> Block | None:
        return None if self._block is None else self._block(state, ask)

    def refusal(self, state: S, frame: object, order: Order) -> Refusal | None:
        assert isinstance(order, self._kind)
        plan = self._judge(state, order)
        return plan if isinstance(plan, Refusal) else None

    def play(self, state: S, frame: object, order: Order, chance: Chance) -> list[Event]:
        assert isinstance(order, self._kind)
        plan = self._judge(state, order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        return self._carry_out(state, plan, chance)

    def forecast(self, state: S, frame: object, order: Order) -> Forecast:
        assert isinstance(order, self._kind)
        plan = self._judge(state, order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        return certain(self._rule) if self._forecast is None else self._forecast(state, plan)


class Reply(Answer[S, F], Generic[S, F, O, P]):
    """An order that answers a frame of the agenda: its functions get the frame."""

    def __init__(
        self,
        kind: type[O],
        rule: str,
        judge: Callable[[S, F, O], Refusal | P],
        carry_out: Callable[[S, F, P, Chance], list[Event]],
        forecast: Callable[[S, F, P], Forecast] | None = None,
        *,
        offer: Callable[[S, F], tuple[Offer, ...]],
        when: Callable[[S, F], bool] | None = None,
    ) -> None:
        self.kind = kind
        self._kind = kind
        self._rule = rule
        self._judge = judge
        self._carry_out = carry_out
        self._forecast = forecast
        self._offer = offer
        self._when = when
        self.conditional = when is not None

    def asked(self, state: S, frame: F) -> bool:
        return self._when is None or self._when(state, frame)

    def offers(self, state: S, frame: F) -> tuple[Offer, ...]:
        return self._offer(state, frame)

    def refusal(self, state: S, frame: F, order: Order) -> Refusal | None:
        assert isinstance(order, self._kind)
        plan = self._judge(state, frame, order)
        return plan if isinstance(plan, Refusal) else None

    def play(self, state: S, frame: F, order: Order, chance: Chance) -> list[Event]:
        assert isinstance(order, self._kind)
        plan = self._judge(state, frame, order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        return self._carry_out(state, frame, plan, chance)

    def forecast(self, state: S, frame: F, order: Order) -> Forecast:
        assert isinstance(order, self._kind)
        plan = self._judge(state, frame, order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        if self._forecast is None:
            return certain(self._rule)
        return self._forecast(state, frame, plan)


class Closing(Answer[S, F_contra], Generic[S, F_contra]):
    """An answer after which the phase ends, unless something still waits for an answer."""

    def __init__(
        self, answer: Answer[S, F_contra], end: Callable[[S, Chance], list[Event]]
    ) -> None:
        """`end` ends the phase if it can end."""
        self.kind = answer.kind
        self.conditional = answer.conditional
        self._answer = answer
        self._end = end

    def asked(self, state: S, frame: F_contra) -> bool:
        return self._answer.asked(state, frame)

    def refusal(self, state: S, frame: F_contra, order: Order) -> Refusal | None:
        return self._answer.refusal(state, frame, order)

    def forecast(self, state: S, frame: F_contra, order: Order) -> Forecast:
        return self._answer.forecast(state, frame, order)

    def offers(self, state: S, frame: F_contra) -> tuple[Offer, ...]:
        return self._answer.offers(state, frame)

    def survey(
        self, state: S, frame: F_contra, piece: str, path: tuple[Spot, ...]
    ) -> Survey | None:
        return self._answer.survey(state, frame, piece, path)

    def block(self, state: S, frame: F_contra, ask: BlockAsk) -> Block | None:
        return self._answer.block(state, frame, ask)

    def play(self, state: S, frame: F_contra, order: Order, chance: Chance) -> list[Event]:
        events = self._answer.play(state, frame, order, chance)
        return events + self._end(state, chance)


# --- situations ---------------------------------------------------------------------------------------


class Situation(ABC, Generic[S]):
    """What the sequence of play can stand at. `frame` is None in a phase."""

    settles: bool = True
    """False where nothing ever happens by itself: then `settle` need not be asked."""

    @property
    def unconditional(self) -> Mapping[type[Order], Play[S]]:
        """In a phase, the orders that are taken whenever it stands: nothing else is to be asked."""
        return {}

    @property
    @abstractmethod
    def kinds(self) -> tuple[type[Order], ...]:
        """The kinds of orders that may answer it."""

    @abstractmethod
    def step(self, state: S, frame: object) -> Step: ...

    @abstractmethod
    def refusal(self, state: S, frame: object, order: Order) -> Refusal | None: ...

    @abstractmethod
    def play(self, state: S, frame: object, order: Order, chance: Chance) -> list[Event]: ...

    @abstractmethod
    def forecast(self, state: S, frame: object, order: Order) -> Forecast: ...

    @abstractmethod
    def offers(self, state: S, frame: object) -> tuple[Offer, ...]:
        """What may be ordered now, in the order of the answers."""

    def survey(self, state: S, frame: object, piece: str, path: tuple[Spot, ...]) -> Survey | None:
        """On a measured table: where a piece may go next, after these points."""
        return None

    def block(self, state: S, frame: object, ask: BlockAsk) -> Block | None:
        """On a measured table: how several pieces would go at once."""
        return None

    @abstractmethod
    def settle(self, state: S, frame: object, chance: Chance) -> Settled:
        """What happens by itself before anybody is asked."""


class _Asking(Situation[S], Generic[S, F]):
    """A situation in which somebody decides: it finds the answer to an order by its type."""

    def __init__(self, answers: Sequence[Answer[S, F]]) -> None:
        self._answers = {answer.kind: answer for answer in answers}
        if len(self._answers) < len(answers):
            raise ValueError("two answers of one situation take the same kind of order")

    @property
    def kinds(self) -> tuple[type[Order], ...]:
        return tuple(self._answers)

    def _answer(self, state: S, frame: F, order: Order) -> Answer[S, F] | Refusal:
        """Who takes the order; an order that is not asked for now names the rule of the step."""
        answer = self._answers.get(type(order))
        if answer is None or (answer.conditional and not answer.asked(state, frame)):
            return Refusal(self.step(state, frame).rule, "not-now")
        return answer

    def _refusal(self, state: S, frame: F, order: Order) -> Refusal | None:
        answer = self._answer(state, frame, order)
        return answer if isinstance(answer, Refusal) else answer.refusal(state, frame, order)

    def _play(self, state: S, frame: F, order: Order, chance: Chance) -> list[Event]:
        # The common case first: most answers are always taken.
        answer = self._answers.get(type(order))
        if answer is None or answer.conditional:
            found = self._answer(state, frame, order)
            if isinstance(found, Refusal):
                raise Refused(found)
            answer = found
        return answer.play(state, frame, order, chance)

    def _forecast(self, state: S, frame: F, order: Order) -> Forecast:
        answer = self._answer(state, frame, order)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        return answer.forecast(state, frame, order)

    def _offered(self, state: S, frame: F) -> tuple[Offer, ...]:
        found: list[Offer] = []
        for answer in self._answers.values():
            if not answer.conditional or answer.asked(state, frame):
                found += answer.offers(state, frame)
        return tuple(found)

    def _surveyed(self, state: S, frame: F, piece: str, path: tuple[Spot, ...]) -> Survey | None:
        for answer in self._answers.values():
            found = answer.survey(state, frame, piece, path)
            if found is not None:
                return found
        return None

    def _drafted(self, state: S, frame: F, ask: BlockAsk) -> Block | None:
        for answer in self._answers.values():
            found = answer.block(state, frame, ask)
            if found is not None:
                return found
        return None


class Waiting(_Asking[S, F]):
    """One type of frame on the agenda that somebody must answer."""

    def __init__(
        self,
        frame: type[F],
        asks: tuple[str, ...],
        step: Callable[[S, F], Step],
        answers: Sequence[Answer[S, F]],
        settle: Callable[[S, F, Chance], Settled] | None = None,
    ) -> None:
        """`asks` names every decision that `step` may return."""
        super().__init__(answers)
        self.asks = asks
        self._type = frame
        self._step = step
        self._settle = settle
        self.settles = settle is not None

    # Each method narrows the frame to its type. The table of frames is keyed by that type.

    def step(self, state: S, frame: object) -> Step:
        assert isinstance(frame, self._type)
        return self._step(state, frame)

    def refusal(self, state: S, frame: object, order: Order) -> Refusal | None:
        assert isinstance(frame, self._type)
        return self._refusal(state, frame, order)

    def play(self, state: S, frame: object, order: Order, chance: Chance) -> list[Event]:
        assert isinstance(frame, self._type)
        return self._play(state, frame, order, chance)

    def forecast(self, state: S, frame: object, order: Order) -> Forecast:
        assert isinstance(frame, self._type)
        return self._forecast(state, frame, order)

    def offers(self, state: S, frame: object) -> tuple[Offer, ...]:
        assert isinstance(frame, self._type)
        return self._offered(state, frame)

    def settle(self, state: S, frame: object, chance: Chance) -> Settled:
        assert isinstance(frame, self._type)
        return ([], True) if self._settle is None else self._settle(state, frame, chance)


def no_facts(state: object) -> Mapping[str, Fact]:
    return {}


class Phase(_Asking[S, object]):
    """A part of the sequence of play. It may end by itself."""

    def __init__(
        self,
        name: str,
        rule: str,
        side: Callable[[S], str],
        answers: Sequence[Answer[S, object]],
        facts: Callable[[S], Mapping[str, Fact]] = no_facts,
        settle: Callable[[S, Chance], Settled] | None = None,
        step: Callable[[S], Step] | None = None,
    ) -> None:
        """`step` replaces name, rule, side and facts where one phase asks for several decisions."""
        super().__init__(answers)
        self.name = name
        self.rule = rule
        self._side = side
        self._facts = facts
        self._settle = settle
        self.settles = settle is not None
        self._step = step

    refusal = _Asking._refusal
    play = _Asking._play
    forecast = _Asking._forecast
    offers = _Asking._offered
    survey = _Asking._surveyed
    block = _Asking._drafted

    @property
    def unconditional(self) -> Mapping[type[Order], Play[S]]:
        return {kind: a.play for kind, a in self._answers.items() if not a.conditional}

    def step(self, state: S, frame: object) -> Step:
        if self._step is not None:
            return self._step(state)
        return Step(self._side(state), self.name, self.rule, self._facts(state))

    def settle(self, state: S, frame: object, chance: Chance) -> Settled:
        return ([], True) if self._settle is None else self._settle(state, chance)


class Passing(Situation[S], Generic[S, F]):
    """A frame or a phase in which nobody is asked: the sequence goes on by itself."""

    def __init__(self, frame: type[F], settle: Callable[[S, F, Chance], Settled]) -> None:
        self._type = frame
        self._settle = settle

    @property
    def kinds(self) -> tuple[type[Order], ...]:
        return ()

    def settle(self, state: S, frame: object, chance: Chance) -> Settled:
        assert isinstance(frame, self._type)
        return self._settle(state, frame, chance)

    def step(self, state: S, frame: object) -> Step:
        raise self._nobody()

    def refusal(self, state: S, frame: object, order: Order) -> Refusal | None:
        raise self._nobody()

    def play(self, state: S, frame: object, order: Order, chance: Chance) -> list[Event]:
        raise self._nobody()

    def forecast(self, state: S, frame: object, order: Order) -> Forecast:
        raise self._nobody()

    def offers(self, state: S, frame: object) -> tuple[Offer, ...]:
        raise self._nobody()

    def _nobody(self) -> AssertionError:
        return AssertionError(f"nobody is asked for {self._type.__name__}")
