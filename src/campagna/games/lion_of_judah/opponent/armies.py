"""Opponent: how regular armies move: garrisons, battles prepared, lines kept open, the advance.

The Italians of both wars and the Allies of 1940-41 move by it; the Ethiopian leaders have their own
plan. Every move ends where the game's own reach says that it may: in supply and within stacking.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campagna.core.contract import Fact, Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.flags import MARCHED, MOVED
from campagna.games.lion_of_judah.opponent.battles import Battles
from campagna.games.lion_of_judah.opponent.concentration import Assembly, Muster
from campagna.games.lion_of_judah.opponent.headquarters import Headquarters
from campagna.games.lion_of_judah.opponent.map_reading import MAIN_WAYS, MapReading, bases, walkers
from campagna.games.lion_of_judah.opponent.objectives import Objectives, threatened_way
from campagna.games.lion_of_judah.orders import Done, ForcedMarch, Move
from campagna.games.lion_of_judah.rules.movement import destinations, forced_march, movement
from campagna.games.lion_of_judah.rules.movement.terrain_costs import beside_enemies, ground
from campagna.games.lion_of_judah.rules.resources.supply import barred, to_network
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import HOME, S1935
from campagna.hexes.board import marked
from campagna.hexes.kernels import BARRED, FAR, MAX_BUDGET


class MarchWeights(Weights, frozen=True):
    """What the marches of an army weigh."""

    least_gain: float
    guard_radius: int
    strongest_picket: float
    guard_of_threat: float
    least_guard: float
    most_late_guard: float
    most_guard: float
    early_guard: float
    token_guard: float
    most_captors: float
    captors: float
    least_step: float
    fear: float
    safe_odds: float
    least_forced: float


WEIGHTS = load_weights(HOME, "armies", MarchWeights)


class Marches:
    def __init__(self, state: State, style: Mapping[str, float]) -> None:
        self.state = state
        self.side = state.side
        self.reading = MapReading(state, state.side, style)
        self.battles = Battles(self.reading)
        self.class_ = walkers(self.side, state.part)
        self.stay: set[int] = set()
        """Units with a duty where they stand."""
        self.fights: list[Muster] = []

    def moves(self) -> Iterator[Advice]:
        self.units = [
            u for u in self.state.on_map(self.side) if self.state.world.combat[u] and self._able(u)
        ]
        yield from self._garrisons()
        yield from self._capture_undefended()
        yield from self._pickets()
        yield from self._assemble()
        yield from self._mend_lines()
        yield from self._advance()
        hqs = Headquarters(self.battles, self.objectives, self.fights, self.class_)
        yield from hqs.moves()
        yield Done(), 0.0, "done", {}

    def _able(self, unit: int) -> bool:
        u = self.state.units[unit]
        if u.flags & MOVED or (u.spent and unit not in self.state.moving):
            return False
        return movement.left(self.state, unit) > 0

    def _free(self) -> list[int]:
        return [u for u in self.units if u not in self.stay and self._able(u)]

    # --- moving -----------------------------------------------------------------------------------

    def _reach(self, units: Sequence[int]) -> list[int]:
        return list(marked(destinations.reach(self.state, units)))

    def _move_to(self, units: Sequence[int], to: int) -> Move | None:
        """The move of a group to a hex, if it may end there."""
        state = self.state
        if not destinations.ends(state, units) >> 8 * to & 1:
            return None
        way = destinations.way_to(state, state.units[units[0]].place, to)
        order = Move(state.names(units), tuple(state.hex_name(h) for h in way))
        return None if isinstance(movement.judge_move(state, order), Refusal) else order

    # --- garrisons --------------------------------------------------------------------------------

    def _garrisons(self) -> Iterator[Advice]:
        """Bases whose loss ends the war, and places worth points with enemies near, keep a unit."""
        for base in self._posts():
            here = [u for u in self.state.combat_units(base) if self.state.own(u) == self.side]
            need = self._guard_need(base)
            for u in sorted(here, key=lambda u: (self._guard_cost(u, need), u)):
                if need <= 0:
                    break
                self.stay.add(u)
                need -= self.reading.defence(u)
            last = self.reading.turns_left == 1
            if need > 0 and (last or not any(u in self.stay for u in here)):
                yield from self._send_guard(base, need if last else WEIGHTS.token_guard)

    def _posts(self) -> list[int]:
        state = self.state
        homes = [h for h in bases(state) if state.control[h] == self.side]
        held = [
            h
            for h, p in sorted(self.reading.prizes.items(), key=lambda hp: (-hp[1], hp[0]))
            if state.control[h] == self.side and h not in homes
        ]
        if self.side != ITALIAN:
            homes = [b.hex for b in state.theatre.boxes if b.side == self.side]
            held = [h for h in held if h not in homes]
        return [*homes, *held]

    def _guard_need(self, base: int) -> float:
        """Defence wanted in a place: something in a base always, elsewhere what stands near."""
        radius = WEIGHTS.guard_radius if base in bases(self.state) else 2
        threat = self.reading.strength_near(base, 1 - self.side, radius)
        vital = base in bases(self.state) or any(b.hex == base for b in self.state.theatre.boxes)
        if vital:
            need = WEIGHTS.guard_of_threat * threat * self.reading.style_factor("garrison")
            return max(WEIGHTS.least_guard, need)
        if self.reading.turns_left == 1:
            threat = self.reading.strength_near(base, 1 - self.side, 3)
            return WEIGHTS.guard_of_threat * threat * self.reading.style_factor("garrison")
        late = self.reading.turns_left == 2
        most = WEIGHTS.most_late_guard if late else WEIGHTS.most_guard
        return min(most, WEIGHTS.early_guard * threat * self.reading.style_factor("garrison"))

    def _guard_cost(self, unit: int, need: float) -> float:
        """A guard should be just strong enough and little missed."""
        return abs(self.reading.defence(unit) - need) + self.reading.attack(unit)

    def _send_guard(self, base: int, need: float) -> Iterator[Advice]:
        """Units that are little missed elsewhere, until the need is met."""
        state = self.state
        distance = state.world.board.grid.distance
        near = [u for u in self._free() if distance(state.units[u].place, base) <= 6]
        near.sort(key=lambda u: (self.reading.attack(u), distance(state.units[u].place, base), u))
        for u in near:
            order = self._move_to([u], base)
            if order is not None:
                self.stay.add(u)
                need -= self.reading.defence(u)
                yield order, 0.5, "garrison", {"hex": state.hex_name(base)}
                if need <= 0:
                    return

    def _capture_undefended(self) -> Iterator[Advice]:
        """Places worth points that nobody defends: one unit, two where enemies are near."""
        state = self.state
        open_ = [h for h in self.reading.open_prizes() if not state.maps.armed[1 - self.side][h]]
        if not open_:
            return
        reach = {u: set(self._reach([u])) for u in self._free()}
        for h in sorted(open_, key=lambda h: (-self.reading.prizes[h], h)):
            threat = self.reading.strength_near(h, 1 - self.side, 2)
            able = [u for u, ends in reach.items() if h in ends and u not in self.stay]
            able.sort(
                key=lambda u: (
                    self._guard_cost(u, min(WEIGHTS.most_captors, WEIGHTS.captors * threat)),
                    u,
                )
            )
            for u in able[: 2 if threat > 2 else 1]:
                order = self._move_to([u], h)
                if order is not None:
                    self.stay.add(u)
                    facts: dict[str, Fact] = {"hex": state.hex_name(h)}
                    yield order, self.reading.prizes[h], "seize", facts

    # --- battles ----------------------------------------------------------------------------------

    def _assemble(self) -> Iterator[Advice]:
        state = self.state
        reach = {u: self._reach([u]) for u in self._free()}
        fixed = [u for u in state.on_map(self.side) if state.world.combat[u] and u not in reach]
        assembly = Assembly(self.battles, reach, fixed)
        self.fights = assembly.choose(WEIGHTS.least_gain / self.reading.style_factor("attack"))
        for muster in self.fights:
            for u, h in muster.posts:
                self.stay.add(u)
                if state.units[u].place == h or u not in reach:
                    continue
                order = self._move_to([u], h)
                if order is not None:
                    yield order, muster.gain, "muster", muster.facts(state, h)

    # --- lines ------------------------------------------------------------------------------------

    def _pickets(self) -> Iterator[Advice]:
        """A small unit in every hex of the main road that enemies could reach (9.5.1-c)."""
        state = self.state
        if state.part != S1935 or self.side != ITALIAN:
            return
        for h in threatened_way(self.reading):
            here = [u for u in state.combat_units(h) if self._able(u) or u in self.stay]
            if any(u in self.stay for u in here):
                continue
            small = [
                u
                for u in here
                if u in self.units and self.reading.attack(u) <= WEIGHTS.strongest_picket
            ]
            if small:
                self.stay.add(min(small, key=lambda u: (self._guard_cost(u, 2.0), u)))
                continue
            if state.combat_units(h):
                continue
            for u in sorted(self._free(), key=lambda u: (self.reading.attack(u), u)):
                if self.reading.attack(u) > WEIGHTS.strongest_picket:
                    break
                order = self._move_to([u], h)
                if order is not None:
                    self.stay.add(u)
                    yield order, 0.4, "line", {"hex": state.hex_name(h)}
                    break

    def _mend_lines(self) -> Iterator[Advice]:
        """A unit into every gap of the line that enemies beside it close (9.5.1-c)."""
        for gap in self._gaps():
            for u in sorted(self._free(), key=lambda u: (self.reading.attack(u), u)):
                order = self._move_to([u], gap)
                if order is not None:
                    self.stay.add(u)
                    yield order, 0.6, "line", {"hex": self.state.hex_name(gap)}
                    break

    def _gaps(self) -> list[int]:
        """Line hexes without friends, beside enemies, next to the joined net or to our stacks."""
        state = self.state
        if state.part == S1935 and self.side != ITALIAN:
            return []
        closed = barred(state, self.side)
        on_line = state.theatre.net(state.roads).on_line
        joined = to_network(state, self.side, -1)
        held = state.maps.held
        found = []
        for h in self._lines_that_matter():
            if on_line[h] and closed[h] and not held[1 - self.side][h] and joined[h] != FAR:
                if state.theatre.dry_or_closed[h]:
                    continue
                friends = sum(1 for n in state.world.around(h, 2) if held[self.side][n])
                if friends >= 2:
                    found.append((-friends, h))
        self._keep_lines(on_line, joined)
        return [h for _, h in sorted(found)]

    def _lines_that_matter(self) -> Sequence[int]:
        """In 1935 the two ways to the capital; later every line."""
        if self.state.part == S1935:
            return sorted(self.state.world.hexes(MAIN_WAYS))
        return range(self.state.world.size)

    def _keep_lines(self, on_line: bytes, joined: bytearray) -> None:
        """Units in a gap that would open if they left, to the harm of others, keep their place."""
        state = self.state
        beside = beside_enemies(state, self.side)
        mine = [u for u in state.on_map(self.side) if state.world.combat[u]]
        for u in self.units:
            place = state.units[u].place
            if not on_line[place] or not beside[place] or len(state.combat_units(place)) > 1:
                continue
            without = to_network(state, self.side, place)
            hurt = sum(
                self.reading.attack(v)
                for v in mine
                if joined[state.units[v].place] != FAR and without[state.units[v].place] == FAR
            )
            if hurt > 2.0 * self.reading.attack(u):
                self.stay.add(u)

    # --- the advance ------------------------------------------------------------------------------

    def _advance(self) -> Iterator[Advice]:
        self.objectives = Objectives(self.reading, self._free(), sorted(self.stay))
        groups: dict[tuple[int, int, int], list[int]] = {}
        for u in self._free():
            goal = self.objectives.of.get(u)
            if goal is not None:
                key = (self.state.units[u].place, goal, movement.left(self.state, u))
                groups.setdefault(key, []).append(u)

        def nearness(item: tuple[tuple[int, int, int], list[int]]) -> tuple[int, int]:
            (place, goal, _), units = item
            return self.reading.field(goal, self.class_)[place], units[0]

        for (_, goal, _), units in sorted(groups.items(), key=nearness):
            yield from self._march(units, goal)

    def _march(self, units: list[int], goal: int) -> Iterator[Advice]:
        """A group together as far as it can; whoever finds no room goes by himself."""
        waiting = list(units)
        while waiting:
            group = list(waiting)
            advice = None
            while group and advice is None:
                advice = self._step(group, goal)
                if advice is None:
                    group.pop()
            if advice is None:
                return
            yield advice
            yield from self._force(group, goal)
            waiting = [u for u in waiting if u not in group]

    def _step(self, group: list[int], goal: int) -> Advice | None:
        state = self.state
        field = self.reading.field(goal, self.class_)
        place = state.units[group[0]].place
        column = self._column(group, goal)
        best, best_score = -1, float(field[place]) - WEIGHTS.least_step
        for h in self._reach(group):
            score = field[h] + self._fear(group, h)
            if score < best_score:
                best, best_score = h, score
        if column is not None and field[column[1]] < best_score - WEIGHTS.least_step:
            facts: dict[str, Fact] = {
                "goal": state.hex_name(goal),
                "hex": state.hex_name(column[1]),
            }
            return column[0], 0.2, "column", facts
        if best < 0:
            return None
        order = self._move_to(group, best)
        if order is None:
            return None
        return order, 0.2, "drive", {"goal": state.hex_name(goal), "hex": state.hex_name(best)}

    def _fear(self, group: list[int], h: int) -> float:
        """Half points a hex is worse for enemies who could fall on the group there."""
        state = self.state
        threat = self.reading.strength_near(h, 1 - self.side, 1)
        if not threat:
            return 0.0
        friends = [u for u in state.combat_units(h) if state.own(u) == self.side]
        defence = sum(self.reading.defence(u) for u in {*group, *friends})
        odds = threat / max(0.5, defence)
        return (
            WEIGHTS.fear * max(0.0, odds - WEIGHTS.safe_odds) * self.reading.style_factor("caution")
        )

    def _column(self, group: list[int], goal: int) -> tuple[Move, int] | None:
        """In column along friendly lines, two points more (PB 13.6.7.3)."""
        state = self.state
        europeans = all(state.counter(u).european for u in group)
        if state.part != S1935 or not europeans or any(state.units[u].spent for u in group):
            return None
        danger = beside_enemies(state, self.side)
        place = state.units[group[0]].place
        if danger[place] or state.control[place] != self.side:
            return None
        g = ground(state, group)
        lines = state.theatre.net(state.roads).any
        costs = bytes(c if on else BARRED for c, on in zip(g.costs, lines, strict=True))
        foreign = state.control.translate(b"\0\1\1" + bytes(253))
        closed = bytes(a | b | c for a, b, c in zip(g.closed, foreign, danger, strict=True))
        bonus = 2 * state.world.tables["movement"]["column_bonus"]
        budget = min(movement.left(state, u) for u in group) + bonus
        field = state.world.field
        field.reach(costs, closed, g.stop, place, min(budget, MAX_BUDGET))
        ways = {h: list(field.path(h)) for h in field.hexes() if h != place}
        far = self.reading.field(goal, self.class_)
        for h in sorted(ways, key=lambda h: (far[h], h))[:3]:
            if far[h] >= far[place]:
                return None
            names = tuple(state.hex_name(x) for x in ways[h])
            order = Move(state.names(group), names, column=True)
            if not isinstance(movement.judge_move(state, order), Refusal):
                return order, h
        return None

    def _force(self, group: list[int], goal: int) -> Iterator[Advice]:
        """One hex more by forced march along a line, where a whole stack gains by it."""
        state = self.state
        if state.part != S1935 or not set(group) <= set(state.moving):
            return
        if any(not forced_march.may_force(state, u) or state.has(u, MARCHED) for u in group):
            return
        if self.reading.power(group) * self.reading.style_factor("march") < WEIGHTS.least_forced:
            return
        field = self.reading.field(goal, self.class_)
        here = state.units[group[0]].place
        for there in sorted(self.reading.chart.around[here], key=lambda h: (field[h], h)):
            if field[there] >= field[here] or self._fear(group, there) > 0:
                continue
            if forced_march.modifier(state, here, there) < 0:
                continue
            order = ForcedMarch(state.names(group), state.hex_name(here), state.hex_name(there))
            if not isinstance(forced_march.judge_march(state, order), Refusal):
                facts: dict[str, Fact] = {
                    "goal": state.hex_name(goal),
                    "hex": state.hex_name(there),
                }
                yield order, 0.1, "force", facts
                return
