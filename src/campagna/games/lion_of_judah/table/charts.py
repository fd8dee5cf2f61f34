"""The charts of both wars, from the tables, the map and the scenarios that their rules read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

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
    truth,
)
from campagna.core.contract import LANGUAGES, Event, Forecast, Setup, Text
from campagna.core.messages import load_messages
from campagna.games.lion_of_judah.counters import Counter
from campagna.games.lion_of_judah.field_events import BattleRolled
from campagna.games.lion_of_judah.rules.combat.odds import row as die_row
from campagna.games.lion_of_judah.table.counter_faces import SYMBOLS
from campagna.games.lion_of_judah.world import CAMPAIGN, HOME, S1935, S1940, Part, World
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

TABLES = ("crt_standard", "crt_ethiopian")
_SUFFIX = {S1935: "", S1940: "_1940"}
"""Charts of which each war has its own."""


def charts(world: World, setup: Setup) -> tuple[Chart, ...]:
    book = load_chart_book(HOME)
    wars = [part for part in world.parts if setup.scenario in (part.id, CAMPAIGN)]
    first = any(part.number == S1935 for part in wars)
    found = [_crt(world, book, name) for name in TABLES if first or name == TABLES[0]]
    found += [_odds(world, book), _air_support(world, book), _forced_march(world, book)]
    if first:
        found += [_bombing(world, book), _bribery(world, book)]
    found.append(_terrain(world, book))
    found += [_calendar(part, book) for part in wars]
    found += [_resources(world, book), _ranges(world, book)]
    for part in wars:
        found += [_events(world, book, part, pool) for pool in _pools(part)]
    for part in wars:
        found += [_places(part, book), _levels(part, book)]
    return tuple(found)


# --- what is live -----------------------------------------------------------------------------------


def marks(world: World, forecast: Forecast) -> tuple[ChartMark, ...]:
    """The columns of a combat. The results by column, which a forecast tells, say which table it is."""
    tables = forecast.sums.get("tables")
    for name in TABLES:
        columns = world.results(name).columns
        if isinstance(tables, Mapping) and tuple(tables) == columns:
            return column_marks(name, forecast.sums.get("columns"), columns)
    return ()


def rolled(world: World, event: Event) -> ChartMark | None:
    """Where both tables have the same result in the same place, nobody can tell which it was."""
    if not isinstance(event, BattleRolled):
        return None
    at = die_row(event.die, event.modifier)
    hit = [name for name in TABLES if _result(world, name, event.column, at) == event.result]
    return ChartMark(hit[0], event.column, str(at)) if len(hit) == 1 else None


def _result(world: World, name: str, column: str, row: int) -> str:
    table = world.results(name)
    return table.result(table.columns.index(column), row) if column in table.columns else ""


# --- combat -----------------------------------------------------------------------------------------


def _crt(world: World, book: ChartBook, name: str) -> Chart:
    table, (least, most) = world.results(name), world.tables["odds"]["die"]
    return book.chart(
        name,
        result_columns(table.columns),
        result_rows(HOME, table.rows),
        key=meanings(HOME, table.rows) if name == TABLES[0] else (),
        why=world.tables[name]["reasoning"],
        facts={"least": least, "most": most},
    )


def _odds(world: World, book: ChartBook) -> Chart:
    table = world.tables["combat"]
    friction = table["tribal_friction_drm"]
    rows = (
        book.line("river_shift", f"{table['river_shift']:+d}", "12.8.1"),
        book.line("concentric", f"{table['concentric_drm']:+d}", "12.9-a"),
        book.line("friction_attacking", f"{friction['attacking']:+d}", "12.7-c"),
        book.line("friction_attacked", f"{friction['attacked']:+d}", "12.7-c"),
        book.line("air_most", table["air_shifts_max"], "10.1.3-a"),
        book.line("hq_most", table["hq_max"], "10.2.3-a"),
    )
    return book.chart("odds", book.columns("value"), rows)


def _air_support(world: World, book: ChartBook) -> Chart:
    block = world.tables["air_support"]
    words = {"shift": "one_shift"}
    rows = [
        Row(str(die), plain(die), cells(book.say(words.get(result, result))))
        for die, result in enumerate(block["die"], 1)
    ]
    return book.chart("air_support", book.columns("result"), rows, why=block["reasoning"])


def _span(book: ChartBook, roll: Mapping[str, int]) -> Text:
    """[from, to]; a missing end is open."""
    if "from" not in roll:
        return book.say("up_to", n=roll["to"])
    if "to" not in roll:
        return book.say("from_on", n=roll["from"])
    first, last = roll["from"], roll["to"]
    return plain(first if first == last else f"{first} - {last}")


def _bombing(world: World, book: ChartBook) -> Chart:
    block = world.tables["bombing"]

    def effect(found: Mapping[str, Any]) -> Text:
        if found["steps"]:
            return book.say("D_steps", n=found["steps"])
        return book.say(found["effect"])

    rows = [
        Row(str(i), _span(book, found["roll"]), cells(effect(found)))
        for i, found in enumerate(block["results"])
    ]
    return book.chart("bombing", book.columns("result"), rows, why=block["reasoning"])


def _forced_march(world: World, book: ChartBook) -> Chart:
    block = world.tables["forced_march"]
    rows = [
        Row(str(i), _span(book, found["roll"]), cells(found["extra"], truth(found["ambush"])))
        for i, found in enumerate(block["results"])
    ]
    return book.chart("forced_march", book.columns("extra", "ambush"), rows, why=block["reasoning"])


def _bribery(world: World, book: ChartBook) -> Chart:
    block = world.tables["bribery"]
    rows = [
        Row(str(i), _span(book, found["roll"]), cells(found["levies"]))
        for i, found in enumerate(block["levies"])
    ]
    return book.chart("bribery", book.columns("levies"), rows, why=block["reasoning"])


# --- terrain ----------------------------------------------------------------------------------------


def _terrain(world: World, book: ChartBook) -> Chart:
    tables = world.tables

    def row(kind: str, block: Mapping[str, Any]) -> Row:
        leg = price(block["leg"])
        if "open_to" in block:
            leg = book.say("some_only", price=leg)
        shift = block["shift"]
        columns = plain(f"{shift:+d}") if shift else NOTHING
        return ground(kind, leg, price(block["motorised"]), columns)

    river, lines = tables["hexside"]["river"], tables["lines"]
    across = [price(river[kind], more=True) for kind in ("leg", "motorised")]
    rows = [row(kind, block) for kind, block in tables["terrain"].items()]
    shift = f"{tables['combat']['river_shift']:+d}"
    rows.append(ground("river", *across, shift, title=book.say("river"), rule="12.8.1"))
    for kind in ("road", "rail"):
        along = [price(lines[kind][which]) for which in ("leg", "motorised")]
        rows.append(ground(kind, *along, NOTHING, title=book.say(kind)))
    return book.chart("terrain", book.columns("leg", "motorised", "shift"), rows)


# --- calendar ---------------------------------------------------------------------------------------


def _calendar(part: Part, book: ChartBook) -> Chart:
    labels = part.scenario["turn_labels"]
    rows = []
    for turn in range(1, part.turns + 1):
        label = {language: labels[language][turn - 1] for language in LANGUAGES}
        said = tuple(map(cell, _fixed(part, book, turn)))
        rows.append(Row(str(turn), label, said, arrivals=tuple(_due(part, turn))))
    return book.chart(f"calendar{_SUFFIX[part.number]}", (), rows)


def _pools(part: Part) -> dict[str, int]:
    """The turn in which each pool of events joins the cup."""
    block = part.scenario["strategic_turns"]
    return {pool: turn for pool, turn in block.items() if pool != "source"}


def _fixed(part: Part, book: ChartBook, turn: int) -> Iterator[Text]:
    for pool, first in _pools(part).items():
        if first == turn:
            yield book.say("pool", pool=pool)
    for box in part.boxes:
        if turn <= len(box.per_turn) and (points := box.per_turn[turn - 1]):
            yield book.say("income", box=box.name, n=points)


def _due(part: Part, turn: int) -> Iterable[Arrival]:
    """The scheduled units, by the hex where they come in. Values face down stay so."""
    world = part.world
    groups: dict[tuple[int, str], list[Face]] = {}
    for unit in part.units:
        counter = world.counters[unit]
        if counter.turn == turn:
            size = "XX" if counter.size == "division" else ""
            face = Face(
                counter.id, counter.nationality, SYMBOLS[counter.type], size, _values(counter)
            )
            groups.setdefault((counter.side, counter.entry), []).append(face)
    for (side, entry), faces in groups.items():
        at = [hex_ for hex_ in entry.split() if hex_ in world.hex_index]
        yield from arrivals(HOME, part.sides[side], faces, plain(entry) if at else None, at)


def _values(counter: Counter) -> str:
    if counter.hidden:
        return f"?-{counter.movement}"
    if not counter.factors:
        return f"*-{counter.movement}"
    attack, defence = counter.factors[0]
    return f"{attack}-{defence}-{counter.movement}"


# --- resources and distances ------------------------------------------------------------------------


def _resources(world: World, book: ChartBook) -> Chart:
    costs = world.tables["rp_costs"]
    rows = (
        book.line("step", costs["step"], "7.3.1-a"),
        book.line("hq", costs["hq"], "7.3.4-a"),
        book.line("truck", costs["truck"], "7.3.4-a"),
        book.line("one_column", costs["shift"], "10.2.3-a"),
        book.line("road_on_track", costs["road_on_track"], "10.2.2.1-a"),
        book.line("road_elsewhere", costs["road_elsewhere"], "10.2.2.1-a"),
    )
    return book.chart("resources", book.columns("value"), rows)


def _ranges(world: World, book: ChartBook) -> Chart:
    supply, stack = world.tables["supply"], world.tables["stacking"]
    reach = world.tables["air"]["range"]
    rows = (
        book.line("to_source", supply["to_source"], "9.4-1"),
        book.line("to_line", supply["to_line"], "9.4-2"),
        book.line("to_hq", supply["to_hq"], "9.4-3"),
        book.line("rp_path", price(world.tables["rp_path"]["limit"]), "7.3.2-d"),
        book.line("air_range", reach["default"], "10.1.1-a"),
        book.line("air_allied", reach["allied_1940"], "PB 14.6.9"),
        book.line("stack", stack["limit"] // stack["division"], "8.2-a"),
        book.line("stack_ethiopian", stack["ethiopian_1935"], "8.2-a"),
    )
    return book.chart("ranges", book.columns("value"), rows)


# --- events and victory -----------------------------------------------------------------------------


def _events(world: World, book: ChartBook, part: Part, pool: str) -> Chart:
    effects = load_messages(HOME).tables["effect"]
    rows = [
        Row(block["id"], dict(block["name"]), cells(block.get("count", 1), _effect(effects, block)))
        for block in world.tables["event"]
        if block["pool"] == pool
    ]
    facts = {"turn": _pools(part)[pool]}
    return book.chart(f"events_{pool}", book.columns("count", "effect"), rows, facts=facts)


def _effect(effects: Mapping[str, Mapping[str, str]], block: Mapping[str, Any]) -> Text:
    found = effects.get(block["id"]) or effects.get(block.get("effect", {}).get("same_as", ""))
    return dict(found) if found else NOTHING


def _places(part: Part, book: ChartBook) -> Chart:
    victory = part.scenario["victory"]
    shares = (
        (("italian", victory["hexes"]),)
        if part.number == S1935
        else (("allied", victory["hexes_allied"]), ("italian", victory["hexes_italian"]))
    )
    rows = [
        Row(hex_, _called(part.world, hex_), cells(points, book.say(side)))
        for side, hexes in shares
        for hex_, points in sorted(hexes.items(), key=lambda pair: -pair[1])
    ]
    return book.chart(f"places{_SUFFIX[part.number]}", book.columns("points", "side"), rows)


def _called(world: World, hex_: str) -> Text:
    at = world.hex_index[hex_]
    for place in world.board.places:
        if at in place.hexes:
            return dict(load_messages(HOME).place(place.name))
    return plain(hex_)


def _levels(part: Part, book: ChartBook) -> Chart:
    words = load_messages(HOME).tables["level"]
    rows, last = [], 0
    for level in part.scenario["victory"]["levels"]:
        least = level.get("from")
        title = book.say("below", n=last) if least is None else book.say("from_on", n=least)
        last = last if least is None else least
        rows.append(Row(level["id"], title, cells(dict(words[level["id"]]))))
    return book.chart(f"levels{_SUFFIX[part.number]}", book.columns("level"), rows)
