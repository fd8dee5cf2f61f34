"""The calendar and the turn: moves, weather, and how one phase follows another (CAL-1 to CAL-5, WX-1)."""

from __future__ import annotations

from collections.abc import Callable

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Say, Tone
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import PauseBegan, PauseEnded, PhaseBegan, WeatherRolled
from campagna.games.kasserine.orders import Done
from campagna.games.kasserine.rules import (
    artillery,
    attack,
    combat,
    command,
    entries,
    logistics,
    obligations,
    setup,
    victory,
)
from campagna.games.kasserine.rules.zones import on_map
from campagna.games.kasserine.state import PHASE_NAMES, REDUCED, TURN_FLAGS, Phase, State, Unit
from campagna.games.kasserine.world import ALLIED, AXIS, SIDES

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

# --- who decides --------------------------------------------------------------------------------------


@rule("ART-3")
def decider(state: State) -> str:
    """The side that decides in a phase: the other one if it fires back."""
    return SIDES[1 - state.side if state.phase == Phase.DEFENSIVE_FIRE else state.side]


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
            name, rule_id = PHASE_NAMES[state.phase], PHASE_RULES[state.phase]
            events.append(PhaseBegan(rule=rule_id, phase=name, side=decider(state)))
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


# --- the order that ends a phase ----------------------------------------------------------------------


def closing(
    refuse: Callable[[State], Refusal | None], tone: Tone = "plain"
) -> Decision[State, Done, None]:
    """The order that ends a phase, unless something is left to do in it."""

    def judge_end(state: State, order: Done) -> Refusal | None:
        return refuse(state)

    def offer_end(state: State) -> tuple[Offer, ...]:
        return () if refuse(state) else (Say("done", tone=tone),)

    return Decision(Done, "CAL-2", judge_end, carry_out_end, offer=offer_end)


@rule("CAL-2")
def carry_out_end(state: State, plan: None, chance: Chance) -> list[Event]:
    return next_phase(state, chance)


@rule("MOV-2", "LOG-7", "ART-3")
def refuse_nothing(state: State) -> Refusal | None:
    """Nobody has to move, to fire or to change his supply."""
    return None


@rule("CRT-1")
def refuse_combats_left(state: State) -> Refusal | None:
    """Every combat of the plan is fought; then the phase ends by itself."""
    hexes = state.hex_names(c.hexes[0] for c in state.combats)
    return Refusal("CRT-1", "combats-left", {"hexes": hexes})


END = closing(refuse_nothing)
END_SETUP = closing(setup.refuse_end, "main")
END_PLAN = closing(obligations.refuse_end)
END_COMBAT = closing(refuse_combats_left)
