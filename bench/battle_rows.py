"""Rows about a battle of Alto Comando: how its cost grows with bases and with shots.

The cost is the processor time of every order of a player-turn, chosen, judged and played: each base
moves along a random path, then each base that has a target fires. Every order is timed alone and the
turn played again with the same seed; the least time of each order counts. The exponent is the slope
of a straight line of least squares through the logarithms of size and cost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import accumulate
from math import log
from random import Random
from time import thread_time

from bench.measure import Measurement, keep_minima
from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Setup
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.game import AltoComando
from campagna.games.alto_comando.opponent import random_ways
from campagna.games.alto_comando.roster import Formation
from campagna.games.alto_comando.rules import battle_start
from campagna.games.alto_comando.rules.fire import gunners, targets
from campagna.games.alto_comando.rules.movement import movers
from campagna.games.alto_comando.state import Phase, State
from campagna.games.alto_comando.world import ALLIED, AXIS

DIVISIONS = (1, 2, 4, 8)
"""Divisions a side; four or five are a battle of usual size (BAS-4)."""
A_RANK = 24
STEP = 60
SETUP = Setup("battle", {"air": "none"})
SEED = 7
AGAIN = 5
SHOTS = (8, 16, 32, 64)
ORDERS_OF_FIRE = 8


@cache
def game() -> AltoComando:
    return AltoComando()


class Misses(SeededChance):
    """Dice that hit nobody, so that the last shot is fired in the same battle as the first."""

    def roll(self, sides: int, why: str) -> int:
        return 1


def battle(divisions: int, phase: Phase) -> State:
    """So many divisions a side in two lines face to face, rank behind rank, clear of the supply bases."""
    state = battle_start.empty_state(game().world, SETUP, game().options(SETUP))
    sides = ((AXIS, "gen.de.panzer"), (ALLIED, "gen.gb.armoured"))
    state.formations = tuple(
        Formation(f"{side}.{d}", f"{side}.{d}", template, side)
        for side, template in sides
        for d in range(divisions)
    )
    state.campaign = CampaignState(0, area_chosen=True, revealed=True)
    battle_start.muster(state)
    for side, front, back in ((AXIS, 560, -40), (ALLIED, 650, 40)):
        own = [b for b in state.roster.of_side[side] if not state.unit(b).is_supply]
        for i, base in enumerate(own):
            state.put(base, (front + back * (i // A_RANK), 130 + STEP * (i % A_RANK)))
    state.phase, state.turn = phase, 1
    assert not game().violations(state), "the battle is no legal position"
    return state


def bases(state: State) -> int:
    return len(state.table_of(AXIS)) + len(state.table_of(ALLIED))


# --- a player-turn, order by order ----------------------------------------------------------------


def moves(state: State, chance: Chance) -> list[float]:
    """Seconds of every base's move, chosen from its region, judged and played."""
    seconds = []
    for base in movers(state):
        begin = thread_time()
        path = random_ways.random_path(state, base, state.at(base), chance)
        if path is not None:
            game().play(state, orders.Move(state.name(base), path), chance)
        seconds.append(thread_time() - begin)
    return seconds


def shots(state: State, chance: Chance) -> list[float]:
    """Seconds of every base's look for targets and of its shot, judged and played, if it has one."""
    seconds = []
    for base in gunners(state):
        if (state.phase, state.active) != (Phase.FIRE, AXIS):
            break
        begin = thread_time()
        found = targets(state, base)
        if found:
            order = orders.Fire(state.name(base), state.name(found[0]))
            game().play(state, order, chance)
        seconds.append(thread_time() - begin)
    return seconds


def player_turn(divisions: int) -> list[float]:
    moving, firing = battle(divisions, Phase.MOVE), battle(divisions, Phase.FIRE)
    return moves(moving, SeededChance(SEED)) + shots(firing, SeededChance(SEED))


def at_best(turn: Callable[[], Sequence[float]]) -> list[float]:
    best: list[float] = []
    for _ in range(AGAIN):
        best = keep_minima(best, turn())
    return best


# --- growth ---------------------------------------------------------------------------------------


def exponent(sizes: Sequence[int], costs: Sequence[float]) -> float:
    """The power of the size with which the cost grows: the slope of least squares of the logarithms."""
    xs, ys = [log(s) for s in sizes], [log(c) for c in costs]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    upper = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True))
    return upper / sum((a - x) ** 2 for a in xs)


def growth(sizes: Sequence[int], costs: Sequence[float], what: str) -> Measurement:
    told = ", ".join(f"{s}: {c * 1e3:.3g} ms" for s, c in zip(sizes, costs, strict=True))
    return Measurement(costs[0], costs[-1], exponent(sizes, costs), "ms", f"{what} {told}")


def in_bases() -> Measurement:
    """How a player-turn grows with the bases on the table."""
    sizes = [bases(battle(d, Phase.MOVE)) for d in DIVISIONS]
    costs = [sum(at_best(partial(player_turn, d))) for d in DIVISIONS]
    return growth(sizes, costs, "bases")


def in_shots() -> Measurement:
    """How a fire phase of the largest battle grows with the shots fired in it.

    The kinds of bases differ in cost, so the mean of several orders of fire counts.
    """
    volleys = [at_best(partial(volley, order)) for order in range(ORDERS_OF_FIRE)]
    mean = [sum(shot) / ORDERS_OF_FIRE for shot in zip(*volleys, strict=True)]
    together = list(accumulate(mean))
    return growth(SHOTS, [together[n - 1] for n in SHOTS], "shots")


def volley(order_of_fire: int) -> list[float]:
    """Seconds of every shot of a side, in some order; none of them hits."""
    state = battle(DIVISIONS[-1], Phase.FIRE)
    armed = [b for b in gunners(state) if targets(state, b)]
    Random(order_of_fire).shuffle(armed)
    seconds = []
    for base in armed:
        begin = thread_time()
        order = orders.Fire(state.name(base), state.name(targets(state, base)[0]))
        game().play(state, order, Misses(SEED))
        seconds.append(thread_time() - begin)
    return seconds
