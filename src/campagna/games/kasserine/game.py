"""Kasserine behind the contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
from campagna.games.kasserine import invariants, orders
from campagna.games.kasserine.events import AnyEvent, Bombed, DemolitionRolled
from campagna.games.kasserine.opponent import recruit
from campagna.games.kasserine.rules import setup, victory
from campagna.games.kasserine.rules.phases import FRAMES, PHASES, end_at_breakout
from campagna.games.kasserine.state import PHASE_NAMES, Maps, State
from campagna.games.kasserine.table import charts, lab_counts, position, tabletop
from campagna.games.kasserine.world import HOME, SIDES, World, load_world

if TYPE_CHECKING:
    from campagna.core import evaluator
    from campagna.core.charts import Chart, ChartMark

_RULE_OF_OPTION = {
    "road_rate_requires_link": "MOV-12",
    "track_alternation_persists": "MOV-13",
    "command_radius_weather": "WX-7",
    "night_attacks": "NGT-3",
    "pause_recon_ban": "CAL-13 (d)",
    "entry_in_enemy_zone": "CAL-19",
    "supply_capture": "LOG-16",
    "defensive_artillery": "ART-3",
    "reduced_infantry_needs_supply_to_attack": "CMD-6",
}


class Kasserine(TableGame[State]):
    slug: ClassVar[str] = "kasserine"
    title: ClassVar[Text] = {"it": "Kasserine", "en": "Kasserine"}
    event_type: ClassVar[object] = AnyEvent
    position_type: ClassVar[type] = position.Position
    state_type: ClassVar[type] = State
    longest_game: ClassVar[int] = 20_000
    phases = PHASES
    frames = FRAMES
    over: ClassVar[Refusal] = Refusal("CAL-3", "not-now")

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

    # --- the state machine --------------------------------------------------------------------------

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

    def outcome(self, state: State) -> Outcome | None:
        return victory.outcome(state)

    def always(self, state: State, chance: Chance) -> list[Event]:
        return end_at_breakout(state)

    # --- what is offered ----------------------------------------------------------------------------

    def evaluator(self) -> evaluator.Evaluator:
        # The opponent is large, and whoever only judges or replays needs none.
        from campagna.games.kasserine.opponent.evaluator import Evaluator

        return Evaluator(self)

    def recruit(self, state: State, chance: Chance) -> Order:
        return recruit.recruit(state, chance)

    # --- what leaves the game -----------------------------------------------------------------------

    def view(self, state: State, viewer: str) -> View:
        """Nothing is hidden: everybody sees the whole position."""
        return View(viewer, state.setup, self.step(state), position.describe(state))

    def tabletop(self, view: View) -> Tabletop:
        return tabletop.tabletop(self.arrange(view.setup, view.position, None))

    def charts(self, setup_: Setup) -> tuple[Chart, ...]:
        return charts.charts(self.world, self.options(setup_))

    def chart_marks(self, order: Order, forecast: Forecast) -> tuple[ChartMark, ...]:
        return charts.marks(self.world, order, forecast)

    def rolled_mark(self, event: Event) -> ChartMark | None:
        return charts.rolled(self.world, event)

    def tally(self, event: Event) -> Iterable[str]:
        return lab_counts.tally(event)

    def rolled(self, order: Order, events: Sequence[Event]) -> str | None:
        if isinstance(order, orders.Raid):
            bombs = [e.result for e in events if isinstance(e, Bombed)]
            return " ".join(bombs) or None
        if isinstance(order, orders.Demolish):
            tries = (e for e in events if isinstance(e, DemolitionRolled))
            return next(("blown" if e.blown else "stays" for e in tries), None)
        return super().rolled(order, events)

    def is_public_draw(self, draw: Draw) -> bool:
        """Nothing is hidden: both players watch every die."""
        return True

    def imagine(self, view: View, chance: Chance) -> State:
        return self.arrange(view.setup, view.position, chance)

    def describe(self, state: State) -> position.Position:
        return position.describe(state)

    def arrange(self, setup_: Setup, position_: object, chance: Chance | None) -> State:
        return position.arrange(self.world, setup_, self.options(setup_), position_)

    def names(self, setup: Setup, position: Mapping[str, Any]) -> Names:
        world = self.world
        return {"unit": world.names, "hex": world.hex_ids, "side": SIDES, "phase": PHASE_NAMES}

    def violations(self, state: State) -> list[str]:
        return invariants.violations(state)
