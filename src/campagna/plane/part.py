"""A part of a measured table as a small picture: for the pages where one learns a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never
from xml.sax.saxutils import escape, quoteattr

from campagna.core.five_minutes import INKS, Arrow, Circle, Mark, Ring, Tag, Tint, Where
from campagna.core.tabletop import Piece, Sheet, Spot
from campagna.plane.drawing import draw_base, draw_shape

HEIGHT = 0.42
"""Of a picture, for each unit of its width."""
_HIDDEN = ("zone", "deployment")
"""What only matters while one sets up."""
_SAND, _WOOD = "#efe2c3", "#b08d5f"


def draw_part_of_table(
    sheet: Sheet,
    pieces: Iterable[Piece],
    around: Sequence[Spot],
    width: float,
    *,
    marks: Sequence[Mark] = (),
    circles: Sequence[Circle] = (),
    language: str = "en",
    title: str = "",
) -> str:
    """`around` and `width` in millimetres of the table."""
    xs, ys = [x for x, _ in around], [y for _, y in around]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    height = width * HEIGHT
    box = f"{x - width / 2:g} {y - height / 2:g} {width:g} {height:g}"
    standing = [piece for piece in pieces if piece.id in sheet.stands]
    sides = sorted({piece.side for piece in standing}, reverse=True)
    shapes = "".join(draw_shape(shape) for shape in sheet.shapes if shape.kind not in _HIDDEN)
    rounds = "".join(_circle(sheet, circle) for circle in circles)
    bases = "".join(draw_base(sheet, piece, sides.index(piece.side)) for piece in standing)
    over = "".join(_mark(mark, width / 600, language) for mark in marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
        f"aria-label={quoteattr(title)}><title>{escape(title)}</title>"
        f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" '
        f'height="{height:g}" fill="{_WOOD}"/>'
        f'<rect width="{sheet.width}" height="{sheet.height}" fill="{_SAND}"/>'
        f"{shapes}{rounds}{bases}{over}</svg>"
    )


def _circle(sheet: Sheet, circle: Circle) -> str:
    """Raises `ValueError` for a distance that the piece does not have."""
    stand = sheet.stands[circle.unit]
    found = [r.distance for r in stand.reaches if r.kind == circle.kind]
    if not found:
        raise ValueError(f"{circle.unit} has no {circle.kind}")
    x, y = stand.at
    return (
        f'<circle cx="{x}" cy="{y}" r="{found[0]}" fill="{INKS[circle.ink]}" fill-opacity=".09" '
        f'stroke="{INKS[circle.ink]}" stroke-width="3" stroke-dasharray="10 7"/>'
    )


def _mark(mark: Mark, k: float, language: str) -> str:
    """`k`: how much larger than a picture of 600 mm everything is drawn."""
    match mark:
        case Arrow():
            return _arrow([_spot(where) for where in mark.path], INKS[mark.ink], k, mark.ink)
        case Ring():
            return "".join(
                f'<circle cx="{x}" cy="{y}" r="{30 * k:g}" fill="none" stroke="{INKS[mark.ink]}" '
                f'stroke-width="{5 * k:g}"/>'
                for x, y in map(_spot, mark.at)
            )
        case Tag():
            x, y = _spot(mark.at)
            return _tag(x, y - 34 * k, mark.text[language], INKS[mark.ink], k)
        case Tint():
            raise ValueError("a measured table has no hexes to tint")
    assert_never(mark)


def _spot(where: Where) -> Spot:
    if isinstance(where, str):
        raise ValueError(f"{where} is a hex, and this is a measured table")
    return where


def _tag(x: float, y: float, text: str, ink: str, k: float) -> str:
    wide = 11 * len(text) + 22
    return (
        f'<g transform="translate({x:g} {y:g}) scale({k:g})"><rect x="{-wide / 2:g}" y="-17" '
        f'width="{wide:g}" height="32" rx="6" fill="{ink}"/><text y="7" font-size="22" '
        f'font-weight="700" text-anchor="middle" fill="#fff">{escape(text)}</text></g>'
    )


def _arrow(points: list[Spot], ink: str, k: float, kind: str) -> str:
    (ax, ay), (bx, by) = points[-2], points[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / length, (by - ay) / length
    tip, half = 20 * k, 13 * k
    neck = (bx - tip * ux, by - tip * uy)
    way = "M" + "L".join(f"{x:g} {y:g}" for x, y in [*points[:-1], neck])
    head = [(bx, by), (neck[0] - half * uy, neck[1] + half * ux)]
    head.append((neck[0] + half * uy, neck[1] - half * ux))
    dash = f' stroke-dasharray="{14 * k:g} {10 * k:g}"' if kind == "later" else ""
    corners = " ".join(f"{x:g},{y:g}" for x, y in head)
    line = f'd="{way}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path {line} stroke="#fff" stroke-opacity=".85" stroke-width="{11 * k:g}"/>'
        f'<polygon points="{corners}" fill="{ink}"/>'
        f'<path {line} stroke="{ink}" stroke-width="{7 * k:g}"{dash}/>'
    )
