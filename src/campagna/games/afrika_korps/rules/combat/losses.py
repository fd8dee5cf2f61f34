"""Elimination: units leave the map, substitutes leave their parts behind (A34)."""

from __future__ import annotations

from collections.abc import Iterable

from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import Eliminated
from campagna.games.afrika_korps.state import ASIDE, DEAD, LATE, POOL, SEA, State, Unit


@rule("20.1", "21.6")
def eliminate(state: State, units: Iterable[int], cause: str, rule_id: str) -> list[Event]:
    """Units go to the eliminated. A substitute goes back to the pool, its parts count as lost."""
    events: list[Event] = []
    for unit in units:
        u = state.units[unit]
        where = state.hex_name(u.place) if u.place >= 0 else ("sea" if u.place == SEA else "")
        late = LATE if state.owner(unit) == state.side else 0
        substitute = state.counter(unit).substitute
        state.put(unit, POOL if substitute else DEAD)
        state.units[unit] = Unit(POOL) if substitute else Unit(DEAD, late)
        for part in u.parts:
            if state.place(part) == ASIDE:
                state.units[part] = Unit(DEAD, late)
        events.append(Eliminated(rule=rule_id, unit=state.name(unit), hex=where, cause=cause))
    return events


@rule("21.3")
def lose_parts(state: State, parts: Iterable[int]) -> None:
    """Parts of a broken substitute that were given for its losses count as eliminated (A34)."""
    for part in parts:
        if state.place(part) == ASIDE:
            late = LATE if state.owner(part) == state.side else 0
            state.units[part] = Unit(DEAD, late)
