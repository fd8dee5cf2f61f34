"""The offers in the form that the browser table reads until it knows the shapes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campagna.games.kasserine.frames import Declared, Following, Frame, Permitting, Retreating
from campagna.games.kasserine.rules import (
    artillery,
    attack,
    command,
    exits,
    logistics,
    movement,
    obligations,
    retreat,
    setup,
)
from campagna.games.kasserine.rules.destinations import Reached, full_hexes
from campagna.games.kasserine.rules.zones import fighters
from campagna.games.kasserine.state import MARCHING, SUPPLIED, Phase, State

Listing = dict[str, object]


def listing(state: State) -> Listing:
    if state.agenda:
        return _reply(state, state.agenda[-1])
    return PHASES[Phase(state.phase)](state)


def _setup(state: State) -> Listing:
    return {
        "deploy": {
            state.name(u): state.hex_names(setup.open_hexes(state, u))
            for u in setup.placed_by_player(state.side)
        },
        "left": state.names(setup.unplaced(state)),
        "done": setup.refuse_end(state) is None,
    }


def _logistics(state: State) -> Listing:
    return {
        "demolish": list(logistics.can_be_blown(state)),
        "self_reduce": state.names(logistics.can_reduce(state)),
        "march": list(logistics.can_march(state)),
        "marching": [
            state.name(u)
            for u in logistics.supplies(state, state.side)
            if state.flagged(u, MARCHING)
        ],
        "done": True,
    }


# --- movement -----------------------------------------------------------------------------------------


def _movement(state: State) -> Listing:
    """For each piece [hex, cost in half points, previous hex], where it may not stop, ways out.

    Pieces that stand together and may do the same share one reach. `leave` names the ways out
    that score or block an entry; the others only lose the piece.
    """
    units: dict[str, object] = {}
    useful: list[dict[str, object]] = []
    full = full_hexes(state)
    party_of = {unit: party for party in movement.parties(state) for unit in party.units}
    for unit in movement.movers(state):
        limits, found = party_of[unit].limits, party_of[unit].found
        entry: dict[str, object] = {"left": limits.budget, "reach": found.lines}
        closed = [h for h in full if found.mask[h]] if full and state.fights(unit) else ()
        entry["full"] = state.hex_names(
            [h for h in closed if not movement.has_room(state, h, (unit,))]
        )
        ways = exits.ways_out(state, unit, limits, found.edges) if found.edges else ()
        if ways:
            entry["leave"] = [(state.hex_name(h), effect, cost) for h, effect, cost in ways]
            useful += _useful(state, unit, found, ways)
        if state.place(unit) < 0:
            entry["entry"] = state.hex_names(h for h, _ in limits.sources)
        units[state.name(unit)] = entry
    return {
        "move": units,
        "leave": useful,
        "unsupplied": state.names(_unsupplied(state)),
        "done": True,
    }


def _useful(
    state: State, unit: int, found: Reached, ways: Sequence[tuple[int, str, int]]
) -> list[dict[str, object]]:
    """The ways out that are worth an order."""
    return [
        {
            "unit": state.name(unit),
            "path": found.way(state.hex_name(h)),
            "hex": state.hex_name(h),
            "effect": effect,
        }
        for h, effect, _ in ways
        if effect != exits.ELIMINATED
    ]


def _unsupplied(state: State) -> list[int]:
    """Combat units that cannot move for want of a line."""
    return [
        u
        for u in fighters(state, state.side)
        if not state.flagged(u, SUPPLIED) and not logistics.moves_freely(state, u)
    ]


# --- plan, fire, combats ------------------------------------------------------------------------------


def _plan(state: State) -> Listing:
    """Target hexes with who may attack them, what must still be done, aircraft and nights left."""
    units, hexes = obligations.unmet(state)
    choice = obligations.options(state) if attack.attacks_allowed(state) else {}
    return {
        "attack": {
            state.hex_name(h): {
                "units": state.names(group),
                "defenders": state.names(state.fighters_at(h, 1 - state.side)),
            }
            for h, group in sorted(choice.items())
        },
        "must_attack": state.names(units),
        "must_be_attacked": state.hex_names(hexes),
        "proposals": [
            {"attackers": state.names(a), "hexes": state.hex_names(t)}
            for a, t in obligations.proposals(state)
        ],
        "aircraft": attack.aircraft_left(state, state.side) if not state.night else 0,
        "nights_left": attack.nights_left(state, state.side),
        "done": not units and not hexes,
    }


def _fire(state: State) -> Listing:
    return {
        "fire": {state.name(g): state.names(t) for g, t in artillery.shots(state).items()},
        "raid": artillery.worth_a_raid(state),
        "done": True,
    }


def _combat(state: State) -> Listing:
    return {
        "assault": [
            {
                "hexes": state.hex_names(c.hexes),
                "attackers": state.names(c.attackers),
                "defenders": state.names(c.defenders),
                "kinds": command.attack_kinds(state, c.attackers),
            }
            for c in state.combats
            if c.defenders
        ],
        "take": [
            {"hex": state.hex_name(c.hexes[0]), "attackers": state.names(c.attackers)}
            for c in state.combats
            if not c.defenders
        ],
        "done": False,
    }


PHASES: dict[Phase, Callable[[State], Listing]] = {
    Phase.ALLIED_SETUP: _setup,
    Phase.AXIS_SETUP: _setup,
    Phase.LOGISTICS: _logistics,
    Phase.MOVEMENT: _movement,
    Phase.PLAN: _plan,
    Phase.FIRE: _fire,
    Phase.DEFENSIVE_FIRE: _fire,
    Phase.COMBAT: _combat,
}


# --- replies ------------------------------------------------------------------------------------------


def _reply(state: State, frame: Frame) -> Listing:
    match frame:
        case Declared():
            return {"defend": command.defence_kinds(state, frame.combat.defenders)}
        case Retreating():
            return {
                "retreat": {
                    state.name(u): [state.hex_names(w) for w in ways]
                    for u, ways in retreat.retreats(state, frame).items()
                }
            }
        case Permitting():
            return {
                "let_pass": [True, False],
                "unit": state.name(frame.unit),
                "path": state.hex_names(frame.path),
            }
        case Following():
            return {
                "accompany": state.names(frame.pieces),
                "hex": state.hex_name(frame.hex),
                "done": True,
            }
