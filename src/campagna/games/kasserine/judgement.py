"""What is good play in Kasserine: values in combat points, and plans by phase.

In words: the Axis wants points off the map by the roads to Tebessa and Le Kef, keeps its losses
below the limit, drives supplied Allies from south of the railway and takes supplies and commands.
The Allies keep a unit on every exit, stay in supply and command, and make the Axis pay. Weights are
starting points of the design study, adjusted by play between equal seats (docs/ladder.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from campagna.core.chance import Chance
from campagna.core.contract import Text
from campagna.games.kasserine.allied_plan import AlliedPlan
from campagna.games.kasserine.answers import answer
from campagna.games.kasserine.axis_plan import AxisPlan
from campagna.games.kasserine.counsel import Counsel
from campagna.games.kasserine.deployment import deploy
from campagna.games.kasserine.logistics import lines, supplies
from campagna.games.kasserine.reasons import REASONS
from campagna.games.kasserine.state import Phase, State
from campagna.games.kasserine.survey import chart_of
from campagna.games.kasserine.victory import (
    axis_losses,
    beyond_the_railway,
    exit_points,
    worth,
)
from campagna.games.kasserine.world import ALLIED, AXIS, SIDES, UCM, URF
from campagna.games.kasserine.zones import day_zone, fighters

LEVELS = {
    "german_total": 100.0,
    "german_partial": 60.0,
    "draw": 0.0,
    "allied_partial": -60.0,
    "allied_total": -80.0,
}
LATE = 33


class Judgement:
    knobs: Mapping[str, Text] = {
        "attack": {"it": "voglia di attaccare", "en": "readiness to attack"},
        "caution": {
            "it": "timore delle forze nemiche vicine",
            "en": "fear of enemy strength near by",
        },
        "drive": {"it": "fretta di arrivare alla meta", "en": "haste to get to the goal"},
        "supply": {"it": "timore di restare senza rifornimenti", "en": "fear of losing supply"},
        "ground": {"it": "valore del terreno preso", "en": "worth of the ground taken"},
        "guards": {"it": "rispetto per le uscite difese", "en": "respect for guarded exits"},
        "garrison": {"it": "presidio delle uscite", "en": "garrisons of the exits"},
        "shy": {"it": "cura di salvare le forze", "en": "care to save the forces"},
    } | {
        f"exit-{h}": {"it": f"attrazione dell'uscita {h}", "en": f"pull of the exit {h}"}
        for h in ("0112", "0116", "0119", "0801", "1301")
    }
    planned = frozenset({"allied-setup", "axis-setup", "logistics"})
    portfolio: tuple[Mapping[str, float], ...] = (
        # Each names a goal of the Axis and a bearing of the Allies: either side hears its own.
        {"attack": 3.0, "caution": 0.4},
        {"attack": 0.4, "caution": 2.5},
        {"exit-0119": 4.0, "garrison": 2.0},
        {"exit-0116": 4.0, "garrison": 0.4},
        {"exit-0112": 4.0, "ground": 3.0},
        {"exit-0801": 4.0, "drive": 1.8},
        {"exit-1301": 4.0, "drive": 0.5},
        {"shy": 2.5, "caution": 1.6},
    )
    stances: tuple[Mapping[str, float], ...] = ()
    budget = 16
    worlds = 2
    margin = 0.5
    reasons: Mapping[str, Text] = REASONS

    def __init__(self, game: Any) -> None:
        self.game = game

    def ways(self, side: str) -> tuple[Mapping[str, float], ...]:
        return self.portfolio

    # --- evaluation -----------------------------------------------------------------------------

    def value(self, state: State, side: str) -> float:
        """From the Axis view; the Allies' is the negative."""
        total = LEVELS[state.level] if state.level else _standing(state)
        return total if side == SIDES[AXIS] else -total

    # --- plans ----------------------------------------------------------------------------------

    def plan(self, state: State, style: Mapping[str, float], whim: Chance) -> Iterator[Counsel]:
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


def _standing(state: State) -> float:
    """Points out and near the exits, losses, forces, supplies, the railway late in the game."""
    axis, allied = fighters(state, AXIS), fighters(state, ALLIED)
    late = state.move / LATE
    total = 2.5 * exit_points(state) - _losses(axis_losses(state))
    total += 0.4 * sum(worth(state, u) for u in axis) - 0.6 * sum(worth(state, u) for u in allied)
    total += _approach(state, axis, late) - _hunger(state, AXIS, axis)
    total += 0.5 * _hunger(state, ALLIED, allied) + _stores(state)
    beyond = len(beyond_the_railway(state))
    return total - 12.0 * late**3 * min(3, max(0, beyond - 1))


def _losses(lost: int) -> float:
    """Dear near the limit of 35, ruinous beyond it: there the Allies win."""
    return 0.6 * min(lost, 22) + 1.6 * max(0, min(lost, 36) - 22) + (25.0 if lost > 35 else 0.0)


def _approach(state: State, axis: list[int], late: float) -> float:
    """Who is near an exit may leave soon."""
    out = chart_of(state.world).out
    total = 0.0
    for u in axis:
        far = out[state.place(u)]
        total += worth(state, u) * 0.8 * 0.95**far
    return total


def _hunger(state: State, side: int, units: list[int]) -> float:
    """Those without a line can neither move nor attack."""
    fed = lines(state, side, supplies(state, side), day_zone(state, 1 - side))
    return sum(
        0.25 * worth(state, u)
        for u in units
        if state.world.needs_supply[u] and not fed[state.place(u)]
    )


def _stores(state: State) -> float:
    """Commands and supplies; a supply counts for whoever has it."""
    world, total = state.world, 0.0
    for u, kind in enumerate(world.kind):
        if kind in (UCM, URF) and state.place(u) >= 0:
            sign = 1.0 if state.owner(u) == AXIS else -1.0
            if kind == URF:
                total += sign * (1.0 if world.fixed[u] else 4.0)
            else:
                total += sign * (6.0 if u in world.army_bit else 3.0)
    return total
