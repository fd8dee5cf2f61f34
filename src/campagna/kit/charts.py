"""Charts that several games have: a table of results, costs of movement, a list of arrivals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from campagna.core.about import load_about
from campagna.core.charts import (
    NEVER,
    Arrival,
    Cell,
    ChartMark,
    Column,
    Meaning,
    Row,
    cell,
    plain,
)
from campagna.core.contract import LANGUAGES, Text
from campagna.core.messages import half_points, load_messages
from campagna.hexes.drawing.legend import WORDS
from campagna.hexes.kernels import BARRED

# --- tables of results ------------------------------------------------------------------------------


def result_columns(headings: Iterable[str]) -> tuple[Column, ...]:
    """Columns that are headed by their odds."""
    return tuple(Column(heading, plain(heading)) for heading in headings)


def result_rows(home: Path, rows: Sequence[Sequence[str]], first: int = 1) -> tuple[Row, ...]:
    """A row for each face of the die, tinted by what the game says its results are worth."""
    grades = load_about(home).grades
    return tuple(
        Row(str(die), plain(die), tuple(Cell(plain(r), grades.get(r, 0)) for r in row))
        for die, row in enumerate(rows, first)
    )


def meanings(home: Path, rows: Iterable[Sequence[str]]) -> tuple[Meaning, ...]:
    """What each result of a table means, the best for whoever rolls first."""
    grades, words = load_about(home).grades, load_messages(home).tables["result"]
    found = dict.fromkeys(result for row in rows for result in row if result in words)
    best_first = sorted(found, key=lambda result: -grades.get(result, 0))
    return tuple(Meaning(r, dict(words[r]), grades.get(r, 0)) for r in best_first)


def column_marks(chart: str, columns: object, headings: Sequence[str]) -> tuple[ChartMark, ...]:
    """The columns that a forecast names: one by its heading, or several with their chances. Odds that
    need no die stand on no chart."""
    named = {columns: 1.0} if isinstance(columns, str) else columns
    if not isinstance(named, Mapping):
        return ()
    return tuple(
        ChartMark(chart, name, chance=float(chance))
        for name, chance in named.items()
        if name in headings
    )


# --- terrain ----------------------------------------------------------------------------------------


def ground(kind: str, *values: object, title: Text | None = None, rule: str = "") -> Row:
    """A row about a kind of terrain, line or place, with its swatch."""
    return Row(kind, title or dict(WORDS[kind]), tuple(map(cell, values)), rule=rule, swatch=kind)


def price(halves: int, *, more: bool = False) -> Text:
    """A cost in half points as players say it; `more`: added to another."""
    if halves >= BARRED:
        return NEVER
    return plain(("+" if more else "") + half_points(halves))


# --- arrivals ---------------------------------------------------------------------------------------


class Face(NamedTuple):
    """What a counter shows, for a place on the calendar."""

    unit: str
    nation: str
    symbol: str
    size: str
    factors: str


def arrivals(
    home: Path, side: str, faces: Iterable[Face], entry: Text | None = None, at: Iterable[str] = ()
) -> tuple[Arrival, ...]:
    """Counters that look alike are shown once with their number, and called by their names."""
    alike: dict[Face, list[str]] = {}
    for face in faces:
        alike.setdefault(face._replace(unit=""), []).append(face.unit)
    word = load_messages(home).word
    return tuple(
        Arrival(
            side=side,
            nation=face.nation,
            symbol=face.symbol,
            title={language: word(units, language) for language in LANGUAGES},
            count=len(units),
            size=face.size,
            factors=face.factors,
            entry=entry,
            at=tuple(at),
        )
        for face, units in alike.items()
    )
