"""Afrika Korps behind the contract: its phases and frames, and what leaves the game."""

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
from campagna.games.afrika_korps import invariants
from campagna.games.afrika_korps.events import AnyEvent, SupplyRolled
from campagna.games.afrika_korps.opponent.recruit import recruit
from campagna.games.afrika_korps.orders import RollSupply
from campagna.games.afrika_korps.rules.sequence import setup, victory
from campagna.games.afrika_korps.rules.sequence.phases import FRAMES, PHASES
from campagna.games.afrika_korps.rules.sequence.sequence import check_always
from campagna.games.afrika_korps.state import PHASE_NAMES, Maps, State
from campagna.games.afrika_korps.table import charts, position, tabletop
from campagna.games.afrika_korps.world import HOME, SIDES, World, load_world

if TYPE_CHECKING:
    from campagna.core import evaluator
    from campagna.core.charts import Chart, ChartMark

_RULE_OF_OPTION = {
    "victory_turns": "4.1b",
    "supply_removed_before_isolation_check": "24.2",
    "i26_transfer_is_a_crossing": "17.3.2b",
}


class AfrikaKorps(TableGame[State]):
    slug: ClassVar[str] = "afrika-korps"
    title: ClassVar[Text] = {"it": "Afrika Korps", "en": "Afrika Korps"}
    event_type = AnyEvent
    position_type = position.Position
    state_type = State
    longest_game: ClassVar[int] = 20_000

    phases = PHASES
    frames = FRAMES
    over: ClassVar[Refusal] = Refusal("4.2c", "not-now")

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
        setup.set_up(state)
        return state

    def attach(self, state: State) -> State:
        """A state that was read from bytes gets its world and maps back."""
        state.world = self.world
        state.options = self.options(state.setup)
        state.maps = Maps.rebuilt(state)
        return state

    def evaluator(self) -> evaluator.Evaluator:
        # The opponent is large, and whoever only judges or replays needs none.
        from campagna.games.afrika_korps.opponent.evaluator import Evaluator

        return Evaluator(self)

    def recruit(self, state: State, chance: Chance) -> Order:
        return recruit(state, chance)

    def always(self, state: State, chance: Chance) -> list[Event]:
        return check_always(state)

    def outcome(self, state: State) -> Outcome | None:
        return victory.outcome(state)

    # --- what leaves the game ---------------------------------------------------------------------

    def view(self, state: State, viewer: str) -> View:
        """Nothing is hidden: everybody sees the whole position."""
        return View(viewer, state.setup, self.step(state), position.describe(state))

    def tabletop(self, view: View) -> Tabletop:
        state = self.arrange(view.setup, view.position, None)
        return tabletop.tabletop(state)

    def charts(self, setup_: Setup) -> tuple[Chart, ...]:
        self.scenario(setup_)
        return charts.charts(self.world)

    def chart_marks(self, order: Order, forecast: Forecast) -> tuple[ChartMark, ...]:
        return charts.marks(self.world, forecast)

    def rolled_mark(self, event: Event) -> ChartMark | None:
        return charts.rolled(event)

    def imagine(self, view: View, chance: Chance) -> State:
        return self.arrange(view.setup, view.position, chance)

    def describe(self, state: State) -> position.Position:
        return position.describe(state)

    def arrange(self, setup_: Setup, position_: object, chance: Chance | None) -> State:
        return position.arrange(self.world, setup_, self.options(setup_), position_)

    def rolled(self, order: Order, events: Sequence[Event]) -> str | None:
        if isinstance(order, RollSupply):
            rolls = (e for e in events if isinstance(e, SupplyRolled))
            return next(("sunk" if e.sunk else "arrives" for e in rolls), None)
        return super().rolled(order, events)

    def is_public_draw(self, draw: Draw) -> bool:
        """Every die of this game falls before both players."""
        return True

    def names(self, setup: Setup, position: Mapping[str, Any]) -> Names:
        world = self.world
        return {"unit": world.names, "hex": world.hex_ids, "side": SIDES, "phase": PHASE_NAMES}

    def violations(self, state: State) -> list[str]:
        return invariants.violations(state)
