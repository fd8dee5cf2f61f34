"""12.0 Untried units: drawing, revealing, burying and drawing again."""

from __future__ import annotations

from collections.abc import Iterable

from campagna.core.chance import Chance
from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import Eliminated, Revealed, StepLost, Vanished
from campagna.games.panzergruppe_guderian.state import (
    DEAD,
    LOST,
    RECYCLED,
    STRENGTHS,
    UNTRIED,
    WAITING,
    State,
    Unit,
    added,
    taken,
)
from campagna.games.panzergruppe_guderian.world import POOLS, SOVIET

DRAWING = "draw"
"""Begins the purpose of every draw of a counter; such draws stay secret."""


@rule("12.4b", "14.14")
def left_to_draw(state: State, pool: int) -> int:
    """Counters that can still be drawn: the mix is an absolute limit, the dead come back."""
    return len(state.pools[pool]) + len(state.dead[pool])


@rule("12.1a", "12.1b", "12.1c", "12.GEN", "12.4b", "14.14", "14.GEN-4", "5.0c", "S2-1", "16.1c")
def draw(state: State, pool: int, chance: Chance, *, entry: str = "", army: str = "") -> int:
    """Draw a counter at random and let it wait off the map, its strength unknown to both players.

    When the original pool is empty the eliminated units are drawn again, untried.
    """
    fresh = state.pools[pool]
    source, flags = (fresh, UNTRIED) if fresh else (state.dead[pool], UNTRIED | RECYCLED)
    counter = source[chance.pick(len(source), f"{DRAWING} {POOLS[pool]}")]
    if fresh:
        state.pools = taken(state.pools, pool, counter)
    else:
        state.dead = taken(state.dead, pool, counter)
    return state.add_unit(Unit(counter, WAITING, flags=flags, entry=entry, army=army))


def put_back(state: State, unit: int) -> None:
    """A drawn unit that never came in returns to the pool it was drawn from."""
    u = state.units[unit]
    pool = state.counter(unit).pool
    if u.flags & RECYCLED:
        state.dead = added(state.dead, pool, u.counter)
    else:
        state.pools = added(state.pools, pool, u.counter)
    state.put(unit, LOST, entry="")


@rule("12.2a", "12.2b", "S2-2", "3.4e")
def reveal(state: State, units: Iterable[int]) -> list[Event]:
    """Turn the untried units of a declared combat face up, just before the die."""
    events: list[Event] = []
    for unit in units:
        if state.units[unit].flags & UNTRIED:
            state.flag(unit, 0, UNTRIED)
            state.maps.memos.touch(STRENGTHS)
            counter = state.counter(unit)
            strength = str(counter.steps[0])
            events.append(
                Revealed(rule="12.2a", unit=state.name(unit), counter=counter.id, strength=strength)
            )
    return events


@rule("12.3a", "S2-11")
def remove_powerless(state: State, units: Iterable[int]) -> list[Event]:
    """Divisions without attack and defence strength leave the map when revealed."""
    events: list[Event] = []
    for unit in units:
        values = state.values(unit)
        if values.attack == 0 and values.defence == 0 and state.units[unit].place >= 0:
            bury(state, unit)
            events.append(Vanished(rule="12.3a", unit=state.name(unit)))
    return events


@rule("12.4a", "10.24")
def bury(state: State, unit: int) -> None:
    """Take a unit off the map; a Soviet division goes to the pool of the eliminated."""
    counter = state.counter(unit)
    if counter.side == SOVIET and not counter.is_leader:
        state.dead = added(state.dead, counter.pool, state.units[unit].counter)
    state.put(unit, DEAD, entry="")


@rule("9.61", "9.62", "9.63", "10.24")
def lose_step(state: State, unit: int) -> Event:
    """One step less; without another step the unit is eliminated."""
    u = state.units[unit]
    steps = state.counter(unit).steps
    if u.step + 1 < len(steps):
        state.set_movement(unit, step=u.step + 1)
        state.maps.memos.touch(STRENGTHS)
        return StepLost(rule="9.61", unit=state.name(unit), strength=str(steps[u.step + 1]))
    return eliminate(state, unit, "9.61")


def eliminate(state: State, unit: int, rule_id: str) -> Event:
    place = state.world.hex_ids[state.units[unit].place]
    bury(state, unit)
    return Eliminated(rule=rule_id, unit=state.name(unit), hex=place)


def steps_left(state: State, unit: int) -> int:
    return len(state.counter(unit).steps) - state.units[unit].step
