"""Moving a division as a block: the moves of its bases as one order (MOV-1, SEQ-3).

The book moves one base after the other. A block is nothing else: the bases move in the order in which
they are named, each is judged by the rules of movement where the others have left it, and one that may
not move so makes the whole order illegal.
"""

from __future__ import annotations

from collections.abc import Mapping

from campagna.core.blocks import Block, BlockAsk, BlockMove
from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Measured, Offer
from campagna.core.rulebook import rule
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.rules.geometry import sane
from campagna.games.alto_comando.rules.leg_regions import has_end
from campagna.games.alto_comando.rules.leg_rules import farthest, most_points
from campagna.games.alto_comando.rules.movement import (
    MovePlan,
    carry_out_move,
    find_mover,
    judge_move,
    movers,
)
from campagna.games.alto_comando.state import MOVED, State
from campagna.plane.bases import Point
from campagna.plane.formations import in_column, in_line, in_shape, towards
from campagna.plane.legs import leg_cost

FORMATIONS = {"shape": in_shape, "column": in_column, "line": in_line}
BlockPlan = tuple[MovePlan, ...]


# --- judging ------------------------------------------------------------------------------------------


@rule("MOV-1", "MOV-6", "SEQ-3")
def judge_block(state: State, order: orders.MoveBlock) -> Refusal | BlockPlan:
    """The moves one after the other, each where the earlier ones have left the table."""
    if not order.units or len(order.units) != len(order.paths):
        return Refusal("MOV-1", "no-block")
    trial = state.copy()
    plans: list[MovePlan] = []
    for name, path in zip(order.units, order.paths, strict=True):
        plan = judge_move(trial, orders.Move(name, path))
        if isinstance(plan, Refusal):
            return plan
        trial.put(plan.base, path[-1], MOVED)
        plans.append(plan)
    return tuple(plans)


def carry_out_block(state: State, plan: BlockPlan, chance: Chance) -> list[Event]:
    return [event for move in plan for event in carry_out_move(state, move, chance)]


# --- drafting -----------------------------------------------------------------------------------------


def draft_block(state: State, ask: BlockAsk) -> Block | None:
    """Each base as far towards its place as it may go, and why not farther; None if the lead may not move."""
    lead = find_mover(state, ask.lead)
    if isinstance(lead, Refusal) or state.unit(lead).side != state.side or not sane([ask.to]):
        return None
    starts, moves = {lead: state.at(lead)}, []
    for name in dict.fromkeys(ask.units):
        base = find_mover(state, name)
        if not isinstance(base, Refusal):
            starts[base] = state.at(base)
        elif state.find(name) in state.roster.of_side[state.side]:
            where = state.find(name)
            if state.on_table(where):
                moves.append(BlockMove(name, state.at(where), 0, base))
    wanted = FORMATIONS[ask.formation](starts, lead, ask.to)
    made = _moves(state, wanted)
    moves += [move for move, _ in made.values()]
    gone = [(move.unit, path) for move, path in made.values() if path]
    order = orders.MoveBlock(*(tuple(part) for part in zip(*gone, strict=True))) if gone else None
    return Block(order, tuple(moves), "MOV-1")


def _moves(
    state: State, wanted: Mapping[int, Point]
) -> dict[int, tuple[BlockMove, tuple[Point, ...]]]:
    """The moves in the order in which they are made; whoever found his way barred is tried again
    as long as somebody has moved since."""
    trial = state.copy()
    made: dict[int, tuple[BlockMove, tuple[Point, ...]]] = {}
    waiting = dict(wanted)
    before = -1
    while len(waiting) != before:
        before = len(waiting)
        for base, place in list(waiting.items()):
            move, path = _farthest(trial, base, place)
            made.pop(base, None)
            made[base] = move, path
            if path or move.refusal is None:
                del waiting[base]
                if path:
                    trial.put(base, path[-1], MOVED)
    return made


def _farthest(state: State, base: int, place: Point) -> tuple[BlockMove, tuple[Point, ...]]:
    """As far towards the place as the judge allows, to the millimetre."""
    name, start = state.name(base), state.at(base)
    if place == start:
        return BlockMove(name, start), ()
    first: Refusal | None = None
    far = leg_cost(start, place)
    most = min(far - 1, farthest(state, base, start))
    for distance in (far, *range(most, 0, -1)):
        plan = _leg(state, base, place, distance)
        if not isinstance(plan, Refusal):
            return BlockMove(name, plan.path[-1], plan.cost, first), plan.path
        first = first or plan
    return BlockMove(name, start, 0, first), ()


def _leg(state: State, base: int, place: Point, distance: int) -> Refusal | MovePlan:
    end = towards(state.at(base), place, distance)
    return judge_move(state, orders.Move(state.name(base), (end,)))


# --- what is offered ------------------------------------------------------------------------------------


def offer_blocks(state: State) -> tuple[Offer, ...]:
    """The bases that can move, if there are several; which of them belong together the player says."""
    pieces = {
        state.name(b): farthest(state, b, state.at(b)) for b in movers(state) if has_end(state, b)
    }
    if len(pieces) < 2:
        return ()
    return (
        Measured(
            "move-block",
            pieces,
            unit="units",
            path="paths",
            most=most_points(state),
            many=True,
            exact=False,
        ),
    )


MOVE_BLOCK = Decision(
    orders.MoveBlock,
    "SEQ-3",
    judge_block,
    carry_out_block,
    offer=offer_blocks,
    block=draft_block,
)
