"""5.2-0 Whether a phase leaves anything to decide."""

from __future__ import annotations

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.flags import NOWHERE
from campagna.games.lion_of_judah.rules.combat import combat
from campagna.games.lion_of_judah.rules.movement import rail, sea
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.rules.sequence import listed_orders
from campagna.games.lion_of_judah.state import Phase, State


def idle(state: State) -> bool:
    """Nobody has anything to decide in this phase."""
    return state.phase in (Phase.EVENT, Phase.END) or not _any_option(state)


@rule("5.2-0", "A-51")
def _any_option(state: State) -> bool:
    """Whether the phase may leave something to decide, as far as both players can see.

    A step is passed over only for reasons that are open to all, so that nothing hidden shows in it.
    """
    side, phase = state.side, state.phase
    if phase == Phase.SETUP:
        return True
    if phase == Phase.MOVEMENT:
        return bool(state.on_map(side))
    if phase == Phase.COMBAT:
        return _in_contact(state)
    if phase == Phase.REPLACEMENTS:
        return _has_points(state)
    if phase == Phase.BREAKDOWN or (phase == Phase.SPECIAL and side == ITALIAN):
        return side == ITALIAN
    if phase == Phase.MOTORISATION:
        return any(state.counter(u).type == "truck" for u in state.on_map(side))
    if phase == Phase.TRANSPORT:
        return _at_a_station(state)
    return any(orders(state) for orders in listed_orders.in_phase(state).values())


def _in_contact(state: State) -> bool:
    """Some own stack stands next to enemies that were not attacked yet."""
    around = state.world.board.grid.around
    return any(
        state.maps.held[state.side][h] and combat.touches(state, h, t) and state.top(h) != NOWHERE
        for t in combat.attack_hexes(state)
        for h in around(t)
    )


def _has_points(state: State) -> bool:
    if any(state.boxes[b] for b in resources.side_boxes(state, state.side)):
        return True
    return any(state.units[u].load for u in state.on_map(state.side))


def _at_a_station(state: State) -> bool:
    """Units on an open railway or in a port, or points that could sail."""
    side = state.side
    stations = {h for n in rail.lines_of(state, side) for h in rail.open_hexes(state, side, n)}
    stations |= set(sea.ports(state, side))
    if any(state.maps.held[side][h] for h in stations):
        return True
    return len(sea.sea_boxes(state, side)) > 1
