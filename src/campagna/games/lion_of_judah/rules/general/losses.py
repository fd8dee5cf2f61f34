"""2.3.9 Steps lost and units eliminated: where each kind of counter goes and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.field_events import Eliminated, StepLost
from campagna.games.lion_of_judah.flags import BREAKDOWN_BOX, DEAD, GONE, HIDDEN, HOLDING, NOWHERE
from campagna.games.lion_of_judah.rules.ethiopia import leaders
from campagna.games.lion_of_judah.rules.general import tribes
from campagna.games.lion_of_judah.state import State

KEPT_FLAGS = HIDDEN


@rule("2.3.9-b", "12.11-a")
def lose_step(state: State, unit: int, cause: str, rule_id: str) -> list[Event]:
    """One step: the weaker side, the replacement counter, or the end of the unit."""
    u = state.units[unit]
    if u.steps <= 1:
        return eliminate(state, unit, cause, rule_id)
    state.change(unit, steps=u.steps - 1)
    _count_european(state, unit, 1)
    return [StepLost(rule=rule_id, unit=state.name(unit), cause=cause, left=u.steps - 1)]


@rule("2.4-c", "A-24", "7.3.1-c", "PB 14.6.4.1-b")
def eliminate(state: State, unit: int, cause: str, rule_id: str) -> list[Event]:
    """Take a unit off the map with the trucks under it; what it carries is lost."""
    u, counter = state.units[unit], state.counter(unit)
    events: list[Event] = [
        Eliminated(rule=rule_id, unit=counter.id, hex=state.hex_name(u.place), cause=cause)
    ]
    trucks = state.trucks_under(unit)
    _count_european(state, unit, u.steps)
    box, due = _resting_place(state, unit)
    flags = u.flags & KEPT_FLAGS
    if box == HOLDING:
        flags |= HIDDEN
    state.put(unit, box, steps=0, spent=0, carrier=NOWHERE, load=0, most=0, due=due)
    state.change(unit, flags=flags)
    for users in (state.moving, state.minor_users):
        if unit in users:
            users.remove(unit)
    for truck in trucks:
        events += eliminate(state, truck, cause, "A-24")
    if counter.type == "leader":
        events += leaders.fallen(state, unit)
    return events


def _resting_place(state: State, unit: int) -> tuple[int, int]:
    """Where an eliminated counter goes, and from which turn it may be used again."""
    counter = state.counter(unit)
    if counter.breakdown:
        return BREAKDOWN_BOX, state.turn + 1
    if counter.type == "guerrilla":
        return HOLDING, 0
    return (GONE if counter.type == "dummy" else DEAD), 0


@rule("PB 13.4.4", "PB 14.3.2", "2.6")
def _count_european(state: State, unit: int, steps: int) -> None:
    """The track of eliminated European steps; HQs and trucks do not count."""
    counter = state.counter(unit)
    if counter.combat and counter.european:
        state.steps_lost[counter.side] += steps


@rule("PB 14.6.4.1-b", "PB 13.6.4.2")
def mix(state: State, units: Sequence[int], chance: Chance, purpose: str) -> None:
    """Shuffle the hidden factors of counters that are off the map; all are face down again."""
    values = [state.units[u].value for u in units]
    for i in range(len(values) - 1, 0, -1):
        j = chance.pick(i + 1, purpose)
        values[i], values[j] = values[j], values[i]
    for unit, value in zip(units, values, strict=True):
        state.change(unit, value=value, flags=state.units[unit].flags | HIDDEN)
    tribes.mix(state, units, chance)
