"""Opponent: which enemy stacks to attack this turn, with whom, from where, on which supply.

For each target the units that can get beside it are gathered to reach a column of the table; the
whole position that results, soak-offs included, is then valued by the allocation of all battles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress

import msgspec

from campagna.core.bias import place_bias
from campagna.core.contract import Fact, Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.afrika_korps.opponent.battle_assignment import Allocation, allocate
from campagna.games.afrika_korps.opponent.battle_value import (
    battle_facts,
    battle_worth,
    ground_worth,
)
from campagna.games.afrika_korps.opponent.combat_phase import supply_price
from campagna.games.afrika_korps.opponent.map_reading import MapReading, worth
from campagna.games.afrika_korps.opponent.odds_outlook import chances, levels
from campagna.games.afrika_korps.orders import Declare, Move
from campagna.games.afrika_korps.rules.combat import obligations
from campagna.games.afrika_korps.rules.combat.strength import attack_of, defence_sum
from campagna.games.afrika_korps.rules.combat.zones import (
    beaten,
    fighters,
    occupied,
    shut_by,
    without,
)
from campagna.games.afrika_korps.rules.movement import mobility, movement
from campagna.games.afrika_korps.rules.sequence.phases import allowed
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.rules.supply.isolation import REACHED
from campagna.games.afrika_korps.rules.supply.supply import NOBODY, enough
from campagna.games.afrika_korps.state import FROZEN, NOWHERE, STOPPED, USED, State
from campagna.games.afrika_korps.world import HOME
from campagna.hexes.kernels import FAR


class AttackWeights(Weights, frozen=True):
    targets: int
    rounds: int
    stranded: float
    aftermath: float
    variation: float
    no_plan: float
    no_plan_after: float
    back_counts: float
    exchange_counts: float
    loss_counts: float
    worth_a_look: float


W = load_weights(HOME, "attack_planner", AttackWeights)


class Option(msgspec.Struct):
    """An attack that could be set up."""

    target: int
    posts: dict[int, int]
    """Where each unit goes."""
    supply: int
    """The supply that sustains it,"""
    depot: int
    """and the hex where it has to be."""
    value: float = 0.0


class Assault:
    def __init__(self, reading: MapReading, pinned: Iterable[int]) -> None:
        self.reading = reading
        self.state = reading.state
        self.world = reading.world
        self.pinned = set(pinned)
        """Units that keep where they are: garrisons."""
        self.committed: set[int] = set()
        """Units that attack, from where they stand or elsewhere."""
        self.spent = {
            s
            for s in captures.supplies_on_map(reading.state, reading.side)
            if reading.state.flagged(s, USED)
        }
        """Supplies that sustain attacks of this turn."""
        self.eager = reading.style.get("attack", 1.0)

    # --- the units ------------------------------------------------------------------------------

    def free(self) -> list[int]:
        """Units that can still be sent somewhere."""
        state = self.state
        return [
            u
            for u in fighters(state, state.side)
            if u not in self.pinned
            and u not in self.committed
            and state.units[u].since == NOWHERE
            and not state.units[u].flags & (FROZEN | STOPPED)
        ]

    # --- choosing -------------------------------------------------------------------------------

    def orders(self) -> Iterator[Advice]:
        """Attack after attack, as long as one is worth it; automatic victories as soon as they are."""
        for _ in range(W.rounds):
            option = self.best()
            if option is None:
                return
            self.committed.update(option.posts)
            self.spent.add(option.supply)
            yield from self._set_up(option)
            yield from self._declare(option.target)
            self.reading.refresh()

    def best(self) -> Option | None:
        state = self.state
        free = self.free()
        if not free:
            return None
        price = supply_price(state, self.spent)
        self._leavers = self._who_can_leave(free)
        now = self._outcome(state, self._leavers)
        base = now.value if now is not None else W.no_plan
        found: Option | None = None
        for option in self._options(free, price):
            value = self._gain_of(option, price, base)
            value += W.variation * place_bias(self.reading.style, option.target)
            if value > 0.0 and (found is None or value > found.value):
                found = option
                found.value = value
        return found

    def _who_can_leave(self, free: list[int]) -> set[int]:
        """Units in enemy zones that need not fight, because they can go away."""
        state, hostile = self.state, self.reading.hostile
        return {
            u
            for u in free
            if hostile[state.place(u)]
            and any(without(self.reading.cost(u).translate(REACHED), hostile))
        }

    def _outcome(self, state: State, gone: set[int]) -> Allocation | None:
        """The battles of a position, if `gone` are not there any more."""
        task = obligations.fresh_task(state, gone, demands=False)
        return allocate(state, task, 0.0, shut_by(state, state.side))

    def _options(self, free: list[int], price: float) -> list[Option]:
        """The most promising attacks by a rough count."""
        state, world = self.state, self.world
        void = beaten(state)
        rough: list[tuple[float, int, int]] = []
        beside: dict[int, dict[int, list[int]]] = {}
        for target in self.reading.foes:
            defenders = state.fighters_at(target, self.reading.enemy)
            if not defenders or not void.isdisjoint(defenders):
                continue
            defence = defence_sum(state, defenders)
            able = beside[target] = self._able(target, free)
            strength = sum(world.attack[u] for u in able)
            theirs = sum(worth(world, u) for u in defenders)
            theirs += ground_worth(world, target, state.side)
            for level in levels():
                if strength >= level * defence:
                    p = chances(level * defence, defence)
                    kill = p.defenders_lost + W.back_counts * p.defenders_back
                    kill += W.exchange_counts * p.exchange
                    loss = W.loss_counts * p.attackers_lost * defence
                    guess = self.eager * kill * theirs - price - loss
                    rough.append((guess, target, level))
        rough.sort(key=lambda r: (-r[0], r[1], -r[2]))
        found: list[Option] = []
        for guess, target, level in rough[: W.targets]:
            if guess < W.worth_a_look:
                break
            option = self._gather(target, level, beside[target])
            if option is not None and all(option.posts != o.posts for o in found):
                found.append(option)
        return found

    def _able(self, target: int, free: list[int]) -> dict[int, list[int]]:
        """Units that can stand beside a target, with the hexes."""
        units, cost_of = self.state.units, self.reading.cost
        enemy = occupied(self.state, self.reading.enemy)
        ring = [h for h in self.world.near[target] if not enemy[h]]
        found = {}
        for u in free:
            place, cost = units[u].place, cost_of(u)
            hexes = [h for h in ring if h == place or cost[h] != FAR]
            if hexes:
                found[u] = hexes
        return found

    def _gather(self, target: int, level: int, able: dict[int, list[int]]) -> Option | None:
        """Enough units for the column, strong ones first, spread so as to cut the way back."""
        state, world = self.state, self.world
        defenders = state.fighters_at(target, self.reading.enemy)
        need = level * defence_sum(state, defenders)
        moving = set(able)
        room = {
            h: world.stack_limit
            - sum(1 for u in state.fighters_at(h, state.side) if u not in moving)
            for h in world.near[target]
        }
        others = {h: self._burden(h, target) for h in world.near[target]}
        chosen: dict[int, int] = {}
        total = 0
        for u in sorted(able, key=lambda a: (-world.attack[a], len(able[a]), a)):
            if total >= need:
                break
            if need - total <= world.attack[u] - 1:
                # A smaller unit that still suffices does it.
                fit = [
                    a
                    for a in able
                    if a not in chosen
                    and world.attack[a] >= need - total
                    and any(room[h] > 0 for h in able[a])
                ]
                u = min(fit, key=lambda a: (worth(world, a), a)) if fit else u
            hexes = [h for h in able[u] if room[h] > 0]
            if not hexes:
                continue
            used = set(chosen.values())
            h = min(hexes, key=lambda x: (others[x], x in used, x))
            chosen[u] = h
            room[h] -= 1
            total += world.attack[u]
        if total < need:
            return None
        depot = self._depot(sorted(set(chosen.values())))
        if depot is None:
            return None
        return Option(target, chosen, *depot)

    def _burden(self, h: int, target: int) -> float:
        """Defence of the other enemies that must be fought from a hex."""
        state = self.state
        return float(
            sum(
                defence_sum(state, state.fighters_at(n, self.reading.enemy))
                for n in self.world.zone_near[h]
                if n != target
            )
        )

    def _depot(self, posts: list[int]) -> tuple[int, int] | None:
        """A supply within the line of all these hexes, now or after a move, and its hex then."""
        state, world = self.state, self.world
        forbid = shut_by(state, self.reading.enemy)
        lines = [
            world.field.flood(world.walls, forbid, world.nothing, [h], world.line) for h in posts
        ]
        stock = captures.supplies_on_map(state, state.side)
        stock.sort(key=lambda s: (s not in self.spent, s))
        for s in stock:
            if all(line[state.place(s)] != FAR for line in lines):
                return s, state.place(s)
        mask = int.from_bytes(without(lines[0].translate(REACHED), forbid), "little")
        for line in lines[1:]:
            mask &= int.from_bytes(line.translate(REACHED), "little")
        within_lines = list(compress(range(world.size), mask.to_bytes(world.size, "little")))
        best: tuple[tuple[int, int, int], int, int] | None = None
        for s in stock:
            unit = state.units[s]
            bound = s in self.spent or unit.since != NOWHERE
            if bound or unit.flags & (STOPPED | FROZEN):
                continue
            cost = self.reading.cost(s)
            for h in compress(within_lines, map(cost.translate(REACHED).__getitem__, within_lines)):
                key = (cost[h], -lines[0][h], h)
                if best is None or key < best[0]:
                    best = (key, s, h)
        return None if best is None else (best[1], best[2])

    def _gain_of(self, option: Option, price: float, base: float) -> float:
        """What the position after this attack is set up is worth more than the one before it."""
        state = self.state
        trial = state.copy()
        for u, h in option.posts.items():
            trial.put(u, h)
        if trial.place(option.supply) != option.depot:
            trial.put(option.supply, option.depot)
        fort = self.world.fortress[option.target]
        found = self._outcome(trial, self._leavers.difference(option.posts))
        if found is None:
            return W.no_plan_after
        value = found.value
        if fort:
            defenders = trial.fighters_at(option.target, self.reading.enemy)
            value += battle_worth(trial, list(option.posts), defenders)
        value = self.eager * (value - base) if value > base else value - base
        if option.supply not in self.spent:
            value -= price + W.stranded * self._stranded(option)
        return value - W.aftermath * self._risk(option)

    def _stranded(self, option: Option) -> float:
        """What the attackers are worth, if no other supply is left for them to live on (24.1)."""
        state, world = self.state, self.world
        rest = [
            state.place(s)
            for s in captures.supplies_on_map(state, state.side)
            if s not in self.spent and s != option.supply
        ]
        forbid = shut_by(state, self.reading.enemy)
        far = world.field.flood(world.walls, forbid, world.nothing, rest, 254)
        return sum(
            worth(world, u)
            for u, h in option.posts.items()
            if far[h] == FAR and all(far[n] == FAR for n in world.near[h])
        )

    def _risk(self, option: Option) -> float:
        """What the enemy can do to the attackers next turn, against what he could do before."""
        reading = self.reading
        total = 0.0
        for h in sorted(set(option.posts.values())):
            stack = [u for u, post in option.posts.items() if post == h]
            total += reading.exposure(h, stack)
        return total

    # --- carrying out ---------------------------------------------------------------------------

    def _set_up(self, option: Option) -> Iterator[Advice]:
        state = self.state
        if state.place(option.supply) != option.depot:
            h = option.depot
            order = way_to(state, [option.supply], h)
            if order is not None:
                yield order, option.value, "sustain", {"hex": state.hex_name(h)}
        target = state.hex_name(option.target)
        groups: dict[tuple[int, int], list[int]] = {}
        for u, h in option.posts.items():
            if state.place(u) != h:
                groups.setdefault((state.place(u), h), []).append(u)
        for (_, h), units in sorted(groups.items()):
            for group in self._together(units):
                order = way_to(state, group, h)
                if order is not None:
                    facts: dict[str, Fact] = {"hex": state.hex_name(h), "target": target}
                    yield order, option.value, "face", facts

    def _together(self, units: Sequence[int]) -> list[list[int]]:
        """Units of the same pace go as one."""
        paces: dict[int, list[int]] = {}
        for u in units:
            paces.setdefault(self.world.movement[u], []).append(u)
        return [paces[k] for k in sorted(paces)]

    def _declare(self, target: int) -> Iterator[Advice]:
        """9: a certain battle is declared at once, so that others may pass."""
        state = self.state
        defenders = state.fighters_at(target, self.reading.enemy)
        attackers = [
            u
            for h in self.world.near[target]
            for u in state.fighters_at(h, state.side)
            if not state.flagged(u, FROZEN)
        ]
        if not attackers or not defenders:
            return
        defence = defence_sum(state, defenders)
        least = self.world.tables["odds"]["surrounded_from"] * defence
        attackers.sort(key=lambda u: (-self.world.attack[u], u))
        if attack_of(state, attackers) < least:
            return
        # The fewest that make it certain: the others stay free.
        for need in (self.world.tables["odds"]["automatic_from"] * defence, least):
            team: list[int] = []
            for u in attackers:
                if attack_of(state, team) < need:
                    team.append(u)
            supplies = enough(state, team, NOBODY)
            if attack_of(state, team) < need or supplies is None:
                continue
            order = Declare(state.names(team), state.names(defenders), state.names(supplies))
            if allowed(state, order):
                yield order, 2.0, "certain", battle_facts(state, team, defenders)
                return


def way_to(state: State, units: Sequence[int], h: int) -> Move | None:
    """The order that brings units of one hex and pace there; None if they may not or cannot."""
    if any(mobility.refuse_mover(state, u) for u in units):
        return None
    lead = units[0]
    fights = any(state.fights(u) for u in units)
    reach = mobility.reach(state, lead, escorted=fights)
    if h not in reach.label:
        return None
    ids, path = state.world.hex_ids, reach.path(h)
    order = Move(state.names(units), tuple([ids[x] for x in path]))
    if movement.stakes(state, units, path) is None:
        return order
    return None if isinstance(movement.judge_move(state, order), Refusal) else order
