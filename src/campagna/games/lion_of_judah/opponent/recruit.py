"""The recruit: a legal order at random for every situation, as a beginner might give it.

Whoever wants a game to repeat must draw in the same order: first the kind or the unit, then the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Order, Refusal
from campagna.games.lion_of_judah.frames import Advancing, FollowUp, Suffer
from campagna.games.lion_of_judah.orders import Advance, Attack, Done, Move, MoveHq, TakeLosses
from campagna.games.lion_of_judah.rules.air_hq import hq_moves
from campagna.games.lion_of_judah.rules.combat import combat, stack_order, step_losses
from campagna.games.lion_of_judah.rules.general import stacking
from campagna.games.lion_of_judah.rules.movement import forced_march, movement
from campagna.games.lion_of_judah.rules.movement.destinations import movers, reach, way_to
from campagna.games.lion_of_judah.rules.resources import trucks
from campagna.games.lion_of_judah.rules.sequence import listed_orders
from campagna.games.lion_of_judah.state import Phase, State
from campagna.hexes.board import marked

DONE = Done()
PURPOSE = "seat"


def recruit(state: State, chance: Chance) -> Order:
    if state.agenda:
        draw = FRAMES.get(type(state.agenda[-1]), _answer)
    else:
        draw = PHASES.get(state.phase, _any_kind)
    return draw(state, chance)


def _pick_order(orders: Sequence[Order], chance: Chance) -> Order | None:
    return orders[chance.pick(len(orders), PURPOSE)] if orders else None


# --- orders that can be listed ----------------------------------------------------------------------


def _any_kind(state: State, chance: Chance) -> Order:
    """A kind at random among those with orders (ending the phase is one of them), then an order."""
    kinds = list(listed_orders.in_phase(state).values())
    while True:
        k = chance.pick(len(kinds) + 1, PURPOSE)
        if k == len(kinds):
            return DONE
        order = _pick_order(kinds.pop(k)(state), chance)
        if order is not None:
            return order


def _answer(state: State, chance: Chance) -> Order:
    """An answer to the frame; declining it, where that is allowed, is as likely as all answers."""
    frame = state.agenda[-1]
    declines = listed_orders.may_decline(frame)
    if chance.pick(1 + declines, PURPOSE):
        return DONE
    _, orders = listed_orders.in_frame(state, frame)
    order = _pick_order(orders, chance)
    if order is not None:
        return order
    if not declines:
        raise ValueError("there is nothing to order")
    chance.pick(1, PURPOSE)
    return DONE


# --- movement ---------------------------------------------------------------------------------------


def _move_something(state: State, chance: Chance) -> Order:
    """A unit at random among those that can move, and something else now and then."""
    able = movers(state)
    for _ in range(6):
        k = chance.pick(len(able) + 3, PURPOSE)
        if k < len(able):
            order = _move(state, able[k], chance)
        elif k == len(able):
            order = _pick_order(forced_march.marches(state), chance)
        elif k == len(able) + 1:
            order = _something_else(state, chance)
        else:
            return DONE
        if order is not None:
            return order
    return DONE


def _move(state: State, unit: int, chance: Chance) -> Order | None:
    """Somewhere, in column now and then."""
    units = _company(state, unit, chance)
    ends = list(marked(reach(state, units)))
    if not ends:
        return None
    place = state.units[unit].place
    way = way_to(state, place, ends[chance.pick(len(ends), PURPOSE)])
    order = Move(state.names(units), tuple([state.hex_name(h) for h in way]))
    if chance.pick(8, PURPOSE) == 0:
        column = msgspec.structs.replace(order, column=True)
        if not isinstance(movement.judge_move(state, column), Refusal):
            return column
    return None if isinstance(movement.judge_move(state, order), Refusal) else order


def _company(state: State, unit: int, chance: Chance) -> list[int]:
    """Now and then all that can move from the hex go together."""
    beside = state.stack(state.units[unit].place)
    if len(beside) == 1 or chance.pick(2, PURPOSE):
        return [unit]
    going_on = unit in state.moving
    able = set(movers(state))
    return [u for u in beside if u in able and (u in state.moving) == going_on]


def _something_else(state: State, chance: Chance) -> Order | None:
    """An HQ, a load, another top; the last one seldom."""
    k = chance.pick(8, PURPOSE)
    if k < 5:
        return _move_hq(state, chance)
    return _pick_order(trucks.load_orders(state) if k < 7 else stack_order.orders(state), chance)


def _move_hq(state: State, chance: Chance) -> MoveHq | None:
    """First the HQ, then how many trucks, then the hex."""
    able = hq_moves.movers(state)
    if not able:
        return None
    hq = able[chance.pick(len(able), PURPOSE)]
    near = hq_moves.trucks_near(state, hq)
    n = chance.pick(min(len(near), 3) + 1, PURPOSE)
    found = hq_moves.moves_with(state, hq, tuple(near[:n]))
    return found[chance.pick(len(found), PURPOSE)] if found else None


# --- combat -----------------------------------------------------------------------------------------


def _attack(state: State, chance: Chance) -> Order:
    """A target at random, and about two thirds of those who can attack it."""
    joiners = combat.joiners(state)
    targets = list(joiners)
    for _ in range(4):
        k = chance.pick(len(targets) + 1, PURPOSE)
        if k == len(targets):
            return DONE
        able = joiners[targets[k]]
        units = [u for u in able if chance.pick(3, PURPOSE)] or able[:1]
        order = Attack(state.names(units), state.hex_name(targets[k]))
        if not isinstance(combat.judge_attack(state, order), Refusal):
            return order
    return DONE


def _lose(state: State, chance: Chance) -> Order:
    frame = state.agenda[-1]
    assert isinstance(frame, Suffer)
    units = list(step_losses.alive(state, frame))
    ranked = [units.pop(chance.pick(len(units), PURPOSE)) for _ in range(len(units))]
    return TakeLosses(state.names(step_losses.spread(state, frame, ranked)))


def _advance(state: State, chance: Chance) -> Order:
    """One unit, and of the others that fit every second."""
    frame = state.agenda[-1]
    assert isinstance(frame, Advancing)
    units = list(frame.units)
    going = [units.pop(chance.pick(len(units), PURPOSE))]
    while units:
        unit = units.pop(chance.pick(len(units), PURPOSE))
        fits = stacking.fits(state, frame.side, frame.target, [*going, unit])
        if fits and chance.pick(2, PURPOSE):
            going.append(unit)
    return Advance(state.names(going))


Draw = Callable[[State, Chance], Order]

PHASES: Mapping[int, Draw] = {Phase.MOVEMENT: _move_something, Phase.COMBAT: _attack}
"""Other phases list their orders."""
FRAMES: Mapping[type, Draw] = {FollowUp: _attack, Suffer: _lose, Advancing: _advance}
"""Other frames list their answers."""
