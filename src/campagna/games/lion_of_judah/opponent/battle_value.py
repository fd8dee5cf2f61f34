"""Opponent: what a battle is expected to bring, exactly by the tables the game rolls on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate

import msgspec

from campagna.games.lion_of_judah.rules.air_hq.air_support import (
    NO_EFFECT,
    columns,
    support_drm,
    support_result,
)
from campagna.games.lion_of_judah.rules.combat.combat import read_result
from campagna.games.lion_of_judah.rules.combat.odds import ONE_TO_ONE, row
from campagna.games.lion_of_judah.state import State
from campagna.hexes.grid import DIRECTIONS

Shifts = tuple[tuple[int, float], ...]
"""Columns gained and how likely."""
NO_SHIFT: Shifts = ((0, 1.0),)
Results = tuple[tuple[int, int, bool, float], ...]
"""Steps of the attacker, steps of the defender, reconnaissance, probability."""
KNOWN = ((1.0, 1.0),)
SPREAD = ((0.85, 0.25), (1.0, 0.5), (1.15, 0.25))
"""How far a defence that nobody knows may lie from its mean."""


class Stakes(msgspec.Struct, frozen=True):
    """What hangs on a battle for the attacker."""

    own: tuple[float, ...]
    """Worth of the steps he would lose, one after the other, cheapest first."""
    theirs: float
    """Worth of a step of the defender."""
    steps: int
    """Steps of the defender."""
    ground: float
    """For clearing the hex."""


class Prospect(msgspec.Struct, frozen=True):
    """What is expected of a battle."""

    gain: float
    clears: float
    """How likely the hex is cleared."""
    column: int


@lru_cache(maxsize=256)
def _results(texts: tuple[str, ...]) -> Results:
    found: dict[tuple[int, int, bool], float] = {}
    for text in texts:
        (mine, theirs), recon = read_result(text)
        key = (mine, theirs, recon)
        found[key] = found.get(key, 0.0) + 1.0 / len(texts)
    return tuple((a, d, r, p) for (a, d, r), p in found.items())


_known: dict[tuple[int, int, int, int], Results] = {}


def results(state: State, side: int, column: int, drm: int) -> Results:
    """The distribution of a column of the attacker's table."""
    key = (state.part, side, column, drm)
    found = _known.get(key)
    if found is None:
        crt = state.theatre.crt[side]
        at = max(0, min(len(crt.columns) - 1, column))
        found = _results(tuple(crt.result(at, row(die, drm)) for die in range(1, 7)))
        _known[key] = found
    return found


def rung(attack: float, defence: float) -> int:
    """The odds as a rung of the ladder: 1:1 = 0, 2:1 = 1, 1:2 = -1, rounded down."""
    if attack <= 0:
        return -9
    if defence <= 0:
        return 9
    if attack >= defence:
        return int(attack / defence + 1e-9) - 1
    return 1 - int(-(-defence // attack))


def expect(
    state: State,
    side: int,
    power: float,
    resistance: float,
    shift: int,
    drm: int,
    stakes: Stakes,
    by_air: Shifts = NO_SHIFT,
    *,
    known: bool = False,
) -> Prospect:
    """Gain of a battle: steps for steps, the ground if it is cleared, a little more for an R."""
    gain = clears = 0.0
    weights: dict[int, float] = {}
    for factor, weight in KNOWN if known else SPREAD:
        base = ONE_TO_ONE + rung(power, resistance * factor) + shift
        for columns_, chance in by_air:
            weights[base + columns_] = weights.get(base + columns_, 0.0) + weight * chance
    lost = (0.0, *accumulate(stakes.own))
    most = len(lost) - 1
    steps, theirs, ground = stakes.steps, stakes.theirs, stakes.ground
    for column, weight in weights.items():
        for a, d, recon, p in results(state, side, column, drm):
            p *= weight
            if d >= steps:
                clears += p
                value = steps * theirs + ground + (0.2 if recon else 0.0)
            else:
                value = d * theirs
            gain += p * (value - lost[min(most, a)])
    return Prospect(gain, clears, ONE_TO_ONE + rung(power, resistance) + shift)


@lru_cache(maxsize=512)
def _air(rows: tuple[str, ...], markers: int) -> dict[tuple[str, ...], float]:
    found: dict[tuple[str, ...], float] = {(): 1.0}
    for _ in range(markers):
        after: dict[tuple[str, ...], float] = {}
        for had, p in found.items():
            for result in rows:
                key = tuple(sorted((*had, result)))
                after[key] = after.get(key, 0.0) + p / len(rows)
        found = after
    return found


def air_shifts(state: State, side: int, target: int, markers: int) -> Shifts:
    """Columns that so many markers of a side bring, the enemy's aircraft apart."""
    if not markers:
        return NO_SHIFT
    drm = support_drm(state, side, target)
    rows = tuple(support_result(state, die + drm) for die in range(1, 7))
    if all(r == NO_EFFECT for r in rows):
        return NO_SHIFT
    found: dict[int, float] = {}
    for rolled, p in _air(rows, min(markers, 3)).items():
        gained = columns(state, rolled, ())[0]
        found[gained] = found.get(gained, 0.0) + p
    return tuple(sorted(found.items()))


def concentric(state: State, origins: Iterable[int], target: int) -> int:
    """The die roll modifier for attacking from these hexes (12.9)."""
    if state.world.amba[target]:
        return 0
    direction = state.world.board.grid.direction
    from_ = {direction(target, h) for h in origins}
    if any((d + 3) % DIRECTIONS in from_ for d in from_) or len(from_) > 3:
        return 1
    return 1 if from_ >= {0, 2, 4} or from_ >= {1, 3, 5} else 0


def odds_text(column: int) -> str:
    """A column by its name: 1:3 to 7:1."""
    step = column - ONE_TO_ONE
    return f"{step + 1}:1" if step >= 0 else f"1:{1 - step}"
