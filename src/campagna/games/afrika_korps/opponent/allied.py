"""Opponent: how the Allied player stands.

Tobruch is held by three good units and a supply. The others stay out of the reach of a supplied
Axis attack as long as there is room, bar the ways to the base, and at the end stand around it in
full stacks on good ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from operator import add, not_

from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.afrika_korps.opponent.map_reading import MARCH
from campagna.games.afrika_korps.opponent.movement_phase import FieldPlan
from campagna.games.afrika_korps.orders import Embark
from campagna.games.afrika_korps.rules.combat.zones import fighters
from campagna.games.afrika_korps.rules.sequence.phases import allowed
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.world import ALLIED, AXIS, HOME


class AlliedWeights(Weights, frozen=True):
    tobruch_1: float
    tobruch_2: float
    tobruch_3: float
    base_1: float
    base_2: float
    base_3: float
    relief: float
    relief_until: int
    relief_marches: int
    inertia: float
    guard_soon: float
    guard_there: float
    from_base: float
    near_base: int
    enemy_zone: float
    no_line: float
    good_ground: float


W = load_weights(HOME, "allied", AlliedWeights)
BESIDE_TOBRUCH = (W.tobruch_1, W.tobruch_2, W.tobruch_3)
BESIDE_BASE = (W.base_1, W.base_2, W.base_3)
"""What each further unit there is worth."""


class AlliedPlan(FieldPlan):
    inertia = W.inertia

    def garrisons(self) -> dict[int, int]:
        """The three best in Tobruch, the next three in the base."""
        state, world = self.state, self.world
        found: dict[int, int] = {}
        for h, most in (
            (world.tobruch, self._size("garrison")),
            (world.bases[ALLIED], world.stack_limit),
        ):
            if state.fighters_at(h, AXIS):
                continue
            for _ in range(most):
                unit = self._guard_for(h, found)
                if unit is not None:
                    found[unit] = h
        return found

    def _size(self, style_factor: str) -> int:
        full = self.world.stack_limit
        return max(1, min(full, round(full * self.style.get(style_factor, 1.0))))

    def _guard_for(self, h: int, taken: dict[int, int]) -> int | None:
        """The best defender that can be there soon."""
        state, way = self.state, self.chart.way(h)
        best: tuple[float, int] | None = None
        for u in fighters(state, ALLIED):
            if u in taken:
                continue
            place = state.place(u)
            turns = way[place] / (self.world.road_bonus + self.world.movement[u])
            if place != h and turns > W.guard_soon:
                continue
            key = (turns - self.world.defence[u] - (W.guard_there if place == h else 0.0), u)
            if best is None or key < best:
                best = key
        return None if best is None else best[1]

    def _man_posts(self) -> Iterator[Advice]:
        """Whoever is not among the best in an overcrowded Tobruch goes to sea, the weakest first."""
        state, tobruch = self.state, self.world.tobruch
        yield from self._take_in()
        yield from super()._man_posts()
        inside = [u for u in state.fighters_at(tobruch, ALLIED) if u not in self.posts]
        inside.sort(key=lambda u: (self.world.defence[u], u))
        for unit in inside:
            if len(state.fighters_at(tobruch, ALLIED)) <= self.world.stack_limit:
                return
            h, _ = self._best_hex(unit)
            # Who steps into an enemy zone must attack, and draws others out of the fortress with him.
            if self._is_box(h) and not self.reading.hostile[h]:
                continue
            order = Embark((state.name(unit),))
            if allowed(state, order):
                yield order, 0.5, "sail", {"hex": state.hex_name(tobruch)}

    def _take_in(self) -> Iterator[Advice]:
        """Who is caught beside a full Tobruch comes in while a weaker one sails: else he must attack,
        and the garrison with him."""
        state, world = self.state, self.world
        tobruch, hostile = world.tobruch, self.reading.hostile
        for h in world.near[tobruch]:
            for unit in state.fighters_at(h, ALLIED) if hostile[h] else ():
                inside = state.fighters_at(tobruch, ALLIED)
                if len(inside) < world.stack_limit:
                    continue
                weakest = min(inside, key=lambda u: (world.defence[u], u))
                order = Embark((state.name(weakest),))
                if world.defence[weakest] <= world.defence[unit] and allowed(state, order):
                    self.posts.pop(weakest, None)
                    yield order, 1.0, "sail", {"hex": state.hex_name(tobruch)}
                    self.posts[unit] = tobruch
                    self.reading.refresh()

    # --- what a hex is worth --------------------------------------------------------------------

    def ground(self) -> list[float]:
        world = self.world
        home = self.chart.way(world.bases[ALLIED])
        hostile, tied = self.reading.hostile, self.tied()
        box = [h for h in world.near[world.tobruch] if self._is_box(h)]
        forward = self.style.get("forward", 1.0)
        relief = self._relief()
        table = [-W.from_base * max(0, far - W.near_base) / forward for far in range(256)]
        total = list(map(table.__getitem__, home))
        for h in box:
            total[h] = 0.0
        if relief is not None:
            total = list(map(add, total, relief))
        everywhere = range(world.size)
        for h in compress(everywhere, hostile):
            total[h] -= W.enemy_zone
        for h in compress(everywhere, map(not_, tied)):
            total[h] -= W.no_line
        for h in compress(everywhere, world.doubled):
            total[h] += W.good_ground
        return total

    def _relief(self) -> list[float] | None:
        """What it is worth to be near Tobruch for those who are to help hold it, early on."""
        state, tobruch = self.state, self.world.tobruch
        wish = W.relief * (self.style.get("relief", 1.0) - 1.0)
        if wish <= 0.0 or state.turn > W.relief_until or not state.fighters_at(tobruch, ALLIED):
            return None
        far = W.relief_marches * MARCH
        return [wish * max(0.0, 1.0 - way / far) for way in self.chart.way(tobruch)]

    def closer(self, unit: int, h: int, stack: list[int]) -> float:
        reading, world, style = self.reading, self.world, self.style
        value = -reading.exposure(h, [*stack, unit])
        if stack:
            value += reading.exposure(h, stack)
        if self._is_box(h) and not reading.hostile[h]:
            # Around Tobruch, doubled and supplied by its port: nobody storms the fortress past them.
            value += BESIDE_TOBRUCH[len(stack)] * style.get("box", 1.0)
        elif world.bases[ALLIED] in world.near[h]:
            value += BESIDE_BASE[len(stack)] * style.get("home", 1.0)
        return value

    def _is_box(self, h: int) -> bool:
        world = self.world
        return world.tobruch in world.near[h] and bool(
            self.state.fighters_at(world.tobruch, ALLIED)
        )

    # --- supplies -------------------------------------------------------------------------------

    def depot_goal(self, supply: int, rank: int) -> int | None:
        """One stays in Tobruch; the others lie behind the army near the base."""
        state, world = self.state, self.world
        place = state.place(supply)
        if place == world.tobruch:
            inside = captures.supplies_at(state, place, ALLIED)
            if supply == inside[0] or not state.fighters_at(place, ALLIED):
                return None
        return world.bases[ALLIED]

    def why(self, unit: int, h: int) -> str:
        home = self.chart.way(self.world.bases[ALLIED])
        return "bar" if home[h] / MARCH < 2 else "fall-back"
