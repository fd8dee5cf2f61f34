"""9.3, 9.7, 14.5 What the rest of movement may not spoil once an automatic victory is declared."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from campagna.core.contract import Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.rules.combat.obligations import feasible, fresh_task
from campagna.games.afrika_korps.rules.combat.retreat import safe_paths
from campagna.games.afrika_korps.rules.combat.sacrifice import (
    lost_causes,
    smallest_sets,
    task_without,
    unattackable,
)
from campagna.games.afrika_korps.rules.combat.zones import fighters, zone_of
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.rules.supply.supply import shortfall, within_line
from campagna.games.afrika_korps.state import NOWHERE, USED, State


@rule("9.1a", "9.3")
def is_surrounded(state: State, defenders: Sequence[int], absent: Collection[int] = ()) -> bool:
    """None of the defenders would survive going back two hexes; `absent` units block nothing."""
    side = state.owner(defenders[0])
    around = [state.place(u) for u in fighters(state, 1 - side) if u not in absent]
    shut = zone_of(state, around)
    for h in around:
        shut[h] = 1
    return not any(safe_paths(state, h, side, shut) for h in {state.place(d) for d in defenders})


def refuse_spoiled(state: State) -> Refusal | None:
    """Why the victories declared so far would not survive to this position."""
    return (
        refuse_unblocked(state)
        or refuse_abandoned(state)
        or refuse_idle_helper(state)
        or refuse_stranded(state)
    )


@rule("14.5", "9.7")
def refuse_abandoned(state: State) -> Refusal | None:
    """During movement a victory may lose its line as long as a supply can still take over."""
    refusal = refuse_unsupplied(state)
    if refusal is None or any(
        rescuers(state, s) for s in captures.supplies_on_map(state, state.side)
    ):
        return None
    return refusal


def rescuers(state: State, supply: int) -> list[list[int]]:
    """Ways of a supply, each to a hex from which every automatic victory has its line again."""
    if mobility.refuse_mover(state, supply) is not None:
        return []
    reach = mobility.reach(state, supply)
    distance = state.world.board.grid.distance
    posts = [state.place(v.attackers[0]) for v in state.victories]
    found = []
    for hex_ in reach.label:
        if all(distance(hex_, post) > state.world.line for post in posts):
            continue
        trial = state.copy()
        trial.put(supply, hex_)
        if refuse_unsupplied(trial) is None:
            found.append(reach.path(hex_))
    return found


@rule("13.2", "14.5")
def refuse_idle_helper(state: State) -> Refusal | None:
    """A supply of a victory that went into another enemy's zone has a battle there (A19).

    It cannot be destroyed any more, so this must hold at once and not only when movement ends.
    """
    task = fresh_task(state)
    bound = tuple(d for d in task.demands if state.flagged(d.supply, USED))
    if not bound or feasible(state, msgspec.structs.replace(task, demands=bound)) is not None:
        return None
    facts: dict[str, Fact] = {
        "unit": state.name(bound[0].supply),
        "hex": state.hex_name(state.place(bound[0].supply)),
    }
    return Refusal("13.2", "supply-idle", facts)


@rule("14.5", "9.7")
def refuse_unsupplied(state: State) -> Refusal | None:
    """Every automatic victory keeps a line to a supply, the first or another (14.5)."""
    for v in state.victories:
        for a in v.attackers:
            if not within_line(state, state.place(a), v.defenders):
                return _refuse_line(state, a, v.defenders)
    return None


@rule("14.5", "9.7")
def _refuse_line(state: State, unit: int, defenders: Sequence[int]) -> Refusal:
    """Why no supply serves a unit of an automatic victory any more."""
    lack = shortfall(state, state.place(unit), defenders)
    facts: dict[str, Fact] = {"unit": state.name(unit), "targets": state.names(defenders)}
    if lack is None:
        return Refusal("14.5", "victory-without-supply", facts)
    facts |= {
        "supply": state.name(lack.supply),
        "distance": lack.distance,
        "limit": state.world.line,
    }
    if lack.cut == NOWHERE:
        return Refusal("14.5", "victory-unsupplied", facts)
    facts |= {"cut": state.hex_name(lack.cut), "units": state.names(lack.by)}
    return Refusal("14.5", "victory-line-cut", facts)


@rule("9.3", "9.4b")
def refuse_unblocked(state: State) -> Refusal | None:
    """A unit needed to cut the retreat of a beaten enemy may not go away."""
    for v in state.victories:
        if v.surrounded and not is_surrounded(state, v.defenders):
            return Refusal("9.3", "cuts-retreat", {"units": state.names(v.defenders)})
    return None


@rule("9.4a")
def refuse_stranded(state: State) -> Refusal | None:
    """The enemies around the units of a victory must remain attackable by others."""
    gone = lost_causes(state)
    if feasible(state, task_without(state, gone)) is not None or smallest_sets(state, gone):
        return None
    names = state.names(unattackable(state))
    return Refusal("9.4a", "no-soak-off", {"units": names}) if names else None
