"""Opponent: a movement phase, for whichever side: garrisons, attacks, positions, supplies, Rommel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import compress, islice

from campagna.core.bias import place_biases
from campagna.core.chance import Chance
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.afrika_korps.opponent.attack_planner import Assault, way_to
from campagna.games.afrika_korps.opponent.map_reading import MARCH, MapReading, worth
from campagna.games.afrika_korps.opponent.recruit_moves import repair
from campagna.games.afrika_korps.orders import Done
from campagna.games.afrika_korps.rules.combat.zones import (
    either,
    fighters,
    occupied,
    watchers,
    without,
)
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.rules.sequence import sequence
from campagna.games.afrika_korps.rules.sequence.phases import allowed
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.rules.supply.isolation import REACHED, supplied_hexes
from campagna.games.afrika_korps.rules.supply.supply import within_line
from campagna.games.afrika_korps.state import NOWHERE, USED, State
from campagna.games.afrika_korps.world import ALLIED, HOME
from campagna.hexes.kernels import FAR


class MovementWeights(Weights, frozen=True):
    close_look: int
    wide_look: int
    repairs: int
    variation: float
    axis_raid: float
    allied_raid: float
    raider_worth: float
    inertia: float
    lone_depot: float
    last_depot: float
    open_depot: float
    escorted_depot: float
    escorted_depot_most: float


W = load_weights(HOME, "movement_phase", MovementWeights)
FORBIDDEN = -1000.0
RAID = (W.axis_raid, W.allied_raid)


class FieldPlan:
    """What both sides have in common; each side says what a hex is worth to a unit."""

    def __init__(self, state: State, style: Mapping[str, float], chance: Chance) -> None:
        self.state = state
        self.world = state.world
        self.side = state.side
        self.style = style
        self.chance = chance
        self.reading = MapReading(state, state.side, style)
        self.chart = self.reading.chart
        self.posts: dict[int, int] = {}
        """Units with a place to be: garrisons."""
        self._ground: list[float] | None = None
        self._order: list[int] = []
        """The hexes by their first impression, the best first."""
        self._prowled: bytearray | None = None
        near = self.world.near
        self._keys = (*near[self.world.tobruch], *near[self.world.bases[ALLIED]])
        """Hexes that are always worth a close look: around Tobruch and the Allied base."""

    inertia = W.inertia
    """By how much another hex must be better before a unit goes there."""

    # --- what the sides differ in ---------------------------------------------------------------

    def garrisons(self) -> dict[int, int]:
        """Units that go to a hex and stay there."""
        raise NotImplementedError

    def ground(self) -> list[float]:
        """First impression: what each hex is worth to a unit."""
        raise NotImplementedError

    def closer(self, unit: int, h: int, stack: list[int]) -> float:
        """What a closer look adds; `stack` are the friends there."""
        raise NotImplementedError

    def depot_goal(self, supply: int, rank: int) -> int | None:
        """Where a supply should be heading; None to leave it."""
        raise NotImplementedError

    # --- the phase ------------------------------------------------------------------------------

    def moves(self) -> Iterator[Advice]:
        self.posts = self.garrisons()
        yield from self._man_posts()
        assault = Assault(self.reading, self.posts)
        yield from assault.orders()
        self.reading.refresh()
        self._ground = None
        yield from self._raids({*self.posts, *assault.committed})
        yield from self._positions({*self.posts, *assault.committed})
        yield from self._depots(assault.spent)
        yield from self._rommel()
        yield from self._finish()
        raise AssertionError("the phase goes on after its end")

    def _man_posts(self) -> Iterator[Advice]:
        state = self.state
        for unit, h in sorted(self.posts.items()):
            if state.place(unit) == h or self.reading.hostile[h]:
                continue
            order = way_to(state, [unit], h)
            if order is None:
                step = self._towards(unit, h)
                order = None if step is None else way_to(state, [unit], step)
            if order is not None:
                yield order, 3.0, "garrison", {"hex": state.hex_name(h)}

    def _towards(self, unit: int, goal: int) -> int | None:
        """The safest hex on the way that can be reached this turn."""
        state, way = self.state, self.chart.way(goal)
        cost, enemy = self.reading.cost(unit), occupied(state, self.reading.enemy)
        hostile = self.reading.hostile
        open_ = without(without(cost.translate(REACHED), hostile), enemy)
        ends = [
            h
            for h in compress(range(self.world.size), open_)
            if len(state.fighters_at(h, self.side)) < self.world.stack_limit
        ]
        best = min(ends, key=lambda h: (way[h], h), default=None)
        return best if best is not None and way[best] < way[state.place(unit)] else None

    # --- raids ----------------------------------------------------------------------------------

    def _raids(self, busy: set[int]) -> Iterator[Advice]:
        """A lone enemy supply is taken by the cheapest unit that gets beside it without a fight."""
        state, reading = self.state, self.reading
        for supply in captures.supplies_on_map(state, reading.enemy):
            place = state.place(supply)
            if place < 0 or self.world.fortress[place] or not captures.is_lone(state, supply):
                continue
            best: tuple[float, int, int] | None = None
            for unit in self._unmoved():
                if unit in busy:
                    continue
                cost = reading.cost(unit)
                for h in (place, *self.world.near[place]):
                    if cost[h] == FAR or reading.hostile[h] or self.world.fortress[h]:
                        continue
                    if len(state.fighters_at(h, self.side)) >= self.world.stack_limit:
                        continue
                    risk = reading.exposure(h, [unit]) + W.raider_worth * worth(self.world, unit)
                    if risk < RAID[self.side] and (best is None or (risk, unit, h) < best):
                        best = (risk, unit, h)
            if best is None:
                continue
            order = way_to(state, [best[1]], best[2])
            if order is not None:
                yield order, RAID[self.side], "raid", {"hex": state.hex_name(place)}
                reading.refresh()

    # --- positions ------------------------------------------------------------------------------

    def _positions(self, busy: set[int]) -> Iterator[Advice]:
        """Whoever has no task goes where he is worth most; those in enemy zones choose first."""
        state = self.state
        free = [u for u in self._unmoved() if u not in busy]
        hostile = self.reading.hostile
        free.sort(key=lambda u: (not hostile[state.place(u)], -worth(self.world, u), u))
        for unit in free:
            place = state.place(unit)
            h, value = self._best_hex(unit)
            if h == place:
                continue
            order = way_to(state, [unit], h)
            if order is not None:
                yield order, value, self.why(unit, h), {"hex": state.hex_name(h)}

    def why(self, unit: int, h: int) -> str:
        return "march"

    def _unmoved(self) -> list[int]:
        state = self.state
        return [
            u
            for u in fighters(state, self.side)
            if state.units[u].since == NOWHERE and mobility.refuse_mover(state, u) is None
        ]

    def _best_hex(self, unit: int) -> tuple[int, float]:
        state, world = self.state, self.world
        first = self._ground
        if first is None:
            first = self._ground = self._varied(self.ground())
            self._order = sorted(range(world.size), key=first.__getitem__, reverse=True)
        cost = self.reading.cost(unit)
        enemy = occupied(state, self.reading.enemy)
        place = state.place(unit)
        open_ = without(cost.translate(REACHED), enemy)
        ends = compress(self._order, map(open_.__getitem__, self._order))
        short = list(islice(ends, W.close_look))
        keys = [h for h in self._keys if open_[h]]
        best, best_value = place, self._value_at(unit, place, first) + self.inertia
        stacks = state.maps.stacks
        for h in (*short, *keys):
            # An empty hex is worth no more than its first impression, unless it is one of the keys.
            if h == place or (first[h] <= best_value and h not in stacks and h not in keys):
                continue
            value = self._value_at(unit, h, first)
            if value > best_value:
                best, best_value = h, value
        if best == place and best_value < FORBIDDEN / 2:
            # Somebody has to leave a full hex, wherever he goes.
            best = max(
                (h for h in (*short, *islice(ends, W.wide_look - W.close_look)) if h != place),
                key=lambda h: self._value_at(unit, h, first),
                default=place,
            )
        return best, best_value

    def _varied(self, ground: list[float]) -> list[float]:
        """A general's likings for places, on top of what the ground is worth."""
        likings = place_biases(self.style, self.world.size)
        if likings is None:
            return ground
        return [value + W.variation * liking for value, liking in zip(ground, likings, strict=True)]

    def _value_at(self, unit: int, h: int, first: list[float]) -> float:
        stack = self.state.fighters_at(h, self.side)
        if unit in stack:
            stack.remove(unit)
        if len(stack) >= self.world.stack_limit:
            return FORBIDDEN
        return first[h] + self.closer(unit, h, stack)

    # --- supplies and Rommel --------------------------------------------------------------------

    def _depots(self, busy: set[int]) -> Iterator[Advice]:
        """Supplies follow the army, except those that sustain an attack."""
        state = self.state
        busy = busy | self._sustaining()
        stock = [
            s
            for s in captures.supplies_on_map(state, self.side)
            if state.units[s].since == NOWHERE
            and s not in busy
            and not state.flagged(s, USED)
            and mobility.refuse_mover(state, s) is None
        ]
        for rank, s in enumerate(stock):
            goal = self.depot_goal(s, rank)
            h = None if goal is None else self._depot_hex(s, goal)
            if h is not None and h != state.place(s):
                order = way_to(state, [s], h)
                if order is not None:
                    yield order, 1.0, "depot", {"hex": state.hex_name(h)}

    def _sustaining(self) -> set[int]:
        """Supplies on which units in enemy zones count, one for each hex."""
        state, hostile = self.state, self.reading.hostile
        found: set[int] = set()
        for h in sorted({state.place(u) for u in fighters(state, self.side)}):
            if hostile[h]:
                lines = within_line(state, h, watchers(state, self.reading.enemy, h))
                if lines and found.isdisjoint(lines):
                    found.add(min(lines, key=lambda s: (not state.flagged(s, USED), s)))
        return found

    def _depot_hex(self, supply: int, goal: int) -> int | None:
        """The hex nearest to the goal where the enemy cannot take the supply next turn."""
        state = self.state
        way = self.chart.way(goal)
        cost = self.reading.cost(supply)
        place = state.place(supply)
        hostile, enemy = self.reading.hostile, occupied(state, self.reading.enemy)
        open_ = bytearray(without(cost.translate(REACHED), hostile))
        open_[place] = 1
        stock = captures.supplies_on_map(state, self.side)
        last = sum(not state.flagged(s, USED) for s in stock) <= 1
        free, nearest = without(open_, enemy), self.chart.nearest(goal)
        best, best_key = None, (1e9, -1)
        for h in compress(nearest, map(free.__getitem__, nearest)):
            far = way[h] / MARCH
            if far > best_key[0]:
                break
            key = (far + self.depot_danger(h, last=last), h)
            if key < best_key:
                best, best_key = h, key
        return best

    def depot_danger(self, h: int, *, last: bool) -> float:
        """How likely a supply in this hex is lost next turn, in turns of marching; the last is dear."""
        reading = self.reading
        escort = self.state.fighters_at(h, self.side)
        if not self._prowl(h):
            return 0.0 if escort else W.lone_depot
        if not escort:
            return W.last_depot if last else W.open_depot
        return min(W.escorted_depot_most, W.escorted_depot * reading.odds(h, escort))

    def _prowl(self, h: int) -> bool:
        """Whether an enemy could come beside a hex, supplied or not."""
        if self._prowled is None:
            self._prowled = self._where_they_get()
        return bool(self._prowled[h])

    def _where_they_get(self) -> bytearray:
        """Hexes beside which enemy combat units can come as we stand now."""
        state, world = self.state, self.world
        mask, seen = bytearray(world.size), set()
        for u in fighters(state, self.reading.enemy):
            key = (state.place(u), world.movement[u])
            if key not in seen:
                seen.add(key)
                cost = mobility.legal(state, u).cost
                reached = bytes(cost).translate(REACHED)
                mask = bytearray(either(mask, reached))
                mask[key[0]] = 1
        return bytearray(either(mask, world.field.zones(mask, world.walls)))

    def _rommel(self) -> Iterator[Advice]:
        """He stays with the strongest stack."""
        state = self.state
        rommel = self.world.rommel
        if self.world.side_of[rommel] != self.side or state.place(rommel) < 0:
            return
        if state.units[rommel].since != NOWHERE:
            return
        cost = self.reading.cost(rommel)
        place = state.place(rommel)
        stacks: dict[int, int] = {}
        for u in fighters(state, self.side):
            h = state.place(u)
            if cost[h] != FAR or h == place:
                stacks[h] = stacks.get(h, 0) + self.world.attack[u] * self.world.movement[u]
        best = max(stacks, key=lambda h: (stacks[h], h == place, h), default=place)
        if best != place:
            order = way_to(state, [rommel], best)
            if order is not None:
                yield order, 0.2, "lead", {"hex": state.hex_name(best)}

    # --- the end --------------------------------------------------------------------------------

    def _finish(self) -> Iterator[Advice]:
        """Done, once nothing forbids it."""
        state = self.state
        for _ in range(W.repairs):
            if sequence.refuse_end(state) is None:
                yield Done(), 0.0, "done", {}
                return
            order = repair(state, self.chance)
            assert allowed(state, order)
            yield order, 0.0, "repair", {}

    def tied(self) -> bytearray:
        """Hexes with a line to a supply of ours."""
        return supplied_hexes(self.state, self.side)
