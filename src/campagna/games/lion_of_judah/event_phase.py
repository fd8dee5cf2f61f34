"""6.2 The event phase: the draw, and the decisions that events and placements leave."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah import (
    answers,
    attrition,
    booty,
    escape,
    event_effects,
    free_move,
    placement,
)
from campagna.games.lion_of_judah.agenda import (
    Attrition,
    Choice,
    Frame,
    FreeMove,
    Gain,
    Place,
    Refuge,
)
from campagna.games.lion_of_judah.choices import Kinds
from campagna.games.lion_of_judah.events import EventDrawn
from campagna.games.lion_of_judah.state import State

DRAWING = "event"


@rule("5.2-B", "6.2-a", "6.2-b")
def draw(state: State, chance: Chance) -> list[Event]:
    """One marker out of the cup, by a player at random; only No Event goes back."""
    if not state.cup:
        return []
    hand = state.side_name(chance.pick(2, "who draws the event"))
    marker = state.cup.pop(chance.pick(len(state.cup), DRAWING))
    if state.world.events[marker].get("returns"):
        state.cup = sorted([*state.cup, marker])
        return [EventDrawn(rule="6.2-b", side=hand, marker=marker, effect=False)]
    state.drawn.append(marker)
    events = event_effects.apply(state, marker, chance)
    drawn = EventDrawn(rule="6.2-a", side=hand, marker=marker, effect=events is not None)
    state.maps.ground_changed()
    return [drawn, *(events or [])]


# --- frames -----------------------------------------------------------------------------------------


def settle(state: State, chance: Chance) -> list[Event]:
    """Carry out the frame on top if it leaves no choice; the agenda tells whether it did."""
    frame = state.agenda[-1]
    if isinstance(frame, Choice):
        return answers.settle(state, chance)
    if isinstance(frame, Place):
        return placement.settle(state, chance)
    if isinstance(frame, Gain):
        return booty.settle(state)
    if isinstance(frame, Attrition):
        return attrition.settle(state)
    if isinstance(frame, FreeMove):
        free_move.settle(state)
    return []


def options(state: State, frame: Frame) -> Kinds:
    """The orders a frame of this chapter asks for."""
    if isinstance(frame, Choice):
        return answers.options(state, frame)
    if isinstance(frame, Place):
        return placement.options(state, frame)
    if isinstance(frame, Gain):
        return booty.options(state, frame)
    if isinstance(frame, FreeMove):
        return free_move.options(state, frame)
    if isinstance(frame, Attrition):
        return attrition.options(state)
    assert isinstance(frame, Refuge)
    return escape.options(state)


def may_decline(state: State) -> bool:
    """Whether the frame on top may be closed without (more) use of it."""
    frame = state.agenda[-1]
    if isinstance(frame, Place):
        return not frame.must
    if isinstance(frame, Choice):
        return frame.event in answers.VOLUNTARY
    return isinstance(frame, FreeMove)
