"""PB 14.6.3 Italian prestige in 1940-41, and the fuel that first captures bring."""

from __future__ import annotations

from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.events import PrestigeChanged, Removed
from campagna.games.lion_of_judah.flags import GONE, NOWHERE
from campagna.games.lion_of_judah.rules.resources import fuel
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1940


@rule("PB 14.6.3-a", "PB 14.6.1.1")
def note_control(state: State, hex_: int, side: int) -> list[Event]:
    """A hex changed hands: places of renown move the tracks, each once."""
    if state.part != S1940:
        return []
    name, table = state.hex_name(hex_), state.theatre.scenario["prestige"]
    if side != ITALIAN:
        loss = table["first_loss"].get(name, 0)
        if not loss or hex_ in state.lost:
            return []
        state.lost.append(hex_)
        return change(state, -loss)
    if hex_ in state.taken:
        return []
    gain = table["first_capture"].get(name, 0)
    barrels = state.theatre.scenario["fuel"]["first_capture"].get(name, 0)
    if hex_ in state.lost:
        gain = table["recapture"]
    if not gain and not barrels:
        return []
    state.taken.append(hex_)
    return change(state, gain) + (fuel.change(state, barrels) if barrels else [])


@rule("PB 14.6.3-a", "PB 14.6.3-b")
def change(state: State, amount: int) -> list[Event]:
    """Move the marker within its track; at the bottom the irregulars go home."""
    table, before = state.theatre.scenario["prestige"], state.prestige
    state.prestige = max(table["minimum"], min(before + amount, table["maximum"]))
    if state.prestige == before:
        return []
    step = state.prestige - before
    moved = PrestigeChanged(rule="PB 14.6.3-a", change=step, prestige=state.prestige)
    if state.prestige > table["irregulars_removed_at"]:
        return [moved]
    return [moved, *_disperse(state)]


@rule("PB 14.6.3-b")
def _disperse(state: State) -> list[Event]:
    """Italian irregulars leave the game."""
    units = [u for u in state.on_map(ITALIAN) if state.counter(u).irregular]
    if not units:
        return []
    names = state.names(units)
    for unit in units:
        for truck in state.trucks_under(unit):
            state.change(truck, carrier=NOWHERE)
        state.put(unit, GONE, steps=0, spent=0)
        state.change(unit, flags=0)
    return [Removed(rule="PB 14.6.3-b", units=names, cause="prestige")]
