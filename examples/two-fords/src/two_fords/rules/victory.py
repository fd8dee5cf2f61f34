"""Chapter 8: victory."""

from __future__ import annotations

from campagna.core.contract import Event, Outcome
from campagna.core.rulebook import rule
from two_fords.events import GameEnded
from two_fords.rules.counters import turn_up
from two_fords.state import LOST, OVER, State, enemy_of, units_of
from two_fords.world import SIDES, TABLES, VILLAGES


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
    winner = ("north" if lead > 0 else "south") if lead else None
    return Outcome(winner, lead_level(lead), score)


@rule("8.2")
def lead_level(lead: int) -> str:
    """What a lead of so many points is called."""
    if lead == 0:
        return "draw"
    return "clear" if abs(lead) >= TABLES.clear_victory else "narrow"


@rule("8.1")
def end_game(state: State) -> list[Event]:
    """After the last phase every counter is turned up and the points are counted."""
    events = turn_up(state, range(len(state.units)), "8.1")
    result = outcome(state)
    assert result is not None
    events.append(GameEnded(rule="8.2", winner=result.winner or "nobody", level=result.level))
    return events
