"""Opponent: how the Allies play a turn.

Every exit gets its guard, two where the Axis is near. Everybody else goes for the Axis: close enough
to attack with superior numbers, not so close as to be caught alone, always within reach of a supply.
In the last days some battalions cross the railway to be counted there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.opponent.positions import Marching
from campagna.games.kasserine.opponent.supply_columns import supplied_next
from campagna.games.kasserine.opponent.turn import TurnPlan
from campagna.games.kasserine.orders import Move
from campagna.games.kasserine.rules import entries
from campagna.games.kasserine.rules.logistics import supplied_at_the_end
from campagna.games.kasserine.rules.path import FOOT, VEHICLES
from campagna.games.kasserine.rules.victory import exit_points, points_needed, worth
from campagna.games.kasserine.rules.zones import Mask
from campagna.games.kasserine.state import State
from campagna.games.kasserine.world import ALLIED, HOME, UCT


class AlliedWeights(Weights, frozen=True):
    """What the Allies play for in a turn."""

    alarm_distance: int
    detached_units: int
    southwards_from_move: int
    guard_pace: float
    second_guard_points: float
    at_exit_distance: int
    exit_urgency: float
    longest_way_out: int
    guard_attack: float
    guard_defence: float
    guard_artillery: float
    guard_in_place: float
    gather_style: float
    enemy_leaves_exit: float
    enemy_leaves_hex: float
    gain_to_attack: float
    plug_share: float
    plug_units: int
    plug: float
    counted_beyond_railway: float
    uncounted_beyond_railway: float


WEIGHTS = load_weights(HOME, "allied", AlliedWeights)


class AlliedPlan(TurnPlan):
    drives = "hunt"

    def __init__(self, state: State, style: Mapping[str, float]) -> None:
        super().__init__(state, ALLIED, style)
        self._fields: dict[str, Sequence[float]] = {}
        self.waiting = [u for u in entries.waiting(state) if self.world.kind[u] == UCT]
        self.southwards = WEIGHTS.southwards_from_move * self.reading.style_factor("south")
        self._supplied: Mask | None = None
        self._south: dict[str, Sequence[float]] = {}

    # --- guards of the exits --------------------------------------------------------------------

    @cached_property
    def guards(self) -> dict[int, int]:
        """Who guards which hex."""
        exits = self.chart.exits
        needs = sorted(((self._menace(k), k) for k in range(len(exits))), reverse=True)
        posts = [exits[k] for _, k in needs]
        eager = self.reading.style_factor("garrison")
        posts += [exits[k] for menace, k in needs if menace * eager >= WEIGHTS.second_guard_points]
        given: dict[int, int] = {}
        for post in posts:
            if not self.reading.foe_held[post]:
                self._assign(post, given)
        return given

    def _menace(self, k: int) -> float:
        """Axis points near an exit, the nearer the more."""
        way = self.chart.to_exit[VEHICLES][k]
        total = 0.0
        for u in self.reading.foes:
            away = way[self.state.place(u)]
            if away < WEIGHTS.alarm_distance:
                total += worth(self.state, u) * (1.0 - away / (2 * WEIGHTS.alarm_distance))
        return total

    def _assign(self, post: int, given: dict[int, int]) -> None:
        """The unit that is soonest there; infantry is for guarding, tanks are for attacking."""
        best, found = 1e9, -1
        roads = {kind: self.chart.roads(kind, post) for kind in (VEHICLES, FOOT)}
        for u in (*self.reading.own, *self.waiting):
            if u in given:
                continue
            here = self._start(u)
            face = self.state.face(u)
            cost = roads[self.kind(u)][here] / max(2, 2 * face.movement - 2)
            cost += WEIGHTS.guard_attack * (face.attack - 1) - WEIGHTS.guard_defence * face.defence
            if self.world.artillery[u]:
                cost += WEIGHTS.guard_artillery
            if here == post:
                cost -= WEIGHTS.guard_in_place
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
        if self.reading.style_factor("gather") > WEIGHTS.gather_style:
            ways = self.chart.to_exit[kind]
            return ways[max(range(len(ways)), key=lambda k: (self._menace(k), -k))]
        sources = {
            h: int(WEIGHTS.exit_urgency * min(WEIGHTS.longest_way_out, self.chart.out[h]))
            for h in sorted(self.reading.foes_at)
        }
        return self.chart.distances(kind, sources) if sources else [0] * self.world.size

    def _guard_field(self, unit: int) -> Sequence[float]:
        return self.chart.roads(self.kind(unit), self.guards[unit])

    def ground(self) -> dict[int, float]:
        """Above all that they leave the neighbourhood of the exits."""
        out, wanted = self.chart.out, self.reading.style_factor("ground")
        near, far = wanted * WEIGHTS.enemy_leaves_exit, wanted * WEIGHTS.enemy_leaves_hex
        return {
            h: near if out[h] <= WEIGHTS.at_exit_distance else far for h in self.reading.foes_at
        }

    def front(self) -> Sequence[int]:
        return [int(d) for d in self._field(FOOT)]

    def threshold(self) -> float:
        return WEIGHTS.gain_to_attack / self.reading.style_factor("attack")

    # --- moves ----------------------------------------------------------------------------------

    def first_moves(self) -> Iterator[Advice]:
        """The guards go to their posts, whatever they risk."""
        state = self.state
        yield from self._plugs()
        guarding = Marching(self.reading, state.world.nothing, WEIGHTS.guard_pace)
        guarding.caution = guarding.unsupplied = 0.0
        free = self.free()
        guards = [u for u in self.guards if state.place(u) < 0 or u in free]
        guards = [u for u in guards if u not in self.spent]
        yield from guarding.march(guards, self._guard_field, "guard")
        self.spent |= set(self.guards)
        if state.move >= self.southwards:
            marching = Marching(self.reading, supplied_next(state, ALLIED))
            detached = self._detached()
            yield from marching.march(detached, self._southern_field, "south", self.more)
            self.spent |= set(detached)

    def _plugs(self) -> Iterator[Advice]:
        """An open exit with the Axis before it is entered by whoever can, although he must attack."""
        state = self.state
        needed = points_needed(state.world) - exit_points(state)
        for e in self.chart.exits:
            if state.fighters_at(e, ALLIED) or e not in self.reading.watchers:
                continue
            near = [u for h in self.chart.ring(e, 3) for u in self.reading.foes_at.get(h, ())]
            if sum(worth(state, u) for u in near) < WEIGHTS.plug_share * needed:
                continue
            able = [u for u in self.free() if u not in self.spent and e in self.reading.reach(u)]
            able.sort(key=lambda u: (-state.face(u).attack, -state.face(u).defence, u))
            for u in able[: WEIGHTS.plug_units]:
                path = self.reading.path((u,), e)
                if path:
                    self.spent.add(u)
                    facts = {"hex": state.hex_name(e)}
                    yield Move((state.name(u),), path), WEIGHTS.plug, "plug", facts

    def _detached(self) -> list[int]:
        """Those who are soonest beyond the railway where they would be counted."""
        state = self.state
        free = [u for u in self.free() if u not in self.guards and not self.world.recon[u]]
        away = {u: self._southern_field(u)[state.place(u)] for u in free}
        soonest = sorted(free, key=lambda u: (away[u] / max(1, state.face(u).movement), u))
        return soonest[: WEIGHTS.detached_units]

    def _southern_field(self, unit: int) -> Sequence[float]:
        """Distance to ground beyond the railway that a supply reaches."""
        kind = self.kind(unit)
        found = self._south.get(kind)
        if found is None:
            counted, south = self._counted(), self.world.south
            sources = {h: 0 for h in range(self.world.size) if counted[h] and south[h]}
            found = self.chart.distances(kind, sources) if sources else self.field(unit)
            self._south[kind] = found
        return found

    def more(self, unit: int, h: int) -> float:
        """Beyond the railway in the last days."""
        if h < 0:
            return 0.0
        move, total = self.state.move, super().more(unit, h)
        if move >= self.southwards and not self.world.recon[unit] and self.world.south[h]:
            late = (move - self.southwards + 1) / (self.world.last_move - self.southwards + 1)
            counted, other = WEIGHTS.counted_beyond_railway, WEIGHTS.uncounted_beyond_railway
            total += (counted if self._counted()[h] else other) * late
        return total

    def _counted(self) -> Mask:
        """Where a unit would be counted in supply if the game ended now."""
        if self._supplied is None:
            self._supplied = supplied_at_the_end(self.state, ALLIED)
        return self._supplied
