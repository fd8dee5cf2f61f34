"""Counters and hexes as orders name them."""

from __future__ import annotations

from collections.abc import Iterable

from campagna.core.contract import Fact, Refusal
from campagna.games.kasserine.state import State


def own_units(state: State, names: Iterable[str], side: int, rule_id: str) -> Refusal | list[int]:
    """The units of these names, all of one side, each once, at least one."""
    found: list[int] = []
    for name in names:
        unit = state.world.index.get(name)
        if unit is None:
            return Refusal(rule_id, "unknown-unit", {"unit": name})
        if state.owner(unit) != side:
            return Refusal(rule_id, "not-your-unit", {"unit": name})
        if unit in found:
            return Refusal(rule_id, "named-twice", {"unit": name})
        found.append(unit)
    if not found:
        return Refusal(rule_id, "nobody-named")
    return found


def hexes(state: State, names: Iterable[str], rule_id: str) -> Refusal | list[int]:
    found = []
    for name in names:
        hex_ = state.world.hex_index.get(name)
        if hex_ is None:
            return Refusal(rule_id, "unknown-hex", {"hex": name})
        found.append(hex_)
    if not found:
        return Refusal(rule_id, "no-path")
    return found


def unit_and_hex(state: State, unit: int) -> dict[str, Fact]:
    return {"unit": state.name(unit), "hex": state.hex_name(state.place(unit))}


def own_unit(state: State, name: str, side: int, rule_id: str) -> Refusal | int:
    found = own_units(state, (name,), side, rule_id)
    return found if isinstance(found, Refusal) else found[0]
