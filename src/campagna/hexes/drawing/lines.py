"""Rivers, borders, roads and rails: what lies along hexsides and what crosses them.

A kind of line is known by its name in `LINES`; the order there is the order of drawing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from campagna.hexes.board import Board
from campagna.hexes.drawing.geometry import MapGeometry
from campagna.hexes.drawing.palette import Palette, style_of
from campagna.hexes.drawing.strokes import Point, Vertex, chains, curve, soften, wobble
from campagna.hexes.grid import DIRECTIONS


class Stroke(msgspec.Struct, frozen=True):
    """One pass of the pen; `colour` is a name of the palette."""

    colour: str
    width: float
    dash: str = ""
    opacity: float = 1.0
    cap: str = "round"

    def attributes(self, c: Palette) -> str:
        out = f'stroke="{c.colour(self.colour)}" stroke-width="{self.width:g}"'
        if self.dash:
            out += f' stroke-dasharray="{self.dash}"'
        if self.opacity < 1:
            out += f' stroke-opacity="{self.opacity:g}"'
        if self.cap != "round":
            out += f' stroke-linecap="{self.cap}"'
        return out


class LineStyle(msgspec.Struct, frozen=True):
    layer: str
    strokes: tuple[Stroke, ...]
    sway: float = 0.08
    """How far the hand strays, in hex sizes."""
    softness: float = 0.42
    unseen_beside: frozenset[str] = frozenset()
    """Terrain whose own outline already draws this hexside."""
    keeps_right_of: str = ""
    """Steps aside where it shares its hexsides with this kind."""


_WATERS = frozenset({"lake", "sea"})
_JOINT = LineStyle(
    "roads",
    (Stroke("road_case", 4.2, opacity=0.85), Stroke("road", 2.2, dash="3 3", cap="butt")),
)
_BARRED = LineStyle("borders", (Stroke("barred", 4.2, dash="5 3.4", cap="butt"),), 0.0, 0.2)

LINES: dict[str, LineStyle] = {
    "lake": LineStyle(
        "rivers",
        (Stroke("shore", 12), Stroke("water", 9.2), Stroke("foam", 3.4, opacity=0.35)),
        unseen_beside=_WATERS,
    ),
    "river": LineStyle(
        "rivers",
        (
            Stroke("river_case", 5.4, opacity=0.85),
            Stroke("river", 3.6),
            Stroke("glint", 1, opacity=0.65),
        ),
        sway=0.10,
        softness=0.38,
    ),
    "border": LineStyle(
        "borders",
        (Stroke("border", 6, opacity=0.18), Stroke("border", 1.8, dash="9 3 2 3")),
        sway=0.0,
        softness=0.4,
    ),
    "impassable": _BARRED,
    "barred": _BARRED,
    "track_1940": LineStyle(
        "roads",
        (Stroke("road_case", 3.4, opacity=0.6), Stroke("track", 1.6, dash="1.6 4", cap="butt")),
        sway=0.10,
    ),
    "road_1940": LineStyle(
        "roads",
        (Stroke("road_case", 4, opacity=0.75), Stroke("road", 2.2, dash="2.4 3.4", cap="butt")),
    ),
    "track": LineStyle(
        "roads",
        (Stroke("road_case", 4, opacity=0.8), Stroke("track", 1.9, dash="6.5 3.6", cap="butt")),
        sway=0.10,
    ),
    "ford": LineStyle(
        "roads",
        (Stroke("road_case", 5.2, opacity=0.9), Stroke("track", 2.6, dash="2 3", cap="butt")),
    ),
    "rail": LineStyle(
        "roads",
        (
            Stroke("halo", 4.6, opacity=0.7),
            Stroke("rail", 1.5),
            Stroke("rail", 5.2, dash="1.1 7.4", cap="butt"),
        ),
        keeps_right_of="road",
    ),
    "road_supply_joint": _JOINT,
    "joint": _JOINT,
    "road": LineStyle(
        "roads", (Stroke("ink", 5.4, opacity=0.62), Stroke("road_case", 4.3), Stroke("road", 2.7))
    ),
}

_ASIDE = 5.0
_ASIDE_WAY = (math.cos(math.radians(75)), math.sin(math.radians(75)))
"""No line on a hex grid runs square to this, so 'the side towards it' is never a tie."""


class Line(msgspec.Struct, frozen=True):
    """A stretch between junctions, ready to draw."""

    kind: str
    points: tuple[Point, ...]
    closed: bool
    sides: tuple[str, ...]
    """The hexsides it lies on or crosses, as in the map file: `0112/0113`."""


def trace_lines(board: Board, geometry: MapGeometry) -> list[Line]:
    for feature in board.features:
        style_of(LINES, feature.kind, "line")
    for exit_ in board.exits:
        style_of(LINES, exit_.kind, "line")
    return [
        line
        for kind in LINES
        for trace in (_lying, _crossing)
        for line in trace(board, geometry, kind)
    ]


def _lying(board: Board, geometry: MapGeometry, kind: str) -> list[Line]:
    """Lines along hexsides, from corner to corner."""
    style = LINES[kind]
    names: dict[frozenset[Vertex], str] = {}
    links: list[tuple[Vertex, Vertex]] = []
    for feature in board.features:
        if feature.kind != kind or feature.crosses:
            continue
        for a, b in feature.sides:
            if style.unseen_beside & {board.terrain_name(a), board.terrain_name(b)}:
                continue
            side = geometry.shared_side(a, b)
            links.append(side)
            names[frozenset(side)] = f"{board.name(a)}/{board.name(b)}"
    lines = []
    for nodes, closed in chains(links):
        points = []
        for vertex in nodes:
            (x, y), (dx, dy) = (
                geometry.at(vertex),
                wobble(vertex, style.sway * geometry.size, "shore"),
            )
            points.append((x + dx, y + dy))
        points = soften(points, closed=closed, amount=style.softness)
        ring = nodes + nodes[:1] if closed else nodes
        sides = tuple(names[frozenset(pair)] for pair in pairwise(ring))
        lines.append(Line(kind, tuple(points), closed, sides))
    return lines


def _crossing(board: Board, geometry: MapGeometry, kind: str) -> list[Line]:
    """Lines from hex centre to hex centre; where one leaves the map it runs off the sheet."""
    style = LINES[kind]
    links = [p for f in board.features if f.kind == kind and f.crosses for p in f.sides]
    links += [
        (e.hex, -1 - (e.hex * DIRECTIONS + e.direction)) for e in board.exits if e.kind == kind
    ]
    towns = frozenset(h for place in board.places for h in place.hexes)
    aside = _shared_hexes(board, kind, style.keeps_right_of) - towns
    lines = []
    for nodes, closed in chains(links):
        points = [_way_point(geometry, n, style.sway, towns) for n in nodes]
        points = _step_aside(points, [k for k, n in enumerate(nodes) if n in aside])
        pinned = frozenset(k for k, n in enumerate(nodes) if n in towns)
        points = soften(points, closed=closed, amount=style.softness, pinned=pinned)
        ring = nodes + nodes[:1] if closed else nodes
        sides = tuple(
            f"{board.name(a)}/{board.name(b)}" for a, b in pairwise(ring) if a >= 0 and b >= 0
        )
        lines.append(Line(kind, tuple(points), closed, sides))
    return lines


def _way_point(geometry: MapGeometry, node: int, sway: float, towns: frozenset[int]) -> Point:
    if node < 0:
        hex_, direction = divmod(-1 - node, DIRECTIONS)
        (x, y), (u, v) = geometry.centre(hex_), geometry.gate(hex_, direction)
        return x + (u - x) * 1.5, y + (v - y) * 1.5
    x, y = geometry.centre(node)
    if node in towns:
        return x, y
    dx, dy = wobble(geometry.grid.cells[node], sway * geometry.size, "way")
    return x + dx, y + dy


def _shared_hexes(board: Board, kind: str, other: str) -> frozenset[int]:
    """Hexes where both kinds cross the same hexside."""
    mine, theirs = (
        {frozenset(p) for f in board.features if f.kind == k for p in f.sides}
        for k in (kind, other)
    )
    return frozenset(h for pair in mine & theirs for h in pair)


def _step_aside(points: list[Point], movers: Sequence[int]) -> list[Point]:
    """These points moved square to the line, all to one hand, so that two lines run in parallel."""
    normals = {}
    for k in movers:
        (ax, ay), (bx, by) = points[max(k - 1, 0)], points[min(k + 1, len(points) - 1)]
        run = math.hypot(bx - ax, by - ay) or 1.0
        normals[k] = (-(by - ay) / run, (bx - ax) / run)
    slant = sum(nx * _ASIDE_WAY[0] + ny * _ASIDE_WAY[1] for nx, ny in normals.values())
    hand = _ASIDE if slant >= 0 else -_ASIDE
    out = list(points)
    for k, (nx, ny) in normals.items():
        x, y = points[k]
        if k in (0, len(points) - 1):
            # a junction: every line that ends here must come to the same point
            out[k] = (x + _ASIDE_WAY[0] * _ASIDE, y + _ASIDE_WAY[1] * _ASIDE)
        else:
            out[k] = (x + nx * hand, y + ny * hand)
    return out


def _path(line: Line) -> str:
    d = curve(line.points, closed=line.closed)
    return f'<path data-sides="{" ".join(line.sides)}" d="{d}"/>'


def line_layer(lines: Sequence[Line], layer: str, c: Palette) -> str:
    """One group of paths per kind, inked as often as its style asks."""
    out = []
    for kind, style in LINES.items():
        mine = [line for line in lines if line.kind == kind]
        if style.layer != layer or not mine:
            continue
        paths = "".join(map(_path, mine))
        out.append(f'<defs><g id="{kind}-lines">{paths}</g></defs>')
        out += [f'<use href="#{kind}-lines" {s.attributes(c)}/>' for s in style.strokes]
    return "".join(out)
