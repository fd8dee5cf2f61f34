"""Movement: straight legs, the exclusion of 5 cm, leaving the table (MOV-1..7, G-12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Measured, Offer, TableEdge, Tone
from campagna.core.rulebook import rule
from campagna.core.tabletop import Spot, Survey
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.rules.geometry import outlined, sane
from campagna.games.alto_comando.rules.leg_regions import exits_over, has_end, next_ends
from campagna.games.alto_comando.rules.leg_rules import farthest, judge_path, most_points
from campagna.games.alto_comando.rules.losses import is_shaken, scattered
from campagna.games.alto_comando.rules.naming import find_on_table
from campagna.games.alto_comando.state import ESCAPED, MOVED, SCATTERED, State
from campagna.games.alto_comando.world import AXIS, NOBODY
from campagna.plane.bases import Point, Rect
from campagna.plane.legality import Edge, beyond
from campagna.plane.legs import length2


class MovePlan(NamedTuple):
    base: int
    path: tuple[Point, ...]
    cost: int


class LeavePlan(NamedTuple):
    base: int
    path: tuple[Point, ...]
    edge: Edge


# --- who may move ---------------------------------------------------------------------------------------


@rule("MOV-6", "MOV-7", "HQ-12", "SEQ-3")
def may_move(state: State, base: int) -> bool:
    """Each base moves at most once in its phase, replaced ones too; a Scattered headquarters stays."""
    b = state.bases[base]
    return (
        state.on_table(base)
        and not b.flags & MOVED
        and not is_shaken(state, base)
        and state.unit(base).line.move > 0
    )


def movers(state: State) -> list[int]:
    return [b for b in state.roster.of_side[state.side] if may_move(state, b)]


def any_mover(state: State) -> bool:
    return any(may_move(state, b) for b in state.roster.of_side[state.side])


@rule("MOV-6", "HQ-12")
def find_mover(state: State, name: str) -> int | Refusal:
    base = find_on_table(state, name)
    if isinstance(base, Refusal):
        return base
    facts = {"unit": name}
    if is_shaken(state, base):
        return Refusal("HQ-12", "hq-scattered", facts)
    if state.bases[base].flags & MOVED:
        return Refusal("MOV-6", "moved-already", facts)
    if not state.unit(base).line.move:
        return Refusal("CHR-6", "never-moves", facts)
    return base


# --- moving ---------------------------------------------------------------------------------------------


def judge_move(state: State, order: orders.Move) -> Refusal | MovePlan:
    base = find_mover(state, order.unit)
    if isinstance(base, Refusal):
        return base
    cost = judge_path(state, base, state.at(base), order.path)
    return cost if isinstance(cost, Refusal) else MovePlan(base, order.path, cost)


@rule("MOV-1", "MOV-6")
def carry_out_move(state: State, plan: MovePlan, chance: Chance) -> list[Event]:
    start = state.at(plan.base)
    state.put(plan.base, plan.path[-1], MOVED)
    return [
        ev.Moved(rule="MOV-1", unit=state.name(plan.base), path=(start, *plan.path), cost=plan.cost)
    ]


# --- leaving the table ----------------------------------------------------------------------------------


@rule("MOV-3", "G-12", "BF-5")
def exits(state: State, base: int) -> list[Edge]:
    """The edges over which a base may leave: its own, and at Beda Fomm the one to break out by."""
    unit = state.unit(base)
    found = []
    if state.field.escape is not None and unit.side == AXIS:
        found.append(state.field.escape)
    if not unit.is_hq or state.options["hq_may_exit"]:
        found.append(state.field.own_edge[unit.side])
    return found


@rule("MOV-3", "G-12")
def judge_leave(state: State, order: orders.Leave) -> Refusal | LeavePlan:
    base = find_mover(state, order.unit)
    if isinstance(base, Refusal):
        return base
    facts = {"unit": order.unit, "edge": order.edge}
    edge = next((e for e in exits(state, base) if e.value == order.edge), None)
    if edge is None:
        if state.unit(base).is_hq and order.edge == state.field.own_edge[state.side].value:
            return Refusal("G-12", "hq-stays", facts)
        return Refusal("MOV-3", "not-your-edge", facts)
    cost = judge_path(state, base, state.at(base), order.path, edge)
    return cost if isinstance(cost, Refusal) else LeavePlan(base, order.path, edge)


@rule("MOV-3", "G-12")
def carry_out_leave(state: State, plan: LeavePlan, chance: Chance) -> list[Event]:
    """Over the own edge it is Scattered; over the edge of the break-out it is safe."""
    path = (state.at(plan.base), *plan.path)
    name = state.name(plan.base)
    if plan.edge == state.field.escape and state.unit(plan.base).side == AXIS:
        state.remove(plan.base, ESCAPED)
        return [ev.LeftTable(rule="BF-5", unit=name, path=path, edge=plan.edge.value)]
    state.remove(plan.base, SCATTERED)
    left = ev.LeftTable(rule="MOV-3", unit=name, path=path, edge=plan.edge.value)
    return [left, scattered(state, plan.base, "MOV-3")]


# --- what is offered ------------------------------------------------------------------------------------


def offer_moves(state: State) -> tuple[Offer, ...]:
    pieces = {
        state.name(b): farthest(state, b, state.at(b)) for b in movers(state) if has_end(state, b)
    }
    if not pieces:
        return ()
    return (Measured("move", pieces, tone="main", most=most_points(state)),)


def offer_leaves(state: State) -> tuple[Offer, ...]:
    """An offer for each edge, with the bases that are near enough; to be Scattered is grave."""
    pieces: dict[Edge, dict[str, int]] = {}
    for base in movers(state):
        for edge in exits(state, base):
            if _may_leave(state, base, edge):
                far = farthest(state, base, state.at(base))
                pieces.setdefault(edge, {})[state.name(base)] = far
    return tuple(
        Measured(
            "leave",
            pieces[edge],
            fixed={"edge": edge.value},
            over=TABLE_EDGE[edge],
            exact=False,
            tone=_tone_of(state, edge),
            most=most_points(state),
        )
        for edge in sorted(pieces, key=lambda edge: edge != state.field.escape)
    )


TABLE_EDGE: Mapping[Edge, TableEdge] = {
    Edge.NORTH: "north",
    Edge.EAST: "east",
    Edge.SOUTH: "south",
    Edge.WEST: "west",
}


def _tone_of(state: State, edge: Edge) -> Tone:
    return "plain" if edge == state.field.escape else "grave"


def _may_leave(state: State, base: int, edge: Edge) -> bool:
    """Whether a base is near enough to an edge, if it can go anywhere at all."""
    start = state.at(base)
    if not is_near(start, beyond(state.field.land, edge), farthest(state, base, start)):
        return False
    return has_end(state, base) or bool(exits_over(state, base, edge))


def is_near(at: Point, area: Rect, far: int) -> bool:
    """Whether an area is at most so far from a point."""
    x0, y0, x1, y1 = area
    nearest = min(max(at[0], x0), x1), min(max(at[1], y0), y1)
    return length2(at, nearest) <= far * far


def survey_moves(state: State, piece: str, path: tuple[Spot, ...]) -> Survey | None:
    base = state.find(piece)
    if base == NOBODY or not sane(path):
        return None
    if state.unit(base).side != state.side or not may_move(state, base):
        return None
    region, left = next_ends(state, base, state.at(base), path)
    return outlined(piece, region, left, "MOV-6")


def survey_leaves(state: State, piece: str, path: tuple[Spot, ...]) -> Survey | None:
    """Who cannot go anywhere on the table may still be able to leave it."""
    base = state.find(piece)
    if path or base not in movers(state):
        return None
    for edge in exits(state, base):
        region = exits_over(state, base, edge)
        if region:
            return outlined(piece, region, farthest(state, base, state.at(base)), "MOV-3")
    return None


# --- decisions ------------------------------------------------------------------------------------------

MOVE = Decision(
    orders.Move, "SEQ-3", judge_move, carry_out_move, offer=offer_moves, survey=survey_moves
)
LEAVE = Decision(
    orders.Leave, "SEQ-3", judge_leave, carry_out_leave, offer=offer_leaves, survey=survey_leaves
)
