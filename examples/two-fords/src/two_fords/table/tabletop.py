"""What a table shows of a view: counters, zones, villages, the turn track, points, obligations."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Text, View
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Aim, Box, Layer, Marker, Piece, Score, Stretch, Tabletop, Track
from two_fords.rules.deployment import waiting
from two_fords.rules.victory import lead_level
from two_fords.rules.zones import zones
from two_fords.state import (
    FIRST_OF_TURN,
    LOST,
    OVER,
    PHASES,
    State,
    enemy_of,
    side_of,
    unit_at,
    units_of,
)
from two_fords.table.position import Counter, Position, arrange, place_name
from two_fords.world import BOARD, COUNTERS, HOME, NAMES, SIDES, TABLES, VILLAGES

Line = tuple[Text, int, str]
Strengths = list[int | None]
"""By the number of the counter; None for what the viewer does not know."""


def tabletop(view: View) -> Tabletop:
    """Everything comes from the view. Where a whole state is handy, the strengths that the viewer does
    not know are drawn for it, and nothing that depends on them is read."""
    position: Position = view.position
    state = arrange(view.setup, position, SeededChance(0))
    strengths: Strengths = [counter.strength for counter in position.units]
    scores = _scores(state, strengths)
    return Tabletop(
        pieces=tuple(_piece(counter, position.phase) for counter in position.units),
        markers=tuple(
            Marker("victory", aim.at, aim.side, "V", "number", "top-left") for aim in _aims(state)
        ),
        layers=tuple(_layers(state)),
        boxes=tuple(_boxes()),
        track=_track(state),
        scores=scores,
        level=lead_level(scores[0].points - scores[1].points),
        obligations=tuple(_obligations(state)),
        aims=_aims(state),
    )


def words(table: str, key: str) -> Text:
    return {lang: load_messages(HOME).text(table, key, lang) for lang in LANGUAGES}


# --- counters and places ---------------------------------------------------------------------------


@rule("1.2", "1.3")
def _piece(counter: Counter, phase: str) -> Piece:
    """A counter as the viewer sees it: without its strength it is a question mark."""
    printed = next(c for c in COUNTERS if c.id == counter.id)
    known = counter.strength is not None
    return Piece(
        id=counter.id,
        side=printed.side,
        at=_place(counter, printed.side),
        nation=printed.nation,
        symbol="infantry",
        factors=str(counter.strength) if known else "?",
        states=tuple(_states(counter, phase)),
        source=printed.source,
    )


def _place(counter: Counter, side: str) -> str:
    return counter.place if counter.place in BOARD.grid.index else f"{side}-{counter.place}"


def _states(counter: Counter, phase: str) -> Iterator[str]:
    if counter.strength is None:
        yield "unknown"
    elif counter.strength == 0:
        yield "decoy"
    if not counter.up:
        yield "face-down"
    if counter.scouted:
        yield "scouted"
    if counter.done:
        yield "moved" if phase == "move" else "fought"
    if counter.attacked:
        yield "attacked"


def _boxes() -> Iterator[Box]:
    for side in SIDES:
        for name in ("reserve", "lost"):
            yield Box(f"{side}-{name}", words("title", name), side)


@rule("5.1", "2.1")
def _layers(state: State) -> Iterator[Layer]:
    for side in SIDES:
        held = zones(state, side)
        hexes = tuple(place_name(h) for h in range(len(BOARD)) if held[h])
        yield Layer(f"zone-{side}", words("title", "zones"), side, hexes, "5.1", "zone")
    for side in SIDES:
        area = tuple(map(place_name, BOARD.area("deployment", side).hexes))
        yield Layer(f"deployment-{side}", words("title", "deployment"), side, area, "2.1")


# --- how the game stands ---------------------------------------------------------------------------


def _track(state: State) -> Track:
    turns = tuple({lang: str(turn) for lang in LANGUAGES} for turn in range(1, TABLES.turns + 1))
    phases = tuple(words("phase", f"{side}-{phase}") for side, phase in PHASES)
    sequence = tuple(
        Stretch(phase, words("phase", f"{side}-{phase}"), side, "3.1")
        for side, phase in PHASES[FIRST_OF_TURN:]
    )
    now = max(state.phase - FIRST_OF_TURN, -1) if state.phase < OVER else -1
    return Track(state.turn, turns, phases, min(state.phase, OVER - 1), sequence, now)


@rule("8.1")
def _aims(state: State) -> tuple[Aim, ...]:
    """The villages; a counter that stands there may be a decoy."""
    found = []
    for name, place in VILLAGES.items():
        unit = unit_at(state, place)
        holder = "" if unit is None else side_of(unit)
        found.append(Aim(dict.fromkeys(LANGUAGES, name), place_name(place), holder, "8.1"))
    return tuple(found)


@rule("8.1")
def _scores(state: State, strengths: Strengths) -> tuple[Score, ...]:
    """Points as far as the viewer can count them; a village with an unknown counter is left open."""
    return tuple(_score(state, strengths, side) for side in SIDES)


def _score(state: State, strengths: Strengths, side: str) -> Score:
    lines: list[Line] = []
    left: list[Line] = []
    for name, place in VILLAGES.items():
        unit = unit_at(state, place)
        if unit is None or side_of(unit) != side or strengths[unit] == 0:
            continue
        line = (dict.fromkeys(LANGUAGES, name), TABLES.village_points, "8.1")
        (left if strengths[unit] is None else lines).append(line)
    for unit in units_of(enemy_of(side)):
        strength = strengths[unit]
        if state.units[unit].place == LOST and strength:
            lines.append((words("unit", NAMES[unit]), strength, "8.1"))
    return Score(side, sum(points for _, points, _ in lines), tuple(lines), tuple(left))


def _obligations(state: State) -> Iterator[tuple[Text, str, tuple[str, ...]]]:
    """What the deciding side must do before anything else."""
    if state.agenda:
        yield words("title", "must-retreat"), "6.7", (NAMES[state.agenda[-1].unit],)
    elif state.phase < OVER and PHASES[state.phase][1] == "deploy":
        yield words("title", "must-deploy"), "2.1", tuple(waiting(state))
