"""Judgement: supplies and commands: which supply moves, where to, and how commands keep up.

A supply moves while the others feed the front, and stops where the front will be; neither supplies
nor commands end alone where the enemy can come next to them by day.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campagna.games.kasserine.opponent.advice_texts import Counsel
from campagna.games.kasserine.opponent.map_reading import Survey
from campagna.games.kasserine.orders import Demolish, March, Move
from campagna.games.kasserine.rules import logistics, movement
from campagna.games.kasserine.rules.path import FOOT, Terms, doubled, masked, prices, spread
from campagna.games.kasserine.rules.victory import worth
from campagna.games.kasserine.rules.zones import Mask, day_zone, either, held, on_map, zone
from campagna.games.kasserine.state import BLOWN, MARCHING, MINED, MOVED, State
from campagna.games.kasserine.world import UCM, URF

RAIN = 12
"""Length of a supply line on most days, in half points."""
STRIDE = 7
"""What a supply on the march adds to it."""
MARCH = 8
"""How far it goes in a turn, in half points."""
NEAR = 26
"""Half points within which a fighter is a supply's customer."""
CLOSE = 8
"""Half points behind the front where a supply is well placed."""
STAFF = 10
"""The same for a command."""
LONELY = 5.0
"""What a supply is worth that stands alone within the enemy's reach."""
STAFF_LOST = 4.0
"""The same for a divisional command; an army command is worth two."""
FEEDING = 0.3
"""Share of its worth that a unit gains which is in supply again."""
KEEP_UP = 0.25
"""What a half point nearer to the front is worth to it."""


def _reached(state: State, side: int, sources: Sequence[int], length: int) -> Mask:
    """The hexes that these supplies feed by lines so long."""
    ground, costs = prices(FOOT, state.options, shut=False)
    closed, danger = doubled(held(state, 1 - side)), doubled(day_zone(state, 1 - side))
    seeds = tuple((state.place(s), 0) for s in sources)
    spread(Terms(ground, costs, length, closed, danger, seeds))
    return masked(ground.field, ground.size)


def feeds_next(state: State, side: int) -> bytes:
    """The hexes that the supplies of a side will reach next time, in ordinary weather.

    Those that are to move in this turn are counted as if they had come some way after the front.
    """
    sources = logistics.supplies(state, side)
    moving = [s for s in sources if state.flagged(s, MARCHING) and not state.flagged(s, MOVED)]
    staying = [s for s in sources if s not in moving]
    return either(
        _reached(state, side, staying, RAIN), _reached(state, side, moving, RAIN + STRIDE)
    )


class Trains:
    def __init__(self, survey: Survey, front: Sequence[int]) -> None:
        self.survey = survey
        self.state = survey.state
        self.world = survey.world
        self.front = front
        """Distance of every hex from where this side wants to go."""
        self.hungry = [u for u in survey.own if self._needs(u)]
        self._leads_at: dict[int, int] = {}

    def _needs(self, unit: int) -> bool:
        return self.world.needs_supply[unit] and not self.state.is_light(unit)

    def mobile(self) -> list[int]:
        state, side = self.state, self.survey.side
        return [u for u in logistics.supplies(state, side) if not self.world.fixed[u]]

    # --- before movement ------------------------------------------------------------------------

    def orders(self) -> Iterator[Counsel]:
        """Which supplies move: those whose going costs less than their place gains."""
        yield from self._demolitions()
        state, side = self.state, self.survey.side
        danger = zone(state, 1 - side)
        sources = [s for s in logistics.feeding(state, side) if not state.flagged(s, BLOWN)]
        reached = {s: logistics.lines(state, side, (s,), danger) for s in sources}
        left = [s for s in self.mobile() if s in reached]
        while left:
            value, supply = max((self._use(s, reached), s) for s in left)
            if value <= 0:
                return
            left.remove(supply)
            del reached[supply]
            lag = self._lag(supply) // 2
            reason = "march" if lag >= 0 else "march-back"
            yield March(state.name(supply)), value, reason, {"lag": abs(lag)}

    def _use(self, supply: int, reached: dict[int, Mask]) -> float:
        """Gain of moving it, less what its customers lose who have no other supply."""
        state, mine = self.state, reached[supply]
        others = [m for s, m in reached.items() if s != supply]
        lost = 0.0
        for u in self.hungry:
            h = state.place(u)
            if mine[h] and not any(m[h] for m in others):
                lost += worth(state, u)
        gain = 0.35 * max(0, abs(self._lag(supply)) - 3)
        roads = self.survey.chart.roads(FOOT, state.place(supply))
        for u in self.hungry:
            h = state.place(u)
            if roads[h] <= RAIN + MARCH and not mine[h] and not any(m[h] for m in others):
                gain += 0.3 * worth(state, u)
        if self._alone(supply, state.place(supply)):
            gain += 2.0
        pace = 0.25 if state.night else 0.4
        return gain - pace * lost

    def _customers(self, supply: int) -> list[int]:
        """The fighters that it can hope to feed, the foremost first."""
        state, front = self.state, self.front
        gaps = self.survey.chart.gaps(state.place(supply))
        near = [u for u in self.hungry if gaps[state.place(u)] <= NEAR // 2]
        if not near:
            near = sorted(self.hungry, key=lambda u: (gaps[state.place(u)], u))[:4]
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
        return self.front[self.state.place(supply)] - self.front[self._lead(supply)] - CLOSE // 2

    def _alone(self, supply: int, h: int) -> bool:
        danger = self.survey.danger
        exposed = danger is not None and danger[h] > 0.5 * self.survey.help[h] + 0.5
        return exposed and not self.state.fighters_at(h, self.survey.side)

    def _demolitions(self) -> Iterator[Counsel]:
        """Stores that will be lost are blown up by who stands there."""
        state, survey = self.state, self.survey
        if survey.danger is None:
            return
        for s in logistics.supplies(state, survey.side):
            here = state.place(s)
            units = state.fighters_at(here, survey.side)
            if not units or state.flagged(s, MINED) or not self.world.fixed[s]:
                continue
            defence = sum(survey.defence_in(u, here) for u in units)
            if survey.danger[here] > 4.5 * defence and survey.danger[here] > 2 * survey.help[here]:
                yield Demolish(state.name(s)), 1.0, "demolish", {"hex": state.hex_name(here)}

    # --- movement -------------------------------------------------------------------------------

    def supplies_move(self) -> Iterator[Counsel]:
        state = self.state
        for s in logistics.supplies(state, self.survey.side):
            if state.flagged(s, MARCHING) and not state.flagged(s, MOVED):
                yield from self._go(s, self._lead(s), CLOSE, "supply", self._unfed(s))

    def _unfed(self, supply: int) -> list[tuple[Sequence[int], float]]:
        """Roads to the fighters whom no other supply will feed, with their worth."""
        state, side = self.state, self.survey.side
        others = [s for s in logistics.supplies(state, side) if s != supply and self._stays(s)]
        fed = _reached(state, side, others, RAIN)
        roads = self.survey.chart.roads
        return [
            (roads(FOOT, state.place(u)), FEEDING * worth(state, u))
            for u in self.hungry
            if state.place(u) >= 0 and not fed[state.place(u)]
        ]

    def _stays(self, supply: int) -> bool:
        return not self.state.flagged(supply, MARCHING) or self.state.flagged(supply, MOVED)

    def commands_move(self) -> Iterator[Counsel]:
        """Each where its division, or the whole army, is in reach."""
        state, side = self.state, self.survey.side
        for c in on_map(state, side):
            if self.world.kind[c] != UCM:
                continue
            led = [u for u in self.survey.own if self._leads(c, u) and state.place(u) >= 0]
            if led:
                led.sort(key=lambda u: (self.front[state.place(u)], u))
                centre = state.place(led[len(led) // 3])
                yield from self._go(c, centre, STAFF, "command")

    def _leads(self, command: int, unit: int) -> bool:
        if command not in self.world.army_bit:
            return self.world.counters[unit].division == self.world.counters[command].division
        return self._gap(self.state.place(command), unit) < 22

    def entries(self, waiting: Sequence[int]) -> Iterator[Counsel]:
        """Commands and supplies that may come onto the map."""
        for u in waiting:
            if self.world.kind[u] in (UCM, URF):
                customers = sorted(self.survey.own, key=lambda v: (self.front[self._at(v)], v))
                entry = self.world.group_of[u].hex
                near = [v for v in customers if self._gap(entry, v) < 16]
                lead = self._at((near or customers)[0]) if customers else entry
                yield from self._go(u, lead, CLOSE, "enter")

    def _at(self, unit: int) -> int:
        return max(0, self.state.place(unit))

    def _gap(self, h: int, unit: int) -> int:
        return self.survey.chart.gaps(h)[self._at(unit)]

    def _go(
        self,
        piece: int,
        lead: int,
        close: int,
        reason: str,
        unfed: Sequence[tuple[Sequence[int], float]] = (),
    ) -> Iterator[Counsel]:
        """To the safest hex that is close enough to the lead, or to those who have no supply."""
        state, survey = self.state, self.survey
        here = state.place(piece)
        if movement.refuse_mover(state, piece) is not None:
            return
        reach = survey.reach(piece)
        away = survey.chart.roads(FOOT, lead)
        best, end = -1e9, -1
        for h in reach:
            if self.world.edge[h] and here >= 0 and h != here:
                continue
            score = -KEEP_UP * max(0, away[h] - close) - self._peril(piece, h)
            for roads, value in unfed:
                if roads[h] <= RAIN:
                    score += value
            if h == here:
                score += 0.3
            if score > best:
                best, end = score, h
        if end < 0 or end == here:
            return
        path = survey.path((piece,), end)
        if path:
            yield Move((state.name(piece),), path), best, reason, {"hex": state.hex_name(end)}

    def _peril(self, piece: int, h: int) -> float:
        """What may be lost there when the enemy's turn comes; alone, one enemy is enough."""
        survey = self.survey
        if survey.danger is None or survey.danger[h] <= 0:
            return 0.0
        danger = survey.danger[h]
        guards = self.state.fighters_at(h, survey.side)
        if guards:
            defence = sum(survey.defence_in(u, h) for u in guards)
            return min(2.0, 0.2 * danger / max(1, defence))
        if self.world.kind[piece] == UCM:
            value = STAFF_LOST * (2 if piece in self.world.army_bit else 1)
            return value * min(1.0, danger)
        # Supplies must keep up: who has more of his own around dares more.
        covered = min(1.0, 0.3 + danger / (survey.help[h] + 1))
        return LONELY * min(1.0, danger / 2) * covered
