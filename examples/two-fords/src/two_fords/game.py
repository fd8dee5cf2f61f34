"""The Two Fords, behind the contract. The rules are in the chapters; here they are only put together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from campagna.core.chance import Chance, Draw
from campagna.core.charts import Chart, ChartMark
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
from campagna.core.table_game import TableGame
from campagna.core.tabletop import Tabletop
from two_fords.events import AnyEvent, Eliminated, Looked
from two_fords.invariants import violations
from two_fords.rules import reconnaissance, victory
from two_fords.rules.counters import deal
from two_fords.rules.phases import FRAMES, PHASES
from two_fords.state import State
from two_fords.table import charts
from two_fords.table.position import Position, arrange, describe
from two_fords.table.tabletop import tabletop
from two_fords.world import BOARD, HOME, SCENARIO, SIDES

if TYPE_CHECKING:
    from campagna.core import evaluator

_RULE_OF_OPTION = {"open-counters": "9.1", "river-zones": "5.1"}


class TwoFords(TableGame[State]):
    slug = "two-fords"
    title: ClassVar[Text] = {"it": "I due guadi", "en": "The Two Fords"}
    event_type = AnyEvent
    position_type = Position
    state_type = State
    longest_game = 200
    board = BOARD
    phases = PHASES
    frames = FRAMES
    over = Refusal("3.1", "game-over")

    @property
    def scenarios(self) -> tuple[ScenarioSpec, ...]:
        specs = option_specs(SCENARIO["options"], _RULE_OF_OPTION)
        return (ScenarioSpec(SCENARIO["id"], SCENARIO["title"], SIDES, specs),)

    @property
    def home(self) -> Path:
        return HOME

    def start(self, setup: Setup, chance: Chance) -> State:
        self.scenario(setup)
        return deal(setup, chance)

    def evaluator(self) -> evaluator.Evaluator:
        # Whoever only judges or replays needs no opponent.
        from two_fords.opponent.evaluator import Evaluator

        return Evaluator()

    def outcome(self, state: State) -> Outcome | None:
        return victory.outcome(state)

    def view(self, state: State, viewer: str) -> View:
        return View(viewer, state.setup, self.step(state), describe(state, viewer))

    def rolled(self, order: Order, events: Sequence[Event]) -> str | None:
        """A decoy is gone before any die (6.4)."""
        decoy = any(isinstance(event, Eliminated) and event.rule == "6.4" for event in events)
        return "decoy" if decoy else super().rolled(order, events)

    def is_public_draw(self, draw: Draw) -> bool:
        """Both watch the die of an attack; strengths are drawn face down."""
        return draw.purpose == "attack"

    def imagine(self, view: View, chance: Chance) -> State:
        """A view is a position with unknown strengths: arranging it draws them."""
        return arrange(view.setup, view.position, chance)

    def tabletop(self, view: View) -> Tabletop:
        return tabletop(view)

    def charts(self, setup: Setup) -> tuple[Chart, ...]:
        self.scenario(setup)
        return charts.charts()

    def chart_marks(self, order: Order, forecast: Forecast) -> tuple[ChartMark, ...]:
        return charts.marks(forecast)

    def rolled_mark(self, event: Event) -> ChartMark | None:
        return charts.rolled(event)

    def describe(self, state: State) -> Position:
        return describe(state)

    def arrange(self, setup: Setup, position: Any, chance: Chance) -> State:
        self.scenario(setup)
        return arrange(setup, position, chance)

    def violations(self, state: State) -> list[str]:
        return violations(state)

    def witness(self, event: Event, viewer: str) -> Event | None:
        return reconnaissance.witness(event, viewer) if isinstance(event, Looked) else event
