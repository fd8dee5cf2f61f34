"""6.2 What the events in force change elsewhere: movement, marches, air, activation, combat.

`State.in_force` holds the events whose effects last beyond the moment of the draw.
"""

from __future__ import annotations

from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import Block


def in_force(state: State, event: str) -> bool:
    return state.event_in_force(event) is not None


def effect(state: State, event: str) -> Block:
    """The numbers of an event."""
    found: Block = state.world.events[event]["effect"]
    return found


# --- movement ---------------------------------------------------------------------------------------


@rule("12.10")
def rains(state: State) -> bool:
    """A2, C6, D9: wheels pay double for the ground off roads and railways."""
    return any(in_force(state, event) for event in ("A2", "C6", "D9"))


def river_extra(state: State) -> int:
    """B5: half points a river costs more."""
    return 2 * int(effect(state, "B5")["river_extra_mp"]) if in_force(state, "B5") else 0


def forced_march_drm(state: State) -> int:
    """A2."""
    return int(effect(state, "A2")["forced_march_drm"]) if in_force(state, "A2") else 0


def hq_bonus(state: State) -> int:
    """A5, second choice: points more for a supplied Italian HQ that uses its factor."""
    return int(effect(state, "A5")["hq_mp"]) if in_force(state, "A5-hq") else 0


def iron_will_bonus(state: State) -> int:
    """B7: points more for motorised and mechanised Italians whose whole move follows lines."""
    return int(effect(state, "B7")["motorised_bonus"]) if in_force(state, "B7") else 0


def guerrilla_movement(state: State) -> int:
    """C5: the movement factor of guerrillas this turn, 0 if the event is not in force."""
    return int(effect(state, "C5")["guerrilla_mf"]) if in_force(state, "C5") else 0


# --- air --------------------------------------------------------------------------------------------


@rule("10.1.3-a")
def air_drm(state: State, side: int) -> int:
    """C6 and D9 spoil the air support of both, D8 helps the Allies."""
    drm = 0
    if in_force(state, "C6") or in_force(state, "D9"):
        drm += int(effect(state, "C6")["air_drm"])
    if side != ITALIAN and in_force(state, "D8"):
        drm += int(effect(state, "D8")["allied_air_drm"])
    return drm


def returns_without_roll(state: State, side: int) -> bool:
    """D8."""
    return side != ITALIAN and in_force(state, "D8")


def flying_weather(state: State, side: int) -> int:
    """B5 from turn 7: what an Italian marker must roll before a mission, 0 if nothing."""
    if side != ITALIAN or not in_force(state, "B5"):
        return 0
    block = effect(state, "B5")
    return int(block["italian_air_flies_on"]) if state.turn >= block["from_turn"] else 0


# --- combat -----------------------------------------------------------------------------------------


def signals_broken(state: State) -> bool:
    """D1: the Allies look into every Italian stack this turn."""
    return in_force(state, "D1")
