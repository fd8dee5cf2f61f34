"""Where pieces can get to, by name: what the offers of movement and of leaving share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from campagna.core.rulebook import rule
from campagna.games.kasserine.rules import path
from campagna.games.kasserine.rules.path import Terms
from campagna.games.kasserine.rules.zones import either, fighters
from campagna.games.kasserine.state import State
from campagna.games.kasserine.world import World
from campagna.hexes.grid import OFF_MAP
from campagna.hexes.kernels import Buffer

Line = tuple[str, int, str]
"""A hex, its cost in half points and the hex before it, which is empty where a way begins."""


class Reached(NamedTuple):
    """Everywhere that pieces with the same terms can get to."""

    lines: list[Line]
    """Cheapest first. Of a piece on the map the first one is the hex where it stands."""
    mask: Buffer
    """The hexes among them."""
    edges: dict[int, int]
    """The cost of those at the edge of the map."""
    circle: tuple[Line, ...]
    """The cheapest way out and back to where a piece stands, if it can come back. The lines of
    each hex entered; the first has no hex before it."""

    def way(self, hex_: str) -> tuple[str, ...]:
        """The hexes entered on the way, from a piece on the map."""
        before = {name: previous for name, _, previous in self.lines}
        way: list[str] = []
        while before[hex_]:
            way.append(hex_)
            hex_ = before[hex_]
        return tuple(reversed(way))

    def ways(self, hexes: Iterable[str]) -> list[Line]:
        """The lines on the ways to these hexes, that of the beginning left out."""
        before = {name: previous for name, _, previous in self.lines}
        wanted: set[str] = set()
        for hex_ in hexes:
            while hex_ not in wanted and before[hex_]:
                wanted.add(hex_)
                hex_ = before[hex_]
        return [line for line in self.lines if line[0] in wanted]


@rule("MOV-8", "MOV-13")
def reached(state: State, limits: Terms) -> Reached:
    path.spread(limits)
    world, field = state.world, limits.ground.field
    size, nodes = world.size, field.reached()
    mask = either(nodes[:size], nodes[size:])
    edges: dict[int, int] = {}
    for h in world.board.field.common(mask, world.edge):
        first, second = field.cost(h), field.cost(h + size)
        edges[h] = min(first, second) if first >= 0 <= second else max(first, second)
    circle = _circle(limits, world) if len(limits.sources) == 1 else ()
    return Reached(field.as_rows(world.hex_ids, size), mask, edges, circle)


def _circle(limits: Terms, world: World) -> tuple[Line, ...]:
    """The last spread, and one step more from a neighbour back to its beginning.

    Only the cheapest circle is sure to enter no hex twice: another may pass a hex in both of its
    nodes, or its own beginning.
    """
    here, names = limits.sources[0][0], world.hex_ids
    if limits.closed[here]:
        return ()
    field, size, costs, stop = limits.ground.field, world.size, limits.costs, limits.stop
    cost_to = field.cost
    best, last = limits.budget + 1, OFF_MAP
    for node, side in limits.ground.steps_into(here):
        spent = cost_to(node)
        if 0 <= spent < best and spent + costs[side] < best and not stop[node]:
            best, last = spent + costs[side], node
    if last == OFF_MAP:
        return ()
    lines: list[Line] = []
    before = ""
    for node in field.path(last)[1:]:
        lines.append((names[node % size], field.cost(node), before))
        before = lines[-1][0]
    return (*lines, (names[here], best, before))


@rule("MOV-5", "MOV-6")
def full_hexes(state: State) -> list[int]:
    """Hexes with as many own combat units as they can hold."""
    limit = int(state.world.tables["stacking"]["uct"])
    crowd: dict[int, int] = {}
    for unit in fighters(state, state.side):
        here = state.place(unit)
        crowd[here] = crowd.get(here, 0) + 1
    return sorted(h for h, count in crowd.items() if count >= limit)
