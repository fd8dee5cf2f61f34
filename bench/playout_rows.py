"""Rows about whole random games: against the fallback and python-chess."""

from __future__ import annotations

import random
from time import thread_time

from bench.measure import REPETITIONS, Measurement, Unmeasured, keep_minima, speedup
from bench.positions import PlayOut, compiled_game, plain_game
from campagna.core.contract import digest
from campagna.games.panzergruppe_guderian.state import Phase

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


# --- orders per second -------------------------------------------------------------------------------


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


def orders_against_chess() -> Measurement:
    """Random orders a second, drawn and played, against the plies a second of python-chess."""
    orders = plies = 0
    ours = theirs = 0.0
    for seed in SEEDS:
        orders += count_orders(seed)
        played: list[float] = []
        chess: list[float] = []
        for _ in range(REPETITIONS):
            played = keep_minima(played, PlayOut(compiled_game(), seed).timed())
            fresh, count = timed_chess(seed)
            chess = keep_minima(chess, fresh)
        plies += count
        ours += sum(played)
        theirs += sum(chess)
    reference, candidate = plies / theirs, orders / ours
    note = f"{orders // len(SEEDS)} orders a game"
    return Measurement(reference, candidate, candidate / reference, "/s", note)


def count_orders(seed: int) -> int:
    play, orders = PlayOut(compiled_game(), seed), 0
    while play.state.phase != Phase.OVER:
        play.play()
        orders += 1
    return orders
