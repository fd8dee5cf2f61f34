"""The charts of a game as typed data: what lies beside the board for everybody to read.

A game makes its charts from the very data that its rules read, so that a cell that is changed in a
table changes the chart and the forecast alike. Only headings and notes are written for the charts
themselves: they are in `data/charts.toml`, in every language of the product.

Charts depend on the set-up alone. What is live on them (the column of an attack, the cell of a roll)
is said by marks, each made from what the viewer knows anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from campagna.core.contract import LANGUAGES, Text
from campagna.core.prepared import prepared

Kind = Literal[
    "combat",
    "fire",
    "terrain",
    "calendar",
    "weather",
    "ranges",
    "supply",
    "forces",
    "events",
    "victory",
]
"""What a chart is about; a table has a tab for each kind that a game has."""


class Column(msgspec.Struct, frozen=True):
    id: str
    title: Text


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """`grade`: how good it is for whoever rolls, 3 best, -3 worst; none where nothing is won or lost."""

    text: Text
    grade: int | None = None


class Arrival(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counters of one kind that come in together."""

    side: str
    nation: str
    symbol: str
    title: Text
    count: int = 1
    size: str = ""
    factors: str = ""
    entry: Text | None = None
    at: tuple[str, ...] = ()
    """The hexes where they come in."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """The id is what the row is about: a die, a kind of terrain, the number of a turn."""

    id: str
    title: Text
    cells: tuple[Cell, ...] = ()
    rule: str = ""
    swatch: str = ""
    """The kind of terrain, line or place that is drawn beside the title as on the map."""
    turns: tuple[int, int] | None = None
    """The first and the last turn in which it holds."""
    arrivals: tuple[Arrival, ...] = ()


class Meaning(msgspec.Struct, frozen=True, omit_defaults=True):
    """A result in words, for the key under a table."""

    result: str
    text: Text
    grade: int | None = None


class Chart(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    kind: Kind
    title: Text
    rows: tuple[Row, ...]
    columns: tuple[Column, ...] = ()
    """None in a calendar: what its cells say stands one below the other."""
    corner: Text | None = None
    """What the rows are: dice, terrain, places."""
    rules: tuple[str, ...] = ()
    note: Text | None = None
    key: tuple[Meaning, ...] = ()
    reconstructed: Text | None = None
    """Why it is as it is, where the printed chart is lost."""


class ChartMark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on a chart: a column, a row, or the cell where both meet, with its chance."""

    chart: str
    column: str = ""
    row: str = ""
    chance: float = 1.0


# --- the words of the charts ------------------------------------------------------------------------


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Kind
    title: Text
    rules: tuple[str, ...] = ()
    corner: Text | None = None
    note: Text | None = None
    reconstructed: Text | None = None


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chart: dict[str, _Head]
    word: dict[str, Text] = {}


class ChartBook:
    """The headings of a game's charts, and the charts made under them."""

    def __init__(self, words: _Words) -> None:
        self._words = words

    def say(self, key: str, /, **facts: object) -> Text:
        """A heading or a note with its facts filled in. An unknown key is a bug and raises KeyError."""
        return filled(self._words.word[key], facts)

    def column(self, id_: str, key: str = "", /, **facts: object) -> Column:
        return Column(id_, self.say(key or id_, **facts))

    def line(self, key: str, value: object, rule: str = "", /, **facts: object) -> Row:
        """A row of a chart with one column."""
        return Row(key, self.say(key, **facts), cells(value), rule=rule)

    def columns(self, *ids: str) -> tuple[Column, ...]:
        return tuple(self.column(id_) for id_ in ids)

    def chart(
        self,
        id_: str,
        columns: Iterable[Column],
        rows: Iterable[Row],
        *,
        key: Iterable[Meaning] = (),
        why: Mapping[str, str] | None = None,
        facts: Mapping[str, object] | None = None,
    ) -> Chart:
        """`why`: the reason that the data give for a reconstructed block."""
        head, given = self._words.chart[id_], facts or {}
        reason = head.reconstructed if why is None else {x: why[x].strip() for x in LANGUAGES}
        return Chart(
            id=id_,
            kind=head.kind,
            title=filled(head.title, given),
            rows=tuple(rows),
            columns=tuple(columns),
            corner=head.corner,
            rules=head.rules,
            note=head.note and filled(head.note, given),
            key=tuple(key),
            reconstructed=reason,
        )


@cache
def load_chart_book(home: Path) -> ChartBook:
    """Raises `msgspec.ValidationError` where the file says what nobody reads."""
    path = home / "data" / "charts.toml"
    return ChartBook(msgspec.toml.decode(path.read_bytes(), type=prepared(_Words)))


def filled(text: Text, facts: Mapping[str, Any]) -> Text:
    """A fact may be a text in both languages itself."""
    return {
        language: text[language].format_map(
            {name: _in(value, language) for name, value in facts.items()}
        )
        for language in LANGUAGES
    }


def _in(value: Any, language: str) -> object:
    return value[language] if isinstance(value, Mapping) else value


# --- cells ------------------------------------------------------------------------------------------

NEVER: Text = {"it": "mai", "en": "never"}
NOTHING: Text = {"it": "-", "en": "-"}
YES: Text = {"it": "sì", "en": "yes"}
NO: Text = {"it": "no", "en": "no"}


def plain(value: object) -> Text:
    """What is written alike in every language."""
    return dict.fromkeys(LANGUAGES, str(value))


def cell(value: object, grade: int | None = None) -> Cell:
    """A cell with a text in both languages, or with a number or a code that is the same in both."""
    return Cell(dict(value) if isinstance(value, Mapping) else plain(value), grade)


def cells(*values: object) -> tuple[Cell, ...]:
    return tuple(cell(value) for value in values)


def truth(value: object) -> Text:
    return YES if value else NO


def percent(share: float) -> Text:
    """A chance as it is written: 17%, in Italian with a space before the sign."""
    return {"it": f"{share * 100:.0f} %", "en": f"{share * 100:.0f}%"}
