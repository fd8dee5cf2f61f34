"""Laying minefields and digging trenches before the battle (SET-2, SET-4, MIN-1, TRE-1, G-17, G-19)."""

from __future__ import annotations

from math import isqrt

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.rulebook import rule
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.rules.geometry import sane, segment_fits, strip_fits, surveyor
from campagna.games.alto_comando.rules.works_available import allowance
from campagna.games.alto_comando.state import Segment, State, Strip
from campagna.games.alto_comando.world import SIDES
from campagna.plane.bases import Point, Rect, footprint
from campagna.plane.ground import Ground
from campagna.plane.region import Region
from campagna.plane.works import STRIP_SPACE

STEP = 30
"""Works are offered on a grid as wide as a base; any other place may be ordered too."""


@rule("MIN-1", "TRE-1", "CAM-7")
def left_to_lay(state: State) -> tuple[int, int]:
    """Strips and segments that the deciding side may still lay."""
    granted = allowance(state)
    strips = sum(s.side == state.side for s in state.strips)
    segments = sum(s.side == state.side for s in state.segments)
    return granted.strips[state.side] - strips, granted.segments[state.side] - segments


@rule("SET-2", "SET-4", "MIN-1", "TRE-1")
def judge_fortify(state: State, order: orders.Fortify) -> Refusal | orders.Fortify:
    strips_left, segments_left = left_to_lay(state)
    if not order.strips and not order.segments:
        return Refusal("SET-2", "nothing-laid")
    if len(order.strips) > strips_left:
        return Refusal("MIN-1", "too-many-strips", {"left": strips_left})
    if len(order.segments) > segments_left:
        return Refusal("TRE-1", "too-many-segments", {"left": segments_left})
    corners = [p for r in order.strips for p in ((r[0], r[1]), (r[2], r[3]))]
    if not sane([*corners, *order.segments]):
        return Refusal("SET-4", "strip-misplaced")
    laid = [s.rect for s in state.strips]
    for rect in order.strips:
        if not can_lay(state, rect, laid):
            return Refusal("SET-4", "strip-misplaced")
        laid.append(rect)
    dug = [s.at for s in state.segments]
    for at in order.segments:
        if not can_dig(state, at, dug, laid):
            return Refusal("SET-4", "segment-misplaced")
        dug.append(at)
    return order


@rule("SET-4", "G-17")
def can_lay(state: State, rect: Rect, laid: list[Rect]) -> bool:
    """Strips lie in the half of the own Defence zones next to the central line (A-19)."""
    bands = state.field.mine_band
    return bands is not None and strip_fits(state, rect, bands[state.side], laid)


@rule("SET-4", "G-19")
def can_dig(state: State, at: Point, dug: list[Point], laid: list[Rect]) -> bool:
    """Segments lie anywhere in the own Defence zones (A-21)."""
    areas = state.field.trench_area
    return areas is not None and segment_fits(state, at, areas[state.side], dug, laid)


def carry_out_fortify(state: State, order: orders.Fortify, chance: Chance) -> list[Event]:
    state.strips += [Strip(state.side, rect) for rect in order.strips]
    state.segments += [Segment(state.side, at) for at in order.segments]
    state.derived.works_changed()
    return [
        ev.Fortified(
            rule="SET-2", side=SIDES[state.side], strips=order.strips, segments=order.segments
        )
    ]


def judge_start_over(state: State, order: orders.StartOver) -> None:
    """Works may always be taken back before the step ends."""


def take_works_back(state: State, plan: None, chance: Chance) -> list[Event]:
    state.strips = [s for s in state.strips if s.side != state.side]
    state.segments = [s for s in state.segments if s.side != state.side]
    state.derived.works_changed()
    return [ev.TakenBack(rule="SET-2", side=SIDES[state.side])]


# --- places on a grid -----------------------------------------------------------------------------------


def strip_grid(state: State) -> list[Rect]:
    """Strips on the grid of the own band, lying either way, free or not."""
    bands = state.field.mine_band
    if bands is None:
        return []
    x0, y0, x1, y1 = bands[state.side]
    table = state.world.tables["minefield"]
    long, deep = table["length"], table["depth"]
    return [
        (x, y, x + width, y + height)
        for width, height in ((deep, long), (long, deep))
        for x in range(x0, x1 - width + 1, STEP)
        for y in range(y0, y1 - height + 1, STEP)
    ]


def strip_corners(state: State, upright: bool) -> Region:
    """Where the north-west corner of a strip that lies this way may be: just where `can_lay` says yes."""
    bands = state.field.mine_band
    if bands is None:
        return Region.of_points(())
    x0, y0, x1, y1 = bands[state.side]
    table = state.world.tables["minefield"]
    long, deep = table["length"], table["depth"]
    width, height = (deep, long) if upright else (long, deep)
    cells = [footprint(s.at) for s in state.segments]
    points = []
    for y in range(y0, y1 - height + 1):
        free = set(range(x0, x1 - width + 1))
        for strip in state.strips:
            free -= _too_near(strip.rect, width, y, y + height)
        for cell in cells:
            if y < cell[3] and cell[1] < y + height:
                free -= set(range(cell[0] - width + 1, cell[2]))
        points += [(x, y) for x in free]
    return Region.of_points(points)


def _too_near(other: Rect, width: int, top: int, bottom: int) -> set[int]:
    """The western edges at which a strip at this height would crowd another one (G-17)."""
    x0, y0, x1, y1 = other
    apart = max(0, y0 - bottom, top - y1)
    if apart >= STRIP_SPACE:
        return set()
    upright = bottom - top > width
    if not upright and (top, bottom) == (y0, y1):
        return set(range(x0 - width + 1, x1))
    margin = isqrt(STRIP_SPACE * STRIP_SPACE - 1 - apart * apart)
    crowded = set(range(x0 - width - margin, x1 + margin + 1))
    if upright and x1 - x0 == width and (bottom <= y0 or y1 <= top):
        crowded.discard(x0)
    return crowded


def segment_centres(state: State) -> Region:
    """Where the centre of a segment may be: just where `can_dig` says yes."""
    areas = state.field.trench_area
    if areas is None:
        return Region.of_points(())
    taken = [s.at for s in state.segments] + [state.at(b) for b in state.roster.supplies]
    ground = Ground(state.field.land, friends=taken, strips=[s.rect for s in state.strips])
    return surveyor().standing(ground, areas[state.side])


def segment_grid(state: State) -> list[Point]:
    """Segments on the grid of the own Defence zones, free or not."""
    areas = state.field.trench_area
    if areas is None:
        return []
    x0, y0, x1, y1 = areas[state.side]
    half = STEP // 2
    return [
        (x, y)
        for x in range(x0 + half, x1 - half + 1, STEP)
        for y in range(y0 + half, y1 - half + 1, STEP)
    ]


# --- decisions ------------------------------------------------------------------------------------------

FORTIFY = Decision(orders.Fortify, "SET-2", judge_fortify, carry_out_fortify)
TAKE_WORKS_BACK = Decision(orders.StartOver, "SET-2", judge_start_over, take_works_back)
