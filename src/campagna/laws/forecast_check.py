"""Forecast against play: an order is played with every way its dice can fall, and the results counted.

The sum of the chances of all ways that lead to a result must be the chance that was forecast. Where
the side that decides does not know everything, the order is also played in worlds that agree with
what it sees: the forecast must be the mean over them, as near as so many worlds can tell, and give
every result that came.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache, cached_property
from itertools import count
from math import prod
from typing import Any

import msgspec

from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import Forecast, Game, Order, State, View
from campagna.laws.random_walk import PLAYERS
from campagna.match.match import Match

MOST_WAYS = 1296
"""Four dice. An order with more is not counted out."""
MANY_WAYS, RARELY = 216, 8
"""Of the orders with more ways than three dice have only one in eight is counted out: they take longest."""
SAMPLES = 6
"""So many orders are drawn from the offers of a moment, if the first of them has dice."""
CLOSE = 1e-9
NO_LIMIT = 10**9
STAGES = ((16, 2.5), (64, 3.0), (256, 4.0), (1024, 6.0))
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
    many: int = 0
    """Orders with more ways than `MANY_WAYS`."""
    too_many: int = 0
    """Those of them that were not counted out."""
    hidden: int = 0
    """Orders whose results depend on what the deciding side does not know."""
    later: int = 0
    """Those of them whose dice fall by another order in some of the worlds; they are not compared."""
    worlds: int = 0
    kinds: dict[str, int] = {}
    differences: list[Difference] = []

    def add(self, other: Tally) -> None:
        for name in ("compared", "ways", "many", "too_many", "hidden", "later", "worlds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for kind, number in other.kinds.items():
            self.count(kind, number)
        self.differences += other.differences

    def count(self, kind: str, number: int = 1) -> None:
        self.kinds[kind] = self.kinds.get(kind, 0) + number


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


def shares(
    game: Game[Any], state: State, order: Order, most: int = MOST_WAYS
) -> tuple[Shares, int] | None:
    """The chance of every result, and how many ways there were; None if there are too many."""
    found: Shares = {}
    given: list[int] = []
    for ways in range(1, most + 1):
        chance = EveryWay(given)
        events = game.play(state.copy(), order, chance)
        fell = [*given, *[0] * (len(chance.sides) - len(given))]
        number = prod(chance.sides)
        if number > most:
            return None
        weight = Fraction(1, number)
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


class Worlds:
    """Worlds that agree with what the deciding side sees at a moment; its orders share them."""

    def __init__(self, game: Game[Any], state: State) -> None:
        self.game, self.state = game, state
        self.known: list[State] = []

    @cached_property
    def view(self) -> View:
        step = self.game.step(self.state)
        assert step is not None
        return self.game.view(self.state, step.side)

    @cached_property
    def is_only_one(self) -> bool:
        """Whether nothing is hidden, so that what is played is the only world."""
        return bool(self.view.position == self.game.describe(self.state))

    def world(self, number: int) -> State:
        while number >= len(self.known):
            chance = SeededChance(len(self.known))
            self.known.append(self.game.imagine(self.view, chance))
        return self.known[number]


def _floats(found: Shares) -> dict[str, float]:
    return {str(result): float(share) for result, share in found.items()}


def _holds(tally: Tally, worlds: Worlds, order: Order, expected: dict[str, float]) -> bool:
    """Whether the forecast holds over the worlds that the deciding side may imagine."""
    if worlds.is_only_one:
        return False
    found: list[dict[str, float]] = []
    for many, doubt in STAGES:
        for number in range(len(found), many):
            counted = shares(worlds.game, worlds.world(number), order)
            if counted is None or None in counted[0]:
                tally.later += 1
                return True
            found.append(_floats(counted[0]))
            tally.worlds += 1
        if _is_mean(expected, found, doubt):
            return True
    return False


def compare(tally: Tally, worlds: Worlds, at: tuple[str, int, int], order: Order) -> None:
    """Compare one order, if its forecast has more than one result."""
    game, state = worlds.game, worlds.state
    expected = forecast_shares(game.forecast(state, order))
    if len(expected) < 2:
        return
    counted = shares(game, state, order, MANY_WAYS)
    if counted is None:
        tally.many += 1
        if tally.many % RARELY == 1:
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
    tally.count(str(order.__struct_config__.tag))
    if _agree(expected, played):
        return
    tally.hidden += 1
    if not _holds(tally, worlds, order, expected):
        raw = msgspec.Raw(msgspec.json.encode(order))
        tally.differences.append(Difference(game.slug, *at, raw, expected, played))


def check(game: Game[Any], orders: int, seed: int = 1, jobs: int = 1) -> Iterator[Tally]:
    """Random games until so many orders were compared; the tally after each game."""
    tally = Tally(game.slug)
    if jobs == 1:
        for n in count(seed):
            _walk(tally, game, n, orders)
            yield tally
            if tally.compared >= orders:
                return
    for one in whole_games(game, seed, jobs):
        tally.add(one)
        yield tally
        if tally.compared >= orders:
            return


def whole_games(game: Game[Any], seed: int, jobs: int = 1) -> Iterator[Tally]:
    """The tally of each random game by itself, from this seed on, without end."""
    if jobs == 1:
        yield from (_one_game(type(game), n) for n in count(seed))
    # A game is a class without state: each process makes one of its own.
    with ProcessPoolExecutor(jobs) as pool:
        kind = type(game)
        waiting = deque(pool.submit(_one_game, kind, n) for n in range(seed, seed + jobs))
        try:
            for n in count(seed + jobs):
                yield waiting.popleft().result()
                waiting.append(pool.submit(_one_game, kind, n))
        finally:
            for future in waiting:
                future.cancel()


@cache
def _own(kind: type[Game[Any]]) -> Game[Any]:
    return kind()


def _one_game(kind: type[Game[Any]], seed: int) -> Tally:
    game = _own(kind)
    tally = Tally(game.slug)
    _walk(tally, game, seed, NO_LIMIT)
    return tally


def _walk(tally: Tally, game: Game[Any], seed: int, orders: int) -> None:
    scenario = game.scenarios[seed % len(game.scenarios)].id
    match = Match(game, game.new_setup(scenario), SeededChance(seed), "forecasts")
    players = SeededChance(seed ^ PLAYERS)
    while match.step is not None and tally.compared < orders:
        offers = game.offers(match.state)
        at = (scenario, seed, len(match.record.entries) + 1)
        order, before = offers.sample(players), tally.compared
        worlds = Worlds(game, match.state)
        compare(tally, worlds, at, order)
        if tally.compared > before:
            drawn = (offers.sample(players) for _ in range(SAMPLES - 1))
            others = {msgspec.json.encode(other): other for other in drawn if other != order}
            for other in others.values():
                compare(tally, worlds, at, other)
        match.play(order)
