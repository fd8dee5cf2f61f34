"""The general: a captain who compares ways of playing a phase before he plays it.

At the start of each phase worth planning he imagines several worlds that agree with what he sees.
In each he plays the rest of his turn in different styles and lets the opponent reply, all on the
same dice, and values what is left. He departs from the captain's way only for one that proved
better in the same worlds. His budget is counted in evaluations, never in seconds: the same view,
seed and budget give the same order on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from campagna.bots.captain import SEEDS, Captain, Unruled
from campagna.bots.judgement import PLAIN, Counsel, Judgement, Style
from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Game

LONGEST = 4_000
"""Orders after which a play-out is valued where it stands."""
HALVINGS = (2, 4, 8, 16)
"""After so many worlds the worse half of the ways is left out: each time the worlds have doubled, so
that every round costs about the same and nobody is judged by a single throw of the dice."""


class Way:
    """A way of playing the phase, with its results so far, world by world."""

    def __init__(self, style: Style, seed: int) -> None:
        self.style = style
        self.seed = seed
        """Of what the style leaves to luck: the order in which units move."""
        self.results: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.results) / len(self.results)


class Hurried(Exception):
    """Whoever waits wants the order now."""


class General(Captain):
    def __init__(
        self,
        game: Game[Any],
        judgement: Judgement,
        side: str,
        chance: Chance,
        *,
        budget: int | None = None,
    ) -> None:
        super().__init__(game, judgement, side, chance)
        self.budget = judgement.budget if budget is None else budget
        self.progress: Callable[[int, int], None] = lambda done, of: None
        """Hears how many evaluations are done."""
        self.hurried: Callable[[], bool] = lambda: False
        """Asked between evaluations; the answer yes ends the search with the best way so far."""
        self._phase: Any = None

    def study(self, state: Any) -> None:
        """Search once a phase; after dice inside it the chosen way goes on."""
        step = self.game.step(state)
        if step is None or step.decision not in self.judgement.planned:
            return
        phase = (step.decision, dict(step.facts))
        if phase == self._phase:
            return
        self._phase = phase
        best = self._search(state)
        self.style = best.style
        self.luck = best.seed

    def _search(self, state: Any) -> Way:
        count = self.judgement.worlds
        seeds = [self.chance.pick(SEEDS, "seat") for _ in range(count)]
        worlds = [self._world(state, k, seed) for k, seed in enumerate(seeds)]
        captain = Way(self.stance, 0)
        self._spent = 0
        try:
            ways = [captain, *self._others()]
            for proven in range(1, count + 1):
                for way in ways:
                    self._try(way, worlds, seeds, proven)
                if proven in HALVINGS:
                    ways = self._better_half(ways, captain)
            while self._spent + count <= self.budget:
                child = self._mutated(max(ways, key=lambda w: w.mean))
                self._try(child, worlds, seeds, count)
                ways.append(child)
        except Hurried:
            pass
        finalists = [w for w in ways if len(w.results) == count]
        best = max(finalists, key=lambda w: w.mean, default=captain)
        if best is captain or len(captain.results) < count:
            return captain
        return best if best.mean > captain.mean + self.judgement.margin else captain

    def _world(self, state: Any, number: int, seed: int) -> Any:
        """The first world is the one already imagined, the others are dealt anew."""
        if number == 0:
            return state
        return self.game.imagine(self.game.view(state, self.side), SeededChance(seed))

    def _others(self) -> Iterator[Way]:
        for number, style in enumerate(self.judgement.ways(self.side)):
            yield Way({**self.stance, **style}, number + 1)

    def _better_half(self, ways: list[Way], captain: Way) -> list[Way]:
        """The captain stays in: everybody is measured against him."""
        ranked = sorted((w for w in ways if w is not captain), key=lambda w: -w.mean)
        return [captain, *ranked[: max(1, len(ways) // 2)]]

    def _mutated(self, parent: Way) -> Way:
        style = dict(parent.style)
        for knob in self.judgement.knobs:
            if self.chance.pick(3, "seat") == 0:
                style[knob] = (
                    style.get(knob, 1.0) * (0.5, 0.7, 1.4, 2.0)[self.chance.pick(4, "seat")]
                )
        return Way(style, self.chance.pick(SEEDS, "seat"))

    def _try(self, way: Way, worlds: list[Any], seeds: list[int], upto: int) -> None:
        """Play a way in further worlds, each with the dice that every other way had there."""
        while len(way.results) < upto:
            if self.hurried():
                raise Hurried
            number = len(way.results)
            copy = worlds[number].copy()
            dice = Unruled(seeds[number])
            way.results.append(self._play_out(copy, way, dice))
            self._spent += 1
            self.progress(min(self._spent, self.budget), self.budget)

    def _play_out(self, state: Any, way: Way, dice: Unruled) -> float:
        """The rest of our turn in this way, the opponent's turn the captain's way; what we have then."""
        game, judgement, planned = self.game, self.judgement, self.judgement.planned
        whim: Chance = SeededChance(way.seed)
        plan: Iterator[Counsel] | None = None
        replied = False
        last = None
        for _ in range(LONGEST):
            step = game.step(state)
            if step is None:
                break
            if step.decision in planned:
                if step.side != self.side:
                    replied = True
                elif replied:
                    break
            key = (step.side, step.decision)
            if dice.thrown or key != last:
                plan, dice.thrown = None, False
            last = key
            counsel = None if plan is None else next(plan, None)
            if counsel is None:
                ours = step.side == self.side and not replied
                plan = judgement.plan(state, way.style if ours else PLAIN, whim)
                counsel = next(plan)
            game.play(state, counsel[0], dice)
        return judgement.value(state, self.side)
