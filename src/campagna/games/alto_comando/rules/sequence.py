"""The sequence of play: turns of two player-turns, each of five phases (TRN-1..3, SEQ-1..5).

A phase in which the deciding side has nothing to do is passed over, until somebody has to decide or
the battle is over.
"""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision, Settled
from campagna.core.offers import Offer, Say, Tone
from campagna.core.rulebook import rule
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando.orders import Done
from campagna.games.alto_comando.rules import (
    air,
    battle_start,
    beda_fomm,
    deployment,
    fieldworks,
    fire,
    headquarters,
    minefields,
    movement,
    victory,
)
from campagna.games.alto_comando.state import FIRED, PHASE_NAMES, TURN_FLAGS, Base, Phase, State
from campagna.games.alto_comando.world import ALLIED, AXIS, BEDA_FOMM, SIDES

PHASE_RULES = {
    Phase.FORCES: "SET-1",
    Phase.WORKS: "SET-2",
    Phase.DEPLOY: "SET-3",
    Phase.REPLACE: "SEQ-1",
    Phase.CLEAR: "SEQ-2",
    Phase.MOVE: "SEQ-3",
    Phase.AIR: "SEQ-3",
    Phase.TRENCH_FIRE: "SEQ-4",
    Phase.FIRE: "SEQ-5",
    Phase.OVER: "VIC-4",
}
TURN_PHASES = (
    Phase.REPLACE,
    Phase.CLEAR,
    Phase.MOVE,
    Phase.AIR,
    Phase.TRENCH_FIRE,
    Phase.FIRE,
)


def in_turn(state: State) -> bool:
    return Phase.REPLACE <= state.phase <= Phase.FIRE


# --- going on -------------------------------------------------------------------------------------------


def settle_phase(state: State, chance: Chance) -> Settled:
    """A phase that is used up ends by itself, once; a battle that is over leads on to the next."""
    if not is_idle(state):
        return [], True
    return next_phase(state, chance), in_turn(state)


def begin_battle(state: State, chance: Chance) -> list[Event]:
    """Everybody stands on the table: the first turn."""
    return begin_turn(state, 1, chance) + _skip_idle_phases(state, chance)


def next_phase(state: State, chance: Chance) -> list[Event]:
    return _advance(state, chance) + _skip_idle_phases(state, chance)


def _skip_idle_phases(state: State, chance: Chance) -> list[Event]:
    """Pass over phases without a decision, up to one that has some or to the end of the battle."""
    found: list[Event] = []
    while in_turn(state) and is_idle(state):
        found += _advance(state, chance)
    if in_turn(state):
        phase = Phase(state.phase)
        side = SIDES[state.side]
        found.append(ev.PhaseBegan(rule=PHASE_RULES[phase], phase=PHASE_NAMES[phase], side=side))
    return found


@rule("SEQ-2", "SEQ-3", "SEQ-4", "SEQ-5", "TRN-3")
def _advance(state: State, chance: Chance) -> list[Event]:
    """The next phase, the other side's player-turn, or the next turn.

    The defender decides in the trench phase only; aircraft strike before the attacker fires.
    """
    if state.phase == Phase.FIRE:
        if state.active == AXIS:
            return begin_player_turn(state, ALLIED)
        return begin_turn(state, state.turn + 1, chance)
    state.phase = TURN_PHASES[TURN_PHASES.index(Phase(state.phase)) + 1]
    state.side = 1 - state.active if state.phase == Phase.TRENCH_FIRE else state.active
    if state.phase != Phase.FIRE:
        return []
    _forget(state, FIRED)
    return air.resolve(state, chance)


@rule("TRN-1", "TRN-2")
def begin_turn(state: State, turn: int, chance: Chance) -> list[Event]:
    """The next turn, unless the day is over: the die of the late turns may end it."""
    found: list[Event] = []
    turns = state.world.tables["turns"]
    if turn > turns["most"]:
        return victory.end_battle(state)
    if state.field.id != BEDA_FOMM and turn in turns["end_die"]["turns"]:
        die = chance.roll(6, "end of the day")
        ends = die in turns["end_die"]["ends_on"]
        found.append(ev.EndRolled(rule="TRN-2", turn=turn, die=die, ends=ends))
        if ends:
            return found + victory.end_battle(state)
    state.turn = turn
    found.append(ev.TurnBegan(rule="TRN-1", turn=turn))
    return found + begin_player_turn(state, AXIS)


@rule("TRN-3", "HQ-9", "SEQ-1")
def begin_player_turn(state: State, side: int) -> list[Event]:
    """The Axis moves first, the Allies second, always; headquarters recover before anything else."""
    state.phase = Phase.REPLACE
    state.active = state.side = side
    state.replaced = False
    state.engineers.clear()
    state.pontoniers.clear()
    _forget(state, TURN_FLAGS)
    return headquarters.recover(state)


def _forget(state: State, flags: int) -> None:
    for base, b in enumerate(state.bases):
        if b.flags & flags:
            state.bases[base] = Base(b.x, b.y, b.where, b.flags & ~flags)


def is_idle(state: State) -> bool:
    """Whether the deciding side has nothing to do in this phase."""
    match state.phase:
        case Phase.REPLACE:
            return not headquarters.any_replacement(state)
        case Phase.CLEAR:
            return not minefields.any_engineering(state)
        case Phase.MOVE:
            return not movement.any_mover(state) and not beda_fomm.may_enter(state)
        case Phase.AIR:
            return not air.any_attack(state)
        case _:
            return not fire.any_shot(state)


# --- the end of a step ----------------------------------------------------------------------------------


def judge_done(state: State, order: Done) -> None:
    """Nobody has to do anything in most steps."""


def judge_placed(state: State, order: Done) -> Refusal | None:
    return deployment.refuse_done(state)


def end_works(state: State, plan: None, chance: Chance) -> list[Event]:
    return battle_start.next_works(state)


def end_placement(state: State, plan: None, chance: Chance) -> list[Event]:
    """The next nation places its bases, or the battle begins."""
    found = battle_start.next_placement(state)
    return found if not battle_start.all_placed(state) else begin_battle(state, chance)


def end_phase(state: State, plan: None, chance: Chance) -> list[Event]:
    return next_phase(state, chance)


def offer_end(state: State) -> tuple[Offer, ...]:
    return (Say("done", tone="decline"),)


def offer_end_of_works(state: State) -> tuple[Offer, ...]:
    """Who has laid everything wants to go on."""
    tone: Tone = "decline" if any(fieldworks.left_to_lay(state)) else "main"
    return (Say("done", tone=tone),)


def offer_end_of_placement(state: State) -> tuple[Offer, ...]:
    if deployment.refuse_done(state) is not None:
        return ()
    tone: Tone = "decline" if deployment.unplaced(state) else "main"
    return (Say("done", tone=tone),)


def ending(phase: Phase) -> Decision[State, Done, None]:
    """The order that ends this phase of a turn."""
    return Decision(Done, PHASE_RULES[phase], judge_done, end_phase, offer=offer_end)


WORKS_DONE = Decision(Done, "SET-2", judge_done, end_works, offer=offer_end_of_works)
PLACEMENT_DONE = Decision(Done, "SET-3", judge_placed, end_placement, offer=offer_end_of_placement)
