"""Opponent: the plan of attack, once everybody stands where he stands (ATT-2, ATT-7, AIR-6).

Every unit able to attack is given one enemy hex, or none if it owes no attack; the assignment is
improved unit by unit as long as the exact tables promise more for the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campagna.core.contract import Fact, Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.opponent.battle_value import (
    Declaration,
    Gains,
    best_declaration,
    gains,
    give_way_chance,
    odds_column,
    odds_name,
    resistance,
    way_back,
)
from campagna.games.kasserine.opponent.concentration import WEIGHTS as CONCENTRATION
from campagna.games.kasserine.opponent.concentration import prize
from campagna.games.kasserine.opponent.map_reading import MapReading
from campagna.games.kasserine.orders import Attack, Done
from campagna.games.kasserine.rules import attack, obligations
from campagna.games.kasserine.rules.command import attack_value
from campagna.games.kasserine.rules.zones import day_zone, held
from campagna.games.kasserine.world import HOME, URF


class PlanWeights(Weights, frozen=True):
    """Who attacks whom, once everybody stands where he stands."""

    obligation_unmet: float
    night_attack: float
    attacker_bound: float
    danger_to_burn: float
    rounds: int


WEIGHTS = load_weights(HOME, "attack_plan", PlanWeights)

NOBODY = -1


class AttackPlan:
    def __init__(self, reading: MapReading, ground: Mapping[int, float], threshold: float) -> None:
        self.reading = reading
        self.state = reading.state
        self.ground = ground
        self.threshold = threshold
        self.owing = frozenset(obligations.owing(self.state))
        self.wanted = frozenset(obligations.wanted(self.state))
        self.choice: dict[int, list[int]] = {}
        for h, group in sorted(obligations.options(self.state).items()):
            for u in group:
                self.choice.setdefault(u, []).append(h)
        self._values: dict[tuple[int, tuple[int, ...]], float] = {}

    # --- the orders -----------------------------------------------------------------------------

    def orders(self) -> Iterator[Advice]:
        state = self.state
        groups = self._groups()
        if state.night and state.move not in state.nights[state.side]:
            promised = sum(self._value(h, units) for h, units in groups.items())
            if promised < WEIGHTS.night_attack * self.reading.style_factor("night"):
                groups = {}
        planes = self._planes(groups)
        for h, units in groups.items():
            order = self._order((h,), units, (h,) if h in planes else ())
            if not isinstance(attack.judge_attack(state, order), Refusal):
                yield order, self._value(h, units), *self._reason(h, units, h in planes)
        yield from self._meet_obligations()
        yield Done(), 0.0, "done", {}

    def _meet_obligations(self) -> Iterator[Advice]:
        """Whatever obligation is left is met in the simplest way."""
        while True:
            units, hexes = obligations.unmet(self.state)
            if not units and not hexes:
                return
            attackers, targets = obligations.stars(self.state, units, hexes)[0]
            order = self._order(tuple(targets), tuple(attackers), ())
            yield order, 0.0, "must-attack", {"hexes": order.hexes}

    def _order(
        self, hexes: tuple[int, ...], units: tuple[int, ...], planes: tuple[int, ...]
    ) -> Attack:
        state = self.state
        bare = not state.fighters_at(hexes[0], 1 - state.side)
        stores = bare and any(state.world.kind[u] == URF for u in state.stack(hexes[0]))
        destroy = stores and self._rather_destroy(hexes[0])
        return Attack(state.names(units), state.hex_names(hexes), state.hex_names(planes), destroy)

    def _rather_destroy(self, h: int) -> bool:
        """Stores that the enemy would take back at once are burnt."""
        if not self.state.options["supply_capture"]:
            return True
        danger = self.reading.danger
        return danger is not None and danger[h] > WEIGHTS.danger_to_burn * self.reading.help[h]

    def _reason(self, h: int, units: tuple[int, ...], flown: bool) -> tuple[str, dict[str, Fact]]:
        state = self.state
        name = state.hex_name(h)
        if not state.fighters_at(h, 1 - state.side):
            return "take", {"hex": name}
        best = self._declaration(h, units, flown)
        percent = round(100 * give_way_chance(best.attack, best.defence, best.at))
        return "attack", {
            "hex": name,
            "odds": odds_name(state, best.at),
            "percent": percent,
            "gain": f"{best.value:+.1f}",
        }

    # --- who attacks whom -----------------------------------------------------------------------

    def _groups(self) -> dict[int, tuple[int, ...]]:
        given = {u: self._first(u) for u in self.choice}
        score = self._score(given)
        for _ in range(WEIGHTS.rounds):
            better = False
            for u, hexes in self.choice.items():
                for h in (*hexes, NOBODY):
                    if h == given[u] or (h == NOBODY and u in self.owing):
                        continue
                    before = given[u]
                    given[u] = h
                    now = self._score(given)
                    if now > score + 1e-9:
                        score, better = now, True
                    else:
                        given[u] = before
            if not better:
                break
        return self._grouped(given)

    def _first(self, unit: int) -> int:
        hexes = self.choice[unit]
        must = [h for h in hexes if h in self.wanted]
        if unit in self.owing or must:
            return (must or hexes)[0]
        return hexes[0]

    def _grouped(self, given: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
        found: dict[int, list[int]] = {}
        for u, h in given.items():
            if h != NOBODY:
                found.setdefault(h, []).append(u)
        return {h: tuple(units) for h, units in sorted(found.items())}

    def _score(self, given: Mapping[int, int]) -> float:
        groups = self._grouped(given)
        total = WEIGHTS.obligation_unmet * len(self.wanted - groups.keys())
        for h, units in groups.items():
            value = self._value(h, units)
            bound = h in self.wanted or any(u in self.owing for u in units)
            total += value if bound else value - self.threshold
        return total

    def _value(self, h: int, units: tuple[int, ...]) -> float:
        key = (h, units)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._worth(h, units)
        return found

    def _worth(self, h: int, units: tuple[int, ...]) -> float:
        state = self.state
        if not state.fighters_at(h, 1 - state.side):
            taken = sum(prize(state.world, u) for u in state.stack(h))
            return taken - WEIGHTS.attacker_bound * sum(attack_value(state, u) for u in units)
        return self._declaration(h, units, False).value

    def _declaration(self, h: int, units: tuple[int, ...], flown: bool) -> Declaration:
        state = self.state
        defenders = state.fighters_at(h, 1 - state.side)
        power = sum(attack_value(state, u) for u in units) + 2 * flown
        at = odds_column(state, power, resistance(state, defenders))
        return best_declaration(state, units, defenders, at, self._gains(h, units, defenders))

    def _gains(self, h: int, units: tuple[int, ...], defenders: list[int]) -> Gains:
        state, side = self.state, self.state.side
        around = self.reading.chart.ring(h, 2)
        mask = held(state, side)
        closed = {n for n in around if mask[n]}
        zones = state.world.nothing if state.night else day_zone(state, side)
        zoned = {n for n in around if zones[n]}
        ways = [way_back(state, d, closed, zoned) for d in defenders]
        return gains(
            self.reading.price,
            units,
            defenders,
            ways,
            self.ground.get(h, CONCENTRATION.plain_ground),
        )

    # --- aircraft -------------------------------------------------------------------------------

    def _planes(self, groups: Mapping[int, tuple[int, ...]]) -> set[int]:
        """The hexes where an aircraft adds most."""
        state = self.state
        better: list[tuple[float, int]] = []
        for h, units in groups.items():
            if not state.fighters_at(h, 1 - state.side):
                continue
            if attack.refuse_air(state, units) is None:
                more = self._declaration(h, units, True).value - self._value(h, units)
                if more > CONCENTRATION.aircraft_kept:
                    better.append((-more, h))
        left = attack.aircraft_left(state, state.side) if better else 0
        return {h for _, h in sorted(better)[:left]}
