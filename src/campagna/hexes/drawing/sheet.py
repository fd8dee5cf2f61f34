"""The whole sheet: layers from the ground up, the paper around them, one SVG.

    draw_map(load_board(path), language="en")

The drawing keeps the coordinates of `MapGeometry(board)`; the paper around the map lies outside
of them, at negative coordinates too, so the table can lay counters without knowing the margins.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from campagna.hexes.board import Board
from campagna.hexes.drawing.expanses import expanse_layer
from campagna.hexes.drawing.geometry import MapGeometry
from campagna.hexes.drawing.legend import WORDS, Caption, Cartouche
from campagna.hexes.drawing.lettering import Lettering
from campagna.hexes.drawing.lines import line_layer, trace_lines
from campagna.hexes.drawing.margin import Margin
from campagna.hexes.drawing.palette import PALETTES, Palette, style_of
from campagna.hexes.drawing.patterns import (
    FAMILIES,
    IDS_ON_PAPER,
    IDS_ON_TABLE,
    definitions,
    style,
)
from campagna.hexes.drawing.places import place_signs
from campagna.hexes.drawing.strokes import num, polygon
from campagna.hexes.drawing.terrain import check_terrain, grid_path, land_layer, terrain_layer

LAYERS = (
    "land",
    "terrain",
    "expanses",
    "grain",
    "grid",
    "rivers",
    "borders",
    "names",
    "roads",
    "places",
    "ids",
)
"""Ids of the groups, bottom to top; the table shows and hides them."""

_CLIPPED = frozenset({"land", "terrain", "rivers", "roads"})
_ON_PAPER = frozenset({"expanses"})
"""These go over the edge of the map, as far as the page goes."""
_FRAME = 20.0


def draw_map(
    board: Board,
    *,
    language: str = "it",
    legend: bool = True,
    ids: bool = True,
    standalone: bool = True,
    caption: Caption | None = None,
    names: Mapping[str, str] | None = None,
) -> str:
    """The map of a board as SVG; the same board always gives the same bytes.

    `names`: what places and labels of the board are called in this language, where that is another name.

    `standalone` files name their fonts and show hex numbers when printed or large; without it the
    page that holds the drawing brings the fonts and shows the numbers with the class `show-ids`.
    """
    if language not in WORDS["clear"]:
        raise ValueError(f"no words in {language!r}; known: {', '.join(WORDS['clear'])}")
    check_terrain(board)
    c = style_of(PALETTES, board.palette, "palette")
    geometry = MapGeometry(board)
    layers = _layers(board, geometry, c, names or {}, ids=ids)
    body = "".join(
        f'<g id="{name}"{_clip(name)}{_manner(name)}>{layers[name]}</g>' for name in LAYERS
    )
    cartouche = Cartouche(board, c, caption or Caption(), language) if legend else None
    paper = _Paper(board, geometry, c, cartouche)
    css = style(c) + (FAMILIES + IDS_ON_PAPER if standalone else IDS_ON_TABLE)
    edge = "".join(polygon(map(geometry.at, ring)) for ring in geometry.outlines(range(len(board))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="{paper.view_box}" '
        f'role="img" lang="{language}" aria-label={quoteattr(board.title)}>'
        f"<title>{escape(board.title)}</title>"
        f'<style>{css}</style><defs>{definitions(c)}<path id="edge" d="{edge}"/></defs>'
        f'<clipPath id="sheet"><use href="#edge"/></clipPath>{paper.clip()}{paper.under()}{body}'
        f'<use href="#edge" fill="none" stroke="{c.sepia}" stroke-width="1.6"/>{paper.over()}</svg>'
    )


def _layers(
    board: Board, geometry: MapGeometry, c: Palette, names: Mapping[str, str], *, ids: bool
) -> dict[str, str]:
    lines = trace_lines(board, geometry)
    lettering = Lettering(board, geometry, c, lines, names)
    return {
        "land": land_layer(board, geometry, c),
        "terrain": terrain_layer(board, geometry, c),
        "expanses": expanse_layer(board.scenery, geometry, c),
        "grain": '<use href="#edge" fill="url(#fibre)"/><use href="#edge" fill="url(#light)"/>',
        "grid": f'<path d="{grid_path(geometry)}" stroke="{c.grid}"/>',
        "rivers": line_layer(lines, "rivers", c),
        "borders": line_layer(lines, "borders", c),
        "names": lettering.broad_names,
        "roads": line_layer(lines, "roads", c),
        "places": f'<g id="place-signs">{place_signs(board, geometry, c)}</g>'
        f'<g id="place-names">{lettering.place_names}</g>',
        "ids": lettering.hex_numbers() if ids else "",
    }


def _clip(layer: str) -> str:
    if layer in _ON_PAPER:
        return ' clip-path="url(#page)"'
    return ' clip-path="url(#sheet)"' if layer in _CLIPPED else ""


def _manner(layer: str) -> str:
    return {
        "grid": ' fill="none" stroke-width=".8" stroke-opacity=".36"',
        "rivers": ' fill="none" stroke-linecap="round" stroke-linejoin="round"',
        "borders": ' fill="none" stroke-linecap="round" stroke-linejoin="round"',
        "roads": ' fill="none" stroke-linecap="round" stroke-linejoin="round"',
        "ids": ' class="ids"',
    }.get(layer, "")


class _Paper:
    """What lies around the map: shadow, frame, entry brackets, cartouche."""

    def __init__(
        self, board: Board, geometry: MapGeometry, c: Palette, cartouche: Cartouche | None
    ) -> None:
        self.geometry, self.c, self.cartouche = geometry, c, cartouche
        k = self.k = max(1.0, geometry.width / 1520)
        self.margin = Margin(board, geometry, c, k)
        frame = _FRAME * k if cartouche else 0.0
        side = frame + max(self.margin.depth("w"), self.margin.depth("e"))
        if cartouche:
            side = max(side, (1600 * k - geometry.width) / 2)
        self.left, self.top = -side, -frame - self.margin.depth("n")
        self.width = geometry.width + 2 * side
        self.foot = geometry.height + self.margin.depth("s")
        self.height = self.foot - self.top + (cartouche.height * k + frame if cartouche else 0.0)

    @property
    def view_box(self) -> str:
        return " ".join(map(num, (self.left, self.top, self.width, self.height)))

    def _rect(self, inset: float, paint: str) -> str:
        width, height = self.width - 2 * inset, self.height - 2 * inset
        return (
            f'<rect x="{num(self.left + inset)}" y="{num(self.top + inset)}" width="{num(width)}" '
            f'height="{num(height)}" {paint}/>'
        )

    def clip(self) -> str:
        """The page above the cartouche, without its frame."""
        inset = _FRAME * self.k if self.cartouche else 0.0
        height = (self.foot if self.cartouche else self.top + self.height) - self.top - inset
        return (
            f'<clipPath id="page"><rect x="{num(self.left + inset)}" y="{num(self.top + inset)}" '
            f'width="{num(self.width - 2 * inset)}" height="{num(height)}"/></clipPath>'
        )

    def under(self) -> str:
        sheets = self._rect(0, f'fill="{self.c.paper}"') + self._rect(0, 'fill="url(#fibre)"')
        shadow = f'transform="translate({num(2 * self.k)} {num(3 * self.k)})"'
        return (
            f'<g id="paper">{sheets}<use href="#edge" {shadow} fill="{self.c.shade}" '
            'fill-opacity=".28"/></g>'
        )

    def over(self) -> str:
        marks = f'<g id="margin">{self.margin.draw()}</g>'
        if self.cartouche is None:
            return marks
        k = self.k
        rules = "".join(
            self._rect(d * k, f'fill="none" stroke="{self.c.sepia}" stroke-width="{num(w * k)}"')
            for d, w in ((9, 2.2), (14, 0.8))
        )
        stretch = self.width / 1600
        hex_width = self.geometry.size * 3**0.5 / stretch
        return (
            f'{marks}<g id="frame">{rules}</g><g id="cartouche" '
            f'transform="translate({num(self.left)} {num(self.foot)}) scale({stretch:.4f})">'
            f"{self.cartouche.draw(hex_width)}</g>"
        )
