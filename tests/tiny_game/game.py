"""The Two Fords, behind the contract. The rules are in the chapters; here they are only put together."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from campagna.core.chance import Chance, Draw
from campagna.core.contract import (
    Event,
    OptionSpec,
    Outcome,
    Refusal,
    ScenarioSpec,
    Setup,
    Text,
    View,
)
from campagna.core.table_game import TableGame
from tests.tiny_game import reconnaissance, victory
from tests.tiny_game.events import AnyEvent, Looked
from tests.tiny_game.invariants import violations
from tests.tiny_game.phases import FRAMES, PHASES
from tests.tiny_game.position import Position, arrange, describe
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


class TwoFords(TableGame[State]):
    slug = "two-fords"
    title: ClassVar[Text] = {"it": "I due guadi", "en": "The Two Fords"}
    rules_version = "1"
    event_type = AnyEvent
    position_type = Position
    state_type = State
    longest_game = 200
    phases = PHASES
    frames = FRAMES
    over = Refusal("3.1", "game-over")

    @property
    def scenarios(self) -> tuple[ScenarioSpec, ...]:
        title = {"it": "Il passaggio", "en": "The crossing"}
        return (ScenarioSpec("crossing", title, SIDES, _OPTIONS),)

    @property
    def home(self) -> Path:
        return HOME

    def start(self, setup: Setup, chance: Chance) -> State:
        self.scenario(setup)
        return deal(setup, chance)

    def outcome(self, state: State) -> Outcome | None:
        return victory.outcome(state)

    def view(self, state: State, viewer: str) -> View:
        return View(viewer, state.setup, self.step(state), describe(state, viewer))

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
