"""A measured table with its bases as one drawing, for notebooks and reports."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from campagna.core.tabletop import Piece, Shape, Sheet

_SAND, _INK = "#efe2c3", "#4a3f2c"
_SIDES = ("#8fa3ad", "#c9a36a")
"""The ground of the first side's bases and of all others."""
_FILLS = {"minefield": "#b9553f", "trench": "#7d6a4a", "river": "#7fb0c7", "hill": "#dcc48f"}


def draw_sheet(sheet: Sheet, pieces: Iterable[Piece]) -> str:
    """One unit is a millimetre. Pieces in boxes beside the table are left out."""
    shapes = "".join(_shape(shape) for shape in sheet.shapes)
    standing = [piece for piece in pieces if piece.id in sheet.stands]
    sides = list(dict.fromkeys(piece.side for piece in standing))
    bases = "".join(_base(sheet, piece, sides.index(piece.side)) for piece in standing)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sheet.width} {sheet.height}" '
        f'role="img"><rect width="{sheet.width}" height="{sheet.height}" fill="{_SAND}"/>'
        f"{shapes}{bases}</svg>"
    )


def _shape(shape: Shape) -> str:
    points = " ".join(f"{x},{y}" for x, y in shape.points)
    kind = "polygon" if shape.closed else "polyline"
    fill = _FILLS.get(shape.kind, _INK) if shape.closed else "none"
    return (
        f'<{kind} points="{points}" fill="{fill}" fill-opacity=".25" stroke="{_INK}" '
        'stroke-opacity=".5" stroke-width="2"/>'
    )


def _base(sheet: Sheet, piece: Piece, side: int) -> str:
    x, y = sheet.stands[piece.id].at
    half = sheet.base / 2
    return (
        f'<g transform="translate({x} {y})"><title>{escape(piece.name or piece.id)}</title>'
        f'<rect x="{-half:g}" y="{-half:g}" width="{sheet.base}" height="{sheet.base}" '
        f'fill="{_SIDES[min(side, 1)]}" stroke="{_INK}"/></g>'
    )
