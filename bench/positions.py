"""The positions and games the rows are measured on: seeded, so they are the same everywhere."""

from __future__ import annotations

from functools import lru_cache
from time import thread_time

import msgspec

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Event, Setup
from campagna.games.panzergruppe_guderian.game import PanzergruppeGuderian
from campagna.games.panzergruppe_guderian.state import Phase, State
from campagna.games.panzergruppe_guderian.world import DATA, World, load_world
from campagna.hexes import _kernel
from campagna.hexes.board import load_board
from campagna.hexes.kernels import Field

SETUP = Setup("campaign-1941")
EARLY, MIDDLE, LATE = 3, 6, 10
"""Turns of twelve."""
STEPS_PER_CHUNK = 20


def world_with(field: Field) -> World:
    """A world of its own, with the given kernels."""
    world, board = load_world(), load_board(DATA / "map.toml")
    board.field = field
    return World(board, world.counters, world.tables)


@lru_cache
def compiled_game() -> PanzergruppeGuderian:
    return PanzergruppeGuderian()


@lru_cache
def plain_game() -> PanzergruppeGuderian:
    """The same game on the fallback kernels, in the same process."""
    return PanzergruppeGuderian(world_with(_kernel.Field(load_world().board.grid.neighbours)))


class PlayOut:
    """A random game, one order after the other."""

    def __init__(self, game: PanzergruppeGuderian, seed: int) -> None:
        self.game = game
        self.chance = SeededChance(seed)
        self.whim = UnrecordedChance(seed + 1_000_000)
        self.state = game.start(SETUP, self.chance)

    def play(self) -> list[Event]:
        """One random order."""
        order = self.game.offers(self.state).sample(self.whim)
        return self.game.play(self.state, order, self.chance)

    def timed(self) -> list[float]:
        """Play to the end; processor seconds of each chunk of steps."""
        chunks = []
        over = int(Phase.OVER)
        while self.state.phase != over:
            begin = thread_time()
            for _ in range(STEPS_PER_CHUNK):
                self.play()
                if self.state.phase == over:
                    break
            chunks.append(thread_time() - begin)
        return chunks


@lru_cache
def frozen(seed: int, turn: int, phase: Phase) -> bytes:
    """A random game as it stood when a phase began, as it would be saved."""
    play = PlayOut(compiled_game(), seed)
    while (play.state.turn, play.state.phase) != (turn, phase):
        if play.state.phase == Phase.OVER:
            raise ValueError(f"game {seed} has no turn {turn}")
        play.play()
    return msgspec.msgpack.encode(play.state)


def position(game: PanzergruppeGuderian, seed: int, turn: int, phase: Phase) -> State:
    """The same position, in play on the kernels of the given game."""
    return game.load(frozen(seed, turn, phase))
