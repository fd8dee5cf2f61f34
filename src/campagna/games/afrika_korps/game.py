"""Afrika Korps behind the contract: one judge, one door for orders."""

from __future__ import annotations

from collections.abc import Sequence
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
from campagna.games.afrika_korps import (
    advance,
    arrival_offers,
    arrivals,
    automatic,
    battle_offers,
    captures,
    combat,
    forecast,
    invariants,
    movement,
    offers,
    orders,
    position,
    precombat,
    respite,
    result_offers,
    results,
    retreat,
    rommel,
    sequence,
    setup,
    stacking,
    substitutes,
    table,
    victory,
)
from campagna.games.afrika_korps.events import AnyEvent, SupplyRolled
from campagna.games.afrika_korps.judge import FRAME_STEPS, judge
from campagna.games.afrika_korps.orders import AnyOrder
from campagna.games.afrika_korps.state import (
    PHASE_NAMES,
    Advancing,
    Crowded,
    Displaced,
    Doomed,
    Exchange,
    Following,
    Hauling,
    Maps,
    Phase,
    Respite,
    Retreating,
    State,
    Unloading,
)
from campagna.games.afrika_korps.world import HOME, SIDES, World, load_world

_RULE_OF_OPTION = {
    "victory_turns": "4.1b",
    "supply_removed_before_isolation_check": "24.2",
    "i26_transfer_is_a_crossing": "17.3.2b",
}


class AfrikaKorps(Game[State]):
    slug: ClassVar[str] = "afrika-korps"
    title: ClassVar[Text] = {"it": "Afrika Korps", "en": "Afrika Korps"}
    rules_version: ClassVar[str] = "3"
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

    # --- the state machine ------------------------------------------------------------------------

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
        facts: dict[str, Fact] = {"turn": state.turn}
        if not state.agenda:
            name = PHASE_NAMES[state.phase]
            return Step(side, name, sequence.PHASE_RULES[state.phase], facts)
        return _frame_step(state, side, facts)

    def outcome(self, state: State) -> Outcome | None:
        return victory.outcome(self.attach(state))

    def offers(self, state: State) -> Offers:
        self.attach(state)
        if state.agenda:
            return _agenda_offers(state)
        match Phase(state.phase):
            case Phase.SUPPLY:
                return arrival_offers.SupplyOffers(state)
            case Phase.ARRIVAL:
                return arrival_offers.ArrivalOffers(state)
            case Phase.MOVEMENT:
                return offers.MovementOffers(state)
            case Phase.SUBSTITUTION:
                return battle_offers.SubstitutionOffers(state)
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
        return events + sequence.settle(state)

    # --- what leaves the game ---------------------------------------------------------------------

    def view(self, state: State, viewer: str) -> View:
        """Nothing is hidden: everybody sees the whole position."""
        self.attach(state)
        return View(viewer, state.setup, self.step(state), position.describe(state))

    def tabletop(self, view: View) -> Tabletop:
        state = self.arrange(view.setup, view.position, None)
        return table.tabletop(state)

    def forecast(self, state: State, order: Order) -> Forecast:
        plan = judge(self.attach(state), order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        return forecast.forecast(state, order, plan)

    def imagine(self, view: View, chance: Chance) -> State:
        return self.arrange(view.setup, view.position, chance)

    def describe(self, state: State) -> position.Position:
        return position.describe(self.attach(state))

    def arrange(self, setup_: Setup, position_: Any, chance: Chance | None) -> State:
        return position.arrange(self.world, setup_, self.options(setup_), position_)

    def rolled(self, order: Order, events: Sequence[Event]) -> str | None:
        if isinstance(order, orders.RollSupply):
            rolls = (e for e in events if isinstance(e, SupplyRolled))
            return next(("sunk" if e.sunk else "arrives" for e in rolls), None)
        return super().rolled(order, events)

    def draw_is_open(self, draw: Draw) -> bool:
        """Every die of this game falls before both players."""
        return True

    def violations(self, state: State) -> list[str]:
        return invariants.violations(self.attach(state))


# --- carrying orders out ----------------------------------------------------------------------------


def _carry_out(state: State, order: Order, plan: Any, chance: Chance) -> list[Event]:
    match order:
        case orders.Move():
            return movement.carry_out_move(state, plan)
        case orders.Attack():
            return combat.fight(state, plan, chance)
        case orders.Declare():
            events = automatic.declare(state, plan)
            respite.ask(state)
            return events
        case orders.RollSupply():
            events = arrivals.roll(state, chance)
            return events if state.agenda else events + sequence.next_phase(state)
        case orders.LandSupply():
            if state.agenda:
                state.agenda.pop()
            return arrivals.land_supply(state, plan) + sequence.next_phase(state)
        case orders.Land():
            return arrivals.land(state, *plan)
        case orders.Embark():
            return arrivals.embark(state, plan)
        case orders.Destroy():
            return [captures.destroy(state, plan)]
        case orders.Substitute():
            return substitutes.substitute(state, *plan)
        case orders.BreakDown():
            return substitutes.break_down(state, *plan)
        case orders.Capture():
            return advance.carry_out_capture(state, plan)
        case orders.Done():
            return _end(state)
    return _carry_out_agenda(state, plan)


def _carry_out_agenda(state: State, plan: Any) -> list[Event]:
    frame = state.agenda[-1]
    match frame:
        case Doomed():
            state.agenda.pop()
            events = precombat.give_up(state, plan)
            return events if state.phase == Phase.COMBAT else events + sequence.next_phase(state)
        case Crowded():
            events = stacking.thin_out(state, plan)
            return events if state.agenda else events + sequence.next_phase(state)
        case Exchange():
            return results.pay(state, *plan)
        case Advancing():
            return advance.carry_out_advance(state, frame, *plan)
        case Hauling():
            return advance.haul(state, frame, *plan)
        case Following():
            return retreat.follow(state, frame, plan)
        case Displaced():
            state.agenda.pop()
            return [rommel.join(state, plan)]
        case Retreating():
            if isinstance(plan, bool):
                return retreat.give_consent(state, frame, plan)
            if len(plan) == 2 and isinstance(plan[1], tuple):
                return retreat.lead_back(state, frame, *plan)
            return retreat.sacrifice(state, frame, plan)
    raise AssertionError(f"nothing carries out {plan}")


def _end(state: State) -> list[Event]:
    """`Done` refuses a supply, closes an advance, or ends the phase."""
    if state.agenda:
        frame = state.agenda.pop()
        if isinstance(frame, Respite):
            respite.keep(state)
        if isinstance(frame, Unloading):
            return arrivals.refuse_arrival(state) + sequence.next_phase(state)
        return []
    return sequence.next_phase(state)


def _frame_step(state: State, side: str, facts: dict[str, Fact]) -> Step:
    frame = state.agenda[-1]
    decision, rule_id = FRAME_STEPS[type(frame)]
    match frame:
        case Exchange():
            facts |= {"units": state.names(frame.units), "debt": frame.debt}
        case Retreating():
            facts |= {"units": state.names(frame.units)}
            if retreat.asks_consent(state, frame):
                decision, rule_id = "consent", "11.7e"
            elif retreat.choices_of_loss(state, frame):
                decision, rule_id = "sacrifice", "7.6.1c"
        case Advancing():
            facts |= {"units": state.names(frame.units)}
            facts |= {"hexes": tuple(state.hex_name(h) for h in frame.hexes)}
        case Hauling() | Following():
            facts |= {"units": state.names(frame.supplies)}
        case Displaced():
            facts |= {"hexes": tuple(state.hex_name(h) for h in frame.hexes)}
        case Respite():
            facts |= {"units": state.names(respite.endangered(state))}
        case Crowded():
            facts |= {"hex": state.hex_name(frame.hex), "count": frame.count}
    return Step(side, decision, rule_id, facts)


def _agenda_offers(state: State) -> Offers:
    frame = state.agenda[-1]
    match frame:
        case Unloading():
            return arrival_offers.UnloadingOffers(state)
        case Doomed():
            return result_offers.DoomedOffers(state)
        case Exchange():
            return result_offers.ExchangeOffers(state, frame)
        case Retreating():
            return result_offers.RetreatOffers(state, frame)
        case Advancing():
            return result_offers.AdvanceOffers(state, frame)
        case Hauling():
            return result_offers.HaulOffers(state, frame)
        case Following():
            return result_offers.FollowOffers(state, frame)
        case Displaced():
            return result_offers.RommelOffers(state, frame)
        case Respite():
            return result_offers.RespiteOffers(state, frame)
        case Crowded():
            return result_offers.CrowdOffers(state, frame)
    raise AssertionError(f"nobody decides {frame}")
