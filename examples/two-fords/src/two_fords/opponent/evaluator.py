"""What is good play in The Two Fords, in victory points.

In words: one real counter holds the own village, the others go for the enemy's; a counter stands where
it holds ground, threatens somebody and is not itself outnumbered. An attack is made where the table
promises more than it risks. A decoy has nothing to lose: it goes and looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campagna.core.chance import Chance
from campagna.core.contract import Text
from campagna.core.evaluator import Advice, Style
from two_fords.opponent import plans
from two_fords.opponent.position_value import standing
from two_fords.state import PHASES, State


class Evaluator:
    style_factors: Mapping[str, Text] = {
        "attack": {"it": "voglia di attaccare", "en": "readiness to attack"},
        "garrison": {
            "it": "forza di chi tiene il villaggio",
            "en": "strength of who holds the village",
        },
        "caution": {"it": "timore del nemico vicino", "en": "fear of the enemy near by"},
    }
    portfolio: tuple[Style, ...] = ({"attack": 2.0}, {"caution": 2.0}, {"caution": 0.4})
    styles: tuple[Style, ...] = ({}, {"garrison": 0.5})
    worlds = 6
    margin = 0.3
    # They stand beside the order, which names the counters.
    reasons: Mapping[str, Text] = {
        "garrison": {"it": "tiene il villaggio in {hex}", "en": "holds the village at {hex}"},
        "forward": {"it": "parte vicino a un guado", "en": "starts near a ford"},
        "village": {"it": "prende il villaggio in {hex}", "en": "takes the village at {hex}"},
        "advance": {"it": "{hex} è un posto migliore", "en": "{hex} is a better place"},
        "attack": {
            "it": "attacco a {hex}: in media {gain} punti",
            "en": "attack on {hex}: {gain} points on average",
        },
        "look": {"it": "vuole sapere chi è in {hex}", "en": "wants to know who is at {hex}"},
        "retreat": {"it": "{hex} è il posto migliore", "en": "{hex} is the best place"},
        "done": {"it": "non c'è altro da guadagnare", "en": "there is nothing more to gain"},
    }

    def candidates(self, side: str) -> tuple[Style, ...]:
        return self.portfolio

    def planned(self, state: State) -> frozenset[str]:
        return frozenset({"move"})

    def learned_style(self, state: State, side: str) -> Style:
        return {}

    def budget(self, state: State, side: str) -> int:
        return 40

    def horizon(self, state: State) -> int:
        """One reply of the opponent."""
        return 1

    def value(self, state: State, side: str) -> float:
        return standing(state, side)

    def plan(self, state: State, style: Style, chance: Chance) -> Iterator[Advice]:
        if state.agenda:
            return iter((plans.retreat(state),))
        match PHASES[state.phase][1]:
            case "deploy":
                return plans.deployment(state, style, chance)
            case "move":
                return plans.moves(state, style)
            case _:
                return plans.battles(state, style)
