"""Who may attack, that is enter enemy zones: supply, command, the pause, the night (CMD-4 to CMD-8)."""

from __future__ import annotations

from campagna.core.contract import Refusal
from campagna.core.rulebook import rule
from campagna.games.kasserine.rules.command import attack_value, has_command
from campagna.games.kasserine.rules.logistics import attacks_freely
from campagna.games.kasserine.rules.pause import refuse_recon
from campagna.games.kasserine.state import BOUND, SUPPLIED, State


@rule("CMD-4", "CMD-6", "CMD-7", "NGT-4", "NGT-5", "ATT-16", "SUM-1")
def refuse_attacker(state: State, unit: int) -> Refusal | None:
    """Why a unit may take part in no attack in this turn; what counts is how it began the turn."""
    name = {"unit": state.name(unit)}
    if not state.fights(unit):
        return Refusal("ATT-16", "no-fighter", name)
    if not attacks_freely(state, unit) and not state.flagged(unit, SUPPLIED):
        return Refusal("CMD-6", "attack-unsupplied", name)
    if not has_command(state, unit):
        if not state.world.recon[unit]:
            return Refusal("CMD-4", "attack-uncommanded", name)
        if state.night:
            return Refusal("NGT-5", "night-recon", name)
    if attack_value(state, unit) < 1:
        return Refusal("ATT-16", "no-attack-factor", name)
    return refuse_recon(state, unit)


@rule("ATT-2", "ATT-16", "CAL-8 (b)", "CMD-6")
def refuse_contact(state: State, unit: int) -> Refusal | None:
    """Why a piece may not enter an enemy zone by day."""
    refusal = refuse_attacker(state, unit)
    if refusal is None and state.flagged(unit, BOUND):
        return Refusal("CAL-8 (b)", "pause-contact", {"unit": state.name(unit)})
    return refusal
