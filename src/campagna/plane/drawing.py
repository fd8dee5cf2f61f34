"""A measured table with its bases as one drawing, for notebooks and reports."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from campagna.core.tabletop import Piece, Shape, Sheet

_SAND, _INK = "#efe2c3", "#4a3f2c"
_SIDES = ("#8fa3ad", "#c9a36a")
"""The ground of the first side's bases and of all others."""
_FILLS = {"minefield": "#b9553f", "trench": "#7d6a4a", "river": "#7fb0c7", "hill": "#dcc48f"}

_BOX = '<rect x="-10" y="-6" width="20" height="12" fill="#fbf7ec"/>'
_DOT = '<circle r="2.6" fill="#22201c"/>'
_TANK = _BOX + '<rect x="-6.5" y="-3.2" width="13" height="6.4" rx="3.2"/>'
_INFANTRY = _BOX + '<path d="M-10-6L10 6M-10 6L10-6"/>'
_SIGNS = {
    "tank": _TANK,
    "cruiser": _TANK,
    "light_tank": _TANK,
    "tiger": _TANK,
    "recon": _BOX + '<path d="M-10 6L10-6"/>',
    "infantry": _INFANTRY,
    "motor": _INFANTRY,
    "foot": _INFANTRY,
    "para": _INFANTRY,
    "art": _BOX + _DOT,
    "at88": _BOX + '<path d="M-10 6L0-5L10 6"/>',
    "at": _BOX + '<path d="M-10 6L0-5L10 6"/>',
    "hq": '<path d="M-8 11V-10H9V0H-8" fill="#fbf7ec"/>',
    "supply": _BOX + '<path d="M-10 2H10"/>',
}
"""The signs of the kinds of bases; one that is not here is drawn plain."""


def draw_sheet(sheet: Sheet, pieces: Iterable[Piece]) -> str:
    """One unit is a millimetre. Pieces in boxes beside the table are left out."""
    shapes = "".join(draw_shape(shape) for shape in sheet.shapes)
    standing = [piece for piece in pieces if piece.id in sheet.stands]
    sides = list(dict.fromkeys(piece.side for piece in standing))
    bases = "".join(draw_base(sheet, piece, sides.index(piece.side)) for piece in standing)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sheet.width} {sheet.height}" '
        f'role="img"><rect width="{sheet.width}" height="{sheet.height}" fill="{_SAND}"/>'
        f"{shapes}{bases}</svg>"
    )


def draw_shape(shape: Shape) -> str:
    points = " ".join(f"{x},{y}" for x, y in shape.points)
    kind = "polygon" if shape.closed else "polyline"
    fill = _FILLS.get(shape.kind, _INK) if shape.closed else "none"
    return (
        f'<{kind} points="{points}" fill="{fill}" fill-opacity=".25" stroke="{_INK}" '
        'stroke-opacity=".5" stroke-width="2"/>'
    )


def draw_base(sheet: Sheet, piece: Piece, side: int) -> str:
    x, y = sheet.stands[piece.id].at
    half = sheet.base / 2
    sign = _SIGNS.get(piece.symbol, "")
    return (
        f'<g transform="translate({x} {y})"><title>{escape(piece.name or piece.id)}</title>'
        f'<rect x="{-half:g}" y="{-half:g}" width="{sheet.base}" height="{sheet.base}" rx="3" '
        f'fill="{_SIDES[min(side, 1)]}" stroke="{_INK}"/><g transform="scale({sheet.base / 30:g})" '
        f'fill="none" stroke="#22201c" stroke-width="1.6">{sign}</g></g>'
    )
