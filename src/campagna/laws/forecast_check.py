"""Forecast against play: an order is played with every way its dice can fall, and the results counted.

The sum of the chances of all ways that lead to a result must be the chance that was forecast. Where
the side that decides does not know everything, the order is also played in worlds that agree with
what it sees: the forecast must be the mean over them, as near as so many worlds can tell, and give
every result that came. Where there are too many ways to count, the dice are thrown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
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

MANY_WAYS = 216
"""Three dice. Of an order with more ways the dice are thrown and not counted out."""
SAMPLES = 12
"""So many orders are drawn from the offers of a moment, if the first of them has dice."""
CLOSE = 1e-9
NO_LIMIT = 10**9
STAGES = ((16, 3.0), (48, 3.0), (96, 3.0), (144, 3.0), (208, 3.0), (400, 4.0), (1024, 6.0))
"""How many worlds or throws are tried, and at how many standard errors of the mean a forecast is doubted;
a forecast that the first ones make doubtful is tried with many more."""
SEEN = 0.1
"""A forecast holds only when so many were tried that a chance wrong by this much would have been seen."""
ONE_THROW, ONE_WORLD = 1.0, 1 / 36
"""How much of a throw's variance is in one sample: all of it, or what is left where all ways are counted."""
DICE = 0xD1CE
"""Kept apart from the seed of the worlds: the dice must not know what is hidden."""
Shares = dict[str | None, Fraction]
Kinds = tuple[str, ...]
EVERY_KIND: Kinds = ()


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
    thrown: int = 0
    """Orders with more ways than `MANY_WAYS`; their dice are thrown by chance."""
    hidden: int = 0
    """Orders whose results depend on what the deciding side does not know."""
    later: int = 0
    """Those of them whose dice fall by another order in some of the worlds; they are not compared."""
    worlds: int = 0
    kinds: dict[str, int] = {}
    differences: list[Difference] = []

    def add(self, other: Tally) -> None:
        for name in ("compared", "ways", "thrown", "hidden", "later", "worlds"):
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
    game: Game[Any], state: State, order: Order, most: int = MANY_WAYS
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


def _is_mean(
    expected: dict[str, float], samples: list[dict[str, float]], doubt: float, least: float
) -> bool | None:
    """Whether the forecast can be the mean of these; None if they are too few to tell.

    `least` is the part of a throw's variance that a result is given at least: it may be one that no
    sample has shown yet.
    """
    if any(not sample.keys() <= expected.keys() for sample in samples):
        return False
    size, widest = len(samples), 0.0
    for result, chance in expected.items():
        seen = [sample.get(result, 0.0) for sample in samples]
        mean = sum(seen) / size
        spread = max(sum((x - mean) ** 2 for x in seen) / size, chance * (1 - chance) * least)
        error = doubt * (spread / size) ** 0.5
        if abs(mean - chance) > error + CLOSE:
            return False
        widest = max(widest, error)
    return True if widest < SEEN else None


def _holds(
    expected: dict[str, float], sample: Callable[[int], dict[str, float] | None], least: float
) -> bool | None:
    """Whether the forecast holds over samples that are drawn one by one; None if one cannot be drawn."""
    found: list[dict[str, float]] = []
    holds: bool | None = False
    for many, doubt in STAGES:
        while len(found) < many:
            one = sample(len(found))
            if one is None:
                return None
            found.append(one)
        holds = _is_mean(expected, found, doubt, least)
        if holds:
            return True
    return holds is not False


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


def _sampler(
    worlds: Worlds, order: Order, *, throw: bool
) -> Callable[[int], dict[str, float] | None]:
    """The results in one world after the other; None where the dice fall by a later order."""
    game = worlds.game

    def sample(number: int) -> dict[str, float] | None:
        state = worlds.state if worlds.is_only_one else worlds.world(number)
        counted = None if throw else shares(game, state, order)
        if counted is None:
            events = game.play(state.copy(), order, SeededChance(number ^ DICE))
            result = game.rolled(order, events)
            return None if result is None else {result: 1.0}
        return None if None in counted[0] else _floats(counted[0])

    return sample


def compare(tally: Tally, worlds: Worlds, at: tuple[str, int, int], order: Order) -> None:
    """Compare one order, if its forecast has more than one result."""
    game, kind = worlds.game, str(order.__struct_config__.tag)
    expected = forecast_shares(game.forecast(worlds.state, order))
    if len(expected) < 2:
        return
    counted = shares(game, worlds.state, order)
    found, ways = counted or (Shares(), 0)
    if None in found:
        return  # the dice fall later, by another order
    played = _floats(found)
    holds: bool | None = counted is not None and _agree(expected, played)
    if not holds and (counted is None or not worlds.is_only_one):
        before = len(worlds.known)
        least = ONE_THROW if counted is None else ONE_WORLD
        holds = _holds(expected, _sampler(worlds, order, throw=counted is None), least)
        tally.thrown += counted is None
        tally.hidden += not worlds.is_only_one
        tally.worlds += len(worlds.known) - before
    if holds is None:
        tally.later += 1
        return
    tally.compared += 1
    tally.ways += ways
    tally.count(kind)
    if not holds:
        raw = msgspec.Raw(msgspec.json.encode(order))
        tally.differences.append(Difference(game.slug, *at, raw, expected, played))


def check(
    game: Game[Any], orders: int, seed: int = 1, jobs: int = 1, kinds: Kinds = EVERY_KIND
) -> Iterator[Tally]:
    """Random games until so many orders were compared; the tally after each game."""
    tally = Tally(game.slug)
    if jobs == 1:
        for n in count(seed):
            _walk(tally, game, n, orders, kinds)
            yield tally
            if tally.compared >= orders:
                return
    for one in whole_games(game, seed, jobs, kinds):
        tally.add(one)
        yield tally
        if tally.compared >= orders:
            return


def whole_games(
    game: Game[Any], seed: int, jobs: int = 1, kinds: Kinds = EVERY_KIND
) -> Iterator[Tally]:
    """The tally of each random game by itself, from this seed on, without end."""
    if jobs == 1:
        yield from (_one_game(type(game), n, kinds) for n in count(seed))
    # A game is a class without state: each process makes one of its own.
    with ProcessPoolExecutor(jobs) as pool:
        kind = type(game)
        waiting = deque(pool.submit(_one_game, kind, n, kinds) for n in range(seed, seed + jobs))
        try:
            for n in count(seed + jobs):
                yield waiting.popleft().result()
                waiting.append(pool.submit(_one_game, kind, n, kinds))
        finally:
            for future in waiting:
                future.cancel()


@cache
def _own(kind: type[Game[Any]]) -> Game[Any]:
    return kind()


def _one_game(kind: type[Game[Any]], seed: int, kinds: Kinds) -> Tally:
    game = _own(kind)
    tally = Tally(game.slug)
    _walk(tally, game, seed, NO_LIMIT, kinds)
    return tally


def _walk(tally: Tally, game: Game[Any], seed: int, orders: int, kinds: Kinds = EVERY_KIND) -> None:
    scenario = game.scenarios[seed % len(game.scenarios)].id
    match = Match(game, game.new_setup(scenario), SeededChance(seed), "forecasts")
    players = SeededChance(seed ^ PLAYERS)
    while match.step is not None and tally.compared < orders:
        offers = game.offers(match.state)
        at = (scenario, seed, len(match.record.entries) + 1)
        order, before = offers.sample(players), tally.compared
        worlds = Worlds(game, match.state)
        if not kinds or order.__struct_config__.tag in kinds:
            compare(tally, worlds, at, order)
        if tally.compared > before:
            drawn = (offers.sample(players) for _ in range(SAMPLES - 1))
            others = {msgspec.json.encode(other): other for other in drawn if other != order}
            for other in others.values():
                if not kinds or other.__struct_config__.tag in kinds:
                    compare(tally, worlds, at, other)
        match.play(order)
