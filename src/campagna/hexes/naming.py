"""From the names in an order to the units and hexes they mean, or the refusal that says which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from campagna.core.contract import Fact, Refusal


class Names(Protocol):
    """The names of a game on hexes."""

    @property
    def index(self) -> Mapping[str, int]:
        """Counters by name."""

    @property
    def hex_index(self) -> Mapping[str, int]: ...


class Field(Protocol):
    """A state whose counters have owners and places."""

    @property
    def world(self) -> Names: ...

    def owner(self, unit: int) -> int: ...

    def place(self, unit: int) -> int: ...

    def name(self, unit: int) -> str: ...

    def hex_name(self, hex_: int) -> str: ...


def own_units(state: Field, names: Iterable[str], side: int, rule_id: str) -> Refusal | list[int]:
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


def own_unit(state: Field, name: str, side: int, rule_id: str) -> Refusal | int:
    found = own_units(state, (name,), side, rule_id)
    return found if isinstance(found, Refusal) else found[0]


def hexes(state: Field, names: Iterable[str], rule_id: str) -> Refusal | list[int]:
    """The hexes of these names, at least one."""
    found = []
    for name in names:
        hex_ = state.world.hex_index.get(name)
        if hex_ is None:
            return Refusal(rule_id, "unknown-hex", {"hex": name})
        found.append(hex_)
    if not found:
        return Refusal(rule_id, "no-path")
    return found


def unit_and_hex(state: Field, unit: int) -> dict[str, Fact]:
    return {"unit": state.name(unit), "hex": state.hex_name(state.place(unit))}
