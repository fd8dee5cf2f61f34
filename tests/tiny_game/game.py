"""The Two Fords, behind the contract. The rules are in the chapters; here they are only put together."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, assert_never, cast

from campagna.core.chance import Chance, Draw
from campagna.core.contract import (
    Event,
    Forecast,
    ForecastLine,
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
from tests.tiny_game import combat, deployment, movement, reconnaissance, victory
from tests.tiny_game.events import AnyEvent, Looked
from tests.tiny_game.invariants import violations
from tests.tiny_game.offers import offers
from tests.tiny_game.orders import AnyOrder, Attack, Deploy, EndPhase, Look, Move, Retreat
from tests.tiny_game.position import Position, arrange, describe
from tests.tiny_game.sequence import deployment_step, next_phase, wrong_order
from tests.tiny_game.state import SIDES, State, deal
from tests.tiny_game.terrain import HOME

_OPTIONS = (
    OptionSpec(
        "open-counters",
        default=False,
        values=(False, True),
        rule="9.1",
        text={"it": "Tutti i segnalini scoperti", "en": "All counters face up"},
    ),
    OptionSpec(
        "river-zones",
        default=False,
        values=(False, True),
        rule="5.1",
        text={"it": "Le zone passano il torrente", "en": "Zones cross the stream"},
    ),
)


class TwoFords(Game[State]):
    slug = "two-fords"
    title: ClassVar[Text] = {"it": "I due guadi", "en": "The Two Fords"}
    rules_version = "1"
    order_type = AnyOrder
    event_type = AnyEvent
    position_type = Position
    state_type = State
    longest_game = 200

    @property
    def scenarios(self) -> tuple[ScenarioSpec, ...]:
        title = {"it": "Il passaggio", "en": "The crossing"}
        return (ScenarioSpec("crossing", title, SIDES, _OPTIONS),)

    @property
    def home(self) -> Path:
        return HOME

    def start(self, setup: Setup, chance: Chance) -> State:
        self.scenario(setup)
        state = deal(setup, chance)
        state.agenda = [deployment_step(side) for side in reversed(SIDES)]
        return state

    def step(self, state: State) -> Step | None:
        return state.agenda[-1] if state.agenda else None

    def outcome(self, state: State) -> Outcome | None:
        return victory.outcome(state)

    def offers(self, state: State) -> Offers:
        return offers(state)

    def refusal(self, state: State, order: Order) -> Refusal | None:
        return wrong_order(state, order) or _chapter_refusal(state, cast(AnyOrder, order))

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        refusal = self.refusal(state, order)
        if refusal is not None:
            raise Refused(refusal)
        return _play(state, cast(AnyOrder, order), chance)

    def view(self, state: State, viewer: str) -> View:
        return View(viewer, state.setup, self.step(state), describe(state, viewer))

    def forecast(self, state: State, order: Order) -> Forecast:
        refusal = self.refusal(state, order)
        if refusal is not None:
            raise Refused(refusal)
        if isinstance(order, Attack):
            return combat.forecast(state, order)
        return Forecast(rule="3.2", lines=(ForecastLine("certain", 1.0),))

    def draw_is_open(self, draw: Draw) -> bool:
        """Both watch the die of an attack; strengths are drawn face down."""
        return draw.purpose == "attack"

    def imagine(self, view: View, chance: Chance) -> State:
        """A view is a position with unknown strengths: arranging it draws them."""
        return arrange(view.setup, view.position, chance)

    def describe(self, state: State) -> Position:
        return describe(state)

    def arrange(self, setup: Setup, position: Any, chance: Chance) -> State:
        self.scenario(setup)
        return arrange(setup, position, chance)

    def violations(self, state: State) -> list[str]:
        return violations(state)

    def witness(self, event: Event, viewer: str) -> Event | None:
        return reconnaissance.witness(event, viewer) if isinstance(event, Looked) else event


def _chapter_refusal(state: State, order: AnyOrder) -> Refusal | None:
    match order:
        case Deploy():
            return deployment.refusal(state, order)
        case Move():
            return movement.refusal(state, order)
        case Attack():
            return combat.refusal(state, order)
        case Look():
            return reconnaissance.refusal(state, order)
        case Retreat():
            return combat.retreat_refusal(state, order)
        case EndPhase():
            return None
    assert_never(order)


def _play(state: State, order: AnyOrder, chance: Chance) -> list[Event]:
    match order:
        case Deploy():
            return deployment.play(state, order)
        case Move():
            return movement.play(state, order)
        case Attack():
            return combat.play(state, order, chance)
        case Look():
            return reconnaissance.play(state, order)
        case Retreat():
            return combat.play_retreat(state, order)
        case EndPhase():
            return next_phase(state)
    assert_never(order)
