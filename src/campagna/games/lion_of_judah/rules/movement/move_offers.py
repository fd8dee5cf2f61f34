"""11 Moves as offers: the reach of every unit, along the lines with more points, and in column."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.contract import Refusal
from campagna.core.offers import Group, Offer, Pairs, Reach
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.maps import CONTROL, ITALIANS, OTHERS
from campagna.games.lion_of_judah.orders import Move
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.general import control
from campagna.games.lion_of_judah.rules.movement import movement
from campagna.games.lion_of_judah.rules.movement.destinations import (
    Team,
    ends_among,
    reach,
    teams,
    way_to,
)
from campagna.games.lion_of_judah.rules.movement.terrain_costs import (
    Ground,
    beside_enemies,
    costs_along_lines,
    ground,
    may_be_dummies,
)
from campagna.games.lion_of_judah.state import State
from campagna.hexes.board import marked
from campagna.hexes.grid import DIRECTIONS, OFF_MAP
from campagna.hexes.kernels import BARRED, MAX_BUDGET
from campagna.kit.derived import derived_by_side

Step = tuple[str, int, str]

_LEFT_BEHIND = (Pairs("drops", who="units", along="path"),)
"""11.3: who stays in a hex on the way."""


def offer_moves(state: State) -> tuple[Offer, ...]:
    """Each team with its reach; units of one hex may go together if the judge finds room for all."""
    plain: list[Group] = []
    hurried: list[Group] = []
    columns: list[Group] = []
    iron_will = bool(effects_in_force.iron_will_bonus(state)) and state.side == ITALIAN
    for team in teams(state):
        group = _group(state, team)
        if group is not None:
            plain.append(group)
        if iron_will:
            known = group.ends if group is not None and group.ends is not None else ()
            hurried += _hurried(state, team, known)
        columns += _in_column(state, team)
    found = [
        Reach("move", tuple(plain), from_origin=True, exact=False, tone="main", extras=_LEFT_BEHIND)
    ]
    found.append(Reach("move", tuple(hurried), from_origin=True, exact=False, extras=_LEFT_BEHIND))
    found.append(
        Reach("move", tuple(columns), from_origin=True, exact=False, fixed={"column": True})
    )
    return tuple(offer for offer in found if offer.groups)


def _group(state: State, team: Team) -> Group | None:
    """A team with the hexes that one of it can go to; None if there is none."""
    unit, field, ids = team[0], state.world.field, state.world.hex_ids
    place, left = state.units[unit].place, movement.left(state, unit)
    mask = reach(state, [unit])
    hexes = list(marked(mask))
    if not hexes:
        return None
    steps: list[Step] = field.as_rows(ids, field.size)[1:]
    # The guaranteed hex is beyond the points that the kernel counts: it takes all there are.
    steps += [(ids[h], left, ids[place]) for h in hexes if field.cost(h) < 0]
    enemy = state.maps.held[1 - state.side]
    screened = [h for h in hexes if enemy[h] and may_be_dummies(state, h)]
    barred = _reroute(state, unit, screened, steps) if screened else ()
    ends = tuple([ids[h] for h in hexes if h not in barred])
    if not ends:
        return None
    return Group(state.names(team), ids[place], tuple(steps), left=left, ends=ends)


@rule("PB 14.6.5")
def _reroute(state: State, unit: int, screened: Sequence[int], steps: list[Step]) -> list[int]:
    """Lead the ways to screened hexes over hexes where the unit could stop.

    Returns the screened hexes to which no such way leads.
    """
    ids, field, place = state.world.hex_ids, state.world.field, state.units[unit].place
    ways = {h: [way_to(state, place, h)] for h in screened}
    for h in screened:
        beside = [p for p in state.world.board.grid.around(h) if field.cost(p) > 0]
        ways[h] += [[*way_to(state, place, p), h] for p in sorted(beside, key=field.cost)]
    barred = []
    for h in screened:
        way = next((w for w in ways[h] if _may_go(state, unit, w)), None)
        if way is None:
            barred.append(h)
            continue
        at = next(i for i, step in enumerate(steps) if step[0] == ids[h])
        steps[at] = (ids[h], steps[at][1], ids[way[-2]])
    return barred


def _may_go(state: State, unit: int, way: Sequence[int]) -> bool:
    order = Move((state.name(unit),), tuple([state.hex_name(h) for h in way]))
    return not isinstance(movement.judge_move(state, order), Refusal)


# --- along the lines --------------------------------------------------------------------------------


@rule("12.10")
def _hurried(state: State, team: Team, known: Sequence[str]) -> list[Group]:
    """Event B7: wheels that keep to the lines go farther than `known`."""
    unit = team[0]
    more = movement.bonus(state, [unit], (), column=False)
    if not more:
        return []
    return _along_lines(state, team, ground(state, [unit]), more, known)


@rule("PB 13.6.7.3")
def _in_column(state: State, team: Team) -> list[Group]:
    """Europeans on friendly lines away from every enemy."""
    unit = team[0]
    place = state.units[unit].place
    if movement.refuse_column(state, [unit], (place,)) is not None:
        return []
    g = ground(state, [unit])
    closed = int.from_bytes(g.closed, "little") | _no_column(state, state.side)
    open_ = Ground(g.costs, closed.to_bytes(state.world.size, "little"), g.stop, g.dearest)
    more = movement.bonus(state, [unit], (), column=True)
    return _along_lines(state, team, open_, more, ())


@derived_by_side(on=(OTHERS | CONTROL, ITALIANS | CONTROL))
def _no_column(state: State, side: int) -> int:
    """Hexes beside the enemy, under him or not friendly, as bits, one byte per hex."""
    danger, enemy = beside_enemies(state, side), state.maps.held[1 - side]
    hexes = range(state.world.size)
    mask = bytes(
        [bool(danger[h] or enemy[h] or not control.controlled(state, h, side)) for h in hexes]
    )
    return int.from_bytes(mask, "little")


def _along_lines(
    state: State, team: Team, g: Ground, more: int, known: Sequence[str]
) -> list[Group]:
    """The reach of a team with more points that keeps to roads, railways and tracks."""
    unit, field, ids = team[0], state.world.field, state.world.hex_ids
    place = state.units[unit].place
    costs = costs_along_lines(state, g.costs)
    budget = min(movement.left(state, unit) + more, MAX_BUDGET)
    field.reach(costs, g.closed, g.stop, place, budget)
    steps: list[Step] = field.as_rows(ids, field.size)[1:]
    found = field.reached()
    if budget < g.dearest and not state.units[unit].spent:
        for h in _next_on_lines(state, costs, g.closed, place):
            if not found[h]:
                steps.append((ids[h], budget, ids[place]))
                found[h] = 1
    found[place] = 0
    mask = ends_among(state, [unit], int.from_bytes(found, "little"))
    ends = [ids[h] for h in marked(mask.to_bytes(state.world.size, "little"))]
    ends = [end for end in ends if end not in known]
    if not ends:
        return []
    return [Group(state.names(team), ids[place], tuple(steps), left=budget, ends=tuple(ends))]


def _next_on_lines(state: State, costs: bytes, closed: bytes, place: int) -> list[int]:
    """Adjacent hexes along a line: a minimum move may enter them whatever they cost (11.2-b)."""
    neighbours = state.world.board.grid.neighbours
    sides = range(place * DIRECTIONS, (place + 1) * DIRECTIONS)
    found = [neighbours[s] for s in sides if costs[s] != BARRED and neighbours[s] != OFF_MAP]
    return [h for h in found if not closed[h]]
