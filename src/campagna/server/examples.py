"""'Show me': the worked examples of a game, each with its picture and the fate of its orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from campagna.core.about import load_about
from campagna.core.contract import LANGUAGES, Order, Text
from campagna.core.five_minutes import Arrow, Ink, Ring, Where
from campagna.core.messages import load_messages
from campagna.core.tabletop import Spot, Tabletop
from campagna.hexes.board import Board
from campagna.hexes.drawing.part import Frame, draw_part
from campagna.match.errors import Rejected
from campagna.match.examples import Example, Fate, examples, fates, find_example
from campagna.match.gate import Gate
from campagna.match.loading import find_game
from campagna.match.opening import Created
from campagna.match.session import ENGINE_LOCK
from campagna.match.whatif import WhatIf
from campagna.plane.part import draw_part_of_table

NARROWEST, WIDEST = 6.0, 17.0
"""In hexes. Counters farther off than the widest picture reaches are left outside."""
_RIM = 3.0
_NARROWEST_TABLE, _RIM_OF_TABLE = 350.0, 160.0
"""In millimetres."""


class ExampleLine(msgspec.Struct, frozen=True):
    """One of the list: enough to offer it beside its rule."""

    id: str
    rule: str
    title: Text


class ExampleView(msgspec.Struct, frozen=True):
    """A position that shows a rule: its picture, and what becomes of some orders in it."""

    id: str
    rule: str
    title: Text
    about: Text
    picture: Text
    """A drawing, as SVG, in each language; allowed orders are green, forbidden ones red.

    Empty where nothing stands on the table yet and nothing is laid, as when cards are chosen.
    """
    fates: tuple[Fate, ...]


@lru_cache
def examples_json(slug: str) -> bytes:
    find_game(slug)
    lines = [ExampleLine(e.id, e.rule, e.script.title) for e in examples(slug)]
    return msgspec.json.encode(lines)


@lru_cache(maxsize=256)
def example_json(slug: str, id_: str) -> bytes:
    example = _find(slug, id_)
    with ENGINE_LOCK:
        laid = WhatIf(example.script)
        found = fates(laid)
    script = example.script
    view = ExampleView(
        id_, example.rule, script.title, script.about, _picture(example, laid, found), found
    )
    return msgspec.json.encode(view)


def open_example(service: Gate, slug: str, id_: str) -> Created:
    """A private match from the position of the example, with every seat for whoever asks."""
    with ENGINE_LOCK:
        laid = WhatIf(_find(slug, id_).script)
    return service.from_state(laid.game, laid.setup, laid.state)


def _find(slug: str, id_: str) -> Example:
    find_game(slug)
    example = find_example(slug, id_)
    if example is None:
        raise Rejected("unknown-example")
    return example


# --- its picture ------------------------------------------------------------------------------------


def _picture(example: Example, laid: WhatIf, found: tuple[Fate, ...]) -> Text:
    table = laid.table(laid.game.describe(laid.state))
    if table is None:
        return {}
    drawn = _on_table if table.sheet is not None else _on_hexes
    title = example.script.title
    return {x: drawn(laid, table, found, x, title.get(x, example.id)) for x in LANGUAGES}


def _on_hexes(
    laid: WhatIf, table: Tabletop, found: tuple[Fate, ...], language: str, title: str
) -> str:
    board: Board = getattr(laid.game, "board")  # noqa: B009 - only games on hexes have one
    marks = list(_on_board(table, found, board))
    named = [hex_ for mark in marks for hex_ in _places(mark)]
    stood = [piece.at for piece in table.pieces if piece.at in board.grid.index]
    around, width = _frame(board, [str(h) for h in named], stood)
    return draw_part(
        board,
        table.pieces,
        Frame(tuple(around), width),
        marks=marks,
        language=language,
        names=load_messages(laid.game.home).places(language),
        nations=load_about(laid.game.home).nations,
        title=title,
        scope="example",
    )


def _frame(board: Board, named: list[str], stood: list[str]) -> tuple[list[str], float]:
    """The hexes of the orders, with all counters if one picture can hold them."""
    for chosen in ([*named, *stood], named, named[:2], stood[:1]):
        if not chosen:
            continue
        points = [board.grid.centre(board.hex(id_)) for id_ in chosen]
        # Widths are counted in hexes, and a picture is flat: its height counts more.
        wide = (max(x for x, _ in points) - min(x for x, _ in points)) / 3**0.5
        high = (max(y for _, y in points) - min(y for _, y in points)) / 3**0.5
        width = max(wide, high / 0.42) + _RIM
        if width <= WIDEST:
            return chosen, max(width, NARROWEST)
    return [board.grid.ids[len(board) // 2]], WIDEST


def _on_table(
    laid: WhatIf, table: Tabletop, found: tuple[Fate, ...], language: str, title: str
) -> str:
    sheet = table.sheet
    assert sheet is not None
    marks = list(_paths(table, found))
    spots = [sheet.stands[p.id].at for p in table.pieces if p.id in sheet.stands and p.group]
    spots += [spot for mark in marks for spot in _places(mark) if not isinstance(spot, str)]
    if not spots:
        return ""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    width = max(max(xs) - min(xs), (max(ys) - min(ys)) / 0.42) + _RIM_OF_TABLE
    return draw_part_of_table(
        sheet,
        table.pieces,
        spots,
        max(width, _NARROWEST_TABLE),
        marks=marks,
        language=language,
        title=title,
    )


def _on_board(table: Tabletop, found: tuple[Fate, ...], board: Board) -> Iterator[Arrow | Ring]:
    """The way of each order from where its units stand, or from those it names first to those it names next.

    A ring where a unit comes from off the map, or where it acts alone.
    """
    places = {piece.id: piece.at for piece in table.pieces}
    for fate in _forbidden_first(found):
        named = list(_names(fate.order))
        hexes = tuple(name for names in named for name in names if name in board.grid.index)
        stood = [[places[n] for n in names if places.get(n) in board.grid.index] for names in named]
        yield from _drawn(fate, [tuple(dict.fromkeys(group)) for group in stood if group], hexes)


def _paths(table: Tabletop, found: tuple[Fate, ...]) -> Iterator[Arrow | Ring]:
    assert table.sheet is not None
    stands = table.sheet.stands
    for fate in _forbidden_first(found):
        stood = [
            [stands[name].at for name in names if name in stands] for names in _names(fate.order)
        ]
        spots = tuple(spot for spot in _spots(fate.order) if [spot] not in stood)
        yield from _drawn(fate, [tuple(group) for group in stood if group], spots)


def _drawn(
    fate: Fate, stood: Sequence[tuple[Where, ...]], way: tuple[Where, ...]
) -> Iterator[Arrow | Ring]:
    """`stood`: the places of the pieces that each field of the order names; `way`: places it names."""
    ink: Ink = "good" if fate.allowed else "enemy"
    if way and not stood:
        yield Ring(way, ink)
    elif way:
        ways = (tuple(dict.fromkeys([start, *way])) for group in stood for start in group)
        yield from (Arrow(path, ink) for path in ways if len(path) > 1)
    elif len(stood) > 1:
        yield from (Arrow((start, stood[1][0]), ink) for start in stood[0] if start != stood[1][0])
    elif stood:
        yield Ring(stood[0], ink)


def _places(mark: Arrow | Ring) -> tuple[Where, ...]:
    return mark.path if isinstance(mark, Arrow) else mark.at


def _forbidden_first(found: tuple[Fate, ...]) -> list[Fate]:
    """What is allowed is drawn over it: often it is the first part of the same way."""
    return sorted(found, key=lambda fate: fate.allowed)


def _names(order: Order) -> Iterator[list[str]]:
    """The words of each field but the first, which says what kind of order it is."""
    for value in list(msgspec.to_builtins(order).values())[1:]:
        items = value if isinstance(value, list | tuple) else [value]
        yield [item for item in items if isinstance(item, str)]


def _spots(order: Order) -> Iterator[Spot]:
    """The places that an order names; of a rectangle its middle."""
    for value in msgspec.to_builtins(order).values():
        items = value if isinstance(value, list | tuple) else ()
        for item in items if all(isinstance(i, list | tuple) for i in items) else (items,):
            if [type(x) for x in item] == [int, int]:
                yield item[0], item[1]
            elif [type(x) for x in item] == [int] * 4:
                yield (item[0] + item[2]) // 2, (item[1] + item[3]) // 2
