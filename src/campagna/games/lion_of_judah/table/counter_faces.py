"""The counters on the table: what the face of each shows, and the boxes beside the map."""

from __future__ import annotations

from collections.abc import Iterable

from campagna.core.contract import Text
from campagna.core.tabletop import Box, Piece
from campagna.games.lion_of_judah.counters import Counter
from campagna.games.lion_of_judah.rules.general.strength import replacement_counter
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.table import position as pos
from campagna.games.lion_of_judah.table.position import HiddenUnits, Position, UnitPosition
from campagna.games.lion_of_judah.table.side_boxes import sideboard

SYMBOLS = {
    "infantry": "infantry",
    "mountain_infantry": "infantry",
    "armor": "armour",
    "light_armor": "armour",
    "mechanised_infantry": "mechanised",
    "cavalry": "cavalry",
    "camel": "cavalry",
    "hq": "headquarters",
    "truck": "truck",
    "leader": "leader",
    "warrior": "warrior",
    "irregular": "warrior",
    "tribal_levy": "warrior",
    "guerrilla": "warrior",
    "dummy": "infantry",
}
REPLACEMENT = "replacement"
SHOWN_STATES = ("moved", "unsupplied", "hidden", "gassed", "disrupted", "m-side", "tried", "active")


def say(it: str, en: str) -> Text:
    return {"it": it, "en": en}


def pieces(state: State, seen: Position) -> Iterable[Piece]:
    """Every counter in sight; unknown ones as so many '?'."""
    for unit in seen.units:
        never = unit.at == "not-due" and unit.due > state.theatre.turns
        if unit.at not in (pos.SOMEWHERE, "gone") and not never:
            yield _piece(state, unit)
    for slot in seen.hidden:
        yield from _unknown(slot)


def _piece(state: State, unit: UnitPosition) -> Piece:
    slot = state.world.slots[unit.id]
    counter = state.counter(slot)
    left = counter.steps if unit.steps is None else unit.steps
    states = tuple(s for s in unit.state if s in SHOWN_STATES)
    if replacement_counter(state, slot, left):
        states += (REPLACEMENT,)
    return Piece(
        id=unit.id,
        side=state.side_name(counter.side),
        at=_spot(unit),
        nation=counter.nationality,
        symbol=SYMBOLS[counter.type],
        size="XX" if counter.size == "division" else "",
        factors=_factors(counter, unit, left),
        name=counter.abbr,
        group=counter.faction or counter.branch,
        steps=counter.steps,
        steps_left=left,
        states=states,
        source=state.world.tables["sources"].get(counter.source, ""),
    )


def _spot(unit: UnitPosition) -> str:
    return f"turn-{unit.due}" if unit.at == "not-due" else unit.at


def _factors(counter: Counter, unit: UnitPosition, left: int) -> str:
    if counter.hidden:
        value = "?" if unit.value < 0 else str(unit.value)
        return f"{value}-{counter.movement}"
    if not counter.factors or not left:
        return f"({counter.movement})" if counter.type == "hq" else f"*-{counter.movement}"
    attack, defence = counter.factors[counter.steps - left]
    return f"{attack}-{defence}-{counter.movement}"


def _unknown(slot: HiddenUnits) -> Iterable[Piece]:
    for n in range(1, slot.count + 1):
        yield Piece(
            id=f"? {slot.hex} {slot.kind} {n}".replace("  ", " "),
            side=slot.side,
            at=slot.hex,
            nation="",
            symbol="unknown",
            factors="?",
            group=slot.kind,
            states=("hidden",),
        )


def boxes(state: State, seen: Position) -> Iterable[Box]:
    """RP boxes, the turn track, the eliminated and the holding boxes."""
    for i, box in enumerate(state.theatre.boxes):
        points = state.boxes[i]
        note = say(f"{points} PR", f"{points} RP")
        yield Box(box.id, box.name, state.side_name(box.side), None, note)
    turns = sorted(
        {u.due for u in seen.units if u.at == "not-due" and u.due <= state.theatre.turns}
    )
    for turn in turns:
        title = say(f"Rinforzi del turno {turn}", f"Reinforcements of turn {turn}")
        yield Box(f"turn-{turn}", title, "", turn)
    yield Box("dead", say("Eliminate", "Eliminated"), "")
    yield Box("breakdown", say("Distaccamenti", "Breakdown box"), state.side_name(0))
    yield Box("holding", say("In attesa", "Holding box"), "")
    yield from sideboard(state)
