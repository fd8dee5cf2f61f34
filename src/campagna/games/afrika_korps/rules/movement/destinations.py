"""5, 6.1, 9.3, 15.2.1.1 Where a move may end.

The kernel says where units can get. Whether a move may end there is the judge's business, who is
asked where something besides the way matters: a full hex, a supply taken on the way (A7), an
automatic victory that the move could spoil.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec

from campagna.core.contract import Refusal
from campagna.games.afrika_korps.orders import Move
from campagna.games.afrika_korps.rules.combat import declared_victories
from campagna.games.afrika_korps.rules.combat.zones import Mask, either, occupied
from campagna.games.afrika_korps.rules.movement import mobility, movement
from campagna.games.afrika_korps.rules.movement.path import Reach, Terms, reach_of
from campagna.games.afrika_korps.rules.movement.way_trees import Chain, WayTrees, round_trip
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.state import POOL, State

ALONE = frozenset({"no-room", "captor-without-attack", "no-soak-off", "supply-idle"})
"""Reasons to refuse an end that company may take away."""


def grasp(state: State) -> Mask:
    """Hexes where a combat unit takes a lone enemy supply."""
    mask = bytearray(state.world.size)
    for supply in captures.supplies_on_map(state, 1 - state.side):
        if captures.is_lone(state, supply):
            place = state.place(supply)
            mask[place] = 1
            if not state.world.fortress[place]:
                for h in state.world.near[place]:
                    mask[h] = 1
    return mask


class Paths:
    """The ways of units that stand together and may go alike: the kernel is asked once for them."""

    def __init__(self, state: State, terms: Terms, grasp_: Mask | None) -> None:
        """`grasp_` where supplies fall to combat units; None if nothing can fall to them."""
        self.state = state
        self.terms = terms
        self.grasp = grasp_ if grasp_ is not None and any(grasp_) else None
        self.reach = reach_of(terms)
        self.doubts: dict[int, tuple[list[int], list[int]]] = {}
        """By the number of combat units: hexes where only the way counts, and those where more does."""

    def takes(self, path: Sequence[int]) -> bool:
        """Whether a supply falls on this way."""
        return self.grasp is not None and any(self.grasp[h] for h in path)

    @cached_property
    def trees(self) -> WayTrees:
        return WayTrees(self.state, self.reach)

    @cached_property
    def free(self) -> Reach | None:
        """The cheapest ways that take no supply."""
        if self.grasp is None:
            return None
        closed = either(self.terms.closed, self.grasp)
        return reach_of(msgspec.structs.replace(self.terms, closed=closed))

    @cached_property
    def round_trip(self) -> Chain:
        return round_trip(self.state, self.terms, self.reach)


class Destinations:
    """Where a group can end a move; every hex with the reach whose way leads there."""

    def __init__(
        self, state: State, group: Sequence[int], paths: Paths, *, sure: bool = True
    ) -> None:
        """Not `sure`: not everybody of the group can go every way, so the judge is always asked."""
        self.state = state
        self.group = tuple(group)
        self.paths = paths
        self.fighting = sum(state.fights(u) for u in group)
        sources = mobility.ground_of(state, group[0]).sources
        self.sources = sources if self.fighting else state.world.nothing
        """The battles that ending in a hex causes."""
        self.refused: dict[int, str] = {}
        """Hexes where the move may not end, with the reason."""
        self.sure = sure

    @cached_property
    def ends(self) -> dict[int, Reach]:
        """In the order of the reach, the cheapest first."""
        reach = self.paths.reach
        sure, doubtful = self._sorted()
        if not doubtful:
            return dict.fromkeys(sure, reach)
        judged = {h: way for h in doubtful if (way := self._allowed_way(h)) is not None}
        known = set(sure)
        return {h: judged.get(h, reach) for h in reach.label if h in known or h in judged}

    def _sorted(self) -> tuple[list[int], list[int]]:
        """Hexes where only the way counts, and those where the judge must be asked."""
        state, paths = self.state, self.paths
        alike = self.sure and not state.victories
        if alike and self.fighting in paths.doubts:
            return paths.doubts[self.fighting]
        no_end = occupied(state, 1 - state.side)
        open_ = [h for h in paths.reach.label if not no_end[h]]
        doubtful = [h for h in open_ if self.is_doubtful(h, None)] if self._may_doubt else []
        sure = open_
        if doubtful:
            unsure = set(doubtful)
            sure = [h for h in open_ if h not in unsure]
        if alike:
            paths.doubts[self.fighting] = sure, doubtful
        return sure, doubtful

    @cached_property
    def _full(self) -> set[int]:
        """Hexes where too many would stand."""
        state = self.state
        room = state.world.stack_limit - self.fighting
        return (
            {h for h in state.maps.stacks if len(state.fighters_at(h, state.side)) > room}
            if self.fighting
            else set()
        )

    @cached_property
    def _may_doubt(self) -> bool:
        """Whether there is anything to doubt at all."""
        return bool(
            not self.sure
            or self._full
            or (self.fighting and self.paths.grasp is not None)
            or self.state.victories
            or self._is_led
        )

    @cached_property
    def _is_led(self) -> bool:
        return self.state.world.rommel in self.group[1:]

    def is_doubtful(self, hex_: int, path: Sequence[int] | None) -> bool:
        """Whether more than the way decides if the move may end here; `path` if not the cheapest."""
        state, paths = self.state, self.paths
        if not self.sure or hex_ in self._full:
            return True
        if (
            paths.grasp is not None
            and self.sources[hex_]
            and paths.takes(paths.reach.path(hex_) if path is None else path)
        ):
            return True
        if self._is_led and path is None and self.is_first_step(hex_):
            return True  # his bonus comes step by step
        if not state.victories:
            return False
        # Out of every zone it matters only that the group has left, wherever it goes.
        return bool(paths.terms.stop[hex_]) or not self._may_leave

    def is_first_step(self, hex_: int) -> bool:
        reach = self.paths.reach
        return reach.parent[reach.parent[reach.label[hex_]]] < 0

    @cached_property
    def _may_leave(self) -> bool:
        """Whether no automatic victory would miss the group if it were gone altogether."""
        trial = self.state.copy()
        for unit in self.group:
            trial.put(unit, POOL)
        return declared_victories.refuse_spoiled(trial) is None

    def _allowed_way(self, hex_: int) -> Reach | None:
        """The cheapest way that the judge allows, or the cheapest that takes no supply; None if neither."""
        problem = self.refusal(self.paths.reach.path(hex_))
        if problem is None:
            return self.paths.reach
        free = self.paths.free
        if free is not None and hex_ in free.label and self.refusal(free.path(hex_)) is None:
            return free
        self.refused[hex_] = problem.reason
        return None

    @property
    def may_come_back(self) -> bool:
        """Whether the group may go somewhere and back in one move."""
        trip = [h for h, _ in self.paths.round_trip]
        if not trip or occupied(self.state, 1 - self.state.side)[trip[-1]]:
            return False  # a supply just taken may stand among beaten enemies
        return not self.is_doubtful(trip[-1], trip) or self.refusal(trip) is None

    def refusal(self, path: Iterable[int]) -> Refusal | None:
        state = self.state
        ids = state.world.hex_ids
        order = Move(state.names(self.group), tuple([ids[h] for h in path]))
        plan = movement.judge_move(state, order)
        return plan if isinstance(plan, Refusal) else None
