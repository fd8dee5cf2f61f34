"""What can be read without a match: the games and their maps. All of it is immutable."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, Literal

import msgspec

from campagna.bots.bots import bot_names
from campagna.core.about import About, load_about
from campagna.core.contract import Game, ScenarioSpec, Text
from campagna.core.guide import load_guide
from campagna.core.messages import load_messages
from campagna.games.registry import slugs
from campagna.hexes.board import Board
from campagna.hexes.drawing import NATIONS, MapGeometry, draw_map
from campagna.hexes.drawing.palette import Nation
from campagna.hexes.grid import DIRECTIONS, OFF_MAP, Orientation
from campagna.match.errors import Rejected
from campagna.match.loading import find_game
from campagna.match.session import HUMAN

_WORDS = (
    "side",
    "phase",
    "level",
    "word",
    "result",
    "account",
    "decision",
    "end",
    "order",
    "arrival",
    "field",
    "nation",
    "unit",
    "source",
    "option",
    "aim",
    "place",
    "ground",
)


class FieldView(msgspec.Struct, frozen=True):
    """One field of an order: `many` for a list, `type` of what stands in it."""

    name: str
    type: str
    many: bool
    required: bool


class GameCard(msgspec.Struct, frozen=True):
    slug: str
    title: Text
    sides: tuple[str, ...]
    scenarios: tuple[ScenarioSpec, ...]
    provenance: list[str]
    seats: list[str]
    map: bool
    words: dict[str, Mapping[str, Text]]
    """The game's own words in both languages: sides, phases, victory levels."""
    orders: dict[str, list[FieldView]]
    """The kinds of orders with their fields, so that a table can make any of them."""
    about: About = About()
    """How the game is introduced and its choices are offered."""
    palette: dict[str, Nation] = {}
    """The colours of every nation of its pieces and sides."""


class PlaceView(msgspec.Struct, frozen=True):
    name: str
    kind: str
    hexes: list[str]
    source: str


class AreaView(msgspec.Struct, frozen=True):
    id: str
    kind: str
    side: str
    hexes: list[str]
    source: str


class BoardView(msgspec.Struct, frozen=True):
    """Coordinates are those of map.svg."""

    orientation: Literal["flat", "pointy"]
    size: float
    width: float
    height: float
    hexes: dict[str, tuple[float, float, str]]
    corners: list[tuple[float, float]]
    """From the centre of any hex, clockwise; corners d and d + 1 bound the side in direction d."""
    direction_names: list[str]
    directions: dict[str, list[str | None]]
    """The neighbours of each hex in the order of `direction_names`; null off the map."""
    places: list[PlaceView]
    areas: list[AreaView]
    lines: dict[str, list[str]]
    """The hexes that roads, railways, rivers ... touch, by kind: they have rows in the charts."""


class Provenance(msgspec.Struct, frozen=True):
    what: str
    source: str


class Feature(msgspec.Struct, frozen=True):
    """A road, a rail or a river with the directions in which it leaves or bounds a hex."""

    kind: str
    name: str
    directions: list[str]


class HexView(msgspec.Struct, frozen=True):
    id: str
    terrain: str
    features: list[Feature]
    places: list[str]
    areas: list[str]
    provenance: list[Provenance]


def games_json() -> bytes:
    return _cards_json(tuple(slugs()))


@lru_cache
def _cards_json(games: tuple[str, ...]) -> bytes:
    return msgspec.json.encode([card(find_game(slug)) for slug in games])


@lru_cache
def game_json(slug: str) -> bytes:
    return msgspec.json.encode(card(find_game(slug)))


def card(game: Game[Any]) -> GameCard:
    board: Board | None = getattr(game, "board", None)
    tables = load_messages(game.home).tables
    about = load_about(game.home)
    colours = {**about.nations, **about.colours}
    return GameCard(
        slug=game.slug,
        title=game.title,
        sides=game.scenarios[0].sides,
        scenarios=game.scenarios,
        provenance=_sources(board) if board else [],
        seats=[HUMAN, *bot_names()],
        map=board is not None,
        words={name: tables.get(name, {}) for name in _WORDS},
        orders=order_fields(game.order_type),
        about=about,
        palette={**NATIONS, **{name: NATIONS[like] for name, like in colours.items()}},
    )


def order_fields(order_type: Any) -> dict[str, list[FieldView]]:
    """Every kind of order of a game, read from its types."""
    described = msgspec.inspect.type_info(order_type)
    kinds = described.types if isinstance(described, msgspec.inspect.UnionType) else (described,)
    return {
        str(kind.tag): [_field(field) for field in kind.fields]
        for kind in kinds
        if isinstance(kind, msgspec.inspect.StructType)
    }


def _field(field: msgspec.inspect.Field) -> FieldView:
    kind, many = field.type, False
    if isinstance(kind, msgspec.inspect.VarTupleType | msgspec.inspect.ListType):
        kind, many = kind.item_type, True
    name = type(kind).__name__.removesuffix("Type").lower()
    return FieldView(field.encode_name, name, many, field.required)


def _sources(board: Board) -> list[str]:
    scenery = board.scenery
    named = [board.terrain_source, *(f.source for f in board.features)]
    named += [*(e.source for e in scenery.expanses), *(n.source for n in scenery.letterings)]
    return list(dict.fromkeys(s for s in named if s))


def _board(slug: str) -> Board:
    board: Board | None = getattr(find_game(slug), "board", None)
    if board is None:
        raise Rejected("no-map")
    return board


@lru_cache
def map_svg(slug: str, language: str, legend: bool) -> bytes:
    names = load_messages(find_game(slug).home).places(language)
    svg = draw_map(_board(slug), language=language, legend=legend, standalone=False, names=names)
    return svg.encode()


@lru_cache
def board_json(slug: str) -> bytes:
    return msgspec.json.encode(board_view(_board(slug)))


def board_view(board: Board) -> BoardView:
    grid, plan = board.grid, MapGeometry(board)
    centres = [plan.centre(h) for h in range(len(grid))]
    (x0, y0) = centres[0]
    return BoardView(
        orientation="flat" if grid.orientation is Orientation.FLAT else "pointy",
        size=plan.size,
        width=round(plan.width, 2),
        height=round(plan.height, 2),
        hexes={
            id_: (round(x, 2), round(y, 2), board.terrain_name(h))
            for h, (id_, (x, y)) in enumerate(zip(grid.ids, centres, strict=True))
        },
        corners=[(round(x - x0, 3), round(y - y0, 3)) for x, y in plan.corners(0)],
        direction_names=list(grid.direction_names),
        directions={
            id_: [_id(board, grid.neighbour(h, d)) for d in range(DIRECTIONS)]
            for h, id_ in enumerate(grid.ids)
        },
        places=[PlaceView(p.name, p.kind, _ids(board, p.hexes), p.source) for p in board.places],
        areas=[
            AreaView(a.id, a.kind, a.side, _ids(board, a.hexes), a.source)
            for a in board.areas.values()
        ],
        lines=_lines(board),
    )


def _lines(board: Board) -> dict[str, list[str]]:
    touched: dict[str, set[int]] = {}
    for feature in board.features:
        touched.setdefault(feature.kind, set()).update(chain.from_iterable(feature.sides))
    return {
        kind: [board.grid.ids[h] for h in sorted(hexes) if h != OFF_MAP]
        for kind, hexes in touched.items()
    }


def _id(board: Board, hex_: int) -> str | None:
    return None if hex_ == OFF_MAP else board.grid.ids[hex_]


def _ids(board: Board, hexes: tuple[int, ...]) -> list[str]:
    return [board.grid.ids[h] for h in hexes]


def hex_view(slug: str, id_: str) -> HexView:
    board = _board(slug)
    if id_ not in board.grid.index:
        raise Rejected("unknown-hex")
    hex_ = board.hex(id_)
    return HexView(
        id=id_,
        terrain=board.terrain_name(hex_),
        features=_features(board, hex_),
        places=[p.name for p in board.places if hex_ in p.hexes],
        areas=[f"{a.kind} {a.id}" for a in board.areas.values() if hex_ in a.hexes],
        provenance=[Provenance(what, source) for what, source in board.provenance(hex_)],
    )


def _features(board: Board, hex_: int) -> list[Feature]:
    """Roads, rails and rivers with the directions in which they leave or bound the hex."""
    found: dict[tuple[str, str], list[str]] = {}
    names = board.grid.direction_names
    for feature in board.features:
        for a, b in feature.sides:
            if hex_ in (a, b):
                towards = b if a == hex_ else a
                way = names[board.grid.direction(hex_, towards)]
                ways = found.setdefault((feature.kind, feature.name), [])
                if way not in ways:
                    ways.append(way)
    return [Feature(kind, name, ways) for (kind, name), ways in found.items()]


@lru_cache
def guide_json(slug: str) -> bytes:
    guide = load_guide(find_game(slug).home)
    if guide is None:
        raise Rejected("no-guide")
    return msgspec.json.encode(guide)
