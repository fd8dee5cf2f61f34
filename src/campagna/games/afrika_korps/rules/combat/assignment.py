"""8.4, 11.3, 11.6 The plan of battle: whether everybody who must fight can.

A plan splits the enemy units that must be attacked into battles and gives every own unit in an enemy
zone something to do: a battle, a place in an automatic victory that stands (9.4a), or the capture of
a supply whose escort others attack (15.3.2.2). In each battle all attackers touch all defenders, the
odds are 1-6 or better, and at 1-2 or better every attacker has a supply line.

Units that do not touch each other even through others are independent: each such component is a problem
of its own, which the kernel `Assignment` answers exactly. What it finds possible is a plan, and the plan
is what is offered: there is no second opinion.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from campagna.core.rulebook import rule
from campagna.games.afrika_korps.rules.combat.strength import (
    attack_of,
    defence_of,
    defence_sum,
    too_weak,
)
from campagna.games.afrika_korps.rules.supply.supply import (
    NOBODY,
    SUPPLIED_FROM,
    forward_depots,
    needs_supply,
    within_line,
)
from campagna.games.afrika_korps.state import State
from campagna.hexes.assignment import Assignment

Block = tuple[int, ...]


class Fight(msgspec.Struct, frozen=True):
    """One battle of a plan."""

    attackers: Block
    defenders: Block


class Demand(msgspec.Struct, frozen=True):
    """A supply that moved into a zone must sustain attacks on all these units (13.2, A19)."""

    supply: int
    targets: tuple[int, ...]


class Task(msgspec.Struct, frozen=True):
    """Who must attack, who may, who must be attacked, and the battles that stand already."""

    obliged: tuple[int, ...]
    willing: tuple[int, ...]
    """Units that may attack but need not: around and in fortresses (23.1, 23.2)."""
    targets: tuple[int, ...]
    standing: tuple[Fight, ...] = ()
    """Automatic victories that others may join (9.4a)."""
    demands: tuple[Demand, ...] = ()
    capturable: tuple[int, ...] = ()
    """Hexes with a supply that one unit beside it may take instead of fighting (15.3.2.2)."""
    optional: tuple[int, ...] = ()
    """Targets that need not be attacked: a fortress that the plan takes on (23.1, 14.3b)."""
    busy: tuple[int, ...] = ()
    """Both sides of the battle being judged: no sortie can use or meet them again."""


class Plan(msgspec.Struct, frozen=True):
    """What keeps every obligation."""

    fights: tuple[Fight, ...]
    captures: tuple[tuple[int, int], ...] = ()
    """Units that take a supply instead of fighting, with its hex."""


def touched(state: State, attacker: int, targets: Iterable[int]) -> frozenset[int]:
    units = state.units
    near = state.world.near[units[attacker].place]
    return frozenset([t for t in targets if units[t].place in near])


@rule("9.4a", "9.4b")
def joinable(state: State, unit: int, task: Task) -> list[Fight]:
    """Automatic victories that a unit may join: it touches all their targets and is supplied."""
    return [
        f
        for f in task.standing
        if len(touched(state, unit, f.defenders)) == len(f.defenders)
        and within_line(state, state.place(unit), f.defenders)
    ]


@rule("8.4a", "8.4b", "8.5", "11.3", "11.3.1", "11.3.2", "11.3.3", "11.4", "11.5", "11.6a", "11.7a")
def plan(state: State, task: Task) -> Plan | None:
    """Battles that keep every obligation, or None if there are none."""
    if not all(set(task.targets).issuperset(demand.targets) for demand in task.demands):
        return None
    joins = joins_of(state, task)
    fights: list[Fight] = []
    captures: list[tuple[int, int]] = []
    for part in components(state, task):
        solved = Component(state, part, joins).plan()
        if solved is None:
            return None
        fights += solved.fights
        captures += solved.captures
    engaged = {a for f in fights for a in f.attackers} | {a for a, _ in captures}
    for f in task.standing:
        more = [a for a, found in joins.items() if a not in engaged and found[0] == f]
        fights.append(Fight((*f.attackers, *more), f.defenders))
    return Plan(tuple(fights), tuple(captures))


def components(state: State, task: Task) -> Iterator[Task]:
    """The task split into parts whose units do not touch, covet or owe no supply in common."""
    attackers = (*task.obliged, *task.willing)
    near = state.world.near
    links: dict[int, set[int]] = {a: set(touched(state, a, task.targets)) for a in attackers}
    for hex_ in task.capturable:
        hunters = [a for a in task.obliged if hex_ in near[state.place(a)]]
        for a in hunters:
            links[a] |= set(hunters)
    for a in attackers:
        for t in links[a] & set(task.targets):
            links.setdefault(t, set()).add(a)
    for demand in task.demands:
        for t in demand.targets:
            links.setdefault(t, set()).update(demand.targets)
    pending = set(task.targets) | set(attackers)
    while pending:
        group, edge = set(), [min(pending)]
        while edge:
            x = edge.pop()
            if x not in group:
                group.add(x)
                edge += links.get(x, ())
        pending -= group
        obliged = tuple(a for a in task.obliged if a in group)
        yield Task(
            obliged,
            tuple(a for a in task.willing if a in group),
            tuple(t for t in task.targets if t in group),
            task.standing,
            tuple(d for d in task.demands if set(d.targets) & group),
            tuple(h for h in task.capturable if any(h in near[state.place(a)] for a in obliged)),
            tuple(t for t in task.optional if t in group),
        )


# --- one component for the kernel -------------------------------------------------------------------


class _Attacker(msgspec.Struct, frozen=True, order=True):
    """All that matters of an attacker; equals are interchangeable (1.3)."""

    weakness: int
    """Minus the attack factor: the strong ones are tried first."""
    touch: int
    due: bool
    reached: tuple[tuple[int, int], ...]
    """Supplies that reach it, each with the targets that its battle must hold for that (A6)."""
    capturable: tuple[int, ...]


class Component:
    """One component as the kernel sees it."""

    def __init__(self, state: State, task: Task, joins: Collection[int]) -> None:
        self.task = task
        self.targets = sorted(task.targets, key=lambda t: (state.place(t), defence_of(state, t), t))
        bit = {t: 1 << i for i, t in enumerate(self.targets)}
        looks = {
            a: _attacker_of(state, a, task, bit, a in task.obliged and a not in joins)
            for a in (*task.obliged, *task.willing)
        }
        self.attackers = sorted(looks, key=lambda a: (looks[a], a))
        self.idle = not self.targets and not task.capturable
        """Nobody to attack and nothing to take."""
        self.bits = {a: 1 << i for i, a in enumerate(self.attackers)}
        self.due = sum(self.bits[a] for a, look in looks.items() if look.due)
        self.kept: list[tuple[int, int]] = []
        self.assignment = _assignment(state, task, self.attackers, looks, self.targets, bit)

    def plan(self) -> Plan | None:
        if self.idle:
            return None if self.due else Plan(())
        if not self.assignment.solve():
            return None
        return Plan(
            tuple(
                Fight(_units(group, self.attackers), _units(block, self.targets))
                for block, group in self.assignment.fights()
            ),
            tuple(
                (self.attackers[taker], hex_)
                for taker, hex_ in zip(self.assignment.takers(), self.task.capturable, strict=True)
                if taker >= 0
            ),
        )

    def watch(self, keepers: Mapping[int, Collection[int]]) -> None:
        """Remember for each target the units without which it need not be attacked, if there are any."""
        self.kept = [
            (1 << i, sum(self.bits[u] for u in keepers[t] if u in self.bits))
            for i, t in enumerate(self.targets)
            if keepers.get(t)
        ]

    def has_plan_without(self, gone: Iterable[int]) -> bool:
        """Whether the others can attack whom they must then."""
        lost = 0
        for unit in gone:
            lost |= self.bits[unit]
        if self.idle:
            return not self.due & ~lost
        targets = (1 << len(self.targets)) - 1
        for bit, keepers in self.kept:
            if not keepers & ~lost:
                targets &= ~bit
        return self.assignment.solve_without(lost, targets)


def _units(mask: int, known: Sequence[int]) -> Block:
    return tuple(u for i, u in enumerate(known) if mask >> i & 1)


def joins_of(state: State, task: Task) -> dict[int, list[Fight]]:
    """The obliged units that may join an automatic victory, with those they may join."""
    return {a: found for a in task.obliged if (found := joinable(state, a, task))}


@rule("14.2a", "13.2")
def _attacker_of(state: State, unit: int, task: Task, bit: dict[int, int], due: bool) -> _Attacker:
    place = state.place(unit)
    reached = [(s, 0) for s in within_line(state, place, NOBODY)]
    for supply, needed in forward_depots(state):
        if all(u in bit for u in needed) and supply in within_line(state, place, needed):
            reached.append((supply, sum(bit[u] for u in needed)))
    return _Attacker(
        -state.world.attack[unit],
        sum(bit[t] for t in touched(state, unit, bit)),
        due,
        tuple(sorted(reached)),
        tuple(h for h in task.capturable if due and h in state.world.near[place]),
    )


def _assignment(
    state: State,
    task: Task,
    attackers: list[int],
    looks: dict[int, _Attacker],
    targets: list[int],
    bit: dict[int, int],
) -> Assignment:
    known = [looks[a] for a in attackers]
    assignment = Assignment(
        [-look.weakness for look in known],
        [look.touch for look in known],
        sum(1 << i for i, look in enumerate(known) if look.due),
        [defence_of(state, t) for t in targets],
        state.world.tables["odds"]["worst"],
        SUPPLIED_FROM,
    )
    for i, look in enumerate(known):
        needs = {needed for _, needed in look.reached}
        if 0 in needs:
            assignment.supply_always(1 << i)
        else:
            for needed in sorted(needs):
                assignment.supply_if(i, needed)
    for demand in task.demands:
        ways = [
            (i, needed)
            for i, look in enumerate(known)
            for supply, needed in look.reached
            if supply == demand.supply
        ]
        assignment.require(sum(bit[t] for t in demand.targets), ways)
    for hex_ in task.capturable:
        assignment.add_capture(
            sum(1 << i for i, look in enumerate(known) if hex_ in look.capturable)
        )
    assignment.set_optional(sum(bit[t] for t in task.optional))
    faces = [
        (
            state.place(t),
            defence_of(state, t),
            t in task.optional,
            tuple(t in demand.targets for demand in task.demands),
        )
        for t in targets
    ]
    assignment.set_kinds([known.index(k) for k in known], [faces.index(f) for f in faces])
    return assignment


# --- single units -----------------------------------------------------------------------------------


@rule("7.4c", "11.9", "11.6b")
def is_hopeless(state: State, unit: int, task: Task) -> bool:
    """No battle has room for this unit, whoever helps: too weak everywhere, or trapped unsupplied."""
    near = state.world.near[state.place(unit)]
    if joinable(state, unit, task) or not set(task.capturable).isdisjoint(near):
        return False
    targets = touched(state, unit, task.targets)
    helpers = (*task.obliged, *task.willing)
    if all(
        too_weak(
            state,
            attack_of(state, (h for h in helpers if touched(state, h, (t,)))),
            defence_of(state, t),
        )
        for t in targets
    ):
        return True
    supplied = within_line(state, state.place(unit), targets)
    return not supplied and needs_supply(state.world.attack[unit], defence_sum(state, targets))
