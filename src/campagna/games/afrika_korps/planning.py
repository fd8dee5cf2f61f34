"""7.4, 8.4, 11.9, 23 Obligations of a position, and the units that must be given up before combat."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

from campagna.core.rulebook import rule
from campagna.games.afrika_korps.captures import supplies_on_map
from campagna.games.afrika_korps.obligations import (
    Demand,
    Fight,
    Task,
    is_hopeless,
    plan,
    tangles,
    touched,
)
from campagna.games.afrika_korps.state import DEFENDED, FOUGHT, FROZEN, INTO_ZONE, Phase, State
from campagna.games.afrika_korps.supply import within_line
from campagna.games.afrika_korps.zones import beaten, fighters, watchers, zone


@rule("8.2", "8.4a", "8.4b", "7.2", "11.8b", "23.1a", "23.2a")
def fresh_task(state: State, gone: Collection[int] = (), *, demands: bool = True) -> Task:
    """What movement has brought about: who must attack and who must be attacked.

    `gone` are units taken as removed. Fortresses oblige nobody, because zones do not reach into or
    out of them; units that made an automatic victory have their battle.
    """
    own, enemy = state.side, 1 - state.side
    danger = zone(state, enemy)
    inside = [u for u in fighters(state, own) if danger[state.place(u)] and u not in gone]
    targets: set[int] = set()
    for place in {state.place(u) for u in inside}:
        targets |= set(watchers(state, enemy, place))
    sorties = {state.place(a) for v in state.victories for a in v.attackers}
    for fort in (h for h in sorties if state.world.fortress[h]):
        targets |= set(sortie_targets(state, fort))
    obliged = [u for u in inside if not state.flagged(u, FROZEN)]
    wanted = tuple(sorted(targets))
    return Task(
        tuple(obliged),
        tuple(willing(state, wanted, obliged, gone, sorties)),
        wanted,
        standing(state),
        supply_demands(state) if demands else (),
    )


def standing(state: State) -> tuple[Fight, ...]:
    """Automatic victories not yet fought out."""
    return tuple(
        Fight(v.attackers, v.defenders)
        for v in state.victories
        if not any(state.flagged(a, FOUGHT) for a in v.attackers)
    )


@rule("23.1b", "23.2b")
def willing(
    state: State,
    targets: Iterable[int],
    obliged: Collection[int],
    gone: Collection[int],
    sorties: Collection[int],
) -> list[int]:
    """Units that need not attack but may: around a fortress under attack, and in one that sallies."""
    world = state.world
    under_attack = {state.place(t) for t in targets if world.fortress[state.place(t)]}
    found = []
    for unit in fighters(state, state.side):
        if unit in obliged or unit in gone or state.flagged(unit, FROZEN | FOUGHT):
            continue
        place = state.place(unit)
        if world.fortress[place]:
            joins = place in sorties
        else:
            joins = not under_attack.isdisjoint(world.near[place])
        if joins:
            found.append(unit)
    return found


@rule("23.2b")
def sortie_targets(state: State, fort: int) -> list[int]:
    """All enemy combat units next to a fortress (A23) that were not attacked yet."""
    void = beaten(state)
    return [
        u
        for h in state.world.near[fort]
        for u in state.fighters_at(h, 1 - state.side)
        if u not in void and not state.flagged(u, DEFENDED)
    ]


@rule("13.2")
def supply_demands(state: State) -> tuple[Demand, ...]:
    """Supplies that moved into a zone this turn owe an attack on the units there (A19)."""
    found = []
    for supply in supplies_on_map(state, state.side):
        if state.flagged(supply, INTO_ZONE):
            targets = [
                u
                for u in watchers(state, 1 - state.side, state.place(supply))
                if not state.flagged(u, DEFENDED)
            ]
            if targets:
                found.append(Demand(supply, tuple(sorted(targets))))
    return tuple(found)


def current_task(state: State, *, demands: bool = True) -> Task:
    """What is still to be done: after movement all of it, in combat what is left."""
    if state.phase != Phase.COMBAT:
        return fresh_task(state, demands=demands)
    obliged, targets = tuple(state.must_attack), tuple(state.must_defend)
    return Task(
        obliged,
        tuple(willing(state, targets, obliged, (), state.sorties)),
        targets,
        standing(state),
        supply_demands(state) if demands else (),
    )


@rule("8.4a", "8.4b", "15.3.2.2a", "15.3.2.2b", "23.2a")
def feasible(state: State, task: Task) -> list[Fight] | None:
    """A plan, if need be with one unit kept back to take a supply, or with a sortie."""
    found = plan(state, task)
    if found is not None:
        return found
    for unit in captors(state, task):
        rest = tuple(a for a in task.obliged if a != unit)
        found = plan(state, Task(rest, task.willing, task.targets, task.standing, task.demands))
        if found is not None:
            return found
    return _with_sortie(state, task)


def captors(state: State, task: Task) -> list[int]:
    """Obliged units next to an escorted supply outside fortresses, which one of them may take."""
    prey = set()
    for supply in supplies_on_map(state, 1 - state.side):
        place = state.place(supply)
        escort = state.fighters_at(place, 1 - state.side)
        open_ground = place not in state.robbed and not state.world.fortress[place]
        if escort and open_ground and set(escort) <= set(task.targets):
            prey.add(place)
    return [a for a in task.obliged if not prey.isdisjoint(state.world.near[state.place(a)])]


def _with_sortie(state: State, task: Task) -> list[Fight] | None:
    world = state.world
    for fort in range(world.size):
        if not world.fortress[fort]:
            continue
        garrison = [
            u
            for u in state.fighters_at(fort, state.side)
            if not state.flagged(u, FOUGHT | FROZEN) and u not in (*task.willing, *task.busy)
        ]
        if garrison and any(touched(state, garrison[0], task.targets)):
            around = set(sortie_targets(state, fort)) - set(task.busy)
            targets = tuple(sorted({*task.targets, *around}))
            more = (*task.willing, *garrison)
            found = plan(state, Task(task.obliged, more, targets, task.standing, task.demands))
            if found is not None:
                return found
    return None


# --- who must be given up ---------------------------------------------------------------------------


def task_without(state: State, gone: Collection[int]) -> Task:
    """The obligations that would remain without these units."""
    if state.phase != Phase.COMBAT:
        return fresh_task(state, gone, demands=False)
    task = current_task(state, demands=False)
    obliged = tuple(a for a in task.obliged if a not in gone)
    helpers = (*obliged, *task.willing)
    targets = tuple(t for t in task.targets if any(touched(state, a, (t,)) for a in helpers))
    return Task(obliged, task.willing, targets, task.standing)


@rule("7.4c", "11.6b", "11.9")
def hopeless(state: State, gone: Collection[int] = ()) -> list[int]:
    """Units for which no battle has room whatever the others do; they are removed first."""
    task = task_without(state, gone)
    spared = set(captors(state, task))
    return [u for u in task.obliged if u not in spared and is_hopeless(state, u, task)]


def lost_causes(state: State) -> list[int]:
    """Everybody who would certainly be removed if combat began now (9.5)."""
    gone: list[int] = []
    while True:
        more = hopeless(state, gone)
        if not more:
            break
        gone += more
    if feasible(state, task_without(state, gone)) is None:
        sets = smallest_sets(state, gone)
        if sets:
            gone += _in_all(state, sets, task_without(state, gone).obliged)
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
    """
    task = task_without(state, gone)
    suspects = _entangled(state, task)
    for size in range(1, len(suspects) + 1):
        found: dict[tuple[Kind, ...], tuple[int, ...]] = {}
        tried: set[tuple[Kind, ...]] = set()
        for group in combinations(suspects, size):
            kind = kinds(state, group)
            if kind not in tried:
                tried.add(kind)
                if feasible(state, task_without(state, {*gone, *group})) is not None:
                    found[kind] = group
        if found:
            unsupplied = {g: sum(not _supplied(state, u, task) for u in g) for g in found.values()}
            most = max(unsupplied.values())
            return [g for g in found.values() if unsupplied[g] == most]
    return []


def _entangled(state: State, task: Task) -> list[int]:
    """The obliged units of the first tangle that has no plan."""
    for part in tangles(state, task):
        if part.obliged and plan(state, part) is None:
            return list(part.obliged)
    return list(task.obliged)


def _supplied(state: State, unit: int, task: Task) -> bool:
    targets = touched(state, unit, task.targets)
    return bool(within_line(state, state.place(unit), targets))


def unattackable(state: State) -> list[int]:
    """Units that must be attacked, in tangles that have no plan."""
    return [
        t
        for part in tangles(state, task_without(state, ()))
        if feasible(state, part) is None
        for t in part.targets
    ]
