"""From the names in an order to the units, hexes, boxes and markers they mean."""

from __future__ import annotations

from collections.abc import Iterable

from campagna.core.contract import Refusal
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.flags import NOWHERE
from campagna.games.lion_of_judah.state import State


@rule("2.3-a")
def own_unit(state: State, name: str, side: int, rule_id: str) -> Refusal | int:
    """The unit of a side by this name, on the map or off it."""
    unit = state.find(name)
    if unit == NOWHERE:
        return Refusal("2.3-a", "unknown-unit", {"unit": name})
    if state.own(unit) != side:
        return Refusal(rule_id, "not-your-unit", {"unit": name})
    return unit


def own_units(
    state: State, names: Iterable[str], side: int, rule_id: str
) -> Refusal | tuple[int, ...]:
    """The units of a side by these names, each once."""
    units: list[int] = []
    for name in names:
        unit = own_unit(state, name, side, rule_id)
        if isinstance(unit, Refusal):
            return unit
        if unit in units:
            return Refusal(rule_id, "named-twice", {"unit": name})
        units.append(unit)
    return tuple(units)


@rule("2.2-b")
def one_hex(state: State, name: str) -> Refusal | int:
    found = state.world.hex_index.get(name, NOWHERE)
    return Refusal("2.2-b", "unknown-hex", {"hex": name}) if found == NOWHERE else found


@rule("7.3.1-b")
def own_box(state: State, name: str, side: int) -> Refusal | int:
    """A box of resource points of this side."""
    box = state.theatre.box_index.get(name, NOWHERE)
    if box == NOWHERE:
        return Refusal("7.3.2-a", "unknown-box", {"box": name})
    if state.theatre.boxes[box].side != side:
        return Refusal("7.3.1-b", "enemy-box", {"box": name})
    return box


@rule("10.1.2")
def own_marker(state: State, name: str, side: int) -> Refusal | int:
    """An air marker of this side in this war."""
    marker = state.world.air_slots.get(name, NOWHERE)
    if marker == NOWHERE or marker not in state.theatre.air:
        return Refusal("10.1.2", "unknown-marker", {"marker": name})
    if state.world.air[marker].side != side:
        return Refusal("10.1.2", "not-your-marker", {"marker": name})
    return marker
