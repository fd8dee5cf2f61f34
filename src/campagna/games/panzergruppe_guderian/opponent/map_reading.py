"""Opponent: the map as a commander reads it, made once at the start of a phase.

Distances to the victory hexes, where the Germans can be expected, how strong each side is near a
hex, and what a unit is worth. All values are in victory points.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from campagna.core.weights import Weights, load_weights
from campagna.games.panzergruppe_guderian.opponent.battle_chances import (
    Chances,
    Pools,
    stack_defence,
)
from campagna.games.panzergruppe_guderian.state import UNTRIED, State
from campagna.games.panzergruppe_guderian.world import GERMAN, HOME, SOVIET, World
from campagna.hexes.grid import OFF_MAP
from campagna.hexes.kernels import MAX_BUDGET


class MapWeights(Weights, frozen=True):
    """Distances in turns, and what units and victory hexes are worth."""

    motorised_turn: int
    foot_turn: int
    turn_away: float
    german_turn_away: float
    leader_rating: float
    untried_rifle: float
    untried_armour: float
    division: float
    division_strength: float
    german_unit: float
    german_strength: float
    last_step_of_regiment: float
    last_step_of_division: float
    stacked_germans: float
    untried_rifle_attack: float
    untried_armour_attack: float
    untried_defence: float
    prize_now: float
    last_turns: int


WEIGHTS = load_weights(HOME, "map_reading", MapWeights)

MOTORIZED, FOOT, SOVIET_FOOT = 1, 0, 3
"""Movement classes of the world's charts that stand for all others of their kind."""


class Chart:
    """What never changes: neighbours without lakes, and the way to every victory hex."""

    def __init__(self, world: World) -> None:
        grid = world.board.grid
        self.size = world.size
        self.around: list[list[int]] = [
            [
                grid.neighbours[h * 6 + d]
                for d in range(6)
                if grid.neighbours[h * 6 + d] != OFF_MAP and not world.walls[h * 6 + d]
            ]
            for h in range(world.size)
        ]
        self.nearby = [self._within(h, 3) for h in range(world.size)]
        self._rings: dict[tuple[int, int], list[int]] = {}
        self._pulls: dict[tuple[int, tuple[float, ...]], list[float]] = {}
        self.ways = {
            kind: [self._decay(world, p.hexes, kind, turn) for p in world.prizes]
            for kind, turn in (
                (MOTORIZED, WEIGHTS.motorised_turn),
                (FOOT, WEIGHTS.foot_turn),
                (SOVIET_FOOT, WEIGHTS.foot_turn),
            )
        }
        """Per class and prize: how much of its points a hex is worth by its distance."""

    def ring(self, here: int, radius: int) -> list[int]:
        """The hexes at most so far away, lakes gone round."""
        key = (here, radius)
        found = self._rings.get(key)
        if found is None:
            found = self._rings[key] = self._within(here, radius)
        return found

    def pull(self, kind: int, points: tuple[float, ...]) -> list[float]:
        """What a hex is worth for the prizes it brings near, each with these points; do not change it."""
        key = (kind, points)
        found = self._pulls.get(key)
        if found is None:
            found = [0.0] * self.size
            for worth_, way in zip(points, self.ways[kind], strict=True):
                if worth_:
                    found = [f + worth_ * w for f, w in zip(found, way, strict=True)]
            if len(self._pulls) > 200:
                self._pulls.clear()
            self._pulls[key] = found
        return found

    def _within(self, here: int, radius: int) -> list[int]:
        seen, ring = {here}, [here]
        for _ in range(radius):
            ring = [n for h in ring for n in self.around[h] if n not in seen]
            seen.update(ring)
        return sorted(seen)

    def _decay(self, world: World, hexes: tuple[int, ...], kind: int, turn: int) -> list[float]:
        field = world.field
        field.clear()
        for h in hexes:
            field.add_source(h, 0, True)
        field.spread(world.homeward_costs(kind), world.nothing, world.nothing, MAX_BUDGET)
        far = WEIGHTS.turn_away ** ((MAX_BUDGET + 10) / turn)
        return [
            WEIGHTS.turn_away ** (cost / turn) if (cost := field.cost(h)) >= 0 else far
            for h in range(world.size)
        ]


_charts: dict[int, Chart] = {}


def chart_of(world: World) -> Chart:
    if id(world) not in _charts:
        _charts[id(world)] = Chart(world)
    return _charts[id(world)]


def worth(state: State, unit: int) -> float:
    """What a unit is worth to its owner."""
    u = state.units[unit]
    counter = state.world.counters[u.counter]
    if counter.side == SOVIET:
        if counter.is_leader:
            return WEIGHTS.leader_rating * counter.rating
        if u.flags & UNTRIED:
            rifle = counter.symbol == "rifle"
            return WEIGHTS.untried_rifle if rifle else WEIGHTS.untried_armour
        values = counter.steps[0]
        return WEIGHTS.division + WEIGHTS.division_strength * (values.attack + values.defence)
    values = counter.steps[u.step]
    # A division that dies as a whole costs five points: its last steps are dear.
    return WEIGHTS.german_unit + WEIGHTS.german_strength * values.attack


def step_worth(state: State, unit: int) -> float:
    """What the next step of a unit is worth."""
    counter, u = state.counter(unit), state.units[unit]
    if u.step + 1 >= len(counter.steps):
        integrity = state.world.divisions.get(counter.division)
        part = integrity is not None and integrity.integrity
        dear = WEIGHTS.last_step_of_regiment if part else WEIGHTS.last_step_of_division
        return worth(state, unit) + (dear if counter.side == GERMAN else 0.0)
    now, then = counter.steps[u.step], counter.steps[u.step + 1]
    return WEIGHTS.german_strength * (now.attack - then.attack)


class MapReading:
    """The state of things at the beginning of a plan."""

    def __init__(self, state: State, style: Mapping[str, float]) -> None:
        self.state = state
        self.style = style
        self.chart = chart_of(state.world)
        world = state.world
        held = state.maps.held
        self.soviets = [h for h in state.maps.stacks if held[SOVIET][h]]
        self.germans = [h for h in state.maps.stacks if held[GERMAN][h]]
        self.turns_left = world.scenario["turns"] - state.turn + 1
        self.open = [k for k, p in enumerate(world.prizes) if state.control & p.bits != p.bits]
        """Victory hexes that the German does not control yet."""
        self._defence: dict[int, Chances] = {}

    @cached_property
    def pools(self) -> Pools:
        """Made when the first battle is weighed: until then a plan has revealed nobody."""
        return Pools(self.state)

    def points(self, k: int) -> float:
        return float(self.state.world.prizes[k].points) * self.style.get("cities", 1.0)

    def defence(self, place: int) -> Chances:
        found = self._defence.get(place)
        if found is None:
            found = self._defence[place] = stack_defence(self.state, self.pools, place)
        return found

    def crowd(self, places: list[int], side: int) -> list[float]:
        """Attack strength of a side within three hexes of each hex, untried divisions at their mean."""
        nearby = self.chart.nearby
        found = [0.0] * self.chart.size
        for place in places:
            power = self._mean_power(place, side)
            for h in nearby[place]:
                found[h] += power
        return found

    def crowd_at(self, h: int, places: list[int], side: int) -> float:
        """The same for one hex."""
        nearby = self.chart.nearby
        found = 0.0
        for place in filter(set(nearby[h]).__contains__, places):
            found += self._mean_power(place, side)
        return found

    def _mean_power(self, place: int, side: int) -> float:
        state = self.state
        stack = state.stack(place)
        power = sum([mean_attack(state, u) for u in stack])
        return power * WEIGHTS.stacked_germans if side == GERMAN and len(stack) > 1 else power

    def german_pull(self, kind: int) -> list[float]:
        """What a hex is worth to the German for the victory hexes it brings near."""
        open_ = set(self.open)
        count = len(self.state.world.prizes)
        points = tuple(self.points(k) if k in open_ else 0.0 for k in range(count))
        return self.chart.pull(kind, points)

    def german_reach(self) -> list[float]:
        """How soon the Germans can be in a hex if nobody stops them: 1 now, less later."""
        world, field = self.state.world, self.state.world.field
        field.clear()
        for h in self.germans or world.west_edge:
            field.add_source(h, 0, True)
        if self.state.turn <= 2:
            for h in world.west_edge:
                field.add_source(h, 4, True)
        field.spread(world.costs[MOTORIZED], world.nothing, world.nothing, MAX_BUDGET)
        away, turn = WEIGHTS.german_turn_away, WEIGHTS.motorised_turn
        far = away ** ((MAX_BUDGET + 10) / turn)
        return [
            away ** (cost / turn) if (cost := field.cost(h)) >= 0 else far
            for h in range(self.chart.size)
        ]


def mean_attack(state: State, unit: int) -> float:
    u = state.units[unit]
    if u.flags & UNTRIED:
        rifle = state.counter(unit).symbol == "rifle"
        return WEIGHTS.untried_rifle_attack if rifle else WEIGHTS.untried_armour_attack
    return float(state.values(unit).attack)


def mean_defence(state: State, unit: int) -> float:
    u = state.units[unit]
    if u.flags & UNTRIED:
        return WEIGHTS.untried_defence
    return float(state.values(unit).defence)


def prize_gain(state: State, h: int) -> float:
    """What it is worth to the German to take a victory hex now: all of it in the last two turns."""
    prize = next(p for p in state.world.prizes if h in p.hexes)
    turns_left = state.world.scenario["turns"] - state.turn + 1
    share = 1.0 if turns_left <= WEIGHTS.last_turns else WEIGHTS.prize_now
    return share * prize.points / len(prize.hexes)
