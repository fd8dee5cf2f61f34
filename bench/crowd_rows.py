"""The row about growth: a movement phase of 50 and of 200 units a side on the same front."""

from __future__ import annotations

from time import thread_time

import msgspec

from bench.measure import ROUNDS, Measurement, cost, keep_minima
from bench.positions import SETUP, compiled_game
from campagna.core.chance import UnrecordedChance
from campagna.core.contract import Refusal
from campagna.games.panzergruppe_guderian.game import PanzergruppeGuderian
from campagna.games.panzergruppe_guderian.opponent.recruit import recruit
from campagna.games.panzergruppe_guderian.orders import Move
from campagna.games.panzergruppe_guderian.rules import movement
from campagna.games.panzergruppe_guderian.rules.setup import empty_state
from campagna.games.panzergruppe_guderian.state import Maps, Phase, State, Unit
from campagna.games.panzergruppe_guderian.world import (
    ARMOR,
    GERMAN,
    RIFLE,
    SOVIET,
    Counter,
    World,
)

FEW, MANY = 50, 200
STACK = 2
FRONT = 50
"""Columns of the map that the front line crosses."""
FIRST_COLUMN = 5
TURN = 8
WHIMS = range(4)
MOVES_PER_CHUNK = 5


def multiplied(counters: list[Counter], count: int, prefix: str) -> list[Counter]:
    """So many counters out of these, again and again, two alike side by side."""
    return [
        msgspec.structs.replace(
            counters[i // STACK % len(counters)], id=f"{prefix}{i}", division=""
        )
        for i in range(count)
    ]


def crowded(units: int) -> State:
    """A German movement phase with so many units a side, in stacks of two along a front.

    Both sizes hold the same line, the larger one more densely and deeper.
    """
    world = compiled_game().world
    roster = [world.counters[i] for i in world.leaders]
    roster += multiplied([c for c in world.counters if c.side == GERMAN], units, "G")
    divisions = [c for c in world.counters if c.type in ("rifle", "armor")]
    roster += multiplied(divisions, units, "S")
    crowd = PanzergruppeGuderian(World(world.board, roster, world.tables))
    state = empty_state(crowd.world, SETUP, crowd.options(SETUP))
    state.turn, state.phase = TURN, Phase.GERMAN_MOVE
    south, north = line(crowd.world, units, GERMAN), line(crowd.world, units, SOVIET)
    first = len(crowd.world.leaders)
    for slot, place in enumerate(south, first):
        state.put(slot, place, start=place)
    drawn = (*state.pools[RIFLE], *state.pools[ARMOR])
    state.pools = ((), ())
    state.units += [Unit(c, place) for c, place in zip(drawn, north, strict=True)]
    state.maps = Maps.rebuilt(state)
    assert not crowd.violations(state), "the crowd is no legal position"
    return state


def line(world: World, units: int, side: int) -> list[int]:
    """The places of a side's units: Soviets in the north, Germans six rows to their south."""
    stacks = units // STACK
    step = max(1, FRONT // stacks)
    places: list[int] = []
    for i in range(stacks):
        column = FIRST_COLUMN + i * step % FRONT
        depth = i * step // FRONT
        row = 12 - depth if side == SOVIET else 18 + depth
        places += [world.hex_index[f"{column:02d}{row:02d}"]] * STACK
    return places


def timed_phase(start: State, whim_seed: int) -> tuple[list[float], int]:
    """Random moves until half of the side has moved: seconds of each chunk, and the moves."""
    state, whim = start.copy(), UnrecordedChance(whim_seed)
    chunks, moves = [], 0
    enough = len(movement.movers(state)) // 2
    while len(movement.movers(state)) > enough:
        begin = thread_time()
        for _ in range(MOVES_PER_CHUNK):
            order = recruit(state, whim)
            if isinstance(order, Move):
                plan = movement.judge_move(state, order)
                assert not isinstance(plan, Refusal)
                movement.move_units(state, plan)
                moves += 1
        chunks.append(thread_time() - begin)
    return chunks, moves


def growth() -> Measurement:
    """What a move costs among 200 units a side against among 50."""
    starts = [crowded(FEW), crowded(MANY)]
    for start in starts:
        movement.movers(start)  # known from the beginning of the phase, in both
    seconds, moves = [0.0, 0.0], [0, 0]
    for whim in WHIMS:
        best: list[list[float]] = [[], []]
        count = [0, 0]
        for _ in range(ROUNDS):
            for k, start in enumerate(starts):
                fresh, count[k] = timed_phase(start, whim)
                best[k] = keep_minima(best[k], fresh)
        for k in (0, 1):
            seconds[k] += sum(best[k])
            moves[k] += count[k]
    note = f"a move; {moves[0]} and {moves[1]} moves"
    return cost(seconds[0] / moves[0], seconds[1] / moves[1], note=note)
