"""The charts of the game, from the tables, the map and the schedule that its rules read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campagna.core.charts import (
    NOTHING,
    Arrival,
    Chart,
    ChartBook,
    ChartMark,
    Row,
    cell,
    cells,
    load_chart_book,
    plain,
)
from campagna.core.contract import Event, Forecast, Text
from campagna.games.panzergruppe_guderian.events import BattleRolled
from campagna.games.panzergruppe_guderian.table.counter_faces import (
    ECHELONS,
    SIGNS,
    called,
    printed_factors,
    say,
    unknown_factors,
)
from campagna.games.panzergruppe_guderian.world import (
    HOME,
    MOVE_CLASSES,
    SIDES,
    SOVIET,
    Block,
    World,
)
from campagna.kit.charts import (
    Face,
    arrivals,
    column_marks,
    ground,
    meanings,
    price,
    result_columns,
    result_rows,
)

CRT = "crt"
_GROUNDS = ("clear", "forest", "swamp", "lake", "minor", "major")
_DRAWN = {"rifle": ("rifle", "rifle_drawn"), "armor": ("tank", "armor_drawn")}
"""What the schedule calls divisions that are still to be drawn: their symbol and their name."""


def charts(world: World) -> tuple[Chart, ...]:
    book = load_chart_book(HOME)
    makers = (_crt, _terrain, _calendar, _front, _limits, _rail, _places, _points, _levels)
    return tuple(make(world, book) for make in makers)


def marks(world: World, forecast: Forecast) -> tuple[ChartMark, ...]:
    """The columns of a battle, with their chances where divisions are untried."""
    return column_marks(CRT, forecast.sums.get("odds"), world.crt.columns)


def rolled(event: Event) -> ChartMark | None:
    if not isinstance(event, BattleRolled):
        return None
    return ChartMark(CRT, event.odds, str(event.die))


# --- combat and terrain -----------------------------------------------------------------------------


def _crt(world: World, book: ChartBook) -> Chart:
    rows = world.crt.rows
    key = meanings(HOME, rows)
    return book.chart(CRT, result_columns(world.crt.columns), result_rows(HOME, rows), key=key)


def _terrain(world: World, book: ChartBook) -> Chart:
    costs, defence = world.tables["terrain"]["costs"], world.tables["defence"]
    helps: dict[str, Text] = {kind: plain(f"×{defence[kind]}") for kind in ("forest", "major")}
    helps["river"] = book.say("river_defence", n=defence["river"])

    def row(kind: str) -> Row:
        prices = [price(costs[name][kind], more=kind == "river") for name in MOVE_CLASSES]
        title = book.say(kind) if kind in ("road", "river") else None
        return ground(kind, *prices, helps.get(kind, NOTHING), title=title)

    more = world.tables["terrain"]
    facts = {
        "both": f"×{defence['forest'] + defence['river'] - 1}",
        "overrun": price(more["overrun"]),
        "interdicted": price(more["interdicted"]),
    }
    rows = [row(kind) for kind in (*_GROUNDS, "road", "river")]
    return book.chart("terrain", book.columns(*MOVE_CLASSES, "defence"), rows, facts=facts)


# --- calendar ---------------------------------------------------------------------------------------


def _calendar(world: World, book: ChartBook) -> Chart:
    labels = world.scenario["turn_labels"]
    rows = []
    for turn in range(1, world.scenario["turns"] + 1):
        label = say(labels["it"][turn - 1], labels["en"][turn - 1])
        said = tuple(map(cell, _fixed(world, book, turn)))
        due = [_due(world, book, side, turn) for side in SIDES]
        rows.append(Row(str(turn), label, said, arrivals=tuple(a for found in due for a in found)))
    return book.chart("calendar", (), rows)


def _fixed(world: World, book: ChartBook, turn: int) -> Iterator[Text]:
    """What the schedule says of a turn besides its arrivals."""
    limits = world.scenario["limits"]
    if limits["west_columns"]["first_turn"] <= turn <= limits["west_columns"]["last_turn"]:
        yield book.say("closed_west")
    if turn == world.scenario["south_western_front"]["from_turn"]:
        yield book.say("front_opens")
    if turn == limits["soviet_interdiction"]["last_turn"]:
        yield book.say("last_soviet_air")


def _due(world: World, book: ChartBook, side: str, turn: int) -> Iterator[Arrival]:
    for block in world.due(side, turn):
        entry = called(block["where"])
        hexes = [world.hex_ids[h] for h in world.entry_hexes(block["where"])]
        if side == SIDES[SOVIET]:
            yield from _drawn(world, book, block, entry, hexes)
        named = str(block.get("units", "") or block.get("leader", "")).split()
        faces = (_face(world, side, name) for name in named)
        yield from arrivals(HOME, side, faces, entry, hexes)


def _drawn(
    world: World, book: ChartBook, block: Block, entry: Text, hexes: Iterable[str]
) -> Iterator[Arrival]:
    """Divisions that nobody has drawn yet show the side that all of their kind have in common."""
    for kind, (symbol, word) in _DRAWN.items():
        if block[kind]:
            yield Arrival(
                side=SIDES[SOVIET],
                nation=SIDES[SOVIET],
                symbol=SIGNS[symbol],
                title=book.say(word),
                count=block[kind],
                size=ECHELONS["division"],
                factors=unknown_factors(world, symbol),
                entry=entry,
                at=tuple(hexes),
            )


def _face(world: World, side: str, name: str) -> Face:
    counter = world.counters[world.counter_index[name]]
    factors = printed_factors(counter, 0)
    return Face(name, side, SIGNS[counter.type], ECHELONS[counter.size], factors)


def _front(world: World, book: ChartBook) -> Chart:
    """Divisions that come without standing on the calendar."""
    fresh, front = world.scenario["provisional"], world.scenario["south_western_front"]
    rows = (
        Row(
            "provisional",
            book.say("provisional", turn=fresh["from_turn"]),
            cells(book.say("per_turn", n=fresh["rifle"])),
            rule="14.11",
        ),
        Row(
            "front",
            book.say("front", turn=front["from_turn"]),
            cells(book.say("front_limit", n=front["per_turn"], total=front["total"])),
            rule="14.21a",
        ),
    )
    return book.chart("swf", book.columns("value"), rows)


# --- limits -----------------------------------------------------------------------------------------


def _limits(world: World, book: ChartBook) -> Chart:
    stack, supply = world.tables["stacking"], world.tables["supply"]
    rows = (
        book.line("stack_german", stack["german"], "7.1a"),
        book.line("stack_soviet", stack["soviet_combat"], "7.2a"),
        book.line("stack_total", stack["soviet_total"], "7.2a"),
        book.line("command", book.say("rating", n=world.longest_rating), "10.35a"),
        book.line("to_road", supply["german_hexes_to_road"], "11.11"),
        book.line("to_edge", price(supply["german_points_to_west_edge"]), "11.12"),
        book.line("unsupplied", f"÷{supply['unsupplied_divisor']}", "11.31"),
    )
    return book.chart("limits", book.columns("value"), rows)


def _rail(world: World, book: ChartBook) -> Chart:
    rail = world.tables["rail"]
    rows = (
        book.line("rail_points", rail["points"], "6.31a"),
        book.line("rail_step", rail["step"], "6.31a"),
        book.line("rail_interdicted", rail["interdicted"], "13.31"),
        book.line("rail_capacity", rail["capacity"], "6.33a"),
        book.line("rail_rifle", rail["rifle"], "6.33a"),
        book.line("rail_armor", rail["armor"], "6.33a"),
    )
    return book.chart("rail", book.columns("value"), rows)


# --- victory ----------------------------------------------------------------------------------------


def _places(world: World, book: ChartBook) -> Chart:
    dearest = sorted(world.prizes, key=lambda prize: -prize.points)
    rows = [Row(p.name, plain(p.name), cells(p.points)) for p in dearest]
    return book.chart("places", book.columns("points"), rows)


def _points(world: World, book: ChartBook) -> Chart:
    table = world.tables["victory"]
    rows = (
        book.line("front_first", table["swf_points_first"], "14.23", n=table["swf_first"]),
        book.line("front_next", table["swf_points_next"], "14.23"),
        book.line("division", table["division"], "15.12a"),
        book.line("recapture", table["recapture"], "15.12b"),
    )
    return book.chart("points", book.columns("points"), rows)


def _levels(world: World, book: ChartBook) -> Chart:
    rows: list[Row] = []
    least = 0
    for level in world.tables["victory"]["levels"]:
        most = level.get("up_to")
        if most is None:
            title = book.say("above", n=least)
        else:
            title = plain(f"{least} - {most}") if rows else book.say("up_to", n=most)
            least = most + 1
        rows.append(Row(level["id"], title, cells(say(level["it"], level["en"]))))
    rows.reverse()
    return book.chart("levels", book.columns("level"), rows)
