"""The ways open to a moving base: on which ground, how far, and where it must end (MOV-1, MOV-2, MOV-6).

Some rules make the allowance depend on the path: woods halve it, the road lengthens it. Each of these
is a way of its own; a move is allowed if one way allows it, so that judge and offers agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from campagna.core.contract import Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.alto_comando.rules.geometry import SOFT, ground_for, is_on_road, sane
from campagna.games.alto_comando.state import State
from campagna.plane.bases import Point, Rect, point_in_rect
from campagna.plane.legality import FAR, Edge, Ground, Violation
from campagna.plane.legs import merged, path_cost
from campagna.plane.shapes import leg_enters


class Way(NamedTuple):
    ground: Ground
    allowance: int
    ends: Rect | None = None
    """Where the move must end, if not anywhere."""
    halved: bool = False


@rule("MOV-6")
def ways(
    state: State, base: int, start: Point, on: Callable[[State, int, bool], Ground] = ground_for
) -> list[Way]:
    """How this base may move from here, on this ground; the last way is the plainest."""
    line = state.unit(base).line
    ground = on(state, base, False)
    if any(e.kind in SOFT for e in state.derived.elements):
        return [Way(on(state, base, True), line.move), halved(ground, line.move)]
    plain = Way(ground, line.move)
    if _takes_the_road(state, base, start):
        return [along_the_road(state, ground, line.road_move), plain]
    return [plain]


def _takes_the_road(state: State, base: int, start: Point) -> bool:
    return bool(state.unit(base).line.road_move) and is_on_road(state, start)


def farthest(state: State, base: int, start: Point) -> int:
    """How far a base that starts here goes at most, whatever way it takes."""
    line = state.unit(base).line
    return max(line.move, line.road_move) if _takes_the_road(state, base, start) else line.move


def most_points(state: State, of_one_leg: int = 1) -> int:
    """Those of one leg where the option allows no more (MOV-1); zero for any number."""
    return of_one_leg if state.options["legs"] == "single" else 0


@rule("WF-1b", "WF-1c")
def halved(ground: Ground, move: int) -> Way:
    """Whoever touches woods or broken ground anywhere on his way has half of his whole move."""
    return Way(ground, move // 2, halved=True)


@rule("BF-13", "G-22")
def along_the_road(state: State, ground: Ground, move: int) -> Way:
    """Foot that begins and ends on the road goes farther; the road goes on beyond the table."""
    road = state.field.road
    assert road is not None
    if road[3] - road[1] >= road[2] - road[0]:
        return Way(ground, move, (road[0], -FAR, road[2], FAR))
    return Way(ground, move, (-FAR, road[1], FAR, road[3]))


# --- judging ------------------------------------------------------------------------------------------


@rule("MOV-1", "MOV-2", "MOV-6", "WF-8", "ITP-1", "G-6", "G-7", "G-8", "G-9", "G-11")
def judge_path(
    state: State, base: int, start: Point, path: Sequence[Point], edge: Edge | None = None
) -> Refusal | int:
    """The cost of a move along these way-points, or why it is not allowed; with an edge, off the table."""
    points = [start, *path]
    refusal = refuse_shape(state, base, points)
    if refusal is not None:
        return refusal
    tried: list[tuple[Way, Violation]] = []
    for way in ways(state, base, start):
        violation = way_violation(way, points, edge)
        if violation is None:
            return path_cost(merged(points))
        tried.append((way, violation))
    # The plainest way says why, unless it is that of the woods and the path keeps out of them.
    in_the_open = tried[-1][0].halved and not touches_cover(state, points)
    way, violation = tried[0] if in_the_open else tried[-1]
    return explained(state, base, violation, way, points)


@rule("WF-1b")
def touches_cover(state: State, points: Sequence[Point]) -> bool:
    """Whether a base that goes along these points enters woods or broken ground anywhere."""
    soft = [e.polygon for e in state.derived.elements if e.kind in SOFT]
    return any(leg_enters(a, b, polygon) for a, b in pairwise(points) for polygon in soft)


def way_violation(way: Way, points: Sequence[Point], edge: Edge | None) -> Violation | None:
    if edge is None:
        violation = way.ground.move_violation(points, way.allowance)
    else:
        violation = way.ground.leave_violation(points, way.allowance, edge)
    if violation is None and way.ends is not None and not point_in_rect(points[-1], way.ends):
        return Violation("G-22", "road")
    return violation


@rule("MOV-1", "G-7")
def refuse_shape(state: State, base: int, points: Sequence[Point]) -> Refusal | None:
    """Why these points are no path at all: nowhere near the table, or too many legs for the option."""
    if len(points) < 2:
        return Refusal("MOV-1", "no-path", {"unit": state.name(base)})
    if not sane(points):
        return Refusal("G-8", "off-the-land", {"unit": state.name(base)})
    if state.options["legs"] == "single" and len(merged(points)) > 2:
        return Refusal("MOV-1", "one-leg-only", {"unit": state.name(base)})
    return None


def explained(
    state: State, base: int, violation: Violation, way: Way, points: Sequence[Point]
) -> Refusal:
    """A violation of the geometry in the words of the rules."""
    facts: dict[str, Fact] = {"unit": state.name(base)}
    match violation.met:
        case "allowance":
            facts |= {"cost": path_cost(merged(points)), "allowance": way.allowance}
            if way.halved:
                return Refusal("WF-1b", "too-far-in-cover", facts)
            return Refusal("MOV-6", "too-far", facts)
        case "leg":
            return Refusal("WF-8", "leg-too-short", facts)
        case "enemy":
            side = state.unit(base).side
            enemy = state.table_of(1 - side)[violation.which]
            return Refusal("MOV-2", "too-near-enemy", {**facts, "enemy": state.name(enemy)})
        case "friend":
            return Refusal("G-11", "place-taken", facts)
        case "wall":
            return Refusal("TER-1", "impassable", facts)
        case "strip":
            return Refusal("G-8", "minefield-in-the-way", facts)
        case "river":
            return Refusal("WF-5a", "river-in-the-way", facts)
        case "edge":
            return Refusal("G-12", "not-over-the-edge", facts)
        case "road":
            return Refusal("G-22", "not-on-the-road", facts)
    return Refusal("G-8", "off-the-land", facts)
