"""Judgement: what the Axis plays for: the way out, or few losses and the railway.

As long as the break-out has a fair chance everything serves it. When it has none any more the army
gathers round one place that is near, fed and away from the enemy's masses; then what counts is that
no more than the limit is lost and that few Allies stand in supply beyond the railway at the end. In
the last night, when no zone stops anybody, its units stand where they cut those from their supplies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from campagna.games.kasserine.opponent.map_reading import Survey
from campagna.games.kasserine.opponent.position_value import chance_of_the_axis
from campagna.games.kasserine.rules.command import attack_value
from campagna.games.kasserine.rules.logistics import lines_past, supplies
from campagna.games.kasserine.rules.movement import has_room
from campagna.games.kasserine.rules.path import FOOT
from campagna.games.kasserine.rules.victory import worth
from campagna.games.kasserine.rules.zones import day_zone, fighters, held
from campagna.games.kasserine.world import ALLIED, AXIS, World

EARLIEST = 11
"""Before this move the way out is never given up."""
FAINT = (45.0, 70.0)
"""The chance in percent below which it is given up, in that move and in the last one. It rises because
the evaluation hopes too much late: from positions between captains (seed 2, games 100-159) of which
it said less than this the Axis broke out in one of ten."""
MENACE = 0.4
"""Half points of distance that a point of enemy attack near a refuge is worth."""
FAR = 12
"""Hexes at which it is worth nothing."""
BEYOND = 6.0
"""What a refuge loses that lies beyond the railway: the enemy would follow there."""
LINE = 7
"""Hexes from a counted Ally or a supply of his within which a unit may cut him off."""


def way_out_is_hopeless(survey: Survey) -> bool:
    """Whether the break-out must be given up, by how the Axis stands and how late it is."""
    state = survey.state
    first = EARLIEST * survey.knob("sweep")
    if state.move < first:
        return False
    late = (state.move - first) / (survey.world.last_move - first)
    return chance_of_the_axis(state) < FAINT[0] + late * (FAINT[1] - FAINT[0])


@lru_cache
def _places(world: World) -> tuple[int, ...]:
    """Towns, villages and passes: where a defence is gathered."""
    kinds = ("city", "village", "pass")
    return tuple(sorted({h for p in world.board.places if p.kind in kinds for h in p.hexes}))


def refuge(survey: Survey) -> int:
    """Where the army gathers."""
    state, chart = survey.state, survey.chart
    force = [(state.place(u), worth(state, u)) for u in survey.own]
    total = max(1, sum(w for _, w in force))
    foes = [(h, sum(attack_value(state, u) for u in us)) for h, us in survey.foes_at.items()]
    best, found = 1e9, 0
    for h in _places(survey.world):
        if survey.foe_held[h]:
            continue
        roads, gaps = chart.roads(FOOT, h), chart.gaps(h)
        cost = sum(w * min(60, roads[p]) for p, w in force) / total
        cost += MENACE * sum(a * max(0.0, 1.0 - gaps[p] / FAR) for p, a in foes)
        cost += BEYOND * survey.world.south[h]
        if cost < best:
            best, found = cost, h
    return found


# --- the last night -----------------------------------------------------------------------------


class Cutting:
    """Moves of the last night after which fewer Allies are counted beyond the railway."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.state = survey.state
        self.world = survey.world
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
        fed = lines_past(self.state, self.stores, closed, zone)
        return sum(fed[h] for h in self.beyond)

    def _stand(self, h: int, zone: bytearray, closed: bytearray) -> None:
        closed[h] = 1
        if not self.world.town[h]:
            for n in self.world.near[h]:
                zone[n] = 1

    def posts(self, units: Iterable[int]) -> Iterator[tuple[int, int, int]]:
        """Who goes where, and how many Allies that takes from the count."""
        count = self.counted()
        gaps = [self.survey.chart.gaps(h) for h in (*self.stores, *self.beyond)]
        for u in units:
            if not count:
                return
            if not self.world.has_zone[u]:
                continue
            best, found = count, -1
            for h in self.survey.reach(u):
                if any(g[h] <= LINE for g in gaps) and has_room(self.state, h, (u,)):
                    now = self.counted(h)
                    if now < best:
                        best, found = now, h
            if found >= 0:
                yield u, found, count - best
                self._stand(found, self.zone, self.closed)
                count = best
