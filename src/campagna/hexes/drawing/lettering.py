"""Names on the map: of places, rivers and regions, and the hex numbers.

Every name tries a few spots and takes the one that covers least: other names, signs, the ink of
rivers and roads, the edge of the sheet.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from xml.sax.saxutils import escape

import msgspec

from campagna.hexes.board import Board, Label, Place
from campagna.hexes.drawing.expanses import on_sheet
from campagna.hexes.drawing.geometry import MapGeometry
from campagna.hexes.drawing.lines import Line
from campagna.hexes.drawing.palette import Palette, style_of
from campagna.hexes.drawing.places import PlaceStyle, place_style, sign_hexes
from campagna.hexes.drawing.strokes import Point, curve, num, sample, soften
from campagna.hexes.grid import Orientation
from campagna.hexes.scenery import Lettering as Broad

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_CELL = 40.0
_INK_STEP = 8.0


class Clearance:
    """What is already on the sheet, and how badly a new piece of lettering would cover it."""

    def __init__(self, width: float, height: float) -> None:
        self.sheet: Box = (0.0, 0.0, width, height)
        self.taken: list[Box] = []
        self._ink: dict[tuple[int, int], list[Point]] = defaultdict(list)

    def add_ink(self, points: Sequence[Point], *, closed: bool) -> None:
        for x, y in sample(points, closed=closed, step=_INK_STEP):
            self._ink[int(x // _CELL), int(y // _CELL)].append((x, y))

    def cost(self, box: Box) -> float:
        left, top, right, bottom = box
        clash = 0.0
        for a, b, c, d in self.taken:
            if a < right and c > left and b < bottom and d > top:
                clash += (min(right, c) - max(left, a)) * (min(bottom, d) - max(top, b))
        beyond = (left < 0, top < 0, right > self.sheet[2], bottom > self.sheet[3])
        return clash + 900 * sum(beyond) + 12 * self._covered(box)

    def _covered(self, box: Box) -> int:
        left, top, right, bottom = box
        return sum(
            left < x < right and top < y < bottom
            for i in range(int(left // _CELL), int(right // _CELL) + 1)
            for j in range(int(top // _CELL), int(bottom // _CELL) + 1)
            for x, y in self._ink.get((i, j), ())
        )


def text_width(text: str, size: float, spacing: float = 0.0) -> float:
    """A fair guess without the font at hand: capitals are wide, i and l narrow."""
    ems = sum(
        0.68 if ch.isupper() else 0.27 if ch in "iljft.,'/ " else 0.80 if ch in "mw" else 0.50
        for ch in text
    )
    return ems * size + len(text) * spacing


class Lettering:
    """The names of one sheet. Places choose their spot first, then rivers."""

    def __init__(
        self,
        board: Board,
        geometry: MapGeometry,
        c: Palette,
        lines: Sequence[Line],
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.board, self.geometry, self.c = board, geometry, c
        self.names = names or {}
        """What a place or a label is called in the language of the sheet, if not as on the board."""
        self.grow = max(1.0, geometry.width / 1950)
        """Wide sheets are looked at from further away."""
        self.clear = Clearance(geometry.width, geometry.height)
        for line in lines:
            self.clear.add_ink(line.points, closed=line.closed)
        for ring in geometry.outlines(range(len(board))):
            self.clear.add_ink([geometry.at(v) for v in ring], closed=True)
        rivers = [line.points for line in lines if line.kind == "river"]
        self.courses = [
            sample(run, closed=False, step=geometry.size / 2) for run in _continued(rivers)
        ]
        self.place_names = self._place_names()
        self.broad_names = "".join(self._label(k, b) for k, b in enumerate(board.labels))
        self.broad_names += "".join(map(self._beyond, board.scenery.letterings))

    # --- places ------------------------------------------------------------------------------

    def _place_names(self) -> str:
        order = sorted(self.board.places, key=lambda p: -place_style(p).size)
        for place in order:
            reach = max(6.0, place_style(place).away * 0.8)
            for hex_ in sign_hexes(place):
                x, y = self.geometry.centre(hex_)
                self.clear.taken.append((x - reach, y - reach, x + reach, y + reach))
        return "".join(self._place_name(p) for p in order if place_style(p).size)

    def _place_name(self, place: Place) -> str:
        style = place_style(place)
        name = self._called(place.name)
        text = name.upper() if style.capitals else name
        size = style.size * self.grow
        spacing = 1.2 if style.capitals else 0.0
        wide = text_width(text, size, spacing)
        spots = [
            (self.clear.cost(box) + rank + 3 * n, x, y, anchor, box)
            for n, hex_ in enumerate(sign_hexes(place))
            for rank, (x, y, anchor, box) in enumerate(
                _around(self.geometry.centre(hex_), style.away, size, wide)
            )
        ]
        _, x, y, anchor, box = min(spots)
        self.clear.taken.append(box)
        return (
            f'<text class="serif name" x="{num(x)}" y="{num(y)}" font-size="{num(size)}" '
            f'font-weight="{style.weight}" text-anchor="{anchor}"{self._manner(style)}>'
            f"{escape(text)}</text>"
        )

    def _called(self, name: str) -> str:
        return self.names.get(name, name)

    def _manner(self, style: PlaceStyle) -> str:
        if style.capitals:
            return ' letter-spacing="1.2"'
        if style.slanted:
            return f' font-style="italic" style="fill:{self.c.hachure}"'
        return ""

    # --- rivers, regions, seas ----------------------------------------------------------------

    def _label(self, k: int, label: Label) -> str:
        kind = style_of(LABELS, label.kind, "label")
        if kind.along_rivers:
            names = (self._river_name(f"name-{k}-{n}", label, h) for n, h in enumerate(label.hexes))
            return "".join(names)
        centres = [self.geometry.centre(h) for h in label.hexes]
        x = sum(p[0] for p in centres) / len(centres)
        y = sum(p[1] for p in centres) / len(centres)
        text = self._called(label.text)
        size = self.grow * kind.size * (1 if text.isupper() else 0.62)
        return (
            f'<text class="serif {kind.css}" x="{num(x)}" y="{num(y)}" font-size="{num(size)}" '
            f'text-anchor="middle">{escape(text)}</text>'
        )

    def _beyond(self, broad: Broad) -> str:
        """A name that stands where no hex is, along its slope."""
        x, y = on_sheet(self.geometry, broad.at)
        kind = style_of(LABELS, broad.kind, "label")
        turn = f' transform="rotate({num(broad.slope)} {num(x)} {num(y)})"' if broad.slope else ""
        return (
            f'<text class="serif {kind.css}" x="{num(x)}" y="{num(y)}" '
            f'font-size="{num(self.grow * kind.size * broad.size)}" text-anchor="middle"{turn}>'
            f"{escape(self._called(broad.text))}</text>"
        )

    def _river_name(self, id_: str, label: Label, hex_: int) -> str:
        """The name along the water near a hex, on the freer bank; nothing if no river is near."""
        size = LABELS[label.kind].size * self.grow
        text = self._called(label.text)
        need = text_width(text, size) + size
        best: tuple[float, int, list[Point], float] | None = None
        for n, (far, run) in enumerate(self._stretches(self.geometry.centre(hex_), need)):
            for drop in (-5.0, 5.0 + 0.62 * size):
                boxes = _boxes(run, drop, size)
                cost = sum(map(self.clear.cost, boxes)) + 2.0 * far + 45 * _bend(run) + 0.1 * drop
                if best is None or (cost, n) < best[:2]:
                    best = (cost, n, run, drop)
        if best is None:
            return ""
        _, _, run, drop = best
        self.clear.taken += _boxes(run, drop, size)
        return (
            f'<path id="{id_}" d="{curve(run, closed=False)}" fill="none"/><text '
            f'class="serif river-name" font-size="{num(size)}" dy="{num(drop)}"><textPath '
            f'href="#{id_}" startOffset="50%" text-anchor="middle">{escape(text)}'
            "</textPath></text>"
        )

    def _stretches(self, at: Point, need: float) -> Iterable[tuple[float, list[Point]]]:
        """Pieces of river long enough for the name, with their distance from where it is wanted."""
        size = self.geometry.size
        count = math.ceil(need / (size / 2)) + 1
        for course in self.courses:
            for k in range(0, len(course) - count + 1, 2):
                run = course[k : k + count]
                middle = run[len(run) // 2]
                far = math.hypot(middle[0] - at[0], middle[1] - at[1])
                if far < 5 * size:
                    smooth = soften(run, closed=False, amount=0.8, rounds=4)
                    yield far, smooth if _reads_onwards(smooth) else smooth[::-1]

    # --- hex numbers --------------------------------------------------------------------------

    def hex_numbers(self) -> str:
        flat = self.geometry.grid.orientation is Orientation.FLAT
        lift = self.geometry.size * (0.74 if flat else 0.62) - 5
        out = []
        for hex_, id_ in enumerate(self.geometry.grid.ids):
            x, y = self.geometry.centre(hex_)
            out.append(f'<text x="{num(x)}" y="{num(y - lift)}">{escape(id_)}</text>')
        return "".join(out)


class LabelStyle(msgspec.Struct, frozen=True):
    css: str
    size: float
    along_rivers: bool = False


LABELS: dict[str, LabelStyle] = {
    "river": LabelStyle("river-name", 14, along_rivers=True),
    "region": LabelStyle("region", 27),
    "sea": LabelStyle("sea", 26),
    "lake": LabelStyle("sea", 20),
}


def _around(
    at: Point, away: float, size: float, wide: float
) -> Iterable[tuple[float, float, str, Box]]:
    """Spots for a name around its sign, best first: right, above, below, left."""
    x, y = at
    for dx, dy, anchor in (
        (away, 0.32 * size, "start"),
        (away * 0.8, -away * 0.55, "start"),
        (away * 0.8, away * 0.55 + 0.6 * size, "start"),
        (-away, 0.32 * size, "end"),
        (0, -away - 0.1 * size, "middle"),
        (0, away + 0.72 * size, "middle"),
        (-away * 0.8, -away * 0.55, "end"),
        (-away * 0.8, away * 0.55 + 0.6 * size, "end"),
    ):
        left = x + dx - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        box = (left, y + dy - 0.78 * size, left + wide, y + dy + 0.2 * size)
        yield x + dx, y + dy, anchor, box


def _boxes(run: Sequence[Point], drop: float, size: float) -> list[Box]:
    """Boxes under each letter or two of a name that follows a line."""
    out = []
    for (ax, ay), (bx, by) in pairwise(run):
        length = math.hypot(bx - ax, by - ay) or 1.0
        # the baseline lies `drop` below the line, the middle of the letters a third of a size above
        off = drop - 0.32 * size
        x = (ax + bx) / 2 - (by - ay) / length * off
        y = (ay + by) / 2 + (bx - ax) / length * off
        half = 0.36 * size
        out.append((x - half, y - half, x + half, y + half))
    return out


def _bend(run: Sequence[Point]) -> float:
    """All the turns along a line, in radians: letters on a sharp bend fall over each other."""
    ways = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(run)]
    return sum(abs(math.remainder(b - a, math.tau)) for a, b in pairwise(ways))


def _reads_onwards(run: Sequence[Point]) -> bool:
    """Left to right; where the line is steep, bottom to top."""
    dx, dy = run[-1][0] - run[0][0], run[-1][1] - run[0][1]
    return dx > 0 if abs(dx) > 0.35 * abs(dy) else dy < 0


def _continued(runs: Sequence[Sequence[Point]]) -> list[list[Point]]:
    """River stretches, each continued past its junctions by the straightest neighbour."""
    return [
        _straightest(run[::-1], runs)[::-1] + list(run) + _straightest(run, runs) for run in runs
    ]


def _straightest(run: Sequence[Point], others: Sequence[Sequence[Point]]) -> list[Point]:
    """The points of the stretch that continues this one past its end with the least turn."""
    (ax, ay), end = run[-2], run[-1]
    best: tuple[float, list[Point]] = (0.2, [])
    for other in others:
        for line in (other, other[::-1]):
            if math.dist(line[0], end) < 0.5 and math.dist(line[1], (ax, ay)) > 0.5:
                ux, uy, vx, vy = end[0] - ax, end[1] - ay, line[1][0] - end[0], line[1][1] - end[1]
                along = (ux * vx + uy * vy) / (math.hypot(ux, uy) * math.hypot(vx, vy) or 1.0)
                best = max(best, (along, list(line[1:])))
    return best[1]
