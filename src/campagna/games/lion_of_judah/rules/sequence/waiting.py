"""What may wait inside a phase: every frame of the agenda, who answers it and with what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal, Step
from campagna.core.decision import Answer, Reply, Settled, Situation, Waiting
from campagna.core.offers import Offer, Say
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.frames import (
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
    Suffer,
)
from campagna.games.lion_of_judah.orders import Done
from campagna.games.lion_of_judah.rules.combat import advance, combat, step_losses
from campagna.games.lion_of_judah.rules.ethiopia import attrition, leader_escape
from campagna.games.lion_of_judah.rules.events import event_choices, free_move, placement
from campagna.games.lion_of_judah.rules.general import stacking
from campagna.games.lion_of_judah.rules.resources import resource_points
from campagna.games.lion_of_judah.rules.sequence import combat_stages
from campagna.games.lion_of_judah.state import State

F = TypeVar("F", bound=Frame)

DECLINE = (Say("done", tone="decline"),)


# --- declining ----------------------------------------------------------------------------------------


def _always(frame: object) -> bool:
    return True


def _never(frame: object) -> bool:
    return False


@rule("12.2-c")
def decline(state: State, frame: Frame, plan: None, chance: Chance) -> list[Event]:
    """Leave the rest of an offer unused."""
    state.agenda.pop()
    return []


def _done_reply(
    frame: type[F], rule_id: str, declines: Callable[[F], bool]
) -> Reply[State, F, Done, None]:
    """`Done` as the answer to a frame: allowed where the frame may be declined."""

    def judge(state: State, frame: F, order: Done) -> Refusal | None:
        return None if declines(frame) else Refusal(rule_id, "must-decide")

    def offer(state: State, frame: F) -> tuple[Offer, ...]:
        return DECLINE if declines(frame) else ()

    return Reply(Done, rule_id, judge, decline, offer=offer)


# --- the frames ---------------------------------------------------------------------------------------


def _waits_for_player(state: State, frame: Frame, chance: Chance) -> Settled:
    """Only a player can answer it."""
    return [], True


def _waiting(
    frame: type[F],
    asks: tuple[str, ...],
    ask: Callable[[State, F], Step],
    replies: Sequence[Answer[State, F]],
    settle: Callable[[State, F, Chance], Settled],
    done_rule: str = "6.2-a",
    declines: Callable[[F], bool] = _never,
) -> Waiting[State, F]:
    """`done_rule` is named to whoever is done before he has decided."""
    answers = (*replies, _done_reply(frame, done_rule, declines))
    return Waiting(frame, asks, ask, answers, settle=settle)


BATTLE = _waiting(
    Battle,
    tuple(decision for decision, _ in combat_stages.DECISIONS.values()),
    combat_stages.ask_support,
    (combat_stages.COMMIT_AIR, combat_stages.COMMIT_HQ),
    combat_stages.settle_battle,
    "12.3-b",
)
LOSSES = _waiting(
    Suffer,
    ("losses",),
    step_losses.ask_losses,
    (step_losses.TAKE_LOSSES,),
    step_losses.settle_losses,
    "12.11-a",
)
ADVANCE = _waiting(
    Advancing,
    ("advance",),
    advance.ask_advance,
    (advance.ADVANCE,),
    advance.settle_advance,
    "12.12",
)
FOLLOW_UP = _waiting(
    FollowUp,
    ("follow-up",),
    advance.ask_follow_up,
    (combat.ATTACK,),
    _waits_for_player,
    "12.11.1-a",
    _always,
)
EXCESS = _waiting(
    Excess,
    ("excess",),
    stacking.ask_excess,
    (stacking.REMOVE_EXCESS,),
    stacking.settle_excess,
    "8.3",
)
ATTRITION = _waiting(
    Attrition,
    ("attrition",),
    attrition.ask_attrition,
    (attrition.REMOVE_STARVING,),
    attrition.settle_attrition,
)
REFUGE = _waiting(
    Refuge,
    ("refuge",),
    leader_escape.ask_flee,
    (leader_escape.FLEE,),
    _waits_for_player,
)
GAIN = _waiting(
    Gain,
    ("gain",),
    resource_points.ask_gain,
    (resource_points.GIVE_POINTS,),
    resource_points.settle_gain,
)
PLACE = _waiting(
    Place,
    placement.ASKED,
    placement.ask_place,
    (placement.PLACE_UNIT,),
    placement.settle_place,
    declines=placement.may_decline,
)
CHOICE = _waiting(
    Choice,
    event_choices.ASKED,
    event_choices.ask_answer,
    (event_choices.ANSWER,),
    event_choices.settle_choice,
    declines=event_choices.may_decline,
)
FREE_MOVE = _waiting(
    FreeMove,
    ("free-move",),
    free_move.ask_free_move,
    (free_move.MOVE_AT_ONCE,),
    free_move.settle_free_move,
    declines=_always,
)

FRAMES: Mapping[type, Situation[State]] = {
    Battle: BATTLE,
    Suffer: LOSSES,
    Advancing: ADVANCE,
    FollowUp: FOLLOW_UP,
    Excess: EXCESS,
    Attrition: ATTRITION,
    Refuge: REFUGE,
    Gain: GAIN,
    Place: PLACE,
    Choice: CHOICE,
    FreeMove: FREE_MOVE,
}


def work_off(state: State, chance: Chance) -> list[Event]:
    """Work the agenda off until somebody has to choose."""
    events: list[Event] = []
    while state.agenda:
        frame = state.agenda[-1]
        done, waits = FRAMES[type(frame)].settle(state, frame, chance)
        events += done
        if waits:
            break
    return events
