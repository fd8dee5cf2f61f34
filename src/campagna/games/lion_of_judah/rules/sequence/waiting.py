"""What may wait inside a phase: every frame of the agenda, who answers it and with what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import Event, Offers, Order, Refusal, Step
from campagna.core.decision import Answer, Reply, Settled, Situation, Waiting
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
from campagna.games.lion_of_judah.rules.general.choices import Choices, Kinds
from campagna.games.lion_of_judah.rules.resources import resource_points
from campagna.games.lion_of_judah.rules.sequence import combat_stages
from campagna.games.lion_of_judah.rules.sequence.offers import (
    AdvanceOffers,
    Allows,
    CombatOffers,
    SufferOffers,
)
from campagna.games.lion_of_judah.state import State

F = TypeVar("F", bound=Frame)


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


def _done(
    frame: type[F], rule_id: str, declines: Callable[[F], bool]
) -> Reply[State, F, Done, None]:
    """`Done` as the answer to a frame: allowed where the frame may be declined."""

    def judge(state: State, frame: F, order: Done) -> Refusal | None:
        return None if declines(frame) else Refusal(rule_id, "must-decide")

    return Reply(Done, rule_id, judge, decline)


# --- the frames ---------------------------------------------------------------------------------------


def _allows(state: State, frame: Frame) -> Allows:
    def allowed(order: Order) -> bool:
        return FRAMES[type(frame)].refusal(state, frame, order) is None

    return allowed


def _listed(
    options: Callable[[State, F], Kinds], declines: Callable[[F], bool] = _never
) -> Callable[[State, F], Offers]:
    """Offers of a frame whose orders can be listed."""

    def offers(state: State, frame: F) -> Offers:
        close = Done() if declines(frame) else None
        return Choices(options(state, frame), _allows(state, frame), close)

    return offers


def _stays(state: State, frame: Frame, chance: Chance) -> Settled:
    """Only a player can answer it."""
    return [], True


def _waiting(
    frame: type[F],
    asks: tuple[str, ...],
    ask: Callable[[State, F], Step],
    replies: Sequence[Answer[State, F]],
    offers: Callable[[State, F], Offers],
    settle: Callable[[State, F, Chance], Settled],
    done_rule: str = "6.2-a",
    declines: Callable[[F], bool] = _never,
) -> Waiting[State, F]:
    """`done_rule` is named to whoever is done before he has decided."""
    return Waiting(frame, asks, ask, (*replies, _done(frame, done_rule, declines)), offers, settle)


def _combat_offers(state: State, frame: FollowUp) -> Offers:
    return CombatOffers(state, _allows(state, frame))


def _loss_offers(state: State, frame: Suffer) -> Offers:
    return SufferOffers(state, frame, _allows(state, frame))


def _advance_offers(state: State, frame: Advancing) -> Offers:
    return AdvanceOffers(state, frame, _allows(state, frame))


BATTLE = _waiting(
    Battle,
    tuple(decision for decision, _ in combat_stages.DECISIONS.values()),
    combat_stages.ask_support,
    (combat_stages.COMMIT_AIR, combat_stages.COMMIT_HQ),
    _listed(combat_stages.options),
    combat_stages.settle_battle,
    "12.3-b",
)
LOSSES = _waiting(
    Suffer,
    ("losses",),
    step_losses.ask_losses,
    (step_losses.TAKE_LOSSES,),
    _loss_offers,
    step_losses.settle_losses,
    "12.11-a",
)
ADVANCE = _waiting(
    Advancing,
    ("advance",),
    advance.ask_advance,
    (advance.ADVANCE,),
    _advance_offers,
    advance.settle_advance,
    "12.12",
)
FOLLOW_UP = _waiting(
    FollowUp,
    ("follow-up",),
    advance.ask_follow_up,
    (combat.ATTACK,),
    _combat_offers,
    _stays,
    "12.11.1-a",
    _always,
)
EXCESS = _waiting(
    Excess,
    ("excess",),
    stacking.ask_excess,
    (stacking.REMOVE_EXCESS,),
    _listed(stacking.options),
    stacking.settle_excess,
    "8.3",
)
ATTRITION = _waiting(
    Attrition,
    ("attrition",),
    attrition.ask_attrition,
    (attrition.REMOVE_STARVING,),
    _listed(attrition.options),
    attrition.settle_attrition,
)
REFUGE = _waiting(
    Refuge,
    ("refuge",),
    leader_escape.ask_flee,
    (leader_escape.FLEE,),
    _listed(leader_escape.options),
    _stays,
)
GAIN = _waiting(
    Gain,
    ("gain",),
    resource_points.ask_gain,
    (resource_points.GIVE_POINTS,),
    _listed(resource_points.options),
    resource_points.settle_gain,
)
PLACE = _waiting(
    Place,
    placement.ASKED,
    placement.ask_place,
    (placement.PLACE_UNIT,),
    _listed(placement.options, placement.may_decline),
    placement.settle_place,
    declines=placement.may_decline,
)
CHOICE = _waiting(
    Choice,
    event_choices.ASKED,
    event_choices.ask_answer,
    (event_choices.ANSWER,),
    _listed(event_choices.options, event_choices.may_decline),
    event_choices.settle_choice,
    declines=event_choices.may_decline,
)
FREE_MOVE = _waiting(
    FreeMove,
    ("free-move",),
    free_move.ask_free_move,
    (free_move.MOVE_AT_ONCE,),
    _listed(free_move.options, _always),
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
