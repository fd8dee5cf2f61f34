"""4.0 Sequence of play: how a phase ends and what happens until the next one that asks for orders."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Say, Tone
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import PhaseBegan, TurnBegan
from campagna.games.panzergruppe_guderian.orders import Done
from campagna.games.panzergruppe_guderian.rules import (
    first_turn,
    interdiction,
    leaders,
    overrun,
    reinforcements,
    setup,
    stacking,
    victory,
)
from campagna.games.panzergruppe_guderian.rules.combat import any_attack
from campagna.games.panzergruppe_guderian.rules.supply import commanded_hexes, supplied
from campagna.games.panzergruppe_guderian.state import (
    COMBAT_PHASES,
    COMMANDED,
    ENTERED,
    GERMAN_INTERDICT,
    GERMAN_MECH_MOVE,
    GERMAN_MOVE,
    MOVEMENT_PHASES,
    OVER,
    PHASE,
    PHASE_FLAGS,
    PHASE_NAMES,
    SETUP,
    SETUP_AIR,
    SOVIET_COMBAT,
    SOVIET_INTERDICT,
    SOVIET_MOVE,
    SOVIET_START,
    UNSUPPLIED,
    State,
    acting_side,
)
from campagna.games.panzergruppe_guderian.world import GERMAN, SIDES, SOVIET

PHASE_RULES = (
    "5.0a",
    "5.0b",
    "10.4a",
    "4.2 A1",
    "4.2 A2",
    "4.2 A4",
    "4.2 B1",
    "4.2 B2",
    "4.2 B3",
    "4.2 B5",
    "4.2 C",
)


# --- from phase to phase ----------------------------------------------------------------------------


@rule("4.1", "5.23a", "5.0e")
def refuse_end(state: State) -> Refusal | None:
    """Why the phase cannot end yet."""
    if state.phase == SETUP:
        return setup.refuse_deployed(state)
    if state.phase == SOVIET_MOVE:
        owing = first_turn.unmarched(state)
        if owing:
            name = state.name(owing[0])
            return Refusal("5.23a", "must-march", {"unit": name, "count": len(owing)})
    return None


def judge_end(state: State, order: Done) -> Refusal | None:
    return refuse_end(state)


@rule("7.1e", "7.2a", "7.2b", "14.13", "13.33b")
def end_phase(state: State, plan: None, chance: Chance) -> list[Event]:
    """What a phase leaves behind; overstacked hexes put their removal on the agenda."""
    events: list[Event] = []
    phase = state.phase
    if phase == SOVIET_MOVE:
        events += interdiction.end_german_interdiction(state)
        events += reinforcements.lose_provisional(state)
        state.frozen = ()
    if phase in MOVEMENT_PHASES or phase in COMBAT_PHASES:
        stacking.demand_removal(state, acting_side(phase))
    return events


def offer_end(state: State) -> tuple[Offer, ...]:
    return () if refuse_end(state) else (Say("done", tone=_tone_of_end(state.phase)),)


def _tone_of_end(phase: int) -> Tone:
    """To end a phase of markers or withdrawals is to decline them; a set-up ends when all is done."""
    if phase in MOVEMENT_PHASES or phase in COMBAT_PHASES:
        return "plain"
    return "main" if phase == SETUP else "decline"


END = Decision(Done, "4.1", judge_end, end_phase, offer=offer_end)


@rule("9.75", "11.33", "9.14")
def _clear_phase(state: State) -> None:
    """Phase marks come off every unit; supply on entry lasts as the option says (AMB-19)."""
    off = PHASE_FLAGS
    if state.options["entry_supply"] == "movement_phase" or state.phase in (
        SOVIET_COMBAT,
        GERMAN_MECH_MOVE,
    ):
        off |= ENTERED
    units, kept = state.units, ~off
    for unit in state.maps.clear_flags(off):
        u = units[unit]
        units[unit] = replace(u, flags=u.flags & kept)
    state.attacked_from = ()
    state.maps.memos.touch(PHASE)


@rule(
    "4.1",
    "4.2 A1",
    "4.2 A2",
    "4.2 A3",
    "4.2 A4",
    "4.2 B1",
    "4.2 B2",
    "4.2 B3",
    "4.2 B4",
    "4.2 B5",
    "4.2 C",
    "S2-5",
    "S2-12",
    "S2-16",
)
def next_phase(state: State, chance: Chance) -> list[Event]:
    """Go on to the next phase in which somebody has something to decide."""
    events: list[Event] = []
    while True:
        events += _leave(state, chance)
        if state.phase == OVER:
            return [*events, victory.end_game(state)]
        events += _enter(state, chance)
        if not _empty(state):
            return events


def _leave(state: State, chance: Chance) -> list[Event]:
    """The automatic parts that follow a phase, up to the number of the next one."""
    phase = state.phase
    events: list[Event] = []
    if phase in MOVEMENT_PHASES or phase in COMBAT_PHASES:
        _clear_phase(state)
    if phase == SETUP_AIR:
        events += _new_turn(state)
    elif phase == SOVIET_COMBAT:
        events += overrun.recover_all(state, SOVIET)
    elif phase == SOVIET_INTERDICT:
        events += victory.score_recaptures(state)
    elif phase == GERMAN_MECH_MOVE:
        events += overrun.recover_all(state, GERMAN)
        events += interdiction.end_soviet_interdiction(state)
    elif phase == GERMAN_INTERDICT:
        victory.close_german_turn(state)
        if state.turn == state.world.scenario["turns"]:
            state.phase = OVER
            return events
        events += _new_turn(state)
        state.phase = SOVIET_START
        state.maps.ground_changed(PHASE)
        return events
    state.phase += 1
    state.maps.ground_changed(PHASE)
    return events


@rule("4.2 C", "10.4c")
def _new_turn(state: State) -> list[Event]:
    state.turn += 1
    state.rail_used = 0
    state.front_turn = 0
    state.front_entered = UNSET
    state.repaired = ()
    leaders.bring_back(state)
    state.withdrawn_this_turn = False
    return [TurnBegan(rule="4.2 C", turn=state.turn)]


@rule("5.0b", "5.21a", "10.4a", "14.11", "4.2 A1", "4.2 B1")
def _enter(state: State, chance: Chance) -> list[Event]:
    """What a phase begins with. Without the optional rule 10.4 there is no phase of withdrawals."""
    phase = state.phase
    side = acting_side(phase)
    began: list[Event] = []
    if phase != SOVIET_START or state.options["leader_withdrawal"]:
        name = PHASE_NAMES[phase]
        began.append(PhaseBegan(rule=PHASE_RULES[phase], phase=name, side=SIDES[side]))
    if phase in MOVEMENT_PHASES:
        check_supply(state)
    if phase == SOVIET_MOVE:
        began += reinforcements.roll_provisional(state, chance)
        if state.turn == 1:
            began += first_turn.roll_frozen_armies(state, chance)
    if phase in (SOVIET_MOVE, GERMAN_MOVE):
        began += reinforcements.call_up(state, side, chance)
    return began


@rule("11.GEN-2", "6.25", "6.55b", "6.54a", "6.24a")
def check_supply(state: State) -> None:
    """At the start of a movement phase: supply for the whole phase, command, and where all stand."""
    side = acting_side(state.phase)
    commanded = commanded_hexes(state) if side == SOVIET else state.world.nothing
    state.entries = 0
    units, maps = state.units, state.maps
    standing = maps.standing(side)
    with_supply = set(supplied(state, standing))
    marks = maps.supply_flags(standing, with_supply, UNSUPPLIED, commanded, COMMANDED)
    for unit, flags in zip(standing, marks, strict=True):
        u = units[unit]
        place = u.place
        if u.spent or u.flags != flags or u.start != place:
            units[unit] = replace(u, flags=flags, spent=0, start=place)
    maps.ground_changed(PHASE)


def _empty(state: State) -> bool:
    """A phase in which nobody has anything to decide is passed over."""
    phase = state.phase
    if phase == SOVIET_START:
        return not leaders.withdrawable(state)
    if phase in COMBAT_PHASES:
        return not any_attack(state)
    if phase == SOVIET_INTERDICT:
        return not interdiction.soviet_may_interdict(state)
    if phase == GERMAN_INTERDICT:
        return bool(state.turn == state.world.scenario["turns"])
    return False
