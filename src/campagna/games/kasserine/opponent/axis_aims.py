"""Opponent: what the Axis plays for: the way out, or few losses and the railway.

As long as the break-out has a fair chance everything serves it. When it has none any more the army
gathers round one place that is near, supplied and away from the enemy's masses; then what counts is that
no more than the limit is lost and that few Allies stand in supply beyond the railway at the end. In
the last night, when no zone stops anybody, its units stand where they cut those from their supplies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.opponent.map_reading import MapReading
from campagna.games.kasserine.opponent.position_value import chance_of_the_axis
from campagna.games.kasserine.rules.command import attack_value
from campagna.games.kasserine.rules.logistics import lines_past, supplies
from campagna.games.kasserine.rules.movement import has_room
from campagna.games.kasserine.rules.path import FOOT
from campagna.games.kasserine.rules.victory import worth
from campagna.games.kasserine.rules.zones import day_zone, fighters, held
from campagna.games.kasserine.world import ALLIED, AXIS, HOME, World


class AimWeights(Weights, frozen=True):
    """When the Axis gives up the way out, and where it gathers."""

    give_up_from_move: int
    give_up_first: float
    give_up_last: float
    enemy_near_refuge: float
    enemy_far_away: int
    refuge_beyond_railway: float
    cutting_distance: int
    longest_road: int


WEIGHTS = load_weights(HOME, "axis_aims", AimWeights)


def way_out_is_hopeless(reading: MapReading) -> bool:
    """Whether the break-out must be given up, by how the Axis stands and how late it is."""
    state = reading.state
    first = WEIGHTS.give_up_from_move * reading.style_factor("sweep")
    if state.move < first:
        return False
    late = (state.move - first) / (reading.world.last_move - first)
    early, at_the_end = WEIGHTS.give_up_first, WEIGHTS.give_up_last
    return chance_of_the_axis(state) < early + late * (at_the_end - early)


@lru_cache
def _places(world: World) -> tuple[int, ...]:
    """Towns, villages and passes: where a defence is gathered."""
    kinds = ("city", "village", "pass")
    return tuple(sorted({h for p in world.board.places if p.kind in kinds for h in p.hexes}))


def refuge(reading: MapReading) -> int:
    """Where the army gathers."""
    state, chart = reading.state, reading.chart
    force = [(state.place(u), worth(state, u)) for u in reading.own]
    total = max(1, sum(w for _, w in force))
    foes = [(h, sum(attack_value(state, u) for u in us)) for h, us in reading.foes_at.items()]
    best, found = 1e9, 0
    for h in _places(reading.world):
        if reading.foe_held[h]:
            continue
        roads, gaps = chart.roads(FOOT, h), chart.gaps(h)
        cost = sum(w * min(WEIGHTS.longest_road, roads[p]) for p, w in force) / total
        cost += WEIGHTS.enemy_near_refuge * sum(
            a * max(0.0, 1.0 - gaps[p] / WEIGHTS.enemy_far_away) for p, a in foes
        )
        cost += WEIGHTS.refuge_beyond_railway * reading.world.south[h]
        if cost < best:
            best, found = cost, h
    return found


# --- the last night -----------------------------------------------------------------------------


class Cutting:
    """Moves of the last night after which fewer Allies are counted beyond the railway."""

    def __init__(self, reading: MapReading) -> None:
        self.reading = reading
        self.state = reading.state
        self.world = reading.world
        self.stores = [self.state.place(s) for s in supplies(self.state, ALLIED)]
        self.zone = bytearray(day_zone(self.state, AXIS))
        self.closed = bytearray(held(self.state, AXIS))
        self.beyond = [
            self.state.place(u)
            for u in fighters(self.state, ALLIED)
            if not self.world.recon[u] and self.world.south[self.state.place(u)]
        ]

    def counted(self, standing: int | None = None) -> int:
        """How many are in supply if one more unit of ours stood there (VIC-7)."""
        zone, closed = self.zone, self.closed
        if standing is not None:
            zone, closed = bytearray(zone), bytearray(closed)
            self._stand(standing, zone, closed)
        supplied = lines_past(self.state, self.stores, closed, zone)
        return sum(supplied[h] for h in self.beyond)

    def _stand(self, h: int, zone: bytearray, closed: bytearray) -> None:
        closed[h] = 1
        if not self.world.town[h]:
            for n in self.world.near[h]:
                zone[n] = 1

    def posts(self, units: Iterable[int]) -> Iterator[tuple[int, int, int]]:
        """Who goes where, and how many Allies that takes from the count."""
        count = self.counted()
        gaps = [self.reading.chart.gaps(h) for h in (*self.stores, *self.beyond)]
        for u in units:
            if not count:
                return
            if not self.world.has_zone[u]:
                continue
            best, found = count, -1
            for h in self.reading.reach(u):
                if any(g[h] <= WEIGHTS.cutting_distance for g in gaps) and has_room(
                    self.state, h, (u,)
                ):
                    now = self.counted(h)
                    if now < best:
                        best, found = now, h
            if found >= 0:
                yield u, found, count - best
                self._stand(found, self.zone, self.closed)
                count = best
