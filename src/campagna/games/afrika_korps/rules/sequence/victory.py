"""4 Victory."""

from __future__ import annotations

from campagna.core.contract import Event, Outcome
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import ControlHeld, GameEnded
from campagna.games.afrika_korps.rules.combat.zones import fighters
from campagna.games.afrika_korps.rules.forces.arrivals import controls
from campagna.games.afrika_korps.state import SEA, TURN, Phase, State
from campagna.games.afrika_korps.world import ALLIED, AXIS, SIDES


@rule("4.1a", "4.2a", "22.5")
def wiped_out(state: State) -> str:
    """The level of victory if a side has no combat unit left (A2); empty if none."""
    if not _has_army(state, ALLIED):
        return "axis_elimination"
    if not _has_army(state, AXIS):
        return "allied_elimination"
    return ""


@rule("4.1a", "4.2a")
def _has_army(state: State, side: int) -> bool:
    """Whether a side has a combat unit on the map, or one at sea, which is not eliminated."""
    if fighters(state, side):
        return True
    afloat = any(state.place(u) == SEA for u in state.world.fighters[side])
    return afloat and state.options.fixed("sea-is-not-lost")


@rule("4.1b", "4.2b", "4.3a", "4.3c")
def holds_everything(state: State, side: int) -> bool:
    return all(controls(state, side, h) for h in state.world.objectives)


def counted_sides(state: State) -> tuple[int, ...]:
    """Whose control is tested in this player turn: both in the Allied one, or each in its own."""
    if state.options["victory_turns"] == "own":
        return (state.side,)
    return (AXIS, ALLIED) if state.side == ALLIED else ()


@rule("4.1b", "4.2b")
def note_start(state: State) -> None:
    for side in counted_sides(state):
        state.held_at_start[side] = holds_everything(state, side)


@rule("4.1b", "4.2b")
def note_end(state: State) -> list[Event]:
    """Two turns in a row, at the beginning and at the end of each, win the game."""
    events: list[Event] = []
    for side in counted_sides(state):
        held = state.held_at_start[side] and holds_everything(state, side)
        state.held[side] = state.held[side] + 1 if held else 0
        state.held_at_start[side] = False
        rule_id = "4.1b" if side == AXIS else "4.2b"
        if held:
            events.append(ControlHeld(rule=rule_id, side=SIDES[side], turns=state.held[side]))
        if state.held[side] >= state.world.tables["victory"]["turns"]:
            return events + end_game(state, f"{SIDES[side]}_control", rule_id)
    return events


_RULES = {
    "axis_elimination": "4.1a",
    "allied_elimination": "4.2a",
    "allied_collapse": "24.5",
    "allied_time": "4.2c",
}


@rule("4.1a", "4.2a", "4.2c", "24.5", "19.8")
def end_game(state: State, level: str, rule_id: str = "") -> list[Event]:
    """The game is over at this level; whoever is not in play by now never comes."""
    state.level = level
    state.phase = Phase.OVER
    state.agenda = []
    state.maps.memos.touch(TURN)
    winner = level.split("_", 1)[0]
    return [GameEnded(rule=rule_id or _RULES[level], level=level, winner=winner)]


def outcome(state: State) -> Outcome | None:
    if state.phase != Phase.OVER:
        return None
    return Outcome(state.level.split("_", 1)[0], state.level)
