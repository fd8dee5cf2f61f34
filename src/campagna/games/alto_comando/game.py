"""Alto Comando behind the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from campagna.core.chance import Chance, Draw
from campagna.core.contract import (
    Event,
    Offers,
    OptionSpec,
    Order,
    Outcome,
    Refusal,
    ScenarioSpec,
    Setup,
    Text,
    View,
)
from campagna.core.decision import Situation
from campagna.core.editions import Options
from campagna.core.numbered import Names
from campagna.core.ruler import Mark, Measurement
from campagna.core.table_game import TableGame
from campagna.core.tabletop import Tabletop
from campagna.games.alto_comando import invariants
from campagna.games.alto_comando.campaign_data import campaign_ids, campaign_of
from campagna.games.alto_comando.events import AnyEvent
from campagna.games.alto_comando.idle_options import refuse_idle
from campagna.games.alto_comando.opponent.recruit import recruit
from campagna.games.alto_comando.orders import Fortify
from campagna.games.alto_comando.rules import battle_start, beda_fomm, cards, forces, sequence
from campagna.games.alto_comando.rules.phases import LAYING, PHASES
from campagna.games.alto_comando.state import PHASE_NAMES, Laying, Phase, State
from campagna.games.alto_comando.table import charts, position, ruler, tabletop
from campagna.games.alto_comando.table.rolled import result_of
from campagna.games.alto_comando.world import (
    BATTLE,
    BEDA_FOMM,
    HOME,
    NOBODY,
    SIDES,
    World,
    load_world,
)

if TYPE_CHECKING:
    from campagna.core import evaluator
    from campagna.core.charts import Chart

_DECK_OPTIONS = (
    "tobruk_force",
    "gazala_start",
    "short_track",
    "four_cards",
    "novice_draft",
    "tunisia_tiger",
)
"""Options of single campaigns that also matter when a battle is fought with their cards."""


class AltoComando(TableGame[State]):
    slug: ClassVar[str] = "alto-comando"
    title: ClassVar[Text] = {"it": "Alto Comando", "en": "Alto Comando"}
    event_type = AnyEvent
    position_type = position.Position
    state_type = State
    longest_game: ClassVar[int] = 100_000
    over: ClassVar[Refusal] = Refusal("VIC-4", "not-now")
    phases = PHASES
    frames: Mapping[type, Situation[State]] = {Laying: LAYING}

    def __init__(self, world: World | None = None) -> None:
        self.world = load_world() if world is None else world
        self._scenarios = _scenarios(self.world)

    @property
    def scenarios(self) -> tuple[ScenarioSpec, ...]:
        return self._scenarios

    @property
    def home(self) -> Path:
        return HOME

    # --- the state machine ------------------------------------------------------------------------

    def scenario(self, setup: Setup) -> ScenarioSpec:
        """Options that would do nothing together are refused. Raises `BadPosition`."""
        spec = super().scenario(setup)
        values = {o.name: setup.options.get(o.name, o.default) for o in spec.options}
        options = Options(values, self.editions.fixes(self.edition(setup)))
        if options.fixed("idle-options"):
            refuse_idle(self.world.options, values, decks=options.fixed("idle-decks"))
        return spec

    def start(self, setup: Setup, chance: Chance) -> State:
        state = battle_start.empty_state(self.world, setup, self.options(setup))
        if setup.scenario == BEDA_FOMM:
            beda_fomm.begin(state, chance)
        else:
            forces.begin(state, chance)
        return state

    def attach(self, state: State) -> State:
        battle_start.attach(state, self.world, self.options(state.setup))
        return state

    def always(self, state: State, chance: Chance) -> list[Event]:
        """At Beda Fomm the Italians may win at once (BF-5)."""
        if state.field.id == BEDA_FOMM and sequence.in_turn(state):
            return beda_fomm.check_victory(state)
        return []

    def offers(self, state: State) -> Offers:
        offers = super().offers(state)
        return WorksOffers(offers) if state.phase == Phase.WORKS else offers

    def evaluator(self) -> evaluator.Evaluator:
        # The opponent is large, and whoever only judges or replays needs none.
        from campagna.games.alto_comando.opponent.evaluator import Evaluator

        return Evaluator(self)

    def recruit(self, state: State, chance: Chance) -> Order:
        return recruit(state, chance)

    def outcome(self, state: State) -> Outcome | None:
        result = state.result
        if state.phase != Phase.OVER or result is None:
            return None
        winner = SIDES[result.winner] if result.winner != NOBODY else None
        return Outcome(winner, result.level, dict(zip(SIDES, result.points, strict=True)))

    # --- what leaves the game ---------------------------------------------------------------------

    def view(self, state: State, viewer: str) -> View:
        """Everything but the other side's choice of cards, while it is secret (D-2)."""
        shown = position.describe(state)
        if state.campaign is not None:
            now = cards.seen(forces.plan(state), state.campaign, state.options, viewer)
            shown = msgspec.structs.replace(shown, campaign=now)
        return View(viewer, state.setup, self.step(state), shown)

    def imagine(self, view: View, chance: Chance) -> State:
        state = self.arrange(view.setup, view.position, chance)
        if state.campaign is not None:
            state.campaign = cards.imagined(
                forces.plan(state), state.campaign, state.options, chance
            )
        return state

    def witness(self, event: Event, viewer: str) -> Event | None:
        return forces.witness(event, viewer)

    def rolled(self, order: Order, events: Sequence[Event]) -> str | None:
        return result_of(events)

    def is_public_draw(self, draw: Draw) -> bool:
        """Every die falls before both players, and drawn cards are shown at once (CAM-1)."""
        return True

    def describe(self, state: State) -> position.Position:
        return position.describe(state)

    def arrange(self, setup: Setup, position_: object, chance: Chance) -> State:
        return position.arrange(self.world, setup, self.options(setup), position_)

    def tabletop(self, view: View) -> Tabletop:
        state = position.restored(self.world, view.setup, self.options(view.setup), view.position)
        return tabletop.tabletop(state)

    def measure(self, view: View, a: Mark, b: Mark) -> Measurement | None:
        state = position.restored(self.world, view.setup, self.options(view.setup), view.position)
        return ruler.measure(state, a, b)

    def names(self, setup: Setup, position: Mapping[str, Any]) -> Names:
        return {"side": SIDES, "phase": PHASE_NAMES}

    def charts(self, setup: Setup) -> tuple[Chart, ...]:
        return charts.charts(self.world, setup, self.options(setup))

    def violations(self, state: State) -> list[str]:
        return invariants.violations(state)


class WorksOffers(Offers):
    """Strips and segments are offered apart, but an order may lay both: each part is covered then."""

    def __init__(self, offers: Offers) -> None:
        super().__init__(lambda: tuple(offers), offers.sample)

    def covers(self, order: Order) -> bool:
        if isinstance(order, Fortify) and order.strips and order.segments:
            parts = Fortify(strips=order.strips), Fortify(segments=order.segments)
            return all(super(WorksOffers, self).covers(part) for part in parts)
        return super().covers(order)


# --- scenarios ------------------------------------------------------------------------------------------


def _scenarios(world: World) -> tuple[ScenarioSpec, ...]:
    """The card battle, the trial scenario, and the nine campaigns."""
    campaigns = []
    for id_ in campaign_ids():
        specs = _options(world, "campaign", id_)
        played = campaign_of(id_, {spec.name: spec.default for spec in specs})
        campaigns.append(ScenarioSpec(id_, {"it": played.it, "en": played.en}, SIDES, specs))
    battle = world.card_battle["title"]
    trial = world.beda_fomm["title"]
    return (
        ScenarioSpec(BATTLE, battle, SIDES, _options(world, BATTLE)),
        ScenarioSpec(BEDA_FOMM, trial, SIDES, _options(world, BEDA_FOMM)),
        *campaigns,
    )


def _options(world: World, *scenarios: str) -> tuple[OptionSpec, ...]:
    return tuple(
        OptionSpec(
            name,
            block["default"],
            tuple(block["values"]),
            block["rule"],
            {"it": block["it"], "en": block["en"]},
        )
        for name, block in world.options.items()
        if set(scenarios) & set(block["scenarios"])
        or (BATTLE in scenarios and name in _DECK_OPTIONS)
    )
