"""What is good play in Alto Comando: values in victory points, and plans by phase.

In words: points scored, and what the boxed units will still cost; the bases left to fight with; how
near the difference is to a change of level; at Beda Fomm the bases that got away and the way the
others still have. Weights are those of the design study, adjusted by play between equal seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp

import msgspec

from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Game, Text
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.alto_comando.opponent import fire_plan, replies
from campagna.games.alto_comando.opponent.advice_texts import REASONS
from campagna.games.alto_comando.opponent.beda_fomm import Breakout, placement_at_beda_fomm
from campagna.games.alto_comando.opponent.divisions import Manoeuvre
from campagna.games.alto_comando.opponent.map_reading import Prices, turns_left
from campagna.games.alto_comando.opponent.measured_cache import Notebook
from campagna.games.alto_comando.opponent.setup import DONE, placement_orders, works
from campagna.games.alto_comando.rules.losses import in_command, points_of
from campagna.games.alto_comando.rules.terrain import sides_laying
from campagna.games.alto_comando.rules.victory import lead_needed
from campagna.games.alto_comando.state import ESCAPED, SCATTERED, TABLE, Phase, State
from campagna.games.alto_comando.world import ALLIED, AXIS, BEDA_FOMM, HOME, SIDES


class Value(Weights, frozen=True):
    """What a position is worth, and how far a general searches."""

    won: float
    promise: float
    boxed: float
    replaced: float
    out_of_command: float
    base: float
    turns: float
    spread: float
    spread_by_turn: float
    slope: float
    difference: float
    away: float
    way: float
    depth: int
    british_loss: float
    italian_boxed: float
    turn: float
    worlds: int
    margin: float
    evaluations: int


class Ways(Weights, frozen=True):
    fearful: float
    fearless: float
    forward: float
    raid: float


class AxisStyle(Weights, frozen=True):
    resolve: float
    fear: float
    pull: float
    caution: float
    front: float


class AlliedStyle(Weights, frozen=True):
    attack: float
    caution: float
    front: float


WEIGHTS = load_weights(HOME, "evaluator", Value)
WAYS = load_weights(HOME, "ways", Ways)
PLANNED = frozenset({"move"})
SET_UP = frozenset({"works", "deploy"})
"""Where a general only follows his learned style."""
LEARNED_STYLE: Mapping[str, Mapping[str, float]] = {
    "axis": msgspec.structs.asdict(load_weights(HOME, "axis_style", AxisStyle)),
    "allied": msgspec.structs.asdict(load_weights(HOME, "allied_style", AlliedStyle)),
}
"""What thousands of card battles between captains with styles at random taught, by side."""


class Evaluator:
    style_factors: Mapping[str, Text] = {
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
        {"manner": 0.0},
        {"manner": 1.0},
        {"fear": WAYS.fearful},
        {"fear": WAYS.fearless},
        {"pull": WAYS.forward},
        {"manner": 0.0, "raid": WAYS.raid},
    )
    styles: tuple[Mapping[str, float], ...] = ()
    worlds = WEIGHTS.worlds
    margin = WEIGHTS.margin
    reasons: Mapping[str, Text] = REASONS

    def __init__(self, game: Game[State]) -> None:
        self.game = game
        self.notebook = Notebook()

    def candidates(self, side: str) -> tuple[Mapping[str, float], ...]:
        return self.portfolio

    def planned(self, state: State) -> frozenset[str]:
        return SET_UP if state.phase in (Phase.WORKS, Phase.DEPLOY) else PLANNED

    def learned_style(self, state: State, side: str) -> Mapping[str, float]:
        return {} if state.field.id == BEDA_FOMM else LEARNED_STYLE[side]

    # --- evaluation -----------------------------------------------------------------------------

    def budget(self, state: State, side: str) -> int:
        return WEIGHTS.evaluations if state.phase == Phase.MOVE else 0

    def horizon(self, state: State) -> int:
        return 1

    def value(self, state: State, side: str) -> float:
        total = self._axis(state)
        return total if side == SIDES[AXIS] else -total

    def _axis(self, state: State) -> float:
        if state.result is not None:
            winner = state.result.winner
            won = WEIGHTS.won
            return won if winner == AXIS else -won if winner == ALLIED else 0.0
        if state.phase == Phase.FORCES:
            battles = (0, 0) if state.campaign is None else state.campaign.won
            return WEIGHTS.won * (battles[AXIS] - battles[ALLIED])
        if state.field.id == BEDA_FOMM:
            return self._breakout(state)
        return self._battle(state)

    def _battle(self, state: State) -> float:
        """The difference to be expected at the end, and the chance that it makes a victory."""
        weights = WEIGHTS
        prices = Prices(state)
        left = prices.left
        difference = float(points_of(state, AXIS) - points_of(state, ALLIED))
        for side, sign in ((AXIS, -1.0), (ALLIED, 1.0)):
            boxed = prices.boxed[side]
            difference += sign * weights.boxed * max(0.0, boxed - weights.replaced * left)
            own = [(b, state.unit(b)) for b in state.table_of(side)]
            open_ = sum(
                not unit.is_supply and not unit.is_hq and not in_command(state, b)
                for b, unit in own
            )
            force = sum(1.0 for _, unit in own if unit.line.range_)
            lasting = min(1.0, left / weights.turns) * weights.base * force
            difference += sign * (weights.out_of_command * open_ - lasting)
        if state.phase in (Phase.REPLACE, Phase.CLEAR, Phase.MOVE):
            table = self.notebook.table(state)
            promise = Manoeuvre(state, {}, SeededChance(0), table).promise()
            difference += weights.promise * (promise if state.side == AXIS else -promise)
        spread = weights.spread + weights.spread_by_turn * left
        needed = lead_needed(state)
        won = _chance((difference - needed) / spread) - _chance((-difference - needed) / spread)
        return weights.won * won + weights.difference * difference

    def _breakout(self, state: State) -> float:
        away = far = 0.0
        for b in state.roster.of_side[AXIS]:
            base = state.bases[b]
            if base.where == ESCAPED:
                away += 1
            elif base.where == TABLE:
                far += base.y / WEIGHTS.depth
        losses = sum(state.bases[b].where != TABLE for b in state.roster.of_side[ALLIED])
        boxed = sum(state.bases[b].where == SCATTERED for b in state.roster.of_side[AXIS])
        return (
            WEIGHTS.away * away
            + WEIGHTS.way * far
            + WEIGHTS.british_loss * losses
            + WEIGHTS.italian_boxed * boxed
            - WEIGHTS.turn * turns_left(state)
        )

    # --- plans ----------------------------------------------------------------------------------

    def plan(self, state: State, style: Mapping[str, float], chance: Chance) -> Iterator[Advice]:
        if sides_laying(state):
            # An open desert favours nobody: it lays nothing.
            return iter((DONE,))
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
                    return Breakout(state, style, chance).moves()
                return Manoeuvre(state, style, chance, self.notebook.table(state)).moves()
            case Phase.AIR:
                return fire_plan.strikes(state)
        return fire_plan.shots(state)


def _chance(x: float) -> float:
    """The logistic curve."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, WEIGHTS.slope * x))))
