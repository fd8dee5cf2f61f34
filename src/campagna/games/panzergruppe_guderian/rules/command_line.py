"""10.35, 11.2: how far the nearest leader is, and where the line to him is cut, for whoever is refused."""

from __future__ import annotations

from campagna.core.contract import Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.rules.supply import ANY_LENGTH, active_leaders
from campagna.games.panzergruppe_guderian.rules.zones import blocked
from campagna.games.panzergruppe_guderian.state import DISRUPTED, State
from campagna.games.panzergruppe_guderian.world import GERMAN, SOVIET
from campagna.hexes.kernels import FAR


@rule("10.35a", "10.31a", "11.21b", "11.22")
def out_of_command(state: State, unit: int) -> Refusal:
    """Why a Soviet unit that no leader commands may not attack: how far, how long, where it is cut."""
    leaders = active_leaders(state)
    hex_ = state.world.hex_ids[state.units[unit].place]
    facts: dict[str, Fact] = {"unit": state.name(unit), "hex": hex_}
    if not leaders:
        return Refusal("10.35a", "no-leader-commands", facts)
    free = _distances(state, unit, barred=False)
    leader = min(leaders, key=lambda x: (_beyond(state, x, free), x))
    facts |= {"leader": state.name(leader), "radius": state.world.ratings[leader]}
    if _beyond(state, leader, free) <= 0:
        cut, by = _cut(state, unit, leader)
        facts |= {"distance": free[state.units[leader].place], "cut": cut, "by": by}
        return Refusal("10.35a", "command-line-cut", facts)
    around = _distances(state, unit, barred=True)
    leader = min(leaders, key=lambda x: (_beyond(state, x, around), _beyond(state, x, free), x))
    place = state.units[leader].place
    far = free[place] if around[place] == FAR else around[place]
    facts |= {"leader": state.name(leader), "radius": state.world.ratings[leader], "distance": far}
    return Refusal("10.35a", "out-of-command", facts)


def _distances(state: State, unit: int, *, barred: bool) -> bytearray:
    """How long a line from the unit to each hex is, past enemies and zones or as if there were none."""
    world = state.world
    closed = blocked(state, SOVIET) if barred else world.nothing
    place = state.units[unit].place
    return world.field.flood(world.walls, closed, world.swamp, [place], ANY_LENGTH)


def _beyond(state: State, leader: int, distances: bytearray) -> int:
    """By how many hexes the line is longer than the leader's radius."""
    distance = distances[state.units[leader].place]
    return (2 * ANY_LENGTH if distance == FAR else distance) - state.world.ratings[leader]


def _cut(state: State, unit: int, leader: int) -> tuple[str, str]:
    """The first closed hex of a shortest line to the leader, and the German unit that closes it."""
    world, closed = state.world, blocked(state, SOVIET)
    here, end = state.units[unit].place, state.units[leader].place
    far = world.field.flood(world.walls, world.nothing, world.swamp, [end], ANY_LENGTH)
    while here != end:
        # A line may end in a swamp but does not go through it (AMB-31).
        through = [h for h in world.beside(here) if h == end or not world.swamp[h]]
        nearer = [h for h in through if far[h] == far[here] - 1]
        # As long as it can the line keeps to open hexes.
        here = next((h for h in nearer if not closed[h]), nearer[0])
        if closed[here]:
            break
    return world.hex_ids[here], state.name(_closing(state, here))


def _closing(state: State, hex_: int) -> int:
    """The German unit that stands in a hex or has it in its zone."""
    near = (hex_, *state.world.beside(hex_))
    units = [u for h in near for u in state.stack(h) if state.side(u) == GERMAN]
    standing = [u for u in units if state.units[u].place == hex_]
    able = [u for u in units if not state.units[u].flags & DISRUPTED]
    return (standing or able)[0]
