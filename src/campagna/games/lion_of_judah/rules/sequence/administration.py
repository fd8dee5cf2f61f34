"""5.2-A The administrative phase: what opens its steps."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.events import MarkersAdded, Removed, ScreenLifted
from campagna.games.lion_of_judah.flags import AIRLIFTED, ARRIVED, GONE, RECALLED
from campagna.games.lion_of_judah.maps import AIR, EVENTS
from campagna.games.lion_of_judah.rules.ethiopia import patriots
from campagna.games.lion_of_judah.rules.resources import arrivals, roads
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.world import S1940


@rule("5.2-A-I", "6.1", "PB 14.6.5")
def open_turn(state: State, chance: Chance) -> list[Event]:
    """Step I: new event markers on strategic turns; the marks of the last phase come off."""
    for unit in state.theatre.units:
        state.flag(unit, 0, AIRLIFTED | ARRIVED | RECALLED)
    state.bribed, state.railed, state.sailed = [], [], (0, 0)
    state.in_force = [e for e in state.in_force if e.until >= state.turn]
    state.maps.memos.touch(EVENTS | AIR)
    return _new_markers(state) + _lift_screen(state)


@rule("6.1", "5.2-A-I")
def _new_markers(state: State) -> list[Event]:
    """The pool of a strategic turn joins the cup."""
    events: list[Event] = []
    for pool, turn in state.theatre.scenario["strategic_turns"].items():
        if turn != state.turn:
            continue
        blocks = [b for b in state.world.tables["event"] if b["pool"] == pool]
        markers = [b["id"] for b in blocks for _ in range(b.get("count", 1))]
        state.cup = sorted([*state.cup, *markers])
        events.append(MarkersAdded(rule="6.1", pool=pool, count=len(markers)))
    return events


@rule("PB 14.6.5")
def _lift_screen(state: State) -> list[Event]:
    """Dummies leave at the start of their turn."""
    if state.part != S1940 or state.turn != state.theatre.scenario["dummies"]["removed_on_turn"]:
        return []
    dummies = [u for u in state.on_map(OTHER) if state.counter(u).type == "dummy"]
    names = state.names(dummies)
    for unit in dummies:
        state.put(unit, GONE, steps=0)
        state.change(unit, flags=0)
    gone: list[Event] = [Removed(rule="PB 14.6.5", units=names, cause="screen")] if names else []
    return [*gone, ScreenLifted(rule="PB 14.6.5")]


# --- steps ------------------------------------------------------------------------------------------


@rule("5.2-0", "5.2-A-II", "5.2-A-VII", "5.2-A-IX")
def open_step(state: State, chance: Chance) -> list[Event]:
    """What happens by itself when a step opens for the player `state.side`."""
    if state.phase == Phase.ARRIVALS:
        return arrivals.open_step(state)
    if state.phase == Phase.ROADS and state.side == ITALIAN:
        return roads.check_sites(state) + roads.finish(state)
    if state.phase == Phase.SPECIAL and state.part == S1940:
        if state.side == ITALIAN:
            return patriots.withdraw(state) + patriots.desert(state, chance)
        patriots.rise(state)
    return []
