"""What the table shows of a view: counters, markers, layers, tracks and points.

Everything is made from the view. Where a rule must be asked (zones, supply, points) it is asked of
a state imagined from the view: none of these answers depends on a counter that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import compress

from campagna.core.chance import SeededChance
from campagna.core.contract import Text, View
from campagna.core.editions import Options
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Layer, Marker, Score, Stretch, Tabletop, Track
from campagna.games.panzergruppe_guderian.rules import first_turn, setup, stacking, victory
from campagna.games.panzergruppe_guderian.rules.sequence import PHASE_RULES
from campagna.games.panzergruppe_guderian.rules.supply import (
    commanded_hexes,
    german_supply_hexes,
    served_hexes,
)
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import (
    GONE,
    MOVEMENT_PHASES,
    NOWHERE,
    PHASE_NAMES,
    Phase,
    State,
    acting_side,
)
from campagna.games.panzergruppe_guderian.table.conditions import conditions
from campagna.games.panzergruppe_guderian.table.counter_faces import boxes, pieces, say
from campagna.games.panzergruppe_guderian.table.imagine import imagine
from campagna.games.panzergruppe_guderian.table.position import Position
from campagna.games.panzergruppe_guderian.world import (
    GERMAN,
    HOME,
    SIDES,
    SOVIET,
    World,
)


def tabletop(world: World, options: Options, view: View) -> Tabletop:
    seen: Position = view.position
    state = imagine(world, view.setup, options, seen, SeededChance(0))
    return Tabletop(
        pieces=tuple(pieces(state, seen)),
        markers=tuple(_markers(state)),
        layers=_layers(state),
        boxes=tuple(boxes(state, seen)),
        track=_track(state),
        scores=_scores(state),
        level=victory.victory_level(
            state, victory.german_points(state) - victory.soviet_points(state)
        ),
        obligations=tuple(_obligations(state)),
        conditions=tuple(conditions(state)),
    )


def _ids(state: State, hexes: Iterable[int]) -> tuple[str, ...]:
    names = state.world.hex_ids
    return tuple(names[h] for h in sorted(hexes))


# --- markers and layers -----------------------------------------------------------------------------


@rule("13.1", "13.41", "6.37a", "15.11d")
def _markers(state: State) -> Iterable[Marker]:
    names = state.world.hex_ids
    for h in state.air:
        yield Marker("interdiction", names[h], SIDES[GERMAN], sign="aircraft-barred")
    if state.soviet_marker != NOWHERE:
        at = names[state.soviet_marker]
        yield Marker("interdiction", at, SIDES[SOVIET], sign="aircraft-barred")
    for h in state.cuts:
        yield Marker("rail_cut", names[h], SIDES[GERMAN], sign="cut-rails")
    for prize in state.world.prizes:
        for h in prize.hexes:
            german = bool(state.control & state.world.prize_bit[h])
            points = str(prize.points)
            yield Marker("victory", names[h], SIDES[german], points, "number", "top-left")


def _layers(state: State) -> tuple[Layer, ...]:
    names = state.world.hex_ids

    def masked(mask: bytes | bytearray) -> tuple[str, ...]:
        return tuple(compress(names, mask))

    soviet, german = SIDES
    return (
        Layer(
            id="zones-soviet",
            title=say("Zone di controllo sovietiche", "Soviet zones of control"),
            side=soviet,
            hexes=masked(zone(state, SOVIET)),
            rule="8.11",
            kind="zone",
        ),
        Layer(
            id="zones-german",
            title=say("Zone di controllo tedesche", "German zones of control"),
            side=german,
            hexes=masked(zone(state, GERMAN)),
            rule="8.11",
            kind="zone",
        ),
        Layer(
            id="supply-german",
            title=say("Rifornimento tedesco", "German supply"),
            side=german,
            hexes=masked(german_supply_hexes(state)),
            rule="11.11",
            kind="supply",
        ),
        Layer(
            id="supply-soviet",
            title=say("Rifornimento sovietico", "Soviet supply"),
            side=soviet,
            hexes=masked(served_hexes(state)),
            rule="11.21a",
            kind="supply",
        ),
        Layer(
            id="command-soviet",
            title=say("Raggio di comando", "Command radius"),
            side=soviet,
            hexes=masked(commanded_hexes(state)),
            rule="10.35a",
            kind="command",
        ),
        Layer(
            id="objectives",
            title=say("Obiettivi", "Objectives"),
            side="",
            hexes=_ids(state, state.world.prize_hexes),
            rule="15.11d",
            kind="goal",
        ),
    )


# --- turns and points -------------------------------------------------------------------------------


def _track(state: State) -> Track:
    labels = state.world.scenario["turn_labels"]
    words = load_messages(HOME).tables["phase"]
    sequence = _sequence()
    return Track(
        turn=state.turn,
        labels=tuple(say(it, en) for it, en in zip(labels["it"], labels["en"], strict=True)),
        phases=tuple(dict(words[name]) for name in PHASE_NAMES),
        phase=state.phase,
        sequence=sequence,
        now=next((i for i, s in enumerate(sequence) if s.phase == PHASE_NAMES[state.phase]), -1),
    )


@rule("4.2 A1", "4.2 B1")
@cache
def _sequence() -> tuple[Stretch, ...]:
    """The Soviet player turn comes first."""
    words = load_messages(HOME).tables["strip"]
    return tuple(
        Stretch(name, dict(words[name]), SIDES[acting_side(phase)], PHASE_RULES[phase])
        for phase, name in enumerate(PHASE_NAMES)
        if name in words
    )


def _scores(state: State) -> tuple[Score, ...]:
    german = [
        (say(p.name, p.name), p.points, "15.11d")
        for p in state.world.prizes
        if victory.holds(state, p)
    ]
    front = victory.front_points(state)
    if front:
        german.append((say("Fronte Sud-Occidentale", "South-Western Front"), front, "14.23"))
    names = {row["id"]: row["name"] for row in state.world.tables["divisions"]["rows"]}
    soviet = [
        (say(names[d.id], names[d.id]), d.points, "15.12a")
        for d in state.world.divisions.values()
        if d.points and all(state.units[m].place in GONE for m in d.members)
    ]
    if state.recaptures:
        points = state.recaptures * int(state.world.tables["victory"]["recapture"])
        title = say(f"Città riprese: {state.recaptures}", f"Cities taken back: {state.recaptures}")
        soviet.append((title, points, "15.12b"))
    return (
        Score(SIDES[SOVIET], victory.soviet_points(state), tuple(soviet)),
        Score(SIDES[GERMAN], victory.german_points(state), tuple(german)),
    )


# --- what must still be done ------------------------------------------------------------------------

Obligation = tuple[Text, str, tuple[str, ...]]


@rule("5.0e", "5.23a", "7.1e", "14.13")
def _obligations(state: State) -> Iterable[Obligation]:
    left = state.names(setup.undeployed(state))
    if left:
        text = say(f"Da schierare: {len(left)}", f"Still to deploy: {len(left)}")
        yield text, "5.0e", left
    if state.agenda or state.phase not in MOVEMENT_PHASES:
        return
    if state.phase == Phase.SOVIET_MOVE:
        marching = state.names(first_turn.unmarched(state))
        if marching:
            text = say(f"Devono marciare: {len(marching)}", f"Must still march: {len(marching)}")
            yield text, "5.23a", marching
        if state.provisional != NOWHERE:
            name = state.name(state.provisional)
            entry = state.units[state.provisional].entry
            called = load_messages(HOME).name
            text = say(
                f"Entra da {entry} in questo turno o è persa: {called(name, 'it')}",
                f"Comes in at {entry} this turn or is lost: {called(name, 'en')}",
            )
            yield text, "14.13", (name,)
    over = _ids(state, stacking.overstacked(state, acting_side(state.phase)))
    if over:
        text = say(
            f"Troppe unità in un esagono alla fine della fase: {', '.join(over)}",
            f"Too many units in a hex at the end of the phase: {', '.join(over)}",
        )
        yield text, "7.1e", over
