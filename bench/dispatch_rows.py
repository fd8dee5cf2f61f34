"""What the decision kernel costs: `play` against the judge and what carries the plan out, by hand."""

from __future__ import annotations

from functools import partial

from bench.measure import Measurement, cost, interleaved
from bench.positions import MIDDLE, compiled_game, position
from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Event, Refusal, digest
from campagna.games.panzergruppe_guderian.game import PanzergruppeGuderian
from campagna.games.panzergruppe_guderian.orders import Move
from campagna.games.panzergruppe_guderian.rules.movement import carry_out_move, judge_move
from campagna.games.panzergruppe_guderian.state import Phase, State

SEED, ORDERS = 3, 12


def play() -> Measurement:
    """Single moves of a phase of movement, each on a copy of the state."""
    game = compiled_game()
    state = position(game, SEED, MIDDLE, Phase.SOVIET_MOVE)
    orders = _moves(state)
    for order in orders:
        direct, through = state.copy(), state.copy()
        assert _by_hand(direct, order) == game.play(through, order, SeededChance(1))
        assert digest(direct) == digest(through), "the kernel plays otherwise"
    by_hand = [partial(_on_a_copy, state, order) for order in orders]
    by_kernel = [partial(_through_kernel, game, state, order) for order in orders]
    reference, candidate = interleaved(by_hand, by_kernel)
    return cost(reference, candidate, note=f"{ORDERS} moves, each with a copy of the state")


def _moves(state: State) -> list[Move]:
    offers, whim = compiled_game().offers(state), UnrecordedChance(SEED)
    found: list[Move] = []
    while len(found) < ORDERS:
        order = offers.sample(whim)
        if isinstance(order, Move):
            found.append(order)
    return found


def _by_hand(state: State, order: Move) -> list[Event]:
    plan = judge_move(state, order)
    assert not isinstance(plan, Refusal)
    return carry_out_move(state, plan, SeededChance(1))


def _on_a_copy(state: State, order: Move) -> list[Event]:
    return _by_hand(state.copy(), order)


def _through_kernel(game: PanzergruppeGuderian, state: State, order: Move) -> list[Event]:
    return game.play(state.copy(), order, SeededChance(1))
