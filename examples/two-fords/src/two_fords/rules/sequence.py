"""Chapter 3: the sequence of play."""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Say
from campagna.core.rulebook import rule
from two_fords.events import PhaseBegan
from two_fords.orders import EndPhase
from two_fords.rules.victory import end_game
from two_fords.state import FIRST_OF_TURN, OVER, PHASES, State, side_of
from two_fords.world import BOARD, INDEX, TABLES


@rule("3.3")
def own_counter(state: State, name: str) -> Refusal | int:
    """The number of a counter of the side whose phase it is."""
    unit = INDEX.get(name)
    if unit is None:
        return Refusal("3.3", "no-such-counter", {"unit": name})
    if side_of(unit) != state.side:
        return Refusal("3.3", "not-yours", {"unit": name})
    return unit


@rule("3.3")
def counter_in_play(state: State, name: str) -> Refusal | int:
    unit = own_counter(state, name)
    if not isinstance(unit, Refusal) and state.units[unit].place < 0:
        return Refusal("3.3", "not-in-play", {"unit": name})
    return unit


@rule("3.3")
def named_hex(name: str) -> Refusal | int:
    if name not in BOARD.grid.index:
        return Refusal("3.3", "no-such-hex", {"hex": name})
    return BOARD.hex(name)


@rule("3.1")
def next_phase(state: State) -> list[Event]:
    """End the phase and begin the one after it, or end the game."""
    state.phase += 1
    if state.phase < FIRST_OF_TURN:
        return []
    if state.phase == OVER:
        if state.turn == TABLES.turns:
            return end_game(state)
        state.phase = FIRST_OF_TURN
    if state.phase == FIRST_OF_TURN:
        state.turn += 1
    state.units = [msgspec.structs.replace(u, done=False, attacked=False) for u in state.units]
    side, phase = PHASES[state.phase]
    return [PhaseBegan(rule="3.1", turn=state.turn, side=side, phase=phase)]


def judge_end(state: State, order: EndPhase) -> None:
    """A phase may always be ended."""


def carry_out_end(state: State, plan: None, chance: Chance) -> list[Event]:
    return next_phase(state)


def offer_end(state: State) -> tuple[Offer, ...]:
    return (Say("end-phase"),)


END = Decision(EndPhase, "3.1", judge_end, carry_out_end, offer=offer_end)
