"""The offers in the form that the browser table reads until it knows their shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

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
from campagna.games.afrika_korps.orders import Attack, Capture
from campagna.games.afrika_korps.rules.combat import (
    advance,
    automatic_victory,
    battle_plan,
    obligations,
    results,
    retreat,
)
from campagna.games.afrika_korps.rules.combat.sacrifice import smallest_sets
from campagna.games.afrika_korps.rules.combat.zones import Mask, fighters
from campagna.games.afrika_korps.rules.forces import (
    arrivals,
    embarkation,
    rommel_march,
    substitutes,
)
from campagna.games.afrika_korps.rules.movement import mobility, stacking
from campagna.games.afrika_korps.rules.movement.destinations import Destinations, Paths, grasp
from campagna.games.afrika_korps.rules.movement.path import Reach
from campagna.games.afrika_korps.rules.sequence import sequence
from campagna.games.afrika_korps.rules.supply import supply_denial
from campagna.games.afrika_korps.state import DEFENDED, FOUGHT, Phase, State
from campagna.games.afrika_korps.world import ALLIED, AXIS

Listing = dict[str, object]
F = TypeVar("F")


def listing(state: State) -> Listing:
    if state.agenda:
        return FRAMES[type(state.agenda[-1])](state)
    return PHASES[Phase(state.phase)](state)


def _destroyable(state: State) -> list[str]:
    return [state.name(s) for s in supply_denial.destroyable(state)]


# --- arrivals -----------------------------------------------------------------------------------------


def _supply(state: State) -> Listing:
    possible = arrivals.refuse_supply(state) is None
    return {
        "roll": possible and state.side == AXIS,
        "land_supply": list(arrivals.port_names(state)) if possible and state.side != AXIS else [],
        "destroy": _destroyable(state),
        "done": True,
    }


def _unloading(state: State) -> Listing:
    ports = list(arrivals.port_names(state))
    return {"land_supply": ports, "destroy": _destroyable(state), "done": True}


def _arrival(state: State) -> Listing:
    land = [
        {
            "unit": state.name(u),
            "how": arrivals.how_it_lands(state, u),
            "cost": arrivals.landing_price(state, u),
        }
        for u in arrivals.able_to_land(state)
    ]
    return {
        "land": land,
        "ports": list(arrivals.port_names(state)),
        "factors": state.pool[state.side],
        "destroy": _destroyable(state),
        "done": True,
    }


# --- movement -----------------------------------------------------------------------------------------


class _Listed(Destinations):
    """Destinations by the leader's ways; Rommel takes room in a stack as others do."""

    def __init__(self, state: State, group: tuple[int, ...], paths: Paths) -> None:
        super().__init__(state, group, paths)
        if self.fighting:
            self.fighting = len(group)

    def is_first_step(self, hex_: int) -> bool:
        return False


def _movement(state: State) -> Listing:
    """For each unit its destinations: cost, road bonus, previous hex, and the battles caused."""
    units: dict[str, Listing] = {}
    grasp_ = grasp(state)
    for unit in mobility.movers(state):
        ends = _destinations(state, (unit,), grasp_)
        listed: Listing = {"left": ends.paths.terms.left, "reach": _entries(state, ends)}
        if _has_rommel(state, unit):
            bonus = state.world.tables["rommel"]["bonus"]
            far = _destinations(state, (unit, state.world.rommel), grasp_, bonus)
            listed["with_rommel"] = _entries(state, far)
        trips = rommel_march.following(state, unit)
        if trips:
            listed["after_rommel"] = [
                {
                    "path": [state.hex_name(h) for h in trip.path],
                    "cost": trip.cost,
                    "road": trip.road,
                }
                for trip in trips.values()
            ]
        units[state.name(unit)] = listed
    victories = [
        {"attackers": o.attackers, "defenders": o.defenders, "supplies": o.supplies}
        for o in automatic_victory.certain_victories(state)
    ]
    return {
        "move": units,
        "declare_victory": victories,
        "embark": [state.name(u) for u in embarkation.able_to_embark(state)],
        "destroy": _destroyable(state),
        "done": sequence.refuse_end(state) is None,
    }


def _destinations(
    state: State, group: tuple[int, ...], grasp_: Mask, extra: int = 0
) -> Destinations:
    fights = any(state.fights(u) for u in group)
    terms = mobility.terms(state, group[0], escorted=fights, extra=extra)
    return _Listed(state, group, Paths(state, terms, grasp_ if fights else None))


def _has_rommel(state: State, unit: int) -> bool:
    rommel = state.world.rommel
    return (
        state.side == AXIS
        and unit != rommel
        and state.place(rommel) == state.place(unit)
        and mobility.refuse_mover(state, rommel) is None
    )


def _entries(state: State, ends: Destinations) -> list[Listing]:
    usual = ends.paths.reach
    listed: set[int] = set()
    found = []
    for hex_, way in ends.ends.items():
        entry = _entry(state, way, hex_)
        if way is usual and _is_a_step_more(usual, usual.label[hex_], listed):
            listed.add(hex_)
        else:
            entry["path"] = [state.hex_name(h) for h in way.path(hex_)]
        if ends.sources[hex_]:
            foes = mobility.foes(state, ends.group[0], hex_)
            entry["battles"] = state.names(sorted(foes))
        found.append(entry)
    return found


def _is_a_step_more(reach: Reach, at: int, listed: set[int]) -> bool:
    """Whether the way is the way to a hex told by its steps, and one more."""
    before = reach.parent[at]
    there = reach.hex[before]
    return reach.parent[before] < 0 or (there in listed and reach.label[there] == before)


def _entry(state: State, reach: Reach, hex_: int) -> Listing:
    at = reach.label[hex_]
    return {
        "hex": state.hex_name(hex_),
        "cost": reach.cost[at],
        "road": reach.road[at],
        "from": state.hex_name(reach.previous(hex_)),
    }


# --- substitution and combat --------------------------------------------------------------------------


def _substitution(state: State) -> Listing:
    swaps = substitutes.swaps(state)
    return {
        "substitute": [{"units": o.units, "counter": o.counter} for o in swaps],
        "break_down": _break_downs(state),
        "destroy": _destroyable(state),
        "done": True,
    }


def _break_downs(state: State) -> list[Listing]:
    return [{"counter": o.counter, "units": o.units} for o in substitutes.break_downs(state)]


def _combat(state: State) -> Listing:
    """What remains to be done, a plan that does it, and whom each unit may attack."""
    planned = battle_plan.planned_orders(state)
    able = sorted(
        u
        for u in fighters(state, state.side)
        if not state.flagged(u, FOUGHT) and _targets(state, u)
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
        "targets": {state.name(u): state.names(_targets(state, u)) for u in able},
        "capture": [{"unit": o.unit, "supply": o.supply} for o in advance.open_captures(state)],
        "break_down": _break_downs(state) if state.side == ALLIED else [],
        "destroy": _destroyable(state),
        "done": sequence.refuse_end(state) is None,
    }


def _targets(state: State, unit: int) -> list[int]:
    return sorted(
        d
        for h in state.world.near[state.place(unit)]
        for d in state.fighters_at(h, 1 - state.side)
        if not state.flagged(d, DEFENDED)
    )


# --- what waits inside a phase ------------------------------------------------------------------------


def _doomed(state: State) -> Listing:
    return {"give_up": [state.names(c) for c in smallest_sets(state)]}


def _exchange(state: State) -> Listing:
    frame = _frame(state, Exchange)
    ways = results.ways_to_pay(state, frame)
    return {"debt": frame.debt, "lose": [{"units": o.units, "rest": o.rest} for o in ways]}


def _retreating(state: State) -> Listing:
    frame = _frame(state, Retreating)
    if retreat.asks_consent(state, frame):
        return {"consent": [True, False]}
    choices = retreat.choices_of_loss(state, frame)
    if choices:
        return {"sacrifice": [state.names(c) for c in choices]}
    ways = {u: retreat.open_paths(state, frame, u) for u in frame.units}
    return {
        "retreat": {
            state.name(u): [tuple(state.hex_name(h) for h in path) for path in paths]
            for u, paths in ways.items()
        }
    }


def _advancing(state: State) -> Listing:
    frame = _frame(state, Advancing)
    return {
        "advance": {
            state.hex_name(h): {
                "units": state.names(units),
                "room": advance.advance_room(state, h, frame.side),
            }
            for h, units in advance.can_advance(state, frame).items()
        },
        "destroy": _destroyable(state),
        "done": True,
    }


def _hauling(state: State) -> Listing:
    frame = _frame(state, Hauling)
    haul = {}
    for supply in frame.supplies:
        reach = advance.haul_reach(state, frame, supply)
        haul[state.name(supply)] = [_entry(state, reach, h) for h in reach.label]
    return {"haul": haul, "destroy": _destroyable(state), "done": True}


def _following(state: State) -> Listing:
    frame = _frame(state, Following)
    end = state.hex_name(frame.hex)
    haul = {
        state.name(s): [{"hex": end, "cost": 1, "road": 0, "from": state.hex_name(state.place(s))}]
        for s in frame.supplies
    }
    return {"haul": haul, "done": True}


def _displaced(state: State) -> Listing:
    return {"place": [state.hex_name(h) for h in _frame(state, Displaced).hexes]}


def _respite(state: State) -> Listing:
    return {
        "in_danger": state.names(supply_denial.endangered(state)),
        "destroy": _destroyable(state),
        "done": True,
    }


def _denial(state: State) -> Listing:
    return {
        "in_danger": state.names(_frame(state, Denial).supplies),
        "destroy": _destroyable(state),
        "done": True,
    }


def _crowded(state: State) -> Listing:
    choices = stacking.choices(state, _frame(state, Crowded))
    return {"sacrifice": [state.names(c) for c in choices]}


def _frame(state: State, kind: type[F]) -> F:
    frame = state.agenda[-1]
    assert isinstance(frame, kind)
    return frame


PHASES: Mapping[Phase, Callable[[State], Listing]] = {
    Phase.SUPPLY: _supply,
    Phase.ARRIVAL: _arrival,
    Phase.MOVEMENT: _movement,
    Phase.SUBSTITUTION: _substitution,
    Phase.COMBAT: _combat,
}
FRAMES: Mapping[type[Frame], Callable[[State], Listing]] = {
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
