"""Judgement: how the Allied player stands.

Tobruch is held by three good units and a supply. The others stay out of the reach of a supplied
Axis attack as long as there is room, bar the ways to the base, and at the end stand around it in
full stacks on good ground.
"""

from __future__ import annotations

from collections.abc import Iterator

from campagna.games.afrika_korps import captures
from campagna.games.afrika_korps.arrival_offers import allowed
from campagna.games.afrika_korps.field_plan import Counsel, FieldPlan
from campagna.games.afrika_korps.orders import Embark
from campagna.games.afrika_korps.survey import MARCH
from campagna.games.afrika_korps.world import ALLIED, AXIS
from campagna.games.afrika_korps.zones import fighters

BOX = (4.0, 2.5, 2.0)
"""What the first, second and third unit beside Tobruch add to its defence."""
HOME = (1.5, 1.5, 1.5)
"""The same beside the base."""


RELIEF, RELIEVED = 5.0, 7
"""What draws units from afar to Tobruch when it is to be relieved, and the last turn of it."""


class AlliedPlan(FieldPlan):
    inertia = 0.5

    def garrisons(self) -> dict[int, int]:
        """The three best in Tobruch, the next three in the base."""
        state, world = self.state, self.world
        found: dict[int, int] = {}
        for h, most in ((world.tobruch, self._size("garrison")), (world.bases[ALLIED], 3)):
            if state.fighters_at(h, AXIS):
                continue
            for _ in range(most):
                unit = self._guard_for(h, found)
                if unit is not None:
                    found[unit] = h
        return found

    def _size(self, knob: str) -> int:
        return max(1, min(3, round(3 * self.style.get(knob, 1.0))))

    def _guard_for(self, h: int, taken: dict[int, int]) -> int | None:
        """The best defender that can be there soon."""
        state, way = self.state, self.chart.way(h)
        best: tuple[float, int] | None = None
        for u in fighters(state, ALLIED):
            if u in taken:
                continue
            place = state.place(u)
            turns = way[place] / (10 + self.world.movement[u])
            if place != h and turns > 1.6:
                continue
            key = (turns - self.world.defence[u] - (0.5 if place == h else 0.0), u)
            if best is None or key < best:
                best = key
        return None if best is None else best[1]

    def _man_posts(self) -> Iterator[Counsel]:
        """Whoever is not among the best in an overcrowded Tobruch goes to sea, the weakest first."""
        state, tobruch = self.state, self.world.tobruch
        yield from super()._man_posts()
        # Who steps into an enemy zone must attack, and draws others out of the fortress with him.
        shy = self.style.get("sail", 1.0) > 1.0
        inside = [u for u in state.fighters_at(tobruch, ALLIED) if u not in self.posts]
        inside.sort(key=lambda u: (self.world.defence[u], u))
        for unit in inside:
            if len(state.fighters_at(tobruch, ALLIED)) <= self.world.stack_limit:
                return
            h, _ = self._best_hex(unit)
            if self._is_box(h) and not (shy and self.survey.hostile[h]):
                continue
            order = Embark((state.name(unit),))
            if allowed(state, order):
                yield order, 0.5, "sail", {"hex": state.hex_name(tobruch)}

    # --- what a hex is worth --------------------------------------------------------------------

    def ground(self) -> list[float]:
        world = self.world
        home = self.chart.way(world.bases[ALLIED])
        hostile, tied = self.survey.hostile, self.tied()
        box = [h for h in world.near[world.tobruch] if self._is_box(h)]
        forward = self.style.get("forward", 1.0)
        relief = self._relief()
        total = [0.0] * world.size
        for h in range(world.size):
            far = home[h] if h not in box else 8
            value = -0.06 * max(0, far - 8) / forward + relief[h]
            if hostile[h]:
                value -= 6.0
            if not tied[h]:
                value -= 2.0
            if world.doubled[h]:
                value += 0.5
            total[h] = value
        return total

    def _relief(self) -> list[float]:
        """What it is worth to be near Tobruch for those who are to help hold it, early on."""
        state, tobruch = self.state, self.world.tobruch
        wish = RELIEF * (self.style.get("relief", 1.0) - 1.0)
        if wish <= 0.0 or state.turn > RELIEVED or not state.fighters_at(tobruch, ALLIED):
            return [0.0] * self.world.size
        return [wish * max(0.0, 1.0 - way / (2 * MARCH)) for way in self.chart.way(tobruch)]

    def closer(self, unit: int, h: int, stack: list[int]) -> float:
        survey, world, style = self.survey, self.world, self.style
        value = -survey.exposure(h, [*stack, unit])
        if stack:
            value += survey.exposure(h, stack)
        if self._is_box(h):
            # Around Tobruch, doubled and fed by its port: nobody storms the fortress past them.
            value += BOX[len(stack)] * style.get("box", 1.0)
        elif world.bases[ALLIED] in world.near[h]:
            value += HOME[len(stack)] * style.get("home", 1.0)
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
