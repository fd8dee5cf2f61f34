"""The general: a captain who compares ways of playing a phase before he plays it.

At the start of each phase worth planning he imagines several worlds that agree with what he sees.
In each he plays the rest of his turn in different styles and lets the opponent reply, all on the
same dice, and values what is left. He departs from the captain's way, or from his learned style where he
has one, only for a way that proved better in the same worlds. His budget is counted in evaluations,
never in seconds: the same view, seed and budget give the same order on every machine.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

from campagna.bots.captain import SEEDS, Captain, WatchedDice
from campagna.core.bias import BIAS
from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Game, Refused
from campagna.core.evaluator import PLAIN, Advice, Evaluator, Style

logger = logging.getLogger(__name__)

LONGEST = 4_000
"""Orders after which a play-out is valued where it stands."""
HALVINGS = (2, 4, 8, 16)
"""After so many worlds the worse half of the ways is left out: each time the worlds have doubled, so
that every round costs about the same and nobody is judged by a single throw of the dice."""

LEAST_PROOF = 2
"""Worlds in which a way must have been tried before anybody relies on it."""
DEALT = 64
"""Throws of a play-out that are dealt over the worlds: about a turn; later ones are too far away."""
FINE = 1 << 16
"""Into how many parts a slice of a die is divided again."""


class Candidate:
    """A way of playing the phase, with its results so far, world by world."""

    def __init__(self, style: Style, seed: int) -> None:
        self.style = style
        self.seed = seed
        """Of what the style leaves to luck: the order in which units move."""
        self.results: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.results) / len(self.results)


class StratifiedDice:
    """Dice dealt fairly to the imagined worlds.

    For each throw the range of the die is cut into as many slices as there are worlds, and each
    world has a slice of its own: six worlds see all six faces of the first battle, the first two
    see a low and a high one. Chance evens out far sooner than with dice thrown for each world.
    """

    def __init__(self, worlds: int, seed: int) -> None:
        self.worlds = worlds
        self._shuffle = SeededChance(seed)
        self._dealt: list[list[int]] = []

    def slice(self, throw: int, world: int) -> int:
        while len(self._dealt) <= throw:
            self._dealt.append(self._deal(self.worlds))
        return self._dealt[throw][world]

    def _deal(self, worlds: int) -> list[int]:
        """The slice of each world; any two neighbours in different halves, and so on within them."""
        if worlds == 1:
            return [0]
        slices = [0] * worlds
        slices[::2] = self._deal((worlds + 1) // 2)
        slices[1::2] = [s + (worlds + 1) // 2 for s in self._deal(worlds // 2)]
        return slices if self._shuffle.pick(2, "seat") else [worlds - 1 - s for s in slices]


class WorldDice(WatchedDice):
    """The dice of one imagined world: the first throws from its slices, the later ones as they fall."""

    def __init__(self, seed: int, spread: StratifiedDice, world: int) -> None:
        super().__init__(seed)
        self._spread = spread
        self._world = world
        self._throws = 0

    def _next(self, sides: int, purpose: str) -> int:
        self.thrown = True
        self._throws += 1
        if self._throws > DEALT:
            return super()._next(sides, purpose)
        slice_ = self._spread.slice(self._throws - 1, self._world)
        within = super()._next(FINE, purpose)
        return (slice_ * FINE + within) * sides // (FINE * self._spread.worlds)


class DecideNow(Exception):
    """Whoever waits wants the order now."""


class General(Captain):
    def __init__(
        self,
        game: Game[Any],
        evaluator: Evaluator,
        side: str,
        chance: Chance,
        *,
        budget: int | None = None,
    ) -> None:
        super().__init__(game, evaluator, side, chance)
        self.learned_style: Style = PLAIN
        """What he has learnt for the part of the game that is played."""
        self._first_style = self.own_style
        self._given_budget = budget
        self.budget = 0
        """Evaluations for the phase that is played."""
        self.progress: Callable[[int, int], None] = lambda done, of: None
        """Hears how many evaluations are done."""
        self.hurried: Callable[[], bool] = lambda: False
        """Asked between evaluations; the answer yes ends the search with the best way so far."""
        self._phase: Any = None

    def search(self, state: Any) -> None:
        """Search once a phase; after dice inside it the chosen way goes on."""
        step = self.game.step(state)
        if step is None or step.decision not in self.evaluator.planned(state):
            return
        phase = (step.decision, dict(step.facts))
        if phase == self._phase:
            return
        self._phase = phase
        self.learned_style = self.evaluator.learned_style(state, self.side)
        self.own_style = {**self._first_style, **self.learned_style}
        self.budget = self._evaluations(state)
        best = self._search(state) if self.budget else Candidate(self.own_style, 0)
        self.style = best.style
        self.luck = best.seed

    def _evaluations(self, state: Any) -> int:
        return (
            self.evaluator.budget(state, self.side)
            if self._given_budget is None
            else self._given_budget
        )

    def _search(self, state: Any) -> Candidate:
        count = self.evaluator.worlds
        seeds = [self.chance.pick(SEEDS, "seat") for _ in range(count)]
        self._seeds = seeds
        self._worlds = [self._world(state, k, seed) for k, seed in enumerate(seeds)]
        self._spread = StratifiedDice(count, seeds[0])
        self._horizon = self.evaluator.horizon(state)
        self._spent = 0
        captain = Candidate(self.own_style, 0)
        candidates = [captain]
        try:
            candidates = self._different(captain)
            for proven in range(2, count + 1):
                if len(candidates) == 1 or self._spent + len(candidates) > self.budget:
                    break
                for way in candidates:
                    self._measure(way, proven)
                if proven in HALVINGS:
                    candidates = self._better_half(candidates, captain)
            while len(candidates) > 1 and self._spent + count <= self.budget:
                child = self._mutated(max(candidates, key=lambda w: w.mean))
                self._measure(child, count)
                candidates.append(child)
        except DecideNow:
            pass
        return self._proven_best(candidates, captain)

    def _proven_best(self, candidates: list[Candidate], captain: Candidate) -> Candidate:
        """The best in the worlds that all have been through, if it is clearly better than the captain."""
        proven = min(len(way.results) for way in candidates)
        if proven < LEAST_PROOF:
            return captain
        means = [sum(way.results[:proven]) / proven for way in candidates]
        best = max(means)
        if best <= means[candidates.index(captain)] + self.evaluator.margin:
            return captain
        return candidates[means.index(best)]

    def _different(self, captain: Candidate) -> list[Candidate]:
        """Ways that differ: those of the evaluator, then the captain's with other biases. Whoever
        ends the first world exactly like one before him plays like him, and is left out; of the
        others as many as can be tried further."""
        found = {self._first(captain): captain}
        known = self._others()
        for _ in range(self.budget * 2 // 5):
            way = next(known, None) or self._mutated(captain)
            found.setdefault(self._first(way), way)
        others = sorted((w for w in found.values() if w is not captain), key=lambda w: -w.mean)
        return [captain, *others[: max(1, self.budget // 5 - 1)]]

    def _first(self, way: Candidate) -> float:
        self._measure(way, 1)
        return way.results[0]

    def _world(self, state: Any, number: int, seed: int) -> Any:
        """The first world is the one already imagined, the others are dealt anew."""
        if number == 0:
            return state
        return self.game.imagine(self.game.view(state, self.side), SeededChance(seed))

    def _others(self) -> Iterator[Candidate]:
        for number, style in enumerate(self.evaluator.candidates(self.side)):
            yield Candidate({**self.own_style, **style}, number + 1)

    def _better_half(self, candidates: list[Candidate], captain: Candidate) -> list[Candidate]:
        """The captain stays in: everybody is measured against him."""
        ranked = sorted((w for w in candidates if w is not captain), key=lambda w: -w.mean)
        return [captain, *ranked[: max(1, len(candidates) // 2)]]

    def _mutated(self, parent: Candidate) -> Candidate:
        """Other factors for a part of the style, and a bias for other places."""
        style = dict(parent.style)
        for style_factor in self.evaluator.style_factors:
            if self.chance.pick(3, "seat") == 0:
                style[style_factor] = (
                    style.get(style_factor, 1.0) * (0.5, 0.7, 1.4, 2.0)[self.chance.pick(4, "seat")]
                )
        seed = self.chance.pick(SEEDS, "seat")
        style[BIAS] = float(seed)
        return Candidate(style, seed)

    def _measure(self, way: Candidate, upto: int) -> None:
        """Play a way in further worlds, each with the dice that every other way had there."""
        while len(way.results) < upto:
            if self.hurried():
                raise DecideNow
            number = len(way.results)
            copy = self._worlds[number].copy()
            dice = WorldDice(self._seeds[number], self._spread, number)
            way.results.append(self._play_out(copy, way, dice))
            self._spent += 1
            self.progress(min(self._spent, self.budget), self.budget)

    def _manner(self, side: str, way: Candidate, replies: int) -> Style:
        """How a side plays on in a play-out, after so many replies."""
        if side != self.side:
            return PLAIN
        return self.learned_style if replies else way.style

    def _play_out(self, state: Any, way: Candidate, dice: WatchedDice) -> float:
        """The rest of our turn in this way, then we by our learned style and he like a captain, until he has
        replied as often as the evaluator looks ahead; what we have then."""
        game, evaluator, planned = self.game, self.evaluator, self.evaluator.planned(state)
        chance: Chance = SeededChance(way.seed)
        plan: Iterator[Advice] | None = None
        replies, theirs = 0, False
        last = None
        for _ in range(LONGEST):
            step = game.step(state)
            if step is None:
                break
            if step.decision in planned:
                if step.side != self.side:
                    replies += not theirs
                elif replies == self._horizon:
                    break
                theirs = step.side != self.side
            key = (step.side, step.decision)
            if dice.thrown or key != last:
                plan, dice.thrown = None, False
            last = key
            advice = None if plan is None else next(plan, None)
            if advice is None:
                plan = evaluator.plan(state, self._manner(step.side, way, replies), chance)
                advice = next(plan)
            try:
                game.play(state, advice[0], dice)
            except Refused as refused:
                # A mistake of the evaluator in an imagined world must not stop a real match.
                logger.warning("%s: advice %s was refused: %s", game.slug, advice[0], refused)
                break
        return evaluator.value(state, self.side)
