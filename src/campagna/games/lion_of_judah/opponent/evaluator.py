"""What is good play in Lion of Judah: the plans of every side, valued in victory points.

The Italian of 1935 marches on two fronts along the tracks, fights where the exact tables pay, gasses
while the League is silent and guards what he leaves behind; the Ethiopian holds cities and ambas,
cuts lines and retakes what stands empty; in 1940-41 the Allies press from all sides and raise again
what they lose, the Italian, who cannot, fights where it costs little.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Game, Text
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.opponent.administration import Staff
from campagna.games.lion_of_judah.opponent.armies import Marches
from campagna.games.lion_of_judah.opponent.battles import battles_for
from campagna.games.lion_of_judah.opponent.ethiopians import LeaderPlan, activations
from campagna.games.lion_of_judah.opponent.position_value import italian_value
from campagna.games.lion_of_judah.opponent.replies import reply
from campagna.games.lion_of_judah.rules.sequence.sequence import decider
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.world import HOME, S1935

PLANNED = frozenset({"special", "activation"})
PLANNED_1940 = frozenset({"movement"})
"""Phases that begin a side's turn; in 1940-41 both sides do their staff work before anybody moves."""


class EvaluatorWeights(Weights, frozen=True):
    """How boldly a side plays, and how long a general thinks."""

    italian_1940_attack: float
    evaluations: int
    last_turns: int
    last_evaluations: int


class ItalianStyle(Weights, frozen=True):
    """How the Italian general differs from a captain."""

    attack: float
    capital: float
    garrison: float
    picket: float
    detach: float
    mass: float


class EthiopianStyle(Weights, frozen=True):
    """How the Ethiopian general differs from a captain."""

    attack: float
    losses: float


WEIGHTS = load_weights(HOME, "evaluator", EvaluatorWeights)
STYLES: dict[int, dict[str, float]] = {
    ITALIAN: msgspec.structs.asdict(load_weights(HOME, "italian_style", ItalianStyle)),
    OTHER: msgspec.structs.asdict(load_weights(HOME, "ethiopian_style", EthiopianStyle)),
}
"""What gained most among random styles in wars of 1935-36 between captains."""


class Evaluator:
    style_factors: Mapping[str, Text] = {
        "attack": {"it": "voglia di combattere", "en": "readiness to fight"},
        "losses": {"it": "timore delle perdite", "en": "fear of losses"},
        "caution": {"it": "timore delle forze vicine", "en": "fear of enemies near by"},
        "garrison": {"it": "presìdi", "en": "garrisons"},
        "march": {"it": "marce forzate", "en": "forced marches"},
        "hold": {"it": "difesa dei luoghi che danno punti", "en": "defence of places worth points"},
        "cut": {"it": "taglio delle linee nemiche", "en": "cutting the enemy's lines"},
        "picket": {"it": "guardia alla strada", "en": "watch over the road"},
        "detach": {"it": "distaccamenti a guardia dei luoghi", "en": "detachments to watch places"},
        "mass": {"it": "forza mandata su ogni luogo", "en": "force sent to each place"},
        "league": {
            "it": "timore della Società delle Nazioni",
            "en": "fear of the League of Nations",
        },
        "haste": {"it": "fiducia nelle marce", "en": "trust in marches"},
        "borders": {"it": "confini fra i corpi d'armata", "en": "borders between the corps"},
        "capital": {"it": "attrazione di Addis Abeba", "en": "pull of Addis Ababa"},
    }
    italian_ways: tuple[Mapping[str, float], ...] = (
        {"attack": 2.0, "losses": 0.6},
        {"attack": 0.5, "garrison": 1.5},
        {"haste": 0.5},
        {"haste": 2.0, "capital": 2.0},
        {"borders": 0.5},
        {"losses": 1.3, "caution": 0.5, "picket": 0.0},
        {"attack": 1.4, "league": 0.0},
        {"capital": 2.5},
    )
    other_ways: tuple[Mapping[str, float], ...] = (
        {"attack": 2.0, "losses": 0.6},
        {"attack": 0.5},
        {"caution": 0.4, "march": 2.0, "cut": 2.0},
        {"caution": 2.0, "garrison": 1.5},
        {"hold": 2.0},
    )
    styles: tuple[Mapping[str, float], ...] = ()
    worlds = 6
    margin = 0.2
    reasons: Mapping[str, Text] = {
        "done": {"it": "nient'altro conviene", "en": "nothing else is worth it"},
        "attack": {
            "it": "attacca {hex} a {odds}: lo libera nel {percent}% dei casi, {gain} PV attesi",
            "en": "attacks {hex} at {odds}: clears it in {percent}%, {gain} VP expected",
        },
        "muster": {
            "it": "in {hex} per attaccare {target} a {odds}",
            "en": "to {hex} to attack {target} at {odds}",
        },
        "garrison": {"it": "presidia {hex}", "en": "garrisons {hex}"},
        "line": {
            "it": "tiene aperta la linea dei rifornimenti in {hex}",
            "en": "keeps the supply line open at {hex}",
        },
        "drive": {"it": "verso {goal}, per {hex}", "en": "towards {goal}, by {hex}"},
        "column": {
            "it": "in colonna verso {goal}, fino a {hex}",
            "en": "in column towards {goal}, as far as {hex}",
        },
        "force": {
            "it": "marcia forzata in {hex}, verso {goal}",
            "en": "forced march to {hex}, towards {goal}",
        },
        "staff": {
            "it": "il comando segue le truppe in {hex}, verso {goal}",
            "en": "the HQ follows the troops to {hex}, towards {goal}",
        },
        "activate": {
            "it": "chiama {unit}: riesce nel {percent}% dei casi",
            "en": "calls {unit}: succeeds in {percent}%",
        },
        "seize": {"it": "occupa {hex}, che è indifeso", "en": "seizes {hex}, which is undefended"},
        "hold": {"it": "tiene {hex}", "en": "holds {hex}"},
        "lead": {"it": "il capo va con i suoi in {hex}", "en": "the leader joins his men at {hex}"},
        "deploy": {"it": "schiera in {hex}", "en": "deploys at {hex}"},
        "land": {"it": "entra in {hex}", "en": "comes in at {hex}"},
        "rebuild": {"it": "un livello per {unit}", "en": "a step for {unit}"},
        "raise": {"it": "{unit} torna in campo in {hex}", "en": "{unit} comes back at {hex}"},
        "recall": {"it": "{unit} richiama un guerriero", "en": "{unit} calls a warrior back"},
        "detach": {
            "it": "{unit} lascia un distaccamento in {hex}",
            "en": "{unit} leaves a detachment at {hex}",
        },
        "truck": {
            "it": "autocarri nel magazzino {box}: i punti arrivano più lontano",
            "en": "trucks into the {box} box: points reach farther",
        },
        "road": {"it": "strada in {hex}, dietro il comando", "en": "road at {hex}, behind the HQ"},
        "ship": {"it": "per mare a {hex}", "en": "by sea to {hex}"},
        "bribe": {
            "it": "{count} PR ai capi di {region}",
            "en": "{count} RPs to the chiefs of {region}",
        },
        "gas": {
            "it": "gas su {hex}: dimezza la difesa, {gain} PV attesi",
            "en": "gas on {hex}: halves the defence, {gain} VP expected",
        },
        "fly": {
            "it": "{count} segnalini aerei: {gain} PV attesi",
            "en": "{count} air markers: {gain} VP expected",
        },
        "support": {
            "it": "{count} colonne di appoggio: {gain} PV attesi oltre il costo",
            "en": "{count} columns of support: {gain} VP expected beyond the cost",
        },
        "no-support": {"it": "l'appoggio non vale il costo", "en": "support is not worth its cost"},
        "lose": {"it": "perdite: {units}", "en": "losses: {units}"},
        "remove": {"it": "toglie l'unità che vale meno", "en": "removes the unit worth least"},
        "advance": {"it": "avanza in {hex}", "en": "advances to {hex}"},
        "flee": {"it": "il capo ripara in {hex}", "en": "the leader escapes to {hex}"},
        "give": {"it": "i punti vanno a {unit}", "en": "the points go to {unit}"},
        "place": {
            "it": "in {hex}, vicino a luoghi che danno punti",
            "en": "to {hex}, near places worth points",
        },
        "choose": {"it": "sceglie {answer}", "en": "chooses {answer}"},
    }

    def __init__(self, game: Game[State]) -> None:
        self.game = game

    def candidates(self, side: str) -> tuple[Mapping[str, float], ...]:
        return self.italian_ways if side == "italian" else self.other_ways

    def planned(self, state: State) -> frozenset[str]:
        return PLANNED if state.part == S1935 else PLANNED_1940

    def learned_style(self, state: State, side: str) -> Mapping[str, float]:
        if state.part != S1935:
            return {}
        return STYLES[ITALIAN if side == state.side_name(ITALIAN) else OTHER]

    def budget(self, state: State, side: str) -> int:
        if state.part != S1935 or side != state.side_name(ITALIAN):
            return WEIGHTS.evaluations
        return WEIGHTS.last_evaluations if turns_left(state) <= WEIGHTS.last_turns else 0

    def horizon(self, state: State) -> int:
        """The next reply; in the last turns the rest of the war, since only its end counts."""
        left = turns_left(state)
        return left if left <= WEIGHTS.last_turns else 1

    def value(self, state: State, side: str) -> float:
        total = italian_value(state)
        return total if side == state.side_name(0) else -total

    def plan(self, state: State, style: Mapping[str, float], chance: Chance) -> Iterator[Advice]:
        """The plan that serves what is asked now."""
        if state.agenda:
            return reply(state, style)
        phase, side = Phase(state.phase), decider(state)
        if state.part != S1935 and side == ITALIAN:
            style = {**style, "attack": WEIGHTS.italian_1940_attack * style.get("attack", 1.0)}
        if phase == Phase.ACTIVATION:
            return activations(state, style)
        if phase == Phase.MOVEMENT:
            if side == OTHER and state.part == S1935:
                return LeaderPlan(state, style).moves()
            return Marches(state, style).moves()
        if phase == Phase.COMBAT:
            return battles_for(state, side, style).battles()
        return Staff(state, side, style).orders()


def turns_left(state: State) -> int:
    """With the one that is played."""
    left: int = state.theatre.turns - state.turn + 1
    return left
