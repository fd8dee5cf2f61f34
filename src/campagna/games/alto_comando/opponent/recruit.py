"""The recruit: any legal order, first its kind and unit, then where or at whom, by phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.opponent import random_ways
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
from campagna.games.alto_comando.rules.geometry import rivers
from campagna.games.alto_comando.rules.leg_regions import Path
from campagna.games.alto_comando.state import Phase, State
from campagna.games.alto_comando.world import AXIS, BEDA_FOMM
from campagna.plane.bases import Point, Rect, overlap
from campagna.plane.region import Region

T = TypeVar("T")

REST = 12
"""One in so many random orders of a phase is to end it."""
REST_OF_A_COLUMN = 96
"""The same for a column that has to break out: it hardly rests."""


REST_OF_TERRAIN = 6
"""One in so many decides that there is terrain enough."""


def recruit(state: State, chance: Chance) -> Order:
    if terrain.sides_laying(state):
        return _terrain(state, chance)
    return BY_PHASE[Phase(state.phase)](state, chance)


def shuffled(things: Iterable[T], chance: Chance) -> Iterator[T]:
    """The things in random order, drawn one by one as they are asked for."""
    rest = list(things)
    while rest:
        yield rest.pop(chance.pick(len(rest), "choice"))


# --- forces ---------------------------------------------------------------------------------------------


def _forces(state: State, chance: Chance) -> Order:
    if areas := forces.areas_to_choose(state):
        return orders.ChooseArea(areas[chance.pick(len(areas), "area")])
    if not forces.now(state).revealed:
        return orders.ChooseCards(forces.choosing(state).sample(chance))
    waiting = attachments.pending(state)
    if isinstance(waiting, attachments.Loose):
        hosts = ("", *waiting.hosts)
        return orders.Attach(waiting.formation, hosts[chance.pick(len(hosts), "host")])
    tanks = attachments.mixable(state)
    return orders.TankMix(tuple(tank for tank in tanks if chance.pick(2, "cruiser")))


# --- terrain --------------------------------------------------------------------------------------------


def _terrain(state: State, chance: Chance) -> Order:
    """Any piece anywhere there is room, or enough of it."""
    if chance.pick(REST_OF_TERRAIN, "enough") == 0:
        return orders.Done()
    for name in shuffled(terrain.pieces(state), chance):
        piece = terrain.pieces(state)[name]
        room = terrain.corners(state, piece)
        if room:
            x, y = room[chance.pick(len(room), "place")]
            return orders.LayTerrain(name, (x, y, x + piece.size[0], y + piece.size[1]))
    return orders.Done()


# --- works ----------------------------------------------------------------------------------------------


def _works(state: State, chance: Chance) -> Order:
    """All at once on the first turn to lay, then the end of the step."""
    strips, segments = fieldworks.left_to_lay(state)
    laid = [s.rect for s in state.strips]
    dug = [s.at for s in state.segments]
    most = chance.pick(strips + 1, "strips")
    new_strips: list[Rect] = []
    grid = chain(fieldworks.strip_grid(state, True), fieldworks.strip_grid(state, False))
    for rect in shuffled(grid, chance) if most else ():
        if fieldworks.can_lay(state, rect, laid):
            laid.append(rect)
            new_strips.append(rect)
            if len(new_strips) == most:
                break
    most = chance.pick(segments + 1, "segments")
    new_segments: list[Point] = []
    for at in shuffled(fieldworks.segment_grid(state), chance) if most else ():
        if fieldworks.can_dig(state, at, dug, laid):
            dug.append(at)
            new_segments.append(at)
            if len(new_segments) == most:
                break
    if not new_strips and not new_segments:
        return orders.Done()
    return orders.Fortify(tuple(new_strips), tuple(new_segments))


# --- placement ------------------------------------------------------------------------------------------


def _placement(state: State, chance: Chance) -> Order:
    """The designated division first, then the others formation by formation."""
    waiting = deployment.unplaced(state)
    column = state.field.id == BEDA_FOMM and state.side == AXIS
    if column and not deployment.nobody_placed(state):
        return orders.Done()
    if not column and not deployment.is_met(state, state.side):
        designated = _designated(state, waiting, chance)
        if designated is not None:
            return designated
        if not waiting and deployment.refuse_done(state) is not None:
            return orders.StartOver()
    if not waiting:
        return orders.Done()
    formations = sorted({state.unit(b).formation for b in waiting})
    chosen = formations[chance.pick(len(formations), "formation")]
    members = [b for b in waiting if state.unit(b).formation == chosen]
    if column:
        members = members[: 1 + chance.pick(len(members), "column")]
    return _scattered(state, members, chance)


def _designated(state: State, waiting: list[int], chance: Chance) -> Order | None:
    """A whole formation in both Defence zones: loosely where there is room, else packed."""
    friends = [state.at(b) for b in state.table_of(state.side)]
    for formation in shuffled(sorted({state.unit(b).formation for b in waiting}), chance):
        members = [b for b, u in enumerate(state.roster.units) if u.formation == formation]
        if len(members) < 2 or not set(members) <= set(waiting):
            continue
        places = _loosely(state, formation, members, friends, chance)
        if places is None:
            places = deployment.packing(state, formation, friends)
        if places is not None:
            return orders.Deploy(state.names(members), tuple(places))
    return None


def _loosely(
    state: State, formation: int, members: list[int], friends: list[Point], chance: Chance
) -> list[Point] | None:
    areas = state.field.designated
    if areas is None or not deployment.is_roomy(state, formation):
        return None
    area = areas[state.side]
    zones = [deployment.common(z, area) for z in state.field.defence_zones(state.side)]
    taken, found = list(friends), list[Point]()
    for number, base in enumerate(members):
        where = zones[number] if number < len(zones) else area
        room = deployment.standing_places(state, base, taken, where)
        if not room:
            return None
        found.append(room[chance.pick(len(room), "place")])
        taken.append(found[-1])
    return found


def _scattered(state: State, members: list[int], chance: Chance) -> Order:
    """Anywhere in the own zones, each base the nearer to the enemy of two random places."""
    taken = [state.at(b) for b in state.table_of(state.side)]
    placed: list[int] = []
    places: list[Point] = []
    rooms: dict[bool, Region] = {}
    for base in members:
        at = _place(state, base, taken, places, rooms, chance)
        if at is not None:
            places.append(at)
            placed.append(base)
    if not placed:
        return orders.Done()
    return orders.Deploy(state.names(placed), tuple(places))


def _place(
    state: State,
    base: int,
    taken: list[Point],
    new: list[Point],
    rooms: dict[bool, Region],
    chance: Chance,
) -> Point | None:
    """A place among the free ones known so far; if two looks find it taken they are asked again."""
    infantry = state.unit(base).is_infantry
    for afresh in (infantry not in rooms, True):
        if afresh:
            area = deployment.area_of(state, state.side)
            rooms[infantry] = deployment.standing_places(state, base, taken + new, area)
        room = rooms[infantry]
        if not room:
            continue
        looks = [room[chance.pick(len(room), "place")] for _ in range(2)]
        free = [p for p in looks if not any(overlap(p, q) for q in new)]
        if free:
            return min(free, key=lambda p: abs(p[0] - state.field.central_line))
    return None


# --- the turn -------------------------------------------------------------------------------------------


def _replacement(state: State, chance: Chance) -> Order:
    if chance.pick(REST, "rest") == 0:
        return orders.Done()
    for base in shuffled(headquarters.replaceable(state), chance):
        places = headquarters.places_for(state, base)
        if places:
            at = places[chance.pick(len(places), "place")]
            return orders.Replace(state.name(base), at)
    return orders.Done()


def _engineers(state: State, chance: Chance) -> Order:
    tries: list[Order] = []
    for base in state.roster.of_side[state.side]:
        name = state.name(base)
        tries += [orders.Clear(name, s) for s in minefields.clearable(state, base)]
        tries += [orders.Bridge(name, r) for r in minefields.bridgeable(state, base)]
    if not tries or chance.pick(REST, "rest") == 0:
        return orders.Done()
    return tries[chance.pick(len(tries), "attempt")]


def _move(state: State, chance: Chance) -> Order:
    if chance.pick(REST_OF_A_COLUMN if _breaks_out(state) else REST, "rest") == 0:
        return orders.Done()
    waiting = beda_fomm.may_enter(state)
    for base in shuffled([*movement.movers(state), *waiting], chance):
        if base in waiting:
            order: Order | None = random_ways.random_entry(state, base, chance)
        else:
            order = _move_of(state, base, chance)
        if order is not None:
            return order
    return orders.Done()


def _breaks_out(state: State) -> bool:
    """Whether this is the column that looks for the way out more than others flee (BF-5)."""
    return state.field.escape is not None and state.side == AXIS


def _move_of(state: State, base: int, chance: Chance) -> Order | None:
    """First what kind of move, then where; a kind without a way gives place to a plain move."""
    name, start = state.name(base), state.at(base)
    kind = chance.pick(16, "kind of move")
    exits = movement.exits(state, base)
    if exits and (kind == 0 or (kind >= 8 and _breaks_out(state))):
        edge = exits[chance.pick(len(exits), "edge") if kind == 0 else 0]
        left = random_ways.random_exit(state, base, start, edge, chance)
        if left is not None:
            return orders.Leave(name, left, edge.value)
    if 1 <= kind <= 8 and state.strips:
        crossing = random_ways.random_crossing(state, base, start, chance)
        if crossing is not None:
            return orders.Cross(name, *crossing)
    path: Path | None = None
    if 9 <= kind <= 11 and state.unit(base).is_infantry and (state.strips or rivers(state)):
        path = random_ways.random_approach(state, base, start, chance)
    path = path or random_ways.random_path(state, base, start, chance)
    return None if path is None else orders.Move(name, path)


def _air_attack(state: State, chance: Chance) -> Order:
    if chance.pick(REST, "rest") == 0:
        return orders.Done()
    for target in shuffled(state.table_of(1 - state.active), chance):
        if air.may_be_attacked(state, target):
            return orders.AirAttack(state.name(target))
    return orders.Done()


def _shot(state: State, chance: Chance) -> Order:
    if chance.pick(REST, "rest") == 0:
        return orders.Done()
    for base in shuffled(fire.gunners(state), chance):
        found = fire.targets(state, base)
        if found:
            target = found[chance.pick(len(found), "target")]
            return orders.Fire(state.name(base), state.name(target))
    return orders.Done()


BY_PHASE: dict[Phase, Callable[[State, Chance], Order]] = {
    Phase.FORCES: _forces,
    Phase.WORKS: _works,
    Phase.DEPLOY: _placement,
    Phase.REPLACE: _replacement,
    Phase.CLEAR: _engineers,
    Phase.MOVE: _move,
    Phase.AIR: _air_attack,
    Phase.TRENCH_FIRE: _shot,
    Phase.FIRE: _shot,
}
