"""Judgement: how the Allies play a turn.

Every exit gets its guard, two where the Axis is near. Everybody else goes for the Axis: close enough
to attack with superior numbers, not so close as to be caught alone, always within reach of a supply.
In the last days some battalions cross the railway to be counted there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campagna.games.kasserine import entries
from campagna.games.kasserine.counsel import Counsel
from campagna.games.kasserine.logistics import supplied_at_the_end
from campagna.games.kasserine.march import FOOT, VEHICLES
from campagna.games.kasserine.marching import Marching
from campagna.games.kasserine.state import State
from campagna.games.kasserine.turn_plan import TurnPlan
from campagna.games.kasserine.victory import worth
from campagna.games.kasserine.world import ALLIED, UCT
from campagna.games.kasserine.zones import Mask

ALARM = 26
"""Half points from an exit within which the Axis is a danger to it."""
SOUTHWARDS = 27
"""From this move on somebody must stand beyond the railway."""
GUARD_PACE = 0.5
SECOND_GUARD = 5.0
OUTPOSTS = 12.0
"""Axis points near an exit for which one guard, or the exit hex alone, is not enough."""
URGENT = 0.5
"""How much nearer an enemy counts for each half point that he is nearer to an exit."""


class AlliedPlan(TurnPlan):
    drives = "hunt"

    def __init__(self, state: State, style: Mapping[str, float]) -> None:
        super().__init__(state, ALLIED, style)
        self._fields: dict[str, Sequence[float]] = {}
        self.waiting = [u for u in entries.waiting(state) if self.world.kind[u] == UCT]
        self.guards = self._guards()
        self._supplied: Mask | None = None

    # --- guards of the exits --------------------------------------------------------------------

    def _guards(self) -> dict[int, int]:
        """Who guards which hex."""
        exits = self.chart.exits
        needs = sorted(((self._menace(k), k) for k in range(len(exits))), reverse=True)
        posts = [exits[k] for _, k in needs]
        eager = self.survey.knob("garrison")
        posts += [exits[k] for menace, k in needs if menace * eager >= SECOND_GUARD]
        for menace, k in needs:
            if menace * eager >= OUTPOSTS:
                posts += self.world.near[exits[k]]
        given: dict[int, int] = {}
        for post in posts:
            if not self.survey.foe_held[post]:
                self._assign(post, given)
        return given

    def _menace(self, k: int) -> float:
        """Axis points near an exit, the nearer the more."""
        way = self.chart.to_exit[VEHICLES][k]
        total = 0.0
        for u in self.survey.foes:
            away = way[self.state.place(u)]
            if away < ALARM:
                total += worth(self.state, u) * (1.0 - away / (2 * ALARM))
        return total

    def _assign(self, post: int, given: dict[int, int]) -> None:
        """The unit that is soonest there; infantry is for guarding, tanks are for attacking."""
        best, found = 1e9, -1
        roads = {kind: self.chart.roads(kind, post) for kind in (VEHICLES, FOOT)}
        for u in (*self.survey.own, *self.waiting):
            if u in given:
                continue
            here = self._start(u)
            face = self.state.face(u)
            cost = roads[self.kind(u)][here] / max(2, 2 * face.movement - 2)
            cost += 0.5 * (face.attack - 1) - 0.3 * face.defence
            if self.world.artillery[u]:
                cost += 2.0
            if here == post:
                cost -= 1.0
            if cost < best:
                best, found = cost, u
        if found >= 0:
            given[found] = post

    def _start(self, unit: int) -> int:
        place = self.state.place(unit)
        return place if place >= 0 else self.world.group_of[unit].hex

    # --- where to -------------------------------------------------------------------------------

    def field(self, unit: int) -> Sequence[float]:
        return self._field(self.kind(unit))

    def _field(self, kind: str) -> Sequence[float]:
        found = self._fields.get(kind)
        if found is None:
            found = self._fields[kind] = self._make_field(kind)
        return found

    def _make_field(self, kind: str) -> Sequence[float]:
        """Distance from the Axis, those nearest to the exits first."""
        seeds = {h: int(URGENT * min(60, self.chart.out[h])) for h in sorted(self.survey.foes_at)}
        return self.chart.distances(kind, seeds) if seeds else [0] * self.world.size

    def _guard_field(self, unit: int) -> Sequence[float]:
        return self.chart.roads(self.kind(unit), self.guards[unit])

    def ground(self) -> dict[int, float]:
        return {h: 0.3 * self.survey.knob("ground") for h in self.survey.foes_at}

    def front(self) -> Sequence[int]:
        return [int(d) for d in self._field(FOOT)]

    def threshold(self) -> float:
        return 0.25 / self.survey.knob("attack")

    # --- moves ----------------------------------------------------------------------------------

    def first_moves(self) -> Iterator[Counsel]:
        """The guards go to their posts, whatever they risk."""
        state = self.state
        guarding = Marching(self.survey, state.world.nothing, GUARD_PACE)
        guarding.caution = guarding.hunger = 0.0
        free = self.free()
        guards = [u for u in self.guards if state.place(u) < 0 or u in free]
        yield from guarding.march(guards, self._guard_field, "guard")
        self.spent |= set(self.guards)

    def more(self, unit: int, h: int) -> float:
        """Beyond the railway in the last days."""
        if h < 0:
            return 0.0
        move, total = self.state.move, super().more(unit, h)
        if move >= SOUTHWARDS and not self.world.recon[unit] and self.world.south[h]:
            late = (move - SOUTHWARDS + 1) / 7
            total += (3.0 if self._counted()[h] else 0.3) * late
        return total

    def _counted(self) -> Mask:
        """Where a unit would be counted in supply if the game ended now."""
        if self._supplied is None:
            self._supplied = supplied_at_the_end(self.state, ALLIED)
        return self._supplied
