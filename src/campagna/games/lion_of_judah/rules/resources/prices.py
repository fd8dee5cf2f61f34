"""What orders cost for certain, as notes of their forecasts. The prices stand in the chapters."""

from __future__ import annotations

from campagna.core.contract import Fact, Note
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.rules.air_hq import airfields
from campagna.games.lion_of_judah.rules.resources import fuel
from campagna.games.lion_of_judah.state import State


def points_note(state: State, box: int, points: int) -> Note:
    """Resource points of a box, and what is left there."""
    held, name = state.boxes[box], state.theatre.boxes[box].id
    return Note("costs-points", {"count": points, "box": name, "left": held - points})


def carried_note(state: State, leader: int, points: int) -> Note:
    """Resource points that a leader carries."""
    held = state.units[leader].load
    facts: dict[str, Fact] = {
        "count": points,
        "unit": state.name(leader),
        "left": held - points,
    }
    return Note("costs-carried", facts)


@rule("PB 14.6.1.1")
def fuel_notes(state: State, price: int) -> tuple[Note, ...]:
    """Who counts his fuel is told what an order burns, and what is left of it."""
    if not price:
        return ()
    return (Note("costs-fuel", {"count": price, "left": state.fuel - price}),)


def flight_notes(state: State, markers: tuple[int, ...]) -> tuple[Note, ...]:
    """A marker flies once a turn, and may come home late; where fuel is rationed it burns some."""
    side = state.world.air[markers[0]].side
    left = len(airfields.ready(state, side)) - len(markers)
    used = Note("aircraft-used", {"count": len(markers), "left": left})
    return used, *fuel_notes(state, len(markers) * fuel.air_price(state, side))
