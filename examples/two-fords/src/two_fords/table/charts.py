"""The charts of the game, from the tables and the map that its rules read."""

from __future__ import annotations

from collections import Counter

from campagna.core.charts import (
    NEVER,
    Chart,
    ChartBook,
    ChartMark,
    Row,
    cells,
    load_chart_book,
    plain,
    truth,
)
from campagna.core.contract import LANGUAGES, Event, Forecast, Text
from campagna.core.messages import load_messages
from campagna.kit.charts import (
    column_marks,
    ground,
    meanings,
    result_columns,
    result_rows,
)
from two_fords.events import Fought
from two_fords.rules.combat import HEADINGS, column
from two_fords.world import HOME, TABLES, VILLAGES

COMBAT = "combat"


def charts() -> tuple[Chart, ...]:
    book = load_chart_book(HOME)
    makers = (_combat, _terrain, _calendar, _forces, _points, _levels)
    return tuple(make(book) for make in makers)


def marks(forecast: Forecast) -> tuple[ChartMark, ...]:
    """The columns of an attack, with their chances where the target lies face down."""
    return column_marks(COMBAT, forecast.sums.get("columns"), HEADINGS)


def rolled(event: Event) -> ChartMark | None:
    if not isinstance(event, Fought):
        return None
    return ChartMark(COMBAT, HEADINGS[column(event.difference)], str(event.die))


def _combat(book: ChartBook) -> Chart:
    table = TABLES.combat
    rows = result_rows(HOME, table.results)
    facts = {"forest": TABLES.forest_defence}
    columns = result_columns(HEADINGS)
    return book.chart(COMBAT, columns, rows, key=meanings(HOME, table.results), facts=facts)


def _terrain(book: ChartBook) -> Chart:
    helps = {"forest": f"+{TABLES.forest_defence}"}
    rows = [ground(kind, cost, helps.get(kind, "-")) for kind, cost in TABLES.enter.items()]
    rows += [
        ground("ford", f"+{TABLES.ford['extra']}", "-", title=book.say("ford"), rule="4.3"),
        ground("river", NEVER, "-", title=book.say("river"), rule="4.3"),
    ]
    facts = {"allowance": TABLES.allowance}
    return book.chart("terrain", book.columns("cost", "defence"), rows, facts=facts)


def _calendar(book: ChartBook) -> Chart:
    rows = []
    for turn in range(1, TABLES.turns + 1):
        last = [book.say("last")] if turn == TABLES.turns else []
        rows.append(Row(str(turn), plain(turn), cells(book.say("both"), *last)))
    return book.chart("calendar", (), rows)


def _forces(book: ChartBook) -> Chart:
    rows = [
        Row(
            str(strength),
            plain(strength) if strength else book.say("decoy"),
            cells(count, truth(strength)),
            rule="" if strength else "6.3",
        )
        for strength, count in Counter(TABLES.strengths).items()
    ]
    return book.chart("forces", book.columns("counters", "attacks"), rows)


def _points(book: ChartBook) -> Chart:
    rows = [
        Row(name, book.say("village", name=name), cells(TABLES.village_points), swatch="village")
        for name in VILLAGES
    ]
    rows.append(Row("beaten", book.say("beaten"), cells(1)))
    return book.chart("points", book.columns("points"), rows)


def _levels(book: ChartBook) -> Chart:
    clear = TABLES.clear_victory
    rows = [
        Row("clear", book.say("least", n=clear), cells(_level("clear"))),
        Row("narrow", book.say("below", n=clear), cells(_level("narrow"))),
        Row("draw", plain(0), cells(_level("draw"))),
    ]
    return book.chart("levels", book.columns("level"), rows)


def _level(id_: str) -> Text:
    return {x: load_messages(HOME).text("level", id_, x) for x in LANGUAGES}
