"""A part of a map as a small picture: for the pages where one learns a game.

    draw_part(board, pieces, Frame(("L37", "L39"), 9.0), marks=[Arrow(("L37", "L38"))])

The hexes around the frame are cut out of the board and drawn like a whole map, so names find their
place inside the picture. Over the counters lie marks: arrows, rings, tinted hexes, tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

import msgspec

from campagna.core.five_minutes import INKS, Arrow, Ink, Mark, Ring, Tag, Tint, Where
from campagna.core.tabletop import Piece
from campagna.hexes.board import Board
from campagna.hexes.drawing.geometry import DRAWING_SIZE, MapGeometry
from campagna.hexes.drawing.palette import PALETTES, style_of
from campagna.hexes.drawing.position import counters
from campagna.hexes.drawing.sheet import draw_map
from campagna.hexes.drawing.strokes import Point, num
from campagna.hexes.grid import Grid

HEIGHT = 0.42
"""Of a picture, for each unit of its width."""
_RIM = 2.2
"""So many sizes of a hex beyond the frame are drawn too: no edge of the map is made where there is none."""

_TINTS = {"reach": "#fff6cf", "zone": "#a3171d", "good": "#1f6b3a", "aim": "#c98a12"}
_SHORT = 0.55 * DRAWING_SIZE
_OPACITY = {"reach": 0.62}


class Frame(msgspec.Struct, frozen=True):
    """What the picture shows: the hexes in its middle, and how many hexes it is wide."""

    around: tuple[str, ...]
    width: float


def draw_part(
    board: Board,
    pieces: Iterable[Piece],
    frame: Frame,
    *,
    marks: Sequence[Mark] = (),
    language: str = "en",
    names: Mapping[str, str] | None = None,
    nations: Mapping[str, str] | None = None,
    title: str = "",
    scope: str = "",
) -> str:
    """`scope` stands before every id, so that several pictures can stand in one page."""
    whole = MapGeometry(board)
    x, y = _middle(whole, board, frame.around)
    width = frame.width * DRAWING_SIZE * 3**0.5
    height = width * HEIGHT
    reach = _RIM * DRAWING_SIZE
    seen = [
        hex_
        for hex_ in range(len(board))
        for cx, cy in [whole.centre(hex_)]
        if abs(cx - x) < width / 2 + reach and abs(cy - y) < height / 2 + reach
    ]
    part = cut_out(board, seen)
    geometry = MapGeometry(part)
    px, py = _middle(geometry, part, frame.around)
    shown = [piece for piece in pieces if piece.at in part.grid.index]
    sheet = draw_map(part, language=language, legend=False, names=names, standalone=not scope)
    corner = px - width / 2, py - height / 2
    box = " ".join(map(num, (*corner, width, height)))
    sheet = re.sub(r'viewBox="[^"]*"', f'viewBox="{box}"', sheet, count=1)
    if title:
        sheet = re.sub(r'aria-label="[^"]*"', f"aria-label={quoteattr(title)}", sheet, count=1)
        sheet = re.sub(r"<title>.*?</title>", f"<title>{escape(title)}</title>", sheet, count=1)
    marks = [mark for mark in marks if isinstance(mark, Tint) or _inside(part, mark)]
    ground = (
        f'<rect x="{num(corner[0])}" y="{num(corner[1])}" width="{num(width)}" '
        f'height="{num(height)}" fill="{style_of(PALETTES, part.palette, "palette").paper}"/>'
    )
    sheet = sheet.replace("<defs>", ground + "<defs>", 1)
    under = "".join(_tint(geometry, part, m) for m in marks if isinstance(m, Tint))
    over = "".join(_over(geometry, part, m, language) for m in marks)
    body = f"{under}{counters(part, geometry, shown, nations)}{over}"
    return scoped(sheet.removesuffix("</svg>") + body + "</svg>", scope)


def cut_out(board: Board, hexes: Iterable[int]) -> Board:
    """A board of some hexes of another, with all that lies wholly among them."""
    kept = sorted(set(hexes))
    new = {old: i for i, old in enumerate(kept)}
    grid = Grid(
        board.grid.orientation,
        [board.grid.ids[h] for h in kept],
        [board.grid.cells[h] for h in kept],
    )
    part = Board(grid, bytes(board.terrain[h] for h in kept), board.terrain_names)
    part.title, part.palette = board.title, board.palette
    for feature in board.features:
        sides = tuple((new[a], new[b]) for a, b in feature.sides if a in new and b in new)
        if sides:
            part.features.append(msgspec.structs.replace(feature, sides=sides))
    for place in board.places:
        found = tuple(new[h] for h in place.hexes if h in new)
        if found:
            part.places.append(msgspec.structs.replace(place, hexes=found))
    for label in board.labels:
        if all(h in new for h in label.hexes):
            moved = tuple(new[h] for h in label.hexes)
            part.labels.append(msgspec.structs.replace(label, hexes=moved))
    return part


def scoped(svg: str, scope: str) -> str:
    """The same drawing with every id of its own behind this word."""
    if not scope:
        return svg
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{scope}-\1"', svg)
    svg = re.sub(r'href="#([^"]+)"', rf'href="#{scope}-\1"', svg)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#{scope}-\1)", svg)


def _middle(geometry: MapGeometry, board: Board, around: Sequence[str]) -> Point:
    """The middle of the box round these hexes."""
    points = [geometry.centre(board.hex(id_)) for id_ in around]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


# --- marks ------------------------------------------------------------------------------------------


def _tint(geometry: MapGeometry, board: Board, mark: Tint) -> str:
    ink, opacity = _TINTS[mark.kind], _OPACITY.get(mark.kind, 0.24)
    shown = [board.hex(id_) for id_ in mark.at if id_ in board.grid.index]
    return "".join(
        f'<polygon points="{_points(geometry.corners(hex_))}" fill="{ink}" '
        f'fill-opacity="{opacity}" stroke="{ink}" stroke-opacity=".75" stroke-width="1.4"/>'
        for hex_ in shown
    )


def _inside(board: Board, mark: Mark) -> bool:
    """A mark that leads out of the picture is left out."""
    match mark:
        case Arrow():
            return all(hex_ in board.grid.index for hex_ in mark.path)
        case Ring() | Tint():
            return all(hex_ in board.grid.index for hex_ in mark.at)
        case Tag():
            return mark.at in board.grid.index


def _over(geometry: MapGeometry, board: Board, mark: Mark, language: str) -> str:
    def centre(where: Where) -> Point:
        return geometry.centre(board.hex(str(where)))

    match mark:
        case Arrow():
            return _arrow([centre(hex_) for hex_ in mark.path], mark.ink)
        case Ring():
            return "".join(
                f'<polygon points="{_points(geometry.corners(board.hex(str(hex_))))}" fill="none" '
                f'stroke="{INKS[mark.ink]}" stroke-width="4" stroke-linejoin="round"/>'
                for hex_ in mark.at
            )
        case Tint():
            return "".join(
                _words(centre(hex_), mark.texts[hex_])
                for hex_ in mark.at
                if hex_ in mark.texts and hex_ in board.grid.index
            )
        case Tag():
            x, y = centre(mark.at)
            return tag((x, y - 1.25 * DRAWING_SIZE), mark.text[language], INKS[mark.ink])


def tag(at: Point, text: str, ink: str, size: float = 18) -> str:
    """Words on a plate."""
    k = size / 18
    wide = 9.5 * len(text) + 18
    return (
        f'<g transform="translate({num(at[0])} {num(at[1])}) scale({num(k)})"><rect '
        f'x="{num(-wide / 2)}" y="-14" width="{num(wide)}" height="26" rx="5" fill="{ink}"/>'
        f'<text y="6" font-size="18" font-weight="700" text-anchor="middle" style="fill:#fff">'
        f"{escape(text)}</text></g>"
    )


def _words(at: Point, text: str) -> str:
    return (
        f'<text x="{num(at[0])}" y="{num(at[1] + 6)}" font-size="18" font-weight="700" '
        f'text-anchor="middle" style="fill:#2b2620;paint-order:stroke;stroke:#fff;stroke-width:4px">'
        f"{escape(text)}</text>"
    )


def _points(corners: Sequence[Point]) -> str:
    return " ".join(f"{num(x)},{num(y)}" for x, y in corners)


def _arrow(points: list[Point], ink: Ink) -> str:
    """A line with a head that ends before the counter in its last hex."""
    (ax, ay), (bx, by) = points[-2], points[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / length, (by - ay) / length
    bx, by = bx - _SHORT * ux, by - _SHORT * uy
    neck = (bx - 12 * ux, by - 12 * uy)
    line = [points[0], *points[1:-1], neck]
    way = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in line)
    dash = ' stroke-dasharray="9 7"' if ink == "later" else ""
    head = [(bx, by), (neck[0] - 9 * uy, neck[1] + 9 * ux), (neck[0] + 9 * uy, neck[1] - 9 * ux)]
    paint = f'd="{way}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
    colour = INKS[ink]
    return (
        f'<path {paint} stroke="#fff" stroke-opacity=".85" stroke-width="9"/>'
        f'<polygon points="{_points(head)}" fill="{colour}" stroke="#fff" stroke-width="2"/>'
        f'<path {paint} stroke="{colour}" stroke-width="5"{dash}/>'
    )
