"""The general: a captain who compares ways of playing a phase before he plays it.

At the start of each phase worth planning he imagines several worlds that agree with what he sees.
In each he plays the rest of his turn in different styles and lets the opponent reply, all on the
same dice, and values what is left. He departs from the captain's way, or from his doctrine where he
has one, only for a way that proved better in the same worlds. His budget is counted in evaluations,
never in seconds: the same view, seed and budget give the same order on every machine.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

from campagna.bots.captain import SEEDS, Captain, Unruled
from campagna.bots.judgement import PLAIN, Counsel, Judgement, Style
from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Game, Refused
from campagna.core.fancy import FANCY

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


class Spread:
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


class WorldDice(Unruled):
    """The dice of one imagined world: the first throws from its slices, the later ones as they fall."""

    def __init__(self, seed: int, spread: Spread, world: int) -> None:
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
        self.doctrine: Style = PLAIN
        """What he has learnt for the part of the game that is played."""
        self._own_stance = self.stance
        self._told = budget
        self.budget = 0
        """Evaluations for the phase that is played."""
        self.progress: Callable[[int, int], None] = lambda done, of: None
        """Hears how many evaluations are done."""
        self.hurried: Callable[[], bool] = lambda: False
        """Asked between evaluations; the answer yes ends the search with the best way so far."""
        self._phase: Any = None

    def study(self, state: Any) -> None:
        """Search once a phase; after dice inside it the chosen way goes on."""
        step = self.game.step(state)
        if step is None or step.decision not in self.judgement.planned(state):
            return
        phase = (step.decision, dict(step.facts))
        if phase == self._phase:
            return
        self._phase = phase
        self.doctrine = self.judgement.doctrine(state, self.side)
        self.stance = {**self._own_stance, **self.doctrine}
        self.budget = self._evaluations(state)
        best = self._search(state) if self.budget else Way(self.stance, 0)
        self.style = best.style
        self.luck = best.seed

    def _evaluations(self, state: Any) -> int:
        return self.judgement.budget(state, self.side) if self._told is None else self._told

    def _search(self, state: Any) -> Way:
        count = self.judgement.worlds
        seeds = [self.chance.pick(SEEDS, "seat") for _ in range(count)]
        self._seeds = seeds
        self._worlds = [self._world(state, k, seed) for k, seed in enumerate(seeds)]
        self._spread = Spread(count, seeds[0])
        self._horizon = self.judgement.horizon(state)
        self._spent = 0
        captain = Way(self.stance, 0)
        ways = [captain]
        try:
            ways = self._different(captain)
            for proven in range(2, count + 1):
                if len(ways) == 1 or self._spent + len(ways) > self.budget:
                    break
                for way in ways:
                    self._try(way, proven)
                if proven in HALVINGS:
                    ways = self._better_half(ways, captain)
            while len(ways) > 1 and self._spent + count <= self.budget:
                child = self._mutated(max(ways, key=lambda w: w.mean))
                self._try(child, count)
                ways.append(child)
        except Hurried:
            pass
        return self._proven_best(ways, captain)

    def _proven_best(self, ways: list[Way], captain: Way) -> Way:
        """The best in the worlds that all have been through, if it is clearly better than the captain."""
        proven = min(len(way.results) for way in ways)
        if proven < LEAST_PROOF:
            return captain
        means = [sum(way.results[:proven]) / proven for way in ways]
        best = max(means)
        if best <= means[ways.index(captain)] + self.judgement.margin:
            return captain
        return ways[means.index(best)]

    def _different(self, captain: Way) -> list[Way]:
        """Ways that differ: those of the judgement, then the captain's with other fancies. Whoever
        ends the first world exactly like one before him plays like him, and is left out; of the
        others as many as can be tried further."""
        found = {self._first(captain): captain}
        known = self._others()
        for _ in range(self.budget * 2 // 5):
            way = next(known, None) or self._mutated(captain)
            found.setdefault(self._first(way), way)
        others = sorted((w for w in found.values() if w is not captain), key=lambda w: -w.mean)
        return [captain, *others[: max(1, self.budget // 5 - 1)]]

    def _first(self, way: Way) -> float:
        self._try(way, 1)
        return way.results[0]

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
        """Another mind for some knobs, and a liking for other places."""
        style = dict(parent.style)
        for knob in self.judgement.knobs:
            if self.chance.pick(3, "seat") == 0:
                style[knob] = (
                    style.get(knob, 1.0) * (0.5, 0.7, 1.4, 2.0)[self.chance.pick(4, "seat")]
                )
        seed = self.chance.pick(SEEDS, "seat")
        style[FANCY] = float(seed)
        return Way(style, seed)

    def _try(self, way: Way, upto: int) -> None:
        """Play a way in further worlds, each with the dice that every other way had there."""
        while len(way.results) < upto:
            if self.hurried():
                raise Hurried
            number = len(way.results)
            copy = self._worlds[number].copy()
            dice = WorldDice(self._seeds[number], self._spread, number)
            way.results.append(self._play_out(copy, way, dice))
            self._spent += 1
            self.progress(min(self._spent, self.budget), self.budget)

    def _manner(self, side: str, way: Way, replies: int) -> Style:
        """How a side plays on in a play-out, after so many replies."""
        if side != self.side:
            return PLAIN
        return self.doctrine if replies else way.style

    def _play_out(self, state: Any, way: Way, dice: Unruled) -> float:
        """The rest of our turn in this way, then we by our doctrine and he like a captain, until he has
        replied as often as the judgement looks ahead; what we have then."""
        game, judgement, planned = self.game, self.judgement, self.judgement.planned(state)
        whim: Chance = SeededChance(way.seed)
        plan: Iterator[Counsel] | None = None
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
            counsel = None if plan is None else next(plan, None)
            if counsel is None:
                plan = judgement.plan(state, self._manner(step.side, way, replies), whim)
                counsel = next(plan)
            try:
                game.play(state, counsel[0], dice)
            except Refused as refused:
                # A mistake of the judgement in an imagined world must not stop a real match.
                logger.warning("%s: advice %s was refused: %s", game.slug, counsel[0], refused)
                break
        return judgement.value(state, self.side)
