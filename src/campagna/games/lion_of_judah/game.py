"""Lion of Judah behind the contract: one judge, one door for orders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from campagna.core.chance import Chance, Draw
from campagna.core.contract import (
    Event,
    Forecast,
    Game,
    Offers,
    OptionSpec,
    Order,
    Outcome,
    Refusal,
    Refused,
    ScenarioSpec,
    Setup,
    Step,
    Text,
    View,
)
from campagna.core.rulebook import rule
from campagna.core.tabletop import Tabletop
from campagna.games.lion_of_judah import (
    air,
    arranging,
    campaign,
    event_phase,
    hq,
    imagination,
    invariants,
    offers,
    position,
    sequence,
    setup,
    sight,
    stacking,
    step_options,
    steps,
    tabletop,
    victory,
)
from campagna.games.lion_of_judah.agenda import (
    Advancing,
    Battle,
    Excess,
    FollowUp,
    Stage,
    Suffer,
)
from campagna.games.lion_of_judah.chapters import chapter_of
from campagna.games.lion_of_judah.choices import Choices, Kinds
from campagna.games.lion_of_judah.chronicle import AnyEvent
from campagna.games.lion_of_judah.counters import PARTS
from campagna.games.lion_of_judah.events import Uncovered, witnessed
from campagna.games.lion_of_judah.flags import TOP
from campagna.games.lion_of_judah.maps import Maps
from campagna.games.lion_of_judah.orders import AnyOrder, Done
from campagna.games.lion_of_judah.rolled import result_of
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.world import CAMPAIGN, HOME, World, load_world

_SECRET = "hidden"


class LionOfJudah(Game[State]):
    slug: ClassVar[str] = "lion-of-judah"
    title: ClassVar[Text] = {"it": "Il Leone di Giuda", "en": "Lion of Judah"}
    rules_version: ClassVar[str] = "1"
    order_type: ClassVar[Any] = AnyOrder
    event_type: ClassVar[Any] = AnyEvent
    position_type: ClassVar[Any] = position.Position
    state_type: ClassVar[Any] = State
    longest_game: ClassVar[int] = 40_000

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
        if "maps" not in state.__dict__:
            state.world = self.world
            state.theatre = self.world.parts[state.part]
            state.options = self.options(state.setup)
            state.maps = Maps.rebuilt(state, setup.side_names(state.setup.scenario))
        return state

    def step(self, state: State) -> Step | None:
        return steps.step(self.attach(state))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != Phase.OVER:
            return None
        self.attach(state)
        if victory.is_campaign(state):
            return campaign.outcome(state)
        return victory.final_outcome(state)

    def offers(self, state: State) -> Offers:
        self.attach(state)
        allows = partial(self._allows, state)
        if state.agenda:
            return _agenda_offers(state, allows)
        if state.phase == Phase.MOVEMENT:
            return offers.MovementOffers(state, allows)
        if state.phase == Phase.COMBAT:
            return offers.CombatOffers(state, allows)
        if state.phase == Phase.OVER:
            raise ValueError("the game is over")
        return Choices(step_options.listed(state), allows, Done())

    def _allows(self, state: State, order: Order) -> bool:
        return not isinstance(self._judge(state, order), Refusal)

    def refusal(self, state: State, order: Order) -> Refusal | None:
        plan = self._judge(self.attach(state), order)
        return plan if isinstance(plan, Refusal) else None

    @rule("5.1-b", "5.2-0")
    def _judge(self, state: State, order: Order) -> Any:
        """The plan of a legal order, ready to be carried out, or the refusal."""
        if state.phase == Phase.OVER:
            return Refusal("4.1", "not-now")
        if isinstance(order, Done):
            return sequence.refuse_done(state)
        chapter = chapter_of(state, order)
        if chapter is None:
            step = self.step(state)
            assert step is not None
            return Refusal(step.rule, "not-now")
        return chapter.judge(state, order)

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        plan = self._judge(self.attach(state), order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        closes_phase = isinstance(order, Done) and not state.agenda
        state.maps.uncovered.clear()
        events = self._carry_out(state, order, plan, chance)
        events += sequence.settle(state, chance)
        events += sequence.check_sudden_death(state, chance)
        waiting = state.agenda or state.phase == Phase.OVER or closes_phase
        if not waiting and sequence.is_over(state, order):
            events += sequence.end_phase(state, chance)
        return events + self._uncovered(state)

    def _carry_out(self, state: State, order: Order, plan: Any, chance: Chance) -> list[Event]:
        if isinstance(order, Done):
            return sequence.done(state, chance)
        chapter = chapter_of(state, order)
        assert chapter is not None
        return chapter.carry_out(state, plan, chance)

    @rule("12.3-a")
    def _uncovered(self, state: State) -> list[Event]:
        """Units that came to the top of their stacks and can be seen."""
        found: list[Event] = []
        for unit in dict.fromkeys(state.maps.uncovered):
            u = state.units[unit]
            if u.place >= 0 and u.flags & TOP and sight.visible(state, unit):
                hex_ = state.hex_name(u.place)
                found.append(Uncovered(rule="12.3-a", unit=state.name(unit), hex=hex_))
        state.maps.uncovered.clear()
        return found

    # --- what leaves the game ---------------------------------------------------------------------

    def view(self, state: State, viewer: str) -> View:
        self.attach(state)
        return View(viewer, state.setup, self.step(state), position.seen(state, viewer))

    def forecast(self, state: State, order: Order) -> Forecast:
        plan = self._judge(self.attach(state), order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        # Fractions are slow to import, and most processes never ask for a forecast.
        from campagna.games.lion_of_judah.forecast import forecast

        return forecast(state, order, plan)

    def imagine(self, view: View, chance: Chance) -> State:
        setup_ = view.setup
        options = self.options(setup_)
        return imagination.imagine(self.world, setup_, options, view.position, chance)

    def describe(self, state: State) -> position.Position:
        return position.describe(self.attach(state))

    def arrange(self, setup_: Setup, position_: Any, chance: Chance) -> State:
        return arranging.arrange(self.world, setup_, self.options(setup_), position_, chance)

    def tabletop(self, view: View) -> Tabletop:
        return tabletop.tabletop(self.world, self.options(view.setup), view)

    def witness(self, event: Event, viewer: str) -> Event | None:
        return witnessed(event, viewer)

    def rolled(self, order: Order, events: Sequence[Event]) -> str | None:
        return result_of(order, events)

    def draw_is_open(self, draw: Draw) -> bool:
        """Dice fall before both players; factors and the shuffled cup nobody has seen."""
        return not draw.purpose.startswith(_SECRET)

    def violations(self, state: State) -> list[str]:
        return invariants.violations(self.attach(state))


def _agenda_offers(state: State, allows: offers.Allows) -> Offers:
    frame = state.agenda[-1]
    if isinstance(frame, Suffer):
        return offers.SufferOffers(state, allows)
    if isinstance(frame, Advancing):
        return offers.AdvanceOffers(state, allows)
    if isinstance(frame, FollowUp):
        return offers.CombatOffers(state, allows)
    kinds: Kinds
    if isinstance(frame, Battle):
        by_air = frame.stage in (Stage.ATTACKER_AIR, Stage.DEFENDER_AIR)
        kinds = air.options(state, frame) if by_air else hq.options(state, frame)
        return Choices(kinds, allows, None)
    if isinstance(frame, Excess):
        excess = frame.side
        return Choices({"remove": lambda: stacking.excess_orders(state, excess)}, allows, None)
    close = Done() if event_phase.may_decline(state) else None
    return Choices(event_phase.options(state, frame), allows, close)
