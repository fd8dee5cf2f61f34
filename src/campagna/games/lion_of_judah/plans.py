"""Judgement: which plan serves which decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campagna.core.contract import Fact, Order
from campagna.games.lion_of_judah.battles_plan import battles_for
from campagna.games.lion_of_judah.counters import OTHER
from campagna.games.lion_of_judah.deciders import decider
from campagna.games.lion_of_judah.ethiopian_plan import LeaderPlan, activations
from campagna.games.lion_of_judah.march_plan import Marches
from campagna.games.lion_of_judah.replies import reply
from campagna.games.lion_of_judah.staff_plan import Staff
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.world import S1935

Counsel = tuple[Order, float, str, Mapping[str, Fact]]


def plan(state: State, style: Mapping[str, float]) -> Iterator[Counsel]:
    """Orders of the deciding side for what is asked now."""
    if state.agenda:
        return reply(state, style)
    phase, side = Phase(state.phase), decider(state)
    if phase == Phase.ACTIVATION:
        return activations(state, style)
    if phase == Phase.MOVEMENT:
        if side == OTHER and state.part == S1935:
            return LeaderPlan(state, style).moves()
        return Marches(state, style).moves()
    if phase == Phase.COMBAT:
        return battles_for(state, side, style).battles()
    staff = Staff(state, side, style)
    return staff.interdictions() if phase == Phase.INTERDICTION else staff.orders()
