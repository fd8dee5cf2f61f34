"""Names in orders: the base that is meant, or why there is none (input, not rules)."""

from __future__ import annotations

from campagna.core.contract import Refusal
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import NOBODY


def find_own(state: State, name: str) -> int | Refusal:
    """The base of the deciding side that has this name."""
    base = state.find(name)
    if base == NOBODY:
        return Refusal("BAS-1", "unknown-unit", {"unit": name})
    if state.unit(base).side != state.side:
        return Refusal("BAS-1", "not-your-unit", {"unit": name})
    return base


def find_on_table(state: State, name: str) -> int | Refusal:
    """The same, if it stands on the table."""
    base = find_own(state, name)
    if isinstance(base, Refusal) or state.on_table(base):
        return base
    return Refusal("BAS-1", "not-on-table", {"unit": name})
