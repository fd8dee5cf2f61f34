"""Judgement: how the Axis player marches.

One slow division holds the base, another Bengasi; the rest goes for the weak Allied stacks, shuts
Tobruch in and presses towards the Allied base, never further from a supply than it can follow.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from operator import add, not_

from campagna.games.afrika_korps.opponent.map_reading import MARCH, Chart, worth
from campagna.games.afrika_korps.opponent.movement_phase import FieldPlan
from campagna.games.afrika_korps.rules import captures
from campagna.games.afrika_korps.rules.isolation import REACHED
from campagna.games.afrika_korps.rules.zones import either, fighters, without
from campagna.games.afrika_korps.state import ISOLATED, USED
from campagna.games.afrika_korps.world import ALLIED, AXIS

DECAY = 0.8
"""What a goal loses for every turn it is away."""
NEARNESS = [DECAY ** (price / MARCH) for price in range(255)] + [0.0]
"""What is left of a goal by the price of the way to it."""
PREYS = 9
"""Enemy stacks that draw the army, the most valuable ones."""
GUARD = 6
"""Movement of the fastest unit that goes back to guard Bengasi before the Allied base is taken."""
TRAIN = 5
"""Hexes by which the army may be ahead of its supplies."""


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
                if unit is not None and not (spared and world.movement[unit] > GUARD):
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
            if not distant and place != h and turns > 1.5:
                continue
            dear = 0.4 * worth(self.world, u) + 0.15 * self.world.movement[u]
            key = (0.4 * turns + dear - (1.0 if place == h else 0.0), u)
            if best is None or key < best:
                best = key
        return None if best is None else best[1]

    # --- what a hex is worth --------------------------------------------------------------------

    def ground(self) -> list[float]:
        world, style = self.world, self.style
        total = list(pull(self.chart, tuple(self._goals())))
        hostile, tied = self.survey.hostile, self.tied()
        followed = self._followed()
        fear = style.get("supply", 1.0)
        everywhere = range(world.size)
        for h in compress(everywhere, hostile):
            total[h] -= 8.0
        for h in compress(everywhere, map(not_, tied)):
            total[h] -= fear
        for h in compress(everywhere, map(not_, followed)):
            total[h] -= 3.0 * fear
        return total

    def _goals(self) -> list[Goal]:
        state, world, style = self.state, self.world, self.style
        east = style.get("east", 1.0)
        goals = [(world.bases[ALLIED], 9.0 * east)]
        if not state.fighters_at(world.tobruch, AXIS):
            goals.append((world.tobruch, 6.0 * style.get("tobruch", 1.0)))
        for h in world.fortresses:
            if h != world.tobruch and state.fighters_at(h, ALLIED):
                goals.append((h, 1.5))
        preys = []
        for h in self.survey.foes:
            value = sum(worth(world, u) for u in state.fighters_at(h, ALLIED))
            preys.append((h, (0.5 + 0.3 * value) * (0.6 if world.doubled[h] else 1.0)))
        preys.sort(key=lambda p: (-p[1], p[0]))
        goals += preys[:PREYS]
        return goals

    def _followed(self) -> bytes:
        """Hexes near which a supply of ours can be when the turn ends."""
        state, world = self.state, self.world
        mask = bytearray(world.size)
        for s in captures.supplies_on_map(state, AXIS):
            if not state.flagged(s, USED):
                reached = self.survey.cost(s).translate(REACHED)
                mask = bytearray(either(mask, reached))
                mask[state.place(s)] = 1
        found = without(mask, self.survey.hostile)
        for _ in range(TRAIN):
            found = either(found, world.field.zones(found, world.walls))
        return found

    def closer(self, unit: int, h: int, stack: list[int]) -> float:
        world, survey = self.world, self.survey
        mates = [*stack, unit]
        value = -survey.exposure(h, mates)
        if stack:
            value += survey.exposure(h, stack)
        if not self.tied()[h]:
            # Isolated a second time it is lost, a first time nearly so (24.2).
            u = self.state.units[unit]
            share = 0.95 if u.count else 0.45 if u.flags & ISOLATED else 0.1
            value -= share * worth(world, unit) * self.style.get("supply", 1.0)
        if world.tobruch in world.near[h] and self.state.fighters_at(world.tobruch, ALLIED):
            # Beside a besieged fortress: its way out is closed (23.6), and storms begin there.
            ring = world.near[world.tobruch]
            shut = sum(1 for n in ring if n in world.near[h])
            value += 0.8 if stack else 1.2 * shut
        return value

    # --- supplies -------------------------------------------------------------------------------

    def depot_goal(self, supply: int, rank: int) -> int | None:
        """The first follow the spearhead; the last one of three stays a march behind."""
        spear = self._spearhead()
        return spear if rank < 2 else (spear if self.state.turn > 16 else None)

    def _spearhead(self) -> int:
        """The hex around which most attack factors stand, the eastern ones counting more."""
        state, world = self.state, self.world
        east = self.chart.way(world.bases[ALLIED])
        strength: dict[int, float] = {}
        for u in fighters(state, AXIS):
            h = state.place(u)
            strength[h] = strength.get(h, 0.0) + world.attack[u] * 0.97 ** east[h]
        distance = world.board.grid.distance

        def around(h: int) -> float:
            return sum(s for p, s in strength.items() if distance(h, p) <= world.line)

        return max(strength, key=lambda h: (around(h), strength[h], h))

    def why(self, unit: int, h: int) -> str:
        return "besiege" if self.world.tobruch in self.world.near[h] else "march"
