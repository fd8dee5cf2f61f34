"""2 Preparation: the counters on the map and beside it in March 1941."""

from __future__ import annotations

from campagna.core.contract import Setup
from campagna.core.editions import Options
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.rules.sequence.sequence import is_empty, next_phase
from campagna.games.afrika_korps.rules.sequence.turns import begin_turn
from campagna.games.afrika_korps.state import Maps, State, Unit
from campagna.games.afrika_korps.world import World


def empty_state(world: World, setup: Setup, options: Options) -> State:
    """A board without counters."""
    state = State(setup, units=[Unit() for _ in world.counters])
    state.world = world
    state.options = options
    state.maps = Maps.rebuilt(state)
    return state


@rule("2.2", "2.2.1a", "2.2.1b", "2.3a", "2.3b", "12.2b")
def set_up(state: State) -> None:
    """The units of the March 1941 situation stand in their hexes, stacking ignored."""
    world = state.world
    for row in world.scenario["setup"]:
        for name in row["units"].split():
            state.put(world.index[name], world.hex_index[row["hex"]])
    begin_turn(state)
    if is_empty(state):
        next_phase(state)
