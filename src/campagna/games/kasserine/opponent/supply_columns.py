"""Opponent: supplies and commands: which supply moves, where to, and how commands keep up.

A supply moves while the others supply the front, and stops where the front will be; neither supplies
nor commands end alone where the enemy can come next to them by day.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.opponent.map_reading import MapReading
from campagna.games.kasserine.orders import Demolish, March, Move
from campagna.games.kasserine.rules import logistics, movement
from campagna.games.kasserine.rules.path import FOOT, Terms, doubled, masked, prices, spread
from campagna.games.kasserine.rules.victory import worth
from campagna.games.kasserine.rules.zones import Mask, day_zone, either, held, on_map, zone
from campagna.games.kasserine.state import BLOWN, MARCHING, MINED, MOVED, State
from campagna.games.kasserine.world import HOME, UCM, URF


class SupplyWeights(Weights, frozen=True):
    """Where supplies and commands go."""

    line_length: int
    line_of_march: int
    march_distance: int
    customer_distance: int
    supply_behind_front: int
    command_behind_front: int
    supply_lost: float
    command_lost: float
    army_command: int
    unit_supplied: float
    half_point_nearer: float
    lag: float
    lag_allowed: int
    unit_to_supply: float
    supply_alone: float
    unsupplied_by_day: float
    unsupplied_by_night: float
    danger_shared: float
    danger_allowed: float
    demolish_odds: float
    demolish_danger: int
    army_distance: int
    entry_distance: int
    stay: float
    guarded_most: float
    guarded: float
    supply_dares: float
    danger_to_supply: int


WEIGHTS = load_weights(HOME, "supply_columns", SupplyWeights)


def _reached(state: State, side: int, sources: Sequence[int], length: int) -> Mask:
    """The hexes that these supplies reach by lines so long."""
    ground, costs = prices(FOOT, state.options, shut=False)
    closed, danger = doubled(held(state, 1 - side)), doubled(day_zone(state, 1 - side))
    starts = tuple((state.place(s), 0) for s in sources)
    spread(Terms(ground, costs, length, closed, danger, starts))
    return masked(ground.field, ground.size)


def supplied_next(state: State, side: int) -> bytes:
    """The hexes that the supplies of a side will reach next time, in ordinary weather.

    Those that are to move in this turn are counted as if they had come some way after the front.
    """
    sources = logistics.supplies(state, side)
    moving = [s for s in sources if state.flagged(s, MARCHING) and not state.flagged(s, MOVED)]
    staying = [s for s in sources if s not in moving]
    return either(
        _reached(state, side, staying, WEIGHTS.line_length),
        _reached(state, side, moving, WEIGHTS.line_length + WEIGHTS.line_of_march),
    )


class SupplyColumns:
    def __init__(self, reading: MapReading, front: Sequence[int]) -> None:
        self.reading = reading
        self.state = reading.state
        self.world = reading.world
        self.front = front
        """Distance of every hex from where this side wants to go."""
        self.needing_supply = [u for u in reading.own if self._needs(u)]
        self._leads_at: dict[int, int] = {}

    def _needs(self, unit: int) -> bool:
        return self.world.needs_supply[unit] and not self.state.is_light(unit)

    def mobile(self) -> list[int]:
        state, side = self.state, self.reading.side
        return [u for u in logistics.supplies(state, side) if not self.world.fixed[u]]

    # --- before movement ------------------------------------------------------------------------

    def orders(self) -> Iterator[Advice]:
        """Which supplies move: those whose going costs less than their place gains."""
        yield from self._demolitions()
        state, side = self.state, self.reading.side
        danger = zone(state, 1 - side)
        sources = [s for s in logistics.supplying(state, side) if not state.flagged(s, BLOWN)]
        reached = {s: logistics.lines(state, side, (s,), danger) for s in sources}
        left = [s for s in self.mobile() if s in reached]
        while left:
            value, supply = max((self._gain_of_moving(s, reached), s) for s in left)
            if value <= 0:
                return
            left.remove(supply)
            del reached[supply]
            lag = self._lag(supply) // 2
            reason = "march" if lag >= 0 else "march-back"
            yield March(state.name(supply)), value, reason, {"lag": abs(lag)}

    def _gain_of_moving(self, supply: int, reached: dict[int, Mask]) -> float:
        """Gain of moving it, less what its customers lose who have no other supply."""
        state, mine = self.state, reached[supply]
        others = [m for s, m in reached.items() if s != supply]
        lost = 0.0
        for u in self.needing_supply:
            h = state.place(u)
            if mine[h] and not any(m[h] for m in others):
                lost += worth(state, u)
        gain = WEIGHTS.lag * max(0, abs(self._lag(supply)) - WEIGHTS.lag_allowed)
        roads = self.reading.chart.roads(FOOT, state.place(supply))
        for u in self.needing_supply:
            h = state.place(u)
            if (
                roads[h] <= WEIGHTS.line_length + WEIGHTS.march_distance
                and not mine[h]
                and not any(m[h] for m in others)
            ):
                gain += WEIGHTS.unit_to_supply * worth(state, u)
        if self._alone(supply, state.place(supply)):
            gain += WEIGHTS.supply_alone
        pace = WEIGHTS.unsupplied_by_night if state.night else WEIGHTS.unsupplied_by_day
        return gain - pace * lost

    def _customers(self, supply: int) -> list[int]:
        """The fighters that it can hope to supply, the foremost first."""
        state, front = self.state, self.front
        gaps = self.reading.chart.gaps(state.place(supply))
        near = [
            u for u in self.needing_supply if gaps[state.place(u)] <= WEIGHTS.customer_distance // 2
        ]
        if not near:
            near = sorted(self.needing_supply, key=lambda u: (gaps[state.place(u)], u))[:4]
        return sorted(near, key=lambda u: (front[state.place(u)], u))

    def _lead(self, supply: int) -> int:
        """Where its foremost third stood when the phase began."""
        found = self._leads_at.get(supply)
        if found is None:
            customers = self._customers(supply) or [supply]
            found = self.state.place(customers[len(customers) // 3])
            self._leads_at[supply] = found
        return found

    def _lag(self, supply: int) -> int:
        """How far it is behind the place where it should be; less than nothing if it is ahead."""
        return (
            self.front[self.state.place(supply)]
            - self.front[self._lead(supply)]
            - WEIGHTS.supply_behind_front // 2
        )

    def _alone(self, supply: int, h: int) -> bool:
        danger = self.reading.danger
        exposed = (
            danger is not None
            and danger[h] > WEIGHTS.danger_shared * self.reading.help[h] + WEIGHTS.danger_allowed
        )
        return exposed and not self.state.fighters_at(h, self.reading.side)

    def _demolitions(self) -> Iterator[Advice]:
        """Stores that will be lost are blown up by who stands there."""
        state, reading = self.state, self.reading
        if reading.danger is None:
            return
        for s in logistics.supplies(state, reading.side):
            here = state.place(s)
            units = state.fighters_at(here, reading.side)
            if not units or state.flagged(s, MINED) or not self.world.fixed[s]:
                continue
            defence = sum(reading.defence_in(u, here) for u in units)
            if (
                reading.danger[here] > WEIGHTS.demolish_odds * defence
                and reading.danger[here] > WEIGHTS.demolish_danger * reading.help[here]
            ):
                yield Demolish(state.name(s)), 1.0, "demolish", {"hex": state.hex_name(here)}

    # --- movement -------------------------------------------------------------------------------

    def supplies_move(self) -> Iterator[Advice]:
        state = self.state
        for s in logistics.supplies(state, self.reading.side):
            if state.flagged(s, MARCHING) and not state.flagged(s, MOVED):
                yield from self._move_near(
                    s, self._lead(s), WEIGHTS.supply_behind_front, "supply", self._unsupplied(s)
                )

    def _unsupplied(self, supply: int) -> list[tuple[Sequence[int], float]]:
        """Roads to the fighters whom no other supply will reach, with their worth."""
        state, side = self.state, self.reading.side
        others = [s for s in logistics.supplies(state, side) if s != supply and self._stays(s)]
        supplied = _reached(state, side, others, WEIGHTS.line_length)
        roads = self.reading.chart.roads
        return [
            (roads(FOOT, state.place(u)), WEIGHTS.unit_supplied * worth(state, u))
            for u in self.needing_supply
            if state.place(u) >= 0 and not supplied[state.place(u)]
        ]

    def _stays(self, supply: int) -> bool:
        return not self.state.flagged(supply, MARCHING) or self.state.flagged(supply, MOVED)

    def commands_move(self) -> Iterator[Advice]:
        """Each where its division, or the whole army, is in reach."""
        state, side = self.state, self.reading.side
        for c in on_map(state, side):
            if self.world.kind[c] != UCM:
                continue
            led = [u for u in self.reading.own if self._leads(c, u) and state.place(u) >= 0]
            if led:
                led.sort(key=lambda u: (self.front[state.place(u)], u))
                centre = state.place(led[len(led) // 3])
                yield from self._move_near(c, centre, WEIGHTS.command_behind_front, "command")

    def _leads(self, command: int, unit: int) -> bool:
        if command not in self.world.army_bit:
            return self.world.counters[unit].division == self.world.counters[command].division
        return self._gap(self.state.place(command), unit) < WEIGHTS.army_distance

    def entries(self, waiting: Sequence[int]) -> Iterator[Advice]:
        """Commands and supplies that may come onto the map."""
        for u in waiting:
            if self.world.kind[u] in (UCM, URF):
                customers = sorted(self.reading.own, key=lambda v: (self.front[self._hex_of(v)], v))
                entry = self.world.group_of[u].hex
                near = [v for v in customers if self._gap(entry, v) < WEIGHTS.entry_distance]
                lead = self._hex_of((near or customers)[0]) if customers else entry
                yield from self._move_near(u, lead, WEIGHTS.supply_behind_front, "enter")

    def _hex_of(self, unit: int) -> int:
        return max(0, self.state.place(unit))

    def _gap(self, h: int, unit: int) -> int:
        return self.reading.chart.gaps(h)[self._hex_of(unit)]

    def _move_near(
        self,
        piece: int,
        lead: int,
        close: int,
        reason: str,
        unsupplied: Sequence[tuple[Sequence[int], float]] = (),
    ) -> Iterator[Advice]:
        """To the safest hex that is close enough to the lead, or to those who have no supply."""
        state, reading = self.state, self.reading
        here = state.place(piece)
        if movement.refuse_mover(state, piece) is not None:
            return
        reach = reading.reach(piece)
        away = reading.chart.roads(FOOT, lead)
        best, end = -1e9, -1
        for h in reach:
            if self.world.edge[h] and here >= 0 and h != here:
                continue
            score = -WEIGHTS.half_point_nearer * max(0, away[h] - close) - self._peril(piece, h)
            for roads, value in unsupplied:
                if roads[h] <= WEIGHTS.line_length:
                    score += value
            if h == here:
                score += WEIGHTS.stay
            if score > best:
                best, end = score, h
        if end < 0 or end == here:
            return
        path = reading.path((piece,), end)
        if path:
            yield Move((state.name(piece),), path), best, reason, {"hex": state.hex_name(end)}

    def _peril(self, piece: int, h: int) -> float:
        """What may be lost there when the enemy's turn comes; alone, one enemy is enough."""
        reading = self.reading
        if reading.danger is None or reading.danger[h] <= 0:
            return 0.0
        danger = reading.danger[h]
        guards = self.state.fighters_at(h, reading.side)
        if guards:
            defence = sum(reading.defence_in(u, h) for u in guards)
            return min(WEIGHTS.guarded_most, WEIGHTS.guarded * danger / max(1, defence))
        if self.world.kind[piece] == UCM:
            value = WEIGHTS.command_lost * (
                WEIGHTS.army_command if piece in self.world.army_bit else 1
            )
            return value * min(1.0, danger)
        # Supplies must keep up: who has more of his own around dares more.
        covered = min(1.0, WEIGHTS.supply_dares + danger / (reading.help[h] + 1))
        return WEIGHTS.supply_lost * min(1.0, danger / WEIGHTS.danger_to_supply) * covered
