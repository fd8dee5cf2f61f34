"""The offers in the form that the browser table reads until it knows their shapes."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from campagna.core.contract import Order, Refusal
from campagna.games.lion_of_judah.frames import Advancing, FollowUp, Suffer
from campagna.games.lion_of_judah.orders import Move
from campagna.games.lion_of_judah.rules.air_hq import hq_moves
from campagna.games.lion_of_judah.rules.combat import combat, stack_order, step_losses
from campagna.games.lion_of_judah.rules.movement import forced_march, movement
from campagna.games.lion_of_judah.rules.movement.destinations import reach, teams, way_to
from campagna.games.lion_of_judah.rules.movement.terrain_costs import may_be_dummies
from campagna.games.lion_of_judah.rules.resources import trucks
from campagna.games.lion_of_judah.rules.sequence import listed_orders
from campagna.games.lion_of_judah.state import Phase, State
from campagna.hexes.board import marked

Listing = dict[str, object]


def listing(state: State) -> Listing:
    """The orders by their kinds; moves and attacks by units and targets."""
    if not state.agenda:
        if state.phase == Phase.MOVEMENT:
            return _moves(state)
        if state.phase == Phase.COMBAT:
            return _attacks(state)
        kinds = listed_orders.in_phase(state)
        found: Listing = {name: _as_data(orders(state)) for name, orders in kinds.items()}
        return found | {"done": True}
    frame = state.agenda[-1]
    match frame:
        case FollowUp():
            return _attacks(state)
        case Suffer():
            return _losses(state, frame)
        case Advancing():
            units = state.names(frame.units)
            return {"advance": units, "to": state.hex_name(frame.target)}
    kind, answers = listed_orders.in_frame(state, frame)
    return {kind: _as_data(answers), "done": listed_orders.may_decline(frame)}


def _as_data(orders: Iterable[Order]) -> list[object]:
    return [msgspec.to_builtins(order) for order in orders]


def _attacks(state: State) -> Listing:
    targets = combat.joiners(state)
    attacks = {state.hex_name(t): state.names(units) for t, units in targets.items()}
    return {"attack": attacks, "done": True}


def _losses(state: State, frame: Suffer) -> Listing:
    units = step_losses.alive(state, frame)
    return {
        "losses": step_losses.owed(state, frame),
        "units": {state.name(u): state.units[u].steps for u in units},
        "first": state.names(step_losses.first_victims(state, frame)),
    }


# --- movement ---------------------------------------------------------------------------------------


def _moves(state: State) -> Listing:
    """Movable units with [hex, cost in half points, previous hex] of the reach, and its ends.

    `company`: those of its hex who may go together. Who can end nowhere is not listed.
    """
    units: Listing = {}
    for team in teams(state):
        found = _reach_of(state, team[0])
        if found["ends"]:
            units |= dict.fromkeys(state.names(team), found)
    return {
        "move": units,
        "march": _as_data(forced_march.marches(state)),
        "move-hq": _as_data(o for hq in hq_moves.movers(state) for o in hq_moves.moves(state, hq)),
        "load": _as_data(trucks.load_orders(state)),
        "set-top": _as_data(stack_order.orders(state)),
        "done": True,
    }


def _reach_of(state: State, unit: int) -> Listing:
    field, ids = state.world.field, state.world.hex_ids
    place, left = state.units[unit].place, movement.left(state, unit)
    mask = reach(state, [unit])
    steps = field.as_rows(ids, field.size)
    # The guaranteed hex is beyond the points that the kernel counts: it takes all there are.
    beyond = [h for h in marked(mask) if field.cost(h) < 0]
    ways = {h: way_to(state, place, h) for h in marked(mask) if may_be_dummies(state, h)}
    barred = {h for h, way in ways.items() if not _may_go(state, unit, way)}
    going_on = unit in state.moving
    company = [u for u in state.stack(place) if (u in state.moving) == going_on]
    return {
        "from": ids[place],
        "left": left,
        "reach": steps + [(ids[h], left, ids[place]) for h in beyond],
        "ends": [ids[h] for h in marked(mask) if h not in barred],
        "company": state.names(company),
    }


def _may_go(state: State, unit: int, way: list[int]) -> bool:
    order = Move((state.name(unit),), tuple([state.hex_name(h) for h in way]))
    return not isinstance(movement.judge_move(state, order), Refusal)
