"""Kasserine behind the contract: one judge, one door for orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from campagna.core.chance import Chance, Draw
from campagna.core.contract import (
    Event,
    Fact,
    Forecast,
    Game,
    Offers,
    Order,
    Outcome,
    Refusal,
    Refused,
    ScenarioSpec,
    Setup,
    Step,
    Text,
    View,
    option_specs,
)
from campagna.core.tabletop import Tabletop
from campagna.games.kasserine import (
    artillery,
    attack,
    battle_offers,
    combat,
    forecast,
    invariants,
    leaving,
    logistics,
    movement,
    offers,
    orders,
    position,
    retreat,
    sequence,
    setup,
    tabletop,
    tallies,
    victory,
)
from campagna.games.kasserine.events import AnyEvent, Bombed, DemolitionRolled
from campagna.games.kasserine.judge import judge
from campagna.games.kasserine.orders import AnyOrder
from campagna.games.kasserine.state import (
    PHASE_NAMES,
    Declared,
    Following,
    Maps,
    Permitting,
    Phase,
    Retreating,
    State,
)
from campagna.games.kasserine.world import HOME, SIDES, World, load_world

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


class Kasserine(Game[State]):
    slug: ClassVar[str] = "kasserine"
    title: ClassVar[Text] = {"it": "Kasserine", "en": "Kasserine"}
    rules_version: ClassVar[str] = "1"
    order_type: ClassVar[Any] = AnyOrder
    event_type: ClassVar[Any] = AnyEvent
    position_type: ClassVar[Any] = position.Position
    state_type: ClassVar[Any] = State
    longest_game: ClassVar[int] = 20_000

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
        if "maps" not in state.__dict__:
            state.world = self.world
            state.options = self.options(state.setup)
            state.maps = Maps.rebuilt(state)
        return state

    def step(self, state: State) -> Step | None:
        self.attach(state)
        if state.phase == Phase.OVER:
            return None
        side = SIDES[sequence.decider(state)]
        facts: dict[str, Fact] = {"move": state.move}
        if state.agenda:
            return _frame_step(state, side, facts)
        if state.phase >= Phase.LOGISTICS:
            facts |= {"weather": state.weather}
        return Step(side, PHASE_NAMES[state.phase], sequence.PHASE_RULES[state.phase], facts)

    def outcome(self, state: State) -> Outcome | None:
        return victory.outcome(self.attach(state))

    def offers(self, state: State) -> Offers:
        self.attach(state)
        if state.agenda:
            return _agenda_offers(state)
        match Phase(state.phase):
            case Phase.ALLIED_SETUP | Phase.AXIS_SETUP:
                return offers.SetupOffers(state)
            case Phase.LOGISTICS:
                return offers.LogisticsOffers(state)
            case Phase.MOVEMENT:
                return offers.MovementOffers(state)
            case Phase.PLAN:
                return battle_offers.PlanOffers(state)
            case Phase.FIRE | Phase.DEFENSIVE_FIRE:
                return battle_offers.FireOffers(state)
            case Phase.COMBAT:
                return battle_offers.CombatOffers(state)
        raise ValueError("the game is over")

    def refusal(self, state: State, order: Order) -> Refusal | None:
        plan = judge(self.attach(state), order)
        return plan if isinstance(plan, Refusal) else None

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        plan = judge(self.attach(state), order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        events = _carry_out(state, order, plan, chance)
        return events + sequence.settle(state, chance)

    # --- what leaves the game -----------------------------------------------------------------------

    def view(self, state: State, viewer: str) -> View:
        """Nothing is hidden: everybody sees the whole position."""
        self.attach(state)
        return View(viewer, state.setup, self.step(state), position.describe(state))

    def tabletop(self, view: View) -> Tabletop:
        return tabletop.tabletop(self.arrange(view.setup, view.position, None))

    def tally(self, event: Event) -> Iterable[str]:
        return tallies.tally(event)

    def forecast(self, state: State, order: Order) -> Forecast:
        plan = judge(self.attach(state), order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        return forecast.forecast(state, order, plan)

    def rolled(self, order: Order, events: Sequence[Event]) -> str | None:
        if isinstance(order, orders.Raid):
            bombs = [e.result for e in events if isinstance(e, Bombed)]
            return " ".join(bombs) or None
        if isinstance(order, orders.Demolish):
            tries = (e for e in events if isinstance(e, DemolitionRolled))
            return next(("blown" if e.blown else "stays" for e in tries), None)
        return super().rolled(order, events)

    def draw_is_open(self, draw: Draw) -> bool:
        """Nothing is hidden: both players watch every die."""
        return True

    def imagine(self, view: View, chance: Chance) -> State:
        return self.arrange(view.setup, view.position, chance)

    def describe(self, state: State) -> position.Position:
        return position.describe(self.attach(state))

    def arrange(self, setup_: Setup, position_: Any, chance: Chance | None) -> State:
        return position.arrange(self.world, setup_, self.options(setup_), position_)

    def violations(self, state: State) -> list[str]:
        return invariants.violations(self.attach(state))


# --- carrying orders out ------------------------------------------------------------------------------


def _carry_out(state: State, order: Order, plan: Any, chance: Chance) -> list[Event]:
    match order:
        case orders.Move():
            return movement.carry_out_move(state, plan)
        case orders.Leave():
            return leaving.carry_out_leave(state, plan)
        case orders.Attack():
            return attack.plan_attack(state, plan)
        case orders.Fire():
            return artillery.fire(state, plan, chance)
        case orders.Assault():
            return combat.assault(state, plan)
        case orders.Take():
            return combat.take(state, plan)
        case orders.Deploy():
            return setup.deploy(state, *plan)
        case orders.Demolish():
            return logistics.demolish(state, plan, chance)
        case orders.SelfReduce():
            return logistics.self_reduce(state, plan)
        case orders.March():
            return logistics.march(state, plan)
        case orders.Raid():
            return artillery.raid(state, plan, chance)
        case orders.Done() if not state.agenda:
            return sequence.next_phase(state, chance)
    return _carry_out_agenda(state, plan, chance)


def _carry_out_agenda(state: State, plan: Any, chance: Chance) -> list[Event]:
    frame = state.agenda[-1]
    match frame:
        case Declared():
            return combat.fight(state, frame, plan, chance)
        case Retreating():
            return retreat.start_back(state, frame, *plan)
        case Permitting():
            return retreat.answer(state, frame, plan)
        case Following():
            if plan is None:
                state.agenda.pop()
                return []
            return retreat.accompany(state, frame, plan)


def _frame_step(state: State, side: str, facts: dict[str, Fact]) -> Step:
    frame = state.agenda[-1]
    decision, rule_id = sequence.FRAME_STEPS[type(frame).__name__]
    match frame:
        case Declared():
            facts |= {
                "units": state.names(frame.combat.defenders),
                "hexes": state.hex_names(frame.combat.hexes),
                "kind": frame.kind,
            }
        case Retreating():
            facts |= {"units": state.names(frame.units), "count": frame.count}
        case Permitting():
            facts |= {"unit": state.name(frame.unit), "path": state.hex_names(frame.path)}
        case Following():
            facts |= {"units": state.names(frame.pieces), "hex": state.hex_name(frame.hex)}
    return Step(side, decision, rule_id, facts)


def _agenda_offers(state: State) -> Offers:
    frame = state.agenda[-1]
    match frame:
        case Declared():
            return battle_offers.DefenceOffers(state, frame)
        case Retreating():
            return battle_offers.RetreatOffers(state, frame)
        case Permitting():
            return battle_offers.PassageOffers(state, frame)
        case Following():
            return battle_offers.FollowOffers(state, frame)
