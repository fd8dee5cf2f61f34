"""5 The sequence of play as a table: what each phase asks for, and what may wait inside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campagna.core import decision
from campagna.core.contract import Fact
from campagna.core.decision import Answer, Decision, Situation
from campagna.core.offers import Offer, Say
from campagna.games.lion_of_judah.flags import NOWHERE
from campagna.games.lion_of_judah.orders import Done
from campagna.games.lion_of_judah.rules.air_hq.air_supply import AIR_SUPPLY
from campagna.games.lion_of_judah.rules.air_hq.bombing import BOMB
from campagna.games.lion_of_judah.rules.air_hq.hq_moves import MOVE_HQ
from campagna.games.lion_of_judah.rules.air_hq.interdiction import INTERDICT
from campagna.games.lion_of_judah.rules.air_hq.theatres import CHANGE_THEATRE
from campagna.games.lion_of_judah.rules.combat.combat import ATTACK
from campagna.games.lion_of_judah.rules.combat.stack_order import SET_TOP
from campagna.games.lion_of_judah.rules.ethiopia.activation import ACTIVATE
from campagna.games.lion_of_judah.rules.ethiopia.bribery import BRIBE
from campagna.games.lion_of_judah.rules.general.breakdown import BREAK_DOWN, CONSOLIDATE
from campagna.games.lion_of_judah.rules.general.setup import DEPLOY
from campagna.games.lion_of_judah.rules.movement.forced_march import MARCH
from campagna.games.lion_of_judah.rules.movement.move_effects import MOVE
from campagna.games.lion_of_judah.rules.movement.rail import RAIL_MOVE, RAIL_POINTS
from campagna.games.lion_of_judah.rules.movement.sea import EMBARK, SHIP
from campagna.games.lion_of_judah.rules.resources.arrivals import LAND
from campagna.games.lion_of_judah.rules.resources.minor_source import DRAW_FROM
from campagna.games.lion_of_judah.rules.resources.replacements import PAY, REBUILD, RECALL
from campagna.games.lion_of_judah.rules.resources.roads import BUILD_ROAD
from campagna.games.lion_of_judah.rules.resources.truck_boxes import SHIFT_TRUCK
from campagna.games.lion_of_judah.rules.resources.trucks import LOAD, MOTORISE, UNLOAD
from campagna.games.lion_of_judah.rules.sequence.sequence import (
    PHASE_RULES,
    carry_out_done,
    decider,
    judge_done,
)
from campagna.games.lion_of_judah.rules.sequence.waiting import FRAMES
from campagna.games.lion_of_judah.state import PHASE_NAMES, Phase, State

__all__ = ["FRAMES", "PHASES"]


def side(state: State) -> str:
    return state.side_name(decider(state))


def facts(state: State) -> Mapping[str, Fact]:
    """Open to both players: the turn, and the leader whose segments are played."""
    found: dict[str, Fact] = {"turn": state.turn}
    if state.leader != NOWHERE:
        found["leader"] = state.name(state.leader)
    return found


# --- ending a phase -----------------------------------------------------------------------------------

END, PASS = (Say("done"),), (Say("done", tone="decline"),)


def offer_end(state: State) -> tuple[Offer, ...]:
    """Set-up, movement and combat are ended; other steps are passed over."""
    ended = state.phase in (Phase.SETUP, Phase.MOVEMENT, Phase.COMBAT)
    return END if ended else PASS


# --- the table ----------------------------------------------------------------------------------------


def _phase(phase: Phase, answers: Sequence[Answer[State, object]]) -> Situation[State]:
    """A phase that the deciding side may always end; `sequence.is_over` says when it ends by itself."""
    rule_id = PHASE_RULES[phase]
    done = Decision(Done, rule_id, judge_done, carry_out_done, offer=offer_end)
    return decision.Phase(PHASE_NAMES[phase], rule_id, side, (*answers, done), facts=facts)


PHASES: Sequence[Situation[State]] = (
    _phase(Phase.SETUP, (DEPLOY, SET_TOP)),
    _phase(Phase.ARRIVALS, (LAND,)),
    _phase(Phase.REPLACEMENTS, (PAY, REBUILD, RECALL)),
    _phase(Phase.BREAKDOWN, (BREAK_DOWN, CONSOLIDATE)),
    _phase(Phase.MOTORISATION, (MOTORISE, UNLOAD)),
    _phase(Phase.TRUCK_BOXES, (SHIFT_TRUCK,)),
    _phase(Phase.ROADS, (BUILD_ROAD,)),
    _phase(Phase.TRANSPORT, (RAIL_MOVE, RAIL_POINTS, EMBARK, SHIP)),
    _phase(Phase.SPECIAL, (BRIBE, AIR_SUPPLY, CHANGE_THEATRE, DRAW_FROM)),
    # The event phase and the end of the turn ask nobody; a position may still be arranged in them.
    _phase(Phase.EVENT, ()),
    _phase(Phase.ACTIVATION, (ACTIVATE,)),
    _phase(Phase.INTERDICTION, (INTERDICT,)),
    _phase(Phase.MOVEMENT, (MOVE, MOVE_HQ, MARCH, LOAD, SET_TOP)),
    _phase(Phase.BOMBING, (BOMB,)),
    _phase(Phase.COMBAT, (ATTACK,)),
    _phase(Phase.END, ()),
)
"""By the number of the phase; the administrative steps are played by one side after the other."""
