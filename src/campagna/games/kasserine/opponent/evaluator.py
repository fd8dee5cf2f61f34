"""What is good play in Kasserine: chances to win in percent, and plans by phase.

In words: the Axis wants points off the map by the roads to Tebessa and Le Kef, keeps its losses
below the limit, drives supplied Allies from south of the railway and takes supplies and commands.
The Allies keep a unit on every exit, stay in supply and command, and make the Axis pay. Weights are
starting points of the design study, adjusted by play between equal seats (docs/ladder.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campagna.core.chance import Chance
from campagna.core.contract import Game, Text
from campagna.core.evaluator import Advice
from campagna.games.kasserine.opponent.advice_texts import REASONS
from campagna.games.kasserine.opponent.allied import AlliedPlan
from campagna.games.kasserine.opponent.axis import AxisPlan
from campagna.games.kasserine.opponent.position_value import chance_of_the_axis
from campagna.games.kasserine.opponent.replies import answer
from campagna.games.kasserine.opponent.setup import deploy
from campagna.games.kasserine.state import Phase, State
from campagna.games.kasserine.world import AXIS, SIDES

PLANNED = frozenset({"allied-setup", "axis-setup", "logistics"})


class Evaluator:
    style_factors: Mapping[str, Text] = {
        "attack": {"it": "voglia di attaccare", "en": "readiness to attack"},
        "caution": {
            "it": "timore delle forze nemiche vicine",
            "en": "fear of enemy strength near by",
        },
        "trade": {
            "it": "valore delle perdite nemiche rispetto alle proprie",
            "en": "worth of enemy losses against one's own",
        },
        "gather": {
            "it": "raccolta all'uscita minacciata",
            "en": "gathering at the exit in danger",
        },
        "drive": {"it": "fretta di arrivare alla meta", "en": "haste to get to the goal"},
        "supply": {"it": "timore di restare senza rifornimenti", "en": "fear of losing supply"},
        "ground": {"it": "valore del terreno preso", "en": "worth of the ground taken"},
        "guards": {"it": "rispetto per le uscite difese", "en": "respect for guarded exits"},
        "garrison": {"it": "presidio delle uscite", "en": "garrisons of the exits"},
        "sweep": {
            "it": "pazienza prima di volgersi alla ferrovia",
            "en": "patience before turning to the railway",
        },
        "south": {
            "it": "attesa prima di passare la ferrovia",
            "en": "patience before crossing the railway",
        },
        "leave": {"it": "attesa prima di uscire", "en": "patience before leaving"},
        "saving": {"it": "cura di salvare le forze", "en": "care to save the forces"},
    } | {
        f"exit-{h}": {"it": f"attrazione dell'uscita {h}", "en": f"pull of the exit {h}"}
        for h in ("0112", "0116", "0119", "0801", "1301")
    }
    portfolio: tuple[Mapping[str, float], ...] = (
        # Some name a goal of the Axis and a bearing of the Allies: either side hears its own.
        {"attack": 3.0, "caution": 0.3},
        {"attack": 0.5, "caution": 2.5},
        {"trade": 1.8},
        {"trade": 0.6, "ground": 2.5},
        {"exit-0119": 3.0, "gather": 2.0},
        {"exit-0112": 3.0, "exit-0801": 2.5, "exit-1301": 2.5, "drive": 2.5},
    )
    styles: tuple[Mapping[str, float], ...] = (
        # Plain; the southern road; Le Kef; the railway early. The Allies hear their own words.
        {},
        {"exit-0119": 1.2, "garrison": 1.4, "south": 1.1},
        {"exit-0801": 1.2, "exit-1301": 1.2, "south": 1.2},
        {"sweep": 0.85, "attack": 1.2},
    )
    worlds = 4
    margin = 0.8
    reasons: Mapping[str, Text] = REASONS

    def __init__(self, game: Game[State]) -> None:
        self.game = game

    def candidates(self, side: str) -> tuple[Mapping[str, float], ...]:
        return self.portfolio

    def planned(self, state: State) -> frozenset[str]:
        return PLANNED

    def learned_style(self, state: State, side: str) -> Mapping[str, float]:
        return {}

    # --- evaluation -----------------------------------------------------------------------------

    def budget(self, state: State, side: str) -> int:
        return 30

    def horizon(self, state: State) -> int:
        return 1

    def value(self, state: State, side: str) -> float:
        """The chance to win in percent; the Allies' is what is left."""
        chance = chance_of_the_axis(state)
        return chance if side == SIDES[AXIS] else -chance

    # --- plans ----------------------------------------------------------------------------------

    def plan(self, state: State, style: Mapping[str, float], chance: Chance) -> Iterator[Advice]:
        phase = Phase(state.phase)
        if state.agenda or phase in (Phase.FIRE, Phase.DEFENSIVE_FIRE, Phase.COMBAT):
            return iter(answer(state))
        if phase in (Phase.ALLIED_SETUP, Phase.AXIS_SETUP):
            return deploy(state)
        plan = AxisPlan(state, style) if state.side == AXIS else AlliedPlan(state, style)
        if phase == Phase.LOGISTICS:
            return plan.logistics()
        if phase == Phase.MOVEMENT:
            return plan.moves()
        return plan.attacks()
