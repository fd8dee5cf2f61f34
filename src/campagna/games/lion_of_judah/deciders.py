"""Who decides: the phasing player, his opponent before a move, or whoever a frame asks."""

from __future__ import annotations

from campagna.games.lion_of_judah.agenda import Battle, Stage
from campagna.games.lion_of_judah.state import Phase, State

_DEFENDER_STAGES = (Stage.DEFENDER_AIR, Stage.DEFENDER_HQ)


def decider(state: State) -> int:
    """The side that has to give the next order."""
    if state.agenda:
        frame = state.agenda[-1]
        if isinstance(frame, Battle) and frame.stage in _DEFENDER_STAGES:
            return 1 - frame.side
        return frame.side
    return 1 - state.side if state.phase == Phase.INTERDICTION else state.side
