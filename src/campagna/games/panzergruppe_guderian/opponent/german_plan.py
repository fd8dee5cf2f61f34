"""Opponent: how the German moves and overruns; his battles are in `german_battles`.

He drives by whole divisions at the victory hexes, nearest and richest first; goes next to an enemy
only where the battle is expected to pay, because zones hold him fast; overruns when the exact chances
are good; keeps an eye on supply and on Soviet masses beside him; and guards the head of his road.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campagna.core.bias import place_bias
from campagna.core.chance import Chance
from campagna.core.contract import Fact
from campagna.core.evaluator import Advice
from campagna.games.panzergruppe_guderian.opponent.battle_chances import yields
from campagna.games.panzergruppe_guderian.opponent.german_battle_value import Column, kind_of
from campagna.games.panzergruppe_guderian.opponent.german_places import (
    WEIGHTS,
    GermanPlaces,
    group_power,
)
from campagna.games.panzergruppe_guderian.opponent.map_reading import MapReading
from campagna.games.panzergruppe_guderian.orders import Done, Move, Overrun
from campagna.games.panzergruppe_guderian.rules import movement, overrun
from campagna.games.panzergruppe_guderian.rules.destinations import reach
from campagna.games.panzergruppe_guderian.rules.strength import attack_strength
from campagna.games.panzergruppe_guderian.state import WAITING, Phase, State

Force = tuple[float, dict[int, int]]
"""What a battle gains, and a hex for each group that is to fight it."""
Movable = tuple[int, list[int], set[int]]
"""The strength of a group that can move, its units, and the hexes next to an enemy it can reach."""


class GermanPlan:
    def __init__(self, state: State, style: Mapping[str, float], chance: Chance) -> None:
        self.state = state
        self.style = style
        self.chance = chance
        self.reading = MapReading(state, style)
        self.places = GermanPlaces(state, style, self.reading)
        self.mech = state.phase == Phase.GERMAN_MECH_MOVE
        self.done: set[int] = set()
        """Soviet hexes that have their battle."""

    # --- movement -------------------------------------------------------------------------------

    def moves(self) -> Iterator[Advice]:
        state = self.state
        self.places.read()
        groups = self._groups()
        for group in groups:
            yield from self._overrun(group)
        if not self.mech:
            yield from self._assemble(groups)
        for group in groups:
            advice = self._march(group)
            if advice is not None:
                yield advice
                yield from self._overrun(group)
        yield Done(), 0.0, "done", {}
        raise AssertionError(f"the phase goes on after its end: {state.phase}")

    def _groups(self) -> list[list[int]]:
        """Divisions, as far as they stand together; those nearest to something worth having first."""
        state = self.state
        found: dict[tuple[int, str, str], list[int]] = {}
        able = set(movement.movers(state))
        if state.phase == Phase.GERMAN_MOVE or self.mech:
            for place in self.reading.germans:
                for u in state.stack(place):
                    if u in able or overrun.refuse_overrunner(state, u) is None:
                        key = (place, "", state.counter(u).division)
                        found.setdefault(key, []).append(u)
        for u in able:
            if state.units[u].place == WAITING:
                key = (WAITING, state.units[u].entry, state.counter(u).division)
                found.setdefault(key, []).append(u)
        groups = list(found.values())
        noise = self.style.get("shuffle", 0.0)

        def eagerness(group: list[int]) -> float:
            place = state.units[group[0]].place
            near = self.places.pull[kind_of(state, group[0])][place] if place >= 0 else 0.0
            luck = noise * self.chance.pick(1000, "seat") / 100 if noise else 0.0
            return -(near + len(group) * WEIGHTS.whole_group + luck)

        return sorted(groups, key=lambda g: (eagerness(g), g[0]))

    # --- attacks prepared by movement -------------------------------------------------------------

    def _assemble(self, groups: list[list[int]]) -> Iterator[Advice]:
        """Bring together what a battle needs: the battle expected to gain most first.

        Whoever takes part goes to his hex now; the others find their own way afterwards.
        """
        state = self.state
        free = self._movable(groups)
        forces: dict[int, Force | None] = {}
        while True:
            best: tuple[float, int, dict[int, int]] | None = None
            for t in self.reading.soviets:
                if t not in forces:
                    forces[t] = self._force(t, free)
                found = forces[t]
                if found is not None and (best is None or found[0] > best[0]):
                    best = (found[0], t, found[1])
            if best is None:
                return
            gain, t, posts = best
            self.done.add(t)
            forces[t] = None
            for i, h in posts.items():
                power, units, near = free.pop(i)
                place = state.units[units[0]].place
                # Elsewhere nothing has changed: only who could have had these units is asked again.
                for x in (*near, place):
                    for other in self.places.targets.get(x, ()):
                        forces.pop(other, None)
                if h == place:
                    continue
                order = self._move_to(units, h)
                if order is None:
                    continue
                facts: dict[str, Fact] = {
                    "hex": state.world.hex_ids[h],
                    "target": state.world.hex_ids[t],
                    "strength": power,
                }
                yield order, gain, "face", facts

    def _movable(self, groups: list[list[int]]) -> dict[int, Movable]:
        """The groups that can still move, the strongest first."""
        able = ((i, self._able(group)) for i, group in enumerate(groups))
        found = [
            (i, (group_power(self.state, us), us, self._near_enemies(us))) for i, us in able if us
        ]
        return dict(sorted(found, key=lambda item: (-item[1][0], item[0])))

    def _able(self, group: Sequence[int]) -> list[int]:
        movers = set(movement.movers(self.state))
        return [u for u in group if u in movers]

    def _near_enemies(self, units: Sequence[int]) -> set[int]:
        """The hexes next to an enemy that a group can reach."""
        state = self.state
        slowest = min(units, key=lambda u: movement.allowance(state, u))
        reach(state, slowest)
        return {h for h in state.world.field.hexes() if h in self.places.targets}

    def _force(self, t: int, free: Mapping[int, Movable]) -> Force | None:
        """The cheapest force that makes a good battle of it, with a hex for each group."""
        if t in self.done:
            return None
        state = self.state
        around = self.reading.chart.around[t]
        power = self.places.committed.get(t, 0)
        before = self.places.stakes.battle(t, power) if power else 0.0
        taken: dict[int, int] = {}
        gain = before
        beside = set(around)
        for i, (strength, units, near) in free.items():
            if beside.isdisjoint(near):
                continue
            spots = [
                h
                for h in around
                if h in near
                and h not in taken.values()
                and (not state.stack(h) or state.units[units[0]].place == h)
            ]
            if not spots:
                continue
            more = self.places.stakes.battle(t, power + strength)
            if taken and more < gain + WEIGHTS.more_force:
                continue
            h = max(spots, key=lambda x: (bool(state.world.forest[x]), -self.places.crowd[x], x))
            taken[i] = h
            power += strength
            gain = more
        price = WEIGHTS.unit_sent * sum(len(free[i][1]) for i in taken)
        net = (
            (gain - before) * self.places.eager
            - price
            + WEIGHTS.battle_bias * place_bias(self.style, t)
        )
        return (net, taken) if taken and net > WEIGHTS.least_battle else None

    def _move_to(self, units: Sequence[int], h: int) -> Move | None:
        """The order that brings a group to a hex."""
        state = self.state
        slowest = min(units, key=lambda u: movement.allowance(state, u))
        reach(state, slowest)
        field = state.world.field
        if field.cost(h) < 0:
            return None
        path = field.path(h)
        place = state.units[units[0]].place
        power = group_power(state, units)
        if place >= 0:
            path = path[1:]
            self.places.uncommit(place, power)
        self.places.commit(h, power)
        self.places.take(path)
        ids = state.world.hex_ids
        return Move(state.names(units), tuple(ids[x] for x in path))

    # --- everybody else -----------------------------------------------------------------------------

    def _march(self, group: Sequence[int]) -> Advice | None:
        """The best hex for a group, if it is better than where it stands."""
        state = self.state
        units = self._able(group)
        if not units:
            return None
        place = state.units[units[0]].place
        slowest = min(units, key=lambda u: movement.allowance(state, u))
        count = reach(state, slowest)
        if not count:
            return None
        field = state.world.field
        hexes = field.hexes()
        left = movement.allowance(state, slowest)
        column = Column(state, units, group_power(state, units))
        costs = {h: field.cost(h) for h in hexes} if len(units) > 1 else {}
        pull, special = self.places.pull[column.kind], self.places.special
        best, best_score = (
            place,
            self.places.value_of_staying(column, place) if place >= 0 else -1e9,
        )
        better, beside_pull = WEIGHTS.better, WEIGHTS.most_beside_pull
        for h in hexes:
            # Most hexes cannot be better: supply, company and danger only take away from the pull.
            if not special[h] and pull[h] <= best_score + better:
                continue
            if h == place or pull[h] + beside_pull < best_score:
                continue
            spare = left - costs[h] if costs else 0
            score = self.places.score(column, h, spare)
            if score > best_score + better:
                best, best_score = h, score
        if best == place:
            return None
        order = self._move_to(units, best)
        if order is None:
            return None
        reason, facts = self.places.reason(column, best)
        return order, best_score, reason, facts

    # --- overruns -------------------------------------------------------------------------------

    def _overrun(self, group: Sequence[int]) -> Iterator[Advice]:
        """Overrun from where the group stands, if the exact chances are good."""
        state = self.state
        units = [
            u
            for u in group
            if state.units[u].place >= 0 and overrun.refuse_overrunner(state, u) is None
        ]
        if not units or len({(state.units[u].place, state.units[u].start) for u in units}) > 1:
            return
        place = state.units[units[0]].place
        power = attack_strength(state, units)
        column = Column(state, units, power)
        best, best_worth = -1, WEIGHTS.least_overrun / self.style.get("overrun", 1.0)
        for t in self.places.targets.get(place, ()):
            if state.stack(t) and overrun.refuse_target(state, units[0], t) is None:
                gain = self.places.stakes.overrun(t, place, column)
                if gain > best_worth:
                    best, best_worth = t, gain
        if best >= 0:
            ids = state.world.hex_ids
            results = self.places.stakes.overrun_results(best, place, power)
            facts: dict[str, Fact] = {
                "hex": ids[best],
                "percent": round(100 * yields(results)),
                "gain": f"{best_worth:+.1f}",
            }
            yield Overrun(state.names(units), ids[best]), best_worth, "overrun", facts
