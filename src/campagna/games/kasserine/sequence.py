"""The calendar and the turn: moves, weather, phases, and the agenda inside them (CAL-1 to CAL-5, WX-1)."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.rulebook import rule
from campagna.games.kasserine import (
    artillery,
    attack,
    combat,
    command,
    entries,
    logistics,
    obligations,
    retreat,
    setup,
    victory,
)
from campagna.games.kasserine.events import PauseBegan, PauseEnded, PhaseBegan, WeatherRolled
from campagna.games.kasserine.state import (
    PHASE_NAMES,
    REDUCED,
    TURN_FLAGS,
    Declared,
    Phase,
    Retreating,
    State,
    Unit,
)
from campagna.games.kasserine.world import ALLIED, AXIS, SIDES
from campagna.games.kasserine.zones import on_map

PHASE_RULES = (
    "SET-9",
    "SET-6",
    "LOG-7",
    "MOV-1",
    "ATT-2",
    "ART-3",
    "ART-3",
    "CRT-1",
    "CAL-3",
)
FRAME_STEPS = {
    "Declared": ("defend", "CRT-2 (a)"),
    "Retreating": ("retreat", "RES-4"),
    "Permitting": ("let-pass", "RES-5"),
    "Following": ("accompany", "ATT-15"),
}

# --- who decides --------------------------------------------------------------------------------------


@rule("RES-4", "RES-5", "AIR-7", "ART-3")
def decider(state: State) -> int:
    """The side that must decide now."""
    if state.agenda:
        frame = state.agenda[-1]
        return frame.by if isinstance(frame, Retreating) else frame.side
    if state.phase == Phase.DEFENSIVE_FIRE:
        return 1 - state.side
    return state.side


@rule("MOV-2", "SET-6", "ATT-2", "ATT-7")
def refuse_end(state: State) -> Refusal | None:
    """Why the phase cannot end yet; movement may always end."""
    if state.phase in (Phase.ALLIED_SETUP, Phase.AXIS_SETUP):
        return setup.refuse_end(state)
    if state.phase == Phase.PLAN:
        return obligations.refuse_end(state)
    if state.phase == Phase.COMBAT:
        return Refusal("CRT-1", "combats-left", {"hexes": _open_hexes(state)})
    return None


def _open_hexes(state: State) -> tuple[str, ...]:
    return state.hex_names(c.hexes[0] for c in state.combats)


# --- inside a phase -----------------------------------------------------------------------------------


@rule("VIC-1", "CRT-1")
def settle(state: State, chance: Chance) -> list[Event]:
    """Carry out everything that leaves nobody a choice."""
    events: list[Event] = []
    while state.phase != Phase.OVER:
        if victory.has_broken_out(state):
            return events + victory.end_game(state, "VIC-1")
        if state.agenda:
            done = _settle_frame(state, chance)
            if done is None:
                return events
            events += done
        elif state.phase == Phase.COMBAT:
            events += combat.drop_void(state)
            if state.combats:
                return events
            events += next_phase(state, chance)
        else:
            return events
    return events


@rule("CAP-7", "RES-12")
def _settle_frame(state: State, chance: Chance) -> list[Event] | None:
    """None if somebody must decide."""
    frame = state.agenda[-1]
    if isinstance(frame, Declared):
        kinds = command.defence_kinds(state, frame.combat.defenders)
        return combat.fight(state, frame, kinds[0], chance) if len(kinds) == 1 else None
    if isinstance(frame, Retreating):
        return retreat.settle_retreat(state, frame)
    return None


# --- from phase to phase ------------------------------------------------------------------------------


@rule("CAL-1", "CAL-2", "CAL-3", "SET-9")
def next_phase(state: State, chance: Chance) -> list[Event]:
    """Go on to the next phase in which somebody has something to decide."""
    events: list[Event] = []
    while True:
        events += _advance(state, chance)
        if state.phase == Phase.OVER:
            return events
        if not _is_empty(state):
            side = SIDES[decider(state)]
            rule_id = PHASE_RULES[state.phase]
            events.append(PhaseBegan(rule=rule_id, phase=PHASE_NAMES[state.phase], side=side))
            return events


def _advance(state: State, chance: Chance) -> list[Event]:
    """Close the phase and open the next one."""
    match Phase(state.phase):
        case Phase.ALLIED_SETUP:
            state.phase, state.side = Phase.AXIS_SETUP, AXIS
            return []
        case Phase.AXIS_SETUP:
            return begin_move(state, chance)
        case Phase.LOGISTICS:
            logistics.check_supply(state)
            state.phase = Phase.MOVEMENT
            return []
        case Phase.MOVEMENT:
            state.phase = Phase.PLAN
            return logistics.remove_blown(state)
        case Phase.PLAN | Phase.FIRE:
            state.phase += 1
            return []
        case Phase.DEFENSIVE_FIRE:
            state.phase = Phase.COMBAT
            return artillery.remove_condemned(state) + combat.drop_void(state)
    return _end_turn(state, chance)


@rule("CAL-2", "CAL-3", "ART-4", "VIC-2")
def _end_turn(state: State, chance: Chance) -> list[Event]:
    """Markers come off; then the other side's turn, the next move, or the end of the game."""
    for i, u in enumerate(state.units):
        if u.flags & TURN_FLAGS:
            state.units[i] = Unit(u.place, u.side, u.flags & ~TURN_FLAGS, u.start, u.control)
    if state.side == AXIS:
        return begin_turn(state, ALLIED)
    if state.move == state.world.last_move:
        return victory.end_game(state, "CAL-3")
    return begin_move(state, chance)


@rule("WX-1", "WX-2", "CAL-1", "CAL-5")
def begin_move(state: State, chance: Chance) -> list[Event]:
    """The German player rolls for the weather of both turns of the move."""
    was_paused = state.paused
    state.move += 1
    die = chance.roll(6, "weather")
    state.weather = state.world.tables["weather"]["die"][die - 1]
    events: list[Event] = [
        WeatherRolled(rule="WX-1", move=state.move, die=die, weather=state.weather)
    ]
    if state.paused and not was_paused:
        events.append(PauseBegan(rule="CAL-5", move=state.move))
    elif was_paused and not state.paused:
        events.append(PauseEnded(rule="CAL-5", move=state.move))
    return events + begin_turn(state, AXIS)


@rule("CAL-2", "CAL-4", "CAP-6")
def begin_turn(state: State, side: int) -> list[Event]:
    """Where everybody stands and who commands him; Patton, if it is his time."""
    state.side = side
    state.phase = Phase.LOGISTICS
    state.raided = False
    events = entries.relieve(state)
    command.take_stock(state)
    return events


def _is_empty(state: State) -> bool:
    """A phase in which nobody has anything to decide is passed over."""
    match Phase(state.phase):
        case Phase.LOGISTICS:
            return not _logistics_open(state)
        case Phase.PLAN:
            return not (attack.attacks_allowed(state) and obligations.options(state))
        case Phase.FIRE | Phase.DEFENSIVE_FIRE:
            return not _fire_open(state)
        case Phase.COMBAT:
            return not state.combats
    return False


def _logistics_open(state: State) -> bool:
    """Some supply to move or blow up, or some infantry to reduce."""
    side, world = state.side, state.world
    return bool(logistics.supplies(state, side)) or any(
        world.foot[u] and not state.flagged(u, REDUCED) for u in on_map(state, side)
    )


@rule("ART-3")
def _fire_open(state: State) -> bool:
    """A raid is due, or a gun has a target; the side not on turn fires only by option (A32)."""
    if state.phase == Phase.DEFENSIVE_FIRE and not state.options["defensive_artillery"]:
        return False
    if artillery.raid_possible(state):
        return True
    side = artillery.firing_side(state)
    return any(artillery.targets_of(state, g) for g in artillery.guns(state, side))
