"""Alto Comando behind the contract: one judge, one door for orders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from campagna.core.chance import Chance, Draw
from campagna.core.contract import (
    Event,
    Fact,
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
from campagna.core.tabletop import Tabletop
from campagna.games.alto_comando import (
    air,
    beda_fomm,
    cards,
    deployment,
    fieldworks,
    fire,
    forces,
    forces_offers,
    headquarters,
    invariants,
    minefields,
    movement,
    opening,
    orders,
    position,
    sequence,
    setup_offers,
    tabletop,
    turn_offers,
    victory,
)
from campagna.games.alto_comando.campaign_data import campaign_ids, campaign_of
from campagna.games.alto_comando.events import AnyEvent
from campagna.games.alto_comando.judge import judge
from campagna.games.alto_comando.orders import AnyOrder
from campagna.games.alto_comando.rolled import result_of
from campagna.games.alto_comando.state import PHASE_NAMES, Phase, State
from campagna.games.alto_comando.world import (
    BATTLE,
    BEDA_FOMM,
    HOME,
    NOBODY,
    SIDES,
    World,
    load_world,
)

_DECK_OPTIONS = ("tobruk_force", "gazala_start", "short_track", "four_cards", "novice_draft")
"""Options of single campaigns that also matter when a battle is fought with their cards."""


class AltoComando(Game[State]):
    slug: ClassVar[str] = "alto-comando"
    title: ClassVar[Text] = {"it": "Alto Comando", "en": "Alto Comando"}
    rules_version: ClassVar[str] = "1"
    order_type: ClassVar[Any] = AnyOrder
    event_type: ClassVar[Any] = AnyEvent
    position_type: ClassVar[Any] = position.Position
    state_type: ClassVar[Any] = State
    longest_game: ClassVar[int] = 100_000

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

    def start(self, setup: Setup, chance: Chance) -> State:
        state = opening.empty_state(self.world, setup, self.options(setup))
        if setup.scenario == BEDA_FOMM:
            beda_fomm.begin(state, chance)
        else:
            forces.begin(state, chance)
        return state

    def attach(self, state: State) -> State:
        """A state that was read from bytes gets its world and roster back."""
        if "derived" not in state.__dict__:
            opening.attach(state, self.world, self.options(state.setup))
        return state

    def step(self, state: State) -> Step | None:
        self.attach(state)
        phase = Phase(state.phase)
        if phase == Phase.OVER:
            return None
        if phase == Phase.FORCES:
            return forces.step(state)
        facts: dict[str, Fact] = {"turn": state.turn}
        if phase == Phase.AIR:
            facts["left"] = air.attacks_left(state)
        return Step(SIDES[state.side], PHASE_NAMES[phase], sequence.PHASE_RULES[phase], facts)

    def outcome(self, state: State) -> Outcome | None:
        result = state.result
        if state.phase != Phase.OVER or result is None:
            return None
        winner = SIDES[result.winner] if result.winner != NOBODY else None
        return Outcome(winner, result.level, dict(zip(SIDES, result.points, strict=True)))

    def offers(self, state: State) -> Offers:
        self.attach(state)
        match state.phase:
            case Phase.FORCES:
                return forces_offers.offers(state)
            case Phase.WORKS:
                return setup_offers.WorksOffers(state)
            case Phase.DEPLOY:
                return setup_offers.DeployOffers(state)
            case Phase.REPLACE:
                return turn_offers.ReplaceOffers(state)
            case Phase.CLEAR:
                return turn_offers.EngineerOffers(state)
            case Phase.MOVE:
                return turn_offers.MoveOffers(state)
            case Phase.AIR:
                return turn_offers.AirOffers(state)
            case Phase.TRENCH_FIRE | Phase.FIRE:
                return turn_offers.FireOffers(state)
        raise ValueError("the game is over")

    def refusal(self, state: State, order: Order) -> Refusal | None:
        plan = judge(self.attach(state), order)
        return plan if isinstance(plan, Refusal) else None

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        plan = judge(self.attach(state), order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        if state.phase == Phase.FORCES:
            return forces.play(state, order, chance)
        events = self._carry_out(state, order, plan, chance)
        return events + sequence.settle(state, chance)

    def _carry_out(self, state: State, order: Order, plan: Any, chance: Chance) -> list[Event]:
        match order:
            case orders.Move():
                return movement.carry_out_move(state, plan)
            case orders.Fire():
                return fire.carry_out_fire(state, plan, chance)
            case orders.Done():
                return sequence.done(state, chance)
            case orders.Cross():
                return minefields.carry_out_cross(state, plan, chance)
            case orders.Leave():
                return movement.carry_out_leave(state, plan)
            case orders.Enter():
                return beda_fomm.carry_out_enter(state, plan)
            case orders.Replace():
                return headquarters.carry_out_replace(state, plan)
            case orders.AirAttack():
                return air.carry_out_air_attack(state, plan)
            case orders.Clear():
                return minefields.carry_out_clear(state, plan, chance)
            case orders.Bridge():
                return minefields.carry_out_bridge(state, plan, chance)
            case orders.Concede():
                return victory.concede(state, state.side, chance)
        return _carry_out_setup(state, order, plan)

    # --- what leaves the game ---------------------------------------------------------------------

    def view(self, state: State, viewer: str) -> View:
        """Everything but the other side's choice of cards, while it is secret (D-2)."""
        shown = position.describe(self.attach(state))
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

    def draw_is_open(self, draw: Draw) -> bool:
        """Every die falls before both players, and drawn cards are shown at once (CAM-1)."""
        return True

    def forecast(self, state: State, order: Order) -> Forecast:
        plan = judge(self.attach(state), order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        if state.phase == Phase.FORCES:
            return forces_offers.forecast(state, order)
        # Fractions are slow to import, and most processes never ask for a forecast.
        from campagna.games.alto_comando.forecast import forecast

        return forecast(state, order, plan)

    def describe(self, state: State) -> position.Position:
        return position.describe(self.attach(state))

    def arrange(self, setup: Setup, position_: Any, chance: Chance) -> State:
        return position.arrange(self.world, setup, self.options(setup), position_)

    def tabletop(self, view: View) -> Tabletop:
        state = position.restored(self.world, view.setup, self.options(view.setup), view.position)
        return tabletop.tabletop(state)

    def violations(self, state: State) -> list[str]:
        return invariants.violations(self.attach(state))


def _carry_out_setup(state: State, order: Order, plan: Any) -> list[Event]:
    match order:
        case orders.Fortify():
            return fieldworks.carry_out_fortify(state, plan)
        case orders.Deploy():
            return deployment.carry_out_deploy(state, plan)
        case orders.StartOver() if state.phase == Phase.WORKS:
            return fieldworks.take_works_back(state)
        case orders.StartOver():
            return deployment.take_placement_back(state)
    raise AssertionError(f"nothing carries out {order}")


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
