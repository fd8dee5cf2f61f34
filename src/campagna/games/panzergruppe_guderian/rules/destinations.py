"""6.1 Where units can go on foot and on wheels, as the kernel finds it and as it is offered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campagna.core.decision import Decision
from campagna.core.offers import Group, Offer, Reach
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.orders import Move
from campagna.games.panzergruppe_guderian.rules import first_turn, movement, rail, reinforcements
from campagna.games.panzergruppe_guderian.rules.stacking import fits
from campagna.games.panzergruppe_guderian.state import State, acting_side

Where = tuple[int, str, tuple[int, ...]]
"""A hex of the map, or an entry with its hexes."""
Alike = tuple[Where, int, int, bool]
"""What decides how far a unit gets: where it begins, the points it has left, its movement class, and
whether it is a leader."""


def reach(state: State, unit: int) -> int:
    """Fill the kernel's buffer with the destinations of a unit; returns how many there are.

    For a unit on the map its own hex comes first; a waiting unit starts from its entry hexes.
    """
    world, maps = state.world, state.maps
    ground = maps.footing or movement.footing(state)
    closed = movement.leader_ground(state) if unit < world.leader_count else ground.closed
    if state.units[unit].place >= 0:
        return maps.reach(unit, world.field, ground.costs, closed, ground.stop)
    gates = movement.entry_costs(state, unit, reinforcements.entry_hexes(state, unit))
    return maps.enter(unit, world.field, ground.costs, closed, ground.stop, gates)


def offer_moves(state: State) -> tuple[Offer, ...]:
    """Moves of the units on the map, of those that enter, and those that end where they began.

    Units on the map move together as they like: what room there is counts when the phase ends (7.1e).
    Units that enter together must fit into a hex.
    """
    plain: dict[Alike, list[int]] = {}
    marching: dict[Alike, list[int]] = {}
    spilling: list[int] = []
    for unit in movement.movers(state):
        alike = _alike(state, unit)
        if state.turn == 1 and alike[0][0] >= 0 and first_turn.special_move(state, unit):
            if first_turn.must_march(state, unit):
                marching.setdefault(alike, []).append(unit)
            else:
                spilling.append(unit)
        else:
            plain.setdefault(alike, []).append(unit)
    groups, round_trips = _groups(state, plain)
    for units in marching.values():
        groups += first_turn.march_groups(state, units)
    groups += first_turn.spill_groups(state, spilling)
    standing = tuple(group for group in groups if group.origin)
    entering = tuple(group for group in groups if not group.origin)
    extras = rail.marker_extras(state)
    found: list[Offer] = []
    if standing:
        # How many step out of an overstacked hex depends on how many must (5.22).
        exact = not spilling
        found.append(Reach("move", standing, tone="main", exact=exact, extras=extras))
    if entering:
        exact = all(_fit(state, group) for group in entering)
        found.append(Reach("move", entering, tone="main", exact=exact, extras=extras))
    if round_trips:
        # Somebody may go to cut a railway or to pass through a city, and come back.
        found.append(Reach("move", tuple(round_trips), extras=extras))
    return tuple(found)


def _alike(state: State, unit: int) -> Alike:
    u, world = state.units[unit], state.world
    hexes = () if u.place >= 0 else tuple(reinforcements.entry_hexes(state, unit))
    kind, leader = world.move_classes[u.counter], unit < world.leader_count
    return (u.place, u.entry, hexes), state.maps.left(unit), kind, leader


def _groups(state: State, plain: dict[Alike, list[int]]) -> tuple[list[Group], list[Group]]:
    """How far everybody gets, and who can come back to his hex. Units that are alike are asked once."""
    world, ground = state.world, movement.footing(state)
    groups: list[Group] = []
    round_trips: list[Group] = []
    leaders: dict[Where, list[int]] = {}
    for (where, _, _, leader), units in plain.items():
        if leader:
            leaders.setdefault(where, []).extend(units)
    for (where, left, kind, leader), units in plain.items():
        place = where[0]
        reach(state, units[0])
        steps = world.field.as_rows(world.hex_ids, world.size)
        if place >= 0:
            del steps[0]
        if not steps:
            continue
        origin = world.hex_ids[place] if place >= 0 else ""
        group = Group(state.names(units), origin, tuple(steps), left)
        groups.append(group)
        tables = ground.costs[kind], ground.closed, ground.stop
        round_trips += rail.there_and_back(state, group, tables)
        if where in leaders and not leader:
            groups += _escorts(state, group, units, leaders[where])
    return groups, round_trips


@rule("10.23a")
def _escorts(
    state: State, group: Group, units: Sequence[int], leaders: Iterable[int]
) -> list[Group]:
    """A leader goes with a unit able to attack where he may not go alone: into a German zone.

    No Soviet unit pays less than a leader for any step (10.21a), so he can follow as far as his points
    allow.
    """
    found: list[Group] = []
    for leader in leaders:
        escorts = [u for u in units if movement.can_escort(state, u)]
        if not escorts:
            break
        closed, index = movement.leader_ground(state), state.world.hex_index
        left = min(group.left, movement.allowance(state, leader))
        ends = [h for h, cost, _ in group.steps if cost <= left and closed[index[h]]]
        if ends:
            found.append(
                Group(
                    state.names(escorts),
                    group.origin,
                    _ways_to(group, ends),
                    left,
                    tuple(ends),
                    company=(state.name(leader),),
                )
            )
    return found


def _ways_to(group: Group, ends: Iterable[str]) -> tuple[tuple[str, int, str], ...]:
    """The steps of a group that lead to these ends."""
    before = {there: here for there, _, here in group.steps}
    passed: set[str] = set()
    for end in ends:
        while end in before and end not in passed:
            passed.add(end)
            end = before[end]
    return tuple(step for step in group.steps if step[0] in passed)


def _fit(state: State, group: Group) -> bool:
    units = [state.find(name) for name in (*group.units, *group.company)]
    if reinforcements.refuse_front(state, units) is not None:
        return False
    return fits(state, acting_side(state.phase), units)


MOVE = Decision(Move, "6.12", movement.judge_move, movement.carry_out_move, offer=offer_moves)
