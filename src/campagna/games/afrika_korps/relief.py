"""9.3, 9.7, 14.5 What the rest of movement may not spoil once an automatic victory is declared."""

from __future__ import annotations

import msgspec

from campagna.core.contract import Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.afrika_korps import automatic, captures, mobility
from campagna.games.afrika_korps.planning import feasible, fresh_task
from campagna.games.afrika_korps.state import USED, State


def refuse_spoiled(state: State) -> Refusal | None:
    """Why the victories declared so far would not survive to this position."""
    return (
        automatic.refuse_unblocked(state)
        or refuse_abandoned(state)
        or refuse_idle_helper(state)
        or automatic.refuse_stranded(state)
    )


@rule("14.5", "9.7")
def refuse_abandoned(state: State) -> Refusal | None:
    """During movement a victory may lose its line as long as a supply can still take over."""
    refusal = automatic.refuse_unsupplied(state)
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
        if automatic.refuse_unsupplied(trial) is None:
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
