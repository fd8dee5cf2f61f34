"""11.2, 11.3 Moves carried out: units go, take control, and may go on or are done."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast
from campagna.core.decision import Decision
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.field_events import Moved
from campagna.games.lion_of_judah.flags import COLUMN, MOVED, NOWHERE
from campagna.games.lion_of_judah.orders import Move
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.general import control
from campagna.games.lion_of_judah.rules.general.forecast import priced
from campagna.games.lion_of_judah.rules.movement import undefended
from campagna.games.lion_of_judah.rules.movement.move_offers import offer_moves
from campagna.games.lion_of_judah.rules.movement.movement import MovePlan, available, judge_move
from campagna.games.lion_of_judah.rules.movement.terrain_costs import ground, may_be_dummies
from campagna.games.lion_of_judah.rules.resources import fuel, resources, roads
from campagna.games.lion_of_judah.rules.resources.prices import fuel_notes
from campagna.games.lion_of_judah.state import State


@rule("11.2-a", "11.3-a", "3.2-b", "PB 14.6.1.1")
def carry_out_move(state: State, plan: MovePlan, chance: Chance) -> list[Event]:
    """The units go; those dropped are done, the others may go on as long as they have points."""
    events: list[Event] = list(fuel.pay(state, plan.price))
    if plan.price:
        state.fuel_spent += [u for u in plan.units if u not in state.fuel_spent]
    going = list(plan.units)
    entered = True
    for leg in plan.legs:
        met, entered = _take_along(state, going, leg.way, chance)
        events += met
        for unit in going:
            if unit in leg.dropped:
                _spend(state, unit, leg.cost, plan)
        going = [u for u in going if u not in leg.dropped]
    last = plan.legs[-1].dropped
    for leg in plan.legs[:-1]:
        for unit in leg.dropped:
            state.flag(unit, MOVED)
    _still_moving(state, last, plan, entered=entered)
    return [*events, *roads.check_sites(state)]


def _spend(state: State, unit: int, cost: int, plan: MovePlan) -> None:
    spent = available(state, unit) if plan.minimum else state.units[unit].spent + cost
    state.change(unit, spent=spent)
    if plan.column:
        state.flag(unit, COLUMN)


def _still_moving(state: State, units: Sequence[int], plan: MovePlan, *, entered: bool) -> None:
    """Whoever moved before is done; a minimum move, a column or a check ends the move."""
    for unit in state.moving:
        if unit not in units:
            state.flag(unit, MOVED)
    over = plan.minimum or plan.column or not entered
    if over:
        for unit in units:
            state.flag(unit, MOVED)
    state.moving = [] if over else [u for u in units if state.units[u].place >= 0]


def _take_along(
    state: State, units: Sequence[int], way: Sequence[int], chance: Chance
) -> tuple[list[Event], bool]:
    """Take units along a way; True if they came to its end (a screened hex may turn them away)."""
    end = way[-1]
    tried = may_be_dummies(state, end) and state.own(units[0]) == ITALIAN
    if tried and undefended.has_fighters(state, end):
        way = way[:-1]
        events = _march(state, units, way, chance) if len(way) > 1 else []
        return [*events, undefended.repelled(state, end)], False
    return _march(state, units, way, chance), True


def _march(state: State, units: Sequence[int], way: Sequence[int], chance: Chance) -> list[Event]:
    g = ground(state, units)
    cost = state.world.field.walk(g.costs, g.closed, g.stop, way)
    events: list[Event] = []
    for h in way[1:]:
        events += undefended.enter(state, units, h, chance)
    before = visibility.sighted(state, units)
    relocate(state, units, way[-1])
    seen = dict.fromkeys((*before, *visibility.sighted(state, units)))
    moved = Moved(
        rule="11.1-a",
        side=state.side_name(state.own(units[0])),
        units=state.names(units),
        shown=tuple(n for n in state.names(units) if n in seen),
        path=tuple([state.hex_name(h) for h in way]),
        cost=cost,
    )
    return [moved, *events, *pass_through(state, units, way[1:])]


def relocate(state: State, units: Sequence[int], hex_: int) -> None:
    """Put units in a hex with the trucks under them; the one on top stays on top."""
    trucks = [t for u in units for t in state.trucks_under(u)]
    place = state.units[units[0]].place
    top = state.top(place) if place >= 0 else NOWHERE
    for unit in sorted(units, key=lambda u: (u != top, state.world.guerrilla[u])):
        state.put(unit, hex_)
    for truck in trucks:
        state.put(truck, hex_)


@rule("3.2-a", "3.2-b", "7.3.2-g")
def pass_through(state: State, units: Sequence[int], hexes: Sequence[int]) -> list[Event]:
    """Control and captured sources of the hexes just entered."""
    side = state.own(units[0])
    fighting = any(state.world.combat[u] for u in units)
    events: list[Event] = []
    for h in hexes:
        events += roads.passed_by(state, h, side)
        events += resources.source_entered(state, h, side)
        if fighting:
            events += control.enter(state, h, side)
    return events


def forecast_move(state: State, plan: MovePlan) -> Forecast:
    return priced("11.1-a", fuel_notes(state, plan.price))


MOVE = Decision(Move, "11.1-a", judge_move, carry_out_move, forecast_move, offer=offer_moves)
