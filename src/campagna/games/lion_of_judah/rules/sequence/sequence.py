"""5 The sequence of play: from step to step of the turn, and the end of a war."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Order
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.events import GameEnded, PhaseBegan, TurnBegan
from campagna.games.lion_of_judah.flags import (
    ACTIVE,
    ATTACKED,
    ATTACKED_TWICE,
    INTERDICTED,
    MARCHED,
    MOVED,
    NOWHERE,
    SHOWN,
    TURN_FLAGS,
    UNSUPPLIED,
)
from campagna.games.lion_of_judah.frames import Battle
from campagna.games.lion_of_judah.maps import PHASE
from campagna.games.lion_of_judah.orders import Done, Remove
from campagna.games.lion_of_judah.rules.air_hq import air_support, hq_support
from campagna.games.lion_of_judah.rules.ethiopia import activation, attrition
from campagna.games.lion_of_judah.rules.events import event_phase
from campagna.games.lion_of_judah.rules.general import campaign, stacking, victory
from campagna.games.lion_of_judah.rules.resources import arrivals, supply
from campagna.games.lion_of_judah.rules.sequence import administration
from campagna.games.lion_of_judah.rules.sequence.combat_stages import asked_side
from campagna.games.lion_of_judah.rules.sequence.idle import idle
from campagna.games.lion_of_judah.rules.sequence.waiting import work_off
from campagna.games.lion_of_judah.state import ADMINISTRATIVE, PHASE_NAMES, Phase, State
from campagna.games.lion_of_judah.world import S1935

PHASE_RULES = {
    Phase.SETUP: "3.1-a",
    Phase.ARRIVALS: "5.2-A-II",
    Phase.REPLACEMENTS: "5.2-A-III",
    Phase.BREAKDOWN: "5.2-A-IV",
    Phase.MOTORISATION: "5.2-A-V",
    Phase.TRUCK_BOXES: "5.2-A-VI",
    Phase.ROADS: "5.2-A-VII",
    Phase.TRANSPORT: "5.2-A-VIII",
    Phase.SPECIAL: "5.2-A-IX",
    Phase.EVENT: "5.2-B",
    Phase.ACTIVATION: "5.2-D",
    Phase.INTERDICTION: "10.1.5",
    Phase.MOVEMENT: "5.2-C",
    Phase.BOMBING: "PB 13.6.5.1-a",
    Phase.COMBAT: "5.2-C",
    Phase.END: "5.2-E-I",
    Phase.OVER: "4.1",
}


# --- who decides, and who is done -----------------------------------------------------------------------


def decider(state: State) -> int:
    """The side that has to give the next order: the opponent of who moves may interdict him."""
    if state.agenda:
        frame = state.agenda[-1]
        return asked_side(frame) if isinstance(frame, Battle) else frame.side
    return 1 - state.side if state.phase == Phase.INTERDICTION else state.side


@rule("5.1-b", "11.2-a", "12.1-a")
def judge_done(state: State, order: Done) -> None:
    """Every phase may be ended."""


def carry_out_done(state: State, plan: None, chance: Chance) -> list[Event]:
    return end_phase(state, chance)


def is_over(state: State, order: Order) -> bool:
    """Whether an order leaves nothing to decide in the phase, so that it ends by itself."""
    if isinstance(order, Remove) and _is_checked(state):
        return True
    if state.phase == Phase.ACTIVATION and state.leader != NOWHERE:
        return True
    return state.phase != Phase.MOVEMENT and idle(state)


# --- from phase to phase ----------------------------------------------------------------------------


@rule("8.1-a", "5.2-0")
def end_phase(state: State, chance: Chance) -> list[Event]:
    """The acting side is done: stacking is checked where the rules say so, then the game goes on."""
    excess = stacking.check(state) if _is_checked(state) else []
    if excess:
        return excess
    return _close(state) + open_phases(state, chance)


@rule("8.1-a")
def _is_checked(state: State) -> bool:
    """Whether stacking is checked when this phase ends: after administration and each segment."""
    last_step = state.phase == Phase.SPECIAL and state.side == OTHER
    return last_step or state.phase in (Phase.MOVEMENT, Phase.COMBAT)


def open_phases(state: State, chance: Chance) -> list[Event]:
    """Open phase after phase until somebody has something to decide."""
    events: list[Event] = []
    while True:
        events += _open_next(state, chance)
        events += work_off(state, chance)
        held = state.phase == state.maps.hold
        if held or state.agenda or state.phase == Phase.OVER or not idle(state):
            return events
        excess = stacking.check(state) if _is_checked(state) else []
        if excess:
            return events + excess
        events += _close(state)


@rule("5.2-A-I", "5.2-C", "5.2-D", "5.1-a", "A-02", "A-14", "A-37")
def _following(state: State) -> tuple[int, int]:
    """The phase after this one, and whose it is."""
    phase, side = state.phase, state.side
    if phase in ADMINISTRATIVE:
        if side == ITALIAN:
            return phase, OTHER
        return (phase + 1, ITALIAN) if phase < Phase.SPECIAL else (Phase.EVENT, ITALIAN)
    if phase == Phase.MOVEMENT:
        bombs = state.part == S1935 and side == ITALIAN
        return (Phase.BOMBING if bombs else Phase.COMBAT), side
    if phase == Phase.COMBAT:
        return _after_combat(state)
    following = {
        Phase.SETUP: (Phase.ARRIVALS, ITALIAN),
        Phase.EVENT: (Phase.INTERDICTION, ITALIAN),
        Phase.INTERDICTION: (Phase.MOVEMENT, side),
        Phase.BOMBING: (Phase.COMBAT, side),
        Phase.ACTIVATION: (Phase.END, ITALIAN),
        Phase.END: (Phase.ARRIVALS, ITALIAN),
    }
    if phase == Phase.ACTIVATION and state.leader != NOWHERE:
        return Phase.INTERDICTION, OTHER
    return following[Phase(phase)]


def _after_combat(state: State) -> tuple[int, int]:
    if state.part == S1935:
        return Phase.ACTIVATION, OTHER
    return (Phase.INTERDICTION, OTHER) if state.side == ITALIAN else (Phase.END, ITALIAN)


def _close(state: State) -> list[Event]:
    """Marks of the phase that ends, and who still waits for entry."""
    if state.phase == Phase.ARRIVALS:
        return arrivals.close_step(state)
    if state.phase == Phase.MOVEMENT:
        _wipe(state, MOVED | INTERDICTED | MARCHED | SHOWN)
        state.moving, state.fuel_spent = [], []
    elif state.phase == Phase.COMBAT:
        _wipe(state, ATTACKED | ATTACKED_TWICE | SHOWN)
        state.fought, state.gassed = [], []
        if state.leader != NOWHERE:
            activation.close(state)
            state.leader = NOWHERE
    elif state.phase in (Phase.SPECIAL, Phase.BOMBING):
        _wipe(state, SHOWN)
    return []


def _wipe(state: State, flags: int) -> None:
    for unit in state.theatre.units:
        if state.units[unit].flags & flags:
            state.flag(unit, 0, flags)


@rule("5.2-A-I", "5.2-B", "9.2", "5.2-A-II", "5.2-A-IX", "5.2-C", "5.2-D")
def _open_next(state: State, chance: Chance) -> list[Event]:
    events: list[Event] = []
    if state.phase == Phase.END:
        return _next_turn(state, chance)
    first = state.phase == Phase.SETUP
    state.phase, state.side = _following(state)
    state.maps.memos.touch(PHASE)
    if first:
        events += _begin_turn(state, chance)
    events.append(_phase_event(state))
    if state.phase in ADMINISTRATIVE:
        return events + administration.open_step(state, chance)
    if state.phase == Phase.EVENT:
        return events + event_phase.draw(state, chance)
    if state.phase == Phase.MOVEMENT:
        check_supply(state)
    elif state.phase == Phase.END:
        events += _end_of_turn(state, chance)
    return events


def _phase_event(state: State) -> PhaseBegan:
    name = PHASE_NAMES[state.phase]
    return PhaseBegan(
        rule=PHASE_RULES[Phase(state.phase)], phase=name, side=state.side_name(state.side)
    )


def _begin_turn(state: State, chance: Chance) -> list[Event]:
    return [TurnBegan(rule="5.1-a", turn=state.turn), *administration.open_turn(state, chance)]


@rule("9.2", "9.3-a", "10.3.4")
def check_supply(state: State) -> None:
    """At the start of a movement segment: supply for the segment, points and loads afresh."""
    state.moving, state.fuel_spent = [], []
    for unit in state.on_map(state.side):
        if state.leader != NOWHERE and not state.has(unit, ACTIVE):
            continue
        supplied = supply.in_supply(state, unit)
        state.flag(unit, 0 if supplied else UNSUPPLIED, UNSUPPLIED if supplied else 0)
        u = state.units[unit]
        if u.spent or u.most != u.load:
            most = u.load if state.counter(unit).type == "truck" else 0
            state.change(unit, spent=0, most=most)


# --- the end of the turn ----------------------------------------------------------------------------


@rule("5.2-E-I", "5.2-E-II", "5.2-E-III", "5.2-E-IV", "5.2-E-V", "10.2.1-d")
def _end_of_turn(state: State, chance: Chance) -> list[Event]:
    for side in (ITALIAN, OTHER):
        for unit in state.on_map(side):
            supplied = supply.in_supply(state, unit)
            state.flag(unit, 0 if supplied else UNSUPPLIED, UNSUPPLIED if supplied else 0)
    hq_support.flip_back(state)
    activation.end_of_turn(state)
    _wipe(state, TURN_FLAGS)
    events = air_support.end_of_turn(state, chance)
    return events + attrition.end_of_turn(state, chance)


@rule("5.1-a", "4.1")
def _next_turn(state: State, chance: Chance) -> list[Event]:
    if state.turn >= state.theatre.turns:
        return end_part(state, chance)
    state.turn += 1
    state.phase, state.side = Phase.ARRIVALS, ITALIAN
    state.maps.memos.touch(PHASE)
    events = _begin_turn(state, chance)
    return [*events, _phase_event(state), *administration.open_step(state, chance)]


@rule("PB 14.3.4", "3.1-b", "1-a")
def end_part(state: State, chance: Chance) -> list[Event]:
    """A war is over: the game with it, or in the campaign the second war begins."""
    state.agenda.clear()
    if not victory.is_campaign(state) or state.first_part is not None:
        state.phase = Phase.OVER
        return [GameEnded(rule="4.1", level=campaign.final_outcome(state).level)]
    events = campaign.link(state, chance)
    if state.phase == Phase.OVER:
        events.append(GameEnded(rule="PB 14.3.4", level=campaign.final_outcome(state).level))
    return events


@rule("PB 13.4.6", "PB 14.3.3")
def check_sudden_death(state: State, chance: Chance) -> list[Event]:
    """After every order: a war may be decided at once."""
    if state.phase in (Phase.OVER, Phase.SETUP):
        return []
    state.sudden = victory.sudden_death(state)
    if not state.sudden:
        return []
    return [*end_part(state, chance), *work_off(state, chance)]
