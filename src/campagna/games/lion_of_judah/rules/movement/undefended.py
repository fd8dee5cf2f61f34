"""11.6 Undefended units: combat units walk over HQs, trucks and dummies; leaders may escape."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.field_events import Overrun, Repelled
from campagna.games.lion_of_judah.rules.ethiopia import leader_escape
from campagna.games.lion_of_judah.rules.general import losses
from campagna.games.lion_of_judah.rules.resources import resource_points
from campagna.games.lion_of_judah.state import State


def has_fighters(state: State, hex_: int) -> bool:
    return bool(state.combat_units(hex_))


@rule("11.6", "2.3.7-d", "7.3.1-c", "12.13", "A-39", "PB 14.6.5")
def enter(
    state: State, units: Sequence[int], hex_: int, chance: Chance, *, in_combat: bool = False
) -> list[Event]:
    """Units come into a hex: whoever stands there without a combat unit is eliminated.

    In an advance after combat the points captured are settled with the combat.
    """
    side = state.own(units[0])
    there = [u for u in state.stack(hex_) if state.own(u) != side]
    if not there:
        return []
    events: list[Event] = leader_escape.alone(state, hex_, chance)
    captured = [u for u in there if state.units[u].place == hex_]
    captured = [u for u in captured if state.counter(u).type != "leader"]
    if captured:
        names = state.names(captured)
        events.append(Overrun(rule="11.6", units=names, hex=state.hex_name(hex_)))
    for unit in captured:
        if state.units[unit].place == hex_:
            events += losses.eliminate(state, unit, "overrun", "11.6")
    return events if in_combat else events + resource_points.lone(state, side, captured, hex_)


def repelled(state: State, hex_: int) -> Event:
    """A screened hex was no dummy."""
    return Repelled(rule="PB 14.6.5", hex=state.hex_name(hex_))
