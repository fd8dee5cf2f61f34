"""2.6, 6.1 Beside the map: tracks, the event cup, events in force, and where the rules come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campagna.core.contract import Text
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Box
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import HOME, S1935, S1940, Block

SOURCES: Mapping[str, Text] = {
    "reconstructed": {"it": "ricostruito", "en": "reconstructed"},
    "name and link to bombing rulebook 10.1.6; effect reconstructed": {
        "it": "nome e legame con i bombardamenti dal regolamento 10.1.6; effetto ricostruito",
        "en": "name and link to bombing from rulebook 10.1.6; effect reconstructed",
    },
    "rulebook 6.2; number reconstructed": {
        "it": "regolamento 6.2; numero ricostruito",
        "en": "rulebook 6.2; number reconstructed",
    },
}
"""Where event markers come from, as tables.toml says it."""

PROVENANCE: Text = {
    "it": "Il libro degli scenari è perduto: mappa, pedine, tabelle, eventi e regole PB sono "
    "ricostruiti, salvo ciò che il regolamento cita. Ogni regola dice la sua fonte",
    "en": "The scenario book is lost: map, counters, tables, events and PB rules are "
    "reconstructed, save what the rulebook quotes. Each rule tells its source",
}


def sideboard(state: State) -> Iterable[Box]:
    """Everything a table shows beside the map, all of it open to both players."""
    yield Box("provenance", _say("Fonti", "Sources"), "", None, PROVENANCE, "sources")
    yield from _tracks(state)
    yield from _events(state)


@rule("2.6", "PB 13.4.4", "PB 14.3.2", "PB 14.6.1.1", "PB 14.6.3-a", "PB 13.6.5.1-c")
def _tracks(state: State) -> Iterable[Box]:
    """The markers of the scenario's tracks."""
    italian, other = state.side_name(ITALIAN), state.side_name(OTHER)
    if state.part == S1935:
        yield _count("bombing", "Bombardamenti", "Bombing", italian, state.bombing)
        lost = state.steps_lost[ITALIAN]
        yield _count("steps-lost", "Livelli europei persi", "European steps lost", italian, lost)
    if state.part == S1940:
        yield _count("fuel", "Carburante", "Fuel", italian, state.fuel)
        yield _count("prestige", "Prestigio", "Prestige", italian, state.prestige)
        lost = state.steps_lost[OTHER]
        yield _count("steps-lost", "Livelli europei persi", "European steps lost", other, lost)


@rule("6.1", "6.2-b")
def _events(state: State) -> Iterable[Box]:
    """The cup, the markers drawn, and what those in force say."""
    yield _count("cup", "Eventi nel contenitore", "Events in the cup", "", len(state.cup))
    if state.drawn:
        note = {lang: load_messages(HOME).word(state.drawn, lang) for lang in ("it", "en")}
        yield Box("drawn", _say("Eventi usciti", "Events drawn"), "", None, note)
    for held in state.in_force:
        block = state.world.events.get(held.event.partition("-")[0])
        if block is not None and state.turn <= held.until:
            yield _event(held.event, block)


def _event(id_: str, block: Block) -> Box:
    effect, source = load_messages(HOME).tables["effect"][block["id"]], SOURCES[block["source"]]
    note = {lang: f"{effect[lang]} ({source[lang]})" for lang in ("it", "en")}
    title = {lang: f"{block['id']} {block['name'][lang]}" for lang in ("it", "en")}
    return Box(f"event-{id_}", title, "", None, note)


def _count(id_: str, it: str, en: str, side: str, number: int) -> Box:
    return Box(id_, _say(it, en), side, None, _say(str(number), str(number)))


def _say(it: str, en: str) -> Text:
    return {"it": it, "en": en}
