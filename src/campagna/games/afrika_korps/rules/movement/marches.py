"""5, 13.3, 22.1 Moves on offer: units alone, with Rommel, with an escort, after Rommel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from campagna.core.decision import Decision
from campagna.core.offers import Group, Offer, Reach, Routes, Way, Ways
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.orders import Move
from campagna.games.afrika_korps.rules.combat.zones import Mask, either, occupied
from campagna.games.afrika_korps.rules.forces import rommel_march
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.rules.movement.destinations import (
    ALONE,
    Destinations,
    Paths,
    grasp,
)
from campagna.games.afrika_korps.rules.movement.movement import (
    carry_out_move,
    forecast_move,
    judge_move,
)
from campagna.games.afrika_korps.rules.movement.path import Broken, Terms, walk
from campagna.games.afrika_korps.rules.movement.way_trees import (
    Chain,
    chain,
    chained,
    is_simple,
    round_trip_group,
)
from campagna.games.afrika_korps.state import State

BATTLE = "combat"
"""What comes of ending next to the enemy."""

Key = tuple[object, ...]


class Camp:
    """Units that stand together and may move: where each can go, and where only some together."""

    def __init__(self, state: State, units: Sequence[int], grasp_: Mask) -> None:
        self.state = state
        self.units = tuple(units)
        self.place = state.place(units[0])
        self.routes: list[Ways] = []
        """Ways that are told in full, once the groups are made."""
        self._grasp = grasp_
        self._paths: dict[Key, Paths] = {}
        self._alone = {u: self._destinations((u,)) for u in units}
        rommel = state.world.rommel
        self._led = (
            {u: self._destinations((u, rommel)) for u in units if u != rommel}
            if rommel in units
            else {}
        )

    def groups(self) -> Iterator[Group]:
        yield from self._offered_groups(self._alone, ())
        rommel = self.state.world.rommel
        yield from self._offered_groups(self._led, self.state.names((rommel,)))
        yield from self._together()

    def followers(self) -> list[tuple[list[int], Destinations]]:
        """Units that can go after Rommel in the same way, each with where they go without him."""
        state = self.state
        alike: dict[tuple[object, ...], list[int]] = {}
        for unit, ends in self._alone.items():
            asks = unit if state.victories or ends.paths.grasp is not None else -1
            key = (id(ends.paths), bool(ends.fighting), state.units[unit].trail, asks)
            if unit != state.world.rommel:
                alike.setdefault(key, []).append(unit)
        return [(units, self._alone[units[0]]) for units in alike.values()]

    # --- the ways of a group --------------------------------------------------------------------

    def _destinations(self, group: tuple[int, ...]) -> Destinations:
        state = self.state
        terms, sure = joint_terms(state, group)
        fights = any(state.fights(u) for u in group)
        return Destinations(state, group, self._paths_of(terms, fights), sure=sure)

    def _paths_of(self, terms: Terms, fights: bool) -> Paths:
        """The paths under these terms, found once for all who have them."""
        key = (
            terms.left,
            terms.road,
            terms.crossed,
            terms.lane,
            bytes(terms.closed),
            bytes(terms.stop),
            bytes(terms.not_first),
            fights,
        )
        found = self._paths.get(key)
        if found is None:
            found = Paths(self.state, terms, self._grasp if fights else None)
            self._paths[key] = found
        return found

    def _offered_groups(
        self, found: dict[int, Destinations], company: tuple[str, ...]
    ) -> Iterator[Group]:
        """Units with the same ends by the same ways are one group."""
        alike: dict[tuple[object, ...], list[int]] = {}
        for unit, ends in found.items():
            key = (id(ends.paths), bool(ends.fighting), *ends.ends.items())
            alike.setdefault(key, []).append(unit)
        for units in alike.values():
            odd = found[units[0]].paths.trees.routes(found[units[0]].ends)
            if odd and not company:
                self.routes.append(Ways(self.state.names(units), odd))
            yield from _groups(self.state, found[units[0]], units, company)
            back = [u for u in units if found[u].may_come_back]
            if back:
                paths, names = found[back[0]].paths, self.state.names(back)
                trip, left = paths.round_trip, paths.terms.left
                yield round_trip_group(self.state, names, trip, left, company)

    # --- only together --------------------------------------------------------------------------

    def _together(self) -> Iterator[Group]:
        """Ends that are open to nobody alone: with an escort, or with more strength."""
        state = self.state
        rommel = state.world.rommel
        covered = {u: set(ends.ends) for u, ends in self._alone.items()}
        for unit, ends in self._led.items():
            covered[unit] |= ends.ends.keys()
            covered[rommel] |= ends.ends.keys()
        needy = {u for u in self.units if self._is_needy(u)}
        for size in (2, 3):
            more: dict[int, set[int]] = {u: set() for u in self.units}
            for group in combinations(self.units, size) if needy else ():
                if needy.isdisjoint(group):
                    continue
                ways = self._ways_together(group, covered)
                for unit in group:
                    more[unit] |= {way[-1][0] for way in ways}
                units, company = state.names(group[:1]), state.names(group[1:])
                yield from chained(state, units, self.place, ways, 0, company)
            for unit, hexes in more.items():
                covered[unit] |= hexes

    def _is_needy(self, unit: int) -> bool:
        """Whether company may open more hexes to a unit."""
        state = self.state
        known = [d for d in (self._alone[unit], self._led.get(unit)) if d is not None]
        if any(reason in ALONE for d in known for reason in d.refused.values()):
            return True
        if not all(d.sure for d in known):
            return True
        if state.fights(unit) or not any(state.fights(u) for u in self.units):
            return False
        escorted = mobility.terms(state, unit, escorted=True).closed
        return bytes(escorted) != bytes(self._alone[unit].paths.terms.closed) or bool(self._led)

    def _ways_together(self, group: tuple[int, ...], covered: dict[int, set[int]]) -> list[Chain]:
        """Whoever leads, if they have not used up the same."""
        found: dict[int, Chain] = {}
        known = set.intersection(*(covered[u] for u in group))
        for leader in group:
            ends = self._destinations((leader, *(u for u in group if u != leader)))
            reach = ends.paths.reach
            for h in reach.label.keys() - known - found.keys():
                asked = any(self._is_open(u, h, covered) for u in group)
                if asked and ends.refusal(reach.path(h)) is None:
                    found[h] = chain(reach, h)
            if ends.sure:
                break
        return [found[h] for h in sorted(found)]

    def _is_open(self, unit: int, hex_: int, covered: dict[int, set[int]]) -> bool:
        """Whether company may help a unit to a hex that it does not reach without."""
        if hex_ in covered[unit]:
            return False
        reason = self._alone[unit].refused.get(hex_)
        return reason is None or reason in ALONE


def _groups(
    state: State, ends: Destinations, units: Sequence[int], company: tuple[str, ...]
) -> Iterator[Group]:
    paths, sources = ends.paths, ends.sources
    effects = {h: BATTLE for h in ends.ends if sources[h]}
    usual = [h for h, way in ends.ends.items() if way is paths.reach]
    names, left = state.names(units), paths.terms.left
    yield from paths.trees.groups(names, usual, left, company, effects)
    if len(usual) < len(ends.ends):
        ways = [chain(way, h) for h, way in ends.ends.items() if way is not paths.reach]
        start = paths.terms.start
        yield from chained(state, names, start, ways, left, company, effects)


@rule("6.2", "13.3a", "22.1a", "22.4.1")
def joint_terms(state: State, group: Sequence[int]) -> tuple[Terms, bool]:
    """What a group can do together, and whether that is sure.

    It is where all have used up the same road and escarpments. Otherwise the first leads, and the
    judge must say whether the others can follow.
    """
    escorted = any(state.fights(u) for u in group)
    rommel = state.world.rommel
    led = rommel in group and len(group) > 1
    most: int = state.world.tables["rommel"]["bonus"] if led else 0
    each = []
    for unit in group:
        extra = most - mobility.shared_bonus(state, unit) if led and unit != rommel else 0
        each.append(mobility.terms(state, unit, escorted=escorted, extra=extra))
    first = each[0]
    if len(each) == 1:
        return first, True
    sure = all((t.road, t.crossed, t.lane) == (first.road, first.crossed, first.lane) for t in each)
    joint = msgspec.structs.replace(
        first,
        left=min(t.left for t in each) if sure else first.left,
        closed=_united([t.closed for t in each]),
        stop=_united([t.stop for t in each]),
        not_first=_united([t.not_first for t in each]),
    )
    return joint, sure


def _united(masks: Sequence[Mask]) -> Mask:
    first = masks[0]
    return first if all(m is first for m in masks) else either(*masks)


# --- after Rommel -------------------------------------------------------------------------------------


@rule("22.1a")
def _after_rommel(state: State, camp: Camp) -> tuple[list[Group], list[Ways]]:
    """Hexes that units reach only by going a stretch of Rommel's way; ways that cross themselves are
    told one by one."""
    groups: list[Group] = []
    routes: list[Ways] = []
    for units, ends in camp.followers():
        chains: list[Chain] = []
        odd: list[Way] = []
        known: dict[tuple[int, ...], int] = {}
        names, limits = state.names(units), ends.paths.terms
        for trip in rommel_march.following(state, units[0]).values():
            if not _may_follow(state, ends, trip.path):
                continue
            if is_simple(limits.start, trip.path):
                chains.append(_priced(state, limits, trip.path, known))
            else:
                odd.append(Way(tuple(state.hex_name(h) for h in trip.path), trip.cost))
        groups += chained(state, names, limits.start, chains, limits.left)
        if odd:
            routes.append(Ways(names, tuple(odd)))
    return groups, routes


def _may_follow(state: State, ends: Destinations, path: tuple[int, ...]) -> bool:
    if occupied(state, 1 - state.side)[path[-1]]:
        return False
    return not ends.is_doubtful(path[-1], path) or ends.refusal(path) is None


def _priced(
    state: State, limits: Terms, path: tuple[int, ...], known: dict[tuple[int, ...], int]
) -> Chain:
    """The cost so far at each hex; ways have their beginnings in common, so `known` is shared."""
    priced = []
    for count, hex_ in enumerate(path, 1):
        begun = path[:count]
        cost = known.get(begun)
        if cost is None:
            way = walk(state.world, limits, begun)
            assert not isinstance(way, Broken)
            cost = known[begun] = way.cost
        priced.append((hex_, cost))
    return tuple(priced)


# --- the decision -------------------------------------------------------------------------------------


@rule("5.1", "6.2", "22.1a")
def offer_moves(state: State) -> tuple[Offer, ...]:
    """Every unit that may move with the hexes it reaches; several together must pass the judge."""
    stacks: dict[int, list[int]] = {}
    for unit in mobility.movers(state):
        stacks.setdefault(state.place(unit), []).append(unit)
    grasp_ = grasp(state)
    groups: list[Group] = []
    routes: list[Ways] = []
    for units in stacks.values():
        camp = Camp(state, units, grasp_)
        groups += camp.groups()
        routes += camp.routes
        if state.rommel_path:
            marches, odd = _after_rommel(state, camp)
            groups += marches
            routes += odd
    found: list[Offer] = []
    if groups:
        found.append(Reach("move", tuple(groups), exact=False, tone="main"))
    if routes:
        found.append(Routes("move", tuple(routes), unit="units", many=True))
    return tuple(found)


MOVE = Decision(Move, "5.2", judge_move, carry_out_move, forecast=forecast_move, offer=offer_moves)
