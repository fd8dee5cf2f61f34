"""The ground: land and sea, then one coat of paint per kind of terrain, bottom to top.

A terrain is known by its name. `GROUND` is bare land, `SEA` bare water; every other kind lies in
one or more `COATS`. A new terrain is a new line there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import Protocol

import msgspec

from campagna.hexes.board import Board
from campagna.hexes.drawing.geometry import MapGeometry
from campagna.hexes.drawing.palette import DrawingError, Palette
from campagna.hexes.drawing.strokes import (
    Point,
    Vertex,
    chance,
    curve,
    hachures,
    num,
    scallops,
    soften,
    wobble,
)

BUILT_OVER = frozenset({"fortress", "home_base"})
"""Terrain that shows only as the sign of the place on it."""
GROUND = frozenset({"clear", "plain"}) | BUILT_OVER
SEA = frozenset({"sea"})

Rings = list[list[Point]]


class Patch(Protocol):
    """Something that can be painted: a terrain region of the map, or a sample in the legend."""

    name: str

    def rings(self, inset: float, uneven: float = 0.11) -> Rings: ...

    @property
    def spots(self) -> list[tuple[str, Point]]: ...


class Region:
    """All hexes of some terrain, traced as one outline per connected piece by a loose hand."""

    def __init__(self, geometry: MapGeometry, members: frozenset[int], name: str) -> None:
        self.geometry, self.members, self.name = geometry, members, name

    def rings(self, inset: float, uneven: float = 0.11) -> Rings:
        """Outlines, inset so that the owner of a hex is never in doubt; they run off the map."""
        size = self.geometry.size
        out = []
        for ring in self.geometry.outlines(self.members):
            anchors = [self._anchor(v, inset * size) for v in ring]
            points: list[Point] = []
            for k, corner in enumerate(ring):
                after = (k + 1) % len(ring)
                (ax, ay), (bx, by) = anchors[k], anchors[after]
                middle = corner[0] + ring[after][0], corner[1] + ring[after][1]
                double = 2 * corner[0], 2 * corner[1]
                for key, x, y in ((double, ax, ay), (middle, (ax + bx) / 2, (ay + by) / 2)):
                    dx, dy = wobble(key, uneven * size, self.name)
                    points.append((x + dx, y + dy))
            out.append(soften(points, closed=True, amount=0.55))
        return out

    def _anchor(self, corner: Vertex, inset: float) -> Point:
        around = self.geometry.owners[corner]
        if len(around) < 3:
            return self.geometry.pull(corner, around, -0.5 * self.geometry.size)
        return self.geometry.pull(corner, (h for h in around if h in self.members), inset)

    @cached_property
    def spots(self) -> list[tuple[str, Point]]:
        ids = self.geometry.grid.ids
        return [(ids[h], self.geometry.centre(h)) for h in sorted(self.members)]


Paint = Callable[[Patch, Palette], str]


class Coat(msgspec.Struct, frozen=True):
    name: str
    kinds: tuple[str, ...]
    paint: Paint
    under: tuple[str, ...] = ()
    """Kinds that the coat also runs under, so that no bare ground shows between them."""


def outline(patch: Patch, inset: float, uneven: float = 0.11) -> str:
    return "".join(curve(r, closed=True) for r in patch.rings(inset, uneven))


def wash(
    fill: str, *, texture: str = "", inset: float, opacity: float = 1.0, edge: str = ""
) -> Paint:
    """A flat tint with a texture over it and, if `edge` names a colour, a dashed limit."""

    def paint(patch: Patch, c: Palette) -> str:
        d = outline(patch, inset)
        tint = f'<path d="{d}" fill="{c.colour(fill)}" fill-opacity="{opacity}"/>'
        if edge:
            tint += (
                f'<path d="{d}" fill="none" stroke="{c.colour(edge)}" stroke-width=".8" '
                'stroke-opacity=".45" stroke-dasharray="3 4"/>'
            )
        return tint + (f'<path d="{d}" fill="url(#{texture})"/>' if texture else "")

    return paint


def texture(name: str, *, inset: float) -> Paint:
    return lambda patch, c: f'<path d="{outline(patch, inset)}" fill="url(#{name})"/>'


def forest(patch: Patch, c: Palette) -> str:
    d = "".join(scallops(r, 7.5) for r in patch.rings(0.13))
    return (
        f'<g fill-rule="evenodd"><path d="{d}" transform="translate(1.8 2.4)" fill="{c.rim}" '
        f'fill-opacity=".38"/><path d="{d}" fill="{c.forest}" stroke="{c.rim}" stroke-width="1"/>'
        f'<path d="{d}" fill="url(#crowns)"/></g>'
    )


def lake(patch: Patch, c: Palette) -> str:
    """Water with a pale line along the shore, as engraved charts have it."""
    d = outline(patch, 0.03, 0.14)
    foam = "".join(
        f'<path d="{d}" fill="none" stroke="{c.foam}" stroke-width="{w}" stroke-opacity="{o}"/>'
        for w, o in ((22, 0.22), (11, 0.32))
    )
    return (
        f'<clipPath id="in-{patch.name}"><path d="{d}"/></clipPath>'
        f'<path d="{d}" fill="{c.water}"/><g clip-path="url(#in-{patch.name})">{foam}'
        f'<path d="{d}" fill="url(#waves)"/></g>'
        f'<path d="{d}" fill="none" stroke="{c.shore}" stroke-width="1.6"/>'
    )


def relief(foot_fill: str, crest_fill: str) -> Paint:
    """High ground lit from the north-west, with hachures falling from the crest."""

    def paint(patch: Patch, c: Palette) -> str:
        foot = outline(patch, 0.10, 0.15)
        crests = patch.rings(0.46, 0.13)
        crest = "".join(curve(r, closed=True) for r in crests)
        marks = "".join(hachures(r, step=6.2, length=8.5) for r in crests)
        return (
            f'<g fill-rule="evenodd"><path d="{foot}" transform="translate(2.6 3.4)" '
            f'fill="{c.shade}" fill-opacity=".3"/><path d="{foot}" fill="{c.colour(foot_fill)}"/>'
            f'<path d="{crest}" transform="translate(1.4 1.9)" fill="{c.shade}" '
            f'fill-opacity=".26"/><path d="{crest}" fill="{c.colour(crest_fill)}" '
            f'fill-opacity=".72"/></g><path d="{marks}" fill="none" stroke="{c.hachure}" '
            'stroke-width="1.05" stroke-linecap="round" stroke-opacity=".62"/>'
        )

    return paint


def basin(patch: Patch, c: Palette) -> str:
    """The impassable floor of a depression: salt crust inside a steep rim."""
    rings = patch.rings(0.0)
    d = "".join(curve(r, closed=True) for r in rings)
    marks = "".join(hachures(r, step=5.5, length=9) for r in rings)
    return (
        f'<path d="{d}" fill="{c.salt}"/><path d="{d}" fill="url(#salt)"/><path d="{marks}" '
        f'fill="none" stroke="{c.hachure}" stroke-width="1" stroke-opacity=".7"/>'
    )


def tablelands(patch: Patch, c: Palette) -> str:
    """A flat summit with a sheer edge in each hex."""
    out = []
    for key, (x, y) in patch.spots:
        ring = []
        for k in range(7):
            angle = k / 7 * math.tau
            wide, deep = 0.9 + 0.3 * chance((key, k)), 0.9 + 0.3 * chance((key, k), "y")
            ring.append((x + 15 * wide * math.cos(angle), y + 10 * deep * math.sin(angle)))
        out.append(
            f'<path d="{curve(ring, closed=True)}" fill="{c.summit}" stroke="{c.hachure}" '
            f'stroke-width="1.3"/><path d="{hachures(ring, step=3.6, length=6)}" fill="none" '
            f'stroke="{c.hachure}" stroke-width="1.2"/>'
        )
    return "".join(out)


_HEIGHTS = ("mountain", "mountain1", "mountain2", "amba")

COATS: tuple[Coat, ...] = (
    Coat("outside", ("outside",), wash("paper2", inset=0.0)),
    Coat("desert", ("desert",), wash("dune", texture="sand", inset=0.05)),
    Coat("basin", ("qattara_partial", "qattara"), wash("basin", texture="sand", inset=0.1)),
    Coat("floor", ("qattara",), basin),
    Coat("rough", ("rough",), wash("rough", inset=0.08, opacity=0.75), under=_HEIGHTS),
    Coat("rough", ("rough",), texture("stones", inset=0.02)),
    Coat("relief", _HEIGHTS, relief("hill1", "hill2")),
    Coat("escarpment", ("escarpment",), relief("hill1", "hill2")),
    Coat("relief2", ("mountain2", "amba"), relief("hill2", "hill3")),
    Coat("amba", ("amba",), tablelands),
    Coat("swamp", ("swamp",), wash("swamp", texture="tufts", inset=0.07, edge="tuft")),
    Coat("forest", ("forest",), forest),
    Coat("lake", ("lake",), lake),
)

KNOWN = GROUND | SEA | {kind for coat in COATS for kind in coat.kinds}


def members(board: Board, kinds: frozenset[str]) -> frozenset[int]:
    return frozenset(h for h in range(len(board)) if board.terrain_name(h) in kinds)


def check_terrain(board: Board) -> None:
    unknown = sorted({board.terrain_name(h) for h in range(len(board))} - KNOWN)
    if unknown:
        raise DrawingError(
            f"no terrain style for {', '.join(unknown)}; known: {', '.join(sorted(KNOWN))}"
        )


def terrain_layer(board: Board, geometry: MapGeometry, c: Palette) -> str:
    out = []
    for coat in COATS:
        if members(board, frozenset(coat.kinds)):
            patch = Region(geometry, members(board, frozenset(coat.kinds + coat.under)), coat.name)
            kinds = " ".join(coat.kinds)
            out.append(f'<g data-terrain="{kinds}">{coat.paint(patch, c)}</g>')
    return "".join(out)


def land_layer(board: Board, geometry: MapGeometry, c: Palette) -> str:
    """Bare land, or sea with land rising from it; and broad faint differences of the ground."""
    sea = members(board, SEA)
    if not sea:
        return f'<use href="#edge" fill="{c.land}"/>{_soils(geometry, c)}'
    dry = frozenset(range(len(board))) - sea
    shore = outline(Region(geometry, dry, "coast"), -0.04, 0.16)
    waterlines = "".join(
        f'<use href="#shore" stroke-width="{w}" stroke-opacity="{o}"/>'
        for w, o in ((34, 0.16), (22, 0.20), (11, 0.30))
    )
    return (
        f'<defs><path id="shore" d="{shore}"/></defs>'
        '<clipPath id="dry"><use href="#shore"/></clipPath>'
        '<use href="#edge" fill="url(#deep)"/><use href="#edge" fill="url(#waves)"/>'
        f'<g fill="none" stroke="{c.foam}">{waterlines}</g>'
        f'<use href="#shore" fill="{c.land}" stroke="{c.shore}" stroke-width="2"/>'
        f'<g clip-path="url(#dry)">{_soils(geometry, c)}</g>'
    )


def _soils(geometry: MapGeometry, c: Palette) -> str:
    out = []
    for k in range(14):
        cx, cy = chance(k, "px") * geometry.width, chance(k, "py") * geometry.height
        r = geometry.size * (4 + 7 * chance(k, "pr"))
        ring = []
        for a in range(9):
            reach = r * (0.7 + 0.5 * chance((k, a), "pa"))
            angle = a / 9 * math.tau
            ring.append((cx + reach * math.cos(angle), cy + 0.62 * reach * math.sin(angle)))
        out.append(f'<path d="{curve(ring, closed=True, tension=1.0)}"/>')
    return f'<g fill="{c.land2}" fill-opacity=".42">{"".join(out)}</g>'


def grid_path(geometry: MapGeometry) -> str:
    """Every hexside once: three per hex, and the others where the map ends."""
    out = []
    for hex_ in range(len(geometry.grid)):
        corners = geometry.corners(hex_)
        run = [0, 1, 2, 3]
        for direction in (3, 4, 5):
            if geometry.grid.neighbour(hex_, direction) < 0:
                if run[-1] != direction:
                    out.append(_polyline([corners[k] for k in run]))
                    run = [direction]
                run.append((direction + 1) % 6)
        out.append(_polyline([corners[k] for k in run]))
    return "".join(out)


def _polyline(points: list[Point]) -> str:
    (x, y), *rest = points
    out = f"M{num(x)} {num(y)}"
    px, py = round(x, 1), round(y, 1)
    for u, v in rest:
        dx, dy = round(u - px, 1), round(v - py, 1)
        step = f"h{num(dx)}" if dy == 0 else f"v{num(dy)}" if dx == 0 else f"l{num(dx)} {num(dy)}"
        out += step
        px, py = px + dx, py + dy
    return out
