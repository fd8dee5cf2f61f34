"""7.4c, 11.6b, 11.9 The units that no plan of battle has room for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import msgspec

from campagna.core.rulebook import rule
from campagna.games.afrika_korps.rules.combat.assignment import (
    Component,
    Task,
    components,
    is_hopeless,
    joins_of,
    touched,
)
from campagna.games.afrika_korps.rules.combat.obligations import (
    current_task,
    feasible,
    fresh_task,
    undertakings,
    widest,
)
from campagna.games.afrika_korps.rules.supply.supply import within_line
from campagna.games.afrika_korps.state import Phase, State


def task_without(state: State, gone: Collection[int]) -> Task:
    """The obligations that would remain without these units."""
    if state.phase != Phase.COMBAT:
        return fresh_task(state, gone, demands=False)
    task = current_task(state, demands=False)
    if not gone:
        return task
    obliged = tuple(a for a in task.obliged if a not in gone)
    helpers = (*obliged, *task.willing)
    targets = tuple(t for t in task.targets if any(touched(state, a, (t,)) for a in helpers))
    return Task(obliged, task.willing, targets, task.standing, capturable=task.capturable)


@rule("7.4c", "11.6b", "11.9")
def hopeless(state: State, gone: Collection[int] = ()) -> list[int]:
    """Units for which no battle has room whatever the others do; they are removed first."""
    task = widest(state, task_without(state, gone))
    return [u for u in task.obliged if is_hopeless(state, u, task)]


def lost_causes(state: State) -> list[int]:
    """Everybody who would certainly be removed if combat began now (9.5)."""
    gone: list[int] = []
    if feasible(state, task_without(state, gone)) is not None:
        return gone
    while more := hopeless(state, gone):
        gone += more
    if gone and feasible(state, task_without(state, gone)) is not None:
        return gone
    task = task_without(state, gone)
    for part in _broken(state, task):
        sets = _sets_of(state, part, gone)
        if sets:
            gone = gone + _in_all(state, sets, part.obliged)
    return gone


def _in_all(state: State, sets: list[tuple[int, ...]], obliged: Collection[int]) -> list[int]:
    """Units that every choice gives up, their equals in the same hex included."""
    common = set.intersection(*(set(s) for s in sets))
    return sorted(
        u
        for u in common
        if all(other in common or kinds(state, (other,)) != kinds(state, (u,)) for other in obliged)
    )


Kind = tuple[int, int]
"""What matters of a unit that may be given up: its hex and its attack factor."""


def kinds(state: State, units: Iterable[int]) -> tuple[Kind, ...]:
    return tuple(sorted((state.place(u), state.world.attack[u]) for u in units))


@rule("7.4c", "11.6b", "11.9", "1.3")
def smallest_sets(state: State, gone: Collection[int] = ()) -> list[tuple[int, ...]]:
    """The smallest groups of units without which a plan exists, those without supply first (A31).

    Units of one hex with the same factors are interchangeable (1.3): one group stands for all alike.
    Where several components have no plan, this speaks of the first that a loss can help.
    """
    for part in _broken(state, task_without(state, gone)):
        found = _sets_of(state, part, gone)
        if found:
            return found
    return []


def _broken(state: State, task: Task) -> list[Task]:
    """The components that have no plan."""
    found = []
    everybody = {*task.obliged, *task.willing, *task.targets}
    for part in components(state, task):
        others = everybody.difference(part.obliged, part.willing, part.targets)
        alone = msgspec.structs.replace(part, busy=tuple(sorted(others)))
        if feasible(state, alone) is None:
            found.append(alone)
    return found


def _sets_of(state: State, part: Task, gone: Collection[int]) -> list[tuple[int, ...]]:
    """The smallest groups without which this component has a plan."""
    parts = [
        Component(state, task, joins_of(state, task)) for task in (part, *undertakings(state, part))
    ]
    keepers = _keepers(state, part, gone)
    for component in parts:
        component.watch(keepers)
    alike: dict[tuple[Kind, ...], list[int]] = {}
    for unit in part.obliged:
        alike.setdefault(kinds(state, (unit,)), []).append(unit)
    for size in range(1, len(part.obliged) + 1):
        found = [
            group
            for group in _choices(list(alike.values()), size)
            if any(component.has_plan_without(group) for component in parts)
        ]
        if found:
            unsupplied = [sum(not _supplied(state, u, part) for u in group) for group in found]
            return [g for g, n in zip(found, unsupplied, strict=True) if n == max(unsupplied)]
    return []


def _choices(alike: list[list[int]], size: int) -> Iterator[tuple[int, ...]]:
    """Every choice of so many units, those alike taken in their order."""
    if not size:
        yield ()
    elif alike:
        for count in range(min(size, len(alike[0])), -1, -1):
            for rest in _choices(alike[1:], size - count):
                yield (*alike[0][:count], *rest)


def _keepers(state: State, part: Task, gone: Collection[int]) -> dict[int, frozenset[int]]:
    """For each target the units because of which it must be attacked; empty if it must be anyway."""
    if state.phase == Phase.COMBAT:
        helpers = (*part.obliged, *part.willing)
        return {t: frozenset(a for a in helpers if touched(state, a, (t,))) for t in part.targets}
    fixed = fresh_task(state, {*gone, *part.obliged}, demands=False).targets
    near = state.world.zone_near
    return {
        t: frozenset()
        if t in fixed
        else frozenset(a for a in part.obliged if state.place(t) in near[state.place(a)])
        for t in part.targets
    }


def _supplied(state: State, unit: int, task: Task) -> bool:
    targets = touched(state, unit, task.targets)
    return bool(within_line(state, state.place(unit), targets))


def unattackable(state: State) -> list[int]:
    """Units that must be attacked, in components that have no plan."""
    return [t for part in _broken(state, task_without(state, ())) for t in part.targets]
