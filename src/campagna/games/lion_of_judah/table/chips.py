"""What a side has to spend, what the score is, and the events in force: the top bar and the cards."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.charts import ChartBook, load_chart_book, plain
from campagna.core.contract import LANGUAGES, Text
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Chip, ChipKind, Notice
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.flags import IN_BOX, NOWHERE
from campagna.games.lion_of_judah.rules.general import victory
from campagna.games.lion_of_judah.state import AirStatus, InForce, Phase, State
from campagna.games.lion_of_judah.world import HOME, S1935


def chips(state: State, viewer: str) -> Iterator[Chip]:
    """The purse of the viewer: who only watches sees the stores, which are open to all."""
    if state.phase == Phase.OVER:
        return
    book = load_chart_book(HOME)
    sides = [i for i in (0, 1) if state.side_name(i) == viewer]
    yield from _stores(state, book, sides or [0, 1])
    yield _points(state, book)
    for side in sides:
        yield from _trucks(state, book, side)
        yield from _air(state, book, side)
    yield from _tracks(state, book)


def _chip(
    book: ChartBook,
    kind: ChipKind,
    key: str,
    text: Text,
    rule_id: str,
    chart: str = "",
    side: str = "",
) -> Chip:
    """`key` names the words that say in full what the short text counts."""
    return Chip(kind, text, rule_id, chart, side=side, title=book.say(key))


@rule("9.1-a", "PB 14.6.1")
def _stores(state: State, book: ChartBook, sides: list[int]) -> Iterator[Chip]:
    """Resource points by store; those of the Ethiopians are with their leaders."""
    for side in sides:
        name = state.side_name(side)
        stores = [(i, box) for i, box in enumerate(state.theatre.boxes) if box.side == side]
        if stores:
            said = [_store(state, i) for i, _box in stores]
            text = {lang: " · ".join(part[lang] for part in said) for lang in LANGUAGES}
            yield _chip(book, "supply", "chip_stores", text, "9.1-a", "resources", name)
        elif len(sides) == 1:
            held = sum(state.units[u].load for u in state.on_map(side))
            yield _chip(book, "supply", "chip_held", plain(held), "9.1-a", "resources", name)


def _store(state: State, box: int) -> Text:
    """A store by its short name, with what is in it."""
    block = state.theatre.scenario["boxes"][state.theatre.boxes[box].id]
    names = block.get("short", block["name"])
    return {lang: f"{names[lang]} {state.boxes[box]}" for lang in LANGUAGES}


@rule("4.1")
def _points(state: State, book: ChartBook) -> Chip:
    chart = "levels" if state.part == S1935 else "levels_1940"
    text = plain(victory.score(state))
    side = state.side_name(victory.collector(state))
    return _chip(book, "points", "chip_score", text, "4.1", chart, side)


@rule("10.3.2-a")
def _trucks(state: State, book: ChartBook, side: int) -> Iterator[Chip]:
    """Trucks that carry nobody, of all that are there."""
    there = [
        u
        for u in state.theatre.units
        if state.own(u) == side
        and state.counter(u).type == "truck"
        and (state.units[u].place >= 0 or state.units[u].place <= IN_BOX)
    ]
    if there:
        free = sum(state.units[u].carrier == NOWHERE for u in there)
        text = book.say("chip_of", n=free, most=len(there))
        yield _chip(book, "trucks", "chip_trucks", text, "10.3.2-a", side=state.side_name(side))


@rule("10.1.1-a")
def _air(state: State, book: ChartBook, side: int) -> Iterator[Chip]:
    """Aircraft that are ready, of all that have come."""
    there = [
        state.air[m]
        for m in state.theatre.air
        if state.world.air[m].side == side and state.air[m].status != AirStatus.AWAY
    ]
    if there:
        ready = sum(a.status == AirStatus.READY for a in there)
        text = book.say("chip_of", n=ready, most=len(there))
        yield _chip(book, "air", "chip_air", text, "10.1.1-a", side=state.side_name(side))


@rule("PB 13.6.5.1-a", "PB 14.6.1.1", "PB 14.6.3-a")
def _tracks(state: State, book: ChartBook) -> Iterator[Chip]:
    """Bombing in the first war; prestige and fuel in the second."""
    italian = state.side_name(ITALIAN)
    if state.part == S1935:
        count = plain(state.bombing)
        yield _chip(book, "bombs", "chip_bombs", count, "PB 13.6.5.1-a", "bombing", italian)
        return
    prestige, fuel = plain(state.prestige), plain(state.fuel)
    yield _chip(book, "prestige", "chip_prestige", prestige, "PB 14.6.3-a", side=italian)
    yield _chip(book, "fuel", "chip_fuel", fuel, "PB 14.6.1.1", side=italian)


# --- events -----------------------------------------------------------------------------------------


@rule("6.2-a")
def notices(state: State) -> Iterator[Notice]:
    """The events in force, with what each does and how long."""
    book = load_chart_book(HOME)
    for held in state.in_force:
        id_ = held.event.partition("-")[0]
        block = state.world.events.get(id_)
        if block is None or state.turn > held.until:
            continue
        effect = load_messages(HOME).tables["effect"].get(id_)
        title = {lang: f"{block['id']} {block['name'][lang]}" for lang in LANGUAGES}
        text = dict(effect) if effect else book.say("event")
        yield Notice(f"{held.event}-{held.until}", title, text, _until(state, book, held), "6.2-a")


def _until(state: State, book: ChartBook, held: InForce) -> Text:
    if held.until >= state.theatre.turns:
        return book.say("until_end")
    labels = state.theatre.scenario["turn_labels"]
    when = {lang: labels[lang][held.until - 1] for lang in LANGUAGES}
    return book.say("until_turn", when=when)
