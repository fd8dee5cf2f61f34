"""A match: a record being played, with undo inside the rules of fairness."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from campagna.core.chance import Chance, SealedChance
from campagna.core.contract import Event, Game, Order, Outcome, Refusal, Setup, State, Step
from campagna.core.prepared import prepared
from campagna.core.record import Head, Record, Salted, Signed, first_line, throw_of_setup
from campagna.core.seals import blind

DICE, SHOWN, TURN = "dice", "shown", "turn"
"""Why an order cannot be taken back: it drew chance, it showed something hidden, it passed the turn."""


class CannotUndo(Exception):
    """Nothing to take back: the last order drew chance, revealed something or passed the turn."""


class Match:
    """One game in progress. Keeps what is needed to take back harmless orders.

    It starts with the game's own set-up, or for a what-if with the state given as `start`.
    """

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        chance: Chance,
        name: str = "match",
        *,
        start: State | None = None,
        salted: Salted | None = None,
    ) -> None:
        """`salted`: every order must come signed, with a salt for its dice."""
        self.game = game
        self.chance = chance
        head = first_line(game, setup, name, chance, salted)
        chance.begin(throw_of_setup(head))
        self.state: State = game.start(setup, chance) if start is None else start
        self.record = Record.opened(head, chance, self.state)
        self._before: list[State] = []
        self._elsewhere = 0
        self._earlier: Callable[[int], State] | None = None

    @classmethod
    def resumed(
        cls,
        game: Game[Any],
        chance: Chance,
        record: Record,
        state: State,
        undoable: int = 0,
        earlier: Callable[[int], State] | None = None,
    ) -> Match:
        """A match that stands after the last order of this record.

        The last `undoable` orders can be taken back: `earlier` gives the state after an order by its number.
        """
        match = cls.__new__(cls)
        match.game, match.chance, match.state, match.record = game, chance, state, record
        match._before, match._elsewhere, match._earlier = [], undoable, earlier
        outcome = match.outcome
        if outcome is not None:
            record.finish(outcome, chance)
        return match

    @classmethod
    def reopened(cls, game: Game[Any], chance: Chance, head: Head, start: State | None) -> Match:
        """The match of this head, before its first order; it is not looked whether the head is true."""
        chance.begin(throw_of_setup(head))
        state = game.start(head.setup, chance) if start is None else start
        chance.take_log()
        return cls.resumed(game, chance, Record(head), state)

    @property
    def step(self) -> Step | None:
        return self.game.step(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def refusal(self, order: Order) -> Refusal | None:
        return self.game.refusal(self.state, order)

    def play(self, order: Order, signed: Signed | None = None) -> list[Event]:
        """Play an order of the deciding side; raises `Refused` and changes nothing if it may not.

        `signed`: the same order as it was signed, in a match with salted dice.
        """
        step = self.step
        if step is None:
            raise RuntimeError("the game is over")
        if (signed is not None) != self.record.salted:
            raise RuntimeError("in a match with salted dice an order is signed, and only there")
        if signed is not None and not signed.blind:
            signed = msgspec.structs.replace(signed, blind=self._next_blind())
        before = self.state.copy()
        self.chance.begin(self.record.throw(step.side, order, signed))
        events = self.game.play(self.state, order, self.chance)
        draws = self.chance.take_log()
        self.record.append(step.side, order, draws, self.state, signed)
        after = self.step
        crossed = (
            draws or any(e.bars_undo for e in events) or after is None or after.side != step.side
        )
        self._before = [] if crossed else [*self._before, before]
        if crossed:
            self._elsewhere = 0
        outcome = self.outcome
        if outcome is not None:
            self.record.finish(outcome, self.chance)
        return events

    def _next_blind(self) -> str:
        if not isinstance(self.chance, SealedChance):
            raise RuntimeError("only who knows the secret can go on with salted dice")
        number = len(self.record.entries) + 1
        return blind(self.chance.secret, self.record.head.match, number)

    @property
    def can_undo(self) -> bool:
        return self.undoable > 0

    @property
    def undo_barred(self) -> str:
        """Why the last order cannot be taken back; empty if it can, or if there is none."""
        if self.undoable or not self.record.entries:
            return ""
        last, step = self.record.entries[-1], self.step
        if last.draws:
            return DICE
        if step is None or step.side != last.side:
            return TURN
        return SHOWN

    @property
    def undoable(self) -> int:
        """How many orders can be taken back, one after the other."""
        return len(self._before) + self._elsewhere

    def undo(self) -> None:
        """Take back the last order. Raises `CannotUndo` across dice, reveals and turns."""
        if self._before:
            self.state = self._before.pop()
        elif self._elsewhere and self._earlier is not None:
            self.state = self._earlier(len(self.record.entries) - 1)
            self._elsewhere -= 1
        else:
            raise CannotUndo("the last order rolled dice, revealed something or passed the turn")
        self.record.take_back()


def decode_order(game: Game[Any], text: bytes | str) -> Order:
    """An order from JSON. Raises msgspec.DecodeError with the field that is wrong."""
    order: Order = msgspec.json.decode(text, type=prepared(game.order_type))
    return order
