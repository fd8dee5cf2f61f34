"""The recruit: a legal order at random, as a beginner might give it.

One function for each phase and each type of frame. What is legal the judges say; here is only taste.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.afrika_korps.frames import (
    Advancing,
    Crowded,
    Denial,
    Displaced,
    Doomed,
    Exchange,
    Following,
    Frame,
    Hauling,
    Respite,
    Retreating,
    Unloading,
)
from campagna.games.afrika_korps.opponent.recruit_moves import movement, pick
from campagna.games.afrika_korps.orders import (
    Advance,
    Attack,
    Consent,
    Destroy,
    Done,
    GiveUp,
    Haul,
    Land,
    LandSupply,
    PlaceRommel,
    Retreat,
    RollSupply,
    Sacrifice,
)
from campagna.games.afrika_korps.rules.combat import advance, battle_plan, results, retreat
from campagna.games.afrika_korps.rules.combat.sacrifice import smallest_sets
from campagna.games.afrika_korps.rules.combat.zones import fighters
from campagna.games.afrika_korps.rules.forces import arrivals, substitutes
from campagna.games.afrika_korps.rules.movement import stacking
from campagna.games.afrika_korps.rules.sequence.phases import allowed
from campagna.games.afrika_korps.rules.supply import supply_denial
from campagna.games.afrika_korps.state import DEFENDED, FOUGHT, FROZEN, Phase, State
from campagna.games.afrika_korps.world import AXIS

DONE = Done()
F = TypeVar("F")


def recruit(state: State, chance: Chance) -> Order:
    if state.agenda:
        return REPLIES[type(state.agenda[-1])](state, chance)
    return PHASES[Phase(state.phase)](state, chance)


# --- arrivals -----------------------------------------------------------------------------------------


def _supply(state: State, chance: Chance) -> Order:
    if arrivals.refuse_supply(state) is not None:
        return DONE
    return RollSupply() if state.side == AXIS else _land_supply(state, chance)


def _land_supply(state: State, chance: Chance) -> Order:
    if chance.pick(20, "seat") == 0:
        return DONE
    return LandSupply(pick(arrivals.port_names(state), chance))


def _arrival(state: State, chance: Chance) -> Order:
    units = arrivals.able_to_land(state)
    if not units or chance.pick(12, "seat") == 0:
        return DONE
    sea = [u for u in units if arrivals.how_it_lands(state, u) == "sea"]
    unit = pick(sea or units, chance)
    return Land((state.name(unit),), pick(arrivals.port_names(state), chance))


# --- substitution and combat --------------------------------------------------------------------------


def _substitution(state: State, chance: Chance) -> Order:
    swaps = substitutes.swaps(state)
    if swaps and chance.pick(3, "seat") == 0:
        return pick(swaps, chance)
    if chance.pick(6, "seat") == 0:
        breaks = substitutes.break_downs(state)
        if breaks:
            return pick(breaks, chance)
    return DONE


def _combat(state: State, chance: Chance) -> Order:
    if chance.pick(3, "seat") == 0:
        open_captures = advance.open_captures(state)
        if open_captures:
            return pick(open_captures, chance)
    if chance.pick(2, "seat"):
        battle = _battle(state, chance)
        if battle is not None:
            return battle
    planned = battle_plan.planned_orders(state)
    if not planned:
        return DONE
    order = pick(planned, chance)
    if not allowed(state, order):
        raise AssertionError(f"the plan does not hold: {order}")
    return order


def _battle(state: State, chance: Chance) -> Attack | None:
    """All who can against one enemy stack, or one unit of it."""
    enemy = 1 - state.side
    posts = sorted({state.place(u) for u in fighters(state, enemy)})
    posts = [h for h in posts if _around(state, h)]
    if not posts:
        return None
    hex_ = pick(posts, chance)
    defenders = [u for u in state.fighters_at(hex_, enemy) if not state.flagged(u, DEFENDED)]
    attackers = _around(state, hex_)
    if not defenders:
        return None
    if len(defenders) > 1 and chance.pick(3, "seat") == 0:
        defenders = [pick(defenders, chance)]
    if len(attackers) > 1 and chance.pick(3, "seat") == 0:
        attackers.remove(pick(attackers, chance))
    order = battle_plan.order_for(state, attackers, defenders)
    return order if order is not None and allowed(state, order) else None


def _around(state: State, hex_: int) -> list[int]:
    return [
        u
        for h in state.world.near[hex_]
        for u in state.fighters_at(h, state.side)
        if not state.flagged(u, FOUGHT | FROZEN)
    ]


# --- replies ------------------------------------------------------------------------------------------


def _unloading(state: State, chance: Chance) -> Order:
    return _land_supply(state, chance)


def _doomed(state: State, chance: Chance) -> Order:
    return GiveUp(state.names(pick(smallest_sets(state), chance)))


def _exchange(state: State, chance: Chance) -> Order:
    frame = _frame(state, Exchange)
    return pick(results.ways_to_pay(state, frame), chance)


def _retreating(state: State, chance: Chance) -> Order:
    frame = _frame(state, Retreating)
    if retreat.asks_consent(state, frame):
        return Consent(bool(chance.pick(2, "seat")))
    choices = retreat.choices_of_loss(state, frame)
    if choices:
        return Sacrifice(state.names(pick(choices, chance)))
    unit = pick(frame.units, chance)
    path = pick(retreat.open_paths(state, frame, unit), chance)
    return Retreat(state.name(unit), tuple(state.hex_name(h) for h in path))


def _advancing(state: State, chance: Chance) -> Order:
    frame = _frame(state, Advancing)
    options = advance.can_advance(state, frame)
    if chance.pick(4, "seat") == 0:
        return DONE
    hex_ = pick(sorted(options), chance)
    room = advance.advance_room(state, hex_, frame.side)
    able = options[hex_][: 1 + chance.pick(room, "seat")]
    return Advance(state.names(able), state.hex_name(hex_))


def _hauling(state: State, chance: Chance) -> Order:
    frame = _frame(state, Hauling)
    supply = pick(frame.supplies, chance)
    reach = advance.haul_reach(state, frame, supply)
    ends = sorted(reach.label)
    if not ends or chance.pick(3, "seat") == 0:
        return DONE
    path = reach.path(pick(ends, chance))
    return Haul(state.name(supply), tuple(state.hex_name(h) for h in path))


def _following(state: State, chance: Chance) -> Order:
    frame = _frame(state, Following)
    if chance.pick(3, "seat") == 0:
        return DONE
    return Haul(state.name(pick(frame.supplies, chance)), (state.hex_name(frame.hex),))


def _displaced(state: State, chance: Chance) -> Order:
    return PlaceRommel(state.hex_name(pick(_frame(state, Displaced).hexes, chance)))


def _respite(state: State, chance: Chance) -> Order:
    names = state.names(supply_denial.endangered(state))
    if names and chance.pick(30, "seat") == 0:
        return Destroy(pick(names, chance))
    return DONE


def _denial(state: State, chance: Chance) -> Order:
    names = state.names(_frame(state, Denial).supplies)
    order = Destroy(pick(names, chance))
    return order if chance.pick(3, "seat") == 0 and allowed(state, order) else DONE


def _crowded(state: State, chance: Chance) -> Order:
    choices = stacking.choices(state, _frame(state, Crowded))
    return Sacrifice(state.names(pick(choices, chance)))


def _frame(state: State, kind: type[F]) -> F:
    frame = state.agenda[-1]
    assert isinstance(frame, kind)
    return frame


Draw = Callable[[State, Chance], Order]

PHASES: Mapping[Phase, Draw] = {
    Phase.SUPPLY: _supply,
    Phase.ARRIVAL: _arrival,
    Phase.MOVEMENT: movement,
    Phase.SUBSTITUTION: _substitution,
    Phase.COMBAT: _combat,
}
REPLIES: Mapping[type[Frame], Draw] = {
    Unloading: _unloading,
    Doomed: _doomed,
    Exchange: _exchange,
    Retreating: _retreating,
    Advancing: _advancing,
    Hauling: _hauling,
    Following: _following,
    Displaced: _displaced,
    Respite: _respite,
    Denial: _denial,
    Crowded: _crowded,
}
