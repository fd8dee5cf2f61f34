"""Opponent: what a German battle or overrun is worth, in exact chances and victory points."""

from __future__ import annotations

from collections.abc import Container, Sequence

from campagna.core.weights import Weights, load_weights
from campagna.games.panzergruppe_guderian.opponent.battle_chances import (
    Stakes,
    expected,
    results_of,
)
from campagna.games.panzergruppe_guderian.opponent.map_reading import (
    FOOT,
    MOTORIZED,
    MapReading,
    mean_defence,
    prize_gain,
    step_worth,
    worth,
)
from campagna.games.panzergruppe_guderian.rules.strength import multiplier
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.world import HOME, SOVIET


class GermanBattleWeights(Weights, frozen=True):
    """What a battle, an overrun and a garrison are worth to the German."""

    aggression: float
    threat: int
    city: float
    garrison: float
    force_at_stake: float
    step_at_stake: float
    ground: float
    prize_ground: float
    overrun_at_stake: float
    exposed: float
    exposed_range: float
    lost_group: float
    lost_worth: float


WEIGHTS = load_weights(HOME, "german_battle_value", GermanBattleWeights)


class Column:
    """A group that marches together, with what does not depend on where it goes."""

    __slots__ = ("defence", "kind", "overruns", "power", "step", "units", "worth")

    def __init__(self, state: State, units: Sequence[int], power: int) -> None:
        self.units = units
        self.power = power
        self.kind = kind_of(state, units[0])
        self.defence = sum([mean_defence(state, u) for u in units])
        self.worth = sum([worth(state, u) for u in units])
        self.step = min([step_worth(state, u) for u in units])
        self.overruns: dict[tuple[int, int], float] = {}
        """What it gains by an overrun, by hex and terrain, as far as it was asked for."""


def kind_of(state: State, unit: int) -> int:
    """The movement class that stands for this unit and whoever marches with it."""
    return FOOT if state.counter(unit).type == "infantry" else MOTORIZED


class GermanStakes:
    def __init__(self, state: State, reading: MapReading) -> None:
        self.state = state
        self.reading = reading
        self._worth: dict[tuple[int, int], float] = {}

    def garrisons(self, untaken: Container[int]) -> dict[int, float]:
        """What a garrison is worth in the victory hexes we have: Soviets within six hexes threaten them."""
        state, chart = self.state, self.reading.chart
        held = state.maps.held[SOVIET]
        found: dict[int, float] = {}
        for prize in state.world.prizes:
            for h in prize.hexes:
                if h not in untaken and any(held[n] for n in chart.ring(h, WEIGHTS.threat)):
                    share = prize.points / len(prize.hexes) + WEIGHTS.city * prize.city
                    found[h] = WEIGHTS.garrison * share * self.reading.style.get("garrison", 1.0)
        return found

    def battle(self, t: int, power: int) -> float:
        """The expected gain of attacking a hex with so much strength."""
        key = (t, power)
        found = self._worth.get(key)
        if found is None:
            state = self.state
            factor = 1 + bool(state.world.forest[t]) + bool(state.world.major[t])
            stakes = self._stakes(t, power * WEIGHTS.force_at_stake, WEIGHTS.step_at_stake)
            gain = expected(state, ((power, 1.0),), self.reading.defence(t), factor, stakes)
            found = self._worth[key] = max(0.0, gain)
        return found

    def _stakes(self, t: int, own: float, step: float) -> Stakes:
        state = self.state
        stack = state.stack(t)
        ground, prize = WEIGHTS.ground, t in state.world.prize_hexes
        if prize:
            ground += WEIGHTS.prize_ground * prize_gain(state, t)
        theirs = sum([worth(state, u) for u in stack])
        # The garrison of a city rather loses divisions than the city.
        return Stakes(own, step, theirs, len(stack), ground, not prize)

    def overrun_results(self, t: int, origin: int, power: int) -> dict[str, float]:
        """The exact chances of an overrun, which counts half."""
        factor = multiplier(self.state, t, [origin])
        half = max(1, power // 2)
        return results_of(self.state, ((half, 1.0),), self.reading.defence(t), factor)

    def overrun(self, t: int, origin: int, column: Column) -> float:
        """What an overrun of a hex from another is expected to gain."""
        factor = multiplier(self.state, t, [origin])
        found = column.overruns.get((t, factor))
        if found is None:
            half = max(1, column.power // 2)
            stakes = self._stakes(t, column.worth + WEIGHTS.overrun_at_stake, column.step)
            found = expected(self.state, ((half, 1.0),), self.reading.defence(t), factor, stakes)
            column.overruns[t, factor] = found
        return found

    def exposure(self, column: Column, others: Sequence[int], h: int, crowd: float) -> float:
        """What a crowd of Soviets near by may do to a group that stands in a hex, with others or alone."""
        state = self.state
        defence = column.defence
        for u in others:
            defence += mean_defence(state, u)
        if len(column.units) > 1:
            defence *= 2
        if state.world.forest[h] or state.world.major[h]:
            defence *= 2
        ratio = WEIGHTS.exposed * crowd / max(1.0, defence)
        if ratio < 1.0:
            return 0.0
        danger = min(1.0, (ratio - 1.0) / WEIGHTS.exposed_range)
        return danger * (WEIGHTS.lost_group + WEIGHTS.lost_worth * column.worth)
