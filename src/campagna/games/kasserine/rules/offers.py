"""What may be ordered now: set-up, logistics and movement.

Random choices seek contact and the exits, so that random games are fought and not walked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.kasserine.orders import Demolish, Deploy, Leave, March, Move, SelfReduce
from campagna.games.kasserine.rules import exits, logistics, movement, path, sequence, setup
from campagna.games.kasserine.rules.command import attack_value
from campagna.games.kasserine.rules.judged_offers import DONE, PhaseOffers, one_in, pick
from campagna.games.kasserine.rules.path import Reach, Terms, reach
from campagna.games.kasserine.rules.strength import defence_value
from campagna.games.kasserine.rules.zones import either, fighters, on_map, watchers
from campagna.games.kasserine.state import MARCHING, REDUCED, SUPPLIED
from campagna.games.kasserine.world import AXIS
from campagna.hexes.kernels import Buffer


class Reached(NamedTuple):
    """A reach as the listing tells it."""

    lines: list[tuple[str, int, str]]
    """Hex, cost in half points, previous hex, cheapest first; shared by all pieces that may do it."""
    mask: Buffer
    """The hexes among them."""
    edges: dict[int, int]
    """The cost of those at the edge of the map."""

    def way(self, hex_: str) -> tuple[str, ...]:
        """The hexes entered on the way, from a piece on the map."""
        before = {name: previous for name, _, previous in self.lines}
        way: list[str] = []
        while before[hex_]:
            way.append(hex_)
            hex_ = before[hex_]
        return tuple(reversed(way))


class SetupOffers(PhaseOffers):
    answers = (setup.DEPLOY, sequence.END_SETUP)

    def sample(self, chance: Chance) -> Order:
        state = self.state
        left = setup.unplaced(state)
        if not left:
            return DONE
        unit = pick(left, chance)
        open_ = self._open(unit)
        return Deploy(state.name(unit), state.hex_name(pick(open_, chance)))

    def _open(self, unit: int) -> list[int]:
        state = self.state
        return [h for h in setup.start_hexes(state, unit) if movement.has_room(state, h, (unit,))]

    def listing(self) -> dict[str, object]:
        state = self.state
        return {
            "deploy": {
                state.name(u): state.hex_names(self._open(u))
                for u in setup.placed_by_player(state.side)
            },
            "left": state.names(setup.unplaced(state)),
            "done": setup.refuse_end(state) is None,
        }


class LogisticsOffers(PhaseOffers):
    answers = (logistics.DEMOLISH, logistics.SELF_REDUCE, logistics.MARCH, sequence.END)

    def supplies(self) -> list[str]:
        return [self.state.name(u) for u in logistics.supplies(self.state, self.state.side)]

    def demolitions(self) -> list[str]:
        return [n for n in self.supplies() if self.covers(Demolish(n))]

    def marches(self) -> list[str]:
        return [n for n in self.supplies() if self.covers(March(n))]

    def reductions(self) -> list[int]:
        state = self.state
        return [
            u
            for u in on_map(state, state.side)
            if state.world.foot[u] and not state.flagged(u, REDUCED)
        ]

    def sample(self, chance: Chance) -> Order:
        """Supplies march often, stores near the enemy are blown up, cut-off infantry breaks out."""
        state = self.state
        if one_in(3, chance):
            threatened = [n for n in self.demolitions() if self._threatened(n)]
            if threatened and one_in(3, chance):
                return Demolish(pick(threatened, chance))
        if one_in(6, chance):
            fed = logistics.supplied_hexes(state, state.side)
            cut_off = [u for u in self.reductions() if not fed[state.place(u)]]
            if cut_off:
                return SelfReduce(state.name(pick(cut_off, chance)))
        marches = self.marches()
        if marches and one_in(2, chance):
            return March(pick(marches, chance))
        return DONE

    def _threatened(self, supply: str) -> bool:
        state = self.state
        here = state.place(state.world.index[supply])
        distance = state.world.board.grid.distance
        return any(distance(here, state.place(u)) <= 3 for u in fighters(state, 1 - state.side))

    def listing(self) -> dict[str, object]:
        state = self.state
        return {
            "demolish": self.demolitions(),
            "self_reduce": state.names(self.reductions()),
            "march": self.marches(),
            "marching": [
                state.name(u)
                for u in logistics.supplies(state, state.side)
                if state.flagged(u, MARCHING)
            ],
            "done": True,
        }


class MovementOffers(PhaseOffers):
    answers = (movement.MOVE, exits.LEAVE, sequence.END)

    # --- sampling -------------------------------------------------------------------------------------

    def sample(self, chance: Chance) -> Order:
        state = self.state
        movers = movement.movers(state)
        for _ in range(8):
            if not movers or one_in(len(movers) // 3 + 12, chance):
                return DONE
            order = self._sample_move(pick(movers, chance), chance)
            if order is not None:
                return order
        return DONE

    def _sample_move(self, unit: int, chance: Chance) -> Order | None:
        state = self.state
        limits = movement.terms(state, (unit,))
        if not limits.seeds:
            return None
        found = reach(limits)
        exits = self._exits(unit, limits, found)
        if exits and not one_in(4, chance):
            path = found.path(pick(exits, chance))[1:]
            return Leave(state.name(unit), state.hex_names(path))
        end = self._destination(unit, limits, found, chance)
        if end is None:
            return None
        first = 0 if state.place(unit) < 0 else 1
        return Move((state.name(unit),), state.hex_names(found.path(end)[first:]))

    def _exits(self, unit: int, limits: Terms, found: Reach) -> list[int]:
        """Edge hexes in reach by which the unit scores or blocks an entry."""
        state = self.state
        costs = {h: found.cost(h) for h in found.node if state.world.edge[h]}
        return [
            h
            for h, effect, _ in self._ways_out(unit, limits, costs)
            if effect == "scores" or (effect == "blocks" and state.owner(unit) != AXIS)
        ]

    def _ways_out(
        self, unit: int, limits: Terms, costs: Mapping[int, int]
    ) -> list[tuple[int, str, int]]:
        """Every hex by which a piece on the map can leave it, with what comes of it and the cost."""
        state = self.state
        here = state.place(unit)
        if here < 0:
            return []
        ways = []
        for h, spent in costs.items():
            if limits.stop[h] and h != here:
                continue
            cost = spent + exits.leaving_cost(state, h)
            if cost <= limits.budget:
                ways.append((h, exits.effect(state, unit, h), cost))
        return ways

    def _destination(self, unit: int, limits: Terms, found: Reach, chance: Chance) -> int | None:
        state = self.state
        here = state.place(unit)
        full = set(self._full_hexes()) if state.fights(unit) else set()
        ends = [h for h in found.node if h != here and h not in full]
        if not ends:
            return None
        contact = [h for h in ends if limits.stop[h] and self._hopeful(unit, h)]
        if contact and not one_in(3, chance):
            return pick(contact, chance)
        quiet = [h for h in ends if not limits.stop[h]] or ends
        if one_in(8, chance):
            return pick(quiet, chance)
        return self._nearest(quiet, self._goal(unit, chance), chance)

    def _goal(self, unit: int, chance: Chance) -> int:
        """Commands and supplies follow their army; the Axis looks for exits and enemies, the others too."""
        state = self.state
        own, foes = fighters(state, state.side), on_map(state, 1 - state.side)
        if not state.fights(unit) and own:
            return state.place(pick(own, chance))
        if not foes or (state.side == AXIS and one_in(2, chance)):
            return pick(sorted(state.world.exits), chance)
        return state.place(pick(foes, chance))

    def _hopeful(self, unit: int, hex_: int) -> bool:
        """With the friends around at least 1-1 against somebody there."""
        state = self.state
        for w in watchers(state, 1 - state.side, hex_):
            post = state.place(w)
            friends = {u for h in state.world.near[post] for u in state.fighters_at(h, state.side)}
            attack = sum(attack_value(state, u) for u in friends | {unit})
            foes = state.fighters_at(post, 1 - state.side)
            if attack >= sum(defence_value(state, f) for f in foes):
                return True
        return False

    def _nearest(self, ends: Sequence[int], goal: int, chance: Chance) -> int:
        distance = self.state.world.board.grid.distance
        tries = [pick(ends, chance) for _ in range(8)]
        return min(tries, key=lambda h: distance(h, goal))

    # --- telling --------------------------------------------------------------------------------------

    def listing(self) -> dict[str, object]:
        """For each piece [hex, cost in half points, previous hex], where it may not stop, ways out.

        Pieces that stand together and may do the same share one reach. `leave` names the ways out
        that score or block an entry; the others only lose the piece.
        """
        state = self.state
        units: dict[str, object] = {}
        known: dict[object, Reached] = {}
        useful: list[dict[str, object]] = []
        full = self._full_hexes()
        for unit in movement.movers(state):
            limits = movement.terms(state, (unit,))
            key = (limits.seeds, id(limits.costs), limits.budget, limits.closed)
            listed = known.get(key)
            if listed is None:
                listed = known[key] = self._reached(limits)
            entry: dict[str, object] = {"left": limits.budget, "reach": listed.lines}
            closed = [h for h in full if listed.mask[h]] if full and state.fights(unit) else ()
            entry["full"] = state.hex_names(
                [h for h in closed if not movement.has_room(state, h, (unit,))]
            )
            ways = self._ways_out(unit, limits, listed.edges) if listed.edges else ()
            if ways:
                entry["leave"] = [(state.hex_name(h), effect, cost) for h, effect, cost in ways]
                useful += self._useful(unit, listed, ways)
            if state.place(unit) < 0:
                entry["entry"] = state.hex_names(h for h, _ in limits.seeds)
            units[state.name(unit)] = entry
        return {
            "move": units,
            "leave": useful,
            "unsupplied": state.names(self._unsupplied()),
            "done": True,
        }

    def _useful(
        self, unit: int, listed: Reached, ways: Sequence[tuple[int, str, int]]
    ) -> list[dict[str, object]]:
        """The ways out that are worth an order."""
        state = self.state
        return [
            {
                "unit": state.name(unit),
                "path": listed.way(state.hex_name(h)),
                "hex": state.hex_name(h),
                "effect": effect,
            }
            for h, effect, _ in ways
            if effect != "eliminated"
        ]

    def _full_hexes(self) -> list[int]:
        """Hexes with as many own combat units as they can hold."""
        state = self.state
        limit = int(state.world.tables["stacking"]["uct"])
        crowd: dict[int, int] = {}
        for unit in fighters(state, state.side):
            here = state.place(unit)
            crowd[here] = crowd.get(here, 0) + 1
        return sorted(h for h, count in crowd.items() if count >= limit)

    def _reached(self, limits: Terms) -> Reached:
        """The same as `Reach`, read from the kernel in one pass."""
        path.spread(limits)
        world, field = self.state.world, limits.ground.field
        size, nodes = world.size, field.reached()
        mask = either(nodes[:size], nodes[size:])
        edges: dict[int, int] = {}
        for h in world.board.field.common(mask, world.edge):
            first, second = field.cost(h), field.cost(h + size)
            edges[h] = min(first, second) if first >= 0 <= second else max(first, second)
        return Reached(field.told(world.hex_ids, size), mask, edges)

    def _unsupplied(self) -> list[int]:
        """Combat units that cannot move for want of a line."""
        state = self.state
        return [
            u
            for u in fighters(state, state.side)
            if not state.flagged(u, SUPPLIED) and not logistics.moves_freely(state, u)
        ]
