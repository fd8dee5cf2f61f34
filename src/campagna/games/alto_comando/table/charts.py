"""The charts of a battle, from the tables and characteristics that its rules read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from campagna.core.charts import (
    NOTHING,
    Chart,
    ChartBook,
    Column,
    Row,
    cells,
    load_chart_book,
    plain,
)
from campagna.core.contract import LANGUAGES, Setup, Text
from campagna.core.editions import Options
from campagna.core.messages import centimetres, load_messages
from campagna.games.alto_comando.campaign_data import Campaign, campaign_of
from campagna.games.alto_comando.world import ALLIED, AXIS, BEDA_FOMM, HOME, Line, World


def charts(world: World, setup: Setup, options: Options) -> tuple[Chart, ...]:
    book = load_chart_book(HOME)
    if setup.scenario == BEDA_FOMM:
        return (
            _fire(world, book, setup, options),
            _save(world, book, BEDA_FOMM),
            _bases(world, book, BEDA_FOMM),
            _ranges(world, book, world.tables["command"]["beda_fomm"]),
            _calendar(world, book, end_die=False),
            _escape(world, book),
        )
    campaign = campaign_of(setup.scenario, options)
    list_ = campaign.list
    radii = {"it": world.tables["command"]["italian_problems"]["radius"]}
    return (
        _fire(world, book, setup, options),
        _save(world, book, list_),
        _air(world, book),
        _mines(world, book),
        _cards(world, book, campaign),
        _bases(world, book, list_),
        _ranges(world, book, radii if options["italian_problems"] else {}),
        _calendar(world, book, end_die=True),
        _points(world, book, options),
        _levels(world, book),
    )


def cm(millimetres: int) -> Text:
    return {language: centimetres(millimetres, language) for language in LANGUAGES}


def _faces(faces: list[int]) -> str:
    return ", ".join(map(str, faces))


# --- fire -------------------------------------------------------------------------------------------


def _fire(world: World, book: ChartBook, setup: Setup, options: Options) -> Chart:
    block = world.tables["to_hit"]
    rows = [book.line("everybody", book.say("at_least", n=block["value"]), "FIR-6")]
    for case in block["exception"]:
        there = case.get("scenario", setup.scenario) == setup.scenario
        wanted = case.get("option")
        if there and (wanted is None or (setup.scenario != BEDA_FOMM and options[wanted])):
            rule = "BF-10" if setup.scenario == BEDA_FOMM else "ITA-2"
            value = book.say("at_least", n=case["value"])
            rows.append(book.line(f"{case['firer']}_{case['target_class']}", value, rule))
    return book.chart("fire", book.columns("needed"), rows)


def _save(world: World, book: ChartBook, list_: str) -> Chart:
    values = [line.save for line in _lines(world, list_)]
    own = book.say("see_bases", least=min(values), most=max(values))
    rows = [book.line("own", own, "SAV-1")]
    if list_ != BEDA_FOMM:
        trench = book.say("at_least", n=world.tables["save"]["trench_value"])
        rows.append(book.line("in_trench", trench, "TRE-2"))
    rows.append(book.line("against_88", book.say("no_save"), "SAV-6"))
    return book.chart("save", book.columns("needed"), rows)


def _die(book: ChartBook, results: list[str]) -> Iterator[Row]:
    for die, result in enumerate(results, 1):
        yield Row(str(die), plain(die), cells(book.say(result)))


def _air(world: World, book: ChartBook) -> Chart:
    block = world.tables["air"]
    facts = {"most": block["max_attacks"], "flak": cm(block["flak_radius"])}
    return book.chart("air", book.columns("result"), _die(book, block["die"]), facts=facts)


def _mines(world: World, book: ChartBook) -> Chart:
    block = world.tables["minefield"]
    facts = {
        "clearing": _faces(block["clearing_succeeds_on"]),
        "cost": cm(block["crossing_cost"]),
    }
    rows = _die(book, block["crossing_die"])
    return book.chart("mines", book.columns("result"), rows, facts=facts)


# --- divisions --------------------------------------------------------------------------------------


def _cards(world: World, book: ChartBook, campaign: Campaign) -> Chart:
    """What each unit card brings, both decks one after the other; a column for each kind that occurs."""
    words = load_messages(HOME).tables["word"]
    brought = {
        card: Counter(
            kind for template in card.formations for _, kind in world.templates[template].members()
        )
        for side in (AXIS, ALLIED)
        for card in campaign.cards(side)
    }
    kinds = [k for k in world.tables["kinds"]["order"] if any(c[k] for c in brought.values())]
    rows = [
        Row(
            card.id,
            {"it": card.it, "en": card.en},
            cells(*(str(count[kind]) if count[kind] else NOTHING for kind in kinds)),
        )
        for card, count in brought.items()
        if card.formations
    ]
    columns = tuple(
        Column(kind, {x: words[kind][x][:1].upper() + words[kind][x][1:] for x in LANGUAGES})
        for kind in kinds
    )
    return book.chart("cards", columns, rows)


# --- bases and distances ----------------------------------------------------------------------------


def _lines(world: World, list_: str) -> list[Line]:
    """Each line once: one may serve several nationalities."""
    found: list[Line] = []
    for (name, _, _), line in world.lines.items():
        if name == list_ and line not in found:
            found.append(line)
    return found


def _bases(world: World, book: ChartBook, list_: str) -> Chart:
    nations = world.tables["nationalities"]

    def title(line: Line) -> Text:
        own = [
            n
            for (name, _, n), found in world.lines.items()
            if name == list_ and found == line and n != "all"
        ]
        if not own:
            return line.name
        said = {x: ", ".join(nations[n][x] for n in own) for x in LANGUAGES}
        return book.say("named", name=line.name, nations=said)

    def length(millimetres: int) -> Text:
        return cm(millimetres) if millimetres else NOTHING

    rows = [
        Row(
            str(i),
            title(line),
            cells(
                length(line.spotting),
                length(line.range_),
                book.say("at_least", n=line.save),
                length(line.move),
            ),
        )
        for i, line in enumerate(_lines(world, list_), 1)
    ]
    return book.chart("bases", book.columns("spotting", "range", "saves", "move"), rows)


def _ranges(world: World, book: ChartBook, radii: Mapping[str, int]) -> Chart:
    tables = world.tables
    move, spot = tables["movement"], tables["spotting"]
    rows = [
        book.line("keep_out", cm(move["keep_out"]), "MOV-2"),
        book.line("passage", cm(move["passage_between_enemies"]), "MOV-2"),
        book.line("edge", cm(move["passage_beside_an_edge"]), "MOV-2"),
        book.line("command", cm(tables["command"]["radius"]), "HQ-15"),
    ]
    rows += [
        book.line(f"command_{nation}", cm(radius), "HQ-15") for nation, radius in radii.items()
    ]
    rows += [
        book.line("retreat", cm(tables["hq"]["retreat"]), "HQ-11"),
        book.line("hill", cm(spot["hill_bonus"]), "TER-4"),
        book.line("hill_target", cm(spot["hill_target_malus"]), "TER-5"),
    ]
    return book.chart("ranges", book.columns("value"), rows)


# --- turns and victory ------------------------------------------------------------------------------


def _calendar(world: World, book: ChartBook, *, end_die: bool) -> Chart:
    turns = world.tables["turns"]
    rows = []
    for turn in range(1, turns["most"] + 1):
        said: list[Text] = []
        if end_die and turn in turns["end_die"]["turns"]:
            said.append(book.say("may_end", faces=_faces(turns["end_die"]["ends_on"])))
        if turn == turns["most"]:
            said.append(book.say("last"))
        rows.append(Row(str(turn), plain(turn), cells(*(said or [book.say("plays")]))))
    return book.chart("calendar", (), rows)


def _points(world: World, book: ChartBook, options: Options) -> Chart:
    block = world.tables["victory_points"]
    both = block["scattered_then_destroyed"]
    if options["vp_scatter_then_destroyed"] == "cumulative":
        both = block["scattered"] + block["destroyed"]
    rows = (
        book.line("destroyed", block["destroyed"], "VIC-1"),
        book.line("scattered", block["scattered"], "VIC-2"),
        book.line("both", both, "VIC-8"),
        book.line("supply_base", block["supply_base"], "VIC-3"),
    )
    return book.chart("points", book.columns("points"), rows)


def _levels(world: World, book: ChartBook) -> Chart:
    def span(level: Mapping[str, Any]) -> Text:
        if "most" not in level:
            return book.say("at_least", n=level["least"])
        return book.say("between", least=level["least"], most=level["most"])

    rows = [
        Row(level["id"], span(level), cells({x: level[x] for x in LANGUAGES}, level["areas"]))
        for level in world.tables["level"]
    ]
    return book.chart("levels", book.columns("level", "areas"), rows)


def _escape(world: World, book: ChartBook) -> Chart:
    needed, turns = world.beda_fomm["victory"]["exit_units_needed"], world.beda_fomm["turns"]
    rows = (
        book.line("axis", book.say("escaped", n=needed), "BF-5"),
        book.line("allied", book.say("held", turns=turns), "BF-6"),
    )
    return book.chart("escape", book.columns("how"), rows)
