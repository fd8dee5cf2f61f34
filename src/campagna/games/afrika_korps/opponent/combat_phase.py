"""Opponent: the combat phase of either side, one battle at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.afrika_korps.opponent.battle_assignment import allocate
from campagna.games.afrika_korps.opponent.battle_value import battle_facts, battle_worth
from campagna.games.afrika_korps.opponent.map_reading import stock_worth, worth
from campagna.games.afrika_korps.orders import Attack, Capture, Done
from campagna.games.afrika_korps.rules.combat import obligations
from campagna.games.afrika_korps.rules.combat.assignment import Fight, Task
from campagna.games.afrika_korps.rules.combat.battle_plan import order_for, planned_orders
from campagna.games.afrika_korps.rules.combat.strength import attack_of, defence_sum, odds_name
from campagna.games.afrika_korps.rules.combat.zones import shut_by
from campagna.games.afrika_korps.rules.sequence.phases import allowed
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.state import DEFENDED, FOUGHT, FROZEN, SHELTERED, USED, State
from campagna.games.afrika_korps.world import HOME


class CombatWeights(Weights, frozen=True):
    storm_from: float


W = load_weights(HOME, "combat_phase", CombatWeights)


def supply_price(state: State, spent: Collection[int] = ()) -> float:
    """What the next supply costs; those in use or `spent` are gone already."""
    stock = captures.supplies_on_map(state, state.side)
    left = sum(1 for s in stock if s not in spent and not state.flagged(s, USED))
    return stock_worth(state, state.side, left) - stock_worth(state, state.side, left - 1)


class BattlesPlan:
    def __init__(self, state: State, style: Mapping[str, float]) -> None:
        self.state = state
        self.style = style

    def battles(self) -> Iterator[Advice]:
        """The next thing to do; after dice a new plan is asked for."""
        while True:
            yield (
                self._take_lone()
                or self._storm()
                or self._obliged()
                or self._planned()
                or (Done(), 0.0, "done", {})
            )

    # --- supplies -------------------------------------------------------------------------------

    def _take_lone(self) -> Advice | None:
        """A supply alone in a fortress falls to whoever stands beside it."""
        state = self.state
        for fort in state.world.fortresses:
            if state.fighters_at(fort, 1 - state.side):
                continue
            for supply in captures.supplies_at(state, fort, 1 - state.side):
                for h in state.world.near[fort]:
                    for unit in state.fighters_at(h, state.side):
                        order = Capture(state.name(unit), state.name(supply))
                        if allowed(state, order):
                            return order, 5.0, "capture", {"hex": state.hex_name(fort)}
        return None

    # --- fortresses -----------------------------------------------------------------------------

    def _storm(self) -> Advice | None:
        """Attack a fortress, or sally from one, where the table promises enough."""
        state = self.state
        price = supply_price(state)
        best: tuple[float, Attack, Fight] | None = None
        for fort in state.world.fortresses:
            for fight in self._assaults(fort):
                order = order_for(state, fight.attackers, fight.defenders)
                if order is None:
                    continue
                fresh = [s for s in order.supplies if not state.flagged(state.world.index[s], USED)]
                value = battle_worth(state, fight.attackers, fight.defenders)
                value = value * self.style.get("storm", 1.0) - price * len(fresh)
                if value < W.storm_from or (best is not None and best[0] >= value):
                    continue
                if allowed(state, order):
                    best = (value, order, fight)
        if best is None:
            return None
        return best[1], best[0], "storm", battle_facts(state, best[2].attackers, best[2].defenders)

    def _assaults(self, fort: int) -> Iterator[Fight]:
        state = self.state
        garrison = [
            u
            for u in state.fighters_at(fort, 1 - state.side)
            if not state.flagged(u, DEFENDED | SHELTERED)
        ]
        around = tuple(
            u
            for h in state.world.near[fort]
            for u in state.fighters_at(h, state.side)
            if not state.flagged(u, FOUGHT | FROZEN)
        )
        if garrison and around:
            yield Fight(around, tuple(garrison))
            yield Fight(self._needed(around, garrison), tuple(garrison))
            free = tuple(u for u in around if u not in state.must_attack)
            if free and free != around:
                yield Fight(free, tuple(garrison))
        own = tuple(
            u for u in state.fighters_at(fort, state.side) if not state.flagged(u, FOUGHT | FROZEN)
        )
        targets = obligations.sortie_targets(state, fort)
        posts = sorted({state.place(t) for t in targets})
        if own and len(posts) == 1:
            yield Fight(own, tuple(targets))

    def _needed(self, team: tuple[int, ...], garrison: list[int]) -> tuple[int, ...]:
        """Those of a team who reach the same odds; the dearest stay out of it, for at bad odds one
        roll may take everybody."""
        state, world = self.state, self.state.world
        defence = defence_sum(state, garrison)
        odds = odds_name(state, attack_of(state, team), defence)
        kept = list(team)
        for unit in sorted(team, key=lambda u: (-worth(world, u), u)):
            rest = [u for u in kept if u != unit]
            if rest and odds_name(state, attack_of(state, rest), defence) == odds:
                kept = rest
        return tuple(kept)

    # --- obligations ----------------------------------------------------------------------------

    def _obliged(self) -> Advice | None:
        state = self.state
        task = obligations.current_task(state, demands=False)
        if not task.obliged and not task.targets and not task.standing:
            return None
        for fight in task.standing:
            more = tuple(a for a in task.obliged if not self._elsewhere(a, task, fight))
            for team in ((*fight.attackers, *more), fight.attackers):
                advice = self._fight(team, fight.defenders, 3.0)
                if advice is not None:
                    return advice
        shut = shut_by(state, state.side)
        found = allocate(state, task, supply_price(state), shut)
        if found is None:
            return None
        valued = [(battle_worth(state, f.attackers, f.defenders, shut), f) for f in found.fights]
        # Poor battles last: a unit lost in one opens the way back for others.
        valued.sort(key=lambda v: (-v[0], v[1].attackers))
        for value, fight in valued:
            advice = self._fight(fight.attackers, fight.defenders, value)
            if advice is not None:
                return advice
        return None

    def _elsewhere(self, unit: int, task: Task, fight: Fight) -> bool:
        """Whether an obliged unit cannot join an automatic victory, or is needed against others."""
        state = self.state
        near = state.world.near[state.place(unit)]
        if any(state.place(d) not in near for d in fight.defenders):
            return True
        return any(state.place(t) in near for t in task.targets)

    def _fight(
        self, attackers: tuple[int, ...], defenders: tuple[int, ...], value: float
    ) -> Advice | None:
        order = order_for(self.state, attackers, defenders)
        if order is None or not allowed(self.state, order):
            return None
        facts = battle_facts(self.state, attackers, defenders)
        return order, value, "attack" if value > 0 else "soak-off", facts

    def _planned(self) -> Advice | None:
        """What the rules' own planner proposes."""
        state = self.state
        task = obligations.current_task(state, demands=False)
        if not task.obliged and not task.targets and not task.standing:
            return None
        for order in planned_orders(state):
            if allowed(state, order):
                if isinstance(order, Attack):
                    index = state.world.index
                    team = [index[a] for a in order.attackers]
                    return (
                        order,
                        0.0,
                        "soak-off",
                        battle_facts(state, team, [index[d] for d in order.defenders]),
                    )
                return order, 0.0, "capture", {"hex": ""}
        return None
