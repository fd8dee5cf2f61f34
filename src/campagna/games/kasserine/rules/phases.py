"""The book's sequence as a table: what is asked in each phase, and what each frame waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from campagna.core import decision
from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact
from campagna.core.decision import Answer, Settled, Situation, Waiting
from campagna.core.rulebook import rule
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
    return decision.Phase(
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

DECLARED = Waiting(
    Declared, ("defend",), combat.ask_defence, (combat.DEFEND,), settle=combat.settle_defence
)
RETREATING = Waiting(
    Retreating,
    ("retreat",),
    retreat.ask_retreat,
    (retreat.RETREAT,),
    settle=retreat.settle_retreat,
)
PERMITTING = Waiting(Permitting, ("let-pass",), retreat.ask_passage, (retreat.LET_PASS,))
FOLLOWING = Waiting(
    Following, ("accompany",), retreat.ask_company, (retreat.ACCOMPANY, retreat.STAY)
)
FRAMES: Mapping[type, Situation[State]] = {
    Declared: DECLARED,
    Retreating: RETREATING,
    Permitting: PERMITTING,
    Following: FOLLOWING,
}
