"""Judgement: how the Allies play a turn.

Every exit gets its guard, two where the Axis is near. Everybody else goes for the Axis: close enough
to attack with superior numbers, not so close as to be caught alone, always within reach of a supply.
In the last days some battalions cross the railway to be counted there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from campagna.games.kasserine.opponent.advice_texts import Counsel
from campagna.games.kasserine.opponent.positions import Marching
from campagna.games.kasserine.opponent.supply_columns import feeds_next
from campagna.games.kasserine.opponent.turn import TurnPlan
from campagna.games.kasserine.orders import Move
from campagna.games.kasserine.rules import entries
from campagna.games.kasserine.rules.logistics import supplied_at_the_end
from campagna.games.kasserine.rules.path import FOOT, VEHICLES
from campagna.games.kasserine.rules.victory import exit_points, points_needed, worth
from campagna.games.kasserine.rules.zones import Mask
from campagna.games.kasserine.state import State
from campagna.games.kasserine.world import ALLIED, UCT

ALARM = 34
"""Half points from an exit within which the Axis is a danger to it."""
DETACHED = 7
SOUTHWARDS = 26
"""From this move on some battalions go beyond the railway, to be counted there."""
GUARD_PACE = 0.5
SECOND_GUARD = 3.0
"""Axis points near an exit for which one guard is not enough. Outposts around it would be eaten one
by one: who does not stand on the exit itself serves better in the attacks on those before it."""
AT_THE_EXIT = 6
"""Half points from an exit within which an enemy must be driven off."""
URGENT = 0.5
"""How much nearer an enemy counts for each half point that he is nearer to an exit."""


class AlliedPlan(TurnPlan):
    drives = "hunt"

    def __init__(self, state: State, style: Mapping[str, float]) -> None:
        super().__init__(state, ALLIED, style)
        self._fields: dict[str, Sequence[float]] = {}
        self.waiting = [u for u in entries.waiting(state) if self.world.kind[u] == UCT]
        self.southwards = SOUTHWARDS * self.survey.knob("south")
        self._supplied: Mask | None = None
        self._south: dict[str, Sequence[float]] = {}

    # --- guards of the exits --------------------------------------------------------------------

    @cached_property
    def guards(self) -> dict[int, int]:
        """Who guards which hex."""
        exits = self.chart.exits
        needs = sorted(((self._menace(k), k) for k in range(len(exits))), reverse=True)
        posts = [exits[k] for _, k in needs]
        eager = self.survey.knob("garrison")
        posts += [exits[k] for menace, k in needs if menace * eager >= SECOND_GUARD]
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
        """Distance from the Axis, those nearest to the exits first; or all to the exit in danger."""
        if self.survey.knob("gather") > 1.5:
            ways = self.chart.to_exit[kind]
            return ways[max(range(len(ways)), key=lambda k: (self._menace(k), -k))]
        seeds = {h: int(URGENT * min(60, self.chart.out[h])) for h in sorted(self.survey.foes_at)}
        return self.chart.distances(kind, seeds) if seeds else [0] * self.world.size

    def _guard_field(self, unit: int) -> Sequence[float]:
        return self.chart.roads(self.kind(unit), self.guards[unit])

    def ground(self) -> dict[int, float]:
        """Above all that they leave the neighbourhood of the exits."""
        out, knob = self.chart.out, self.survey.knob("ground")
        return {h: knob * (1.1 if out[h] <= AT_THE_EXIT else 0.3) for h in self.survey.foes_at}

    def front(self) -> Sequence[int]:
        return [int(d) for d in self._field(FOOT)]

    def threshold(self) -> float:
        return 0.25 / self.survey.knob("attack")

    # --- moves ----------------------------------------------------------------------------------

    def first_moves(self) -> Iterator[Counsel]:
        """The guards go to their posts, whatever they risk."""
        state = self.state
        yield from self._plugs()
        guarding = Marching(self.survey, state.world.nothing, GUARD_PACE)
        guarding.caution = guarding.hunger = 0.0
        free = self.free()
        guards = [u for u in self.guards if state.place(u) < 0 or u in free]
        guards = [u for u in guards if u not in self.spent]
        yield from guarding.march(guards, self._guard_field, "guard")
        self.spent |= set(self.guards)
        if state.move >= self.southwards:
            marching = Marching(self.survey, feeds_next(state, ALLIED))
            detached = self._detached()
            yield from marching.march(detached, self._southern_field, "south", self.more)
            self.spent |= set(detached)

    def _plugs(self) -> Iterator[Counsel]:
        """An open exit with the Axis before it is entered by whoever can, although he must attack."""
        state = self.state
        needed = points_needed(state.world) - exit_points(state)
        for e in self.chart.exits:
            if state.fighters_at(e, ALLIED) or e not in self.survey.watchers:
                continue
            near = [u for h in self.chart.ring(e, 3) for u in self.survey.foes_at.get(h, ())]
            if sum(worth(state, u) for u in near) < 0.7 * needed:
                continue
            able = [u for u in self.free() if u not in self.spent and e in self.survey.reach(u)]
            able.sort(key=lambda u: (-state.face(u).attack, -state.face(u).defence, u))
            for u in able[:2]:
                path = self.survey.path((u,), e)
                if path:
                    self.spent.add(u)
                    facts = {"hex": state.hex_name(e)}
                    yield Move((state.name(u),), path), 5.0, "plug", facts

    def _detached(self) -> list[int]:
        """Those who are soonest beyond the railway where they would be counted."""
        state = self.state
        free = [u for u in self.free() if u not in self.guards and not self.world.recon[u]]
        away = {u: self._southern_field(u)[state.place(u)] for u in free}
        return sorted(free, key=lambda u: (away[u] / max(1, state.face(u).movement), u))[:DETACHED]

    def _southern_field(self, unit: int) -> Sequence[float]:
        """Distance to ground beyond the railway that a supply reaches."""
        kind = self.kind(unit)
        found = self._south.get(kind)
        if found is None:
            counted, south = self._counted(), self.world.south
            seeds = {h: 0 for h in range(self.world.size) if counted[h] and south[h]}
            found = self.chart.distances(kind, seeds) if seeds else self.field(unit)
            self._south[kind] = found
        return found

    def more(self, unit: int, h: int) -> float:
        """Beyond the railway in the last days."""
        if h < 0:
            return 0.0
        move, total = self.state.move, super().more(unit, h)
        if move >= self.southwards and not self.world.recon[unit] and self.world.south[h]:
            late = (move - self.southwards + 1) / (self.world.last_move - self.southwards + 1)
            total += (3.0 if self._counted()[h] else 0.3) * late
        return total

    def _counted(self) -> Mask:
        """Where a unit would be counted in supply if the game ended now."""
        if self._supplied is None:
            self._supplied = supplied_at_the_end(self.state, ALLIED)
        return self._supplied
