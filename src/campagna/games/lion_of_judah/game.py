"""Lion of Judah behind the contract. The rules are in the chapters; here they are put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from campagna.core.chance import Chance, Draw
from campagna.core.contract import (
    Event,
    Forecast,
    OptionSpec,
    Order,
    Outcome,
    Refusal,
    ScenarioSpec,
    Setup,
    Text,
    View,
)
from campagna.core.numbered import Names
from campagna.core.rulebook import rule
from campagna.core.table_game import TableGame
from campagna.core.tabletop import Tabletop
from campagna.games.lion_of_judah import invariants
from campagna.games.lion_of_judah.chronicle import AnyEvent
from campagna.games.lion_of_judah.counters import ITALIAN, PARTS
from campagna.games.lion_of_judah.events import witnessed
from campagna.games.lion_of_judah.flags import NOWHERE
from campagna.games.lion_of_judah.maps import Maps
from campagna.games.lion_of_judah.opponent import recruit
from campagna.games.lion_of_judah.orders import Done
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.general import campaign, setup
from campagna.games.lion_of_judah.rules.general.rolled import result_of
from campagna.games.lion_of_judah.rules.resources import roads
from campagna.games.lion_of_judah.rules.sequence import sequence
from campagna.games.lion_of_judah.rules.sequence.phases import FRAMES, PHASES
from campagna.games.lion_of_judah.rules.sequence.waiting import work_off
from campagna.games.lion_of_judah.state import PHASE_NAMES, State
from campagna.games.lion_of_judah.table import (
    charts,
    imagine,
    position,
    position_reader,
    tabletop,
)
from campagna.games.lion_of_judah.world import CAMPAIGN, HOME, World, load_world

if TYPE_CHECKING:
    from campagna.core import evaluator
    from campagna.core.charts import Chart, ChartMark

_SECRET = "hidden"


class LionOfJudah(TableGame[State]):
    slug: ClassVar[str] = "lion-of-judah"
    title: ClassVar[Text] = {"it": "Il Leone di Giuda", "en": "Lion of Judah"}
    event_type = AnyEvent
    position_type = position.Position
    state_type = State
    longest_game: ClassVar[int] = 40_000
    phases = PHASES
    frames = FRAMES
    over = Refusal("4.1", "not-now")

    def __init__(self, world: World | None = None) -> None:
        self.world = load_world() if world is None else world
        self.board = self.world.board

    @property
    @rule("1-a", "3.1-a", "10.1.1-c", "2.3.5-b")
    def scenarios(self) -> tuple[ScenarioSpec, ...]:
        options = tuple(
            OptionSpec(o["id"], o["default"], (False, True), o["rule"], o["name"])
            for o in self.world.campaign["option"]
        )
        wars = [
            ScenarioSpec(part.id, part.scenario["title"], setup.side_names(part.id), options)
            for part in self.world.parts
        ]
        title = self.world.campaign["title"]
        whole = ScenarioSpec(CAMPAIGN, title, setup.side_names(CAMPAIGN), options)
        return (*wars, whole)

    @property
    def home(self) -> Path:
        return HOME

    # --- the state machine ------------------------------------------------------------------------

    def start(self, setup_: Setup, chance: Chance) -> State:
        state = setup.empty_state(self.world, setup_, self.options(setup_))
        part = 0 if setup_.scenario == CAMPAIGN else PARTS.index(setup_.scenario)
        setup.begin_part(state, part, chance)
        state.maps.uncovered.clear()
        return state

    def attach(self, state: State) -> State:
        """A state that was read from bytes gets its world and maps back."""
        state.world = self.world
        state.theatre = self.world.parts[state.part]
        state.options = self.options(state.setup)
        state.maps = Maps.rebuilt(state, setup.side_names(state.setup.scenario))
        return state

    def outcome(self, state: State) -> Outcome | None:
        return campaign.final_outcome(state) if self.is_over(state) else None

    @rule("5.1-b", "5.2-0")
    def settle(self, state: State, order: Order, answered: object, chance: Chance) -> list[Event]:
        """The agenda, a sudden end, then the end of a phase in which nothing is left to decide.

        An order that ended a phase ends no second one; one that declined a frame may end its phase.
        """
        events = roads.lost_works(state) + work_off(state, chance)
        events += sequence.check_sudden_death(state, chance)
        ended = isinstance(order, Done) and answered is None
        waiting = ended or state.agenda or self.is_over(state)
        if not waiting and state.phase != state.maps.hold and sequence.is_over(state, order):
            events += sequence.end_phase(state, chance)
        return events + roads.lost_works(state) + visibility.uncover(state)

    def play_until(self, state: State, order: Order, chance: Chance, phase: int) -> list[Event]:
        state.maps.hold = phase
        try:
            return self.play(state, order, chance)
        finally:
            state.maps.hold = NOWHERE

    def evaluator(self) -> evaluator.Evaluator:
        # The opponent is large, and whoever only judges or replays needs none.
        from campagna.games.lion_of_judah.opponent.evaluator import Evaluator

        return Evaluator(self)

    def recruit(self, state: State, chance: Chance) -> Order:
        return recruit.recruit(state, chance)

    # --- what leaves the game ---------------------------------------------------------------------

    def view(self, state: State, viewer: str) -> View:
        return View(viewer, state.setup, self.step(state), position.seen(state, viewer))

    def imagine(self, view: View, chance: Chance) -> State:
        setup_ = view.setup
        options = self.options(setup_)
        facts = view.step.facts if view.step is not None else {}
        asked = view.step is not None and view.step.decision == "excess"
        hexes = facts["hexes"] if asked else ()
        excess = tuple(map(str, hexes)) if isinstance(hexes, (tuple, list)) else ()
        state = imagine.imagine(self.world, setup_, options, view.position, chance, excess)
        if view.viewer != state.maps.sides[ITALIAN]:
            imagine.share_minor_source(state, chance)
        return state

    def describe(self, state: State) -> position.Position:
        return position.describe(state)

    def arrange(self, setup_: Setup, position_: object, chance: Chance) -> State:
        return position_reader.arrange(self.world, setup_, self.options(setup_), position_, chance)

    def tabletop(self, view: View) -> Tabletop:
        return tabletop.tabletop(self.world, self.options(view.setup), view)

    def charts(self, setup_: Setup) -> tuple[Chart, ...]:
        self.scenario(setup_)
        return charts.charts(self.world, setup_)

    def chart_marks(self, order: Order, forecast: Forecast) -> tuple[ChartMark, ...]:
        return charts.marks(self.world, forecast)

    def rolled_mark(self, event: Event) -> ChartMark | None:
        return charts.rolled(self.world, event)

    def witness(self, event: Event, viewer: str) -> Event | None:
        return witnessed(event, viewer)

    def rolled(self, order: Order, events: Sequence[Event]) -> str | None:
        return result_of(order, events)

    def is_public_draw(self, draw: Draw) -> bool:
        """Dice fall before both players; factors and the shuffled cup nobody has seen."""
        return not draw.purpose.startswith(_SECRET)

    def names(self, setup: Setup, position: Mapping[str, Any]) -> Names:
        world = self.world
        first = setup.scenario if setup.scenario in PARTS else PARTS[0]
        given = position.get("part")
        part = world.parts[PARTS.index(given if given in PARTS else first)]
        return {
            "unit": [counter.id for counter in world.counters],
            "hex": world.hex_ids,
            "side": part.sides,
            "phase": PHASE_NAMES,
            "box": [box.id for box in part.boxes],
            "air": [marker.id for marker in world.air],
        }

    def violations(self, state: State) -> list[str]:
        return invariants.violations(state)
