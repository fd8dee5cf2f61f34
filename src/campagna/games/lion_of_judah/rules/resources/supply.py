"""9 Supply: the three kinds of line, who needs none, and what bars a line."""

from __future__ import annotations

from collections.abc import Collection
from operator import or_

from campagna.core.contract import Fact
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER, Counter
from campagna.games.lion_of_judah.flags import AIRLIFTED, NOWHERE
from campagna.games.lion_of_judah.maps import BOTH_SIDES, ENEMIES, EVENTS, LINES
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.state import AirStatus, State
from campagna.games.lion_of_judah.world import S1935, S1940
from campagna.hexes.board import marked, where
from campagna.hexes.kernels import FAR, Buffer
from campagna.kit.derived import derived, derived_by_side

UNLIMITED = 254


@rule("9.1-a", "9.2")
def in_supply(state: State, unit: int) -> bool:
    """Whether a unit on the map is supplied where it stands."""
    place = state.units[unit].place
    return place >= 0 and in_supply_at(state, unit, place)


@rule("9.4-1", "9.4-2", "9.4-3", "9.5-a", "9.5-c", "A-44", "PB 13.6.6.2")
def in_supply_at(state: State, unit: int, hex_: int, leaving: Collection[int] = ()) -> bool:
    """Whether a unit would be supplied in a hex, had it gone there with the units `leaving`."""
    if lives_off_the_land(state, unit, hex_):
        return True
    counter = state.counter(unit)
    if counter.side == OTHER and state.part == S1935:
        if state.world.desert[hex_]:
            return False
        left = NOWHERE if state.units[unit].place == hex_ else left_open(state, unit, leaving)
        return near_ethiopia(state, left)[hex_] != FAR
    if state.world.guerrilla[unit]:
        return False
    left = NOWHERE if state.units[unit].place == hex_ else left_open(state, unit, leaving)
    if _by_lines(state, unit, hex_, left):
        return True
    if counter.side == ITALIAN:
        return _by_minor_source(state, unit, hex_) or by_air(state, unit, hex_)
    return False


@rule("9.4-1", "9.4-2", "9.4-3")
def _by_lines(state: State, unit: int, hex_: int, left: int) -> bool:
    counter = state.counter(unit)
    if to_network(state, counter.side, left)[hex_] != FAR:
        return True
    return counter.type != "hq" and to_headquarters(state, counter.side, left)[hex_] != FAR


@rule("12.3-a", "12.6-a", "PB 13.6.6.1")
def seems_supplied(state: State, unit: int, hex_: int) -> bool:
    """Whether the enemy must take a unit for supplied, if it is the one that stands in a hex.

    Lines he can follow himself. Whom the minor source serves he cannot tell: if more need it than it
    serves, any two of them may be the ones (`forecast_sums`). A drop from the air he sees with the
    unit it is for, if he sees the unit (`by_air`).
    """
    if lives_off_the_land(state, unit, hex_):
        return True
    if state.own(unit) == OTHER and state.part == S1935:
        return not state.world.desert[hex_] and near_ethiopia(state, NOWHERE)[hex_] != FAR
    if state.world.guerrilla[unit]:
        return False
    if _by_lines(state, unit, hex_, NOWHERE):
        return True
    return may_use_minor_source(state, unit) and near_minor_source(state)[hex_] != FAR


@rule("9.5-b", "A-44", "PB 13.6.9-b", "PB 14.6.4.1-a", "PB 14.6.4.2")
def lives_off_the_land(state: State, unit: int, hex_: int) -> bool:
    """Ethiopians, guerrillas and Italian irregulars in Ethiopia, the Danakil excepted."""
    return bool(state.world.fertile[hex_]) and of_the_land(state, unit)


def of_the_land(state: State, unit: int) -> bool:
    return state.counter(unit).supplies_itself


# --- what a line may cross --------------------------------------------------------------------------


@rule("9.5.1-a", "9.5.1-b", "9.5.1-c", "9.5.1-e", "3.2-c", "3.2-d", "A-09", "A-15", "PB 14.6.4.1-c")
@derived(on=BOTH_SIDES | EVENTS)
def barred(state: State, side: int, left: int = NOWHERE, care: int = 0) -> bytearray:
    """Hexes a supply line may not pass: desert, enemies, and beside enemies without a friend.

    `left` is a hex counted as left by its units; `care` avoids guerrillas besides (1), or treats
    them like any enemy (2), for PB 14.6.4.1-f.
    """
    world, maps = state.world, state.maps
    enemy = maps.held[1 - side] if care > 1 else enemies_of_lines(state, side)
    friends: Buffer = maps.held[side]
    if left != NOWHERE:
        friends = bytearray(friends)
        friends[left] = 0
    forbidden = bytes(map(or_, enemy, closed_to_lines(state)))
    if care:
        forbidden = bytes(map(or_, forbidden, maps.held[1 - side]))
    return world.field.closed(forbidden, world.field.zones(enemy, world.board.edge), friends)


def closed_to_lines(state: State) -> bytes:
    """Desert and closed countries, for all lines."""
    return state.world.desert if state.french_open else state.theatre.dry_or_closed


def enemies_of_lines(state: State, side: int) -> bytearray:
    """Hexes with enemy units; the Italian of 1940 disregards guerrillas."""
    maps = state.maps
    if side == ITALIAN and state.part == S1940:
        return maps.solid[OTHER]
    return maps.held[1 - side]


def left_open(state: State, unit: int, leaving: Collection[int]) -> int:
    """The hex that would be left empty beside an enemy if the unit and others went, or NOWHERE."""
    place = state.units[unit].place
    if place < 0:
        return NOWHERE
    if not beside_enemy(state, state.own(unit))[place]:
        return NOWHERE
    gone = (unit, *leaving)
    for other in state.stack(place):
        if other not in gone and state.units[other].carrier not in gone:
            return NOWHERE
    return place


@derived_by_side(on=ENEMIES)
def beside_enemy(state: State, side: int) -> bytearray:
    """Hexes next to an enemy unit that bars lines, hexsides notwithstanding."""
    return state.world.field.zones(enemies_of_lines(state, side), state.world.board.edge)


# --- the lines --------------------------------------------------------------------------------------


@rule("9.4-1", "9.4-2", "9.5.1-d", "11.4.2-b", "A-45")
@derived(on=LINES)
def to_network(state: State, side: int, left: int, care: int = 0) -> bytearray:
    """Distance to the supply source or to the lines that lead there, FAR beyond three hexes."""
    boxes = resources.side_boxes(state, side)
    heads = [h for box in boxes for h in resources.sources(state, box)]
    return _around_network(state, side, left, heads, care)


def _around_network(
    state: State, side: int, left: int, heads: list[int], care: int = 0, reach: int = 0
) -> bytearray:
    """`reach`: how far from the lines to measure, if not as far as supply goes."""
    world = state.world
    closed = barred(state, side, left, care)
    heads = [h for h in heads if not closed[h]]
    net = state.theatre.net(state.roads)
    off_line = where(net.any, 0, 1)
    joined = world.field.flood(off_line, closed, world.nothing, heads, UNLIMITED)
    most = reach or int(state.world.tables["supply"]["to_line"])
    return world.field.flood(world.walls, world.nothing, closed, world.field.within(joined), most)


@rule("9.4-3")
@derived(on=LINES)
def to_headquarters(state: State, side: int, left: int, care: int = 0, reach: int = 0) -> bytearray:
    """Distance to an HQ that has a line of its own, FAR beyond two hexes."""
    lines = to_network(state, side, left, care)
    sources = [
        state.units[u].place
        for u in state.on_map(side)
        if state.counter(u).type == "hq" and lines[state.units[u].place] != FAR
    ]
    world = state.world
    closed = barred(state, side, left, care)
    most = reach or int(world.tables["supply"]["to_hq"])
    return world.field.flood(world.walls, world.nothing, closed, sources, most)


@rule("PB 13.6.6.2", "A-44")
@derived(on=BOTH_SIDES | EVENTS)
def near_ethiopia(state: State, left: int, reach: int = 0) -> bytearray:
    """For Ethiopians abroad: three hexes to a hex of Ethiopia that is no desert."""
    world = state.world
    closed = barred(state, OTHER, left)
    sources = [h for h in marked(world.ethiopia) if not closed[h]]
    most = reach or int(world.tables["supply"]["ethiopian_abroad"])
    return world.field.flood(world.walls, world.nothing, closed, sources, most)


@rule("9.4-2", "9.4-3", "PB 13.6.6.2")
def shortfall(state: State, unit: int, hex_: int, leaving: Collection[int]) -> dict[str, Fact]:
    """Why a unit would be out of supply in a hex: how far the lines and headquarters are from it."""
    table, side = state.world.tables["supply"], state.own(unit)
    left = NOWHERE if state.units[unit].place == hex_ else left_open(state, unit, leaving)
    if side == OTHER and state.part == S1935:
        line, most, hq = near_ethiopia(state, left, UNLIMITED), table["ethiopian_abroad"], None
    else:
        boxes = resources.side_boxes(state, side)
        heads = [h for box in boxes for h in resources.sources(state, box)]
        line = _around_network(state, side, left, heads, reach=UNLIMITED)
        most, hq = table["to_line"], to_headquarters(state, side, left, 0, UNLIMITED)
    return {
        "line": _hexes(line[hex_]),
        "most": int(most),
        "hq": _hexes(FAR if hq is None or state.counter(unit).type == "hq" else hq[hex_]),
        "hq_most": int(table["to_hq"]),
    }


def _hexes(distance: int) -> str:
    return "-" if distance == FAR else str(distance)


# --- the minor source and the air -------------------------------------------------------------------


@rule("PB 13.6.6.1", "PB 14.6.1")
@derived(on=LINES)
def near_minor_source(state: State) -> bytearray:
    """Distance to the minor source or the lines that lead there."""
    at = state.theatre.minor_source
    heads = [at] if state.control[at] == ITALIAN else []
    return _around_network(state, ITALIAN, NOWHERE, heads)


def may_use_minor_source(state: State, unit: int) -> bool:
    return is_small(state.counter(unit))


def is_small(counter: Counter) -> bool:
    """An Italian combat unit that is no division."""
    return counter.side == ITALIAN and counter.combat and counter.halves == 1


@rule("PB 13.6.6.1")
def _by_minor_source(state: State, unit: int, hex_: int) -> bool:
    """Two non-divisional units: those named by the owner, else the first that need it."""
    if not may_use_minor_source(state, unit) or near_minor_source(state)[hex_] == FAR:
        return False
    return minor_place(state, unit)


@rule("PB 13.6.6.1")
def minor_place(state: State, unit: int) -> bool:
    """Whether one of the two places of the minor source is for this unit."""
    if unit in state.minor_users:
        return True
    others = [u for u in minor_needy(state) if u != unit]
    named = [u for u in state.minor_users if u in others]
    places = minor_places(state) - len(named)
    waiting = [u for u in others if u not in named and u < unit]
    return len(waiting) < places


def minor_places(state: State) -> int:
    return int(state.world.tables["supply"]["minor_source_units"])


@derived(on=LINES)
def minor_needy(state: State) -> list[int]:
    """Units near the minor source that have no other supply, in the order of the counters."""
    return [u for u in state.on_map(ITALIAN) if needs_minor_source(state, u, state.units[u].place)]


def needs_minor_source(state: State, unit: int, hex_: int) -> bool:
    """Whether a unit in a hex could be supplied by the minor source, and not by any other line."""
    return (
        may_use_minor_source(state, unit)
        and hex_ in minor_hexes(state)
        and not lives_off_the_land(state, unit, hex_)
    )


@derived(on=LINES)
def minor_hexes(state: State) -> frozenset[int]:
    """The hexes near the minor source that no other line reaches."""
    network = to_network(state, ITALIAN, NOWHERE)
    hqs = to_headquarters(state, ITALIAN, NOWHERE)
    near = state.world.field.within(near_minor_source(state))
    return frozenset(h for h in near if network[h] == FAR and hqs[h] == FAR)


@rule("10.1.7", "PB 13.6.5.2")
def by_air(state: State, unit: int, hex_: int) -> bool:
    """A unit named by a marker that supplies this hex from the air."""
    return bool(state.units[unit].flags & AIRLIFTED) and hex_ in served_from_the_air(state)


def served_from_the_air(state: State) -> list[int]:
    return [a.place for a in state.air if a.status == AirStatus.SUPPLYING]


# --- lines among guerrillas -------------------------------------------------------------------------


@rule("9.5.1-f", "PB 14.6.4.1-f")
def guerrilla_penalty(state: State, unit: int) -> int:
    """How guerrillas trouble the best line of an Italian: 0 not, 1 beside it, 2 on it."""
    place = state.units[unit].place
    if lives_off_the_land(state, unit, place) or not in_supply(state, unit):
        return 0
    for care in (2, 1):
        if to_network(state, ITALIAN, NOWHERE, care)[place] != FAR:
            return 2 - care
        if to_headquarters(state, ITALIAN, NOWHERE, care)[place] != FAR:
            return 2 - care
    return 2
