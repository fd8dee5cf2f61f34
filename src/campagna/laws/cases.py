"""Which games are played, and how: every game, scenario, both ways of setting options, a few seeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from campagna.core.chance import Chance, SealedChance, SeededChance
from campagna.core.contract import BadPosition, Game, OptionSpec, ScenarioSpec, Setup
from campagna.games.registry import load_game

GUESTS: dict[str, Game[Any]] = {}
"""Games by slug that the registry need not know."""
SEEDS = (1, 2, 3)
SEALED_SEED = SEEDS[-1]
"""The game with this seed is played with sealed dice, as people play."""


def game_of(slug: str) -> Game[Any]:
    return GUESTS[slug] if slug in GUESTS else load_game(slug)


@dataclass(frozen=True)
class Case:
    slug: str
    scenario: str
    flipped: bool
    seed: int

    def __str__(self) -> str:
        options = "flipped" if self.flipped else "default"
        return f"{self.slug}-{self.scenario}-{options}-seed{self.seed}"

    @property
    def game(self) -> Game[Any]:
        return game_of(self.slug)

    @property
    def spec(self) -> ScenarioSpec:
        return next(s for s in self.game.scenarios if s.id == self.scenario)

    @property
    def setup(self) -> Setup:
        chosen: dict[str, bool | str] = {}
        for option in self.spec.options if self.flipped else ():
            # An option that would do nothing beside those before it stays as it is.
            changed = {**chosen, option.name: _another(option)}
            if self._is_allowed(changed):
                chosen = changed
        return self.game.new_setup(self.scenario, chosen)

    def _is_allowed(self, options: dict[str, bool | str]) -> bool:
        try:
            self.game.new_setup(self.scenario, options)
        except BadPosition:
            return False
        return True

    def chance(self) -> Chance:
        """The dice of the game; the players of the walk choose by another seed."""
        if self.seed == SEALED_SEED:
            return SealedChance(bytes(range(32)), str(self))
        return SeededChance(self.seed)


def _another(option: OptionSpec) -> bool | str:
    """The value after the default, round the circle."""
    place = option.values.index(option.default)
    return option.values[(place + 1) % len(option.values)]


FEW = 2
"""Up to so many scenarios each is played with every seed."""


def cases_of(slug: str) -> list[Case]:
    """In a game of many scenarios each is played once either way, the seeds taking turns."""
    specs = game_of(slug).scenarios
    ways = [
        (s.id, flipped) for s in specs for flipped in ((False, True) if s.options else (False,))
    ]
    cases: list[Case] = []
    for place, (scenario, flipped) in enumerate(ways):
        seeds = SEEDS if len(specs) <= FEW else (SEEDS[place % len(SEEDS)],)
        cases += [Case(slug, scenario, flipped, seed) for seed in seeds]
    return cases
