"""The charts of the game, from the tables, the map and the order of appearance that its rules read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from campagna.core.charts import (
    NEVER,
    NOTHING,
    Arrival,
    Cell,
    Chart,
    ChartBook,
    ChartMark,
    Column,
    Row,
    cell,
    cells,
    load_chart_book,
    plain,
)
from campagna.core.contract import Event, Forecast, Text
from campagna.core.tabletop import Chip
from campagna.games.afrika_korps.events import BattleRolled
from campagna.games.afrika_korps.rules.forces.arrivals import sinking_faces
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import AXIS, HOME, SIDES, SUPPLY, World
from campagna.kit.charts import (
    Face,
    arrivals,
    column_marks,
    ground,
    meanings,
    result_columns,
    result_rows,
)

CRT = "crt"
CONVOY = "supply"
FACES = range(1, 7)
SYMBOLS = {
    "armor": "armour",
    "mech_infantry": "mechanised",
    "armored_infantry": "mechanised",
    "recon": "reconnaissance",
    "hq": "headquarters",
    "supply": "supply",
}
SIZES = {
    "army_group": "XXX",
    "corps": "XXX",
    "division": "XX",
    "brigade": "X",
    "regiment": "III",
    "battalion": "II",
}


def charts(world: World) -> tuple[Chart, ...]:
    book = load_chart_book(HOME)
    makers = (_crt, _terrain, _calendar, _convoy, _supplies, _limits, _levels)
    return tuple(make(world, book) for make in makers)


def marks(world: World, forecast: Forecast) -> tuple[ChartMark, ...]:
    return column_marks(CRT, forecast.sums.get("odds"), world.crt.columns)


def rolled(event: Event) -> ChartMark | None:
    if not isinstance(event, BattleRolled):
        return None
    return ChartMark(CRT, event.odds, str(event.die))


def chips(state: State) -> Iterator[Chip]:
    """The danger of the convoy in this turn, and the supplies that each side has on the map."""
    book = load_chart_book(HOME)
    if 1 <= state.turn <= state.world.last_turn:
        faces = ", ".join(map(str, sinking_faces(state)))
        row = _period(state.world, state.turn)
        yield Chip("season", book.say("chip_convoy", faces=faces), "12.2d", CONVOY, row)
    most = state.world.tables["supply"]["limits"]
    for i, side in enumerate(SIDES):
        on_map = sum(state.units[u].place >= 0 for u in state.world.own_supplies[i])
        text = book.say("chip_supplies", n=on_map, most=most[side])
        rule = "12.2c" if i == AXIS else "12.1b"
        yield Chip("supply", text, rule, "supplies", f"most_{side}", side)


def _period(world: World, turn: int) -> str:
    rows = world.tables["supply"]["axis_roll"]
    return next(str(i) for i, r in enumerate(rows) if r["turns"][0] <= turn <= r["turns"][1])


# --- combat and terrain -----------------------------------------------------------------------------


def _crt(world: World, book: ChartBook) -> Chart:
    odds, rows = world.tables["odds"], world.crt.rows
    facts = {
        "automatic": odds["automatic_from"],
        "surrounded": odds["surrounded_from"],
        "worst": odds["worst"],
        "supply": world.tables["supply"]["needed_from"],
    }
    columns, key = result_columns(world.crt.columns), meanings(HOME, rows)
    return book.chart(CRT, columns, result_rows(HOME, rows), key=key, facts=facts)


def _terrain(world: World, book: ChartBook) -> Chart:
    table, factor = world.tables["terrain"], world.tables["terrain"]["defence_factor"]

    def row(kind: str) -> Row:
        cost: object = table["step"] if kind in table["entered"] else NEVER
        helps = plain(f"×{factor}") if kind in table["doubles_defence"] else NOTHING
        also: Text = NOTHING
        if kind in table["stops"]:
            also = book.say("stops")
        elif kind == "fortress":
            also = book.say("no_zone")
        return ground(kind, cost, helps, also)

    kinds = [k for k in (*table["entered"], *table["closed"]) if k != "home_base"]
    along = book.say("bonus", n=world.road_bonus)
    rows = [
        *map(row, kinds),
        ground("road", table["step"], NOTHING, along, rule="17.1"),
        ground("barred", NEVER, NOTHING, NOTHING, title=book.say("barred"), rule="5.7a"),
    ]
    return book.chart("terrain", book.columns("cost", "defence", "also"), rows)


# --- calendar and supplies --------------------------------------------------------------------------


def _calendar(world: World, book: ChartBook) -> Chart:
    labels, blocks = world.scenario["turn_labels"], world.scenario["reinforcements"]
    rows = []
    for turn in range(1, world.last_turn + 1):
        label = {language: labels[language][turn - 1] for language in ("it", "en")}
        said = tuple(map(cell, _fixed(world, book, turn)))
        due = [a for b in blocks if b["turn"] == turn for a in _due(world, b)]
        rows.append(Row(str(turn), label, said, arrivals=tuple(due)))
    return book.chart("calendar", (), rows)


def _fixed(world: World, book: ChartBook, turn: int) -> Iterator[Text]:
    if turn == world.scenario["replacements"]["from_turn"]:
        yield book.say("replacements")
    if turn == world.scenario["substitution"]["from_turn"]:
        yield book.say("substitutes")
    if turn == world.last_turn:
        yield book.say("last")


def _due(world: World, block: dict[str, Any]) -> Iterable[Arrival]:
    side = block["side"]
    ports = [world.hex_ids[h] for h in world.ports[SIDES.index(side)]]
    faces = (_face(world, side, name) for name in block["units"].split())
    return arrivals(HOME, side, faces, at=ports)


def _face(world: World, side: str, name: str) -> Face:
    counter = world.counters[world.index[name]]
    return Face(
        name,
        counter.nationality or side,
        SYMBOLS.get(counter.type, counter.type),
        SIZES.get(counter.size, ""),
        "" if counter.kind == SUPPLY else counter.factors,
    )


def _convoy(world: World, book: ChartBook) -> Chart:
    """What each face brings the Axis, by the period."""

    def fate(block: dict[str, Any], face: int) -> Cell:
        sunk = face in block["sunk"]
        return Cell(book.say("sunk" if sunk else "arrives"), -2 if sunk else 2)

    rows = [
        Row(
            str(i),
            dict(block["label"]),
            tuple(fate(block, face) for face in FACES),
            turns=(block["turns"][0], block["turns"][1]),
        )
        for i, block in enumerate(world.tables["supply"]["axis_roll"])
    ]
    return book.chart(CONVOY, [Column(str(n), plain(n)) for n in FACES], rows)


def _supplies(world: World, book: ChartBook) -> Chart:
    limits, new = world.tables["supply"]["limits"], world.scenario["replacements"]
    rows = [
        book.line("most_axis", limits["axis"], "12.2c"),
        book.line("most_allied", limits["allied"], "12.1b"),
        book.line("replaced_axis", new["most"]["axis"], "20.1", turn=new["from_turn"]),
        book.line("replaced_allied", new["most"]["allied"], "20.1", turn=new["from_turn"]),
    ]
    return book.chart("supplies", book.columns("value"), rows)


# --- limits and victory -----------------------------------------------------------------------------


def _limits(world: World, book: ChartBook) -> Chart:
    tables = world.tables
    rows = (
        book.line("stack", world.stack_limit, "6.1a"),
        book.line("road", world.road_bonus, "17.1"),
        book.line("crossings", world.crossings, "18.5"),
        book.line("rommel", f"+{tables['rommel']['bonus']}", "22.1a"),
        book.line("retreat", tables["combat"]["retreat"], "7.5a"),
        book.line("line", world.line, "14.1a"),
        book.line("isolation", tables["isolation"]["turns"], "24.2"),
        book.line("without", tables["isolation"]["axis_without_supply"], "24.5"),
    )
    return book.chart("limits", book.columns("value"), rows)


def _levels(world: World, book: ChartBook) -> Chart:
    victory = world.tables["victory"]
    rows = [
        Row(level["id"], book.say(level["side"]), cells({x: level[x] for x in ("it", "en")}))
        for level in victory["levels"]
    ]
    return book.chart("levels", book.columns("what"), rows, facts={"turns": victory["turns"]})
