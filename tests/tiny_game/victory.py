"""Chapter 8: victory."""

from __future__ import annotations

from campagna.core.contract import Event, Outcome
from campagna.core.rulebook import rule
from tests.tiny_game.events import GameEnded
from tests.tiny_game.state import LOST, OVER, SIDES, State, enemy_of, turn_up, units_of
from tests.tiny_game.terrain import TABLES, VILLAGES


@rule("8.1")
def points(state: State, side: str) -> int:
    villages = set(VILLAGES.values())
    own = [state.units[i] for i in units_of(side)]
    held = sum(1 for u in own if u.strength > 0 and u.place in villages)
    beaten = [state.units[i] for i in units_of(enemy_of(side)) if state.units[i].place == LOST]
    return held * TABLES.village_points + sum(u.strength for u in beaten)


@rule("8.2")
def outcome(state: State) -> Outcome | None:
    if state.phase < OVER:
        return None
    score = {side: points(state, side) for side in SIDES}
    lead = score["north"] - score["south"]
    if lead == 0:
        return Outcome(None, "draw", score)
    level = "clear" if abs(lead) >= TABLES.clear_victory else "narrow"
    return Outcome("north" if lead > 0 else "south", level, score)


@rule("8.1")
def end_game(state: State) -> list[Event]:
    """After the last phase every counter is turned up and the points are counted."""
    events = turn_up(state, range(len(state.units)), "8.1")
    result = outcome(state)
    assert result is not None
    events.append(GameEnded(rule="8.2", winner=result.winner or "nobody", level=result.level))
    return events
