"""What each phase and frame asks for: the kinds of orders that can be listed."""

from __future__ import annotations

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah import (
    activation,
    administration,
    bombing,
    breakdown,
    campaign,
    interdiction,
    minor_source,
    railways,
    resources,
    setup,
    shipping,
    trucks,
    victory,
)
from campagna.games.lion_of_judah.choices import Kinds
from campagna.games.lion_of_judah.combat import refuse_target, touches
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.flags import ACTIVE, ATTACKED, COLUMN, NOWHERE
from campagna.games.lion_of_judah.state import Phase, State
from campagna.hexes.board import marked


def listed(state: State) -> Kinds:
    """The orders of a phase other than movement and combat."""
    match state.phase:
        case Phase.SETUP:
            return setup.options(state)
        case Phase.BREAKDOWN:
            return breakdown.options(state)
        case Phase.MOTORISATION:
            return trucks.options(state)
        case Phase.TRANSPORT:
            return shipping.options(state)
        case Phase.ACTIVATION:
            return activation.options(state)
        case Phase.INTERDICTION:
            return interdiction.options(state)
        case Phase.BOMBING:
            return bombing.options(state)
    kinds = dict(administration.options(state))
    if state.phase == Phase.SPECIAL:
        kinds["draw-from"] = lambda: minor_source.orders(state)
    return kinds


@rule("5.2-0", "A-51")
def any_option(state: State) -> bool:
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
    return any(kind() for kind in listed(state).values())


def _in_contact(state: State) -> bool:
    """Some own stack stands next to enemies that were not attacked yet."""
    around = state.world.board.grid.around
    return any(
        state.maps.held[state.side][h] and touches(state, h, t) and state.top(h) != NOWHERE
        for t in attack_hexes(state)
        for h in around(t)
    )


def _has_points(state: State) -> bool:
    if any(state.boxes[b] for b in resources.side_boxes(state, state.side)):
        return True
    return any(state.units[u].load for u in state.on_map(state.side))


def _at_a_station(state: State) -> bool:
    """Units on an open railway or in a port, or points that could sail."""
    side = state.side
    stations = {
        h for n in railways.lines_of(state, side) for h in railways.open_hexes(state, side, n)
    }
    stations |= set(shipping.ports(state, side))
    if any(state.maps.held[side][h] for h in stations):
        return True
    return len(shipping.sea_boxes(state, side)) > 1


def attack_hexes(state: State) -> list[int]:
    """Enemy hexes that have not been attacked in this segment."""
    return [h for h in marked(state.maps.held[1 - state.side]) if refuse_target(state, h) is None]


def attackers(state: State, target: int) -> list[int]:
    """The units that may attack a hex, as far as each alone is concerned."""
    found: list[int] = []
    armed, combat = state.maps.armed[state.side], state.world.combat
    for here in state.world.board.grid.around(target):
        if not armed[here] or not touches(state, here, target):
            continue
        for u in state.stack(here):
            flags = state.units[u].flags
            if not combat[u] or flags & (ATTACKED | COLUMN):
                continue
            if state.leader == NOWHERE or flags & ACTIVE:
                found.append(u)
    return found


def outcome_level(state: State) -> str:
    """The level the whole game ends with."""
    if victory.is_campaign(state):
        return campaign.outcome(state).level
    return victory.level(state)
