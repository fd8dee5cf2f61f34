"""Panzergruppe Guderian behind the contract: one judge, one door for orders."""

from __future__ import annotations

from functools import lru_cache
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
from campagna.core.rulebook import rule
from campagna.core.tabletop import Tabletop
from campagna.games.panzergruppe_guderian import (
    advance,
    battle_offers,
    combat,
    imagination,
    interdiction,
    invariants,
    leaders,
    movement,
    offers,
    orders,
    overrun,
    phase_offers,
    position,
    rail,
    reinforcements,
    results,
    retreat,
    sequence,
    setup,
    stacking,
    untried,
    victory,
)
from campagna.games.panzergruppe_guderian.agenda import Advancing, Excess, Retreating, Suffer
from campagna.games.panzergruppe_guderian.events import AnyEvent
from campagna.games.panzergruppe_guderian.movement import MovePlan, carry_out_move
from campagna.games.panzergruppe_guderian.orders import AnyOrder
from campagna.games.panzergruppe_guderian.random_moves import choose as random_movement
from campagna.games.panzergruppe_guderian.state import (
    COMBAT_PHASES,
    GERMAN_INTERDICT,
    MOVEMENT_PHASES,
    OVER,
    PHASE_NAMES,
    SETUP,
    SETUP_AIR,
    SOVIET_INTERDICT,
    SOVIET_MOVE,
    SOVIET_START,
    Maps,
    State,
    acting_side,
)
from campagna.games.panzergruppe_guderian.world import HOME, SIDES, World, load_world

_RULE_OF_OPTION = {
    "leader_withdrawal": "10.4a",
    "german_marginal_is_draw": "BAL-1",
    "area_b_includes_0111": "14.3b",
    "entry_supply": "11.33",
    "leaders_repair_rail": "6.37c",
}


class PanzergruppeGuderian(Game[State]):
    slug: ClassVar[str] = "panzergruppe-guderian"
    title: ClassVar[Text] = {"it": "Panzergruppe Guderian", "en": "Panzergruppe Guderian"}
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

    # --- the state machine ------------------------------------------------------------------------

    def start(self, setup_: Setup, chance: Chance) -> State:
        state = setup.empty_state(self.world, setup_, self.options(setup_))
        setup.set_up(state, chance)
        return state

    def attach(self, state: State) -> State:
        """A state that was read from bytes gets its world and maps back."""
        if getattr(state, "maps", None) is None:
            state.world = self.world
            state.options = self.options(state.setup)
            state.maps = Maps.rebuilt(state)
        return state

    def step(self, state: State) -> Step | None:
        self.attach(state)
        if state.phase == OVER:
            return None
        if not state.agenda:
            return _phase_step(state.phase, state.turn)
        side = SIDES[sequence.decider(state)]
        facts: dict[str, Fact] = {"turn": state.turn}
        frame = state.agenda[-1]
        if isinstance(frame, Suffer):
            units = state.names(results.alive(state, frame.units))
            facts |= {"count": frame.count, "units": units}
            kind, rule_id = ("suffer", "9.65a") if frame.may_retreat else ("lose-steps", "9.67a")
            return Step(side, kind, rule_id, facts)
        if isinstance(frame, Retreating):
            facts |= {"count": frame.count, "units": state.names(frame.units)}
            return Step(side, "retreat", "9.72a", facts)
        if isinstance(frame, Advancing):
            units = state.names(advance.advancers(state, frame))
            return Step(side, "advance", "9.81", facts | {"units": units})
        hexes = tuple(state.world.hex_ids[h] for h in stacking.overstacked(state, frame.side))
        return Step(side, "remove", "7.1e", facts | {"hexes": hexes})

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        return victory.final_outcome(self.attach(state))

    def offers(self, state: State) -> Offers:
        self.attach(state)
        if state.agenda:
            return _agenda_offers(state)
        phase = state.phase
        if phase in MOVEMENT_PHASES:
            return offers.MovementOffers(state)
        if phase in COMBAT_PHASES:
            return battle_offers.CombatOffers(state)
        if phase == SETUP:
            return phase_offers.SetupOffers(state)
        if phase == SOVIET_START:
            return phase_offers.WithdrawOffers(state)
        if phase == OVER:
            raise ValueError("the game is over")
        return phase_offers.MarkerOffers(state)

    def refusal(self, state: State, order: Order) -> Refusal | None:
        plan = self._judge(self.attach(state), order)
        return plan if isinstance(plan, Refusal) else None

    @rule("4.1", "6.11b", "6.24a", "9.11a")
    def _judge(self, state: State, order: Order) -> Any:
        """The plan of a legal order, ready to be carried out, or the refusal."""
        if state.phase == OVER:
            return Refusal("15.GEN", "not-now")
        if state.agenda:
            return _judge_agenda(state, order)
        match order:
            case orders.Move() if state.phase in MOVEMENT_PHASES:
                return movement.judge_move(state, order)
            case orders.Attack() if state.phase in COMBAT_PHASES:
                return combat.judge_attack(state, order)
            case orders.Overrun() if state.phase in MOVEMENT_PHASES:
                return overrun.judge_overrun(state, order)
            case orders.RailMove() if state.phase in MOVEMENT_PHASES:
                return rail.judge_rail(state, order)
            case orders.Done():
                return sequence.refuse_end(state)
            case orders.CallFront() if state.phase == SOVIET_MOVE:
                return reinforcements.refuse_front(state, order)
            case orders.Deploy() if state.phase == SETUP:
                return setup.judge_deploy(state, order)
            case orders.Interdict() if state.phase in _MARKER_PHASES:
                return interdiction.judge_interdict(state, order)
            case orders.Withdraw() if state.phase == SOVIET_START:
                return leaders.judge_withdraw(state, order)
        return Refusal(sequence.PHASE_RULES[state.phase], "not-now")

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        plan = self._judge(self.attach(state), order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        events = self._carry_out(state, order, plan, chance)
        if state.agenda:
            events += sequence.settle(state)
        return events

    def wander(self, state: State, whim: Chance, chance: Chance) -> None:
        """What the offers choose is worked out and judged already: nobody writes an order to read it."""
        try:
            state.maps  # noqa: B018, to ask costs less here than `attach` does
        except AttributeError:
            self.attach(state)
        if state.agenda:
            self._wander_agenda(state, whim, chance)
        elif state.phase in MOVEMENT_PHASES:
            choice = random_movement(state, whim)
            if isinstance(choice, MovePlan):
                carry_out_move(state, choice)
                return
            if isinstance(choice, overrun.OverrunPlan):
                overrun.carry_out_overrun(state, choice, chance)
            elif isinstance(choice, rail.RailPlan):
                rail.carry_out_rail(state, choice)
            elif isinstance(choice, orders.Done):
                self._end(state, chance)
            else:
                self.play(state, choice, chance)
        elif state.phase in COMBAT_PHASES:
            plan = battle_offers.CombatOffers(state).choose(whim)
            if isinstance(plan, combat.AttackPlan):
                combat.fight(state, plan.units, plan.targets, chance, overrun=False)
            else:
                self._end(state, chance)
        else:
            super().wander(state, whim, chance)
        if state.agenda:
            sequence.settle(state)

    def _wander_agenda(self, state: State, whim: Chance, chance: Chance) -> None:
        frame = state.agenda[-1]
        if isinstance(frame, Suffer):
            lost = battle_offers.SufferOffers(state, frame).choose(whim)
            if lost is None:
                results.give_ground(state, frame)
            else:
                results.take_losses(state, lost)
        elif isinstance(frame, Retreating):
            way = battle_offers.RetreatOffers(state, frame).choose(whim)
            retreat.carry_out_retreat(state, frame, *way)
        elif isinstance(frame, Advancing):
            path = battle_offers.AdvanceOffers(state, frame).choose(whim)
            if path is None:
                state.agenda.pop()
            else:
                advance.carry_out_advance(state, frame, *path)
        else:
            super().wander(state, whim, chance)

    def _carry_out(self, state: State, order: Order, plan: Any, chance: Chance) -> list[Event]:
        match order:
            case orders.Move():
                return [movement.moved(state, plan), *movement.carry_out_move(state, plan)]
            case orders.Attack():
                return combat.fight(state, plan.units, plan.targets, chance, overrun=False)
            case orders.Overrun():
                return overrun.carry_out_overrun(state, plan, chance)
            case orders.RailMove():
                return rail.carry_out_rail(state, plan)
            case orders.CallFront():
                return reinforcements.call_front(state, order, chance)
            case orders.Deploy():
                return setup.carry_out_deploy(state, *plan)
            case orders.Interdict():
                return interdiction.carry_out_interdict(state, plan) + self._go_on(state, chance)
            case orders.Withdraw():
                return leaders.carry_out_withdraw(state, plan) + self._go_on(state, chance)
            case orders.Done():
                return self._end(state, chance)
        return self._carry_out_agenda(state, order, plan, chance)

    def _carry_out_agenda(
        self, state: State, order: Order, plan: Any, chance: Chance
    ) -> list[Event]:
        frame = state.agenda[-1]
        match order, frame:
            case orders.TakeLosses(), Suffer():
                return results.take_losses(state, plan)
            case orders.GiveGround(), Suffer():
                return results.give_ground(state, frame)
            case orders.Retreat(), Retreating():
                return retreat.carry_out_retreat(state, frame, *plan)
            case orders.Advance(), Advancing():
                return advance.carry_out_advance(state, frame, *plan)
            case orders.Remove(), Excess():
                events = stacking.remove(state, order)
                return events if state.agenda else events + self._go_on(state, chance)
        raise AssertionError(f"nothing carries out {order}")

    def _end(self, state: State, chance: Chance) -> list[Event]:
        """`Done` closes an advance, or the phase."""
        if state.agenda:
            state.agenda.pop()
            return []
        events = sequence.end_phase(state)
        return events if state.agenda else events + self._go_on(state, chance)

    def _go_on(self, state: State, chance: Chance) -> list[Event]:
        return sequence.next_phase(state, chance)

    # --- what leaves the game ---------------------------------------------------------------------

    def view(self, state: State, viewer: str) -> View:
        self.attach(state)
        return View(viewer, state.setup, self.step(state), position.seen(state))

    def forecast(self, state: State, order: Order) -> Forecast:
        plan = self._judge(self.attach(state), order)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        # Fractions are slow to import, and most processes never ask for a forecast.
        from campagna.games.panzergruppe_guderian.forecast import forecast

        return forecast(state, order, plan)

    def imagine(self, view: View, chance: Chance) -> State:
        setup_ = view.setup
        return imagination.imagine(self.world, setup_, self.options(setup_), view.position, chance)

    def describe(self, state: State) -> position.Position:
        return position.describe(self.attach(state))

    def arrange(self, setup_: Setup, position_: Any, chance: Chance) -> State:
        return position.arrange(self.world, setup_, self.options(setup_), position_, chance)

    def tabletop(self, view: View) -> Tabletop:
        # Only a table asks for it.
        from campagna.games.panzergruppe_guderian.tabletop import tabletop

        return tabletop(self.world, self.options(view.setup), view)

    def draw_is_open(self, draw: Draw) -> bool:
        """Dice fall before both players; which counter was drawn nobody knows (12.1c)."""
        return not draw.purpose.startswith(untried.DRAWING)

    def violations(self, state: State) -> list[str]:
        return invariants.violations(self.attach(state))


@lru_cache
def _phase_step(phase: int, turn: int) -> Step:
    side = SIDES[acting_side(phase)]
    return Step(side, PHASE_NAMES[phase], sequence.PHASE_RULES[phase], {"turn": turn})


_MARKER_PHASES = (SETUP_AIR, SOVIET_INTERDICT, GERMAN_INTERDICT)


def _agenda_offers(state: State) -> Offers:
    frame = state.agenda[-1]
    if isinstance(frame, Suffer):
        return battle_offers.SufferOffers(state, frame)
    if isinstance(frame, Retreating):
        return battle_offers.RetreatOffers(state, frame)
    if isinstance(frame, Advancing):
        return battle_offers.AdvanceOffers(state, frame)
    assert isinstance(frame, Excess)
    return battle_offers.RemoveOffers(state, frame)


def _judge_agenda(state: State, order: Order) -> Any:
    frame = state.agenda[-1]
    match order, frame:
        case orders.TakeLosses(), Suffer():
            return results.judge_losses(state, frame, order)
        case orders.GiveGround(), Suffer():
            return results.refuse_ground(frame)
        case orders.Retreat(), Retreating():
            return retreat.judge_retreat(state, frame, order)
        case orders.Advance(), Advancing():
            return advance.judge_advance(state, frame, order)
        case orders.Done(), Advancing():
            return None
        case orders.Remove(), Excess():
            return stacking.refuse_remove(state, order)
    rule_ids = {Suffer: "9.65a", Retreating: "9.72a", Advancing: "9.85a", Excess: "7.1e"}
    return Refusal(rule_ids[type(frame)], "not-now")
