"""3 The sequence of play as a table: what each phase and each frame of the agenda asks for.

It joins the chapters with the sequence; no chapter imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Offers, Order, Refusal
from campagna.core.decision import Answer, Passing, Phase, Settled, Situation, Waiting
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.frames import (
    Advancing,
    Battle,
    Crowded,
    Displaced,
    Doomed,
    Exchange,
    Following,
    Hauling,
    Respite,
    Retreating,
    Unloading,
)
from campagna.games.afrika_korps.rules import (
    advance,
    arrivals,
    precombat,
    results,
    retreat,
    rommel,
    stacking,
    supply_denial,
)
from campagna.games.afrika_korps.rules.automatic_victory import DECLARE
from campagna.games.afrika_korps.rules.combat import ATTACK
from campagna.games.afrika_korps.rules.movement import MOVE
from campagna.games.afrika_korps.rules.offers import (
    arrival_offers,
    battle_offers,
    movement_offers,
    result_offers,
)
from campagna.games.afrika_korps.rules.sequence import (
    DECLINE,
    END,
    PHASE_RULES,
    before_combat,
    next_phase,
    settle_combat,
    settle_phase,
)
from campagna.games.afrika_korps.rules.substitutes import BREAK_DOWN, SUBSTITUTE
from campagna.games.afrika_korps.rules.supply_denial import DESTROY
from campagna.games.afrika_korps.state import PHASE_NAMES, State
from campagna.games.afrika_korps.world import SIDES

F_contra = TypeVar("F_contra", contravariant=True)

# --- orders that end a phase ------------------------------------------------------------------------


class Closing(Answer[State, F_contra]):
    """An order after which the phase is over, unless something still waits for an answer."""

    def __init__(
        self, answer: Answer[State, F_contra], ends: Callable[[State], bool] | None = None
    ) -> None:
        """`ends` tells whether the order ends the phase it is given in. Default: always."""
        self.kind = answer.kind
        self._answer = answer
        self._ends = ends

    def asked(self, state: State, frame: F_contra) -> bool:
        return self._answer.asked(state, frame)

    def refusal(self, state: State, frame: F_contra, order: Order) -> Refusal | None:
        return self._answer.refusal(state, frame, order)

    def forecast(self, state: State, frame: F_contra, order: Order) -> Forecast:
        return self._answer.forecast(state, frame, order)

    def play(self, state: State, frame: F_contra, order: Order, chance: Chance) -> list[Event]:
        events = self._answer.play(state, frame, order, chance)
        if state.agenda or (self._ends is not None and not self._ends(state)):
            return events
        return events + next_phase(state)


# --- the phases -------------------------------------------------------------------------------------


def _phasing(state: State) -> str:
    return SIDES[state.side]


def _turn(state: State) -> Mapping[str, Fact]:
    return {"turn": state.turn}


def _phase(
    name: str,
    answers: Sequence[Answer[State, object]],
    offered: Callable[[State], Offers],
    settle: Callable[[State, Chance], Settled] = settle_phase,
) -> Phase[State]:
    rule_id = PHASE_RULES[PHASE_NAMES.index(name)]
    return Phase(name, rule_id, _phasing, answers, offered, _turn, settle)


PHASES: tuple[Situation[State], ...] = (
    _phase(
        "supply",
        (Closing(arrivals.ROLL_SUPPLY), Closing(arrivals.LAND_SUPPLY), DESTROY, END),
        arrival_offers.SupplyOffers,
    ),
    _phase("arrival", (arrivals.LAND, DESTROY, END), arrival_offers.ArrivalOffers),
    _phase(
        "movement", (MOVE, DECLARE, arrivals.EMBARK, DESTROY, END), movement_offers.MovementOffers
    ),
    _phase(
        "substitution", (SUBSTITUTE, BREAK_DOWN, DESTROY, END), battle_offers.SubstitutionOffers
    ),
    _phase(
        "combat",
        (ATTACK, advance.CAPTURE, BREAK_DOWN, DESTROY, END),
        battle_offers.CombatOffers,
        settle_combat,
    ),
)


# --- what waits inside a phase ----------------------------------------------------------------------


FRAMES: Mapping[type, Situation[State]] = {
    Unloading: Waiting(
        Unloading,
        ("land-supply",),
        arrivals.ask_unloading,
        (Closing(arrivals.UNLOAD), DESTROY, Closing(arrivals.REFUSE_SUPPLY)),
        arrival_offers.UnloadingOffers,
    ),
    Crowded: Waiting(
        Crowded,
        ("thin-out",),
        stacking.ask_thin_out,
        (Closing(stacking.THIN_OUT),),
        result_offers.CrowdOffers,
    ),
    Doomed: Waiting(
        Doomed,
        ("give-up",),
        precombat.ask_give_up,
        (Closing(precombat.GIVE_UP, before_combat),),
        result_offers.DoomedOffers,
    ),
    Battle: Passing(Battle, results.settle_battle),
    Exchange: Waiting(
        Exchange,
        ("exchange",),
        results.ask_exchange,
        (results.LOSE,),
        result_offers.ExchangeOffers,
        results.settle_exchange,
    ),
    Retreating: Waiting(
        Retreating,
        ("consent", "sacrifice", "retreat"),
        retreat.ask_retreat,
        (retreat.RETREAT, retreat.CONSENT, retreat.SACRIFICE),
        result_offers.RetreatOffers,
        retreat.settle_retreat,
    ),
    Following: Waiting(
        Following,
        ("haul",),
        retreat.ask_follow,
        (retreat.FOLLOW, DECLINE),
        result_offers.FollowOffers,
        retreat.settle_follow,
    ),
    Hauling: Waiting(
        Hauling,
        ("haul",),
        advance.ask_haul,
        (advance.HAUL, DESTROY, DECLINE),
        result_offers.HaulOffers,
        advance.settle_haul,
    ),
    Advancing: Waiting(
        Advancing,
        ("advance",),
        advance.ask_advance,
        (advance.ADVANCE, DESTROY, DECLINE),
        result_offers.AdvanceOffers,
        advance.settle_advance,
    ),
    Respite: Waiting(
        Respite,
        ("respite",),
        supply_denial.ask_respite,
        (DESTROY, supply_denial.KEEP),
        result_offers.RespiteOffers,
        supply_denial.settle_respite,
    ),
    Displaced: Waiting(
        Displaced,
        ("place-rommel",),
        rommel.ask_place,
        (rommel.PLACE_ROMMEL,),
        result_offers.RommelOffers,
    ),
}


@rule("3", "5.3")
def allowed(state: State, order: Order) -> bool:
    """Whether the sequence of play asks for this order now, and its chapter allows it."""
    if state.phase >= len(PHASES):
        return False
    if state.agenda:
        frame = state.agenda[-1]
        return FRAMES[type(frame)].refusal(state, frame, order) is None
    return PHASES[state.phase].refusal(state, None, order) is None
