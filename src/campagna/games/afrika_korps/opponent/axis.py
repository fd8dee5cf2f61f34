"""Opponent: how the Axis player marches.

One slow division holds the base, another Bengasi; the rest goes for the weak Allied stacks, shuts
Tobruch in and presses towards the Allied base, never further from a supply than it can follow.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from operator import add, not_

from campagna.core.weights import Weights, load_weights
from campagna.games.afrika_korps.opponent.map_reading import MARCH, Chart, worth
from campagna.games.afrika_korps.opponent.movement_phase import FieldPlan
from campagna.games.afrika_korps.rules.combat.zones import either, fighters, without
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.rules.supply.isolation import REACHED
from campagna.games.afrika_korps.state import ISOLATED, USED
from campagna.games.afrika_korps.world import ALLIED, AXIS, HOME


class AxisWeights(Weights, frozen=True):
    goal_decay: float
    goal_stacks: int
    guard_movement: int
    ahead_of_supply: int
    guard_soon: float
    guard_turns: float
    guard_worth: float
    guard_pace: float
    guard_there: float
    enemy_zone: float
    no_line: float
    no_follow: float
    their_base: float
    tobruch: float
    other_fortress: float
    stack_base: float
    stack_worth: float
    stack_doubled: float
    isolated_again: float
    isolated_now: float
    isolated_next: float
    siege_more: float
    siege_hex: float
    depots_ahead: int
    all_depots_after: int
    spearhead_decay: float


W = load_weights(HOME, "axis", AxisWeights)
NEARNESS = [W.goal_decay ** (price / MARCH) for price in range(255)] + [0.0]
"""What is left of a goal by the price of the way to it."""

Goal = tuple[int, float]
"""A hex that draws the army, and what it is worth."""


@lru_cache(maxsize=64)
def pull(chart: Chart, goals: tuple[Goal, ...]) -> list[float]:
    """What goals are worth in every hex; kept, because nine plans in ten have those of one before."""
    total = [0.0] * chart.world.size
    for h, value in goals:
        table = [value * near for near in NEARNESS]
        total = list(map(add, total, map(table.__getitem__, chart.way(h))))
    return total


class AxisPlan(FieldPlan):
    def garrisons(self) -> dict[int, int]:
        """The base always; Bengasi and Tobruch once the enemy is out, and the enemy's base."""
        state, world = self.state, self.world
        found: dict[int, int] = {}
        tobruch, home, theirs = world.tobruch, world.bases[AXIS], world.bases[ALLIED]
        bengasi = next(h for h in world.fortresses if h != tobruch)
        posts = [home, tobruch, theirs]
        if any(state.fighters_at(h, AXIS) for h in (tobruch, theirs)):
            posts.append(bengasi)
        for h in posts:
            if not state.fighters_at(h, ALLIED):
                unit = self._guard_for(h, found, distant=h in (home, bengasi))
                # No panzer turns back for a port far behind the front.
                spared = h == bengasi and not state.fighters_at(theirs, AXIS)
                if unit is not None and not (spared and world.movement[unit] > W.guard_movement):
                    found[unit] = h
        return found

    def _guard_for(self, h: int, taken: dict[int, int], *, distant: bool) -> int | None:
        """Who is there already, else the cheapest unit that is there soonest."""
        state, way = self.state, self.chart.way(h)
        best: tuple[float, int] | None = None
        for u in fighters(state, AXIS):
            if u in taken:
                continue
            place = state.place(u)
            turns = max(0.0, way[place] / (self.world.road_bonus + self.world.movement[u]))
            if not distant and place != h and turns > W.guard_soon:
                continue
            dear = W.guard_worth * worth(self.world, u)
            dear += W.guard_pace * self.world.movement[u]
            there = W.guard_there if place == h else 0.0
            key = (W.guard_turns * turns + dear - there, u)
            if best is None or key < best:
                best = key
        return None if best is None else best[1]

    # --- what a hex is worth --------------------------------------------------------------------

    def ground(self) -> list[float]:
        world, style = self.world, self.style
        total = list(pull(self.chart, tuple(self._goals())))
        hostile, tied = self.reading.hostile, self.tied()
        followed = self._followed()
        fear = style.get("supply", 1.0)
        everywhere = range(world.size)
        for h in compress(everywhere, hostile):
            total[h] -= W.enemy_zone
        for h in compress(everywhere, map(not_, tied)):
            total[h] -= W.no_line * fear
        for h in compress(everywhere, map(not_, followed)):
            total[h] -= W.no_follow * fear
        return total

    def _goals(self) -> list[Goal]:
        state, world, style = self.state, self.world, self.style
        east = style.get("east", 1.0)
        goals = [(world.bases[ALLIED], W.their_base * east)]
        if not state.fighters_at(world.tobruch, AXIS):
            goals.append((world.tobruch, W.tobruch * style.get("tobruch", 1.0)))
        for h in world.fortresses:
            if h != world.tobruch and state.fighters_at(h, ALLIED):
                goals.append((h, W.other_fortress))
        stacks = []
        for h in self.reading.foes:
            value = sum(worth(world, u) for u in state.fighters_at(h, ALLIED))
            good = W.stack_doubled if world.doubled[h] else 1.0
            stacks.append((h, (W.stack_base + W.stack_worth * value) * good))
        stacks.sort(key=lambda p: (-p[1], p[0]))
        goals += stacks[: W.goal_stacks]
        return goals

    def _followed(self) -> bytes:
        """Hexes near which a supply of ours can be when the turn ends."""
        state, world = self.state, self.world
        mask = bytearray(world.size)
        for s in captures.supplies_on_map(state, AXIS):
            if not state.flagged(s, USED):
                reached = self.reading.cost(s).translate(REACHED)
                mask = bytearray(either(mask, reached))
                mask[state.place(s)] = 1
        found = without(mask, self.reading.hostile)
        for _ in range(W.ahead_of_supply):
            found = either(found, world.field.zones(found, world.walls))
        return found

    def closer(self, unit: int, h: int, stack: list[int]) -> float:
        world, reading = self.world, self.reading
        mates = [*stack, unit]
        value = -reading.exposure(h, mates)
        if stack:
            value += reading.exposure(h, stack)
        if not self.tied()[h]:
            # Isolated a second time it is lost, a first time nearly so (24.2).
            u = self.state.units[unit]
            share = W.isolated_now if u.flags & ISOLATED else W.isolated_next
            if u.count:
                share = W.isolated_again
            value -= share * worth(world, unit) * self.style.get("supply", 1.0)
        if world.tobruch in world.near[h] and self.state.fighters_at(world.tobruch, ALLIED):
            # Beside a besieged fortress: its way out is closed (23.6), and storms begin there.
            ring = world.near[world.tobruch]
            shut = sum(1 for n in ring if n in world.near[h])
            value += W.siege_more if stack else W.siege_hex * shut
        return value

    # --- supplies -------------------------------------------------------------------------------

    def depot_goal(self, supply: int, rank: int) -> int | None:
        """The first follow the spearhead; the last one of three stays a march behind."""
        spear = self._spearhead()
        follows = rank < W.depots_ahead or self.state.turn > W.all_depots_after
        return spear if follows else None

    def _spearhead(self) -> int:
        """The hex around which most attack factors stand, the eastern ones counting more."""
        state, world = self.state, self.world
        east = self.chart.way(world.bases[ALLIED])
        strength: dict[int, float] = {}
        for u in fighters(state, AXIS):
            h = state.place(u)
            strength[h] = strength.get(h, 0.0) + world.attack[u] * W.spearhead_decay ** east[h]
        distance = world.board.grid.distance

        def around(h: int) -> float:
            return sum(s for p, s in strength.items() if distance(h, p) <= world.line)

        return max(strength, key=lambda h: (around(h), strength[h], h))

    def why(self, unit: int, h: int) -> str:
        return "besiege" if self.world.tobruch in self.world.near[h] else "march"
