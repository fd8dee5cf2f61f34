"""What is good play in Panzergruppe Guderian: values in victory points, and plans by phase.

In words: the German counts the victory hexes he holds and can connect, and those he is near; his
divisions whole, in supply, not surrounded by fresh Soviets. The Soviet counts the same with the
opposite sign, and his divisions, his leaders and his grip on the cities. How much each counts was
fitted to played games (`position_value.py`); the weights of the plans are starting points of the design
study, adjusted by play between equal seats (docs/ladder.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campagna.core.chance import Chance
from campagna.core.contract import Game, Text
from campagna.core.evaluator import Advice
from campagna.games.panzergruppe_guderian.opponent.german_battles import GermanBattles
from campagna.games.panzergruppe_guderian.opponent.german_plan import GermanPlan
from campagna.games.panzergruppe_guderian.opponent.position_value import german_lead
from campagna.games.panzergruppe_guderian.opponent.replies import answer
from campagna.games.panzergruppe_guderian.opponent.soviet_battles import SovietBattles
from campagna.games.panzergruppe_guderian.opponent.soviet_plan import SovietPlan
from campagna.games.panzergruppe_guderian.state import Phase, State

WAYS: Mapping[str, tuple[Mapping[str, float], ...]] = {
    "german": (
        {"attack": 2.0},
        {"attack": 0.6, "caution": 1.5},
        {"overrun": 2.0},
        {"overrun": 0.5, "attack": 1.4},
        {"cities": 2.0, "garrison": 2.0},
        {"caution": 0.4, "supply": 0.5},
        {"shuffle": 1.0},
    ),
    "soviet": (
        {"forward": 0.3},
        {"forward": 2.0, "caution": 0.5},
        {"garrison": 2.0},
        {"garrison": 0.5, "forward": 1.5},
        {"attack": 3.0},
        {"attack": 0.3, "caution": 2.0},
        {"shuffle": 1.0},
    ),
}

PLANNED = frozenset({"soviet-move", "german-move"})


class Evaluator:
    style_factors: Mapping[str, Text] = {
        "attack": {
            "it": "quanto pesa il guadagno atteso di una battaglia",
            "en": "how much the expected gain of a battle counts",
        },
        "overrun": {"it": "voglia di travolgere", "en": "readiness to overrun"},
        "caution": {
            "it": "timore delle forze nemiche vicine",
            "en": "fear of enemy strength near by",
        },
        "cities": {"it": "attrazione delle città", "en": "pull of the cities"},
        "supply": {"it": "timore di restare senza rifornimenti", "en": "fear of losing supply"},
        "garrison": {"it": "presidio delle città", "en": "garrisons in the cities"},
        "forward": {"it": "difesa avanzata", "en": "defence well forward"},
        "front": {
            "it": "richiamo del Fronte Sud-Occidentale",
            "en": "calls to the South-Western Front",
        },
    }
    styles: tuple[Mapping[str, float], ...] = ()
    worlds = 4
    margin = 0.25
    reasons: Mapping[str, Text] = {
        "done": {"it": "nient'altro conviene", "en": "nothing else is worth it"},
        "take": {
            "it": "prende {place} ({hex}): {points} PV",
            "en": "takes {place} ({hex}): {points} VP",
        },
        "drive": {"it": "verso {place}, per {hex}", "en": "towards {place}, by {hex}"},
        "face": {
            "it": "in {hex} con forza {strength} contro {target}",
            "en": "to {hex} with strength {strength} against {target}",
        },
        "hold": {"it": "tiene {hex}", "en": "holds {hex}"},
        "overrun": {
            "it": "travolge {hex}: cede nel {percent}% dei casi, {gain} PV attesi",
            "en": "overruns {hex}: gives way in {percent}%, {gain} VP expected",
        },
        "attack": {
            "it": "attacca {hex} a {odds}: cede nel {percent}% dei casi, {gain} PV attesi",
            "en": "attacks {hex} at {odds}: gives way in {percent}%, {gain} VP expected",
        },
        "interdict": {
            "it": "aerei sulle ferrovie delle riserve: {hexes}",
            "en": "aircraft on the railways of the reserves: {hexes}",
        },
        "march": {"it": "marcia fino a {hex}", "en": "marches to {hex}"},
        "front": {
            "it": "chiama {count} divisioni del Fronte Sud-Occidentale: un punto l'una",
            "en": "calls {count} divisions of the South-Western Front: a point each",
        },
        "garrison": {
            "it": "presidia {place} ({hex}): {points} PV",
            "en": "garrisons {place} ({hex}): {points} VP",
        },
        "block": {"it": "sbarra la via in {hex}", "en": "bars the way at {hex}"},
        "reserve": {"it": "riserva in {hex}", "en": "reserve at {hex}"},
        "lead": {
            "it": "comandante in {hex}, raggio {rating}",
            "en": "leader to {hex}, radius {rating}",
        },
        "deploy": {"it": "schiera in {hex}", "en": "deploys at {hex}"},
        "cut-road": {
            "it": "taglia la strada in {hex}: {count} pile senza rifornimenti",
            "en": "cuts the road at {hex}: {count} stacks without supply",
        },
        "withdraw": {"it": "ritira il comandante migliore", "en": "withdraws the best leader"},
        "give-ground": {
            "it": "arretra di {count} invece di perdere unità",
            "en": "retreats {count} rather than lose steps",
        },
        "lose": {"it": "perdite: {units}", "en": "losses: {units}"},
        "drive-back": {"it": "respinge verso {hex}", "en": "drives them back to {hex}"},
        "advance": {"it": "avanza in {hex}", "en": "advances to {hex}"},
        "stay": {"it": "non avanza", "en": "does not advance"},
        "remove": {"it": "toglie l'unità che vale meno", "en": "removes the unit worth least"},
    }

    def __init__(self, game: Game[State]) -> None:
        self.game = game

    def candidates(self, side: str) -> tuple[Mapping[str, float], ...]:
        return WAYS[side]

    def planned(self, state: State) -> frozenset[str]:
        return PLANNED

    def learned_style(self, state: State, side: str) -> Mapping[str, float]:
        return {}

    # --- evaluation -----------------------------------------------------------------------------

    def budget(self, state: State, side: str) -> int:
        return 28

    def horizon(self, state: State) -> int:
        """The next reply; from turn 9 on the rest of the game, since only its end counts."""
        left: int = state.world.scenario["turns"] - state.turn + 1
        return left if left <= 4 else 1

    def value(self, state: State, side: str) -> float:
        """The lead in points to be expected at the end."""
        total = german_lead(state)
        return total if side == "german" else -total

    # --- plans ----------------------------------------------------------------------------------

    def plan(self, state: State, style: Mapping[str, float], chance: Chance) -> Iterator[Advice]:
        if state.agenda:
            return iter((answer(state, style),))
        phase = Phase(state.phase)
        if phase in (Phase.GERMAN_MOVE, Phase.GERMAN_MECH_MOVE):
            return GermanPlan(state, style, chance).moves()
        if phase == Phase.SOVIET_MOVE:
            return SovietPlan(state, style, chance).moves()
        if phase == Phase.GERMAN_COMBAT:
            return GermanBattles(state, style).battles()
        if phase in (Phase.GERMAN_INTERDICT, Phase.SETUP_AIR):
            return GermanBattles(state, style).markers()
        soviet = SovietBattles(state, style)
        if phase == Phase.SOVIET_COMBAT:
            return soviet.battles()
        if phase == Phase.SETUP:
            return soviet.deploy()
        if phase == Phase.SOVIET_START:
            return soviet.withdraw()
        return soviet.markers()
