"""Event B4: the Negus marches before the Italian phase, with imperial units of his hex."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Group, Offer, Reach
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import OTHER
from campagna.games.lion_of_judah.field_events import Moved
from campagna.games.lion_of_judah.frames import FreeMove
from campagna.games.lion_of_judah.orders import Move
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.general import control
from campagna.games.lion_of_judah.rules.general.names import own_units
from campagna.games.lion_of_judah.rules.movement import movement
from campagna.games.lion_of_judah.rules.movement.step_causes import refuse_step
from campagna.games.lion_of_judah.rules.movement.terrain_costs import Ground, ground
from campagna.games.lion_of_judah.rules.resources import resources, roads
from campagna.games.lion_of_judah.state import State
from campagna.hexes.board import marked
from campagna.hexes.kernels import Buffer

Plan = tuple[tuple[int, ...], tuple[int, ...], int]
"""Units, way, cost."""


def ask_free_move(state: State, frame: FreeMove) -> Step:
    return Step(state.side_name(frame.side), "free-move", "6.2-a", {"turn": state.turn})


def settle_free_move(state: State, frame: FreeMove, chance: Chance) -> Settled:
    """A Negus who has fallen or fled the map marches no more."""
    if state.units[frame.units[0]].place >= 0:
        return [], True
    state.agenda.pop()
    return [], False


@rule("6.2-a", "11.1-a")
def judge_move(state: State, frame: FreeMove, order: Move) -> Refusal | Plan:
    negus = frame.units[0]
    units = own_units(state, order.units, OTHER, "6.2-a")
    if isinstance(units, Refusal):
        return units
    way = movement.read_path(state, order.path)
    if isinstance(way, Refusal):
        return way
    facts: dict[str, Fact] = {"units": order.units}
    if negus not in units or len(way) < 2 or order.drops or order.column:
        return Refusal("6.2-a", "not-the-imperial-march", facts)
    here, faction = state.units[negus].place, state.counter(negus).faction
    for unit in units:
        if state.units[unit].place != here or state.counter(unit).faction != faction:
            return Refusal("6.2-a", "not-the-imperial-march", facts)
    if way[0] != here:
        facts = {"unit": state.name(negus), "hex": order.path[0]}
        return Refusal("11.3-a", "not-there", facts)
    return _measure(state, frame, units, way)


def _measure(
    state: State, frame: FreeMove, units: tuple[int, ...], way: tuple[int, ...]
) -> Refusal | Plan:
    open_ = ground(state, units)
    cost = state.world.field.walk(open_.costs, _closed(state, open_), state.world.nothing, way)
    if cost < 0:
        enemies = state.maps.held[1 - OTHER]
        return refuse_step(state, units, way, -cost, open_, enemies)
    if cost > frame.allowance:
        facts: dict[str, Fact] = {
            "unit": state.name(frame.units[0]),
            "hex": state.hex_name(way[-1]),
        }
        facts |= movement.points_facts(cost, frame.allowance)
        return Refusal("11.2-d", "too-far", facts)
    refusal = movement.refuse_end(state, units, way[-1], units)
    return (units, way, cost) if refusal is None else refusal


def _closed(state: State, open_: Ground) -> Buffer:
    """No enemy hex may be entered, defended or not."""
    mask = bytearray(open_.closed)
    for h in marked(state.maps.held[1 - OTHER]):
        mask[h] = 1
    return mask


def carry_out_move(state: State, frame: FreeMove, plan: Plan, chance: Chance) -> list[Event]:
    units, way, cost = plan
    state.agenda.pop()
    shown = visibility.sighted(state, units)
    for unit in units:
        state.put(unit, way[-1])
    events: list[Event] = [
        Moved(
            rule="6.2-a",
            side=state.side_name(OTHER),
            units=state.names(units),
            shown=shown,
            path=tuple(state.hex_name(h) for h in way),
            cost=cost,
        )
    ]
    for hex_ in way[1:]:
        events += roads.passed_by(state, hex_, OTHER)
    if any(state.world.combat[u] for u in units):
        for hex_ in way[1:]:
            events += control.enter(state, hex_, OTHER)
            events += resources.source_entered(state, hex_, OTHER)
    return events


def _guard(state: State, negus: int) -> tuple[int, ...]:
    """The imperial units in the hex of the Negus."""
    here, faction = state.units[negus].place, state.counter(negus).faction
    return tuple(u for u in state.stack(here) if state.counter(u).faction == faction and u != negus)


def _reach(state: State, frame: FreeMove, units: tuple[int, ...]) -> list[int]:
    """Where units of his march may end; the kernel's buffer holds the ways."""
    open_, field = ground(state, units), state.world.field
    here = state.units[frame.units[0]].place
    field.reach(open_.costs, _closed(state, open_), state.world.nothing, here, frame.allowance)
    hexes = [h for h in field.hexes() if h != here]
    return [h for h in hexes if movement.refuse_end(state, units, h, units) is None]


def marches(state: State, frame: FreeMove) -> list[Move]:
    """The Negus alone, or with all his imperial units, to every hex in reach."""
    negus = frame.units[0]
    found = []
    for units in {(negus,), (negus, *_guard(state, negus))}:
        ends, field = _reach(state, frame, units), state.world.field
        for way in [field.path(h) for h in ends]:
            found.append(Move(state.names(units), tuple(state.hex_name(h) for h in way)))
    return sorted(found, key=lambda o: (len(o.units), o.path))


def offer_free_move(state: State, frame: FreeMove) -> tuple[Offer, ...]:
    """The Negus, and each unit of his hex that may go with him."""
    negus = frame.units[0]
    alone = _group(state, frame, (negus,), ())
    beside = [_group(state, frame, (u,), (negus,)) for u in _guard(state, negus)]
    groups = tuple(g for g in (alone, *beside) if g is not None)
    if not groups:
        return ()
    return (Reach("move", groups, from_origin=True, exact=False, tone="main"),)


def _group(
    state: State, frame: FreeMove, units: tuple[int, ...], company: tuple[int, ...]
) -> Group | None:
    ends, ids = _reach(state, frame, (*units, *company)), state.world.hex_ids
    if not ends:
        return None
    field = state.world.field
    return Group(
        state.names(units),
        ids[state.units[units[0]].place],
        tuple(field.as_rows(ids, field.size)[1:]),
        left=frame.allowance,
        ends=tuple(ids[h] for h in ends),
        company=state.names(company),
    )


MOVE_AT_ONCE = Reply(Move, "6.2-a", judge_move, carry_out_move, offer=offer_free_move)
