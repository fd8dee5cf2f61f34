"""Opponent: Soviet attacks, and the small decisions of set-up, markers and withdrawal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campagna.core.contract import Fact, Order, Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.panzergruppe_guderian.opponent.battle_chances import (
    Chances,
    Stakes,
    results_of,
    yields,
)
from campagna.games.panzergruppe_guderian.opponent.map_reading import MapReading, step_worth, worth
from campagna.games.panzergruppe_guderian.orders import Attack, Deploy, Done, Interdict, Withdraw
from campagna.games.panzergruppe_guderian.rules import combat, interdiction, leaders, setup
from campagna.games.panzergruppe_guderian.rules.combat import attack_options
from campagna.games.panzergruppe_guderian.rules.strength import multiplier
from campagna.games.panzergruppe_guderian.rules.supply import german_supply_hexes
from campagna.games.panzergruppe_guderian.rules.zones import blocked
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.world import GERMAN, HOME, SOVIET


class SovietCombatWeights(Weights, frozen=True):
    """Which attacks and markers are worth it to the Soviet player."""

    defender: float
    ground: float
    prize_ground: float
    least_gain: float
    stacks_to_starve: int
    stacks_to_starve_late: int
    near_west: int


WEIGHTS = load_weights(HOME, "soviet_battles", SovietCombatWeights)


class SovietBattles:
    def __init__(self, state: State, style: Mapping[str, float]) -> None:
        self.state = state
        self.style = style
        self.reading = MapReading(state, style)

    # --- combat ---------------------------------------------------------------------------------

    def battles(self) -> Iterator[Advice]:
        state = self.state
        best: tuple[float, Order, dict[str, Fact]] | None = None
        for target, able in attack_options(state).items():
            found = self._attack(target, able)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        if best is None:
            yield Done(), 0.0, "done", {}
        else:
            yield best[1], best[0], "attack", best[2]

    def _attack(self, target: int, units: list[int]) -> tuple[float, Order, dict[str, Fact]] | None:
        state = self.state
        fighters = [u for u in units if not state.is_leader(u)]
        guarding = state.world.prize_hexes
        fighters = [
            u
            for u in fighters
            if state.units[u].place not in guarding or len(state.stack(state.units[u].place)) > 1
        ]
        places = {state.units[u].place for u in fighters}
        staff = [u for u in units if state.is_leader(u) and state.units[u].place in places]
        if not fighters:
            return None
        support = sum(state.counter(u).rating for u in staff)
        attack: Chances = tuple(
            (a + min(a, support), p)
            for a, p in self.reading.pools.sums(state, fighters, attacking=True)
        )
        origins = [state.units[u].place for u in fighters]
        factor = multiplier(state, target, origins)
        results = results_of(state, attack, self.reading.defence(target), factor)
        stack = state.stack(target)
        closed = blocked(state, GERMAN)
        exits = any(not closed[n] for n in self.reading.chart.around[target])
        theirs = sum(step_worth(state, u) for u in stack) + WEIGHTS.defender
        prize = target in state.world.prize_hexes
        ground = WEIGHTS.ground + (WEIGHTS.prize_ground if prize else 0.0)
        own = sum(worth(state, u) for u in fighters) + sum(worth(state, u) for u in staff)
        step = min(worth(state, u) for u in fighters)
        gain = Stakes(own, step, theirs, len(stack), ground, exits).expect(results)
        if gain < WEIGHTS.least_gain / self.style.get("attack", 1.0):
            return None
        ids = state.world.hex_ids
        order = Attack(state.names([*fighters, *staff]), (ids[target],))
        if isinstance(combat.judge_attack(state, order), Refusal):
            return None
        mean = sum(a * p for a, p in attack)
        against = sum(d * p for d, p in self.reading.defence(target)) * factor
        facts: dict[str, Fact] = {
            "hex": ids[target],
            "odds": f"{mean:.0f}:{against:.0f}",
            "percent": round(100 * yields(results)),
            "gain": f"{gain:+.1f}",
        }
        return gain, order, facts

    # --- set-up and markers ---------------------------------------------------------------------

    def deploy(self) -> Iterator[Advice]:
        """Evenly along the west edge: everybody has to march anyway."""
        state = self.state
        while units := setup.undeployed(state):
            unit = units[0]
            hexes = setup.deployment_hexes(state, unit)
            h = min(hexes, key=lambda x: (len(state.stack(x)), x))
            ids = state.world.hex_ids
            yield Deploy(state.name(unit), ids[h]), 0.0, "deploy", {"hex": ids[h]}
        yield Done(), 0.0, "done", {}

    def markers(self) -> Iterator[Advice]:
        """The marker on the head of the German road, when that starves many."""
        state = self.state
        head = state.world.road_head
        usable = interdiction.refuse_marker(state, SOVIET, head) is None
        if usable and interdiction.soviet_may_interdict(state):
            supplied = german_supply_hexes(state)
            dependent = sum(
                1 for h in self.reading.germans if supplied[h] and self._far_from_west(h)
            )
            limits = state.world.scenario["limits"]["soviet_interdiction"]
            late = limits["last_turn"] - state.turn < limits["uses"] - state.soviet_marker_uses
            least = WEIGHTS.stacks_to_starve_late if late else WEIGHTS.stacks_to_starve
            if dependent >= least:
                name = state.world.hex_ids[head]
                yield Interdict((name,)), 1.0, "cut-road", {"hex": name, "count": dependent}
                return
        yield Interdict(()), 0.0, "done", {}

    def _far_from_west(self, h: int) -> bool:
        return int(self.state.world.hex_ids[h][:2]) > WEIGHTS.near_west

    def withdraw(self) -> Iterator[Advice]:
        able = leaders.withdrawable(self.state)
        if not able:
            yield Done(), 0.0, "done", {}
            return
        best = max(able, key=lambda x: (self.state.counter(x).rating, x))
        yield Withdraw(self.state.name(best)), 1.0, "withdraw", {}
