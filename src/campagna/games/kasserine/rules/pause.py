"""The historical pause: who is bound and by what (CAL-5 to CAL-15)."""

from __future__ import annotations

from campagna.core.contract import Refusal
from campagna.core.rulebook import rule
from campagna.games.kasserine.state import BOUND, State
from campagna.games.kasserine.world import ALLIED, AXIS, UCT


@rule("CAL-5", "CAL-7 (a)", "CAL-11 (c)", "CAL-14", "CAL-15")
def is_bound(state: State, unit: int) -> bool:
    """Whether the limits of point b hold for a unit in this turn.

    Axis units are free only under Rommel's control: with his counter gone nobody is, whatever became
    of von Arnim. Allied units are bound only south of the railway.
    """
    world = state.world
    u = state.units[unit]
    if not state.paused or world.kind[unit] != UCT or u.start < 0:
        return False
    if u.side == AXIS:
        return not u.control & world.army_bit[world.rommel]
    return bool(world.south[u.start])


@rule("CAL-13 (d)", "CAL-15")
def refuse_recon(state: State, unit: int) -> Refusal | None:
    """Reconnaissance does not attack in the pause, except under Rommel; by option Allied neither."""
    if not state.paused or not state.world.recon[unit]:
        return None
    if state.owner(unit) == AXIS:
        banned = state.flagged(unit, BOUND)
    else:
        banned = state.options["pause_recon_ban"] == "both"
    return Refusal("CAL-13 (d)", "pause-recon", {"unit": state.name(unit)}) if banned else None


@rule("CAL-8 (b)", "CAL-11 (c)")
def refuse_target(state: State, unit: int, hex_: int) -> Refusal | None:
    """A bound unit attacks only enemies it was already in contact with when the turn began."""
    if not state.flagged(unit, BOUND) or hex_ in state.world.near[state.units[unit].start]:
        return None
    facts = {"unit": state.name(unit), "hex": state.hex_name(hex_)}
    return Refusal("CAL-8 (b)", "pause-target", facts)


@rule("CAL-10 (c)")
def shut_southwards(state: State, side: int) -> bool:
    """No Allied piece crosses the railway to the south; retreats are no movement."""
    return state.paused and side == ALLIED
