"""The captain: one pass over what the game's judgement advises, without search.

He sees only his side's view. From it he imagines a whole state and plans on that copy; as long as
his own orders leave nothing to chance, the copy goes on agreeing with the table and the plan
holds. After dice, a revelation or an order of the opponent he looks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from campagna.bots.judgement import PLAIN, Counsel, Judgement, Style, told
from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Event, Game, Offers, Order, Text, View

SEEDS = 1 << 32


class Unruled(SeededChance):
    """Dice of the imagined copy: they tell whether any were thrown, since then it is no longer true."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.thrown = False

    def _next(self, sides: int, purpose: str) -> int:
        self.thrown = True
        return super()._next(sides, purpose)


class Captain:
    """Follows the judgement of his game."""

    def __init__(self, game: Game[Any], judgement: Judgement, side: str, chance: Chance) -> None:
        self.game = game
        self.judgement = judgement
        self.side = side
        self.chance = chance
        stances = judgement.stances
        self.stance: Style = stances[chance.pick(len(stances), "seat")] if stances else PLAIN
        """His way of playing in this game."""
        self.style = self.stance
        self.luck = 0
        """Seed of what the style leaves to luck."""
        self.attentive = False
        """True if he is asked for every single order of his side: then he trusts his memory."""
        self._state: Any = None
        self._plan: Iterator[Counsel] | None = None
        self._why: tuple[str, Any] | None = None

    def decide(self, offers: Offers, look: Callable[[], View]) -> Order:
        state = self._state
        if state is None or not (self.attentive or self._agrees(look())):
            state = self.game.imagine(look(), self.chance)
            self._plan = None
        counsel = None if self._plan is None else next(self._plan, None)
        if counsel is None:
            self.study(state)
            self._plan = self.judgement.plan(state, self.style, SeededChance(self.luck))
            counsel = next(self._plan)
        order, _, reason, facts = counsel
        self._why = (reason, facts)
        self._follow(state, order)
        return order

    def explain(self) -> Text | None:
        """Why the last order was given."""
        return None if self._why is None else told(self.judgement, *self._why)

    def study(self, state: Any) -> None:
        """Before a new plan: whoever searches does it here and sets `style`."""

    def _agrees(self, view: View) -> bool:
        return self.game.view(self._state, self.side) == view

    def _follow(self, state: Any, order: Order) -> None:
        """Play the order on the copy too; keep copy and plan only while they tell the truth."""
        before = self.game.step(state)
        dice = Unruled(self.chance.pick(SEEDS, "seat"))
        events: list[Event] = self.game.play(state, order, dice)
        after = self.game.step(state)
        true = not dice.thrown and not any(e.reveals for e in events)
        mine = after is not None and after.side == self.side
        self._state = state if true and mine else None
        same = before is not None and after is not None and before.decision == after.decision
        if self._state is None or not same:
            self._plan = None
