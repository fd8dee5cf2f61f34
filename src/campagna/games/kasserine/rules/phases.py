"""The book's sequence as a table: what is asked in each phase, and what each frame waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from campagna.core import decision
from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Order, Refusal
from campagna.core.decision import Answer, Settled, Situation, Waiting
from campagna.core.rulebook import rule
from campagna.games.kasserine import orders
from campagna.games.kasserine.frames import Declared, Following, Permitting, Retreating
from campagna.games.kasserine.rules import combat, retreat, sequence, victory
from campagna.games.kasserine.rules.artillery import FIRE, RAID
from campagna.games.kasserine.rules.attack import ATTACK
from campagna.games.kasserine.rules.exits import LEAVE
from campagna.games.kasserine.rules.logistics import DEMOLISH, MARCH, SELF_REDUCE
from campagna.games.kasserine.rules.movement import MOVE
from campagna.games.kasserine.rules.sequence import END, END_COMBAT, END_PLAN, END_SETUP
from campagna.games.kasserine.rules.setup import DEPLOY
from campagna.games.kasserine.state import PHASE_NAMES, Phase, State

# --- what happens by itself ---------------------------------------------------------------------------


@rule("VIC-1")
def end_at_breakout(state: State) -> list[Event]:
    """The Axis wins as soon as it has enough points off the map."""
    return victory.end_game(state, "VIC-1") if victory.has_broken_out(state) else []


@rule("CRT-1")
def settle_combat(state: State, chance: Chance) -> Settled:
    """Combats without a side are dropped; after the last one the phase is over."""
    events = combat.drop_void(state)
    if state.combats:
        return events, True
    return events + sequence.next_phase(state, chance), False


# --- orders out of their time -------------------------------------------------------------------------

MOMENTS: Mapping[type[Order], str] = {
    orders.Deploy: "SET-1",
    orders.March: "LOG-7",
    orders.SelfReduce: "LOG-14",
    orders.Demolish: "LOG-11",
    orders.Move: "MOV-1",
    orders.Leave: "MOV-8",
    orders.Attack: "ATT-2",
    orders.Fire: "ART-3",
    orders.Raid: "STR-1",
    orders.Assault: "CRT-1",
    orders.Take: "ATT-15",
    orders.Defend: "CRT-2 (a)",
    orders.Retreat: "RES-2",
    orders.LetPass: "RES-5",
    orders.Accompany: "ATT-15",
}
"""The rule that says when an order is given. To end a phase is refused by what is asked for instead."""

T = TypeVar("T")
F = TypeVar("F")


def in_time(found: T | Refusal, order: Order) -> T | Refusal:
    """An order out of its time names the rule of the order, not that of the phase."""
    if isinstance(found, Refusal) and type(order) in MOMENTS:
        return Refusal(MOMENTS[type(order)], "not-now")
    return found


class TimedPhase(decision.Phase[State]):
    def _answer(self, state: State, frame: object, order: Order) -> Answer[State, object] | Refusal:
        return in_time(super()._answer(state, frame, order), order)


class TimedWaiting(Waiting[State, F]):
    def _answer(self, state: State, frame: F, order: Order) -> Answer[State, F] | Refusal:
        return in_time(super()._answer(state, frame, order), order)


# --- phases -------------------------------------------------------------------------------------------


def _date(state: State) -> Mapping[str, Fact]:
    return {"move": state.move}


def _date_and_weather(state: State) -> Mapping[str, Fact]:
    return {"move": state.move, "weather": state.weather}


def _phase(
    number: Phase,
    answers: Sequence[Answer[State, object]],
    settle: Callable[[State, Chance], Settled] | None = None,
) -> decision.Phase[State]:
    return TimedPhase(
        PHASE_NAMES[number],
        sequence.PHASE_RULES[number],
        sequence.decider,
        answers,
        facts=_date if number < Phase.LOGISTICS else _date_and_weather,
        settle=settle,
    )


PHASES: tuple[Situation[State], ...] = (
    _phase(Phase.ALLIED_SETUP, (DEPLOY, END_SETUP)),
    _phase(Phase.AXIS_SETUP, (DEPLOY, END_SETUP)),
    # What cannot be taken back is offered last.
    _phase(Phase.LOGISTICS, (MARCH, END, SELF_REDUCE, DEMOLISH)),
    _phase(Phase.MOVEMENT, (MOVE, LEAVE, END)),
    _phase(Phase.PLAN, (ATTACK, END_PLAN)),
    _phase(Phase.FIRE, (FIRE, RAID, END)),
    _phase(Phase.DEFENSIVE_FIRE, (FIRE, RAID, END)),
    _phase(Phase.COMBAT, (combat.ASSAULT, combat.TAKE, END_COMBAT), settle_combat),
)

# --- frames -------------------------------------------------------------------------------------------

DECLARED = TimedWaiting(
    Declared, ("defend",), combat.ask_defence, (combat.DEFEND,), settle=combat.settle_defence
)
RETREATING = TimedWaiting(
    Retreating,
    ("retreat",),
    retreat.ask_retreat,
    (retreat.RETREAT,),
    settle=retreat.settle_retreat,
)
PERMITTING = TimedWaiting(Permitting, ("let-pass",), retreat.ask_passage, (retreat.LET_PASS,))
FOLLOWING = TimedWaiting(
    Following, ("accompany",), retreat.ask_company, (retreat.ACCOMPANY, retreat.STAY)
)
FRAMES: Mapping[type, Situation[State]] = {
    Declared: DECLARED,
    Retreating: RETREATING,
    Permitting: PERMITTING,
    Following: FOLLOWING,
}
