"""The offers in the form that the browser table reads until it knows the shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from campagna.games.panzergruppe_guderian.frames import (
    Advancing,
    Excess,
    Frame,
    Retreating,
    Suffer,
)
from campagna.games.panzergruppe_guderian.rules import (
    first_turn,
    interdiction,
    leaders,
    movement,
    reinforcements,
    setup,
)
from campagna.games.panzergruppe_guderian.rules.advance import advances
from campagna.games.panzergruppe_guderian.rules.combat import attack_options
from campagna.games.panzergruppe_guderian.rules.destinations import reach
from campagna.games.panzergruppe_guderian.rules.overrun import overrun_options
from campagna.games.panzergruppe_guderian.rules.rail import rail_reach
from campagna.games.panzergruppe_guderian.rules.results import alive, losses_asked
from campagna.games.panzergruppe_guderian.rules.retreat import routes
from campagna.games.panzergruppe_guderian.rules.sequence import refuse_end
from campagna.games.panzergruppe_guderian.rules.stacking import removable
from campagna.games.panzergruppe_guderian.rules.untried import steps_left
from campagna.games.panzergruppe_guderian.state import (
    GERMAN_COMBAT,
    GERMAN_INTERDICT,
    GERMAN_MECH_MOVE,
    GERMAN_MOVE,
    SETUP,
    SETUP_AIR,
    SOVIET_COMBAT,
    SOVIET_INTERDICT,
    SOVIET_MOVE,
    SOVIET_START,
    WAITING,
    State,
    acting_side,
)

Listing = dict[str, object]
Marches = dict[tuple[int, int, int, bool], list[Listing]]


def listing(state: State) -> Listing:
    if state.agenda:
        frame = state.agenda[-1]
        return _REPLIES[type(frame)](state, frame)
    return _PHASES[state.phase](state)


# --- phases ---------------------------------------------------------------------------------------------


def _setup(state: State) -> Listing:
    units = {
        state.name(u): list(state.hexes(setup.deployment_hexes(state, u)))
        for u in setup.undeployed(state)
    }
    return {"deploy": units, "done": not units}


def _markers(state: State) -> Listing:
    side = acting_side(state.phase)
    most = interdiction.markers_now(state, side)
    hexes = interdiction.marker_hexes(state, side) if most else []
    return {"interdict": list(state.hexes(hexes)), "most": most, "done": True}


def _withdrawal(state: State) -> Listing:
    return {"withdraw": list(state.names(leaders.withdrawable(state))), "done": True}


def _movement(state: State) -> Listing:
    """Movable units with [hex, cost in half points, previous hex] for each destination.

    A march of the first turn is listed whole: its path and cost.
    """
    units: Listing = {}
    marches: Marches = {}
    for unit in movement.movers(state):
        entry: Listing = {"left": movement.allowance(state, unit)}
        if state.units[unit].place == WAITING:
            entry["entry"] = list(state.hexes(reinforcements.entry_hexes(state, unit)))
        if state.turn == 1 and first_turn.special_move(state, unit):
            entry |= _first_turn_moves(state, unit, marches)
        else:
            reach(state, unit)
            entry["reach"] = _reached(state)
            if state.phase == SOVIET_MOVE and rail_reach(state, unit):
                entry["rail"] = _reached(state)
        units[state.name(unit)] = entry
    overruns = [
        {"units": state.names(group), "target": state.world.hex_ids[target]}
        for group, target in overrun_options(state)
    ]
    return {
        "move": units,
        "overrun": overruns,
        "call_front": reinforcements.front_left(state),
        "done": refuse_end(state) is None,
        "must_march": list(state.names(first_turn.unmarched(state))),
    }


def _first_turn_moves(state: State, unit: int, marches: Marches) -> Listing:
    """The moves of a unit under 5.2; units of one stack that are alike march alike."""
    ids = state.world.hex_ids
    if not first_turn.must_march(state, unit):
        steps = first_turn.spill_steps(state, unit)
        return {"first_turn": "spill", "reach": [(ids[h], 0, "") for h in steps]}
    alike = (
        state.units[unit].place,
        movement.allowance(state, unit),
        state.counter(unit).move_class,
        state.is_leader(unit),
    )
    if alike not in marches:
        marches[alike] = [
            {"path": list(state.hexes(way)), "cost": cost}
            for way, cost in first_turn.march_ends(state, unit).values()
        ]
    return {"first_turn": "march", "reach": marches[alike]}


def _reached(state: State) -> list[tuple[str, int, str]]:
    world = state.world
    return world.field.as_rows(world.hex_ids, world.size)


def _combat(state: State) -> Listing:
    ids = state.world.hex_ids
    attacks = {ids[t]: state.names(units) for t, units in attack_options(state).items()}
    return {"attack": attacks, "done": True}


# --- replies --------------------------------------------------------------------------------------------


def _suffer(state: State, frame: Frame) -> Listing:
    assert isinstance(frame, Suffer)
    return {
        "losses": losses_asked(state, frame),
        "units": {state.name(u): steps_left(state, u) for u in alive(state, frame.units)},
        "give_ground": frame.count if frame.may_retreat else 0,
    }


def _retreat(state: State, frame: Frame) -> Listing:
    assert isinstance(frame, Retreating)
    ways = {
        state.name(u): [list(state.hexes(w)) for w in routes(state, frame, u)] for u in frame.units
    }
    return {"retreat": ways, "hexes": frame.count}


def _advance(state: State, frame: Frame) -> Listing:
    assert isinstance(frame, Advancing)
    units = {state.name(u): [list(state.hexes(p)) for p in ps] for u, ps in advances(state, frame)}
    return {"advance": units, "done": True}


def _removal(state: State, frame: Frame) -> Listing:
    assert isinstance(frame, Excess)
    return {"remove": state.names(removable(state, frame))}


_PHASES: Mapping[int, Callable[[State], Listing]] = {
    SETUP: _setup,
    SETUP_AIR: _markers,
    SOVIET_START: _withdrawal,
    SOVIET_MOVE: _movement,
    SOVIET_COMBAT: _combat,
    SOVIET_INTERDICT: _markers,
    GERMAN_MOVE: _movement,
    GERMAN_COMBAT: _combat,
    GERMAN_MECH_MOVE: _movement,
    GERMAN_INTERDICT: _markers,
}
_REPLIES: Mapping[type[Frame], Callable[[State, Frame], Listing]] = {
    Suffer: _suffer,
    Retreating: _retreat,
    Advancing: _advance,
    Excess: _removal,
}
