"""What is good play in Afrika Korps: plans by phase in combat factors, positions by the chance to win.

In words: both sides count their factors on the map, their supplies (the first is worth most, the
Axis cannot live without one), the ports and fortresses they hold, and units cut off from supply. The
Axis attacks where the table promises more than a supply costs, shuts Tobruch in and drives east; the
Allies hold Tobruch and their base, stay out of reach as long as there is room, and play for time.

Losses are paid with small units, a storm takes no more than its odds need, and whoever finds no room
in Tobruch leaves it by sea. A general compares other ways: as the Axis to storm Tobruch with all he
has, to attack more readily, or to mask it and spend his supplies in the field; as the Allies to send
help to Tobruch before it is shut in, and then to stand back, to keep quiet near home, or to strike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campagna.core.chance import Chance
from campagna.core.contract import Game, Text
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.afrika_korps.opponent.allied import AlliedPlan
from campagna.games.afrika_korps.opponent.axis import AxisPlan
from campagna.games.afrika_korps.opponent.combat_phase import BattlesPlan
from campagna.games.afrika_korps.opponent.position_value import standing
from campagna.games.afrika_korps.opponent.replies import answer, landings, substitutions, supplies
from campagna.games.afrika_korps.state import Phase, State
from campagna.games.afrika_korps.world import AXIS, HOME


class SearchWeights(Weights, frozen=True):
    worlds: int
    margin: float
    budget: int
    two_replies_until: int


W = load_weights(HOME, "evaluator", SearchWeights)
PLANNED = frozenset({"movement"})


class Evaluator:
    style_factors: Mapping[str, Text] = {
        "attack": {"it": "voglia di attaccare", "en": "readiness to attack"},
        "caution": {
            "it": "timore di ciò che il nemico può colpire",
            "en": "fear of what the enemy can strike",
        },
        "supply": {"it": "timore di restare senza rifornimenti", "en": "fear of losing supply"},
        "east": {"it": "spinta verso la base alleata", "en": "drive on the Allied base"},
        "tobruch": {"it": "attrazione di Tobruch", "en": "pull of Tobruch"},
        "storm": {"it": "voglia di assaltare le fortezze", "en": "readiness to storm fortresses"},
        "garrison": {"it": "presidio di Tobruch", "en": "garrison of Tobruch"},
        "forward": {"it": "difesa avanzata", "en": "defence well forward"},
        "armour": {
            "it": "valore delle unità forti quando si pagano perdite",
            "en": "worth of strong units when losses are paid",
        },
        "relief": {"it": "soccorso a Tobruch da lontano", "en": "relief of Tobruch from afar"},
        "box": {"it": "unità attorno a Tobruch", "en": "units around Tobruch"},
        "home": {"it": "unità attorno alla base alleata", "en": "units around the Allied base"},
    }
    portfolio: Mapping[str, tuple[Mapping[str, float], ...]] = {
        "axis": (
            {"storm": 2.0, "east": 0.5},
            {"attack": 2.0, "caution": 0.7},
            {"storm": 0.35, "attack": 1.5},
            {"caution": 2.0},
        ),
        "allied": (
            {"relief": 2.0, "box": 0.6},
            {"relief": 2.0, "box": 0.6, "attack": 0.3, "caution": 1.8, "home": 2.0},
            {"relief": 2.0, "attack": 1.5, "forward": 2.0, "caution": 0.6},
        ),
    }
    styles: tuple[Mapping[str, float], ...] = ()
    worlds = W.worlds
    margin = W.margin
    reasons: Mapping[str, Text] = {
        "done": {"it": "nient'altro conviene", "en": "nothing else is worth it"},
        "repair": {"it": "così chiedono le regole", "en": "the rules demand it"},
        "garrison": {"it": "presidia {hex}", "en": "garrisons {hex}"},
        "march": {"it": "marcia fino a {hex}", "en": "marches to {hex}"},
        "besiege": {"it": "stringe Tobruch da {hex}", "en": "closes in on Tobruch at {hex}"},
        "bar": {
            "it": "sbarra la via della base in {hex}",
            "en": "bars the way to the base at {hex}",
        },
        "fall-back": {"it": "ripiega su {hex}", "en": "falls back to {hex}"},
        "face": {"it": "in {hex} contro {target}", "en": "to {hex} against {target}"},
        "sustain": {
            "it": "rifornimento in {hex} per l'attacco",
            "en": "supply to {hex} for the attack",
        },
        "depot": {"it": "rifornimento in {hex}", "en": "supply to {hex}"},
        "lead": {
            "it": "Rommel in {hex}, con il grosso",
            "en": "Rommel to {hex}, with the main force",
        },
        "certain": {
            "it": "vittoria automatica su {hex}: {attack} contro {defence}",
            "en": "automatic victory over {hex}: {attack} against {defence}",
        },
        "attack": {
            "it": "attacca {hex} a {odds}: eliminato nel {percent}%, indietro nel {back}%, "
            "attaccanti persi nel {risk}%",
            "en": "attacks {hex} at {odds}: destroyed in {percent}%, back in {back}%, "
            "attackers lost in {risk}%",
        },
        "storm": {
            "it": "assalto a {hex} a {odds}: cade nel {percent}%, attaccanti persi nel {risk}%",
            "en": "storms {hex} at {odds}: falls in {percent}%, attackers lost in {risk}%",
        },
        "soak-off": {
            "it": "attacco obbligato contro {hex} a {odds}, con il minimo",
            "en": "obligatory attack on {hex} at {odds}, with as little as possible",
        },
        "capture": {"it": "cattura il rifornimento {hex}", "en": "captures the supply {hex}"},
        "raid": {"it": "prende il rifornimento in {hex}", "en": "takes the supply at {hex}"},
        "convoy": {"it": "attende un convoglio", "en": "hopes for a convoy"},
        "land": {"it": "rifornimento sbarcato in {hex}", "en": "supply landed at {hex}"},
        "reinforce": {"it": "{units} sbarca in {hex}", "en": "{units} lands at {hex}"},
        "sail": {"it": "lascia {hex} per mare", "en": "leaves {hex} by sea"},
        "substitute": {
            "it": "{units} diventano {counter}: più fattori in un esagono",
            "en": "{units} become {counter}: more factors in one hex",
        },
        "lose": {"it": "perdite: {units}", "en": "losses: {units}"},
        "consent": {"it": "la fortezza è tenuta o no", "en": "by whether the fortress is held"},
        "drive-back": {"it": "respinge verso {hex}", "en": "drives them back to {hex}"},
        "advance": {"it": "avanza in {hex}", "en": "advances to {hex}"},
        "stay": {"it": "non avanza", "en": "does not advance"},
        "burn": {
            "it": "distrugge il rifornimento in {hex} prima che sia preso",
            "en": "destroys the supply at {hex} before it is taken",
        },
    }

    def __init__(self, game: Game[State]) -> None:
        self.game = game

    def candidates(self, side: str) -> tuple[Mapping[str, float], ...]:
        return self.portfolio[side]

    def planned(self, state: State) -> frozenset[str]:
        return PLANNED

    def learned_style(self, state: State, side: str) -> Mapping[str, float]:
        return {}

    def budget(self, state: State, side: str) -> int:
        return W.budget

    def horizon(self, state: State) -> int:
        """Two replies while Tobruch is fought for, later one."""
        return 2 if state.turn <= W.two_replies_until else 1

    def value(self, state: State, side: str) -> float:
        total = standing(state)
        return total if side == "axis" else -total

    def plan(self, state: State, style: Mapping[str, float], chance: Chance) -> Iterator[Advice]:
        if state.agenda:
            return iter((answer(state, style),))
        match Phase(state.phase):
            case Phase.SUPPLY:
                return supplies(state)
            case Phase.ARRIVAL:
                return landings(state)
            case Phase.SUBSTITUTION:
                return substitutions(state)
            case Phase.COMBAT:
                return BattlesPlan(state, style).battles()
        if state.side == AXIS:
            return AxisPlan(state, style, chance).moves()
        return AlliedPlan(state, style, chance).moves()
