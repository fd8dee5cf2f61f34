"""From the names in an order to the units and hexes they mean."""

from __future__ import annotations

from campagna.core.contract import Refusal
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.state import NOWHERE, State


@rule("3.4a")
def own_units(state: State, names: tuple[str, ...], side: int, rule_id: str) -> Refusal | list[int]:
    """The units of a side by these names, each once."""
    units = []
    for name in names:
        unit = state.find(name)
        if unit == NOWHERE:
            return Refusal("3.4a", "unknown-unit", {"unit": name})
        if state.side(unit) != side:
            return Refusal(rule_id, "not-your-unit", {"unit": name})
        if unit in units:
            return Refusal(rule_id, "named-twice", {"unit": name})
        units.append(unit)
    if not units:
        return Refusal(rule_id, "no-units")
    return units


@rule("6.GEN-2")
def path_hexes(state: State, names: tuple[str, ...]) -> Refusal | list[int]:
    """The hexes of a path; a path has at least one."""
    index = state.world.hex_index
    try:
        path = [index[name] for name in names]
    except KeyError as unknown:
        return Refusal("6.GEN-2", "unknown-hex", {"hex": unknown.args[0]})
    return path or Refusal("6.GEN-2", "no-path")
