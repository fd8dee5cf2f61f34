"""What may be ordered now: movement and automatic victories."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.afrika_korps.orders import Declare, Destroy, Embark, Move
from campagna.games.afrika_korps.rules import (
    captures,
    declared_victories,
    mobility,
    sequence,
    stacking,
)
from campagna.games.afrika_korps.rules.arrivals import EMBARK
from campagna.games.afrika_korps.rules.automatic_victory import DECLARE
from campagna.games.afrika_korps.rules.isolation import supplied_hexes
from campagna.games.afrika_korps.rules.movement import MOVE
from campagna.games.afrika_korps.rules.offers import rommel_march
from campagna.games.afrika_korps.rules.offers.arrival_offers import (
    DONE,
    Listing,
    PhaseOffers,
    destroyable,
    pick,
)
from campagna.games.afrika_korps.rules.offers.destinations import Destinations
from campagna.games.afrika_korps.rules.path import Reach
from campagna.games.afrika_korps.rules.strength import attack_of, defence_sum
from campagna.games.afrika_korps.rules.supply import NOBODY, enough, within_line
from campagna.games.afrika_korps.rules.supply_denial import DESTROY
from campagna.games.afrika_korps.rules.zones import beaten, fighters, watchers, zone
from campagna.games.afrika_korps.state import FROZEN, INTO_ZONE, NOWHERE, State
from campagna.games.afrika_korps.world import AXIS


class MovementOffers(PhaseOffers):
    answers = (MOVE, DECLARE, EMBARK, DESTROY, sequence.END)

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.enemy = 1 - state.side

    # --- sampling -----------------------------------------------------------------------------------

    def sample(self, chance: Chance) -> Order:
        state = self.state
        declare = self._sample_victory()
        if declare is not None:
            return declare
        unmoved = [u for u in mobility.movers(state) if state.units[u].since == NOWHERE]
        if unmoved and chance.pick(20, "seat"):
            trains = [u for u in unmoved if not state.fights(u)]
            for _ in range(6):
                first = trains if trains and chance.pick(2, "seat") else unmoved
                unit = pick(first, chance)
                if self._stays(unit) and chance.pick(12, "seat"):
                    continue
                order = self._sample_move(unit, chance)
                if order is not None and self.covers(order):
                    return order
        if sequence.refuse_end(state) is None:
            return DONE
        return self.repair(chance)

    def repair(self, chance: Chance) -> Order:
        """What has to be put right before movement can end."""
        state = self.state
        for supply in captures.supplies_on_map(state, state.side):
            order = Destroy(state.name(supply))
            if state.flagged(supply, INTO_ZONE) and self.covers(order):
                return order
        if declared_victories.refuse_unsupplied(state) is not None:
            for supply in captures.supplies_on_map(state, state.side):
                for path in declared_victories.rescuers(state, supply):
                    rescue = self._move([supply], path)
                    if self.covers(rescue):
                        return rescue
        for hex_ in stacking.overstacked(state):
            for unit in state.fighters_at(hex_, state.side):
                embark = Embark((state.name(unit),))
                if self.covers(embark):
                    return embark
                if mobility.refuse_mover(state, unit) is None:
                    move = self._step_aside(unit, chance)
                    if move is not None:
                        return move
        raise AssertionError(f"movement cannot end: {sequence.refuse_end(state)}")

    def _step_aside(self, unit: int, chance: Chance) -> Order | None:
        state = self.state
        reach = mobility.reach(state, unit)
        free = [
            h
            for h in reach.label
            if len(state.fighters_at(h, state.side)) < state.world.stack_limit
        ]
        first = chance.pick(len(free), "seat") if free else 0
        for end in free[first:] + free[:first]:
            order = self._move([unit], reach.path(end))
            if self.covers(order):
                return order
        return None

    def _sample_victory(self) -> Order | None:
        """The first automatic victory in sight: the whole of an enemy stack by all around it."""
        state = self.state
        for attackers, defenders in self.prospects():
            supplies = enough(state, attackers, NOBODY)
            if supplies is not None:
                order = Declare(
                    state.names(attackers), state.names(defenders), state.names(supplies)
                )
                if self.covers(order):
                    return order
        return None

    def prospects(self) -> list[tuple[list[int], list[int]]]:
        """Enemy stacks at 5-1 or better, with the units around them that can still take part."""
        state = self.state
        void = beaten(state)
        least = state.world.tables["odds"]["surrounded_from"]
        found = []
        for hex_ in sorted({state.place(u) for u in fighters(state, self.enemy)}):
            defenders = state.fighters_at(hex_, self.enemy)
            attackers = [
                u
                for h in state.world.near[hex_]
                for u in state.fighters_at(h, state.side)
                if not state.flagged(u, FROZEN)
            ]
            if not attackers or void & set(defenders):
                continue
            if attack_of(state, attackers) >= least * defence_sum(state, defenders):
                found.append((attackers, defenders))
        return found

    def _sample_move(self, unit: int, chance: Chance) -> Order | None:
        state = self.state
        place = state.place(unit)
        if place in state.world.ports[state.side] and chance.pick(12, "seat") == 0:
            return Embark((state.name(unit),))
        group = self._company(unit, chance)
        escorted = any(state.fights(u) for u in group)
        extra = 0
        if state.world.rommel in group and len(group) > 1:
            extra = state.world.tables["rommel"]["bonus"]
            group = [state.world.rommel, *(u for u in group if u != state.world.rommel)]
        slowest = min(group, key=lambda u: state.counter(u).movement)
        if slowest == state.world.rommel:
            extra = 0
        reach = mobility.reach(state, slowest, escorted=escorted, extra=extra)
        end = self._destination(unit, group, reach, chance)
        return None if end is None else self._move(group, reach.path(end))

    def _company(self, unit: int, chance: Chance) -> list[int]:
        """Often the units beside it that have not moved either, up to a full stack."""
        state = self.state
        able = [
            u
            for u in state.stack(state.place(unit))
            if u != unit
            and state.owner(u) == state.side
            and state.units[u].since == NOWHERE
            and mobility.refuse_mover(state, u) is None
        ]
        if not able or chance.pick(3, "seat") == 0:
            return [unit]
        same = [
            u
            for u in able
            if state.counter(u).movement >= state.counter(unit).movement or not state.fights(u)
        ]
        return [unit, *same[: chance.pick(3, "seat")]]

    def _destination(self, unit: int, group: list[int], reach: Reach, chance: Chance) -> int | None:
        state = self.state
        count = sum(state.fights(u) for u in group)
        limit = state.world.stack_limit
        ends = [h for h in reach.label if len(state.fighters_at(h, state.side)) + count <= limit]
        if not ends:
            return None
        danger = zone(state, self.enemy)
        quiet = [h for h in ends if not danger[h]] or ends
        if not any(state.fights(u) for u in group):
            if chance.pick(16, "seat") == 0:
                return pick(ends, chance)
            goal = state.place(pick(fighters(state, state.side), chance))
            return self._nearest(quiet, goal, chance)
        base = state.world.bases[state.side]
        if base in quiet and not state.stack(base) and chance.pick(4, "seat"):
            return base
        contact = [h for h in ends if danger[h] and self._hopeful(group, h)]
        if contact and chance.pick(5, "seat"):
            return pick(contact, chance)
        if chance.pick(16, "seat") == 0:
            return pick(ends, chance)
        tied = supplied_hexes(state, state.side)
        return self._nearest([h for h in quiet if tied[h]] or quiet, self._goal(chance), chance)

    def _goal(self, chance: Chance) -> int:
        """An enemy unit or supply, an objective, or the own base when nobody holds it."""
        state = self.state
        base = state.world.bases[state.side]
        if not state.stack(base) and chance.pick(4, "seat") == 0:
            return base
        goals = [state.place(u) for u in fighters(state, self.enemy)]
        goals += [state.place(s) for s in captures.supplies_on_map(state, self.enemy)]
        goals += state.world.objectives
        return pick(goals, chance)

    def _hopeful(self, group: list[int], hex_: int) -> bool:
        """Not plainly hopeless: 1-2 or better with the friends around, and a supply in reach."""
        state = self.state
        foes = watchers(state, self.enemy, hex_)
        if not within_line(state, hex_, foes):
            return False
        for post in {state.place(w) for w in foes}:
            friends = [u for h in state.world.near[post] for u in state.fighters_at(h, state.side)]
            attack = attack_of(state, {*friends, *group})
            if 2 * attack >= defence_sum(state, state.fighters_at(post, self.enemy)):
                return True
        return False

    def _stays(self, unit: int) -> bool:
        """The last combat unit in an objective or port keeps it."""
        state = self.state
        place = state.place(unit)
        return (
            place in state.world.objectives
            and state.fights(unit)
            and len(state.fighters_at(place, state.side)) == 1
        )

    def _nearest(self, ends: list[int], goal: int, chance: Chance) -> int:
        distance = self.state.world.board.grid.distance
        tries = [pick(ends, chance) for _ in range(10)]
        return min(tries, key=lambda h: distance(h, goal))

    def _move(self, group: Sequence[int], path: Sequence[int]) -> Move:
        ids = self.state.world.hex_ids
        return Move(self.state.names(group), tuple(ids[h] for h in path))

    # --- telling ------------------------------------------------------------------------------------

    def listing(self) -> Listing:
        """For each unit its destinations: cost, road bonus, previous hex, and the battles caused."""
        state = self.state
        units: dict[str, Listing] = {}
        for unit in mobility.movers(state):
            ends = Destinations(state, unit)
            units[state.name(unit)] = {"left": ends.terms.left, "reach": ends.listing()}
            if self._has_rommel(unit):
                bonus = state.world.tables["rommel"]["bonus"]
                far = Destinations(state, unit, (state.world.rommel,), extra=bonus)
                units[state.name(unit)]["with_rommel"] = far.listing()
            trips = rommel_march.following(state, unit)
            if trips:
                units[state.name(unit)]["after_rommel"] = [
                    {
                        "path": [state.hex_name(h) for h in trip.path],
                        "cost": trip.cost,
                        "road": trip.road,
                    }
                    for trip in trips.values()
                ]
        victories = []
        for attackers, defenders in self.prospects():
            supplies = enough(state, attackers, NOBODY)
            names = (state.names(attackers), state.names(defenders))
            if supplies is not None and self.covers(Declare(*names, state.names(supplies))):
                victories.append(
                    {
                        "attackers": names[0],
                        "defenders": names[1],
                        "supplies": state.names(supplies),
                    }
                )
        ports = [u for h in state.world.ports[state.side] for u in state.stack(h)]
        embark = [state.name(u) for u in ports if self.covers(Embark((state.name(u),)))]
        return {
            "move": units,
            "declare_victory": victories,
            "embark": embark,
            "destroy": destroyable(state, state.side),
            "done": sequence.refuse_end(state) is None,
        }

    def _has_rommel(self, unit: int) -> bool:
        state = self.state
        rommel = state.world.rommel
        return (
            state.side == AXIS
            and unit != rommel
            and state.place(rommel) == state.place(unit)
            and mobility.refuse_mover(state, rommel) is None
        )
