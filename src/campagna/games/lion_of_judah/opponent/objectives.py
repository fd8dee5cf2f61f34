"""Opponent: who goes for what. Places worth points against the units that can be there in time."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.bias import place_bias
from campagna.core.weights import Weights, load_weights
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.opponent.map_reading import (
    EASTERN_WAY,
    MAIN_WAYS,
    NORTHERN_WAY,
    MapReading,
    walkers,
)
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import HOME, S1935

SOUTHERN = ("2218", "1914", "1814", "1713", "1420")
"""Places of the southern front of 1935."""
CAPITAL = "1215"
SOUTH_ROW, SOUTH_COLUMN = 15, 16
"""The southern front begins with these rows and columns of the map."""
WESTERN = frozenset({"1108", "1009", "1112", "0916"})
WESTERN_CORPS = frozenset({"it_Gv", "it_21", "it_Sb", "it_irr1", "it_irr2", "it_irr3"})
JIJIGA, ADWA = "1914", "1207"
BEYOND_JIJIGA = frozenset({"1215", "1614", "1514", "1415", "1315"})
"""What the southern corps cannot be supplied for while Jijiga bars the track."""
MAIN, WEST, SOUTH = 0, 1, 2
ROADHEAD = "1406"


class ObjectiveWeights(Weights, frozen=True):
    """What draws the armies, and how long they need."""

    raid: int
    march_delay: float
    turns_late: float
    borders_open: float
    obstacle: float
    per_turn_away: float
    own_near: int
    tempting: float
    mass: float
    odds_wanted: float
    resistance_beside: float
    too_late: float
    least_part: float


WEIGHTS = load_weights(HOME, "objectives", ObjectiveWeights)


def corps(state: State, unit: int) -> int:
    """To which of the three Italian armies of 1935 a unit belongs, by its place and its name."""
    name = state.hex_name(state.units[unit].place)
    if int(name[2:]) >= SOUTH_ROW or int(name[:2]) >= SOUTH_COLUMN:
        return SOUTH
    return WEST if state.name(unit) in WESTERN_CORPS else MAIN


def bound_for_capital(reading: MapReading, unit: int) -> bool:
    """Whether a unit of the main army of 1935 can still be before Addis Ababa in time."""
    state = reading.state
    if state.part != S1935 or state.own(unit) != ITALIAN or corps(state, unit) != MAIN:
        return False
    capital = state.world.hex_index[CAPITAL]
    if state.control[capital] == ITALIAN:
        return False
    pace = max(1, 2 * state.counter(unit).movement)
    way = reading.field(capital, walkers(ITALIAN, S1935))[state.units[unit].place]
    return _delay(reading) * way / pace <= reading.turns_left + WEIGHTS.turns_late


def _delay(reading: MapReading) -> float:
    """Turns that a march of one turn on the map really takes."""
    return (
        WEIGHTS.march_delay / reading.style_factor("haste") if reading.state.part == S1935 else 1.0
    )


def at_main_road(state: State, target: int) -> bool:
    """What those bound for the capital have time to fight: who stands at their road."""
    if state.hex_name(target) in (ADWA, *NORTHERN_WAY):
        return True
    around = state.world.around(target, 1)
    return any(state.hex_name(h) in NORTHERN_WAY or state.hex_name(h) == CAPITAL for h in around)


def threatened_way(reading: MapReading) -> list[int]:
    """Hexes of the main road behind the Italian front of 1935 that warriors could reach."""
    state = reading.state
    radius = round(WEIGHTS.raid * reading.style_factor("picket"))
    found: list[int] = []
    for name in (ROADHEAD, *NORTHERN_WAY):
        h = state.world.hex_index[name]
        if state.control[h] != ITALIAN:
            break
        if any(state.maps.armed[1][n] for n in state.world.around(h, radius)):
            found.append(h)
    return found


class Objectives:
    """An objective for every unit, shared out so that each place gets about what it needs."""

    def __init__(
        self, reading: MapReading, units: Sequence[int], posted: Sequence[int] = ()
    ) -> None:
        self.reading = reading
        self.state = reading.state
        self.goals = self._goals()
        self.class_ = walkers(reading.side, reading.state.part)
        self.of: dict[int, int] = {}
        """The objective of each unit."""
        self.power: dict[int, float] = dict.fromkeys(self.goals, 0.0)
        self._count(posted)
        self._assign(units)

    def _count(self, posted: Sequence[int]) -> None:
        """Units that have their duty already count for the places next to them."""
        distance = self.state.world.board.grid.distance
        for u in posted:
            place = self.state.units[u].place
            for h in self.goals:
                if distance(h, place) <= 1:
                    self.power[h] += self.reading.attack(u)
                    break

    def _goals(self) -> dict[int, float]:
        """Places the enemy holds that are worth points, with their points."""
        goals = {h: p for h, p in self.reading.open_prizes().items() if p > 0}
        capital = self.state.world.hex_index[CAPITAL]
        if capital in goals:
            goals[capital] *= self.reading.style_factor("capital")
        if self.state.part == S1935 and self.reading.side == ITALIAN:
            for h in self.reading.foes:
                if self.state.hex_name(h) in MAIN_WAYS and self.state.maps.armed[1][h]:
                    goals[h] = goals.get(h, 0.0) + WEIGHTS.obstacle
        state = self.state
        if state.part != S1935 and self.reading.side == ITALIAN:
            goals = {h: p for h, p in goals.items() if self._tempting(h)}
        return {h: p * 2.0 ** place_bias(self.reading.style, h) for h, p in goals.items()}

    def _tempting(self, hex_: int) -> bool:
        """In 1940 the Italian goes for what is weakly held and near, and for what he has lost."""
        near = self.reading.strength_near(hex_, self.reading.side, WEIGHTS.own_near)
        return near > WEIGHTS.tempting * self.reading.strength_near(hex_, 1 - self.reading.side, 3)

    def turns(self, unit: int, goal: int) -> float:
        """Turns a unit needs to a goal."""
        place = self.state.units[unit].place
        pace = max(1, 2 * self.state.counter(unit).movement)
        return self.reading.field(goal, self.class_)[place] / pace

    def _in_time(self, unit: int, goal: int, slack: float) -> bool:
        return _delay(self.reading) * self.turns(unit, goal) <= self.reading.turns_left + slack

    def need(self, goal: int) -> float:
        """Attack factors wanted for a place."""
        reading, state = self.reading, self.state
        beside = sum(
            reading.resistance(h)
            for h in reading.chart.around[goal]
            if state.maps.armed[1 - reading.side][h]
        )
        against = reading.resistance(goal) + WEIGHTS.resistance_beside * beside
        return WEIGHTS.mass * reading.style_factor("mass") + WEIGHTS.odds_wanted * against

    def _assign(self, units: Sequence[int]) -> None:
        if not self.goals:
            return
        wanted = {h: self.need(h) for h in self.goals}
        offers: list[tuple[float, int, int]] = []
        for u in units:
            for h, points in self.goals.items():
                if not self._theatre(u, h):
                    continue
                score = points / wanted[h] * WEIGHTS.per_turn_away ** self.turns(u, h)
                if not self._in_time(u, h, WEIGHTS.turns_late):
                    score *= WEIGHTS.too_late
                offers.append((-score, u, h))
        offers.sort()
        for _, u, h in offers:
            if u not in self.of and self.power[h] < wanted[h]:
                self._give(u, h)
        self._assign_rest(units, offers)

    def _assign_rest(self, units: Sequence[int], offers: list[tuple[float, int, int]]) -> None:
        """Whoever is left over makes the main thrust stronger, or his nearest one."""
        capital = self.state.world.hex_index[CAPITAL]
        for u in units:
            if u in self.of or capital not in self.goals or self.reading.side != ITALIAN:
                continue
            if self._in_time(u, capital, 1.0):
                self._give(u, capital)
        for _, u, h in offers:
            if u not in self.of:
                self._give(u, h)

    def _theatre(self, unit: int, goal: int) -> bool:
        """In 1935 each corps minds its own places; all may meet in Addis Ababa."""
        state = self.state
        if state.part != S1935 or self.reading.side != ITALIAN:
            return True
        name = state.hex_name(goal)
        if corps(state, unit) == SOUTH:
            if name in BEYOND_JIJIGA:
                return state.control[state.world.hex_index[JIJIGA]] == ITALIAN
            return name in SOUTHERN or name in EASTERN_WAY
        if name == CAPITAL or self.reading.style_factor("borders") < WEIGHTS.borders_open:
            return True
        if name in SOUTHERN or name in EASTERN_WAY:
            return False
        return name not in WESTERN or not bound_for_capital(self.reading, unit)

    def _give(self, unit: int, goal: int) -> None:
        self.of[unit] = goal
        self.power[goal] += max(WEIGHTS.least_part, self.reading.attack(unit))
