"""What is good play in Alto Comando: values in victory points, and plans by phase.

In words: points scored, and what the boxed units will still cost; the bases left to fight with; how
near the difference is to a change of level; at Beda Fomm the bases that got away and the way the
others still have. Weights are those of the design study, adjusted by play between equal seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp

from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Fact, Game, Order, Text
from campagna.games.alto_comando.opponent import fire_plan, replies
from campagna.games.alto_comando.opponent.advice_texts import REASONS
from campagna.games.alto_comando.opponent.beda_fomm import Breakout, placement_at_beda_fomm
from campagna.games.alto_comando.opponent.divisions import Manoeuvre
from campagna.games.alto_comando.opponent.map_reading import Prices, turns_left
from campagna.games.alto_comando.opponent.measured_cache import Notebook
from campagna.games.alto_comando.opponent.setup import placement_orders, works
from campagna.games.alto_comando.rules.losses import in_command, points_of
from campagna.games.alto_comando.rules.victory import lead_needed
from campagna.games.alto_comando.state import ESCAPED, SCATTERED, TABLE, Phase, State
from campagna.games.alto_comando.world import ALLIED, AXIS, BEDA_FOMM, SIDES

Counsel = tuple[Order, float, str, Mapping[str, Fact]]

WON = 12.0
"""A victory, in points of the value."""
PROMISE = 0.6
"""How much of what the side to move can expect of its next volley counts already."""
PLANNED = frozenset({"move"})
SET_UP = frozenset({"works", "deploy"})
"""Where a general only follows his doctrine."""
DOCTRINE: Mapping[str, Mapping[str, float]] = {
    "axis": {"resolve": 3.0, "fear": 1.5, "pull": 1.65, "caution": 0.6, "front": 0.67},
    "allied": {"attack": 2.2, "caution": 0.55, "front": 1.27},
}
"""What thousands of card battles between captains with knobs at random taught, by side."""


class Judgement:
    knobs: Mapping[str, Text] = {
        "attack": {"it": "voglia di attaccare", "en": "readiness to attack"},
        "caution": {"it": "timore della risposta nemica", "en": "fear of the enemy's answer"},
        "command": {"it": "basi sotto comando", "en": "bases in command"},
        "fear": {"it": "basi lontane dal tiro nemico", "en": "bases kept out of reach"},
        "pull": {"it": "spinta in avanti", "en": "drive forward"},
        "momentum": {"it": "peso della superiorità", "en": "weight of superior numbers"},
        "raid": {"it": "attrazione dei rifornimenti", "en": "pull of the supply bases"},
        "resolve": {"it": "decisione di chi va a contatto", "en": "resolve of those who close"},
        "front": {"it": "distanza dello schieramento", "en": "distance at which a side sets up"},
    }
    portfolio: tuple[Mapping[str, float], ...] = (
        {"stance": 0.0},
        {"stance": 1.0},
        {"fear": 3.0},
        {"fear": 0.4},
        {"pull": 4.0},
        {"stance": 0.0, "raid": 2.5},
    )
    stances: tuple[Mapping[str, float], ...] = ()
    worlds = 6
    margin = 0.3
    reasons: Mapping[str, Text] = REASONS

    def __init__(self, game: Game[State]) -> None:
        self.game = game
        self.notebook = Notebook()

    def ways(self, side: str) -> tuple[Mapping[str, float], ...]:
        return self.portfolio

    def planned(self, state: State) -> frozenset[str]:
        return SET_UP if state.phase in (Phase.WORKS, Phase.DEPLOY) else PLANNED

    def doctrine(self, state: State, side: str) -> Mapping[str, float]:
        return {} if state.field.id == BEDA_FOMM else DOCTRINE[side]

    # --- evaluation -----------------------------------------------------------------------------

    def budget(self, state: State, side: str) -> int:
        return 48 if state.phase == Phase.MOVE else 0

    def horizon(self, state: State) -> int:
        return 1

    def value(self, state: State, side: str) -> float:
        total = self._axis(state)
        return total if side == SIDES[AXIS] else -total

    def _axis(self, state: State) -> float:
        if state.result is not None:
            winner = state.result.winner
            return WON if winner == AXIS else -WON if winner == ALLIED else 0.0
        if state.phase == Phase.FORCES:
            won = (0, 0) if state.campaign is None else state.campaign.won
            return WON * (won[AXIS] - won[ALLIED])
        if state.field.id == BEDA_FOMM:
            return self._breakout(state)
        return self._battle(state)

    def _battle(self, state: State) -> float:
        """The difference to be expected at the end, and the chance that it makes a victory."""
        prices = Prices(state)
        left = prices.left
        difference = float(points_of(state, AXIS) - points_of(state, ALLIED))
        for side, sign in ((AXIS, -1.0), (ALLIED, 1.0)):
            boxed = prices.boxed[side]
            difference += sign * 2.0 * max(0.0, boxed - 0.7 * left)
            own = [(b, state.unit(b)) for b in state.table_of(side)]
            open_ = sum(
                not unit.is_supply and not unit.is_hq and not in_command(state, b)
                for b, unit in own
            )
            force = sum(1.0 for _, unit in own if unit.line.range_)
            difference += sign * (0.15 * open_ - min(1.0, left / 4) * 0.5 * force)
        if state.phase in (Phase.REPLACE, Phase.CLEAR, Phase.MOVE):
            table = self.notebook.table(state)
            promise = Manoeuvre(state, {}, SeededChance(0), table).promise()
            difference += PROMISE * (promise if state.side == AXIS else -promise)
        spread = 1.0 + 1.2 * left
        needed = lead_needed(state)
        won = _chance((difference - needed) / spread) - _chance((-difference - needed) / spread)
        return WON * won + 0.2 * difference

    def _breakout(self, state: State) -> float:
        away = far = 0.0
        for b in state.roster.of_side[AXIS]:
            base = state.bases[b]
            if base.where == ESCAPED:
                away += 1
            elif base.where == TABLE:
                far += base.y / 800
        losses = sum(state.bases[b].where != TABLE for b in state.roster.of_side[ALLIED])
        boxed = sum(state.bases[b].where == SCATTERED for b in state.roster.of_side[AXIS])
        return 1.5 * away + 0.4 * far + 0.5 * losses + 0.1 * boxed - 0.05 * turns_left(state)

    # --- plans ----------------------------------------------------------------------------------

    def plan(self, state: State, style: Mapping[str, float], whim: Chance) -> Iterator[Counsel]:
        match Phase(state.phase):
            case Phase.FORCES:
                return iter((replies.muster_orders(state),))
            case Phase.WORKS:
                return works(state, style)
            case Phase.DEPLOY:
                if state.field.id == BEDA_FOMM:
                    return placement_at_beda_fomm(state)
                return placement_orders(state, style)
            case Phase.REPLACE:
                return iter((replies.replacement(state),))
            case Phase.CLEAR:
                return replies.engineers(state)
            case Phase.MOVE:
                if state.field.escape is not None and state.side == AXIS:
                    return Breakout(state, style, whim).moves()
                return Manoeuvre(state, style, whim, self.notebook.table(state)).moves()
            case Phase.AIR:
                return fire_plan.strikes(state)
        return fire_plan.shots(state)


def _chance(x: float) -> float:
    """The logistic curve."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, 1.7 * x))))
