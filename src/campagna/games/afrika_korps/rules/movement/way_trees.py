"""5.2 Ways as the steps of an offer: each hex with its cost and the hex before it.

Mostly the cheapest way to a hex is the cheapest way to its neighbour and a step more, and all of them
make one tree. Some are not: they save road for later. Those stand in trees of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from campagna.core import offers
from campagna.core.offers import Group
from campagna.games.afrika_korps.rules.movement.path import Reach, Terms, Way, walk
from campagna.games.afrika_korps.state import State

Step = tuple[str, int, str]
Chain = tuple[tuple[int, int], ...]
"""A way: each hex entered, with the cost so far."""

NO_EFFECTS: Mapping[int, str] = {}


class WayTrees:
    """The cheapest ways of a reach, as few trees as let every hex have one hex before it."""

    def __init__(self, state: State, reach: Reach) -> None:
        self.reach = reach
        self.crossing: set[int] = set()
        """Hexes whose way enters some hex twice, to change roads: no tree leads there."""
        self._ids = state.world.hex_ids
        label, hexes, parents = reach.label, reach.hex, reach.parent
        usual: dict[int, int] = {}
        others: list[int] = []
        for hex_, at in label.items():
            before = parents[at]
            if parents[before] < 0 or usual.get(hexes[before]) == before:
                usual[hex_] = at
            else:
                others.append(hex_)
        self._trees: list[tuple[tuple[Step, ...], Collection[int]]] = []
        if usual:
            self._trees.append((self._steps(usual), usual.keys()))
        self._trees += [(self._steps(tree), ends) for tree, ends in self._odd(others)]

    def _odd(self, hexes: Iterable[int]) -> list[tuple[dict[int, int], set[int]]]:
        """Trees for the hexes whose cheapest way passes another hex more dearly than it need."""
        found: list[tuple[dict[int, int], set[int]]] = []
        for hex_ in hexes:
            for tree, ends in found:
                if self._fits(tree, hex_):
                    ends.add(hex_)
                    break
            else:
                fresh: dict[int, int] = {}
                if self._fits(fresh, hex_):
                    found.append((fresh, {hex_}))
                else:
                    self.crossing.add(hex_)
        return found

    def _fits(self, tree: dict[int, int], hex_: int) -> bool:
        """Add the way to a hex, if every hex on it is new or reached in the same way."""
        hexes, parents = self.reach.hex, self.reach.parent
        more: dict[int, int] = {}
        at = self.reach.label[hex_]
        while parents[at] >= 0:
            here = hexes[at]
            known = tree.get(here)
            if known == at:
                break
            if known is not None or here in more or here == self.reach.start:
                return False
            more[here] = at
            at = parents[at]
        tree.update(more)
        return True

    def _steps(self, tree: Mapping[int, int]) -> tuple[Step, ...]:
        ids, reach = self._ids, self.reach
        hexes, parents, costs = reach.hex, reach.parent, reach.cost
        return tuple([(ids[h], costs[at], ids[hexes[parents[at]]]) for h, at in tree.items()])

    def groups(
        self,
        units: tuple[str, ...],
        ends: Collection[int],
        left: int,
        company: tuple[str, ...] = (),
        effects: Mapping[int, str] = NO_EFFECTS,
    ) -> list[Group]:
        """The offer of these ends."""
        ids, origin = self._ids, self._ids[self.reach.start]
        found = []
        for steps, known in self._trees:
            inside = [h for h in ends if h in known]
            if inside:
                named = None if len(inside) == len(steps) else tuple([ids[h] for h in inside])
                shown = {ids[h]: effects[h] for h in inside if h in effects} if effects else {}
                found.append(Group(units, origin, steps, left, named, company, effects=shown))
        return found

    def routes(self, ends: Iterable[int]) -> tuple[offers.Way, ...]:
        """The ways to these ends that no tree holds, each in full."""
        ids, reach = self._ids, self.reach
        return tuple(
            offers.Way(tuple([ids[x] for x in reach.path(h)]), reach.cost[reach.label[h]])
            for h in ends
            if h in self.crossing
        )


def chain(reach: Reach, hex_: int) -> Chain:
    way = []
    at = reach.label[hex_]
    while reach.parent[at] >= 0:
        way.append((reach.hex[at], reach.cost[at]))
        at = reach.parent[at]
    way.reverse()
    return tuple(way)


def is_simple(start: int, path: Sequence[int]) -> bool:
    """Whether a way enters no hex twice, nor the one where it begins."""
    return start not in path and len(set(path)) == len(path)


def chained(
    state: State,
    units: tuple[str, ...],
    start: int,
    chains: Iterable[Chain],
    left: int,
    company: tuple[str, ...] = (),
    effects: Mapping[int, str] = NO_EFFECTS,
) -> list[Group]:
    """Groups of simple ways that belong to no one reach."""
    trees: list[_Steps] = []
    for way in chains:
        hexes = [hex_ for hex_, _ in way]
        before = dict(zip(hexes, (start, *hexes), strict=False))
        tree = next((t for t in trees if t.agrees(before)), None)
        if tree is None:
            tree = _Steps()
            trees.append(tree)
        tree.add(way, before)
    ids = state.world.hex_ids
    return [
        Group(
            units,
            ids[start],
            tuple((ids[h], tree.costs[h], ids[b]) for h, b in tree.before.items()),
            left,
            tuple(ids[h] for h in tree.ends),
            company,
            effects={ids[h]: effects[h] for h in tree.ends if h in effects},
        )
        for tree in trees
    ]


class _Steps:
    """Ways that agree on the hex before each hex."""

    def __init__(self) -> None:
        self.before: dict[int, int] = {}
        self.costs: dict[int, int] = {}
        self.ends: list[int] = []

    def agrees(self, before: Mapping[int, int]) -> bool:
        known = self.before
        return all(known.get(h, b) == b for h, b in before.items())

    def add(self, way: Chain, before: Mapping[int, int]) -> None:
        self.before.update(before)
        for hex_, cost in way:
            self.costs.setdefault(hex_, cost)
        end, price = way[-1]
        self.costs[end] = price
        self.ends.append(end)


# --- out and back -------------------------------------------------------------------------------------


def round_trip(state: State, terms: Terms, reach: Reach) -> Chain:
    """A way out and back to where it began; empty if there is none."""
    world = state.world
    for hex_ in world.near[terms.start]:
        if hex_ in reach.label:
            way = walk(world, terms, (*reach.path(hex_), terms.start))
            if isinstance(way, Way) and way.cost <= terms.left:
                return (*chain(reach, hex_), (terms.start, way.cost))
    return ()


def round_trip_group(
    state: State, units: tuple[str, ...], trip: Chain, left: int, company: tuple[str, ...] = ()
) -> Group:
    """Out and back in one move is allowed, if hardly ever meant. A hex where units stand is no step
    of theirs, so the group has no origin."""
    ids = state.world.hex_ids
    before = ("", *(ids[h] for h, _ in trip))
    steps = tuple((ids[h], cost, b) for (h, cost), b in zip(trip, before, strict=False))
    home = (ids[trip[-1][0]],)
    return Group(units, "", steps, left, home, company, grave=home)
