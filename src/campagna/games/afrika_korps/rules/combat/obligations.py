"""8.4, 13.2, 23 The obligations of a position, and what may be undertaken to keep them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations

import msgspec

from campagna.core.rulebook import rule
from campagna.games.afrika_korps.rules.combat.assignment import (
    Demand,
    Fight,
    Plan,
    Task,
    plan,
    touched,
)
from campagna.games.afrika_korps.rules.combat.zones import beaten, fighters, watchers, zone
from campagna.games.afrika_korps.rules.supply.captures import supplies_at, supplies_on_map
from campagna.games.afrika_korps.state import (
    DEFENDED,
    FOUGHT,
    FROZEN,
    INTO_ZONE,
    SHELTERED,
    Phase,
    State,
)


@rule("8.2", "8.4a", "8.4b", "7.2", "11.8b", "23.1a", "23.2a")
def fresh_task(state: State, gone: Collection[int] = (), *, demands: bool = True) -> Task:
    """What movement has brought about: who must attack and who must be attacked.

    `gone` are units taken as removed. Fortresses oblige nobody, because zones do not reach into or
    out of them; units that made an automatic victory have their battle.
    """
    own, enemy = state.side, 1 - state.side
    danger, units = zone(state, enemy), state.units
    inside = [u for u in fighters(state, own) if danger[units[u].place] and u not in gone]
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
        capturable(state, wanted),
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
    found: list[int] = []
    if not under_attack and not sorties:
        return found
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


@rule("8.4a", "23.1b", "23.2b")
def why_attacked(state: State, unit: int) -> str:
    """The rule by which a unit must be attacked: of a fortress, of a sortie, or of its own zone."""
    world, place = state.world, state.place(unit)
    if world.fortress[place]:
        return "23.1b"
    if any(state.fighters_at(h, state.side) for h in world.zone_near[place]):
        return "8.4a"
    sallied = any(world.fortress[h] and state.fighters_at(h, state.side) for h in world.near[place])
    return "23.2b" if sallied else "8.4a"


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


@rule("15.3.2.2a", "15.3.2.2b", "15.3.2.2c")
def escorted_supplies(state: State) -> list[int]:
    """Hexes outside fortresses where enemy combat units stand with a supply."""
    enemy = 1 - state.side
    places = {state.place(s) for s in supplies_on_map(state, enemy)}
    return sorted(h for h in places if not state.world.fortress[h] and state.fighters_at(h, enemy))


@rule("15.3.2.2a", "15.3.2.2b")
def capturable(
    state: State, targets: Collection[int], attacked: Collection[int] = ()
) -> tuple[int, ...]:
    """Hexes whose supply one unit may take instead of fighting: others attack the escort there.

    Once the escort was attacked, a supply that the battle itself took, or that its owner destroyed,
    still counts: the unit that was to take it has nothing left to do.
    """
    known = state.prey if state.phase == Phase.COMBAT else escorted_supplies(state)
    found = []
    for hex_ in known:
        escort = state.fighters_at(hex_, 1 - state.side)
        fresh = [u for u in escort if not state.flagged(u, DEFENDED)]
        there = bool(supplies_at(state, hex_, 1 - state.side))
        if hex_ not in state.robbed and all(
            there and (u in targets or u in attacked) for u in fresh
        ):
            found.append(hex_)
    return tuple(found)


def with_present_supplies(state: State, task: Task) -> Task:
    """The task without supplies that are gone: nobody is sent to take them."""
    enemy = 1 - state.side
    return msgspec.structs.replace(
        task, capturable=tuple(h for h in task.capturable if supplies_at(state, h, enemy))
    )


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
        capturable(state, targets),
    )


@rule("8.4a", "8.4b", "23.1b", "23.2b")
def feasible(state: State, task: Task) -> Plan | None:
    """A plan, if need be with an attack on a fortress or a sortie from one."""
    found = plan(state, task)
    if found is not None or not (task.obliged or task.targets):
        return found
    for more in undertakings(state, task):
        found = plan(state, more)
        if found is not None:
            return found
    return None


@rule("23.1a", "23.2a")
def undertakings(state: State, task: Task) -> Iterator[Task]:
    """The task together with fights at fortresses that nobody asks for, the fewest first."""
    openings = [o for fort in state.world.fortresses if (o := _opening(state, task, fort))]
    for size in range(1, len(openings) + 1):
        for some in combinations(openings, size):
            yield _with_openings(task, some)


class Opening(msgspec.Struct, frozen=True):
    """A fight at a fortress: the units it lets take part, and those it makes it necessary to attack."""

    willing: tuple[int, ...]
    targets: tuple[int, ...]
    optional: bool


def _opening(state: State, task: Task, fort: int) -> Opening | None:
    """The attack on this fortress, or the sortie from it, if it could help somebody."""
    known = {*task.obliged, *task.willing, *task.busy}
    garrison = state.fighters_at(fort, 1 - state.side)
    if garrison:
        targets = [
            u
            for u in garrison
            if not state.flagged(u, DEFENDED | SHELTERED) and u not in (*task.targets, *task.busy)
        ]
        around = [
            u
            for h in state.world.near[fort]
            for u in state.fighters_at(h, state.side)
            if not state.flagged(u, FOUGHT | FROZEN)
        ]
        helps = set(around) & set(task.obliged)
        more = tuple(u for u in around if u not in known)
        return Opening(more, tuple(targets), True) if targets and helps else None
    own = [
        u
        for u in state.fighters_at(fort, state.side)
        if not state.flagged(u, FOUGHT | FROZEN) and u not in known
    ]
    if not own or not touched(state, own[0], task.targets):
        return None
    around_it = set(sortie_targets(state, fort)) - set(task.busy) - set(task.targets)
    return Opening(tuple(own), tuple(sorted(around_it)), False)


def _with_openings(task: Task, openings: Iterable[Opening]) -> Task:
    more = list(openings)
    targets = {t for o in more for t in o.targets}
    helpers = dict.fromkeys((*task.willing, *(u for o in more for u in o.willing)))
    return msgspec.structs.replace(
        task,
        willing=tuple(helpers),
        targets=tuple(sorted({*task.targets, *targets})),
        optional=tuple(sorted(t for o in more if o.optional for t in o.targets)),
    )


def widest(state: State, task: Task) -> Task:
    """The task with every fight at a fortress undertaken: whom that does not help nothing helps."""
    return [task, *undertakings(state, task)][-1]
