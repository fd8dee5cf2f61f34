"""Opponent: works and placement before the battle.

Each division is a block three bases deep round its headquarters, which stands behind it; the blocks
stand side by side across the supply bases. The designated division holds the Defence zones, in its
trenches if there are any, behind a belt of mines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campagna.core.contract import Fact
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.alto_comando.orders import Deploy, Done, Fortify
from campagna.games.alto_comando.rules import deployment, fieldworks
from campagna.games.alto_comando.rules.battle_start import placement, placing_now
from campagna.games.alto_comando.state import Phase, State
from campagna.games.alto_comando.world import AXIS, HOME, NOBODY
from campagna.plane.bases import HALF, Point, Rect, overlap
from campagna.plane.works import STRIP_DEPTH, STRIP_LENGTH

DONE: Advice = (Done(), 0.0, "done", {})


class Blocks(Weights, frozen=True):
    spacing: int
    columns: int
    trench_columns: int
    trench_rows: int
    italian_front: int
    allied_front: int
    german_front: int
    farthest: int
    step: int
    beyond_supply: int
    between_divisions: int


WEIGHTS = load_weights(HOME, "setup", Blocks)
SPACING, COLUMNS = WEIGHTS.spacing, WEIGHTS.columns
FRONT = {
    "italian": WEIGHTS.italian_front,
    "allied": WEIGHTS.allied_front,
    "german": WEIGHTS.german_front,
}
"""How far from the central line the first bases of each step of the placement stand, in plain style."""
STEPS = ("italian", "allied")
"""Whose front the works are laid for."""
FIRST = ("recon", "camel", "tank", "cruiser", "tiger", "light_tank", "motor", "para", "foot")
"""Kinds from the front of a block to its rear; those not named come last."""


# --- works ----------------------------------------------------------------------------------------------


def works(state: State, style: Mapping[str, float]) -> Iterator[Advice]:
    """A belt of mines along the central line, and trenches where the designated division will stand."""
    strips, segments = fieldworks.left_to_lay(state)
    laid = [s.rect for s in state.strips]
    belt: list[Rect] = []
    for rect in _belt(state):
        if len(belt) < strips and fieldworks.can_lay(state, rect, laid):
            belt.append(rect)
            laid.append(rect)
    dug = [s.at for s in state.segments]
    trench: list[Point] = []
    for at in _trench_places(state, _front(state, style)):
        if len(trench) < segments and fieldworks.can_dig(state, at, dug, laid):
            trench.append(at)
            dug.append(at)
    if belt or trench:
        facts: dict[str, Fact] = {"strips": len(belt), "segments": len(trench)}
        yield Fortify(tuple(belt), tuple(trench)), 1.0, "works", facts
    yield DONE


def _belt(state: State) -> Iterator[Rect]:
    """Strips end to end against the central line, then further ones behind them."""
    bands = state.field.mine_band
    if bands is None:
        return
    x0, y0, x1, y1 = bands[state.side]
    for depth in range(0, x1 - x0 - STRIP_DEPTH + 1, 2 * STRIP_DEPTH):
        left = x1 - depth - STRIP_DEPTH if state.side == AXIS else x0 + depth
        for top in range(y0, y1 - STRIP_LENGTH + 1, STRIP_LENGTH):
            yield left, top, left + STRIP_DEPTH, top + STRIP_LENGTH


def _trench_places(state: State, front: int) -> Iterator[Point]:
    """The first columns of the block of the designated division."""
    areas = state.field.designated
    if areas is None:
        return
    middle = (areas[state.side][1] + areas[state.side][3]) // 2
    rows = WEIGHTS.trench_rows
    for column in range(WEIGHTS.trench_columns):
        for row in range(rows):
            yield _cell(state, front, middle, column, row, rows)


# --- placement ------------------------------------------------------------------------------------------


def _front(state: State, style: Mapping[str, float]) -> int:
    """How far from the central line the first bases are to stand."""
    step = placement(state)[state.placing] if state.phase == Phase.DEPLOY else STEPS[state.side]
    return int(FRONT[step] * style.get("front", 1.0))


def _cell(
    state: State, front: int, middle: int, column: int, row: int, rows: int, strict: bool = True
) -> Point:
    """A place of a block whose first bases stand so far from the central line."""
    field, side = state.field, state.side
    away = front + column * SPACING
    if strict and field.designated is not None:
        x0, _, x1, _ = field.designated[side]
        nearest = field.central_line - x1 if side == AXIS else x0 - field.central_line
        away = max(away, nearest + HALF + column * SPACING)
    x = field.central_line + (-away if side == AXIS else away)
    return x, middle + SPACING * row - SPACING * (rows - 1) // 2


def placement_orders(state: State, style: Mapping[str, float]) -> Iterator[Advice]:
    """Division by division, the designated one first."""
    front = _front(state, style)
    waiting = deployment.unplaced(state)
    middles = _middles(state, state.side)
    designated = _designated(state)
    groups = sorted({state.unit(b).group for b in waiting}, key=lambda g: (g != designated, g))
    taken = [state.at(b) for b in state.table_of(state.side)]
    for group in groups:
        members = [b for b in waiting if state.unit(b).group == group]
        strict = group == designated and not deployment.is_met(state, state.side)
        placed = _block(state, front, group, members, middles[group], taken, strict)
        if not placed:
            continue
        facts: dict[str, Fact] = {"division": state.roster.groups[group].id, "count": len(placed)}
        order = Deploy(state.names(placed), tuple(placed.values()))
        yield order, 1.0, "designated" if strict else "deploy", facts
        taken += placed.values()
    yield DONE


def _designated(state: State) -> int:
    """The division that holds the defences: the one with most infantry that may be it."""
    side = state.side
    if state.field.designated is None or deployment.is_met(state, side):
        return NOBODY
    mine = placing_now(state)
    found = [
        (_infantry(state, g), -g)
        for g in sorted({state.unit(b).group for b in mine})
        if deployment.packing(state, g, []) is not None
    ]
    return -max(found)[1] if found else NOBODY


def _infantry(state: State, group: int) -> int:
    members = state.roster.groups[group].members
    return sum(1 if state.unit(b).is_infantry else -1 for b in members)


def _middles(state: State, side: int) -> dict[int, int]:
    """The middle of each division's part of the front: the designated one across the two zones."""
    field = state.field
    groups = [
        g for g, group in enumerate(state.roster.groups) if group.side == side and group.members
    ]
    areas = field.designated
    _, top, _, bottom = field.deployment[side]
    bottom = min(
        bottom, max((y for _, y in field.supply[side]), default=bottom) + WEIGHTS.beyond_supply
    )
    heights = {
        g: SPACING * _rows(len(state.roster.groups[g].members)) + WEIGHTS.between_divisions
        for g in groups
    }
    stretch = max(1.0, (bottom - top) / max(1, sum(heights.values())))
    if areas is None:
        ordered = groups
    else:
        centre = (areas[side][1] + areas[side][3]) / 2
        first = max(groups, key=lambda g: (_infantry(state, g), -g))
        ordered = _around(groups, first, heights, stretch, centre - top)
    middles: dict[int, int] = {}
    y = float(top)
    for g in ordered:
        height = heights[g] * stretch
        middles[g] = round(y + height / 2)
        y += height
    return middles


def _around(
    groups: list[int], first: int, heights: Mapping[int, int], stretch: float, centre: float
) -> list[int]:
    """The divisions from north to south so that the first is as near to the centre as can be."""
    rest = [g for g in groups if g != first]
    best: tuple[float, list[int]] | None = None
    for count in range(len(rest) + 1):
        above = sum(heights[g] for g in rest[:count]) * stretch + heights[first] * stretch / 2
        off = abs(above - centre)
        if best is None or off < best[0]:
            best = (off, [*rest[:count], first, *rest[count:]])
    assert best is not None
    return best[1]


def _rows(size: int) -> int:
    return max(1, -(-(size - 1) // COLUMNS))


def _rank(state: State, base: int) -> tuple[int, int]:
    kind = state.unit(base).kind
    return (FIRST.index(kind) if kind in FIRST else len(FIRST) + state.unit(base).is_hq, base)


def _block(
    state: State,
    front: int,
    group: int,
    members: list[int],
    middle: int,
    taken: list[Point],
    strict: bool,
) -> dict[int, Point]:
    """A place for each base of a division; the headquarters behind the middle of the block."""
    side = state.side
    area = deployment.area_of(state, side)
    areas = state.field.designated
    if strict and areas is not None:
        area = areas[side]
        middle = (area[1] + area[3]) // 2
    rows = _rows(len(state.roster.groups[group].members))
    found: dict[int, Point] = {}
    for number, base in enumerate(sorted(members, key=lambda b: _rank(state, b))):
        row, column = number % rows, number // rows
        # From the middle outwards, so that what is left over stays near the headquarters.
        row = (rows - 1) // 2 + (row + 1) // 2 * (1 if row % 2 else -1)
        if state.unit(base).is_hq:
            row, column = (rows - 1) // 2, COLUMNS - 1
        want = _cell(state, front, middle, column, row, rows, strict)
        at = _free(state, base, want, area, [*taken, *found.values()])
        if at is None:
            return _packed(state, group, taken) if strict else found
        found[base] = at
    if strict and not _in_both_zones(state, list(found.values())):
        return _packed(state, group, taken)
    return found


def _in_both_zones(state: State, places: list[Point]) -> bool:
    return all(
        any(
            z[0] <= x - HALF and z[1] <= y - HALF and x + HALF <= z[2] and y + HALF <= z[3]
            for x, y in places
        )
        for z in state.field.defence_zones(state.side)
    )


def _packed(state: State, group: int, taken: list[Point]) -> dict[int, Point]:
    members = [b for b, u in enumerate(state.roster.units) if u.formation == group]
    places = deployment.packing(state, group, taken)
    return dict(zip(members, places, strict=True)) if places is not None else {}


def _free(state: State, base: int, want: Point, area: Rect, taken: list[Point]) -> Point | None:
    """The wanted place, or the nearest on widening squares where the base may stand."""
    x0, y0, x1, y1 = area[0] + HALF, area[1] + HALF, area[2] - HALF, area[3] - HALF
    ground = deployment.ground_at_setup(state, base, [])
    step = WEIGHTS.step
    for out in range(0, WEIGHTS.farthest + 1, step):
        ring = [
            (want[0] + dx, want[1] + dy)
            for dx in range(-out, out + 1, max(1, min(step, out)))
            for dy in range(-out, out + 1, max(1, min(step, out)))
            if max(abs(dx), abs(dy)) == out
        ]
        for at in sorted(ring, key=lambda p: (abs(p[0] - want[0]) + abs(p[1] - want[1]), p)):
            if not (x0 <= at[0] <= x1 and y0 <= at[1] <= y1):
                continue
            if any(overlap(at, other) for other in taken):
                continue
            if ground.end_violation(at) is None:
                return at
    rest = deployment.standing_places(state, base, taken, area)
    return rest[0] if rest else None
