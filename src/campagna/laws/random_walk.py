"""A random game from the first order to the last, with every moment kept for closer looks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import (
    SPECTATOR,
    Event,
    Game,
    Offers,
    Order,
    Refused,
    State,
    Step,
    View,
)
from campagna.core.rulebook import load_rulebook
from campagna.laws.cases import Case
from campagna.match.match import Match

PLAYERS = 0x5EA7
"""Kept apart from the seed of the dice: who chooses an order must not foresee its roll."""
WORLDS = 2
"""So many worlds are imagined from each view."""


@dataclass(frozen=True)
class Moment:
    """One order of the walk and the state it was given in, which nobody may change."""

    case: Case
    number: int
    state: State
    step: Step
    order: Order
    events: tuple[Event, ...]


class RandomWalk:
    """The moments of a game, as far as it went; `problem` says why it broke off."""

    def __init__(self, case: Case, game: Game[Any]) -> None:
        self.case = case
        self.game = game
        self.moments: list[Moment] = []
        self.problem = ""
        self.match = Match(game, case.setup, case.chance(), str(case))
        self._offers: dict[int, Offers] = {}
        self._worlds: dict[tuple[int, str], list[State]] = {}

    @cached_property
    def rule_ids(self) -> frozenset[str]:
        """Every id of the game's book, rulings included."""
        book = load_rulebook(self.game.home)
        return frozenset([rule.id for rule in book.rule] + [ruling.id for ruling in book.ruling])

    @property
    def viewers(self) -> tuple[str, ...]:
        return (*self.case.spec.sides, SPECTATOR)

    def sample(self, each: int) -> list[Moment]:
        """Up to `each` moments of every kind of decision met, spread over the game."""
        kinds: dict[str, list[Moment]] = {}
        for moment in self.moments:
            kinds.setdefault(moment.step.decision, []).append(moment)
        chosen: list[Moment] = []
        for met in kinds.values():
            count = min(each, len(met))
            chosen += [met[i * len(met) // count] for i in range(count)]
        return sorted(chosen, key=lambda moment: moment.number)

    def offers(self, moment: Moment) -> Offers:
        """What is offered at a moment, worked out once for all laws."""
        if moment.number not in self._offers:
            self._offers[moment.number] = self.game.offers(moment.state)
        return self._offers[moment.number]

    def worlds(self, moment: Moment, viewer: str) -> list[State]:
        """What the viewer may imagine from what was sent; as little as the moment to be changed."""
        key = (moment.number, viewer)
        if key not in self._worlds:
            arrived = _sent(self.game, self.game.view(moment.state, viewer))
            self._worlds[key] = [
                self.game.imagine(arrived, SeededChance(seed)) for seed in range(WORLDS)
            ]
        return self._worlds[key]

    def go(self) -> None:
        """Play to the end by choosing among the offers, or up to the first problem."""
        game, match = self.game, self.match
        players = SeededChance(self.case.seed ^ PLAYERS)
        while (step := match.step) is not None:
            if len(self.moments) >= game.longest_game:
                self.problem = f"not over after {game.longest_game} orders"
                return
            before = match.state.copy()
            order = game.offers(match.state).sample(players)
            number = len(self.moments) + 1
            try:
                events = tuple(match.play(order))
            except Refused as refused:
                self.problem = f"{named(order)} was offered, but refused: {refused.refusal}"
                return
            except Exception as problem:
                problem.add_note(f"{self.case}, order number {number}: {named(order)}")
                raise
            self.moments.append(Moment(self.case, number, before, step, order, events))
            broken = game.violations(match.state)
            if broken:
                self.problem = f"after order {number}, {named(order)}: {'; '.join(broken)}"
                return


def _sent(game: Game[Any], view: View) -> View:
    """The view as it arrives in another process: only what is written in it."""
    position = msgspec.json.decode(msgspec.json.encode(view.position), type=game.position_type)
    return msgspec.structs.replace(view, position=position)


def travel(case: Case) -> RandomWalk:
    walk = RandomWalk(case, case.game)
    walk.go()
    return walk


def named(order: Order) -> str:
    return msgspec.json.encode(order).decode()


@contextmanager
def located(moment: Moment, order: Order | None = None, viewer: str = "") -> Iterator[None]:
    """Whatever goes wrong inside says where it went wrong."""
    try:
        yield
    except Exception as problem:
        case, given = moment.case, order if order is not None else moment.order
        problem.add_note(f"game {case.slug}, {case}, order number {moment.number}: {named(given)}")
        problem.add_note(f"decision {moment.step.decision} of {moment.step.side}")
        if viewer:
            problem.add_note(f"as {viewer} sees it")
        raise


def play_apart(
    game: Game[Any], state: State, order: Order, seed: int
) -> tuple[State, list[Event], bool]:
    """Play on a copy: the state it leads to, the events, and whether chance was drawn."""
    twin = state.copy()
    chance = SeededChance(seed)
    events = game.play(twin, order, chance)
    return twin, events, bool(chance.take_log())
