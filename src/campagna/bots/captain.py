"""The captain: one pass over what the game's evaluator advises, without search.

He sees only his side's view. From it he imagines a whole state and plans on that copy; as long as
his own orders leave nothing to chance, the copy goes on agreeing with the table and the plan
holds. After dice, a revelation or an order of the opponent he looks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Event, Game, Offers, Order, Text, View
from campagna.core.evaluator import PLAIN, Advice, Evaluator, Style, reason_text
from campagna.core.messages import load_messages

SEEDS = 1 << 32


class WatchedDice(SeededChance):
    """Dice of the imagined copy: they tell whether any were thrown, since then it is no longer true."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.thrown = False

    def _next(self, sides: int, purpose: str) -> int:
        self.thrown = True
        return super()._next(sides, purpose)


class Captain:
    """Follows the evaluator of his game."""

    def __init__(self, game: Game[Any], evaluator: Evaluator, side: str, chance: Chance) -> None:
        self.game = game
        self.evaluator = evaluator
        self.side = side
        self.chance = chance
        styles = evaluator.styles
        self.own_style: Style = styles[chance.pick(len(styles), "seat")] if styles else PLAIN
        """His way of playing in this game."""
        self.style = self.own_style
        self.luck = 0
        """Seed of what the style leaves to luck."""
        self.sees_every_order = False
        """True if he is asked for every single order of his side: then he trusts his memory."""
        self._state: Any = None
        self._plan: Iterator[Advice] | None = None
        self._why: tuple[str, Any] | None = None

    def decide(self, offers: Offers, look: Callable[[], View]) -> Order:
        state = self._state
        if state is None or not (self.sees_every_order or self._agrees(look())):
            state = self.game.imagine(look(), self.chance)
            self._plan = None
        advice = None if self._plan is None else next(self._plan, None)
        if advice is None:
            self.search(state)
            self._plan = self.evaluator.plan(state, self.style, SeededChance(self.luck))
            advice = next(self._plan)
        order, _, reason, facts = advice
        self._why = (reason, facts)
        self._follow(state, order)
        return order

    def explain(self) -> Text | None:
        """Why the last order was given."""
        if self._why is None:
            return None
        return reason_text(self.evaluator, *self._why, load_messages(self.game.home))

    def search(self, state: Any) -> None:
        """Before a new plan: whoever searches does it here and sets `style`."""

    def _agrees(self, view: View) -> bool:
        return self.game.view(self._state, self.side) == view

    def _follow(self, state: Any, order: Order) -> None:
        """Play the order on the copy too; keep copy and plan only while they tell the truth."""
        before = self.game.step(state)
        dice = WatchedDice(self.chance.pick(SEEDS, "seat"))
        events: list[Event] = self.game.play(state, order, dice)
        after = self.game.step(state)
        true = not dice.thrown and not any(e.reveals for e in events)
        mine = after is not None and after.side == self.side
        self._state = state if true and mine else None
        same = before is not None and after is not None and before.decision == after.decision
        if self._state is None or not same:
            self._plan = None
