"""Where a unit may end a move, told hex by hex: cost, way, and the battles it causes.

The kernel says where it can get. Whether a move may end there is the judge's business, who is asked
where something besides the way matters: a full hex, a supply taken on the way (A7), an automatic
victory that the move could spoil.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campagna.games.afrika_korps.orders import Move
from campagna.games.afrika_korps.rules import captures, declared_victories, mobility, movement
from campagna.games.afrika_korps.rules.movement import MovePlan
from campagna.games.afrika_korps.rules.path import Reach, reach_of
from campagna.games.afrika_korps.rules.zones import Mask, either, occupied
from campagna.games.afrika_korps.state import POOL, State

Entry = dict[str, object]
"""A hex where the move may end: its cost, the hex before it, and what else matters there."""


class Destinations:
    """The ends of the moves that a group can make, led by one unit that is its slowest."""

    def __init__(
        self, state: State, unit: int, company: Sequence[int] = (), *, extra: int = 0
    ) -> None:
        self.state = state
        self.unit = unit
        self.group = (unit, *company)
        self.fights = any(state.fights(u) for u in self.group)
        self.terms = mobility.terms(state, unit, escorted=self.fights, extra=extra)
        self.reach = reach_of(self.terms)
        ground = mobility.ground_of(state, unit)
        self.sources = ground.sources if self.fights else state.world.nothing
        self._free: Reach | None = None
        self._harmless: bool | None = None

    def listing(self) -> list[Entry]:
        no_end = occupied(self.state, 1 - self.state.side)
        grasp = self._grasp() if self.fights else self.state.world.nothing
        told: set[int] = set()
        found = []
        for hex_, at in self.reach.label.items():
            way, entry = (None, {}) if no_end[hex_] else self._way(hex_, grasp)
            if way is None:
                continue
            if way is self.reach and self._is_a_step_more(at, told):
                told.add(hex_)
            else:
                entry["path"] = [self.state.hex_name(h) for h in way.path(hex_)]
            if self.sources[hex_]:
                foes = mobility.foes(self.state, self.unit, hex_)
                entry["battles"] = self.state.names(sorted(foes))
            found.append(entry)
        return found

    def _is_a_step_more(self, at: int, told: set[int]) -> bool:
        """Whether the way is the way to a hex told by its steps, and one more.

        Elsewhere the cheapest way passes a hex more dearly than the cheapest way to it, to save road;
        or the hex before is none where the move may end.
        """
        reach = self.reach
        before = reach.parent[at]
        there = reach.hex[before]
        return reach.parent[before] < 0 or (there in told and reach.label[there] == before)

    def _way(self, hex_: int, grasp: Mask) -> tuple[Reach | None, Entry]:
        """The cheapest way that the judge allows, or the cheapest that takes no supply; None if neither."""
        if not self._is_doubtful(hex_, grasp) or self._allowed(self.reach, hex_):
            return self.reach, self._entry(self.reach, hex_)
        if any(grasp):
            free = self._free_ways(grasp)
            if hex_ in free.label and self._allowed(free, hex_):
                return free, self._entry(free, hex_)
        return None, {}

    def _entry(self, reach: Reach, hex_: int) -> Entry:
        at = reach.label[hex_]
        return {
            "hex": self.state.hex_name(hex_),
            "cost": reach.cost[at],
            "road": reach.road[at],
            "from": self.state.hex_name(reach.previous(hex_)),
        }

    def _is_doubtful(self, hex_: int, grasp: Mask) -> bool:
        """Whether more than the way decides if the move may end here."""
        state = self.state
        if self.fights:
            count = len(state.fighters_at(hex_, state.side)) + len(self.group)
            if count > state.world.stack_limit:
                return True
            if self.sources[hex_] and any(grasp[h] for h in self.reach.path(hex_)):
                return True
        if not state.victories:
            return False
        if self.terms.stop[hex_]:
            return True
        # Out of every zone it matters only that the group has left, wherever it goes.
        if self._harmless is None:
            self._harmless = self._may_leave()
        return not self._harmless

    def _may_leave(self) -> bool:
        """Whether no automatic victory would miss the group if it were gone altogether."""
        trial = self.state.copy()
        for unit in self.group:
            trial.put(unit, POOL)
        return declared_victories.refuse_spoiled(trial) is None

    def _allowed(self, reach: Reach, hex_: int) -> bool:
        state = self.state
        ids = state.world.hex_ids
        order = Move(state.names(self.group), tuple(ids[h] for h in reach.path(hex_)))
        return isinstance(movement.judge_move(state, order), MovePlan)

    def _grasp(self) -> bytearray:
        """Hexes where a combat unit takes a lone enemy supply."""
        state = self.state
        mask = bytearray(state.world.size)
        for supply in captures.supplies_on_map(state, 1 - state.side):
            if captures.is_lone(state, supply):
                place = state.place(supply)
                mask[place] = 1
                if not state.world.fortress[place]:
                    for h in state.world.near[place]:
                        mask[h] = 1
        return mask

    def _free_ways(self, grasp: Mask) -> Reach:
        if self._free is None:
            closed = either(self.terms.closed, grasp)
            self._free = reach_of(msgspec.structs.replace(self.terms, closed=closed))
        return self._free
