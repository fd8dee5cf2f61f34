"""The offers as the browser table reads them until it knows the shapes, by phase."""

from __future__ import annotations

from collections.abc import Callable

from campagna.core.offers import Measured
from campagna.games.alto_comando.rules import (
    air,
    attachments,
    beda_fomm,
    deployment,
    fieldworks,
    fire,
    forces,
    headquarters,
    minefields,
    movement,
    terrain,
)
from campagna.games.alto_comando.rules.battle_start import placing_now
from campagna.games.alto_comando.state import Phase, State
from campagna.plane.works import STRIP_DEPTH, STRIP_LENGTH

Listing = dict[str, object]


def listing(state: State) -> Listing:
    if terrain.sides_laying(state):
        return _terrain(state)
    return BY_PHASE[Phase(state.phase)](state)


def _terrain(state: State) -> Listing:
    elements = {name: piece.size for name, piece in terrain.pieces(state).items()}
    left = terrain.elements_left(state)
    return {"lay-terrain": {"left": left, "elements": elements}, "done": True}


def _forces(state: State) -> Listing:
    if areas := forces.areas_to_choose(state):
        return {"choose-area": {"areas": list(areas)}}
    if not forces.now(state).revealed:
        choice = forces.choosing(state)
        groups = [
            {"count": count, "cards": list(group)}
            for group, count in zip(choice.groups, choice.counts, strict=True)
        ]
        return {"choose-cards": {"groups": groups}}
    waiting = attachments.pending(state)
    if isinstance(waiting, attachments.Loose):
        return {"attach": {"formation": waiting.formation, "hosts": ["", *waiting.hosts]}}
    return {"tank-mix": {"tanks": list(attachments.mixable(state))}}


def _works(state: State) -> Listing:
    strips, segments = fieldworks.left_to_lay(state)
    left = {"strips": strips, "segments": segments, "strip": (STRIP_LENGTH, STRIP_DEPTH)}
    return {"fortify": left, "done": True, "concede": True}


def _placement(state: State) -> Listing:
    return {
        "deploy": list(state.names(deployment.unplaced(state))),
        "placed": list(state.names(b for b in placing_now(state) if state.on_table(b))),
        "done": deployment.refuse_done(state) is None,
        "concede": True,
    }


def _replacements(state: State) -> Listing:
    units = headquarters.replaceable(state)
    return {"replace": list(state.names(units)), "done": True, "concede": True}


def _engineers(state: State) -> Listing:
    own = [(b, state.name(b)) for b in state.roster.of_side[state.side]]
    return {
        "clear": [
            {"unit": name, "strip": strip}
            for b, name in own
            for strip in minefields.clearable(state, b)
        ],
        "bridge": [
            {"unit": name, "river": river}
            for b, name in own
            for river in minefields.bridgeable(state, b)
        ],
        "done": True,
        "concede": True,
    }


def _moves(state: State) -> Listing:
    movers = movement.movers(state)
    exits = _exits(state)
    return {
        "move": {
            state.name(b): {
                "allowance": state.unit(b).line.move,
                "exits": exits.get(state.name(b), []),
            }
            for b in movers
        },
        "cross": _crossings(state, movers),
        "enter": {
            name: {"y": beda_fomm.entry_line(state)}
            for name in state.names(beda_fomm.may_enter(state))
        },
        "done": True,
        "concede": True,
    }


def _exits(state: State) -> dict[str, list[str]]:
    """The edges over which a base is near enough to leave, by base."""
    found: dict[str, list[str]] = {}
    for offer in movement.offer_leaves(state):
        assert isinstance(offer, Measured)
        for name in offer.pieces:
            found.setdefault(name, []).append(str(offer.fixed["edge"]))
    return found


def _crossings(state: State, movers: list[int]) -> dict[str, list[list[int]]]:
    """Landings of the bases that touch a minefield already."""
    if not state.strips:
        return {}
    found = {b: minefields.landings(state, b, ()) for b in movers}
    return {state.name(b): [list(p) for p in places] for b, places in found.items() if places}


def _air_attacks(state: State) -> Listing:
    return {"air": list(state.names(air.targets(state))), "done": True, "concede": True}


def _shots(state: State) -> Listing:
    return {
        "fire": [
            {"unit": state.name(b), "target": state.name(t)}
            for b in fire.gunners(state)
            for t in fire.targets(state, b)
        ],
        "done": True,
        "concede": True,
    }


BY_PHASE: dict[Phase, Callable[[State], Listing]] = {
    Phase.FORCES: _forces,
    Phase.WORKS: _works,
    Phase.DEPLOY: _placement,
    Phase.REPLACE: _replacements,
    Phase.CLEAR: _engineers,
    Phase.MOVE: _moves,
    Phase.AIR: _air_attacks,
    Phase.TRENCH_FIRE: _shots,
    Phase.FIRE: _shots,
}
