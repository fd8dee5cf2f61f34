"""What the sequence of play waits for: who decides, what, and by which rule."""

from __future__ import annotations

from campagna.core.contract import Fact, Step
from campagna.games.lion_of_judah import results, sequence, stacking
from campagna.games.lion_of_judah.agenda import (
    Advancing,
    Attrition,
    Battle,
    Choice,
    Excess,
    FollowUp,
    Frame,
    FreeMove,
    Gain,
    Place,
    Refuge,
    Stage,
    Suffer,
)
from campagna.games.lion_of_judah.deciders import decider
from campagna.games.lion_of_judah.flags import NOWHERE
from campagna.games.lion_of_judah.state import PHASE_NAMES, Phase, State


def step(state: State) -> Step | None:
    """The decision awaited; None when the game is over. Facts are open to both players."""
    if state.phase == Phase.OVER:
        return None
    side = state.side_name(decider(state))
    facts: dict[str, Fact] = {"turn": state.turn}
    if state.agenda:
        return _frame_step(state, state.agenda[-1], side, facts)
    if state.leader != NOWHERE:
        facts["leader"] = state.name(state.leader)
    kind = PHASE_NAMES[state.phase]
    return Step(side, kind, sequence.PHASE_RULES[Phase(state.phase)], facts)


def _frame_step(state: State, frame: Frame, side: str, facts: dict[str, Fact]) -> Step:
    match frame:
        case Battle():
            kind, rule_id = _battle_step(frame)
            return Step(side, kind, rule_id, facts | {"hex": state.hex_name(frame.target)})
        case Suffer():
            units = state.names(results.alive(state, frame))
            count = results.owed(state, frame)
            rule_id = results.RULES.get(frame.cause, "12.11-b")
            return Step(side, "losses", rule_id, facts | {"count": count, "units": units})
        case Advancing():
            more: dict[str, Fact] = {"hex": state.hex_name(frame.target)}
            return Step(
                side, "advance", "12.12", facts | more | {"units": state.names(frame.units)}
            )
        case FollowUp():
            return Step(side, "follow-up", "12.11.1-a", facts | {"units": state.names(frame.units)})
        case Excess():
            hexes = tuple(state.hex_name(h) for h in stacking.overstacked(state, frame.side))
            return Step(side, "excess", "8.3", facts | {"hexes": hexes})
        case Attrition():
            return Step(side, "attrition", "PB 13.6.3", facts | {"hex": state.hex_name(frame.hex)})
        case Refuge():
            return Step(side, "refuge", "PB 13.6.2.4", facts | {"leader": state.name(frame.leader)})
        case Gain():
            return Step(side, "gain", "PB 13.6.4", facts | {"count": frame.count})
        case Place():
            count = frame.count
            rule_id = "PB 14.6.4.1-b" if frame.kind == "guerrilla" else "PB 13.6.9-a"
            return Step(side, f"place-{frame.kind}", rule_id, facts | {"count": count})
        case Choice():
            return Step(side, f"choice-{frame.event}", "6.2-a", facts | {"count": frame.count})
        case FreeMove():
            return Step(side, "free-move", "6.2-a", facts)


def _battle_step(frame: Battle) -> tuple[str, str]:
    return {
        Stage.ATTACKER_AIR: ("attacker-air", "12.4-3"),
        Stage.DEFENDER_AIR: ("defender-air", "12.4-3"),
        Stage.ATTACKER_HQ: ("attacker-hq", "12.4-5"),
        Stage.DEFENDER_HQ: ("defender-hq", "12.4-5"),
    }[Stage(frame.stage)]
