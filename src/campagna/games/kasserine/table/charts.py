"""The charts of the game, from the tables, the map and the calendar that its rules read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from campagna.core.about import load_about
from campagna.core.charts import (
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
    percent,
    plain,
    truth,
)
from campagna.core.contract import LANGUAGES, Event, Forecast, Order, Text
from campagna.core.editions import Options
from campagna.core.messages import load_messages
from campagna.core.tabletop import Chip
from campagna.games.kasserine.events import Bombed, CombatRolled, Shot, WeatherRolled
from campagna.games.kasserine.orders import Assault
from campagna.games.kasserine.state import Phase, State
from campagna.games.kasserine.world import HOME, SIDES, WEATHER, Group, World
from campagna.kit.charts import (
    Face,
    arrivals,
    column_marks,
    ground,
    meanings,
    price,
    result_rows,
)

SYMBOLS = {
    "armour": "armour",
    "mech_inf": "mechanised",
    "foot_inf": "infantry",
    "recon": "reconnaissance",
    "artillery": "artillery",
    "army": "headquarters",
    "division": "headquarters",
    "mobile": "supply",
    "fixed": "supply",
}
SIZES = {"battalion": "II", "company": "I"}
COMMAND_SIZES = {"army": "XXXX", "division": "XX"}
FACES = range(1, 7)
STRATEGIC = "strategic"


def charts(world: World, options: Options) -> tuple[Chart, ...]:
    book = load_chart_book(HOME)
    return (
        *_combat(world, book),
        _artillery(world, book),
        _terrain(world, book),
        _weather(world, book),
        _calendar(world, book),
        _limits(world, book, options),
        _capacities(world, book),
        _levels(world, book),
    )


# --- what is live -----------------------------------------------------------------------------------


def marks(world: World, order: Order, forecast: Forecast) -> tuple[ChartMark, ...]:
    """The column of a combat, in every table that the declarations leave open."""
    sums = forecast.sums
    tables = world.tables["crt"]["tables"]
    if "table" in sums:
        open_ = [str(sums["table"])]
    elif isinstance(order, Assault):
        open_ = [t for t, block in tables.items() if block["attack"] == order.kind]
        answers = sums.get("by_defence", {})
        open_ = [t for t in open_ if tables[t]["defence"] in answers]
    else:
        open_ = list(tables)
    odds = sums.get("odds")
    return tuple(m for t in open_ for m in column_marks(f"crt-{t}", odds, world.columns))


def rolled(world: World, event: Event) -> ChartMark | None:
    if isinstance(event, CombatRolled):
        return ChartMark(f"crt-{event.table}", event.odds, str(event.die))
    if isinstance(event, WeatherRolled):
        return ChartMark("weather", row=event.weather)
    if isinstance(event, Shot | Bombed):
        target = world.target_class[world.index[event.target]]
        gun = world.counters[world.index[event.unit]].fire if isinstance(event, Shot) else STRATEGIC
        return ChartMark("artillery", str(event.modified), f"{gun}-{target}")
    return None


def chips(state: State) -> Iterator[Chip]:
    """The weather of the move, the night, and the pause of the Axis."""
    if state.phase < Phase.LOGISTICS or state.move > state.world.last_move:
        return
    book = load_chart_book(HOME)
    loss = state.world.tables["weather"]["movement_loss"][state.weather]
    said = book.say(f"chip_{state.weather}", n=loss)
    yield Chip("weather", said, "WX-4", "weather", state.weather)
    if state.world.night[state.move]:
        yield Chip("night", book.say("chip_night"), "NGT-1", "calendar", str(state.move))
    if state.move in state.world.pause:
        yield Chip("event", book.say("chip_pause"), "CAL-5", "calendar", str(state.move), SIDES[0])


# --- tables of results ------------------------------------------------------------------------------


def _word(key: str) -> Text:
    return load_messages(HOME).tables["word"].get(key) or plain(key)


def _combat(world: World, book: ChartBook) -> Iterator[Chart]:
    columns = [Column(name, _word(name)) for name in world.columns]
    blocks = world.tables["crt"]["tables"]
    key = meanings(HOME, [row for table in world.crt.values() for row in table.results.rows])
    for table in world.crt.values():
        rows = result_rows(HOME, table.results.rows)
        why = blocks[table.id]["reasoning"]
        shown = key if table.id == max(blocks) else ()
        yield book.chart(f"crt-{table.id}", columns, rows, key=shown, why=why)


def _artillery(world: World, book: ChartBook) -> Chart:
    block = world.tables["artillery"]
    grades = load_about(HOME).grades
    rows = []
    for (who, target), results in world.fire.items():
        title = book.say("fires_at", who=_text_of(block["classes"][who]), target=book.say(target))
        found = tuple(Cell(plain(r), grades.get(r, 0)) for r in results)
        rows.append(Row(f"{who}-{target}", title, found))
    modifiers = {name: f"{value:+d}" for name, value in block["modifiers"].items()}
    facts = {**modifiers, "lowest": block["lowest"], "highest": block["highest"]}
    columns = [Column(str(n), plain(n)) for n in FACES]
    key = meanings(HOME, world.fire.values())
    why = block["reasoning"]
    return book.chart("artillery", columns, rows, key=key, why=why, facts=facts)


def _text_of(block: Mapping[str, Any]) -> Text:
    return {language: str(block[language]) for language in LANGUAGES}


# --- terrain and weather ----------------------------------------------------------------------------


def _terrain(world: World, book: ChartBook) -> Chart:
    costs, defence = world.tables["movement"], world.tables["defence"]
    helps = plain(f"×{defence['factor']}")

    def hill(kind: str) -> Row:
        cost = costs[kind]
        return ground(kind, price(cost["foot"]), price(cost["vehicles"]), helps)

    first, second = (price(step) for step in costs["track"])
    track = book.say("in_turn", first=first, second=second)
    same = {name: price(costs[name]) for name in ("plain", "town", "road")}
    rows = [
        ground("plain", same["plain"], same["plain"], NOTHING, title=book.say("plain")),
        *(hill(kind) for kind in defence["terrain"]),
        ground("city", same["town"], same["town"], helps, title=book.say("town"), rule="MOV-19"),
        ground("road", same["road"], same["road"], NOTHING, title=book.say("road"), rule="MOV-12"),
        ground("track", track, track, NOTHING, title=book.say("track"), rule="MOV-13"),
    ]
    facts = {"reduced": price(costs["reduced_foot_inf"])}
    return book.chart("terrain", book.columns("foot", "vehicles", "defence"), rows, facts=facts)


def _weather(world: World, book: ChartBook) -> Chart:
    table = world.tables["weather"]
    rows = []
    for kind in WEATHER:
        faces = [n for n, found in enumerate(table["die"], 1) if found == kind]
        rows.append(
            Row(
                kind,
                _word(kind),
                cells(
                    ", ".join(map(str, faces)),
                    percent(len(faces) / len(table["die"])),
                    _less(table["movement_loss"][kind]),
                    _less(table["supply_line_loss"][kind]),
                    truth(table["air_support"][kind]),
                ),
            )
        )
    columns = book.columns("faces", "chance", "move_loss", "supply_loss", "flying")
    return book.chart("weather", columns, rows)


def _less(points: int) -> Text:
    return plain(f"−{points}") if points else NOTHING


# --- calendar ---------------------------------------------------------------------------------------


def _calendar(world: World, book: ChartBook) -> Chart:
    labels = world.scenario["move_labels"]
    rows = []
    for move in range(1, world.last_move + 1):
        label = {language: labels[language][move - 1] for language in LANGUAGES}
        said = tuple(map(cell, _fixed(world, book, move)))
        due = [a for group in world.groups if group.move == move for a in _due(world, book, group)]
        rows.append(Row(str(move), label, said, arrivals=tuple(due)))
    return book.chart("calendar", (), rows)


def _fixed(world: World, book: ChartBook, move: int) -> Iterator[Text]:
    if move in world.pause:
        yield book.say("pause")
    if move in world.raid_moves:
        yield book.say("bombers")
    if move == world.patton_move:
        yield book.say("patton")


def _due(world: World, book: ChartBook, group: Group) -> tuple[Arrival, ...]:
    hex_ = world.hex_ids[group.hex]
    faces = (_face(world, unit) for unit in group.units)
    return arrivals(HOME, SIDES[group.side], faces, book.say("hex", hex=hex_), (hex_,))


def _face(world: World, unit: int) -> Face:
    counter = world.counters[unit]
    size = SIZES.get(counter.size) or COMMAND_SIZES.get(counter.type, "")
    nation = counter.nationality or SIDES[counter.side]
    return Face(counter.id, nation, SYMBOLS[counter.type], size, str(counter.faces[0]))


# --- limits, commanders, victory --------------------------------------------------------------------


def _limits(world: World, book: ChartBook, options: Options) -> Chart:
    tables = world.tables
    radius = "command_weather" if options["command_radius_weather"] else "command"
    blown = ", ".join(map(str, tables["demolition"]["success"]))
    rows = (
        book.line("stack", tables["stacking"]["uct"], "MOV-5"),
        book.line("supply_line", tables["supply"]["line"], "LOG-3"),
        book.line(radius, tables["command"]["radius"], "CMD-2"),
        book.line("chain", f"+{tables['command']['complete_chain']}", "CMD-5"),
        book.line("aircraft", f"+{tables['air']['bonus']}", "AIR-6"),
        book.line("planes_axis", tables["air"]["per_day"]["axis"], "AIR-8"),
        book.line("planes_allied", tables["air"]["per_day"]["allied"], "AIR-8"),
        book.line("nights", tables["night"]["attacks"], "NGT-3"),
        book.line("demolition", blown, "LOG-10"),
    )
    return book.chart("limits", book.columns("value"), rows)


def _capacities(world: World, book: ChartBook) -> Chart:
    block = world.tables["capacities"]

    def listed(kinds: list[str]) -> Text:
        return {x: ", ".join(_word(kind)[x] for kind in kinds) for x in LANGUAGES}

    rows = [
        Row(
            id_,
            plain(row["name"]) if row["name"] else book.say("nobody"),
            cells(listed(row["attack"]), listed(row["defence"])),
        )
        for id_, row in block["commanders"].items()
    ]
    columns = book.columns("attack", "defend")
    return book.chart("capacities", columns, rows, why=block["reasoning"])


def _levels(world: World, book: ChartBook) -> Chart:
    victory = world.tables["victory"]
    facts = {
        "exit": victory["exit_points"],
        "loss": victory["loss_limit"],
        "few": victory["german_partial_at_most"],
        "many": victory["allied_total_from"],
    }
    rows = [
        Row(level["id"], _text_of(level), cells(book.say(level["id"], **facts)))
        for level in victory["levels"]
    ]
    return book.chart("levels", book.columns("how"), rows)
