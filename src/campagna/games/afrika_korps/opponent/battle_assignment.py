"""Opponent: who fights whom. Every obligation is kept, and the gain expected of all battles is best.

The enemies that must be attacked stand in stacks; stacks are fought one by one or together, and each
own unit goes to one of the battles it touches. Small components are searched completely, large ones
improved step by step. Where that finds nothing legal the game's own planner has the last word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from campagna.core.weights import Weights, load_weights
from campagna.games.afrika_korps.opponent.battle_value import battle_worth
from campagna.games.afrika_korps.rules.combat.assignment import (
    Fight,
    Task,
    components,
    joinable,
    touched,
)
from campagna.games.afrika_korps.rules.combat.strength import attack_of, defence_sum, too_weak
from campagna.games.afrika_korps.rules.combat.zones import Mask
from campagna.games.afrika_korps.rules.supply.supply import needs_supply, within_line
from campagna.games.afrika_korps.state import USED, State
from campagna.games.afrika_korps.world import HOME


class AssignmentWeights(Weights, frozen=True):
    tried_completely: int
    merged_stacks: int
    passes: int


W = load_weights(HOME, "battle_assignment", AssignmentWeights)
IMPOSSIBLE = -500.0
"""A battle that the rules do not allow."""


class Allocation(msgspec.Struct):
    """Battles that keep every obligation, and what they are worth together."""

    fights: list[Fight]
    value: float
    supplied: bool
    """Some of them uses a supply that was not in use before."""


Group = tuple[int, ...]


def allocate(state: State, task: Task, price: float, shut: Mask | None = None) -> Allocation | None:
    """The best battles; None if some obligation cannot be kept. `price`: what a supply is worth."""
    total = Allocation([], 0.0, False)
    for part in components(state, task):
        if not part.targets:
            if any(not joinable(state, a, part) for a in part.obliged):
                return None
            continue
        found = _Part(state, part, price, shut).best()
        if found is None:
            return None
        total.fights += found.fights
        total.value += found.value
        total.supplied |= found.supplied
    if total.supplied:
        total.value -= price
    return total


class _Part:
    """One component."""

    def __init__(self, state: State, task: Task, price: float, shut: Mask | None) -> None:
        self.state = state
        self.task = task
        self.price = price
        self.shut = shut
        self.posts = sorted({state.place(t) for t in task.targets})
        self.stacks = [tuple(t for t in task.targets if state.place(t) == h) for h in self.posts]
        self.attackers = [*task.obliged, *task.willing]
        self.touch = {
            a: {i for i, s in enumerate(self.stacks) if touched(state, a, s)}
            for a in self.attackers
        }
        self.joins = {a for a in task.obliged if joinable(state, a, task)}
        self._worth: dict[tuple[Group, Group], tuple[float, bool]] = {}

    def best(self) -> Allocation | None:
        found: Allocation | None = None
        for groups in self._partitions():
            tried = self._share_out(groups)
            if tried is not None and (found is None or tried.value > found.value + 1e-9):
                found = tried
        return found

    def _partitions(self) -> Iterator[list[Group]]:
        """Stacks one by one, and in small components two or all of them together."""
        many = len(self.stacks)
        singles = [(i,) for i in range(many)]
        yield list(singles)
        if 1 < many <= W.merged_stacks:
            for i in range(many):
                for j in range(i + 1, many):
                    rest = [(k,) for k in range(many) if k not in (i, j)]
                    yield [(i, j), *rest]
            if many > 2:
                yield [tuple(range(many))]

    def _share_out(self, groups: list[Group]) -> Allocation | None:
        options: list[list[int]] = []
        idle = -1
        for a in self.attackers:
            mine = [i for i, g in enumerate(groups) if self.touch[a].issuperset(g)]
            if a in self.joins or a in self.task.willing:
                mine.append(idle)
            if not mine:
                return None
            options.append(mine)
        ways = 1
        for mine in options:
            ways *= len(mine)
        if ways <= W.tried_completely:
            shares = product(*options)
            best = max(shares, key=lambda s: self._value(groups, s))
        else:
            best = self._improved(groups, options)
        return self._allocation(groups, best)

    def _improved(self, groups: list[Group], options: list[list[int]]) -> tuple[int, ...]:
        share = [mine[k % len(mine)] for k, mine in enumerate(options)]
        value = self._value(groups, share)
        for _ in range(W.passes):
            before = value
            for k, mine in enumerate(options):
                for option in mine:
                    old = share[k]
                    if option != old:
                        share[k] = option
                        tried = self._value(groups, share)
                        if tried > value:
                            value = tried
                        else:
                            share[k] = old
            if value == before:
                break
        return tuple(share)

    def _value(self, groups: list[Group], share: Sequence[int]) -> float:
        total, supplied = 0.0, False
        for i, group in enumerate(groups):
            team = tuple(a for a, s in zip(self.attackers, share, strict=True) if s == i)
            value, reached = self._battle(group, team)
            total += value
            supplied |= reached
        return total - self.price if supplied else total

    def _battle(self, group: Group, team: Group) -> tuple[float, bool]:
        key = (group, team)
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self._judge(group, team)
        return found

    def _judge(self, group: Group, team: Group) -> tuple[float, bool]:
        """What a battle is worth and whether it uses a fresh supply."""
        state = self.state
        defenders = tuple(d for i in group for d in self.stacks[i])
        attack, defence = attack_of(state, team), defence_sum(state, defenders)
        if not team:
            return 1.2 * IMPOSSIBLE, False
        if too_weak(state, attack, defence):
            return IMPOSSIBLE - defence + attack, False
        reached = bool(defence) and needs_supply(attack, defence)
        if reached:
            posts = {state.place(a) for a in team}
            lines = [within_line(state, h, defenders) for h in posts]
            if not all(lines):
                return IMPOSSIBLE, True
            reached = not all(any(state.flagged(s, USED) for s in line) for line in lines)
        return battle_worth(state, team, defenders, self.shut), reached

    def _allocation(self, groups: list[Group], share: Sequence[int]) -> Allocation | None:
        fights, total, supplied = [], 0.0, False
        for i, group in enumerate(groups):
            team = tuple(a for a, s in zip(self.attackers, share, strict=True) if s == i)
            value, reached = self._battle(group, team)
            if value <= IMPOSSIBLE / 2:
                return None
            fights.append(Fight(team, tuple(d for k in group for d in self.stacks[k])))
            total += value
            supplied |= reached
        return Allocation(fights, total, supplied)
