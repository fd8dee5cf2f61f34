"""Exact chances of the die, and what a hit may lead to (FIR-6, SAV-1).

Forecasts use it. It is imported when one is asked for: fractions are slow to load.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from campagna.core.contract import Fact, ForecastLine
from campagna.games.alto_comando.rules.losses import NEVER, fail, fate, needs_no_save, points_of
from campagna.games.alto_comando.state import State

Sums = dict[str, str | int | float]
SIXTH = Fraction(1, 6)


def line(result: str, chance: Fraction, **outcomes: Fact) -> ForecastLine:
    return ForecastLine(result, float(chance), outcomes)


def at_least(needed: int) -> Fraction:
    """The chance of this die or a higher one."""
    return min(Fraction(1), max(Fraction(0), (7 - needed) * SIXTH))


def possible(lines: Sequence[ForecastLine]) -> tuple[ForecastLine, ...]:
    """The lines that can come true."""
    return tuple(line for line in lines if line.probability > 0)


def attempt(result: str, faces: Sequence[int]) -> tuple[ForecastLine, ...]:
    """A die that brings this result on some faces and nothing on the others."""
    chance = len(faces) * SIXTH
    return possible([line(result, chance), line("nothing", 1 - chance)])


# --- losses ---------------------------------------------------------------------------------------------


def save_chance(needed: int) -> Fraction:
    return Fraction(0) if needed == NEVER else at_least(needed)


def loss_points(state: State, target: int) -> int:
    """The points that the failed save of this base would bring, its whole division's end included."""
    twin = state.copy()
    side = 1 - state.unit(target).side
    fail(twin, target)
    return points_of(twin, side) - points_of(state, side)


def loss_sums(state: State, target: int, hit: Fraction, save: int) -> dict[str, Sums]:
    """The die that saves and what its failure means; a headquarters driven on rolls none (HQ-14)."""
    if needs_no_save(state, target):
        return {"loss": {"rule": "HQ-14", "result": "fell-back", "probability": float(hit)}}
    saved = save_chance(save)
    return {
        "save": {
            "rule": "SAV-6" if save == NEVER else "SAV-1",
            "needed": save,
            "probability": float(saved),
        },
        "loss": {
            "rule": "SAV-3",
            "result": fate(state, target),
            "probability": float(hit * (1 - saved)),
        },
    }


def hit_lines(state: State, target: int, hit: Fraction, saved: Fraction) -> list[ForecastLine]:
    """What follows from a hit: lost in the way the place decides, or saved."""
    if needs_no_save(state, target):
        return [line("fell-back", hit)]
    return [
        line(fate(state, target), hit * (1 - saved), points=loss_points(state, target)),
        line("saved", hit * saved),
    ]
