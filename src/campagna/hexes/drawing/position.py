"""A map with its counters: a position as one drawing, for notebooks and reports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from campagna.core.tabletop import Piece
from campagna.hexes.board import Board
from campagna.hexes.drawing.counters import CARD, CounterFace, State, counter_group
from campagna.hexes.drawing.geometry import DRAWING_SIZE, MapGeometry
from campagna.hexes.drawing.palette import NATIONS
from campagna.hexes.drawing.sheet import draw_map
from campagna.hexes.drawing.signs import SIGNS
from campagna.hexes.drawing.strokes import num

_SCALE = round(DRAWING_SIZE * 1.4 / CARD, 3)
_LIFT = 6.0
"""How far each counter of a stack lies above the one below, in units of a counter."""
_SHOWN = 3
"""Counters of a stack that are drawn; the others are below them."""

_STATES = {state.value: state for state in State}


def draw_position(
    board: Board,
    pieces: Iterable[Piece],
    *,
    language: str = "en",
    names: Mapping[str, str] | None = None,
) -> str:
    """Pieces in boxes beside the map are left out."""
    drawn = counters(board, MapGeometry(board), pieces)
    sheet = draw_map(board, language=language, legend=False, names=names)
    return sheet.removesuffix("</svg>") + f"{drawn}</svg>"


def counters(
    board: Board,
    geometry: MapGeometry,
    pieces: Iterable[Piece],
    nations: Mapping[str, str] | None = None,
) -> str:
    """The counters that stand on these hexes, piled up. `nations`: the colours of each side."""
    hexes = {name: hex_ for hex_, name in enumerate(board.grid.ids)}
    stacks: dict[int, list[CounterFace]] = defaultdict(list)
    shown = [piece for piece in pieces if piece.at in hexes]
    # Trains and depots have no nation of their own: they look like the army they belong to.
    armies = {p.side: p.nation for p in reversed(shown) if p.nation in NATIONS} | dict(
        nations or {}
    )
    for piece in shown:
        nation = piece.nation if piece.nation in NATIONS else armies.get(piece.side, "german")
        stacks[hexes[piece.at]].append(face_of(piece, nation))
    drawn = "".join(_stack(geometry, hex_, stack) for hex_, stack in sorted(stacks.items()))
    return f'<g id="counters">{drawn}</g>'


def _stack(geometry: MapGeometry, hex_: int, stack: list[CounterFace]) -> str:
    x, y = geometry.centre(hex_)
    shown = list(enumerate(stack[:_SHOWN]))
    half = CARD / 2
    cards = "".join(
        f'<g transform="translate({num(k * _LIFT - half)} {num(-k * _LIFT - half)})">'
        f"{counter_group(face)}</g>"
        for k, face in reversed(shown)
    )
    return f'<g transform="translate({num(x)} {num(y)}) scale({_SCALE})">{cards}</g>'


def face_of(piece: Piece, nation: str) -> CounterFace:
    """The counter of a piece; a sign that has no drawing gets a plain one."""
    return CounterFace(
        nation=nation,
        symbol=piece.symbol if piece.symbol in SIGNS else "infantry",
        factors=piece.factors,
        size=piece.size,
        steps=(piece.steps_left, piece.steps),
        states=frozenset(_STATES[word] for word in piece.states if word in _STATES),
        name=piece.name,
    )
