"""3 The sequence of play as a table: what each phase and each frame of the agenda asks for.

It joins the chapters with the sequence; no chapter imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Order
from campagna.core.decision import Answer, Closing, Passing, Phase, Settled, Situation, Waiting
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.frames import (
    Advancing,
    Battle,
    Crowded,
    Denial,
    Displaced,
    Doomed,
    Exchange,
    Following,
    Hauling,
    Respite,
    Retreating,
    Unloading,
)
from campagna.games.afrika_korps.rules.combat import advance, following, precombat, results, retreat
from campagna.games.afrika_korps.rules.combat.automatic_victory import DECLARE
from campagna.games.afrika_korps.rules.combat.battles import ATTACK
from campagna.games.afrika_korps.rules.forces import arrivals, rommel
from campagna.games.afrika_korps.rules.forces.embarkation import EMBARK
from campagna.games.afrika_korps.rules.forces.substitutes import BREAK_DOWN, SUBSTITUTE
from campagna.games.afrika_korps.rules.movement import stacking
from campagna.games.afrika_korps.rules.movement.marches import MOVE
from campagna.games.afrika_korps.rules.sequence.sequence import (
    DECLINE,
    END,
    PHASE_RULES,
    before_combat,
    next_phase,
    settle_combat,
    settle_phase,
)
from campagna.games.afrika_korps.rules.supply import imminent_capture, supply_denial
from campagna.games.afrika_korps.rules.supply.supply_denial import DESTROY
from campagna.games.afrika_korps.state import PHASE_NAMES, State
from campagna.games.afrika_korps.world import SIDES

# --- orders that end a phase ------------------------------------------------------------------------


def end_phase(state: State, chance: Chance) -> list[Event]:
    """The phase is over, unless something waits on the agenda."""
    return [] if state.agenda else next_phase(state)


def end_before_combat(state: State, chance: Chance) -> list[Event]:
    """Units are given up before the combat phase, which then begins, or in it, which then goes on."""
    return end_phase(state, chance) if before_combat(state) else []


# --- the phases -------------------------------------------------------------------------------------


def _phasing(state: State) -> str:
    return SIDES[state.side]


def _turn(state: State) -> Mapping[str, Fact]:
    return {"turn": state.turn}


def _phase(
    name: str,
    answers: Sequence[Answer[State, object]],
    settle: Callable[[State, Chance], Settled] = settle_phase,
) -> Phase[State]:
    rule_id = PHASE_RULES[PHASE_NAMES.index(name)]
    return Phase(name, rule_id, _phasing, answers, facts=_turn, settle=settle)


# Destroying a supply comes last: nobody should do it by mistake.

PHASES: tuple[Situation[State], ...] = (
    _phase(
        "supply",
        (
            Closing(arrivals.ROLL_SUPPLY, end_phase),
            Closing(arrivals.LAND_SUPPLY, end_phase),
            END,
            DESTROY,
        ),
    ),
    _phase("arrival", (arrivals.LAND, END, DESTROY)),
    _phase("movement", (MOVE, DECLARE, EMBARK, END, DESTROY)),
    _phase("substitution", (SUBSTITUTE, BREAK_DOWN, END, DESTROY)),
    _phase("combat", (ATTACK, advance.CAPTURE, BREAK_DOWN, END, DESTROY), settle_combat),
)


# --- what waits inside a phase ----------------------------------------------------------------------


FRAMES: Mapping[type, Situation[State]] = {
    Unloading: Waiting(
        Unloading,
        ("land-supply",),
        arrivals.ask_unloading,
        (Closing(arrivals.UNLOAD, end_phase), Closing(arrivals.REFUSE_SUPPLY, end_phase), DESTROY),
    ),
    Crowded: Waiting(
        Crowded,
        ("thin-out",),
        stacking.ask_thin_out,
        (Closing(stacking.THIN_OUT, end_phase),),
    ),
    Doomed: Waiting(
        Doomed,
        ("give-up",),
        precombat.ask_give_up,
        (Closing(precombat.GIVE_UP, end_before_combat),),
    ),
    Battle: Passing(Battle, results.settle_battle),
    Exchange: Waiting(
        Exchange,
        ("exchange",),
        results.ask_exchange,
        (results.LOSE,),
        settle=results.settle_exchange,
    ),
    Retreating: Waiting(
        Retreating,
        ("consent", "sacrifice", "retreat"),
        retreat.ask_retreat,
        (retreat.RETREAT, retreat.CONSENT, retreat.SACRIFICE),
        settle=retreat.settle_retreat,
    ),
    Following: Waiting(
        Following,
        ("haul",),
        following.ask_follow,
        (following.FOLLOW, DECLINE),
        settle=following.settle_follow,
    ),
    Hauling: Waiting(
        Hauling,
        ("haul",),
        advance.ask_haul,
        (advance.HAUL, DECLINE, DESTROY),
        settle=advance.settle_haul,
    ),
    Advancing: Waiting(
        Advancing,
        ("advance",),
        advance.ask_advance,
        (advance.ADVANCE, DECLINE, DESTROY),
        settle=advance.settle_advance,
    ),
    Respite: Waiting(
        Respite,
        ("respite",),
        supply_denial.ask_respite,
        (supply_denial.KEEP, DESTROY),
        settle=supply_denial.settle_respite,
    ),
    Denial: Waiting(
        Denial,
        ("respite",),
        imminent_capture.ask_denial,
        (imminent_capture.LET_GO, DESTROY),
        settle=imminent_capture.settle_denial,
    ),
    Displaced: Waiting(
        Displaced,
        ("place-rommel",),
        rommel.ask_place,
        (rommel.PLACE_ROMMEL,),
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
