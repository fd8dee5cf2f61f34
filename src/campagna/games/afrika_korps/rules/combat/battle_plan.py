"""8.4 A plan of battle as orders: what would keep every obligation that is left."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.contract import Order
from campagna.games.afrika_korps.orders import Attack, Capture
from campagna.games.afrika_korps.rules.combat import obligations
from campagna.games.afrika_korps.rules.combat.assignment import Plan
from campagna.games.afrika_korps.rules.combat.strength import attack_of, defence_sum
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.rules.supply.supply import enough, needs_supply
from campagna.games.afrika_korps.state import State


def feasible_plan(state: State) -> Plan:
    """With the supplies owed to their battles, if that is possible (A19)."""
    for demands in (True, False):
        task = obligations.current_task(state, demands=demands)
        found = obligations.feasible(state, obligations.with_present_supplies(state, task))
        if found is not None:
            return found
    raise AssertionError("no plan of battle is left")


def planned_orders(state: State) -> list[Order]:
    """Battles, and supplies to be taken beside them."""
    found = feasible_plan(state)
    orders: list[Order] = []
    for unit, hex_ in found.captures:
        supply = captures.supplies_at(state, hex_, 1 - state.side)[0]
        orders.append(Capture(state.name(unit), state.name(supply)))
    for fight in found.fights:
        order = order_for(state, fight.attackers, fight.defenders)
        if order is not None:
            orders.append(order)
    return orders


def order_for(state: State, attackers: Sequence[int], defenders: Sequence[int]) -> Attack | None:
    """The attack with the supplies it needs; None if they are out of reach."""
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
