"""Opponent: the map as a commander reads it, made once at the start of a phase.

Distances along roads and tracks, who watches which hex, how strong the enemy is near it, where a
unit would be supplied in the next turn. Distances are in half movement points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.opponent.battle_value import Prices
from campagna.games.kasserine.rules import movement
from campagna.games.kasserine.rules.command import attack_value
from campagna.games.kasserine.rules.logistics import lines, supplies
from campagna.games.kasserine.rules.path import FOOT, VEHICLES, Terms, doubled, ground, reach
from campagna.games.kasserine.rules.strength import defence_value
from campagna.games.kasserine.rules.zones import day_zone, fighters, has_zone, held, zone
from campagna.games.kasserine.state import State
from campagna.games.kasserine.world import AXIS, HOME, UCT, World
from campagna.hexes.kernels import MAX_BUDGET


class MapWeights(Weights, frozen=True):
    """How the strength of a side threatens a hex."""

    threat_0_away: float
    threat_1_away: float
    threat_2_away: float
    threat_3_away: float
    threat_4_away: float
    threat_5_away: float
    threat_6_away: float
    unsupplied_threat: float
    help_counts: float
    exposure_most: float
    exposure_per_odds: float


WEIGHTS = load_weights(HOME, "map_reading", MapWeights)

UNREACHED = MAX_BUDGET + 20
NEARNESS = (
    WEIGHTS.threat_0_away,
    WEIGHTS.threat_1_away,
    WEIGHTS.threat_2_away,
    WEIGHTS.threat_3_away,
    WEIGHTS.threat_4_away,
    WEIGHTS.threat_5_away,
    WEIGHTS.threat_6_away,
)
"""How much of a unit's strength threatens a hex so many hexes away."""


class Chart:
    """What never changes: rings around every hex and the roads to every exit."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.exits = sorted(world.exits)
        self._rings: dict[tuple[int, int], list[int]] = {}
        self._layers: dict[int, list[tuple[float, list[int]]]] = {}
        self._roads: dict[tuple[str, int], list[int]] = {}
        self._gaps: dict[int, bytes | bytearray] = {}
        self.to_exit = {
            kind: [self.roads(kind, e) for e in self.exits] for kind in (VEHICLES, FOOT)
        }
        self.out: list[int] = [min(ways) for ways in zip(*self.to_exit[VEHICLES], strict=True)]
        """For vehicles, to the nearest exit."""

    def roads(self, kind: str, here: int) -> list[int]:
        """Distances from one hex over the empty map; do not change the list."""
        found = self._roads.get((kind, here))
        if found is None:
            found = self._roads[kind, here] = self.distances(kind, {here: 0})
        return found

    def gaps(self, here: int) -> bytes | bytearray:
        """Distances in hexes from one hex, FAR beyond the reach of a byte."""
        found = self._gaps.get(here)
        if found is None:
            board, nothing = self.world.board, self.world.nothing
            found = board.field.flood(board.edge, nothing, nothing, (here,), MAX_BUDGET)
            self._gaps[here] = found
        return found

    def ring(self, here: int, radius: int) -> list[int]:
        """The hexes at most so far away."""
        key = (here, radius)
        found = self._rings.get(key)
        if found is None:
            seen, edge = {here: None}, [here]
            for _ in range(radius):
                edge = list(
                    dict.fromkeys(n for h in edge for n in self.world.near[h] if n not in seen)
                )
                seen.update(dict.fromkeys(edge))
            found = self._rings[key] = list(seen)
        return found

    def layers(self, here: int) -> list[tuple[float, list[int]]]:
        """The hexes near enough to be threatened from here, by how much."""
        found = self._layers.get(here)
        if found is None:
            gaps = self.gaps(here)
            by_share: dict[float, list[int]] = {}
            for h in self.ring(here, len(NEARNESS) - 1):
                by_share.setdefault(NEARNESS[gaps[h]], []).append(h)
            found = self._layers[here] = list(by_share.items())
        return found

    def distances(
        self, kind: str, sources: Mapping[int, int], closed: bytes | bytearray | None = None
    ) -> list[int]:
        """From the nearest of the sources, each with its start, over ground that is not closed."""
        world = self.world
        land = ground(kind, True, True)
        shut = doubled(world.nothing if closed is None else closed)
        field = land.field
        field.clear()
        for h, start in sources.items():
            field.add_source(h, start, True)
        field.spread(land.costs, shut, doubled(world.nothing), MAX_BUDGET)
        size = world.size
        found = [UNREACHED] * size
        # Cheapest first: read backwards, the cheaper node of a hex is written last.
        cost = field.cost
        for node in reversed(field.hexes()):
            found[node % size] = cost(node)
        return found


_charts: dict[int, Chart] = {}


def chart_of(world: World) -> Chart:
    if id(world) not in _charts:
        _charts[id(world)] = Chart(world)
    return _charts[id(world)]


def attacked_next(state: State, side: int) -> bool:
    """Whether the enemy's next turn is by day, so that he attacks what he finds."""
    following = state.move if side == AXIS else min(state.move + 1, state.world.last_move)
    return not state.world.night[following]


class MapReading:
    """One side's look at the board at the start of a phase."""

    def __init__(self, state: State, side: int, style: Mapping[str, float]) -> None:
        self.state = state
        self.side = side
        self.enemy = 1 - side
        self.style = style
        self.world = state.world
        self.chart = chart_of(state.world)
        self.price = Prices(state)
        self.price.point[self.enemy] *= self.style_factor("trade")
        self.own = fighters(state, side)
        self.foes = fighters(state, self.enemy)
        self.foes_at: dict[int, list[int]] = {}
        for u in self.foes:
            self.foes_at.setdefault(state.place(u), []).append(u)
        self.foe_held = held(state, self.enemy)
        self.foe_zone = zone(state, self.enemy)
        self.watchers = self._watchers()
        self.fear = 1.0
        """How much a plan minds exposure now, besides its style."""
        self._exposed = attacked_next(state, side)
        self._reached: dict[object, Mapping[int, int]] = {}

    @cached_property
    def danger(self) -> list[float] | None:
        """Enemy strength near every hex; None if his next turn is by night."""
        return self._strengths(self.enemy) if self._exposed else None

    @cached_property
    def help(self) -> list[float]:
        """Own strength near every hex."""
        return self._strengths(self.side)

    def style_factor(self, name: str) -> float:
        return float(self.style.get(name, 1.0))

    def _watchers(self) -> dict[int, list[int]]:
        """For each hex the enemy hexes in whose zone it lies, by day."""
        found: dict[int, list[int]] = {}
        if self.state.night:
            return found
        for h, units in self.foes_at.items():
            if any(has_zone(self.state, u) for u in units):
                for n in self.world.near[h]:
                    found.setdefault(n, []).append(h)
        return found

    def _strengths(self, side: int) -> list[float]:
        """Attack strength of a side that can come next to each hex, nearly."""
        state = self.state
        danger = day_zone(state, 1 - side)
        supplied = lines(state, side, supplies(state, side), danger)
        at: dict[int, float] = {}
        for u in fighters(state, side):
            power = float(attack_value(state, u))
            if power > 0:
                h = state.place(u)
                if not supplied[h] and not self.world.recon[u]:
                    power *= WEIGHTS.unsupplied_threat
                at[h] = at.get(h, 0.0) + power
        total = [0.0] * self.world.size
        for h, power in at.items():
            for share, hexes in self.chart.layers(h):
                part = power * share
                for n in hexes:
                    total[n] += part
        return total

    # --- movement -------------------------------------------------------------------------------

    def reach(self, unit: int) -> Mapping[int, int]:
        """Everywhere a piece can go now: nodes by hex, cheapest first."""
        terms = movement.terms(self.state, (unit,))
        key = (terms.sources, terms.ground.price, terms.budget, terms.closed, terms.costs)
        found = self._reached.get(key)
        if found is None:
            found = self._reached[key] = reach(terms).node if terms.sources else {}
        return found

    def path(self, units: Sequence[int], end: int) -> tuple[str, ...] | None:
        """The way of the pieces to a hex as an order names it; None if they cannot go there."""
        state = self.state
        terms: Terms = movement.terms(state, units)
        if not terms.sources:
            return None
        found = reach(terms)
        if end not in found.node:
            return None
        first = 1 if state.place(units[0]) >= 0 else 0
        return state.hex_names(found.path(end)[first:])

    # --- exposure -------------------------------------------------------------------------------

    def exposure(self, unit: int, h: int, mates: Sequence[int]) -> float:
        """What a unit may expect to lose in a hex when the enemy's turn comes."""
        if self.danger is None:
            return 0.0
        against = self.danger[h] - WEIGHTS.help_counts * self.help[h]
        if against <= 0:
            return 0.0
        defence = self.defence_in(unit, h)
        for m in mates:
            defence += self.defence_in(m, h)
        odds = against / max(1, defence)
        if odds <= 1.0:
            return 0.0
        return (
            self.fear
            * min(WEIGHTS.exposure_most, WEIGHTS.exposure_per_odds * (odds - 1.0))
            * self.price(unit)[0]
        )

    def defence_in(self, unit: int, h: int) -> int:
        """Its defence factor if it stood there."""
        world = self.world
        if world.kind[unit] != UCT:
            return 0
        if self.state.place(unit) == h:
            return defence_value(self.state, unit)
        factor = self.state.face(unit).defence
        return factor * 2 if world.cover[h] and not world.armoured[unit] else factor

    def mates(self, unit: int, h: int) -> list[int]:
        """Own combat units in a hex besides this one."""
        if h not in self.state.maps.stacks:
            return []
        return [u for u in self.state.fighters_at(h, self.side) if u != unit]
