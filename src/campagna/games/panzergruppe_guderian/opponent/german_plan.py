"""Judgement: how the German moves and overruns; his battles are in `german_battles`.

He drives by whole divisions at the victory hexes, nearest and richest first; goes next to an enemy
only where the battle is expected to pay, because zones hold him fast; overruns when the exact chances
are good; keeps an eye on supply and on Soviet masses beside him; and guards the head of his road.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Fact, Order
from campagna.core.fancy import fancies, fancy
from campagna.games.panzergruppe_guderian.opponent.battle_chances import yields
from campagna.games.panzergruppe_guderian.opponent.german_battle_value import (
    AGGRESSION,
    Column,
    GermanStakes,
    kind_of,
)
from campagna.games.panzergruppe_guderian.opponent.map_reading import (
    FOOT,
    MOTORIZED,
    Survey,
    prize_gain,
)
from campagna.games.panzergruppe_guderian.orders import Done, Move, Overrun
from campagna.games.panzergruppe_guderian.rules import movement, overrun
from campagna.games.panzergruppe_guderian.rules.destinations import reach
from campagna.games.panzergruppe_guderian.rules.strength import attack_strength
from campagna.games.panzergruppe_guderian.rules.supply import german_supply_hexes
from campagna.games.panzergruppe_guderian.state import WAITING, Phase, State
from campagna.games.panzergruppe_guderian.world import SOVIET

Counsel = tuple[Order, float, str, Mapping[str, Fact]]
Force = tuple[float, dict[int, int]]
"""What a battle gains, and a hex for each group that is to fight it."""
Ready = tuple[int, list[int], set[int]]
"""The strength of a group that can move, its units, and the hexes next to an enemy it can reach."""

LIKING, ZEAL = 1.0, 1.5
"""How far a general's fancies change what a hex and a battle are worth."""


class GermanPlan:
    def __init__(self, state: State, style: Mapping[str, float], whim: Chance) -> None:
        self.state = state
        self.style = style
        self.whim = whim
        self.survey = Survey(state, style)
        self.room: int = state.world.tables["stacking"]["german"]
        self.stakes = GermanStakes(state, self.survey)
        self.eager = AGGRESSION * style.get("attack", 1.0)
        self.mech = state.phase == Phase.GERMAN_MECH_MOVE
        self.committed: dict[int, int] = {}
        """Attack strength already standing against a Soviet hex."""
        self.done: set[int] = set()
        """Soviet hexes that have their battle."""

    # --- movement -------------------------------------------------------------------------------

    def moves(self) -> Iterator[Counsel]:
        state = self.state
        self._read_map()
        groups = self._groups()
        for group in groups:
            yield from self._overrun(group)
        if not self.mech:
            yield from self._assemble(groups)
        for group in groups:
            counsel = self._march(group)
            if counsel is not None:
                yield counsel
                yield from self._overrun(group)
        yield Done(), 0.0, "done", {}
        raise AssertionError(f"the phase goes on after its end: {state.phase}")

    def _read_map(self) -> None:
        survey, state = self.survey, self.state
        self.pull = {kind: self._fancied(survey.german_pull(kind)) for kind in (MOTORIZED, FOOT)}
        self.crowd = survey.crowd(survey.soviets, SOVIET)
        self.supplied = german_supply_hexes(state)
        self.targets: dict[int, list[int]] = {}
        for t in survey.soviets:
            for h in survey.chart.around[t]:
                self.targets.setdefault(h, []).append(t)
        for h in survey.germans:
            for t in self.targets.get(h, ()):
                strength = attack_strength(state, state.stack(h))
                self.committed[t] = self.committed.get(t, 0) + strength
        prizes = state.world.prize_bit
        self.prize = {h: bit for h, bit in prizes.items() if not state.control & bit}
        self.keep = self.stakes.garrisons(self.prize)
        self.special = state.world.board.mask(
            {*self.prize, *self.keep, *self.targets, state.world.road_head}
        )
        """Where there is something to take, to keep or to fight; elsewhere only the pull counts."""

    def _fancied(self, pull: list[float]) -> list[float]:
        """A general's likings for places, on top of what draws the army."""
        liked = fancies(self.style, len(pull))
        if liked is None:
            return pull
        return [value + LIKING * like for value, like in zip(pull, liked, strict=True)]

    def _groups(self) -> list[list[int]]:
        """Divisions, as far as they stand together; those nearest to something worth having first."""
        state = self.state
        found: dict[tuple[int, str, str], list[int]] = {}
        able = set(movement.movers(state))
        if state.phase == Phase.GERMAN_MOVE or self.mech:
            for place in self.survey.germans:
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
            near = self.pull[kind_of(state, group[0])][place] if place >= 0 else 0.0
            luck = noise * self.whim.pick(1000, "seat") / 100 if noise else 0.0
            return -(near + len(group) * 3 + luck)

        return sorted(groups, key=lambda g: (eagerness(g), g[0]))

    # --- attacks prepared by movement -------------------------------------------------------------

    def _assemble(self, groups: list[list[int]]) -> Iterator[Counsel]:
        """Bring together what a battle needs: the battle expected to gain most first.

        Whoever takes part goes to his hex now; the others find their own way afterwards.
        """
        state = self.state
        free = self._ready(groups)
        forces: dict[int, Force | None] = {}
        while True:
            best: tuple[float, int, dict[int, int]] | None = None
            for t in self.survey.soviets:
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
                    for other in self.targets.get(x, ()):
                        forces.pop(other, None)
                if h == place:
                    continue
                order = self._go(units, h)
                if order is None:
                    continue
                facts: dict[str, Fact] = {
                    "hex": state.world.hex_ids[h],
                    "target": state.world.hex_ids[t],
                    "strength": power,
                }
                yield order, gain, "face", facts

    def _ready(self, groups: list[list[int]]) -> dict[int, Ready]:
        """The groups that can still move, the strongest first."""
        able = ((i, self._able(group)) for i, group in enumerate(groups))
        found = [(i, (self._power(us), us, self._near_enemies(us))) for i, us in able if us]
        return dict(sorted(found, key=lambda item: (-item[1][0], item[0])))

    def _able(self, group: Sequence[int]) -> list[int]:
        movers = set(movement.movers(self.state))
        return [u for u in group if u in movers]

    def _near_enemies(self, units: Sequence[int]) -> set[int]:
        """The hexes next to an enemy that a group can reach."""
        state = self.state
        slowest = min(units, key=lambda u: movement.allowance(state, u))
        reach(state, slowest)
        return {h for h in state.world.field.hexes() if h in self.targets}

    def _force(self, t: int, free: Mapping[int, Ready]) -> Force | None:
        """The cheapest force that makes a good battle of it, with a hex for each group."""
        if t in self.done:
            return None
        state = self.state
        around = self.survey.chart.around[t]
        power = self.committed.get(t, 0)
        before = self.stakes.battle(t, power) if power else 0.0
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
            more = self.stakes.battle(t, power + strength)
            if taken and more < gain + 0.25:
                continue
            h = max(spots, key=lambda x: (bool(state.world.forest[x]), -self.crowd[x], x))
            taken[i] = h
            power += strength
            gain = more
        price = 0.15 * sum(len(free[i][1]) for i in taken)
        net = (gain - before) * self.eager - price + ZEAL * fancy(self.style, t)
        return (net, taken) if taken and net > 0.4 else None

    def _go(self, units: Sequence[int], h: int) -> Move | None:
        """The order that brings a group to a hex."""
        state = self.state
        slowest = min(units, key=lambda u: movement.allowance(state, u))
        reach(state, slowest)
        field = state.world.field
        if field.cost(h) < 0:
            return None
        path = field.path(h)
        place = state.units[units[0]].place
        power = self._power(units)
        if place >= 0:
            path = path[1:]
            self._uncommit(place, power)
        self._commit(h, power)
        for x in path:
            self.prize.pop(x, None)
        ids = state.world.hex_ids
        return Move(state.names(units), tuple(ids[x] for x in path))

    # --- everybody else -----------------------------------------------------------------------------

    def _march(self, group: Sequence[int]) -> Counsel | None:
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
        column = Column(state, units, self._power(units))
        costs = {h: field.cost(h) for h in hexes} if len(units) > 1 else {}
        pull, special = self.pull[column.kind], self.special
        best, best_score = place, self._stay(column, place) if place >= 0 else -1e9
        for h in hexes:
            # Most hexes cannot be better: supply, company and danger only take away from the pull.
            if not special[h] and pull[h] <= best_score + 0.02:
                continue
            if h == place or pull[h] + 12.0 < best_score:
                continue
            spare = left - costs[h] if costs else 0
            score = self._score(column, h, spare)
            if score > best_score + 0.02:
                best, best_score = h, score
        if best == place:
            return None
        order = self._go(units, best)
        if order is None:
            return None
        reason, facts = self._reason(column, best)
        return order, best_score, reason, facts

    def _power(self, units: Sequence[int]) -> int:
        state = self.state
        total = sum(state.values(u).attack for u in units)
        division = state.world.divisions.get(state.counter(units[0]).division)
        whole = division is not None and division.integrity and len(units) == len(division.members)
        return 2 * total if whole else total

    def _stay(self, column: Column, place: int) -> float:
        self._uncommit(place, column.power)
        score = self._score(column, place, 0)
        self._commit(place, column.power)
        return score

    def _uncommit(self, place: int, power: int) -> None:
        for t in self.targets.get(place, ()):
            self.committed[t] = max(0, self.committed.get(t, 0) - power)

    def _commit(self, place: int, power: int) -> None:
        for t in self.targets.get(place, ()):
            self.committed[t] = self.committed.get(t, 0) + power

    def _score(self, column: Column, h: int, spare: int) -> float:
        state, style, units = self.state, self.style, column.units
        stack = state.stack(h)
        others = [u for u in stack if u not in units] if stack else []
        if len(others) + len(units) > self.room:
            return -1e9
        score = self.pull[column.kind][h]
        bit = self.prize.get(h)
        if bit is not None:
            score += prize_gain(state, h)
        if others and len(units) > 1:
            score -= 2.0
        elif not others and h in self.keep:
            score += self.keep[h] * (1.0 if len(units) == 1 else 0.6)
        targets = self.targets.get(h)
        if targets:
            gain = max([self._marginal(t, column.power) for t in targets])
            if spare >= overrun.price(state) and len(units) > 1:
                gain = max(gain, 0.8 * max([self.stakes.overrun(t, h, column) for t in targets]))
            score += gain * (0.35 if self.mech else 1.0) * self.eager
            if gain <= 0.1:
                score -= 0.9
        if not self.supplied[h]:
            score -= 2.5 * style.get("supply", 1.0)
        if self.crowd[h]:
            danger = self.stakes.exposure(column, others, h, self.crowd[h])
            score -= danger * style.get("caution", 1.0)
        if h == state.world.road_head and not others and state.turn > 2:
            score += 4.0 if len(units) == 1 else 1.0
        return score

    def _marginal(self, t: int, power: int) -> float:
        """What this much more against a hex adds to the battle there."""
        before = self.committed.get(t, 0)
        return self.stakes.battle(t, before + power) - (
            self.stakes.battle(t, before) if before else 0.0
        )

    # --- overruns -------------------------------------------------------------------------------

    def _overrun(self, group: Sequence[int]) -> Iterator[Counsel]:
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
        best, best_worth = -1, 0.35 / self.style.get("overrun", 1.0)
        for t in self.targets.get(place, ()):
            if state.stack(t) and overrun.refuse_target(state, units[0], t) is None:
                gain = self.stakes.overrun(t, place, column)
                if gain > best_worth:
                    best, best_worth = t, gain
        if best >= 0:
            ids = state.world.hex_ids
            results = self.stakes.overrun_results(best, place, power)
            facts: dict[str, Fact] = {
                "hex": ids[best],
                "percent": round(100 * yields(results)),
                "gain": f"{best_worth:+.1f}",
            }
            yield Overrun(state.names(units), ids[best]), best_worth, "overrun", facts

    def _reason(self, column: Column, h: int) -> tuple[str, dict[str, Fact]]:
        state = self.state
        facts: dict[str, Fact] = {"hex": state.world.hex_ids[h]}
        for prize in state.world.prizes:
            if h in prize.hexes:
                return "take", {**facts, "place": prize.name, "points": prize.points}
        targets = self.targets.get(h)
        if targets:
            t = max(targets, key=lambda x: self.stakes.battle(x, self.committed.get(x, 0)))
            facts |= {"target": state.world.hex_ids[t], "strength": column.power}
            return "face", facts
        ways = self.survey.chart.ways[column.kind]
        if not self.survey.open:
            return "hold", facts
        k = max(self.survey.open, key=lambda x: self.survey.points(x) * ways[x][h])
        return "drive", {**facts, "place": state.world.prizes[k].name}
