"""4.2 The sequence of play as a table: what each phase asks for, what waits inside it, what ends it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact
from campagna.core.decision import Answer, Closing, Passing, Phase, Situation, Waiting
from campagna.games.panzergruppe_guderian.frames import (
    Advancing,
    Battle,
    Excess,
    Retreating,
    Suffer,
)
from campagna.games.panzergruppe_guderian.rules.advance import (
    ADVANCE,
    STAY,
    ask_advance,
    settle_advance,
)
from campagna.games.panzergruppe_guderian.rules.combat import ATTACK
from campagna.games.panzergruppe_guderian.rules.destinations import MOVE
from campagna.games.panzergruppe_guderian.rules.interdiction import INTERDICT
from campagna.games.panzergruppe_guderian.rules.leaders import WITHDRAW
from campagna.games.panzergruppe_guderian.rules.overrun import OVERRUN
from campagna.games.panzergruppe_guderian.rules.rail import RAIL
from campagna.games.panzergruppe_guderian.rules.reinforcements import CALL_FRONT
from campagna.games.panzergruppe_guderian.rules.results import (
    GIVE_GROUND,
    TAKE_LOSSES,
    ask_suffer,
    finish_battle,
    settle_suffer,
)
from campagna.games.panzergruppe_guderian.rules.retreat import RETREAT, ask_retreat, settle_retreat
from campagna.games.panzergruppe_guderian.rules.sequence import END, PHASE_RULES, next_phase
from campagna.games.panzergruppe_guderian.rules.setup import DEPLOY
from campagna.games.panzergruppe_guderian.rules.stacking import REMOVE, ask_removal, settle_removal
from campagna.games.panzergruppe_guderian.state import (
    GERMAN_COMBAT,
    GERMAN_INTERDICT,
    GERMAN_MECH_MOVE,
    GERMAN_MOVE,
    PHASE_NAMES,
    SETUP,
    SETUP_AIR,
    SOVIET_COMBAT,
    SOVIET_INTERDICT,
    SOVIET_MOVE,
    SOVIET_START,
    State,
    acting_side,
)
from campagna.games.panzergruppe_guderian.world import SIDES


def end_phase(state: State, chance: Chance) -> list[Event]:
    """The phase is over, unless something waits on the agenda."""
    return [] if state.agenda else next_phase(state, chance)


def _phasing(state: State) -> str:
    return SIDES[acting_side(state.phase)]


def _turn(state: State) -> Mapping[str, Fact]:
    return {"turn": state.turn}


def _phase(number: int, *answers: Answer[State, object]) -> Phase[State]:
    return Phase(PHASE_NAMES[number], PHASE_RULES[number], _phasing, answers, facts=_turn)


_END = Closing(END, end_phase)
_MARKERS = (Closing(INTERDICT, end_phase), _END)
_GERMAN_MOVES = (MOVE, OVERRUN, RAIL, _END)

PHASES: Sequence[Situation[State]] = (
    _phase(SETUP, DEPLOY, _END),
    _phase(SETUP_AIR, *_MARKERS),
    _phase(SOVIET_START, Closing(WITHDRAW, end_phase), _END),
    _phase(SOVIET_MOVE, MOVE, OVERRUN, RAIL, CALL_FRONT, _END),
    _phase(SOVIET_COMBAT, ATTACK, _END),
    _phase(SOVIET_INTERDICT, *_MARKERS),
    _phase(GERMAN_MOVE, *_GERMAN_MOVES),
    _phase(GERMAN_COMBAT, ATTACK, _END),
    _phase(GERMAN_MECH_MOVE, *_GERMAN_MOVES),
    _phase(GERMAN_INTERDICT, *_MARKERS),
)
"""By the number of the phase."""

FRAMES: Mapping[type, Situation[State]] = {
    Suffer: Waiting(
        Suffer,
        ("suffer", "lose-steps"),
        ask_suffer,
        (TAKE_LOSSES, GIVE_GROUND),
        settle=settle_suffer,
    ),
    Retreating: Waiting(Retreating, ("retreat",), ask_retreat, (RETREAT,), settle=settle_retreat),
    Battle: Passing(Battle, finish_battle),
    Advancing: Waiting(
        Advancing, ("advance",), ask_advance, (ADVANCE, STAY), settle=settle_advance
    ),
    Excess: Waiting(
        Excess,
        ("remove",),
        ask_removal,
        (Closing(REMOVE, end_phase),),
        settle=settle_removal,
    ),
}
"""What waits inside a phase, by the type of the frame."""
