"""Panzergruppe Guderian behind the contract. What may be ordered when stands in `rules/phases.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from campagna.core.chance import Chance, Draw
from campagna.core.contract import (
    Event,
    Forecast,
    Order,
    Outcome,
    Refusal,
    ScenarioSpec,
    Setup,
    Text,
    View,
    option_specs,
)
from campagna.core.numbered import Names
from campagna.core.table_game import TableGame
from campagna.core.tabletop import Tabletop
from campagna.games.panzergruppe_guderian import invariants
from campagna.games.panzergruppe_guderian.events import AnyEvent, AttackCancelled, HexEmptied
from campagna.games.panzergruppe_guderian.opponent.recruit import recruit
from campagna.games.panzergruppe_guderian.rules import setup, untried, victory
from campagna.games.panzergruppe_guderian.rules.forecast import CANCELLED, EMPTIED
from campagna.games.panzergruppe_guderian.rules.phases import FRAMES, PHASES
from campagna.games.panzergruppe_guderian.state import OVER, PHASE_NAMES, Maps, State
from campagna.games.panzergruppe_guderian.table import position
from campagna.games.panzergruppe_guderian.table.imagine import imagine
from campagna.games.panzergruppe_guderian.world import HOME, SIDES, World, load_world

if TYPE_CHECKING:
    from campagna.core import evaluator
    from campagna.core.charts import Chart, ChartMark

_RULE_OF_OPTION = {
    "leader_withdrawal": "10.4a",
    "german_marginal_is_draw": "BAL-1",
    "area_b_includes_0111": "14.3b",
    "entry_supply": "11.33",
    "retreat_full_distance": "9.73a",
    "leaders_repair_rail": "6.37c",
}


class PanzergruppeGuderian(TableGame[State]):
    slug: ClassVar[str] = "panzergruppe-guderian"
    title: ClassVar[Text] = {"it": "Panzergruppe Guderian", "en": "Panzergruppe Guderian"}
    event_type = AnyEvent
    position_type = position.Position
    state_type = State
    longest_game: ClassVar[int] = 20_000
    phases = PHASES
    frames = FRAMES
    over: ClassVar[Refusal] = Refusal("15.GEN", "not-now")

    def __init__(self, world: World | None = None) -> None:
        self.world = load_world() if world is None else world
        self.board = self.world.board

    @property
    def scenarios(self) -> tuple[ScenarioSpec, ...]:
        scenario = self.world.scenario
        specs = option_specs(scenario["options"], _RULE_OF_OPTION)
        return (ScenarioSpec(scenario["id"], scenario["title"], SIDES, specs),)

    @property
    def home(self) -> Path:
        return HOME

    # --- the state machine ------------------------------------------------------------------------

    def start(self, setup_: Setup, chance: Chance) -> State:
        state = setup.empty_state(self.world, setup_, self.options(setup_))
        setup.set_up(state, chance)
        return state

    def attach(self, state: State) -> State:
        """A state that was read from bytes gets its world and maps back."""
        state.world = self.world
        state.options = self.options(state.setup)
        state.maps = Maps.rebuilt(state)
        return state

    def outcome(self, state: State) -> Outcome | None:
        return victory.final_outcome(state) if state.phase == OVER else None

    def evaluator(self) -> evaluator.Evaluator:
        # The opponent is large, and whoever only judges or replays needs none.
        from campagna.games.panzergruppe_guderian.opponent.evaluator import Evaluator

        return Evaluator(self)

    def recruit(self, state: State, chance: Chance) -> Order:
        return recruit(state, chance)

    # --- what leaves the game ---------------------------------------------------------------------

    def view(self, state: State, viewer: str) -> View:
        return View(viewer, state.setup, self.step(state), position.seen(state))

    def imagine(self, view: View, chance: Chance) -> State:
        setup_ = view.setup
        return imagine(self.world, setup_, self.options(setup_), view.position, chance)

    def describe(self, state: State) -> position.Position:
        return position.describe(state)

    def arrange(self, setup_: Setup, position_: object, chance: Chance) -> State:
        return position.arrange(self.world, setup_, self.options(setup_), position_, chance)

    def tabletop(self, view: View) -> Tabletop:
        # Only a table asks for it.
        from campagna.games.panzergruppe_guderian.table.tabletop import tabletop

        return tabletop(self.world, self.options(view.setup), view)

    def charts(self, setup: Setup) -> tuple[Chart, ...]:
        from campagna.games.panzergruppe_guderian.table import charts

        self.scenario(setup)
        return charts.charts(self.world)

    def chart_marks(self, order: Order, forecast: Forecast) -> tuple[ChartMark, ...]:
        from campagna.games.panzergruppe_guderian.table import charts

        return charts.marks(self.world, forecast)

    def rolled_mark(self, event: Event) -> ChartMark | None:
        from campagna.games.panzergruppe_guderian.table import charts

        return charts.rolled(event)

    def rolled(self, order: Order, events: Sequence[Event]) -> str | None:
        """Untried divisions may end a battle before its die: the hex is emptied, or the attack is off."""
        for kind, result in ((AttackCancelled, CANCELLED), (HexEmptied, EMPTIED)):
            if any(isinstance(event, kind) for event in events):
                return super().rolled(order, events) or result
        return super().rolled(order, events)

    def is_public_draw(self, draw: Draw) -> bool:
        """Dice fall before both players; which counter was drawn nobody knows (12.1c)."""
        return not draw.purpose.startswith(untried.DRAWING)

    def names(self, setup: Setup, position: Mapping[str, Any]) -> Names:
        world = self.world
        return {"unit": world.unit_names, "hex": world.hex_ids, "side": SIDES, "phase": PHASE_NAMES}

    def violations(self, state: State) -> list[str]:
        return invariants.violations(state)
