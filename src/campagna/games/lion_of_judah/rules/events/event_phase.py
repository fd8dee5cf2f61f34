"""6.2 The event phase: the draw."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.events import EventDrawn
from campagna.games.lion_of_judah.rules.events import event_effects
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
    return [drawn, *(events or [])]
