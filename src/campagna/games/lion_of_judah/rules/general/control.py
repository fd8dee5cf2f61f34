"""3.2 Control of hexes: the side last to pass with a combat unit."""

from __future__ import annotations

from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.events import ControlChanged
from campagna.games.lion_of_judah.rules.general import prestige
from campagna.games.lion_of_judah.state import Capture, State
from campagna.games.lion_of_judah.world import NO_SIDE, S1940


def controlled(state: State, hex_: int, side: int) -> bool:
    return state.control[hex_] == side


@rule("3.2-a", "3.2-b", "10.1.2")
def enter(state: State, hex_: int, side: int) -> list[Event]:
    """A unit with a combat factor is in the hex: it changes hands at once."""
    if state.control[hex_] in (side, NO_SIDE):
        return []
    state.take_control(hex_, side)
    _note_capture(state, hex_)
    events: list[Event] = []
    if is_notable(state, hex_):
        name = state.hex_name(hex_)
        events.append(ControlChanged(rule="3.2-b", hex=name, side=state.side_name(side)))
    return events + prestige.note_control(state, hex_, side)


@rule("PB 14.5.1", "PB 14.6.1-b")
def _note_capture(state: State, hex_: int) -> None:
    """Railways and forward bases serve their captor from the second administrative phase on."""
    if state.part != S1940:
        return
    bases = state.theatre.scenario["forward_bases"]["hexes"]
    if state.hex_name(hex_) in bases or any(state.theatre.net(()).rail[hex_ * 6 : hex_ * 6 + 6]):
        state.captures = [c for c in state.captures if c.hex != hex_]
        state.captures.append(Capture(hex_, state.turn))


def is_notable(state: State, hex_: int) -> bool:
    """Worth telling: towns, ambas and hexes with a value."""
    world = state.world
    if world.settlement[hex_] or world.amba[hex_]:
        return True
    victory = state.theatre.scenario["victory"]
    name = state.hex_name(hex_)
    return any(name in victory.get(key, ()) for key in ("hexes", "hexes_allied", "hexes_italian"))
