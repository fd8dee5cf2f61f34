"""Laying minefields and digging trenches before the battle (SET-2, SET-4, MIN-1, TRE-1, G-17, G-19)."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Lay, Offer, Say
from campagna.core.rulebook import rule
from campagna.core.tabletop import Spot, Survey
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.rules.geometry import (
    outlined,
    region_finder,
    sane,
    segment_fits,
    strip_fits,
)
from campagna.games.alto_comando.rules.works_available import allowance
from campagna.games.alto_comando.state import Segment, State, Strip
from campagna.games.alto_comando.world import SIDES
from campagna.plane.bases import SIDE, Point, Rect, footprint
from campagna.plane.legality import Ground
from campagna.plane.region import Region
from campagna.plane.works import STRIP_SPACE, is_strip, strips_agree

STEP = 30
"""The grid on which works are tried first is as wide as a base."""
TRENCH, UPRIGHT, ACROSS = "trench", "minefield-upright", "minefield-across"
"""What can be laid: a segment, a strip north to south, one west to east."""


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
            return _why_no_strip(state, rect, laid)
        laid.append(rect)
    dug = [s.at for s in state.segments]
    for at in order.segments:
        if not can_dig(state, at, dug, laid):
            return _why_no_segment(state, at)
        dug.append(at)
    return order


@rule("MIN-1", "SET-4", "G-17")
def _why_no_strip(state: State, rect: Rect, laid: list[Rect]) -> Refusal:
    """Why a strip cannot lie here: its size, the band it must lie in, or another work."""
    bands = state.field.mine_band
    if not is_strip(rect):
        long, deep = _strip_size(state, upright=False)
        return Refusal("MIN-1", "strip-misshapen", {"length": long, "depth": deep})
    if bands is None or not _lies_in(rect, bands[state.side]):
        return Refusal("SET-4", "strip-misplaced")
    if not all(strips_agree(rect, other) for other in laid):
        return Refusal("G-17", "strips-crowded", {"least": STRIP_SPACE})
    return Refusal("G-17", "strip-on-trench")


def _lies_in(r: Rect, area: Rect) -> bool:
    return area[0] <= r[0] and area[1] <= r[1] and r[2] <= area[2] and r[3] <= area[3]


@rule("SET-4", "G-19")
def _why_no_segment(state: State, at: Point) -> Refusal:
    """Why a trench cannot be dug here: outside the own Defence zones, or something is there."""
    areas = state.field.trench_area
    if areas is None or not _lies_in(footprint(at), areas[state.side]):
        return Refusal("SET-4", "segment-misplaced")
    return Refusal("G-19", "segment-covers")


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


def strip_grid(state: State, upright: bool) -> Iterator[Rect]:
    """Strips on the grid of the own band, free or not."""
    bands = state.field.mine_band
    if bands is None:
        return
    x0, y0, x1, y1 = bands[state.side]
    width, height = _strip_size(state, upright)
    for x in range(x0, x1 - width + 1, STEP):
        for y in range(y0, y1 - height + 1, STEP):
            yield x, y, x + width, y + height


def _strip_size(state: State, upright: bool) -> tuple[int, int]:
    table = state.world.tables["minefield"]
    long, deep = int(table["length"]), int(table["depth"])
    return (deep, long) if upright else (long, deep)


def segment_grid(state: State) -> Iterator[Point]:
    """Segments on the grid of the own Defence zones, free or not."""
    areas = state.field.trench_area
    if areas is None:
        return
    x0, y0, x1, y1 = areas[state.side]
    half = STEP // 2
    for x in range(x0 + half, x1 - half + 1, STEP):
        for y in range(y0 + half, y1 - half + 1, STEP):
            yield x, y


# --- every place ------------------------------------------------------------------------------------------


def strip_corners(state: State, upright: bool) -> Region:
    """Where the north-west corner of a strip that lies this way may be: just where `can_lay` says yes."""
    bands = state.field.mine_band
    if bands is None:
        return Region.of_points(())
    x0, y0, x1, y1 = bands[state.side]
    width, height = _strip_size(state, upright)
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
    return region_finder().standing(ground, areas[state.side])


# --- what is offered ------------------------------------------------------------------------------------


def offer_works(state: State) -> tuple[Offer, ...]:
    """Strips by their corners, segments by their centres."""
    strips, segments = left_to_lay(state)
    found: list[Offer] = []
    lying = _strips_with_room(state) if strips > 0 else {}
    if lying:
        found.append(
            Lay("fortify", lying, place="strips", left=strips, box=True, tone="main", exact=False)
        )
    if segments > 0 and _segment_has_room(state):
        cell = {TRENCH: (SIDE, SIDE)}
        found.append(
            Lay("fortify", cell, place="segments", left=segments, tone="main", exact=False)
        )
    return tuple(found)


def _strips_with_room(state: State) -> dict[str, tuple[int, int]]:
    """The ways in which a strip can lie, with its size; the grid is tried before every place is."""
    laid = [s.rect for s in state.strips]
    found: dict[str, tuple[int, int]] = {}
    for name, upright in ((UPRIGHT, True), (ACROSS, False)):
        grid = strip_grid(state, upright)
        if any(can_lay(state, rect, laid) for rect in grid) or strip_corners(state, upright):
            found[name] = _strip_size(state, upright)
    return found


def _segment_has_room(state: State) -> bool:
    dug, laid = [s.at for s in state.segments], [s.rect for s in state.strips]
    grid = segment_grid(state)
    return any(can_dig(state, at, dug, laid) for at in grid) or bool(segment_centres(state))


def survey_works(state: State, piece: str, path: tuple[Spot, ...]) -> Survey | None:
    """For a trench the places of its centre, for a strip those of its north-west corner."""
    strips, segments = left_to_lay(state)
    if path:
        return None
    if piece == TRENCH and segments:
        return outlined(piece, segment_centres(state), segments, "TRE-1")
    if piece in (UPRIGHT, ACROSS) and strips:
        return outlined(piece, strip_corners(state, piece == UPRIGHT), strips, "MIN-1")
    return None


def offer_start_over(state: State) -> tuple[Offer, ...]:
    return (Say("start-over", tone="grave"),)


FORTIFY = Decision(
    orders.Fortify,
    "SET-2",
    judge_fortify,
    carry_out_fortify,
    offer=offer_works,
    survey=survey_works,
)
TAKE_WORKS_BACK = Decision(
    orders.StartOver, "SET-2", judge_start_over, take_works_back, offer=offer_start_over
)
