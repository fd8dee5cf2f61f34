"""Rows about whole random games: against the fallback, their own kernel calls, and python-chess."""

from __future__ import annotations

import random
from time import thread_time

from bench.measure import REPETITIONS, Measurement, Unmeasured, cost, keep_minima, speedup
from bench.positions import PlayOut, compiled_game, plain_game
from bench.recording import kernel_calls, timed_calls
from campagna.core.contract import Event, digest
from campagna.games.panzergruppe_guderian.events import (
    Advanced,
    Moved,
    Occupied,
    RailMoved,
    Retreated,
)

SEEDS = (0, 1, 2)
PLIES_PER_CHUNK = 15


def fallback() -> Measurement:
    """The same seeds on the compiled and on the plain kernels."""
    plain = compiled = 0.0
    for seed in SEEDS:
        slow: list[float] = []
        fast: list[float] = []
        for _ in range(REPETITIONS):
            a, b = PlayOut(plain_game(), seed), PlayOut(compiled_game(), seed)
            slow, fast = keep_minima(slow, a.timed()), keep_minima(fast, b.timed())
            assert digest(a.state) == digest(b.state), "the backends play different games"
        plain += sum(slow)
        compiled += sum(fast)
    return speedup(plain / len(SEEDS), compiled / len(SEEDS), "ms", "a game; final digests equal")


def rule_overhead() -> Measurement:
    """A game against the replay of nothing but its kernel calls, those of `Field` and of `Stacks`."""
    game = compiled_game()
    kernels = playing = 0.0
    count = 0
    for seed in SEEDS:
        replay: list[float] = []
        played: list[float] = []
        for _ in range(REPETITIONS):
            replay = keep_minima(replay, timed_calls(seed))
            played = keep_minima(played, PlayOut(game, seed).timed())
        kernels += sum(replay)
        playing += sum(played)
        count += len(kernel_calls(seed))
    games = len(SEEDS)
    return cost(kernels / games, playing / games, "ms", f"{count // games} kernel calls a game")


# --- moves per second --------------------------------------------------------------------------------


def displaced(event: Event) -> int:
    """How many units an event put on another hex."""
    if isinstance(event, Moved | Occupied):
        return len(event.units)
    return 1 if isinstance(event, RailMoved | Retreated | Advanced) else 0


def unit_moves(seed: int) -> int:
    """The units displaced in a game, counted from the events of the same game told in full."""
    told = PlayOut(compiled_game(), seed)
    game, state = told.game, told.state
    moves = 0
    while game.step(state) is not None:
        order = game.offers(state).sample(told.whim)
        moves += sum(displaced(event) for event in game.play(state, order, told.chance))
    silent = PlayOut(game, seed)
    silent.timed()
    assert digest(state) == digest(silent.state), "wandering leads to another game"
    return moves


def timed_chess(seed: int) -> tuple[list[float], int]:
    """A random game of python-chess: seconds of each chunk, and the number of plies."""
    try:
        import chess
    except ImportError as missing:
        raise Unmeasured("python-chess is not installed: pip install -e '.[dev]'") from missing
    choose = random.Random(seed).choice
    board, chunks = chess.Board(), []
    while not board.is_game_over():
        begin = thread_time()
        for _ in range(PLIES_PER_CHUNK):
            board.push(choose(list(board.legal_moves)))
            if board.is_game_over():
                break
        chunks.append(thread_time() - begin)
    return chunks, board.ply()


def moves_against_chess() -> Measurement:
    """Unit moves a second against the plies a second of random games of python-chess."""
    moves = plies = 0
    ours = theirs = 0.0
    for seed in SEEDS:
        moves += unit_moves(seed)
        played: list[float] = []
        chess: list[float] = []
        for _ in range(REPETITIONS):
            played = keep_minima(played, PlayOut(compiled_game(), seed).timed())
            fresh, count = timed_chess(seed)
            chess = keep_minima(chess, fresh)
        plies += count
        ours += sum(played)
        theirs += sum(chess)
    reference, candidate = plies / theirs, moves / ours
    note = f"{moves // len(SEEDS)} unit moves a game"
    return Measurement(reference, candidate, candidate / reference, "/s", note)
