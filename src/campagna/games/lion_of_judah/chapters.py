"""Which chapter judges and carries out which order, and when the order may be given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Order
from campagna.games.lion_of_judah import (
    activation,
    advance,
    agenda,
    air,
    air_supply,
    answers,
    arrivals,
    attrition,
    bombing,
    booty,
    breakdown,
    bribery,
    combat,
    depots,
    escape,
    free_move,
    going,
    hq,
    hq_moves,
    interdiction,
    march,
    minor_source,
    movement,
    orders,
    placement,
    railways,
    replacements,
    results,
    roads,
    setup,
    shipping,
    stack_order,
    stacking,
    stages,
    theatres,
    trucks,
)
from campagna.games.lion_of_judah.agenda import Battle, Stage
from campagna.games.lion_of_judah.state import Phase, State

Judge = Callable[[State, Any], Any]
CarryOut = Callable[[State, Any, Chance], list[Event]]
Plain = Callable[[State, Any], list[Event]]


class Chapter(msgspec.Struct, frozen=True):
    """How one kind of order is treated."""

    judge: Judge
    carry_out: CarryOut
    phases: tuple[int, ...] = ()
    """Phases in which it may be given while no frame waits."""
    frame: type | None = None
    """The frame it answers."""
    stages: tuple[int, ...] = ()
    """Of a battle frame: the stages it answers."""


def _plain(carry_out: Plain) -> CarryOut:
    """For what needs no dice."""
    return lambda state, plan, chance: carry_out(state, plan)


def _then_on(carry_out: CarryOut) -> CarryOut:
    """A commitment to a combat leads to its next stage."""
    return lambda state, plan, chance: [
        *carry_out(state, plan, chance),
        *stages.proceed(state, chance),
    ]


_AIR = (Stage.ATTACKER_AIR, Stage.DEFENDER_AIR)
_HQ = (Stage.ATTACKER_HQ, Stage.DEFENDER_HQ)

CHAPTERS: dict[type[Order], tuple[Chapter, ...]] = {
    orders.Deploy: (Chapter(setup.judge_deploy, _plain(setup.carry_out_deploy), (Phase.SETUP,)),),
    orders.SetTop: (
        Chapter(
            stack_order.judge_set_top,
            _plain(stack_order.carry_out_set_top),
            (Phase.SETUP, Phase.MOVEMENT),
        ),
    ),
    orders.Land: (Chapter(arrivals.judge_land, arrivals.carry_out_land, (Phase.ARRIVALS,)),),
    orders.Pay: (
        Chapter(replacements.judge_pay, replacements.carry_out_pay, (Phase.REPLACEMENTS,)),
    ),
    orders.Rebuild: (
        Chapter(replacements.judge_rebuild, replacements.carry_out_rebuild, (Phase.REPLACEMENTS,)),
    ),
    orders.Recall: (
        Chapter(replacements.judge_recall, replacements.carry_out_recall, (Phase.REPLACEMENTS,)),
    ),
    orders.BreakDown: (
        Chapter(
            breakdown.judge_break_down, _plain(breakdown.carry_out_break_down), (Phase.BREAKDOWN,)
        ),
    ),
    orders.Consolidate: (
        Chapter(
            breakdown.judge_consolidate, _plain(breakdown.carry_out_consolidate), (Phase.BREAKDOWN,)
        ),
    ),
    orders.Motorise: (
        Chapter(trucks.judge_motorise, _plain(trucks.carry_out_motorise), (Phase.MOTORISATION,)),
    ),
    orders.Unload: (
        Chapter(trucks.judge_unload, _plain(trucks.carry_out_unload), (Phase.MOTORISATION,)),
    ),
    orders.ShiftTruck: (
        Chapter(depots.judge_shift_truck, depots.carry_out_shift_truck, (Phase.TRUCK_BOXES,)),
    ),
    orders.BuildRoad: (
        Chapter(roads.judge_build_road, roads.carry_out_build_road, (Phase.ROADS,)),
    ),
    orders.RailMove: (
        Chapter(railways.judge_rail, _plain(railways.carry_out_rail), (Phase.TRANSPORT,)),
    ),
    orders.RailPoints: (
        Chapter(
            railways.judge_rail_points, _plain(railways.carry_out_rail_points), (Phase.TRANSPORT,)
        ),
    ),
    orders.Embark: (
        Chapter(shipping.judge_embark, _plain(shipping.carry_out_embark), (Phase.TRANSPORT,)),
    ),
    orders.Ship: (
        Chapter(shipping.judge_ship, _plain(shipping.carry_out_ship), (Phase.TRANSPORT,)),
    ),
    orders.Bribe: (Chapter(bribery.judge_bribe, bribery.carry_out_bribe, (Phase.SPECIAL,)),),
    orders.AirSupply: (
        Chapter(air_supply.judge_air_supply, air_supply.carry_out_air_supply, (Phase.SPECIAL,)),
    ),
    orders.ChangeTheatre: (
        Chapter(theatres.judge_change_theatre, theatres.carry_out_change_theatre, (Phase.SPECIAL,)),
    ),
    orders.DrawFrom: (
        Chapter(
            minor_source.judge_draw_from, _plain(minor_source.carry_out_draw_from), (Phase.SPECIAL,)
        ),
    ),
    orders.Answer: (Chapter(answers.judge_answer, answers.carry_out_answer, frame=agenda.Choice),),
    orders.PlaceUnit: (
        Chapter(placement.judge_place_unit, placement.carry_out_place_unit, frame=agenda.Place),
    ),
    orders.GivePoints: (
        Chapter(booty.judge_give_points, booty.carry_out_give_points, frame=agenda.Gain),
    ),
    orders.Flee: (Chapter(escape.judge_flee, escape.carry_out_flee, frame=agenda.Refuge),),
    orders.Remove: (
        Chapter(stacking.judge_remove, _plain(stacking.carry_out_remove), frame=agenda.Excess),
        Chapter(attrition.judge_remove, attrition.carry_out_remove, frame=agenda.Attrition),
    ),
    orders.Interdict: (
        Chapter(
            interdiction.judge_interdict, interdiction.carry_out_interdict, (Phase.INTERDICTION,)
        ),
    ),
    orders.Activate: (
        Chapter(activation.judge_activate, activation.carry_out_activate, (Phase.ACTIVATION,)),
    ),
    orders.Move: (
        Chapter(movement.judge_move, going.carry_out_move, (Phase.MOVEMENT,)),
        Chapter(free_move.judge_move, free_move.carry_out_move, frame=agenda.FreeMove),
    ),
    orders.MoveHq: (
        Chapter(hq_moves.judge_move_hq, hq_moves.carry_out_move_hq, (Phase.MOVEMENT,)),
    ),
    orders.ForcedMarch: (Chapter(march.judge_march, march.carry_out_march, (Phase.MOVEMENT,)),),
    orders.Load: (Chapter(trucks.judge_load, _plain(trucks.carry_out_load), (Phase.MOVEMENT,)),),
    orders.Bomb: (Chapter(bombing.judge_bomb, bombing.carry_out_bomb, (Phase.BOMBING,)),),
    orders.Attack: (
        Chapter(combat.judge_attack, combat.carry_out_attack, (Phase.COMBAT,)),
        Chapter(combat.judge_attack, combat.carry_out_attack, frame=agenda.FollowUp),
    ),
    orders.CommitAir: (
        Chapter(
            air.judge_commit_air, _then_on(air.carry_out_commit_air), frame=Battle, stages=_AIR
        ),
    ),
    orders.CommitHq: (
        Chapter(hq.judge_commit_hq, _then_on(hq.carry_out_commit_hq), frame=Battle, stages=_HQ),
    ),
    orders.TakeLosses: (
        Chapter(results.judge_losses, _plain(results.carry_out_losses), frame=agenda.Suffer),
    ),
    orders.Advance: (
        Chapter(advance.judge_advance, advance.carry_out_advance, frame=agenda.Advancing),
    ),
}


def chapter_of(state: State, order: Order) -> Chapter | None:
    """The chapter that answers an order now; None if the step does not ask for it."""
    for chapter in CHAPTERS.get(type(order), ()):
        if state.agenda:
            frame = state.agenda[-1]
            if chapter.frame is None or not isinstance(frame, chapter.frame):
                continue
            if isinstance(frame, Battle) and frame.stage not in chapter.stages:
                continue
            return chapter
        if state.phase in chapter.phases:
            return chapter
    return None
