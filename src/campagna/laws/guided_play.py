"""A guide played by the engine alone: a player who does what each step asks, and nothing more.

The steps are followed as the browser follows them (`web/src/guide/walk.ts`). What a hand does at the
table (choose, aim, switch a layer on) is done by wishing for it; orders are real.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any

import msgspec

from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Order, Setup
from campagna.core.guide import (
    Aimed,
    Asked,
    Chosen,
    Condition,
    Guide,
    GuideStep,
    LayerShown,
    Offered,
    Ordered,
    Reached,
    Standing,
    Targeted,
    TurnPassed,
)
from campagna.core.offers import Lay, Measured, Offer, draw
from campagna.core.offers import orders as orders_of
from campagna.core.table_game import TableGame
from campagna.core.tabletop import OnTable, Piece, Tabletop

ATTEMPTS = 12
"""Draws of one kind of order before another kind is tried."""
SEARCHED = 4000
"""Orders that are looked through for one that brings units where a step wants them."""
LONGEST = 1500
"""Orders in a first turn, set-up included."""


@dataclass
class Hand:
    """What the player has chosen and not ordered yet."""

    chosen: tuple[str, ...] = ()
    aimed: bool = False
    targeted: bool = False
    layers: set[str] = field(default_factory=set)

    def restart(self) -> None:
        self.chosen, self.aimed, self.targeted = (), False, False


class GuidedPlay:
    """One game from its start to the end of its guide."""

    def __init__(self, game: TableGame[Any], guide: Guide, seed: int) -> None:
        self.game, self.guide = game, guide
        self.chance: Chance = SeededChance(seed)
        self.choice: Chance = SeededChance(seed + 1)
        setup = Setup(game.scenarios[0].id)
        self.state = game.start(setup, self.chance)
        self.hand = Hand()
        self.at = self.version = self.since = 0
        self.given: dict[str, Counter[str]] = {}
        """By the steps at which the player stood: the orders that he gave there."""

    # --- the table ------------------------------------------------------------------------------------

    def tabletop(self, state: Any) -> Tabletop:
        assert isinstance(self.game, OnTable)
        return self.game.tabletop(self.game.view(state, self.guide.side))

    def counted(self, condition: Standing, state: Any) -> int:
        counts = (p for p in self.tabletop(state).pieces if self._counts(condition, p))
        return sum(1 for _ in counts)

    def _counts(self, condition: Standing, piece: Piece) -> bool:
        board = getattr(self.game, "board", None)
        there = piece.at in condition.at
        if not condition.at:
            there = board is not None and piece.at in board.grid.index
        mine = condition.side in ("", piece.side)
        return there and mine and piece.id not in condition.but

    # --- conditions -----------------------------------------------------------------------------------

    def holds(self, condition: Condition) -> bool:
        match condition:
            case Asked():
                return self._asked(condition)
            case Reached():
                return self._reached(condition)
            case TurnPassed():
                return self.tabletop(self.state).track.turn > condition.turn
            case Ordered():
                return self.version > self.since
            case Offered():
                return any(offer.order == condition.order for offer in self._offers())
            case Standing():
                return self._shortfall(condition, self.state) == 0
            case Chosen():
                chosen = self.hand.chosen
                most = condition.at_most
                return (
                    set(condition.units) <= set(chosen)
                    and len(chosen) >= condition.at_least
                    and (most is None or len(chosen) <= most)
                )
            case Aimed():
                return self.hand.aimed
            case Targeted():
                return self.hand.targeted
            case LayerShown():
                return condition.layer in self.hand.layers

    def _asked(self, condition: Asked) -> bool:
        step = self.game.step(self.state)
        if step is None:
            return False
        own = step.side == self.guide.side
        if condition.of != "any" and own != (condition.of == "own"):
            return False
        known = not condition.decisions or step.decision in condition.decisions
        return known and step.decision not in condition.but

    def _reached(self, condition: Reached) -> bool:
        step, sequence = self.game.step(self.state), self.guide.sequence
        if step is None or step.decision not in sequence:
            return False
        return sequence.index(step.decision) >= sequence.index(condition.decision)

    def _shortfall(self, condition: Standing, state: Any) -> int:
        """How many units are too few or too many."""
        count = self.counted(condition, state)
        most = count if condition.at_most is None else condition.at_most
        return max(condition.at_least - count, count - most, 0)

    def _offers(self) -> tuple[Offer, ...]:
        return () if self.game.step(self.state) is None else tuple(self.game.offers(self.state))

    # --- the way through the steps --------------------------------------------------------------------

    def run(self) -> None:
        """Raises AssertionError where the guide does not come to its end."""
        for _ in range(LONGEST):
            self._follow()
            if self.at >= len(self.guide.step):
                return
            step = self.guide.step[self.at]
            if not step.when and not step.done:
                self._enter_step(self.at + 1)
                continue
            self._act(step)
        raise AssertionError(f"the guide stays at its step '{self.guide.step[self.at].id}'")

    def _follow(self) -> None:
        before = self.at
        while self.at < len(self.guide.step) and self._is_past(self.guide.step[self.at]):
            self._enter_step(self.at + 1)
        if before == self.at < len(self.guide.step):
            needs = self.guide.step[self.at].needs
            if not all(self.holds(condition) for condition in needs):
                self._enter_step(self.at - 1)

    def _is_past(self, step: GuideStep) -> bool:
        return not all(map(self.holds, step.when)) or any(map(self.holds, step.done))

    def _enter_step(self, at: int) -> None:
        self.at, self.since = at, self.version

    # --- what the player does -------------------------------------------------------------------------

    def _act(self, step: GuideStep) -> None:
        now = self.game.step(self.state)
        assert now is not None, f"the game is over before the step '{step.id}' is"
        given = self.given.setdefault(step.id, Counter())
        if now.side != self.guide.side:
            self._play(self.game.offers(self.state).sample(self.choice))
            return
        if self._take_in_hand(step):
            return
        order = self._wanted(step, given)
        if order is None:
            order = self.game.offers(self.state).sample(self.choice)
        given[str(order.__struct_config__.tag)] += 1
        self._play(order)

    def _take_in_hand(self, step: GuideStep) -> bool:
        """Whether the step is done without an order."""
        for condition in step.done:
            match condition:
                case Chosen():
                    own = [p.id for p in self.tabletop(self.state).pieces if self._is_own(p)]
                    others = [unit for unit in own if unit not in condition.units]
                    wanted = [*condition.units, *others]
                    least = max(condition.at_least, len(condition.units))
                    self.hand.chosen = tuple(wanted[:least])
                case Aimed():
                    self.hand.aimed = True
                case Targeted():
                    self.hand.targeted = True
                case LayerShown():
                    self.hand.layers.add(condition.layer)
                case _:
                    continue
            return True
        return False

    def _is_own(self, piece: Piece) -> bool:
        return piece.side == self.guide.side

    def _wanted(self, step: GuideStep, given: Counter[str]) -> Order | None:
        """A legal order of a kind that the step asks for; the kinds take turns."""
        for kind in sorted(step.orders, key=lambda kind: given[kind]):
            offers = [offer for offer in self._offers() if offer.order == kind]
            standing = next((c for c in step.done if isinstance(c, Standing)), None)
            found = self._towards(standing, offers) if standing else self._drawn(offers, kind)
            if found is not None:
                return found
        return None

    def _drawn(self, offers: list[Offer], kind: str) -> Order | None:
        if not offers:
            return None
        for _ in range(ATTEMPTS):
            if any(isinstance(offer, Measured | Lay) for offer in offers):
                # Places on a measured table are drawn by the game itself.
                order = self.game.offers(self.state).sample(self.choice)
                if order.__struct_config__.tag != kind:
                    continue
            else:
                order = self.game.order(draw(offers, self.choice))
            if self.game.refusal(self.state, order) is None:
                return order
        return None

    def _towards(self, condition: Standing, offers: list[Offer]) -> Order | None:
        """The first order after which the condition is nearer."""
        now = self._shortfall(condition, self.state)
        for order in islice(self._listed(offers), SEARCHED):
            if condition.at_least and not _names(order, condition.at):
                continue  # nobody comes to a hex that the order does not name
            after = self.state.copy()
            if self.game.refusal(after, order) is not None:
                continue
            self.game.play(after, order, SeededChance(0))
            if self._shortfall(condition, after) < now:
                return order
        return None

    def _listed(self, offers: list[Offer]) -> Iterator[Order]:
        return map(self.game.order, chain.from_iterable(map(orders_of, offers)))

    def _play(self, order: Order) -> None:
        self.game.play(self.state, order, self.chance)
        self.version += 1
        self.hand.restart()


def _names(order: Order, names: tuple[str, ...]) -> bool:
    said = msgspec.json.encode(order)
    return any(msgspec.json.encode(name) in said for name in names)
