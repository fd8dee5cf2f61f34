"""Opponent: Beda Fomm. The column leaves the road, marches south in a body past one end of the British
line and leaves the table wherever it can; the British stand across the road and shoot it down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Fact, Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.alto_comando.opponent.divisions import Manoeuvre, Picture
from campagna.games.alto_comando.opponent.map_reading import Piece
from campagna.games.alto_comando.opponent.places import Candidates, Place
from campagna.games.alto_comando.orders import Deploy, Done, Enter, Leave
from campagna.games.alto_comando.rules import beda_fomm, deployment
from campagna.games.alto_comando.rules.geometry import ground_of, is_on_road
from campagna.games.alto_comando.rules.leg_rules import along_the_road, way_violation
from campagna.games.alto_comando.rules.movement import judge_leave
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import ALLIED, AXIS, HOME
from campagna.plane.bases import HALF, Point, overlap


class March(Weights, frozen=True):
    escape: float
    march: float
    far_from_edge: int
    aside: int
    way_out: int
    row_depth: int
    line_step: int
    column_step: int


class ColumnStyle(Weights, frozen=True):
    """How the column differs from an army that can fight another day: forward, whatever shoots."""

    pull: float
    caution: float
    fear: float
    command: float


WEIGHTS = load_weights(HOME, "beda_fomm", March)
COLUMN_STYLE: dict[str, float] = msgspec.structs.asdict(
    load_weights(HOME, "column_style", ColumnStyle)
)
OUTSIDE = 15
"""How far beyond the edge the centre of a base that left is."""
ROWS = 3
"""Rows of the column before it marches, of five bases each."""
ENTRIES = (500, 440, 560, 380, 620, 320, 680)
"""Where along the edge an entry is tried, from the road outwards."""


class BreakoutPlaces(Candidates):
    """Places on the march: straight south, along the road, and everything that lets a base fire."""

    def _measured(self, piece: Piece) -> list[Place]:
        places = super()._measured(piece)
        for place in places:
            far = self.approach.to_edge(place.x, place.y)
            most = WEIGHTS.far_from_edge
            place.pull = WEIGHTS.escape * (1 - min(far, most) / most)
        return places

    def _points(self, piece: Piece, nearest: list[Piece]) -> list[Point]:
        found = super()._points(piece, nearest)
        road_move = self.reading.state.unit(piece.base).line.road_move
        if road_move and is_on_road(self.reading.state, (piece.x, piece.y)):
            bottom = self.land[3]
            steps = (road_move, road_move - 30, road_move - 60)
            found += [(piece.x, piece.y + s) for s in steps if piece.y + s <= bottom]
        return found

    def _is_legal(self, piece: Piece, place: Place) -> bool:
        if super()._is_legal(piece, place):
            return True
        state = self.reading.state
        unit = state.unit(piece.base)
        if not unit.line.road_move or not is_on_road(state, (piece.x, piece.y)):
            return False
        ground = ground_of(state, unit.side, unit.is_infantry)
        way = along_the_road(state, ground, unit.line.road_move)
        return way_violation(way, [(piece.x, piece.y), place.at], None) is None


class Breakout(Manoeuvre):
    """The Italian column: whoever can leave does, the others press on or clear the way."""

    def __init__(self, state: State, style: Mapping[str, float], chance: Chance) -> None:
        bold = {name: factor * style.get(name, 1.0) for name, factor in COLUMN_STYLE.items()}
        super().__init__(state, {**style, **bold}, chance)
        self.given = style

    def _places(self, raid: float) -> Candidates:
        return BreakoutPlaces(self.reading, raid)

    def moves(self) -> Iterator[Advice]:
        left = False
        for piece in sorted(self.reading.own, key=lambda p: (-p.y, p.base)):
            order = self._way_out(piece)
            if order is not None:
                left = True
                yield order, WEIGHTS.escape, "escape", {"unit": self.state.name(piece.base)}
        if left:
            # The places of those who left are free now: measure the table again.
            yield from Breakout(self.state, self.given, self.chance).moves()
            return
        yield from self._entries()
        yield from super().moves()

    def _way_out(self, piece: Piece) -> Leave | None:
        edge = self.state.field.escape
        bottom = self.state.field.land[3] + OUTSIDE
        line = self.state.unit(piece.base).line
        if edge is None or bottom - piece.y > max(piece.move, line.road_move) or not piece.mobile:
            return None
        for steps in (0, 1, -1, 2, -2):
            path = ((piece.x + steps * WEIGHTS.way_out, bottom),)
            order = Leave(self.state.name(piece.base), path, edge.value)
            if not isinstance(judge_leave(self.state, order), Refusal):
                return order
        return None

    def _entries(self) -> Iterator[Advice]:
        """Whoever still waits north of the table comes in, the farther the better."""
        y = beda_fomm.entry_line(self.state)
        for base in beda_fomm.may_enter(self.state):
            name, move = self.state.name(base), self.state.unit(base).line.move
            for x in ENTRIES:
                order = Enter(name, ((x, y), (x, y + move)))
                if not isinstance(beda_fomm.judge_enter(self.state, order), Refusal):
                    yield order, 1.0, "enter", {"unit": name}
                    break

    def _balance(self, picture: Picture) -> float:
        march = sum(place.pull for place in picture.places.values())
        return super()._balance(picture) + WEIGHTS.march * march


# --- placement --------------------------------------------------------------------------------------


def placement_at_beda_fomm(state: State) -> Iterator[Advice]:
    """The Italians in a body beside the road, the British in a line that nobody passes, guns behind."""
    waiting = deployment.unplaced(state)
    wanted = _column(state, waiting) if state.side == AXIS else _line(state, waiting)
    placed: dict[int, Point] = {}
    for base, at in wanted.items():
        ground = deployment.ground_at_setup(state, base, [])
        if ground.end_violation(at) is None and not any(overlap(at, p) for p in placed.values()):
            placed[base] = at
    if placed:
        facts: dict[str, Fact] = {
            "division": state.roster.groups[state.unit(waiting[0]).group].id,
            "count": len(placed),
        }
        yield Deploy(state.names(placed), tuple(placed.values())), 1.0, "deploy", facts
    for base in (b for b in waiting if b not in placed and state.side != AXIS):
        room = deployment.standing_places(
            state, base, list(placed.values()), deployment.area_of(state, state.side)
        )
        if room:
            at = room[len(room) // 2]
            placed[base] = at
            yield Deploy(state.names([base]), (at,)), 0.0, "deploy", {"division": "", "count": 1}
    yield Done(), 0.0, "done", {}


def _column(state: State, waiting: list[int]) -> dict[int, Point]:
    """Tanks in front, the headquarters in the middle, the foot round it, where the British are fewer."""
    middle = state.field.size[0] // 2
    east = sum(state.bases[b].x > middle for b in state.table_of(ALLIED))
    west = sum(state.bases[b].x < middle for b in state.table_of(ALLIED))
    middle += WEIGHTS.aside if east < west else -WEIGHTS.aside
    ranked = sorted(waiting, key=lambda b: (_place_in_column(state, b), b))
    bottom = deployment.area_of(state, AXIS)[3]
    cells = [
        (middle + WEIGHTS.column_step * offset, bottom - row * WEIGHTS.row_depth + 3 * HALF)
        for row in range(1, ROWS + 1)
        for offset in (0, -1, 1, -2, 2)
    ]
    return dict(zip(ranked, cells, strict=False))


def _place_in_column(state: State, base: int) -> int:
    unit = state.unit(base)
    if unit.is_hq:
        return 2
    return 0 if unit.line.class_ == "tank" else 1


def _line(state: State, waiting: list[int]) -> dict[int, Point]:
    """Tanks and infantry side by side from edge to edge as far as they go, the others behind."""
    middle, step = state.field.size[0] // 2, WEIGHTS.line_step
    top = deployment.area_of(state, state.side)[1]
    front = [b for b in waiting if state.unit(b).line.class_ in ("tank", "infantry")]
    rear = [b for b in waiting if b not in front]
    found: dict[int, Point] = {}
    for number, base in enumerate(front):
        aside = (number + 1) // 2 * (1 if number % 2 else -1)
        found[base] = (middle + step * aside, top + 2 * step // 3)
    for number, base in enumerate(rear):
        aside = (number + 1) // 2 * (1 if number % 2 else -1)
        found[base] = (middle + 2 * WEIGHTS.column_step * aside, top + 3 * step // 2)
    return found
