"""Opponent: what a hex is worth to a German group that could go there, and why.

The victory hexes draw it, battles that pay and places to guard; enemy zones that hold it for nothing,
a lack of supply and Soviet masses beside it count against a hex.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campagna.core.bias import place_biases
from campagna.core.contract import Fact
from campagna.core.weights import Weights, load_weights
from campagna.games.panzergruppe_guderian.opponent import german_battle_value
from campagna.games.panzergruppe_guderian.opponent.german_battle_value import Column, GermanStakes
from campagna.games.panzergruppe_guderian.opponent.map_reading import (
    FOOT,
    MOTORIZED,
    MapReading,
    prize_gain,
)
from campagna.games.panzergruppe_guderian.rules import overrun
from campagna.games.panzergruppe_guderian.rules.strength import attack_strength
from campagna.games.panzergruppe_guderian.rules.supply import german_supply_hexes
from campagna.games.panzergruppe_guderian.state import Phase, State
from campagna.games.panzergruppe_guderian.world import HOME, SOVIET


class GermanMoveWeights(Weights, frozen=True):
    """Where the German goes."""

    place_bias: float
    battle_bias: float
    whole_group: int
    more_force: float
    unit_sent: float
    least_battle: float
    better: float
    most_beside_pull: float
    mixed_stack: float
    group_as_garrison: float
    overrun_later: float
    battle_after_combat: float
    no_battle: float
    held_for_nothing: float
    out_of_supply: float
    road_head: float
    road_head_group: float
    road_head_from: int
    least_overrun: float


WEIGHTS = load_weights(HOME, "german_places", GermanMoveWeights)


class GermanPlaces:
    """Kept in step with the moves of the phase by `commit`, `uncommit` and `take`."""

    def __init__(self, state: State, style: Mapping[str, float], reading: MapReading) -> None:
        self.state = state
        self.style = style
        self.reading = reading
        self.room: int = state.world.tables["stacking"]["german"]
        self.stakes = GermanStakes(state, reading)
        self.eager = german_battle_value.WEIGHTS.aggression * style.get("attack", 1.0)
        self.mech = state.phase == Phase.GERMAN_MECH_MOVE
        self.committed: dict[int, int] = {}
        """Attack strength already standing against a Soviet hex."""

    def read(self) -> None:
        """Note what the map offers at the start of the phase."""
        reading, state = self.reading, self.state
        self.pull = {
            kind: self._with_biases(reading.german_pull(kind)) for kind in (MOTORIZED, FOOT)
        }
        self.crowd = reading.crowd(reading.soviets, SOVIET)
        self.supplied = german_supply_hexes(state)
        self.targets: dict[int, list[int]] = {}
        for t in reading.soviets:
            for h in reading.chart.around[t]:
                self.targets.setdefault(h, []).append(t)
        for h in reading.germans:
            for t in self.targets.get(h, ()):
                strength = attack_strength(state, state.stack(h))
                self.committed[t] = self.committed.get(t, 0) + strength
        prizes = state.world.prize_bit
        self.prize = {h: bit for h, bit in prizes.items() if not state.control & bit}
        self.keep = self.stakes.garrisons(self.prize)
        self.special = state.world.board.mask(
            {*self.prize, *self.keep, *self.targets, state.world.road_head}
        )
        """Where there is something to take, to keep or to fight; elsewhere only the pull counts."""

    def _with_biases(self, pull: list[float]) -> list[float]:
        """A general's likings for places, on top of what draws the army."""
        liked = place_biases(self.style, len(pull))
        if liked is None:
            return pull
        return [value + WEIGHTS.place_bias * like for value, like in zip(pull, liked, strict=True)]

    def value_of_staying(self, column: Column, place: int) -> float:
        self.uncommit(place, column.power)
        score = self.score(column, place, 0)
        self.commit(place, column.power)
        return score

    def uncommit(self, place: int, power: int) -> None:
        for t in self.targets.get(place, ()):
            self.committed[t] = max(0, self.committed.get(t, 0) - power)

    def commit(self, place: int, power: int) -> None:
        for t in self.targets.get(place, ()):
            self.committed[t] = self.committed.get(t, 0) + power

    def score(self, column: Column, h: int, spare: int) -> float:
        state, style, units = self.state, self.style, column.units
        stack = state.stack(h)
        others = [u for u in stack if u not in units] if stack else []
        if len(others) + len(units) > self.room:
            return -1e9
        score = self.pull[column.kind][h]
        bit = self.prize.get(h)
        if bit is not None:
            score += prize_gain(state, h)
        if others and len(units) > 1:
            score -= WEIGHTS.mixed_stack
        elif not others and h in self.keep:
            score += self.keep[h] * (1.0 if len(units) == 1 else WEIGHTS.group_as_garrison)
        targets = self.targets.get(h)
        if targets:
            gain = max([self._marginal(t, column.power) for t in targets])
            if spare >= overrun.price(state) and len(units) > 1:
                most = max([self.stakes.overrun(t, h, column) for t in targets])
                gain = max(gain, WEIGHTS.overrun_later * most)
            score += gain * (WEIGHTS.battle_after_combat if self.mech else 1.0) * self.eager
            if gain <= WEIGHTS.no_battle:
                score -= WEIGHTS.held_for_nothing
        if not self.supplied[h]:
            score -= WEIGHTS.out_of_supply * style.get("supply", 1.0)
        if self.crowd[h]:
            danger = self.stakes.exposure(column, others, h, self.crowd[h])
            score -= danger * style.get("caution", 1.0)
        guarded = h == state.world.road_head and not others
        if guarded and state.turn >= WEIGHTS.road_head_from:
            score += WEIGHTS.road_head if len(units) == 1 else WEIGHTS.road_head_group
        return score

    def _marginal(self, t: int, power: int) -> float:
        """What this much more against a hex adds to the battle there."""
        before = self.committed.get(t, 0)
        return self.stakes.battle(t, before + power) - (
            self.stakes.battle(t, before) if before else 0.0
        )

    def take(self, path: Sequence[int]) -> None:
        """A group goes this way: the victory hexes on it are no longer to be taken."""
        for h in path:
            self.prize.pop(h, None)

    def reason(self, column: Column, h: int) -> tuple[str, dict[str, Fact]]:
        state = self.state
        facts: dict[str, Fact] = {"hex": state.world.hex_ids[h]}
        for prize in state.world.prizes:
            if h in prize.hexes:
                return "take", {**facts, "place": prize.name, "points": prize.points}
        targets = self.targets.get(h)
        if targets:
            t = max(targets, key=lambda x: self.stakes.battle(x, self.committed.get(x, 0)))
            facts |= {"target": state.world.hex_ids[t], "strength": column.power}
            return "face", facts
        ways = self.reading.chart.ways[column.kind]
        if not self.reading.open:
            return "hold", facts
        k = max(self.reading.open, key=lambda x: self.reading.points(x) * ways[x][h])
        return "drive", {**facts, "place": state.world.prizes[k].name}


def group_power(state: State, units: Sequence[int]) -> int:
    """The attack strength of a group, doubled for a whole division."""
    total = sum(state.values(u).attack for u in units)
    division = state.world.divisions.get(state.counter(units[0]).division)
    whole = division is not None and division.integrity and len(units) == len(division.members)
    return 2 * total if whole else total
