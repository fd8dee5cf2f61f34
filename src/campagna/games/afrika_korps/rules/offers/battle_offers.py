"""What may be ordered now: substitution and combat."""

from __future__ import annotations

from itertools import combinations

from campagna.core.chance import Chance
from campagna.core.contract import Order, Refusal
from campagna.games.afrika_korps.orders import Attack, BreakDown, Capture, Substitute
from campagna.games.afrika_korps.rules import captures, obligations, sequence
from campagna.games.afrika_korps.rules.advance import CAPTURE
from campagna.games.afrika_korps.rules.assignment import Plan
from campagna.games.afrika_korps.rules.combat import ATTACK
from campagna.games.afrika_korps.rules.offers.arrival_offers import (
    DONE,
    Listing,
    PhaseOffers,
    destroyable,
    pick,
)
from campagna.games.afrika_korps.rules.strength import attack_of, defence_sum
from campagna.games.afrika_korps.rules.substitutes import (
    BREAK_DOWN,
    SUBSTITUTE,
    fits_type,
    judge_break_down,
)
from campagna.games.afrika_korps.rules.supply import enough, needs_supply
from campagna.games.afrika_korps.rules.supply_denial import DESTROY
from campagna.games.afrika_korps.rules.zones import fighters
from campagna.games.afrika_korps.state import ASIDE, DEFENDED, FOUGHT, FROZEN, POOL, State
from campagna.games.afrika_korps.world import ALLIED


class SubstitutionOffers(PhaseOffers):
    answers = (SUBSTITUTE, BREAK_DOWN, DESTROY, sequence.END)

    def swaps(self) -> list[Substitute]:
        """Up to three units of one hex for each free substitute that they make exactly."""
        state = self.state
        attack = state.world.attack
        free = [s for s in state.world.substitutes if state.place(s) == POOL]
        kinds = {state.counter(s).type: s for s in reversed(free)}
        found = []
        for hex_ in sorted({state.place(u) for u in fighters(state, ALLIED)}):
            for counter in kinds.values():
                fit = [
                    u
                    for u in state.fighters_at(hex_, ALLIED)
                    if fits_type(state, counter, u) and not state.flagged(u, FROZEN)
                ]
                for size in range(1, len(fit) + 1):
                    for group in combinations(fit, size):
                        if sum(attack[u] for u in group) == attack[counter]:
                            found.append(Substitute(state.names(group), state.name(counter)))
        return found

    def breaks(self) -> list[BreakDown]:
        """Substitutes in play back into one to three counters."""
        return break_downs(self.state)

    def sample(self, chance: Chance) -> Order:
        swaps = self.swaps()
        if swaps and chance.pick(3, "seat") == 0:
            return pick(swaps, chance)
        if chance.pick(6, "seat") == 0:
            breaks = self.breaks()
            if breaks:
                return pick(breaks, chance)
        return DONE

    def listing(self) -> Listing:
        return {
            "substitute": [{"units": o.units, "counter": o.counter} for o in self.swaps()],
            "break_down": [{"counter": o.counter, "units": o.units} for o in self.breaks()],
            "destroy": destroyable(self.state, ALLIED),
            "done": True,
        }


def break_downs(state: State) -> list[BreakDown]:
    aside = [u for u in state.world.fighters[ALLIED] if state.place(u) == ASIDE]
    found = []
    for counter in state.world.substitutes:
        if state.place(counter) < 0:
            continue
        fit = [u for u in aside if fits_type(state, counter, u)]
        for size in range(1, min(3, len(fit)) + 1):
            for group in combinations(fit[:6], size):
                order = BreakDown(state.name(counter), state.names(group))
                if not isinstance(judge_break_down(state, order), Refusal):
                    found.append(order)
    return found


# --- combat -----------------------------------------------------------------------------------------


class CombatOffers(PhaseOffers):
    answers = (ATTACK, CAPTURE, BREAK_DOWN, DESTROY, sequence.END)

    def plan(self) -> Plan:
        """What would keep every obligation that is left."""
        state = self.state
        for demands in (True, False):
            task = obligations.current_task(state, demands=demands)
            found = obligations.feasible(state, obligations.with_present_preys(state, task))
            if found is not None:
                return found
        raise AssertionError(f"no plan: {sequence.refuse_end(state)}")

    def planned_orders(self) -> list[Order]:
        """The plan as orders: battles, and supplies to be taken beside them."""
        state = self.state
        found = self.plan()
        orders: list[Order] = []
        for unit, hex_ in found.captures:
            supply = captures.supplies_at(state, hex_, 1 - state.side)[0]
            orders.append(Capture(state.name(unit), state.name(supply)))
        for fight in found.fights:
            order = self.order_for(fight.attackers, fight.defenders)
            if order is not None:
                orders.append(order)
        return orders

    def order_for(self, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> Attack | None:
        """The attack with the supplies it needs; None if they are out of reach."""
        state = self.state
        supplies: list[int] | None = []
        attack, defence = attack_of(state, attackers), defence_sum(state, defenders)
        if defence and needs_supply(attack, defence):
            owed = [
                d.supply
                for d in obligations.supply_demands(state)
                if not set(d.targets).isdisjoint(defenders)
            ]
            supplies = enough(state, attackers, defenders, owed)
        if supplies is None:
            return None
        return Attack(state.names(attackers), state.names(defenders), state.names(supplies))

    def sample(self, chance: Chance) -> Order:
        if chance.pick(3, "seat") == 0:
            capture = self._sample_capture(chance)
            if capture is not None:
                return capture
        if chance.pick(2, "seat"):
            battle = self._sample_battle(chance)
            if battle is not None:
                return battle
        planned = self.planned_orders()
        if not planned:
            return DONE
        order = pick(planned, chance)
        if not self.covers(order):
            raise AssertionError(f"the plan does not hold: {order}")
        return order

    def _sample_battle(self, chance: Chance) -> Attack | None:
        """All who can against one enemy stack, or one unit of it."""
        state = self.state
        enemy = 1 - state.side
        posts = sorted({state.place(u) for u in fighters(state, enemy)})
        posts = [h for h in posts if self._around(h)]
        if not posts:
            return None
        hex_ = pick(posts, chance)
        defenders = [u for u in state.fighters_at(hex_, enemy) if not state.flagged(u, DEFENDED)]
        attackers = self._around(hex_)
        if not defenders:
            return None
        if len(defenders) > 1 and chance.pick(3, "seat") == 0:
            defenders = [pick(defenders, chance)]
        if len(attackers) > 1 and chance.pick(3, "seat") == 0:
            attackers.remove(pick(attackers, chance))
        order = self.order_for(tuple(attackers), tuple(defenders))
        return order if order is not None and self.covers(order) else None

    def _around(self, hex_: int) -> list[int]:
        state = self.state
        return [
            u
            for h in state.world.near[hex_]
            for u in state.fighters_at(h, state.side)
            if not state.flagged(u, FOUGHT | FROZEN)
        ]

    def captures(self) -> list[Capture]:
        state = self.state
        found = []
        for supply in captures.supplies_on_map(state, 1 - state.side):
            for h in state.world.near[state.place(supply)]:
                for unit in state.fighters_at(h, state.side):
                    order = Capture(state.name(unit), state.name(supply))
                    if self.covers(order):
                        found.append(order)
        return found

    def _sample_capture(self, chance: Chance) -> Order | None:
        found = self.captures()
        return pick(found, chance) if found else None

    def listing(self) -> Listing:
        """What remains to be done, a plan that does it, and the supplies in reach of each unit."""
        state = self.state
        planned = self.planned_orders()
        able = sorted(
            u
            for u in fighters(state, state.side)
            if not state.flagged(u, FOUGHT) and self._targets(u)
        )
        return {
            "must_attack": state.names(state.must_attack),
            "must_be_attacked": state.names(state.must_defend),
            "victories": [state.names(f.defenders) for f in obligations.standing(state)],
            "plan": [
                {"attackers": o.attackers, "defenders": o.defenders, "supplies": o.supplies}
                for o in planned
                if isinstance(o, Attack)
            ],
            "plan_captures": [
                {"unit": o.unit, "supply": o.supply} for o in planned if isinstance(o, Capture)
            ],
            "targets": {state.name(u): state.names(self._targets(u)) for u in able},
            "capture": [{"unit": o.unit, "supply": o.supply} for o in self.captures()],
            "break_down": [
                {"counter": o.counter, "units": o.units}
                for o in (break_downs(state) if state.side == ALLIED else [])
            ],
            "destroy": destroyable(state, state.side),
            "done": sequence.refuse_end(state) is None,
        }

    def _targets(self, unit: int) -> list[int]:
        state = self.state
        return sorted(
            d
            for h in state.world.near[state.place(unit)]
            for d in state.fighters_at(h, 1 - state.side)
            if not state.flagged(d, DEFENDED)
        )
