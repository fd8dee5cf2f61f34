"""Opponent: how the Soviet player marches, blocks and calls the Front; the rest is in `soviet_battles`.

He garrisons the victory hexes the Germans can reach soonest, then lays his zones across the ways
that lead to them, in good ground and within a leader's radius; attacks only where the exact chances
are good; walks into cities left empty; and cuts the German road once it supplies many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campagna.core.bias import place_biases
from campagna.core.chance import Chance
from campagna.core.contract import Fact, Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.panzergruppe_guderian.opponent.map_reading import MOTORIZED, MapReading
from campagna.games.panzergruppe_guderian.opponent.recruit import random_march
from campagna.games.panzergruppe_guderian.orders import (
    CallFront,
    Done,
    Move,
    RailMove,
)
from campagna.games.panzergruppe_guderian.rules import first_turn, movement, rail, reinforcements
from campagna.games.panzergruppe_guderian.rules.destinations import reach
from campagna.games.panzergruppe_guderian.rules.supply import commanded_hexes
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.world import GERMAN, HOME, SOVIET


class SovietMoveWeights(Weights, frozen=True):
    """Where the Soviet player goes."""

    first_in_garrison: float
    second_in_garrison: float
    third_in_garrison: float
    marches: int
    place_bias: float
    commanded: float
    uncommanded: float
    guard: float
    guard_in_danger: float
    guard_held: float
    guard_lost: float
    front_until: int
    front_wish: float
    better: float
    better_by_rail: float
    forward: float
    flow_here: float
    flow_around: float
    defence: float
    outnumbered: float
    outnumbered_cost: float
    outnumbered_most: float
    good_ground: float
    enemy_zone: float
    block: float
    leader_in_danger: float
    leader_crowd: float
    leader_stays: float


WEIGHTS = load_weights(HOME, "soviet_plan", SovietMoveWeights)


GARRISON = WEIGHTS.first_in_garrison, WEIGHTS.second_in_garrison, WEIGHTS.third_in_garrison


class SovietPlan:
    def __init__(self, state: State, style: Mapping[str, float], chance: Chance) -> None:
        self.state = state
        self.style = style
        self.chance = chance
        self.reading = MapReading(state, style)
        self.room: int = state.world.tables["stacking"]["soviet_combat"]
        self.forward = style.get("forward", 1.0)
        self.caution = style.get("caution", 1.0)

    # --- movement -------------------------------------------------------------------------------

    def moves(self) -> Iterator[Advice]:
        state = self.state
        self._read_map()
        yield from self._first_turn()
        front = self._front()
        if front is not None:
            yield front
        units = [u for u in movement.movers(state) if not state.is_leader(u)]
        noise = self.style.get("shuffle", 0.0)

        def order(unit: int) -> tuple[float, int]:
            """Those near the enemy choose first: they can reach least."""
            place = state.units[unit].place
            near = self.danger[place] if place >= 0 else 0.0
            return (-(near + (noise * self.chance.pick(100, "seat") / 100 if noise else 0.0)), unit)

        for unit in sorted(units, key=order):
            advice = self._march(unit)
            if advice is not None:
                yield advice
        for unit in [u for u in movement.movers(state) if state.is_leader(u)]:
            advice = self._lead(unit)
            if advice is not None:
                yield advice
        yield Done(), 0.0, "done", {}
        raise AssertionError("the phase goes on after its end")

    def _read_map(self) -> None:
        reading, state = self.reading, self.state
        self.stacks = state.maps.stacks
        self.ahead: dict[int, float] = {}
        """What flows through the uncovered hexes around a hex, as far as it was asked for."""
        self.alone: list[float | None] = [None] * reading.chart.size
        """What an empty hex is worth to whoever comes, as far as it was asked for."""
        self.danger = reading.german_reach()
        pull = reading.german_pull(MOTORIZED)
        self.flow = [p * d for p, d in zip(pull, self.danger, strict=True)]
        """Where Germans are coming through on their way to something."""
        self.crowd = reading.crowd(reading.germans, GERMAN)
        self.covered = bytearray(zone(state, SOVIET))
        self.footing = [
            WEIGHTS.commanded if led else WEIGHTS.uncommanded for led in commanded_hexes(state)
        ]
        """Better where a leader commands, and what the bias of a general adds."""
        liked = place_biases(self.style, reading.chart.size)
        if liked is not None:
            bias = WEIGHTS.place_bias
            self.footing = [f + bias * like for f, like in zip(self.footing, liked, strict=True)]
        self.hostile = zone(state, GERMAN)
        self.guard: dict[int, float] = {}
        self.targets: dict[int, list[int]] = {}
        for t in reading.germans:
            for h in reading.chart.around[t]:
                self.targets.setdefault(h, []).append(t)
        for k, prize in enumerate(state.world.prizes):
            for h in prize.hexes:
                lost = bool(state.control & state.world.prize_bit[h])
                near = WEIGHTS.guard + WEIGHTS.guard_in_danger * self.danger[h]
                value = reading.points(k) / len(prize.hexes) * near
                more = WEIGHTS.guard_lost if lost else WEIGHTS.guard_held
                self.guard[h] = value * more * self.style.get("garrison", 1.0)

    def _first_turn(self) -> Iterator[Advice]:
        """Armies of the west march; frozen ones spill out of their overstacked hexes."""
        state = self.state
        if state.turn != 1:
            return
        while owing := first_turn.unmarched(state):
            unit = owing[0]
            ways = [
                w for _ in range(WEIGHTS.marches) if (w := random_march(state, unit, self.chance))
            ]
            if not ways:
                break
            way = max(ways, key=lambda w: (self._score(unit, w[-1]), w))
            yield self._move(unit, way), 0.0, "march", {"hex": state.world.hex_ids[way[-1]]}

    def _move(self, unit: int, way: Sequence[int]) -> Move:
        ids = self.state.world.hex_ids
        self._place(way[-1])
        return Move((self.state.name(unit),), tuple(ids[h] for h in way))

    def _place(self, h: int) -> None:
        around = self.reading.chart.around
        for n in (h, *around[h]):
            if not self.covered[n]:
                self.covered[n] = 1
                self.alone[n] = None
                for beside in around[n]:
                    self.ahead.pop(beside, None)
                    self.alone[beside] = None

    def _front(self) -> Advice | None:
        """The first five divisions of the South-Western Front cost a point each: worth it early."""
        state = self.state
        left = reinforcements.front_left(state)
        cheap = state.world.tables["victory"]["swf_first"] - state.front_total
        count = min(left, cheap)
        wanted = self.style.get("front", 1.0) >= WEIGHTS.front_wish
        if count <= 0 or state.turn > WEIGHTS.front_until or not wanted:
            return None
        return CallFront(count), 0.5, "front", {"count": count}

    def _march(self, unit: int) -> Advice | None:
        state = self.state
        if unit not in movement.movers(state):
            return None
        place = state.units[unit].place
        if state.turn == 1 and (
            first_turn.must_march(state, unit) or first_turn.is_frozen(state, unit)
        ):
            return self._spill(unit)
        field = state.world.field
        best, best_score, way, by_rail = place, -1e9, [place], False
        if place >= 0:
            best_score = self._score(unit, place)
        first = 1 if place >= 0 else 0
        if reach(state, unit) > first:
            h, score = self._best(unit, field.hexes(), place)
            if score > best_score + WEIGHTS.better:
                reach(state, unit)  # the scores asked the kernels other questions
                best, best_score, way = h, score, field.path(h)
        may_ride = place < 0 or place in state.world.rail_hexes
        if may_ride and rail.rail_reach(state, unit) > first:
            h, score = self._best(unit, field.hexes(), place)
            if score > best_score + WEIGHTS.better_by_rail:
                rail.rail_reach(state, unit)
                best, best_score, way, by_rail = h, score, field.path(h), True
        if best == place:
            return None
        path = way[first:]
        reason, facts = self._reason(best)
        ids = state.world.hex_ids
        if by_rail:
            ride = RailMove(state.name(unit), tuple(ids[h] for h in path))
            if isinstance(rail.judge_rail(state, ride), Refusal):
                return None
            self._place(best)
            return ride, best_score, reason, facts
        return self._move(unit, path), best_score, reason, facts

    def _best(self, unit: int, hexes: Sequence[int], place: int) -> tuple[int, float]:
        best, best_score = place, -1e9
        stacks, alone = self.stacks, self.alone
        for h in hexes:
            if h == place:
                continue
            if h in stacks:
                score = self._score(unit, h)
            elif (known := alone[h]) is not None:
                score = known
            else:
                score = alone[h] = self._worth(h, 0, False)
            if score > best_score:
                best, best_score = h, score
        return best, best_score

    def _spill(self, unit: int) -> Advice | None:
        """A frozen army steps out of an overstacked hex."""
        state = self.state
        if first_turn.must_march(state, unit):
            return None
        place = state.units[unit].place
        if first_turn.spill(state, state.stack(place)) == 0:
            return None
        ids = state.world.hex_ids
        names = (state.name(unit),)
        steps = [
            h
            for h in self.reading.chart.around[place]
            if len(state.stack(h)) < self.room
            and not isinstance(movement.judge_move(state, Move(names, (ids[h],))), Refusal)
        ]
        if not steps:
            return None
        h = max(steps, key=lambda x: (self._score(unit, x), x))
        return self._move(unit, [h]), 0.0, "march", {"hex": ids[h]}

    def _score(self, unit: int, h: int) -> float:
        """Why a division should stand there: garrison, zones across the German ways, ground, command."""
        state = self.state
        here = state.units[unit].place == h
        many = 0
        for u in self.stacks.get(h, ()):
            if u != unit and not state.is_leader(u):
                many += 1
        if many >= self.room:
            return -50.0 - many
        return self._worth(h, many, here)

    def _worth(self, h: int, many: int, here: bool) -> float:
        """What a hex is worth with so many other divisions, to one who is there or comes."""
        world = self.state.world
        danger = self.danger[h]
        score = WEIGHTS.forward * danger * self.forward
        guard = self.guard.get(h)
        if guard is not None:
            score += guard * GARRISON[many]
        if here or many:
            score += WEIGHTS.flow_here * self.flow[h]
        else:
            ahead = self.ahead.get(h)
            if ahead is None:
                ahead = self.ahead[h] = self._flow_around(h)
            score += WEIGHTS.flow_around * ahead
            if not self.covered[h]:
                score += WEIGHTS.flow_here * self.flow[h]
        ground = 1 + bool(world.forest[h]) + bool(world.major[h])
        near = self.crowd[h]
        if near:
            defence = (many + 1) * WEIGHTS.defence * ground
            ratio = near / defence
            if ratio > WEIGHTS.outnumbered:
                cost = WEIGHTS.outnumbered_cost * (ratio - WEIGHTS.outnumbered)
                score -= self.caution * min(WEIGHTS.outnumbered_most, cost)
            score += WEIGHTS.good_ground * (ground - 1)
        if self.hostile[h]:
            score -= WEIGHTS.enemy_zone
        return score + self.footing[h]

    def _flow_around(self, h: int) -> float:
        flow, covered = self.flow, self.covered
        return sum([flow[n] for n in self.reading.chart.around[h] if not covered[n]])

    def _reason(self, h: int) -> tuple[str, dict[str, Fact]]:
        state = self.state
        facts: dict[str, Fact] = {"hex": state.world.hex_ids[h]}
        for prize in state.world.prizes:
            if h in prize.hexes:
                return "garrison", {**facts, "place": prize.name, "points": prize.points}
        if self.flow[h] > WEIGHTS.block:
            return "block", facts
        return "reserve", facts

    def _lead(self, leader: int) -> Advice | None:
        """A leader goes where most divisions find themselves within his radius, behind them."""
        state = self.state
        if state.turn == 1 and first_turn.must_march(state, leader):
            return None
        if not reach(state, leader):
            return None
        field = state.world.field
        rating = state.counter(leader).rating
        place = state.units[leader].place
        ring = self.reading.chart.ring
        led: set[int] = set()
        for x in range(state.world.leader_count):
            if x != leader and state.units[x].place >= 0:
                led.update(ring(state.units[x].place, state.counter(x).rating))
        followers = [0.0] * self.reading.chart.size
        for h in self.read_soviets():
            if h not in led:
                weight = len(state.stack(h)) * (1.0 + self.danger[h])
                for near in ring(h, rating):
                    followers[near] += weight
        best, best_score = place, -1e9
        for h in field.hexes():
            if self.hostile[h]:
                continue
            stack = state.stack(h)
            if stack and not self._takes_leader(stack, h == place):
                continue
            fear = WEIGHTS.leader_in_danger * self.danger[h]
            score = followers[h] - (fear + WEIGHTS.leader_crowd * self.crowd[h])
            if h == place:
                score += WEIGHTS.leader_stays
            if score > best_score:
                best, best_score = h, score
        if best == place or best < 0:
            return None
        path = field.path(best)
        path = path[1:] if place >= 0 else path
        order = self._move(leader, path)
        if isinstance(movement.judge_move(state, order), Refusal):
            return None
        facts: dict[str, Fact] = {"hex": state.world.hex_ids[best], "rating": rating}
        return order, best_score, "lead", facts

    def _takes_leader(self, stack: Sequence[int], here: bool) -> bool:
        """Whether a leader may stand with these: no other one, and not in a full hex."""
        leaders = sum(self.state.is_leader(u) for u in stack)
        return leaders <= here and (here or len(stack) < self.state.world.soviet_stack_led)

    def read_soviets(self) -> list[int]:
        held = self.state.maps.held[SOVIET]
        return [h for h in self.state.maps.stacks if held[h]]
