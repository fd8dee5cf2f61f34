"""Forecast against play: an order is played with every way its dice can fall, and the results counted.

The sum of the chances of all ways that lead to a result must be the chance that was forecast. Where
the side that decides does not know everything, the order is also played in worlds that agree with
what it sees: the forecast must be the mean over them, as near as so many worlds can tell, and give
every result that came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import Any

import msgspec

from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Forecast, Game, Order, State
from campagna.laws.random_walk import PLAYERS
from campagna.match.match import Match

MOST_WAYS = 1296
"""Four dice. An order with more is not counted out."""
SAMPLES = 4
"""So many orders are drawn from the offers of a moment, if the first of them has dice."""
CLOSE = 1e-9
STAGES = ((64, 2.0), (256, 3.0), (1024, 6.0))
"""How many worlds are imagined, and at how many standard errors of the mean a forecast is doubted; a
forecast that the first worlds make doubtful is tried in many more."""
Shares = dict[str | None, Fraction]


class Difference(msgspec.Struct, frozen=True):
    """An order whose results do not come as often as was forecast."""

    game: str
    scenario: str
    seed: int
    number: int
    order: msgspec.Raw
    forecast: dict[str, float]
    played: dict[str, float]


class Tally(msgspec.Struct):
    """What was compared."""

    game: str
    compared: int = 0
    ways: int = 0
    too_many: int = 0
    """Orders with more ways than `MOST_WAYS`."""
    hidden: int = 0
    """Orders whose results depend on what the deciding side does not know."""
    later: int = 0
    """Those of them whose dice fall by another order in some of the worlds; they are not compared."""
    worlds: int = 0
    kinds: Counter[str] = msgspec.field(default_factory=Counter)
    differences: list[Difference] = []


class EveryWay(Chance):
    """Dice that fall as they are given; the others show their first face."""

    def __init__(self, given: list[int]) -> None:
        super().__init__()
        self.given = given
        self.sides: list[int] = []

    def _next(self, sides: int, purpose: str) -> int:
        self.sides.append(sides)
        at = len(self.sides) - 1
        return self.given[at] if at < len(self.given) else 0


def shares(game: Game[Any], state: State, order: Order) -> tuple[Shares, int] | None:
    """The chance of every result, and how many ways there were; None if there are too many."""
    found: Shares = {}
    given: list[int] = []
    for ways in range(1, MOST_WAYS + 1):
        chance = EveryWay(given)
        events = game.play(state.copy(), order, chance)
        fell = [*given, *[0] * (len(chance.sides) - len(given))]
        weight = Fraction(1)
        for sides in chance.sides:
            weight /= sides
        result = game.rolled(order, events)
        found[result] = found.get(result, Fraction(0)) + weight
        while fell and fell[-1] == chance.sides[len(fell) - 1] - 1:
            fell.pop()
        if not fell:
            return found, ways
        given = [*fell[:-1], fell[-1] + 1]
    return None


def forecast_shares(forecast: Forecast) -> dict[str, float]:
    found: dict[str, float] = {}
    for line in forecast.lines:
        found[line.result] = found.get(line.result, 0.0) + line.probability
    return found


def _agree(forecast: dict[str, float], played: dict[str, float]) -> bool:
    return all(abs(forecast.get(r, 0.0) - played.get(r, 0.0)) < CLOSE for r in {*forecast, *played})


def _is_mean(expected: dict[str, float], worlds: list[dict[str, float]], doubt: float) -> bool:
    """Whether the forecast can be the mean of what was played in these worlds."""
    if any(not world.keys() <= expected.keys() for world in worlds):
        return False
    size = len(worlds)
    for result, chance in expected.items():
        seen = [world.get(result, 0.0) for world in worlds]
        mean = sum(seen) / size
        # A result that no world has shown yet may still come in one of a few hundred.
        spread = max(sum((x - mean) ** 2 for x in seen) / size, chance * (1 - chance) / 36)
        if abs(mean - chance) > doubt * (spread / size) ** 0.5 + CLOSE:
            return False
    return True


def _in_worlds(
    game: Game[Any], state: State, order: Order, size: int
) -> list[dict[str, float]] | None:
    step = game.step(state)
    assert step is not None
    view = game.view(state, step.side)
    found = []
    for seed in range(size):
        counted = shares(game, game.imagine(view, SeededChance(seed)), order)
        if counted is None or None in counted[0]:
            return None
        found.append(_floats(counted[0]))
    return found


def _floats(found: Shares) -> dict[str, float]:
    return {str(result): float(share) for result, share in found.items()}


def _holds(
    tally: Tally, game: Game[Any], state: State, order: Order, expected: dict[str, float]
) -> bool:
    """Whether the forecast holds over the worlds that the deciding side may imagine."""
    step = game.step(state)
    assert step is not None
    if game.view(state, step.side).position == game.describe(state):
        return False  # nothing is hidden: what was played is the only world
    for many, doubt in STAGES:
        worlds = _in_worlds(game, state, order, many)
        if worlds is None:
            tally.later += 1
            return True
        tally.worlds += many
        if _is_mean(expected, worlds, doubt):
            return True
    return False


def compare(
    tally: Tally, game: Game[Any], at: tuple[str, int, int], state: State, order: Order
) -> None:
    """Compare one order, if its forecast has more than one result."""
    expected = forecast_shares(game.forecast(state, order))
    if len(expected) < 2:
        return
    counted = shares(game, state, order)
    if counted is None:
        tally.too_many += 1
        return
    found, ways = counted
    if None in found:
        return  # the dice fall later, by another order
    played = _floats(found)
    tally.compared += 1
    tally.ways += ways
    tally.kinds[str(order.__struct_config__.tag)] += 1
    if _agree(expected, played):
        return
    tally.hidden += 1
    if not _holds(tally, game, state, order, expected):
        raw = msgspec.Raw(msgspec.json.encode(order))
        tally.differences.append(Difference(game.slug, *at, raw, expected, played))


def check(game: Game[Any], orders: int, seed: int = 1) -> Iterator[Tally]:
    """Random games until so many orders were compared; the tally after each game."""
    tally = Tally(game.slug)
    scenarios = [spec.id for spec in game.scenarios]
    for n in count(seed):
        scenario = scenarios[n % len(scenarios)]
        _walk(tally, game, scenario, n, orders)
        yield tally
        if tally.compared >= orders:
            return


def _walk(tally: Tally, game: Game[Any], scenario: str, seed: int, orders: int) -> None:
    match = Match(game, game.new_setup(scenario), SeededChance(seed), "forecasts")
    players = SeededChance(seed ^ PLAYERS)
    while match.step is not None and tally.compared < orders:
        offers = game.offers(match.state)
        at = (scenario, seed, len(match.record.entries) + 1)
        order, before = offers.sample(players), tally.compared
        compare(tally, game, at, match.state, order)
        if tally.compared > before:
            drawn = (offers.sample(players) for _ in range(SAMPLES - 1))
            others = {msgspec.json.encode(other): other for other in drawn if other != order}
            for other in others.values():
                compare(tally, game, at, match.state, other)
        match.play(order)
